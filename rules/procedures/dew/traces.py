"""Traces: all move at the same time, each along a path drawn in secret (Dew 3.1 and 3.2).

Time runs from 0 to 1 for all alike. At time t a mover has walked its allowance times t, or to the end of its path
(DEW.3.1g). The fractions of the text are kept as points of this one time (DEW.3.2.1e). So the whole of a movement is
what was drawn, who has ended and when: a `Walk`. All positions follow from it and are never stored.

Places are whole hundredths of the unit; times and lengths are Fractions. Nothing is rounded on the way. A place that is
handed out is rounded to the nearest hundredth, and a distance is rounded down.

Two square roots remain. The length of a straight piece is taken once (`paths`). The moment at which two combatants come
within a distance is exact if it is rational. Otherwise it is the first whole billionth of the time at which they are
that near (`find_meeting_time`).

A movement phase in outline::

    walk = begin(traces)
    while still := list_moving(walk):
        walk, step = go_on(walk, {who: end, as a time, for who in still})
        ...  # those of step.enders may act; walk = end(walk, who) if somebody is knocked out
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from math import isqrt

from rules.kernel.frozen import frozen
from rules.kernel.terms import CombatantId, Place
from rules.procedures.dew import distance_run
from rules.procedures.dew.distance_run import Course, Ended, Trace, Walk
from rules.procedures.dew.paths import Point, compute_squared_distance, find_nearest_place, measure_length

INCH = 100
"""Hundredths of an inch in an inch of Dew's movement."""

CHASE = 2 * INCH
"""Movement that a chase costs, in hundredths of an inch (DEW.3.1c)."""

__all__ = [
    "MoveAllowance",
    "Ended",
    "TraceFault",
    "Meeting",
    "Step",
    "Trace",
    "Walk",
    "build_allowance",
    "find_fault",
    "begin",
    "list_moving",
    "compute_end_after",
    "compute_end_within",
    "compute_fraction",
    "go_on",
    "end",
    "put",
    "find_place",
    "find_point",
    "find_gap",
    "compute_left",
    "list_meetings",
]


@frozen(slots=True)
class MoveAllowance:
    """The movement of a combatant in a round and how it was computed, in hundredths of an inch."""

    base: int
    """Movement before anything lessens it."""
    halved: bool
    blows: int
    """The number of blows, each of which costs an inch."""
    chase: int
    """The price of a chase; 0 without one."""
    result: int
    share: Fraction = Fraction(1)
    """The part that is left to a combatant on the ground."""


class TraceFault(StrEnum):
    """A fault of a drawn trace, by the code of its refusal."""

    START = "TRACE_START"
    TOO_LONG = "TRACE_TOO_LONG"
    CHASE_END = "CHASE_END"


@frozen(slots=True)
class Step:
    """One pass of the loop (DEW.3.2.1)."""

    time: Fraction
    """The time to which it led."""
    fraction: Fraction
    """The part of the remaining traces that was walked."""
    enders: tuple[CombatantId, ...]
    """Those who ended there."""
    places: tuple[tuple[CombatantId, Place], ...]
    """The place of everybody, in the order of the traces."""


@frozen(slots=True)
class Meeting:
    """The moment at which two come within a distance of each other, and their places then."""

    time: Fraction
    one: CombatantId
    other: CombatantId
    places: tuple[Place, Place]


def build_allowance(
    move: int, *, halved: bool, blows: int, chases: bool = False, share: Fraction = Fraction(1)
) -> MoveAllowance:
    """Return the movement after half (if any), an inch for each blow, and a chase; at least 0.

    ``move`` is in hundredths of an inch; a half hundredth is lost (DEW.3d to 3h, DEW.3.1c and l). A combatant on the
    ground has only a ``share`` of the result.
    """
    after = max(0, (move // 2 if halved else move) - blows * INCH)
    chase = CHASE if chases else 0
    return MoveAllowance(move, halved, blows, chase, int(max(0, after - chase) * share), share)


def find_fault(trace: Trace, start: Place, chased_at: Place | None = None) -> TraceFault | None:
    """Return what is wrong with a trace from ``start``, or None.

    A chase must lead to ``chased_at``, where the chased starts (DEW.3.1d). It may be longer than the allowance, and is
    then cut where that ends, or be drawn no further than that. Any other trace is no longer than the allowance
    (DEW.3.1b).
    """
    if not trace.corners or trace.corners[0] != start:
        return TraceFault.START
    if trace.chase is not None:
        cut = measure_length(trace.corners) + 1 >= trace.allowance
        return None if trace.corners[-1] == chased_at or cut else TraceFault.CHASE_END
    return TraceFault.TOO_LONG if measure_length(trace.corners) > trace.allowance else None


def begin(traces: Sequence[Trace]) -> Walk:
    """Return a movement about to start, each combatant at the start of its trace.

    A combatant that stands has a trace of one corner. So has a combatant that cannot move at all, so that others can
    chase or meet it. It is ended at once with `end`.

    Raises ValueError for a trace without corner, two traces of one combatant, or a negative allowance. The same holds
    for a chase of oneself, or of a combatant that has no trace.
    """
    names = [trace.who for trace in traces]
    for trace in traces:
        if not trace.corners or trace.allowance < 0:
            raise ValueError(f"the trace of {trace.who} has no corner or a negative allowance")
        if names.count(trace.who) > 1:
            raise ValueError(f"{trace.who} has two traces")
        if trace.chase is not None and (trace.chase == trace.who or trace.chase not in names):
            raise ValueError(f"{trace.who} cannot chase {trace.chase}")
    return Walk(tuple(traces))


def list_moving(walk: Walk) -> tuple[CombatantId, ...]:
    """Return those who have not ended their movement, in the order of the traces."""
    return tuple(trace.who for trace in walk.traces if distance_run.find_ending(walk, trace.who) is None)


def compute_end_after(walk: Walk, part: Fraction) -> Fraction:
    """Return the time at which a combatant ends after this part of its remaining trace.

    The part is from 0 to 1 (DEW.3.2.1e); else raises ValueError.
    """
    if not 0 <= part <= 1:
        raise ValueError(f"{part} is not a part of a trace: it lies from 0 to 1")
    return walk.time + part * (1 - walk.time)


def compute_end_within(walk: Walk, who: CombatantId, other: CombatantId, within: int) -> Fraction:
    """Return the first time from now at which a combatant is within a distance of another.

    ``within`` is in hundredths. Nobody is taken to end before. The time is 1, the end of the path, if it never comes so
    near (DEW.3.2.1g). Raises ValueError for a negative distance, or if both are the same.
    """
    if within < 0 or who == other:
        raise ValueError(f"{who} cannot come within {within} of {other}")
    met = find_meeting_time(distance_run.build_course(walk, who), distance_run.build_course(walk, other), within)
    return Fraction(1) if met is None else met


def compute_fraction(walk: Walk, time: Fraction) -> Fraction:
    """Return the part of the remaining traces before a time; 0 if nothing remains (DEW.3.2.1e)."""
    return (time - walk.time) / (1 - walk.time) if walk.time < 1 else Fraction(0)


def go_on(walk: Walk, ends: Mapping[CombatantId, Fraction]) -> tuple[Walk, Step]:
    """Play one pass: go on to the earliest end and end all who end there (DEW.3.2.1b-d).

    The others go as far. ``ends`` has the time of the end for everybody who still moves, if nobody else ended first.
    Raises ValueError if a time is missing, before now or after 1, or of somebody who does not move.
    """
    still = list_moving(walk)
    if not still or set(ends) != set(still):
        raise ValueError("an end is due for each who still moves, and for nobody else")
    if any(not walk.time <= time <= 1 for time in ends.values()):
        raise ValueError("an end lies between now and the end of the movement")
    time = min(ends.values())
    enders = tuple(who for who in still if ends[who] == time)
    after = replace(walk, time=time, ended=(*walk.ended, *(Ended(who, time) for who in enders)))
    places = tuple((trace.who, find_place(after, trace.who)) for trace in walk.traces)
    return after, Step(time, compute_fraction(walk, time), enders, places)


def end(walk: Walk, who: CombatantId) -> Walk:
    """End a combatant's movement here and now, since it was knocked out (DEW.3.2.2e).

    Nothing changes if it had ended already.
    """
    if distance_run.find_ending(walk, who) is not None:
        return walk
    return replace(walk, ended=(*walk.ended, Ended(who, walk.time)))


def put(walk: Walk, who: CombatantId, at: Place) -> Walk:
    """End a combatant's movement at the place where the DM put it.

    Those who follow it follow along the path that it walked before.
    """
    others = tuple(each for each in walk.ended if each.who != who)
    before = distance_run.find_ending(walk, who)
    return replace(walk, ended=(*others, Ended(who, before.time if before else walk.time, at)))


def find_place(walk: Walk, who: CombatantId, time: Fraction | None = None) -> Place:
    """Return the place of a combatant now or at a time, to the nearest hundredth.

    For a later time, nobody else is taken to end before.
    """
    return find_nearest_place(find_point(walk, who, time))


def find_point(walk: Walk, who: CombatantId, time: Fraction | None = None) -> Point:
    """Return the exact point of a combatant now or at a time."""
    return distance_run.find_point(walk, who, walk.time if time is None else time)


def find_gap(walk: Walk, one: CombatantId, other: CombatantId, time: Fraction | None = None) -> int:
    """Return the distance of two combatants in hundredths, rounded down.

    It is taken from their exact points, not from rounded places.
    """
    gap = compute_squared_distance(find_point(walk, one, time), find_point(walk, other, time))
    return distance_run.compute_root(gap)


def compute_left(walk: Walk, who: CombatantId) -> Fraction:
    """Return the hundredths of its allowance that a combatant has left: 0 once it has ended."""
    if distance_run.find_ending(walk, who) is not None:
        return Fraction(0)
    return distance_run.get_trace(walk, who).allowance * (1 - walk.time)


def list_meetings(walk: Walk, until: Fraction, within: int) -> tuple[Meeting, ...]:
    """Return who comes within so many hundredths of each other until a time, earliest first.

    Each pair is named once, for the first time after now. Two who are that near already do not meet. Nobody is taken to
    end before.
    """
    courses = {trace.who: distance_run.build_course(walk, trace.who) for trace in walk.traces}
    names = list(courses)
    met = []
    for at, one in enumerate(names):
        for other in names[at + 1 :]:
            time = find_meeting_time(courses[one], courses[other], within)
            if time is not None and walk.time < time <= until:
                met.append(Meeting(time, one, other, (find_place(walk, one, time), find_place(walk, other, time))))
    return tuple(sorted(met, key=lambda each: each.time))


# The first time at which two who move along straight pieces come within a distance.


TICKS = 1_000_000_000
"""The parts of the time (0 to 1) to which a moment is rounded up if no Fraction gives it exactly."""


def find_meeting_time(one: Course, other: Course, within: int) -> Fraction | None:
    """Return when two courses are first at most ``within`` hundredths apart; None if never.

    The time is exact if it is rational. Otherwise it is the first whole billionth at which they are that near. If they
    pass between two billionths, it is the moment at which they are nearest. At the time returned they are always that
    near.
    """
    square = Fraction(within * within)
    times = sorted(dict.fromkeys(time for course in (one, other) for time, _ in course))
    before = _compute_gap(one, other, times[0])
    if _compute_square(before) <= square:
        return times[0]
    for start, stop in itertools.pairwise(times):
        after = _compute_gap(one, other, stop)
        part = _find_entry(before, after, square)
        if part is not None:
            return _compute_moment(start, stop, before, after, part, square)
        before = after
    return None


Nearest = tuple[Fraction, Fraction | None]
"""The part of a piece (0 to 1) at which two are nearest, then that at which they come near enough, if it is rational.
"""


def _find_entry(before: Point, after: Point, square: Fraction) -> Nearest | None:
    """Return where on a piece two who start too far apart come near enough; None if nowhere."""
    change = (after[0] - before[0], after[1] - before[1])
    a, b = _compute_square(change), 2 * (before[0] * change[0] + before[1] * change[1])
    if a == 0 or b >= 0:
        return None
    nearest = min(Fraction(1), -b / (2 * a))
    if _compute_square(_interpolate(before, after, nearest)) > square:
        return None
    root = _compute_exact_root(b * b - 4 * a * (_compute_square(before) - square))
    return nearest, None if root is None else (-b - root) / (2 * a)


def _compute_moment(
    start: Fraction, stop: Fraction, before: Point, after: Point, found: Nearest, square: Fraction
) -> Fraction:
    nearest, exact = found
    if exact is not None:
        return start + (stop - start) * exact
    low, high = (start * TICKS).__floor__(), ((start + (stop - start) * nearest) * TICKS).__floor__()
    if low == high or not _is_near(Fraction(high, TICKS), start, stop, before, after, square):
        return start + (stop - start) * nearest
    while high - low > 1:
        middle = (low + high) // 2
        if _is_near(Fraction(middle, TICKS), start, stop, before, after, square):
            high = middle
        else:
            low = middle
    return Fraction(high, TICKS)


def _is_near(time: Fraction, start: Fraction, stop: Fraction, before: Point, after: Point, square: Fraction) -> bool:
    return time > start and _compute_square(_interpolate(before, after, (time - start) / (stop - start))) <= square


def _compute_gap(one: Course, other: Course, time: Fraction) -> Point:
    a, b = _find_point(one, time), _find_point(other, time)
    return b[0] - a[0], b[1] - a[1]


def _find_point(course: Course, time: Fraction) -> Point:
    for (start, before), (stop, after) in itertools.pairwise(course):
        if time <= stop:
            return _interpolate(before, after, (time - start) / (stop - start))
    return course[-1][1]


def _interpolate(before: Point, after: Point, part: Fraction) -> Point:
    return before[0] + (after[0] - before[0]) * part, before[1] + (after[1] - before[1]) * part


def _compute_square(vector: Point) -> Fraction:
    return compute_squared_distance(vector, (Fraction(0), Fraction(0)))


def _compute_exact_root(number: Fraction) -> Fraction | None:
    up, down = isqrt(number.numerator), isqrt(number.denominator)
    exact = up * up == number.numerator and down * down == number.denominator
    return Fraction(up, down) if exact else None
