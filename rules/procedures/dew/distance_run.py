"""The distance that each has run at a time, and the point where that is, chases included.

A chaser walks its own path, the leg, to where the chased started. From there it goes along the path of the chased,
which may itself follow another's.

Outside a circle nobody passes the combatant that it follows. A chaser has run the lesser of its allowance, and of the
leg plus what the chased has run (DEW.3.1i).

Inside a circle, taken as it was drawn, that bound is dropped (DEW.3.1j). There a chaser runs freely until somebody
ahead of it has ended. Nobody can follow further than was walked (DEW.3.1k). A chaser that is further already stands
where it is.
"""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from math import isqrt

from rules.kernel.frozen import frozen
from rules.kernel.terms import CombatantId, Place
from rules.procedures.dew.paths import Point, find_point_along, measure_length, measure_turns

Knots = list[tuple[Fraction, Fraction]]
"""Hundredths run at a time, in straight lines between these knots; the first time is 0, the last 1."""

Course = list[tuple[Fraction, Point]]
"""The point of a combatant at a time, in straight lines between these entries."""


@frozen(slots=True)
class Trace:
    """The path that one combatant drew."""

    who: CombatantId
    corners: tuple[Place, ...]
    """Corners in hundredths of the unit; the combatant stands at the first."""
    allowance: int
    """The movement left to it, in hundredths, after everything that lessens it, a chase included."""
    chase: CombatantId | None = None
    """The combatant that it chases."""


@frozen(slots=True)
class Ended:
    """The end of one combatant's movement."""

    who: CombatantId
    time: Fraction
    at: Place | None = None
    """The place where the DM put it; None if the DM did not."""


@frozen(slots=True)
class Walk:
    """A movement under way: the traces drawn, the time, those who have ended."""

    traces: tuple[Trace, ...]
    time: Fraction = Fraction(0)
    ended: tuple[Ended, ...] = ()


def get_trace(walk: Walk, who: CombatantId) -> Trace:
    """Return the trace of one combatant. Raises KeyError if it has none."""
    for trace in walk.traces:
        if trace.who == who:
            return trace
    raise KeyError(who)


def find_ending(walk: Walk, who: CombatantId) -> Ended | None:
    """Return how one combatant ended, or None while it moves."""
    return next((each for each in walk.ended if each.who == who), None)


def find_followed(walk: Walk, who: CombatantId) -> CombatantId | None:
    """Return the combatant that this one follows after its own path, or None.

    It is the combatant that it chases, if its path leads to where the chased started.
    """
    trace = get_trace(walk, who)
    if trace.chase is None or trace.corners[-1] != get_trace(walk, trace.chase).corners[0]:
        return None
    return trace.chase


def find_circle(walk: Walk, who: CombatantId) -> tuple[CombatantId, ...]:
    """Return the circle of chases that a combatant is in; empty if it is in none.

    The combatant itself is first, and each stands before the combatant that it follows.
    """
    members = [who]
    while (following := find_followed(walk, members[-1])) is not None and following not in members:
        members.append(following)
    return tuple(members) if following == who else ()


def measure_run(walk: Walk, who: CombatantId, time: Fraction) -> Fraction:
    """Return the hundredths of its path that a combatant has run at a time."""
    ended = find_ending(walk, who)
    time = min(time, ended.time) if ended else time
    # What it would have run with nobody in its way; then the bound that the chased sets.
    free = get_trace(walk, who).allowance * time
    members = find_circle(walk, who)
    if members:
        limit = _compute_limits(walk, members).get(who)
        return free if limit is None else min(free, limit)
    chased = find_followed(walk, who)
    bound = measure_leg(walk, who) + (measure_run(walk, chased, time) if chased is not None else 0)
    return min(free, bound)


def measure_leg(walk: Walk, who: CombatantId) -> Fraction:
    """Return the length of the path that a combatant drew itself, in hundredths."""
    return measure_length(get_trace(walk, who).corners)


def find_point(walk: Walk, who: CombatantId, time: Fraction) -> Point:
    """Return the point of a combatant at a time."""
    ended = find_ending(walk, who)
    if ended and ended.at is not None and time >= ended.time:
        return Fraction(ended.at[0]), Fraction(ended.at[1])
    return _find_reached(walk, who, measure_run(walk, who, time))


def build_course(walk: Walk, who: CombatantId) -> Course:
    """Return a combatant's points from now to the end of the movement, if nobody else ends.

    It moves straight between these points.
    """
    knots = _build_knots(walk, who)
    times = [walk.time, *(time for time, _ in knots)]
    bends = _list_bends(walk, who, knots[-1][1])
    for distance in bends:
        times.extend(_list_times(knots, distance))
    later = sorted({time for time in times if time >= walk.time} | {Fraction(1)})
    return [(time, find_point(walk, who, time)) for time in later]


def compute_root(square: Fraction) -> int:
    """Return a square root, rounded down to a whole number."""
    return isqrt(square.__floor__())


def _find_reached(walk: Walk, who: CombatantId, distance: Fraction) -> Point:
    members = find_circle(walk, who)
    if members and (around := sum((measure_leg(walk, each) for each in members), Fraction(0))):
        distance %= around
    own, chased = measure_leg(walk, who), find_followed(walk, who)
    while chased is not None and distance > own:
        who, distance = chased, distance - own
        if not members and (members := find_circle(walk, who)):
            distance %= sum((measure_leg(walk, each) for each in members), Fraction(0)) or 1
        own, chased = measure_leg(walk, who), find_followed(walk, who)
    return find_point_along(get_trace(walk, who).corners, distance)


def _compute_limits(walk: Walk, members: tuple[CombatantId, ...]) -> dict[CombatantId, Fraction]:
    """Return how far each member of a circle can run once a member has ended.

    Empty for a circle in which nobody has ended. A circle of no length can be run nowhere.
    """
    legs = {who: measure_leg(walk, who) for who in members}
    if not any(legs.values()):
        return dict.fromkeys(members, Fraction(0))
    ended = {each.who: each.time for each in walk.ended if each.who in legs}
    limits: dict[CombatantId, Fraction] = {}
    for time in sorted(dict.fromkeys(ended.values())):
        # Each member's distance at this time; those that have ended run no further.
        here = {}
        for who in members:
            free = get_trace(walk, who).allowance * min(time, ended.get(who, time))
            here[who] = min(free, limits.get(who, free))
        standing = [who for who in members if who in ended and ended[who] <= time]
        limits.update({who: here[who] for who in standing})
        # Backwards from one that stands: a follower may run its own leg and as far as the one ahead of it.
        last = members.index(standing[0])
        ahead = standing[0]
        for who in reversed(members[last + 1 :] + members[:last]):
            if who not in standing:
                limits[who] = max(here[who], legs[who] + limits[ahead])
            ahead = who
    return limits


def _build_knots(walk: Walk, who: CombatantId) -> Knots:
    """Return the knots between which a combatant runs at an even speed."""
    trace, ended = get_trace(walk, who), find_ending(walk, who)
    free = Fraction(trace.allowance)
    members, chased = find_circle(walk, who), find_followed(walk, who)
    if members:
        limit = _compute_limits(walk, members).get(who, free)
        bound = [(Fraction(0), limit), (Fraction(1), limit)]
    elif chased is not None:
        own = measure_leg(walk, who)
        bound = [(time, own + distance) for time, distance in _build_knots(walk, chased)]
    else:
        own = measure_leg(walk, who)
        bound = [(Fraction(0), own), (Fraction(1), own)]
    times = [time for time, _ in bound]
    for (start, low), (stop, high) in itertools.pairwise(bound):
        before, after = free * start - low, free * stop - high
        if before * after < 0:
            times.append(start + (stop - start) * before / (before - after))
    if ended:
        times.append(ended.time)
    return [(time, measure_run(walk, who, time)) for time in sorted(dict.fromkeys(times))]


def _list_bends(walk: Walk, who: CombatantId, most: Fraction) -> Iterator[Fraction]:
    """Yield the distances of the corners along a combatant's whole path, up to ``most``."""
    base, leader, around = Fraction(0), who, None
    while base <= most:
        corners = get_trace(walk, leader).corners
        yield from (base + distance for distance in measure_turns(corners) if base + distance <= most)
        base, chased = base + measure_leg(walk, leader), find_followed(walk, leader)
        if chased is None:
            return
        leader = chased
        members = find_circle(walk, leader)
        if members and around is None:
            around = sum((measure_leg(walk, each) for each in members), Fraction(0))
            if around == 0:
                return


def _list_times(knots: Knots, distance: Fraction) -> Iterator[Fraction]:
    """Yield the times at which somebody has just run this distance.

    There are none while it stands there, or if it never runs so much.
    """
    for (start, low), (stop, high) in itertools.pairwise(knots):
        if low < distance <= high:
            yield start + (stop - start) * (distance - low) / (high - low)
