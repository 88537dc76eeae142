"""How far a combatant strikes, goes and shoots on the map, and how far two are apart on it: hundredths of an inch."""

from rules.battlefield import Reach, between
from rules.dew.movement import far
from rules.dew.terms import MELEE, now, option
from rules.dew.weapons import hundredths, in_hand
from rules.state import State
from rules.terms import CombatantId


def reaches(state: State, who: CombatantId) -> list[Reach]:
    """The longest weapon in hand, in map inches, and what movement there is left this round."""
    unit = hundredths(str(option(state, "range_unit_inches")))
    longest = [mode.reach for weapon in in_hand(state, who) for mode in weapon.modes if mode.use == MELEE]
    found = [Reach("reach", "hand to hand", max(longest) * unit)] if longest else []
    return [*found, Reach("move", "movement", far(state, who, alert=now(state, who).alert).result)]


def apart(state: State, one: CombatantId, other: CombatantId) -> int:
    """How far two are from each other on the map; the range of the pair is another matter (DEW.R2a)."""
    return between(state.combatants[one].place, state.combatants[other].place)
