"""The outcome of an order, in words, before it is given: distance, reach, arrival.

It is computed from what the combatant's player was shown. Whatever others order may change it.
"""

from collections.abc import Callable
from fractions import Fraction

from rules.kernel.battlefield import (
    compute_contact_segment,
    compute_stride,
    find_range_band,
    is_in_melee_distance,
    measure_between,
    measure_distance,
    to_feet,
)
from rules.kernel.state import Combatant, Declaration, State
from rules.kernel.terms import HUNDREDTHS, SEGMENTS, CombatantId
from rules.procedures.adnd.declaration_types import (
    Cast,
    ChargeAt,
    ChargeTo,
    ClosesInstead,
    CloseWith,
    MoveTo,
    Shoot,
    Strike,
)

Pace = Callable[[State, CombatantId], Fraction]

BESIDE = 5 * HUNDREDTHS
"""The distance from its opponent at which a combatant who closes stops, in hundredths of a foot."""

BANDS = ("short range", "medium range", "long range", "out of range")


def foresee_order(state: State, order: Declaration, pace: Pace, unit: str) -> str:
    """Return an order in words: "11 ft away: you arrive and strike in segment 4".

    ``pace`` returns the hundredths of a foot that a charge covers in a segment, ``unit`` is the name of a segment.
    """
    if isinstance(order, ChargeTo | MoveTo) and order.to is not None:
        return _foresee_way(state, order, pace(state, order.who), unit)
    if not order.targets or order.targets[0] == order.who or order.targets[0] not in state.combatants:
        return ""
    me, gap = state.combatants[order.who], measure_distance(state, order.who, order.targets[0])
    outcome = ""
    match order:
        case ChargeAt():
            outcome = _foresee_charge(me, gap, order.weapon, pace(state, me.id), unit)
        case CloseWith():
            outcome = _foresee_closing(state, me, gap)
        case Strike() if is_in_melee_distance(state, me.id, order.targets[0]):
            outcome = "within reach"
        case Strike() if order.has(ClosesInstead):
            outcome = f"out of reach, so {_foresee_closing(state, me, gap)}, and do not strike this round"
        case Strike():
            outcome = "out of reach"
        case Shoot():
            outcome = _foresee_shot(state, me, gap, order.weapon)
        case Cast():
            spell = me.spell(order.spell)
            far = (
                spell is not None and spell.range is not None and gap * 100 > max(spell.range, 50) * state.setting.inch
            )
            outcome = "out of range" if far else ""
    return f"{to_feet(gap)} ft away{f': {outcome}' if outcome else ''}"


def _foresee_charge(me: Combatant, gap: int, weapon: str, pace: Fraction, unit: str) -> str:
    held = me.weapon(weapon) or me.weapon(me.in_hand)
    segment = compute_contact_segment(gap, held.length if held is not None else 0, pace)
    return f"you arrive and strike in {unit} {segment}" if segment <= SEGMENTS else "too far to arrive this round"


def _foresee_way(state: State, order: ChargeTo | MoveTo, pace: Fraction, unit: str) -> str:
    """Return what a charge or a move to a place comes to: "60 ft away: you arrive in segment 3"."""
    me, to = state.combatants[order.who], order.to or state.combatants[order.who].place
    gap = measure_between(me.place, to)
    if isinstance(order, ChargeTo):
        segment, far = compute_contact_segment(gap, 0, pace), int(pace * SEGMENTS)
        outcome = f"you arrive in {unit} {segment}"
    else:
        far, outcome = compute_stride(state, me) * SEGMENTS, "you arrive this round"
    if gap > far:
        outcome = f"you come within {to_feet(gap - far)} ft of it this round"
    return f"{to_feet(gap)} ft away: {outcome}"


def _foresee_closing(state: State, me: Combatant, gap: int) -> str:
    left = gap - BESIDE - compute_stride(state, me) * SEGMENTS
    return "you close in this round" if left <= 0 else f"you come within {to_feet(left + BESIDE)} ft this round"


def _foresee_shot(state: State, me: Combatant, gap: int, weapon: str) -> str:
    held = me.weapon(weapon)
    return BANDS[find_range_band(state, gap, held.missile.ranges)] if held is not None and held.missile else ""


def _is_too_far(state: State, me: Combatant, gap: int, spell: str) -> bool:
    """Return whether a target is beyond a spell's range, and too far to be touched."""
    found = me.spell(spell)
    if found is None or found.range is None:
        return False
    return gap > max(found.range * state.setting.inch // 100, state.setting.inch)
