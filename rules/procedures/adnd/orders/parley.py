"""B: a parley."""

from rules.kernel.frozen import frozen
from rules.kernel.state import Combatant, State, Wording
from rules.kernel.terms import Action
from rules.procedures.adnd.deed_types import Parley
from rules.procedures.adnd.orders.base import AdndDeclaration
from rules.procedures.adnd.orders.form import Fields, OrderForm


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
