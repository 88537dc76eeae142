"""VI and VII.D: the numbers that deeds of ADDICT go by: initiative, nominal segments, speed factors."""

from rules.adnd.deeds import is_closing
from rules.figure import Weapon
from rules.state import Deed, State
from rules.terms import CombatantId


def die_of(state: State, who: CombatantId) -> int:
    """The initiative die a figure's side (or a spectator himself) rolled, unadjusted."""
    each = state.combatants[who]
    if each.figure.initiative_die != 6 and who in state.initiative:
        return state.initiative[who]
    return state.initiative.get(each.side, 0)


def initiative(state: State, who: CombatantId, missile: bool) -> int:
    """The number side order goes by: missile users have their own adjusted one (VI.A.dex)."""
    return state.initiative.get(who, die_of(state, who)) if missile else die_of(state, who)


def nominal(state: State, who: CombatantId, target: CombatantId) -> int:
    """The segment an ordinary deed is said to fall in: the die of its target's side, else the highest opposing one."""
    side = state.combatants[who].side
    if target and state.combatants[target].side != side:
        return die_of(state, target)
    opposing = [state.initiative.get(other, 0) for other in state.sides if other != side]
    return max(opposing, default=1) or 1


def speed_factor(state: State, deed: Deed) -> int | None:
    """The speed factor of the weapon a blow is struck with, if it has one."""
    weapon: Weapon | None = state.combatants[deed.who].weapon(deed.weapon)
    return weapon.speed_factor if weapon is not None and deed.kind == "melee" else None


def speeds_decide(state: State, a: Deed, b: Deed) -> bool:
    """D.1 and D.3: dice tied, both melee with speed factors, equal parity of routines, nobody closing or charging."""
    return (
        a.kind == b.kind == "melee"
        and a.initiative == b.initiative
        and not a.held_for
        and not b.held_for
        and (a.routines - b.routines) % 2 == 0
        and speed_factor(state, a) is not None
        and speed_factor(state, b) is not None
        and not is_closing(state, a.who)
        and not is_closing(state, b.who)
    )


def bonus_blows(lower: int, higher: int) -> tuple[int, int]:
    """D.2: how often the faster strikes before the slower, and how often more together with him."""
    difference = higher - lower
    if difference >= 10:
        return 2, 1
    if difference > 0 and (difference >= 2 * lower or difference >= 5):
        return 2, 0
    return 1, 0
