"""Rule 6: movement before and after another act."""

from rules.kernel.frozen import evolve, frozen
from rules.kernel.state import State
from rules.kernel.terms import HUNDREDTHS
from rules.procedures.lakofka.options import get_settings
from rules.procedures.lakofka.state import Spent

TEN_FEET = 10 * HUNDREDTHS


@frozen
class LegCost:
    """The cost of one leg of movement."""

    spent: Spent
    """All that is spent with it, but for its actions."""
    cost: int
    """Actions."""
    clauses: tuple[str, ...]


def count_leg(state: State, spent: Spent, distance: int, peek: bool, volleyed: bool) -> LegCost:
    """Return the cost of a leg of ``distance`` hundredths of a foot (6.1 to 6.8).

    A leg is an action. The second half of a short move, or of a peek, is none, unless the combatant was disturbed.
    """
    total = spent.distance + distance
    early = spent.early if spent.legs else not spent.shots
    moved = evolve(
        spent, legs=spent.legs + 1, distance=total, early=early, disturbed=spent.disturbed and spent.legs > 0
    )
    if peek:
        return LegCost(moved, 1, ("6.6", "6.7"))
    if spent.legs != 1:
        return LegCost(moved, 1, ("6.1", *(("6.10",) if spent.attacks else ()), "6.12"))
    if spent.disturbed:
        return LegCost(moved, 1, ("6.8", *(("6.2",) if total < TEN_FEET else ())))
    if total < TEN_FEET:
        return LegCost(moved, 0, ("6.2",))
    if volleyed and total == TEN_FEET:
        return LegCost(moved, 0, ("7.3",))
    if total == TEN_FEET and get_settings(state).split_exactly_ten == "one":
        return LegCost(moved, 0, ("6.4",))
    return LegCost(moved, 1, ("6.4",))
