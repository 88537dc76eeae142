"""The health of a combatant by the table's grade: numbers, words, a bar, or standing."""

from dataclasses import dataclass

from encounters.screens.combatants import read_standing
from rules.api import Combatant, State, lookup_table_option

QUARTERS = ("down", "badly hurt", "hurt", "a little hurt", "unhurt")
"""The words for the quarters of hit points that are left."""


@dataclass(frozen=True, slots=True)
class GradedHealth:
    """The health of a combatant as a viewer may see it."""

    words: str
    """Numbers, or words; "" where a bar says it."""
    left: int = 0
    """The parts of its bar that are left."""
    most: int = 0
    """The parts of its bar; 0 for no bar."""
    is_low: bool = False
    """A third or less is left."""


def describe_health(state: State, each: Combatant, *, is_own: bool = False) -> GradedHealth:
    """Return a combatant's health from the state of a viewer, which has been graded already.

    ``is_own``: the viewer plays the combatant, and is shown numbers.
    """
    grade = "numbers" if is_own else lookup_grade(state, each)
    if grade == "numbers":
        pool = read_standing(state, each.id).vigour
        return GradedHealth(f"{pool.left} of {pool.most} {pool.name}", is_low=3 * pool.left <= pool.most)
    if grade == "hidden":
        return GradedHealth("standing" if each.hp > 0 else "down")
    if grade == "bar":
        most = each.stat_block.defence.hit_points
        if each.hp <= 0:
            return GradedHealth("down", 0, most, is_low=True)
        return GradedHealth("", each.hp, most, is_low=3 * each.hp <= most)
    quarter = max(0, min(each.hp, len(QUARTERS) - 1))
    return GradedHealth(QUARTERS[quarter], is_low=quarter <= 1)


def lookup_grade(state: State, each: Combatant) -> str:
    """Return how the table shows others this combatant's hit points."""
    return lookup_table_option(state, "table.party_hp" if each.side == state.party else "table.foe_hp")
