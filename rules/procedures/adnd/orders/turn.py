"""D: a turning of undead."""

from rules.kernel.deeds import Wording
from rules.kernel.forms import Choice, OneOf
from rules.kernel.frozen import frozen
from rules.kernel.state import Combatant, State
from rules.procedures.adnd.deed_types import Turning
from rules.procedures.adnd.orders.base import Discharge, Lack, Means
from rules.procedures.adnd.orders.form import Fields, OrderForm, list_in_sight
from rules.reference import list_classes


@frozen
class TurnUndead(Discharge):
    """A turning of undead."""

    how = "turn"
    deed = Turning
    label = "Turn undead"
    flag = "turn"

    @classmethod
    def is_unfit(cls, me: Combatant) -> bool:
        return not me.stat_block.powers.turns_undead and me.stat_block.creature.kind in list_classes()

    @classmethod
    def find_lack(cls, state: State, me: Combatant) -> Lack | None:
        foes = [each for each in state.list_foes(me.id) if each.present and not each.hidden]
        undead = any(each.stat_block.creature.undead for each in foes)
        return None if me.stat_block.powers.turns_undead and undead else (Means.UNDEAD, "has no undead to turn")

    @classmethod
    def list_fields(cls, form: OrderForm, state: State, me: Combatant) -> Fields:
        there = list_in_sight(state, me, lambda each: form.may_choose(state, each, "D"))
        undead = [Choice(each.id, each.name) for each in there if each.stat_block.creature.undead]
        return [OneOf("target", "Target", undead), *form.list_further_fields(state, me, "D", "turn")]

    def describe_alone(self, wording: Wording) -> str:
        return "turn" + self.describe_targets(wording, "")
