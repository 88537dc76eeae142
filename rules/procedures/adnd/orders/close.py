"""E: closing with a target."""

from collections.abc import Iterator

from rules.kernel.battlefield import compute_stride, to_feet
from rules.kernel.deeds import Deed, Wording
from rules.kernel.file_words import Raw
from rules.kernel.foresight import Foresight
from rules.kernel.frozen import frozen
from rules.kernel.state import Combatant, State
from rules.kernel.terms import HUNDREDTHS, SEGMENTS
from rules.procedures.adnd.deed_types import Move, Numbering
from rules.procedures.adnd.orders.base import ApproachTarget, Pace
from rules.procedures.adnd.orders.form import Fields, OrderForm, OrderRules

BESIDE = 5 * HUNDREDTHS
"""The distance from its opponent at which a combatant who closes stops: 5 feet in hundredths of a foot."""


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


def foresee_closing(state: State, me: Combatant, gap: int) -> Foresight:
    """Return what a round of closing comes to."""
    does = describe_closing(state, me, gap)
    if measure_left(state, me, gap) <= 0:
        return Foresight(f"you {does}")
    return Foresight(f"you {does}", f"is too far to reach this round. You would {does}.", "move closer")


def describe_closing(state: State, me: Combatant, gap: int) -> str:
    """Return what a round of closing does: "close in this round"."""
    left = measure_left(state, me, gap)
    return "close in this round" if left <= 0 else f"come within {to_feet(left + BESIDE)} ft this round"


def measure_left(state: State, me: Combatant, gap: int) -> int:
    """Return the part of the way that is left after a round of closing, in hundredths of a foot."""
    return gap - BESIDE - compute_stride(state, me) * SEGMENTS
