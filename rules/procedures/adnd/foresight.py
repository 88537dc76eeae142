"""The outcome of an order, in words, before it is given: distance, reach, arrival.

It is computed from what the combatant's player was shown. Whatever others order may change it.
"""

from collections.abc import Callable
from dataclasses import replace
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
from rules.kernel.foresight import UNKNOWN, Foresight
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


def foresee_order(state: State, order: Declaration, pace: Pace, unit: str) -> Foresight:
    """Return an order in words: "11 ft away: you arrive and strike in segment 4".

    ``pace`` returns the hundredths of a foot that a charge covers in a segment, ``unit`` is the name of a segment.
    """
    if isinstance(order, ChargeTo | MoveTo) and order.to is not None:
        return Foresight(_foresee_way(state, order, pace(state, order.who), unit))
    if not order.targets or order.targets[0] == order.who or order.targets[0] not in state.combatants:
        return UNKNOWN
    me, gap = state.combatants[order.who], measure_distance(state, order.who, order.targets[0])
    found = UNKNOWN
    match order:
        case ChargeAt():
            found = _foresee_charge(me, gap, order.weapon, pace(state, me.id), unit)
        case CloseWith():
            found = _foresee_closing(state, me, gap)
        case Strike():
            found = _foresee_blow(state, order, me, gap)
        case Shoot():
            found = _foresee_shot(state, me, gap, order.weapon)
        case Cast() if _is_too_far(state, me, gap, order.spell):
            found = Foresight("out of range", "is out of range of the spell.", "cast anyway")
    return replace(found, words=f"{to_feet(gap)} ft away{f': {found.words}' if found.words else ''}")


def _foresee_charge(me: Combatant, gap: int, weapon: str, pace: Fraction, unit: str) -> Foresight:
    held = me.weapon(weapon) or me.weapon(me.in_hand)
    segment = compute_contact_segment(gap, held.length if held is not None else 0, pace)
    if segment > SEGMENTS:
        return Foresight("too far to arrive this round", "is too far to arrive this round.", "charge anyway")
    return Foresight(f"you arrive and strike in {unit} {segment}")


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


def _foresee_closing(state: State, me: Combatant, gap: int) -> Foresight:
    left = _measure_left(state, me, gap)
    if left <= 0:
        return Foresight("you close in this round")
    near = f"{to_feet(left + BESIDE)} ft this round"
    warning = f"is too far to reach this round. You would come within {near}."
    return Foresight(f"you come within {near}", warning, "move closer")


def _measure_left(state: State, me: Combatant, gap: int) -> int:
    """Return the part of the way that is left after a round of closing, in hundredths of a foot."""
    return gap - BESIDE - compute_stride(state, me) * SEGMENTS


def _foresee_blow(state: State, order: Strike, me: Combatant, gap: int) -> Foresight:
    if is_in_melee_distance(state, me.id, order.targets[0]):
        return Foresight("within reach")
    if not order.has(ClosesInstead):
        warning = "is out of reach. Your blow is lost unless it comes closer."
        return Foresight("out of reach", warning, "strike anyway")
    closing = _foresee_closing(state, me, gap).words
    warning = f"is out of reach. You would {closing.removeprefix('you ')}, and not strike."
    act = "close in" if _measure_left(state, me, gap) <= 0 else "move closer"
    return Foresight(f"out of reach, so {closing}, and do not strike this round", warning, act)


def _foresee_shot(state: State, me: Combatant, gap: int, weapon: str) -> Foresight:
    held = me.weapon(weapon)
    if held is None or not held.missile:
        return UNKNOWN
    words = BANDS[find_range_band(state, gap, held.missile.ranges)]
    return Foresight(words, "is out of range.", "shoot anyway") if words == BANDS[-1] else Foresight(words)


def _is_too_far(state: State, me: Combatant, gap: int, spell: str) -> bool:
    """Return whether a target is beyond a spell's range, and too far to be touched."""
    found = me.spell(spell)
    if found is None or found.range is None:
        return False
    return gap * 100 > max(found.range, 50) * state.setting.inch
