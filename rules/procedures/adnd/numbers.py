"""Numbers that order deeds: a side's die, nominal segments, routines, speed factors."""

from fractions import Fraction
from math import ceil, floor

from rules.kernel.deeds import Declaration, Deed
from rules.kernel.perception import is_side_seen
from rules.kernel.stat_block import Weapon
from rules.kernel.state import Combatant, State
from rules.kernel.terms import CombatantId
from rules.procedures.adnd.deed_types import Blow, Shot, Turning
from rules.procedures.adnd.orders.base import list_steps
from rules.procedures.adnd.orders.device import HandleDevice
from rules.procedures.adnd.orders.spell import Cast
from rules.procedures.adnd.orders.wait import Await

HASTED = "hasted"
"""The condition of haste, which doubles attack routines even where it says nothing of numbers."""


def get_initiative_die(state: State, who: CombatantId) -> int:
    """Return the unadjusted initiative die of a combatant's side, or its own if it has one."""
    stat_block = state.combatants[who].stat_block
    if stat_block.attack.initiative_die != 6 and who in state.initiative:
        return state.initiative[who]
    return state.initiative.get(stat_block.side, 0)


def is_tied(state: State, deed: Deed) -> bool:
    """Return whether the doer's side and another rolled the same.

    That makes the general order simultaneous. Nobody ties with those who have never been perceived.
    """
    die, side = get_initiative_die(state, deed.who), state.combatants[deed.who].side
    if die and list(state.initiative.values()).count(die) < 2:
        return False
    return any(
        each.met and each.stat_block.side != side and get_initiative_die(state, who) == die
        for who, each in state.combatants.items()
    )


def compute_nominal_segment(state: State, who: CombatantId, target: CombatantId) -> int:
    """Return the nominal segment of an ordinary deed.

    It is the die of the target's side, else the highest of the opposing sides that have been seen.
    """
    side = state.combatants[who].side
    if target and state.combatants[target].side != side:
        return get_initiative_die(state, target)
    opposing = [state.initiative.get(other, 0) for other in state.sides if other != side and is_side_seen(state, other)]
    return max(opposing, default=1) or 1


def list_casters_attacked(state: State, attack: Deed) -> list[CombatantId] | None:
    """Return the casters who are targets of an attack that has not won; None for other deeds.

    Such an attack falls on the segment of the caster's die, no matter what else its doer does in the round.
    """
    if not isinstance(attack, (Blow, Shot, Turning)):
        return None
    found = [
        who for who in attack.targets if is_casting(state, who) and attack.initiative <= get_initiative_die(state, who)
    ]
    return found or None


def is_casting(state: State, who: CombatantId) -> bool:
    """Return whether a combatant has declared a spell for this round, or a timed device.

    A timed device has an activation time.
    """
    declared = state.declared.get(who)
    if declared is None or isinstance(declared, Await):
        return False
    return any(isinstance(step, Cast) or _is_timed(state, who, step) for step in list_steps(declared))


def _is_timed(state: State, who: CombatantId, step: Declaration) -> bool:
    known = state.combatants[who].device(step.device) if isinstance(step, HandleDevice) else None
    return known is not None and known.activation is not None


def get_speed_factor(state: State, deed: Deed) -> int | None:
    """Return the speed factor of the weapon of a blow; None where it has none."""
    if not isinstance(deed, Blow):
        return None
    weapon: Weapon | None = state.combatants[deed.who].weapon(deed.weapon)
    return weapon.speed_factor if weapon is not None else None


def count_routines_at_rate(me: Combatant, rate: Fraction, round: int, phase: str = "odd") -> int:
    """Return the attack routines in a round at a rate.

    Haste doubles the rate, and a half counts in odd (or even) rounds. A lesser part counts in the rounds that complete
    a whole.
    """
    if me.conditions or me.stat_block.attack.hasted:
        rate *= compute_rate_factor(me)
    if rate.denominator == 1:
        return rate.numerator
    whole = ceil if phase == "odd" else floor
    return whole(rate * round) - whole(rate * (round - 1))


def compute_rate_factor(me: Combatant) -> Fraction:
    """Return the number by which effects multiply a combatant's attack routines.

    Haste doubles them. It counts once, and any other effect that changes them counts beside it.
    """
    hasted = me.stat_block.attack.hasted
    factor = Fraction(2 if hasted else 1)
    for condition in me.conditions:
        if not (hasted and condition.name == HASTED):
            found = [1 + change.by for change in condition.changes if change.what == "routines"]
            for each in found or ([2] if condition.name == HASTED else []):
                factor *= max(0, each)
    return factor


def count_bonus_blows(lower: int, higher: int) -> tuple[int, int]:
    """Return the faster weapon's blows before the slower's, and those together with it (DMG 66)."""
    difference = higher - lower
    if difference >= 10:
        return 2, 1
    if difference > 0 and (difference >= 2 * lower or difference >= 5):
        return 2, 0
    return 1, 0
