"""Rule 6: movement before and after another act."""

from dataclasses import dataclass

from rules.rulesets.lakofka.options import option
from rules.state import Spent, State, evolve
from rules.terms import HUNDREDTHS

TEN_FEET = 10 * HUNDREDTHS


@dataclass(frozen=True)
class Leg:
    """What one leg of movement costs."""

    spent: Spent
    cost: int
    clauses: tuple[str, ...]


def leg(state: State, spent: Spent, distance: int, peek: bool, volleyed: bool) -> Leg:
    """6.1 to 6.8: a leg is an action; the second half of a short move, or ducking back, is none unless disturbed."""
    total = spent.distance + distance
    early = spent.early if spent.legs else not spent.shots
    moved = evolve(
        spent, legs=spent.legs + 1, distance=total, early=early, disturbed=spent.disturbed and spent.legs > 0
    )
    if peek:
        return Leg(moved, 1, ("6.6", "6.7"))
    if spent.legs != 1:
        return Leg(moved, 1, ("6.1", *(("6.10",) if spent.attacks else ()), "6.12"))
    if spent.disturbed:
        return Leg(moved, 1, ("6.8", *(("6.2",) if total < TEN_FEET else ())))
    if total < TEN_FEET:
        return Leg(moved, 0, ("6.2", "6.3"))
    if volleyed and total == TEN_FEET:
        return Leg(moved, 0, ("7.3",))
    if total == TEN_FEET and option(state, "split_exactly_ten") == "one":
        return Leg(moved, 0, ("6.4",))
    return Leg(moved, 1, ("6.4", "6.5"))
