"""Moves, closing, charges and flight: where combatants go, and what contact means."""

from rules.kernel import events as e
from rules.kernel.battlefield import (
    compute_stride,
    find_place_away,
    find_place_toward,
    measure_between,
    measure_distance,
    to_feet,
)
from rules.kernel.deeds import Deed
from rules.kernel.procedure import Table
from rules.kernel.state import Combatant, State
from rules.kernel.terms import SEGMENTS, CombatantId, Place
from rules.procedures.adnd.deed_types import Move
from rules.procedures.adnd.moments import Telling, as_begun
from rules.procedures.adnd.orders.avoid import Flight
from rules.procedures.adnd.orders.walking import BESIDE
from rules.procedures.adnd.procedure import as_adnd, get_citations
from rules.procedures.adnd.saves import describe_changes


def move(table: Table, deed: Move, clauses: tuple[str, ...], segments: int = SEGMENTS) -> Telling:
    """Move as far as the segments allow: to a place, or beside the opponent closed with.

    Two combatants who close with each other in one moment meet on the way.
    """
    state = as_begun(table)
    me = state.combatants[deed.who]
    own = as_adnd(table.ruleset)
    far = compute_stride(state, me) * min(segments, deed.segments, own.count_segments_to_move(state, deed))
    if deed.to is not None:
        goal = find_place_toward(me.place, deed.to, far)
        feet = to_feet(measure_between(me.place, goal))
        yield e.Moved(who=me.id, to=goal, feet=feet, working=describe_pace(me), clauses=clauses, segment=deed.number)
        return
    target = deed.targets[0]
    gap, share_of_other = measure_distance(state, me.id, target), 0
    if (other := find_closing_deed(state, deed)) is not None:
        pace_of_other = compute_stride(state, state.combatants[target])
        pace_of_other *= min(segments, own.count_segments_to_move(state, other))
        far, share_of_other = (
            compute_share_of_way(gap - BESIDE, far, pace_of_other),
            compute_share_of_way(gap - BESIDE, pace_of_other, far),
        )
    goal, covered = compute_approach(state, me, target, BESIDE, far)
    near = gap - covered - share_of_other <= state.setting.inch
    yield e.Moved(
        who=me.id,
        to=goal,
        feet=to_feet(covered),
        closes=target if near else "",
        working=describe_pace(me),
        clauses=clauses,
        segment=deed.number,
    )
    yield from shorten_ruled_range(table.state, me, target, covered)


def describe_pace(me: Combatant) -> str:
    """Return a combatant's movement with what effects add, in inches; "" for nothing."""
    changed = describe_changes(me, "movement")
    return f'movement {float(me.movement):g}" ({changed})' if changed else ""


def find_closing_deed(state: State, deed: Deed) -> Deed | None:
    """Return the deed of an opponent that closes with a combatant who closes with it.

    Both close in the same moment. None where there is no such deed.
    """
    closing = (other for other in state.acting if isinstance(other, Move) and other.to is None)
    return next((other for other in closing if other.who in deed.targets and deed.who in other.targets), None)


def compute_share_of_way(gap: int, far: int, far_of_other: int) -> int:
    """Return how much of a gap a combatant covers before meeting another who comes as well.

    Each comes at their own pace; all are in hundredths of a foot. A share is rounded up: the two shares fill the gap.
    """
    gap = max(0, gap)
    return far if far + far_of_other <= gap else -(-gap * far // (far + far_of_other))


def compute_approach(state: State, me: Combatant, target: CombatantId, stop: int, far: int) -> tuple[Place, int]:
    """Return where an approach leads, and how far that is in hundredths of a foot.

    It goes up to ``far`` towards the target, and stops ``stop`` short of it.
    """
    gap = measure_distance(state, me.id, target)
    covered = min(far, max(0, gap - stop))
    other = state.combatants[target]
    return find_place_toward(me.place, other.place, covered), covered


def shorten_ruled_range(state: State, me: Combatant, target: CombatantId, covered: int) -> Telling:
    """Shrink a range ruled between two combatants as one goes towards the other."""
    for one, other in ((me.id, target), (target, me.id)):
        known = state.combatants[one].ranges.get(other)
        if known is not None and covered:
            yield e.Ruled(who=one, what="range", old=known, new=[other, known - covered])


def avoid(table: Table, deed: Flight, clauses: tuple[str, ...]) -> Telling:
    """Flee, fall back, disengage (straight away from the nearest foe), or surrender."""
    state = as_begun(table)
    me = state.combatants[deed.who]
    if deed.order.way == "surrender":
        yield e.Surrendered(who=me.id, clauses=clauses, segment=deed.number)
        return
    far = compute_stride(state, me) * as_adnd(table.ruleset).count_segments_to_move(state, deed)
    goal = find_place_away_from_foes(state, deed, far if deed.order.way == "flee" else far // 2)
    yield e.Fled(
        who=me.id,
        to=goal,
        feet=to_feet(measure_between(me.place, goal)),
        manner=deed.order.way,
        working=describe_pace(me),
        clauses=clauses,
        segment=deed.number,
    )


def step_away(table: Table, deed: Flight, clauses: tuple[str, ...]) -> Telling:
    """Flee for one segment, which does not lead out of reach."""
    state = as_begun(table)
    me = state.combatants[deed.who]
    goal = find_place_away_from_foes(state, deed, compute_stride(state, me))
    feet = to_feet(measure_between(me.place, goal))
    yield e.Moved(who=me.id, to=goal, feet=feet, working=describe_pace(me), clauses=clauses, segment=deed.number)


def relocate(table: Table, who: CombatantId, to: Place, clauses: tuple[str, ...], segment: int | None) -> Telling:
    """Put a combatant at a place by magic, across anything that lies between.

    Neither the reach of foes nor a movement rate holds it back.
    """
    far = to_feet(measure_between(table.state.combatants[who].place, to))
    yield e.Moved(who=who, to=to, feet=far, relocated=True, clauses=clauses, segment=segment)


def find_place_away_from_foes(state: State, deed: Flight, far: int) -> Place:
    """Return where giving way leads, up to ``far`` hundredths of a foot.

    It leads to the place named, else straight away from the nearest foe who is not hidden. Of several foes who are
    equally near it leads away from the middle between them.
    """
    me = state.combatants[deed.who]
    foes = [each for each in state.list_foes(me.id) if each.present and not each.hidden]
    if deed.order.to is not None:
        return find_place_toward(me.place, deed.order.to, far)
    if not foes:
        return me.place
    gap = min(measure_between(me.place, each.place) for each in foes)
    near = [each.place for each in foes if measure_between(me.place, each.place) == gap]
    # The sum of the ways to them leads to the middle between them: nothing is rounded.
    x, y = me.place
    return find_place_away(
        me.place, (x + sum(each[0] - x for each in near), y + sum(each[1] - y for each in near)), far
    )


def compute_charge_penalty(table: Table, who: CombatantId) -> tuple[int, tuple[str, ...]]:
    """Return what a charge costs in armor class, and by which clause.

    It costs the dexterity bonus, else one class, never past 10.
    """
    stat_block = table.state.combatants[who].stat_block
    if not as_adnd(table.ruleset).charging.is_charger_exposed(table.state):
        return 0, get_citations(table).charge_uncounted
    if stat_block.defence.armor_class_dexterity < 0:
        return -stat_block.defence.armor_class_dexterity, get_citations(table).charger_no_dexterity
    if stat_block.defence.armor_class >= 10:
        return 0, get_citations(table).charger_worst
    return 1, get_citations(table).charger_worse
