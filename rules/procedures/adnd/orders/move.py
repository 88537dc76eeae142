"""E: movement on foot: closing with a target, or a move to a place."""

from collections.abc import Iterator
from typing import Any

from rules.kernel.battlefield import compute_stride
from rules.kernel.deeds import Deed, Wording
from rules.kernel.file_words import Raw
from rules.kernel.foresight import Foresight
from rules.kernel.forms import PlaceField
from rules.kernel.frozen import frozen
from rules.kernel.order_keys import Goal
from rules.kernel.state import Combatant, State
from rules.kernel.terms import SEGMENTS
from rules.procedures.adnd.deed_types import Move, Numbering
from rules.procedures.adnd.orders.base import ApproachTarget, Go, Pace, describe_place
from rules.procedures.adnd.orders.form import Fields, OrderForm, OrderRules
from rules.procedures.adnd.orders.walking import foresee_closing, foresee_way


@frozen
class CloseWith(ApproachTarget):
    """Closing with a target."""

    how = "close"
    deed = Move
    label = "Move into melee with..."
    may_follow_task = True
    has_move_fields = True

    @classmethod
    def list_fields(cls, form: OrderForm, state: State, me: Combatant) -> Fields:
        return [
            form.build_target_field(state, me, "E", "close"),
            *form.list_further_move_fields(state, me),
            *form.list_further_fields(state, me, "E", "close"),
        ]

    @classmethod
    def rank_keys(cls, keys: Raw) -> int:
        return 2 if "target" in keys and "to" not in keys else 0

    def describe_alone(self, wording: Wording) -> str:
        return "close with" + self.describe_targets(wording, "")

    def build_in_surprise(self, state: State, id: str, numbering: Numbering, rules: OrderRules) -> Iterator[Deed]:
        yield self.build_deed(id)

    def foresee_at(self, state: State, gap: int, pace: Pace, unit: str) -> Foresight:
        return foresee_closing(state, state.combatants[self.who], gap)


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
