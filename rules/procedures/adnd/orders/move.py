"""E: a move to a place."""

from collections.abc import Iterator
from typing import Any

from rules.kernel.battlefield import compute_stride, measure_between, to_feet
from rules.kernel.deeds import Deed, Wording
from rules.kernel.foresight import Foresight
from rules.kernel.forms import PlaceField
from rules.kernel.frozen import frozen
from rules.kernel.order_keys import Goal
from rules.kernel.state import Combatant, State
from rules.kernel.terms import SEGMENTS, Place
from rules.procedures.adnd.deed_types import Move, Numbering
from rules.procedures.adnd.orders.base import Go, Pace, describe_place
from rules.procedures.adnd.orders.form import Fields, OrderForm, OrderRules


@frozen
class MoveTo(Go):
    """A move to a place."""

    how = "move"
    deed = Move
    label = "Move"
    may_follow_task = True
    has_move_fields = True

    to: Goal = None

    @classmethod
    def list_fields(cls, form: OrderForm, state: State, me: Combatant) -> Fields:
        return [
            PlaceField("to", "Where?"),
            *form.list_further_move_fields(state, me),
            *form.list_further_fields(state, me, "E", "move"),
        ]

    def describe_alone(self, wording: Wording) -> str:
        return "move" + (f" to {describe_place(self.to)}" if self.to is not None else "")

    def list_named(self) -> dict[str, Any]:
        return {"to": self.to}

    def build_in_surprise(self, state: State, id: str, numbering: Numbering, rules: OrderRules) -> Iterator[Deed]:
        yield self.build_deed(id)

    def foresee(self, state: State, pace: Pace, unit: str) -> Foresight:
        if self.to is None:
            return super().foresee(state, pace, unit)
        me = state.combatants[self.who]
        return foresee_way(me, self.to, compute_stride(state, me) * SEGMENTS, "you arrive this round")


def foresee_way(me: Combatant, to: Place, far: int, arrival: str) -> Foresight:
    """Return what a way to a place comes to: "60 ft away: you arrive in segment 3".

    ``far`` is how far the combatant comes this round, in hundredths of a foot.
    """
    gap = measure_between(me.place, to)
    outcome = f"you come within {to_feet(gap - far)} ft of it this round" if gap > far else arrival
    return Foresight(f"{to_feet(gap)} ft away: {outcome}")
