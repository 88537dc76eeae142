"""How far a combatant strikes, goes and shoots on the map, and how far two are apart on it: hundredths of an inch."""

from fractions import Fraction

from rules.battlefield import Reach, between
from rules.dew.movement import reach_on_foot
from rules.dew.terms import MELEE, now, option
from rules.dew.weapons import in_hand
from rules.state import State
from rules.terms import HUNDREDTHS, CombatantId


def reaches(state: State, who: CombatantId) -> list[Reach]:
    """The longest weapon in hand, in map inches, and what movement there is left this round."""
    unit = Fraction(str(option(state, "range_unit_inches"))) * HUNDREDTHS
    longest = [mode.reach for weapon in in_hand(state, who) for mode in weapon.modes if mode.use == MELEE]
    found = [Reach("reach", "hand to hand", int(max(longest) * unit))] if longest else []
    return [*found, Reach("move", "movement", reach_on_foot(state, who, alert=now(state, who).alert))]


def apart(state: State, one: CombatantId, other: CombatantId) -> int:
    """How far two are from each other on the map; the range of the pair is another matter (DEW.R2a)."""
    return between(state.combatants[one].place, state.combatants[other].place)
