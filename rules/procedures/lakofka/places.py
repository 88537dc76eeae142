"""Places after declared steps: later steps are built and counted from where others end."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.kernel.battlefield import (
    compute_stride,
    find_place_away,
    find_place_toward,
    is_in_melee_distance,
    measure_between,
    measure_distance,
    relocate_combatant,
)
from rules.kernel.deeds import Declaration
from rules.kernel.registry import get_ruleset
from rules.kernel.state import Combatant, State, with_combatant
from rules.kernel.terms import SEGMENTS, CombatantId, Place
from rules.procedures.adnd.movement import compute_approach
from rules.procedures.adnd.orders.avoid import Avoid
from rules.procedures.adnd.orders.base import Go
from rules.procedures.adnd.orders.charge import ChargeAt, ChargeTo, list_chargers_at
from rules.procedures.adnd.orders.device import UseDevice
from rules.procedures.adnd.orders.move import CloseWith, MoveTo
from rules.procedures.adnd.orders.spell import Cast
from rules.procedures.adnd.orders.strike import Strike
from rules.procedures.adnd.orders.walking import BESIDE
from rules.procedures.adnd.orders.weapons import get_weapon_length
from rules.procedures.adnd.procedure import as_adnd


def find_goal(state: State, me: Combatant, step: Go) -> tuple[Place, int]:
    """Return the goal of a move or a closing, and the distance in hundredths of a foot."""
    far = compute_stride(state, me) * SEGMENTS
    if isinstance(step, ChargeTo):
        far = int(as_adnd(get_ruleset(state.ruleset)).charging.get_pace(state, me.id) * SEGMENTS)
    if isinstance(step, MoveTo | ChargeTo) and step.to is not None:
        goal = find_place_toward(me.place, step.to, far)
        return goal, measure_between(me.place, goal)
    if not step.targets:
        return me.place, 0
    return compute_approach(state, me, step.targets[0], BESIDE, far)


def find_flight_goal(state: State, me: Combatant, step: Avoid) -> tuple[Place, int]:
    """Return the goal of a flight, and the distance in hundredths of a foot.

    It is half as far for a combatant who does not flee outright.
    """
    far = compute_stride(state, me) * (SEGMENTS if step.avoid == "flee" else SEGMENTS // 2)
    goal = (
        find_place_toward(me.place, step.to, far) if step.to is not None else find_place_away(me.place, me.place, far)
    )
    return goal, measure_between(me.place, goal)


def move_by_steps(state: State, who: CombatantId, steps: Sequence[Declaration]) -> State:
    """Return the state with the combatant where these steps end, if nothing stops them."""
    for step in steps:
        state = _move_by_step(state, state.combatants[who], step)
    return state


def move_all_by_steps(state: State, steps: Mapping[CombatantId, Sequence[Declaration]]) -> State:
    """Return the state with combatants where their steps end, if nothing stops them.

    Each is reckoned from where the others stand now, so the order in which they have declared makes no difference.
    """
    after = state
    for who, several in steps.items():
        moved = move_by_steps(state, who, several)
        for id, each in moved.combatants.items():
            before, now = state.combatants[id], after.combatants[id]
            if each.ranges != before.ranges:
                after = with_combatant(after, id, ranges=_add_changes(now.ranges, before.ranges, each.ranges))
        after = with_combatant(after, who, place=moved.combatants[who].place)
    return after


def _add_changes(
    ranges: Mapping[CombatantId, int], before: Mapping[CombatantId, int], after: Mapping[CombatantId, int]
) -> dict[CombatantId, int]:
    """Return ranges with what has changed, without those that no longer hold."""
    return {other: far - before[other] + after[other] for other, far in ranges.items() if other in after}


def _move_by_step(state: State, me: Combatant, step: Declaration) -> State:
    found = next((_ENDS[kind] for kind in type(step).__mro__ if kind in _ENDS), None)
    return found(state, me, step) if found is not None else state


def _end_flight(state: State, me: Combatant, step: Avoid) -> State:
    return with_combatant(state, me.id, place=find_flight_goal(state, me, step)[0]) if is_leg(step) else state


def _end_charge(state: State, me: Combatant, step: ChargeAt) -> State:
    stop = min(get_weapon_length(me, step.weapon), state.setting.inch)
    return _move_beside(state, me, step.targets[0], stop, measure_distance(state, me.id, step.targets[0]))


def _end_closing(state: State, me: Combatant, step: CloseWith) -> State:
    return _move_beside(state, me, step.targets[0], BESIDE, compute_stride(state, me) * SEGMENTS)


def _end_move(state: State, me: Combatant, step: Go) -> State:
    return with_combatant(state, me.id, place=find_goal(state, me, step)[0])


def _end_relocation(state: State, me: Combatant, step: Cast | UseDevice) -> State:
    magic = me.spell(step.spell) if isinstance(step, Cast) else me.device(step.device)
    lands = step.to if magic is not None and magic.relocation else None
    return relocate_combatant(state, me.id, lands) if lands is not None else state


_ENDS: Mapping[type, Callable[[State, Combatant, Any], State]] = {
    Avoid: _end_flight,
    Cast: _end_relocation,
    UseDevice: _end_relocation,
    CloseWith: _end_closing,
    ChargeAt: _end_charge,
    Go: _end_move,
}
"""The state where a step ends, by the nearest class of those that lead to another place."""


def _move_beside(state: State, me: Combatant, target: CombatantId, stop: int, far: int) -> State:
    """Return the state with the combatant up to ``far`` nearer to its target.

    ``far`` and ``stop`` are in hundredths of a foot. A range that the DM has ruled shrinks by the same distance.
    """
    goal, covered = compute_approach(state, me, target, stop, far)
    state = with_combatant(state, me.id, place=goal)
    for one, other in ((me.id, target), (target, me.id)):
        ranges = state.combatants[one].ranges
        if other in ranges:
            state = with_combatant(state, one, ranges={**ranges, other: ranges[other] - covered})
    return state


def put_within_reach(state: State, who: CombatantId, steps: Sequence[Declaration], at: int) -> State:
    """Return the state in which a blow after a leg of movement is built as a blow.

    For this its target counts as within reach: a blow out of reach would be built as closing. A combatant who has moved
    already does not get a second round's movement by that. The blow is lost if its target is out of reach in its
    segment.
    """
    step = steps[at]
    if not isinstance(step, Strike) or not any(is_leg(each) for each in steps[:at]):
        return state
    target = step.targets[0]
    if is_in_melee_distance(state, who, target) or target in list_chargers_at(state, who):
        return state
    return with_combatant(state, who, ranges={**state.combatants[who].ranges, target: 0})


def is_leg(step: Declaration) -> bool:
    """Return whether a step takes its combatant to another place on foot."""
    return isinstance(step, Go) or (isinstance(step, Avoid) and step.avoid != "surrender")
