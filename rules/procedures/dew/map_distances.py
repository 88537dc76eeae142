"""Reach, movement and distances on the map, in hundredths of an inch."""

from rules.kernel.battlefield import Reach, measure_between
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.procedures.dew.movement import compute_allowance
from rules.procedures.dew.ranges import to_hundredths
from rules.procedures.dew.terms import MELEE, get_dew, option
from rules.procedures.dew.weapons import list_weapons_in_hand


def list_reaches(state: State, who: CombatantId) -> list[Reach]:
    """Return the reach of the longest weapon in hand, and the movement left this round.

    Both are in hundredths of an inch on the map.
    """
    unit = to_hundredths(str(option(state, "range_unit_inches")))
    longest = [mode.reach for weapon in list_weapons_in_hand(state, who) for mode in weapon.modes if mode.use == MELEE]
    found = [Reach("reach", "hand to hand", max(longest) * unit)] if longest else []
    return [
        *found,
        Reach("move", "movement", compute_allowance(state, who, alert=get_dew(state, who).body.alert).result),
    ]


def find_gap(state: State, one: CombatantId, other: CombatantId) -> int:
    """Return the distance of two on the map; the range of the pair may differ (DEW.R2a)."""
    return measure_between(state.combatants[one].place, state.combatants[other].place)
