"""Forecasts of a round of movement on foot.

Distances are in hundredths of a foot.
"""

from rules.kernel.battlefield import compute_stride, measure_between, to_feet
from rules.kernel.foresight import Foresight
from rules.kernel.state import Combatant, State
from rules.kernel.terms import HUNDREDTHS, SEGMENTS, Place

BESIDE = 5 * HUNDREDTHS
"""The distance from its opponent at which a combatant who closes stops: 5 feet."""


def foresee_way(me: Combatant, to: Place, far: int, arrival: str) -> Foresight:
    """Return what a way to a place comes to: "60 ft away: you arrive in segment 3".

    ``far`` is how far the combatant comes this round.
    """
    gap = measure_between(me.place, to)
    outcome = f"you come within {to_feet(gap - far)} ft of it this round" if gap > far else arrival
    return Foresight(f"{to_feet(gap)} ft away: {outcome}")


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
    """Return the part of the way that is left after a round of closing."""
    return gap - BESIDE - compute_stride(state, me) * SEGMENTS
