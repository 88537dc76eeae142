"""B: a parley."""

from dataclasses import dataclass

from rules.kernel.deeds import Deed, Wording
from rules.kernel.event import Event, Result, Verb, Voice
from rules.kernel.frozen import frozen
from rules.kernel.state import Combatant, State
from rules.kernel.terms import Action
from rules.kernel.visibility import Audience, Doer, SeenCombatant
from rules.procedures.adnd.orders.base import AdndDeclaration
from rules.procedures.adnd.orders.form import Fields, OrderForm


@dataclass(slots=True, kw_only=True)
class Parleyed(Event):
    """A combatant spoke to another instead of fighting."""

    audience = Audience.PERCEIVERS
    is_act = True
    verbs = (Verb("parleys", "target", "combatant"),)

    who: Doer
    target: SeenCombatant = ""

    def narrate(self, voice: Voice) -> str:
        to = f" to {voice.name(self.target)}" if self.target else ""
        return f"{voice.does(self.who, 'speaks')}{to} instead of fighting."

    def get_result(self) -> Result:
        return Result("parley", "made", targets=(self.target,) if self.target else ())


@frozen
class Parley(Deed):
    """A parley."""

    kind = "parley"
    succeeds_by = (Parleyed,)


@frozen
class OfferParley(AdndDeclaration):
    """A parley."""

    action = Action.PARLEY.value
    deed = Parley

    @classmethod
    def list_fields(cls, form: OrderForm, state: State, me: Combatant) -> Fields:
        return [form.build_target_field(state, me, "B", "", optional=True)]

    def describe_alone(self, wording: Wording) -> str:
        return "parley" + self.describe_targets(wording, "with")
