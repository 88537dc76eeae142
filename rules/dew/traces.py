"""Traces: everybody moves at once, each along a path drawn in secret (Dew 3.1 and 3.2).

Time runs from 0 to 1 for everybody alike. At time t a mover has walked his allowance times t, or as far as his path
goes (DEW.3.1g); the fractions of the text are kept as points of this one time (DEW.3.2.1e). So the whole of a movement
is what was drawn, who has ended and when: a `Walk`. Where anybody is follows from it and is never stored.

Places are whole hundredths of the unit, times and lengths are Fractions, and nothing is rounded on the way: only a
place that is handed out is, to the nearest hundredth, and a distance, down. Two square roots remain. The length of a
straight piece is taken once (`rules.dew.paths`); the moment two figures come within a distance is exact where it is
rational and else the first whole billionth of the time at which they are (`rules.dew.meeting`).

A movement phase in outline::

    walk = begin(traces)
    while still := moving(walk):
        walk, step = go_on(walk, {who: his end, as a time, for who in still})
        ...  # those of step.enders may act; walk = end(walk, who) where somebody is knocked out
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from rules.dew import running
from rules.dew.meeting import first_within
from rules.dew.paths import Point, length, nearest, squared
from rules.dew.running import Ended, Trace, Walk
from rules.state import Place
from rules.terms import CombatantId

INCH = 100
"""Hundredths of an inch in an inch of Dew's movement."""

CHASE = 2 * INCH
"""What a chase costs in movement (DEW.3.1c)."""

__all__ = [
    "Allowance",
    "Ended",
    "Fault",
    "Meeting",
    "Step",
    "Trace",
    "Walk",
    "allowance",
    "fault",
    "begin",
    "moving",
    "end_after",
    "end_within",
    "fraction",
    "go_on",
    "end",
    "put",
    "place",
    "point",
    "apart",
    "left",
    "meetings",
]


@dataclass(frozen=True, slots=True)
class Allowance:
    """How far somebody may move this round and why: hundredths of an inch, each adjustment as it was taken.

    ``share`` is what part of all that there is on the ground.
    """

    base: int
    halved: bool
    blows: int
    chase: int
    result: int
    share: Fraction = Fraction(1)


class Fault(StrEnum):
    """What is wrong with a drawn trace, by the names of the refusals."""

    START = "TRACE_START"
    TOO_LONG = "TRACE_TOO_LONG"
    CHASE_END = "CHASE_END"


@dataclass(frozen=True, slots=True)
class Step:
    """One pass of the loop (DEW.3.2.1).

    ``time`` it led to, the ``fraction`` of the remaining traces that was walked, the ``enders`` who ended there, and
    the ``places`` of everybody, in the order of the traces.
    """

    time: Fraction
    fraction: Fraction
    enders: tuple[CombatantId, ...]
    places: tuple[tuple[CombatantId, Place], ...]


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two who come within a distance of each other: when, and where each is then."""

    time: Fraction
    one: CombatantId
    other: CombatantId
    places: tuple[Place, Place]


def allowance(move: int, *, halved: bool, blows: int, chases: bool = False, share: Fraction = Fraction(1)) -> Allowance:
    """Movement after half (if any), an inch for each blow, and a chase; never below 0 (DEW.3d to 3h, DEW.3.1c and l).

    ``move`` is in hundredths of an inch; a half hundredth is lost. Of what is left one on the ground has a ``share``.
    """
    after = max(0, (move // 2 if halved else move) - blows * INCH)
    chase = CHASE if chases else 0
    return Allowance(move, halved, blows, chase, int(max(0, after - chase) * share), share)


def fault(trace: Trace, start: Place, chased_at: Place | None = None) -> Fault | None:
    """What is wrong with a trace of somebody who stands at ``start`` and chases one who stands at ``chased_at``.

    A chase must lead to the start of the chased; it may be longer than the allowance and is then cut where that ends,
    or be drawn no further than that (DEW.3.1d). Any other trace is no longer than the allowance (DEW.3.1b).
    """
    if not trace.corners or trace.corners[0] != start:
        return Fault.START
    if trace.chase is not None:
        cut = length(trace.corners) + 1 >= trace.allowance
        return None if trace.corners[-1] == chased_at or cut else Fault.CHASE_END
    return Fault.TOO_LONG if length(trace.corners) > trace.allowance else None


def begin(traces: Sequence[Trace]) -> Walk:
    """A movement about to start, everybody at the start of his trace.

    Who stands has a trace of one corner; who cannot move at all is in it too, so that others can chase or meet him, and
    is ended at once with `end`. Raises ValueError for a trace without corner, two of one figure, a negative allowance,
    a chase of oneself or of somebody who has no trace.
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


def moving(walk: Walk) -> tuple[CombatantId, ...]:
    """Those who have not ended their movement, in the order of the traces."""
    return tuple(trace.who for trace in walk.traces if running.ending(walk, trace.who) is None)


def end_after(walk: Walk, part: Fraction) -> Fraction:
    """The time at which somebody ends who goes on for this part of his remaining trace (DEW.3.2.1e).

    Raises ValueError for a part below 0 or above 1.
    """
    if not 0 <= part <= 1:
        raise ValueError(f"{part} is no part of a trace: it is from 0 to 1")
    return walk.time + part * (1 - walk.time)


def end_within(walk: Walk, who: CombatantId, other: CombatantId, within: int) -> Fraction:
    """The earliest time from now at which he is within so many hundredths of the other, if nobody ends first.

    1, the end of the path, where he never is (DEW.3.2.1g). Raises ValueError for a negative distance or one's own name.
    """
    if within < 0 or who == other:
        raise ValueError(f"{who} cannot come within {within} of {other}")
    met = first_within(running.course(walk, who), running.course(walk, other), within)
    return Fraction(1) if met is None else met


def fraction(walk: Walk, time: Fraction) -> Fraction:
    """The part of the remaining traces that lies before a time; 0 when nothing remains (DEW.3.2.1e)."""
    return (time - walk.time) / (1 - walk.time) if walk.time < 1 else Fraction(0)


def go_on(walk: Walk, ends: Mapping[CombatantId, Fraction]) -> tuple[Walk, Step]:
    """One pass: the earliest end is reached, all whose end it is end there, the others go as far (DEW.3.2.1b-d).

    ``ends`` gives everybody who is still moving the time at which he would end if nobody else ended first. Raises
    ValueError for one that is missing, past or after 1, or of somebody who does not move.
    """
    still = moving(walk)
    if not still or set(ends) != set(still):
        raise ValueError("an end is due for each who still moves, and for nobody else")
    if any(not walk.time <= time <= 1 for time in ends.values()):
        raise ValueError("an end lies between now and the end of the movement")
    time = min(ends.values())
    enders = tuple(who for who in still if ends[who] == time)
    after = replace(walk, time=time, ended=(*walk.ended, *(Ended(who, time) for who in enders)))
    places = tuple((trace.who, place(after, trace.who)) for trace in walk.traces)
    return after, Step(time, fraction(walk, time), enders, places)


def end(walk: Walk, who: CombatantId) -> Walk:
    """His movement ends here and now: he was knocked out (DEW.3.2.2e). No change if it had ended already."""
    if running.ending(walk, who) is not None:
        return walk
    return replace(walk, ended=(*walk.ended, Ended(who, walk.time)))


def put(walk: Walk, who: CombatantId, at: Place) -> Walk:
    """The DM has put him elsewhere: his movement ends, and he is there. Who follows him follows where he did walk."""
    others = tuple(each for each in walk.ended if each.who != who)
    before = running.ending(walk, who)
    return replace(walk, ended=(*others, Ended(who, before.time if before else walk.time, at)))


def place(walk: Walk, who: CombatantId, time: Fraction | None = None) -> Place:
    """Where somebody is now, or at a time, to the nearest hundredth. Later than now: if nobody else ends before."""
    return nearest(point(walk, who, time))


def point(walk: Walk, who: CombatantId, time: Fraction | None = None) -> Point:
    """Where somebody is now, or at a time, exactly."""
    return running.point(walk, who, walk.time if time is None else time)


def apart(walk: Walk, one: CombatantId, other: CombatantId, time: Fraction | None = None) -> int:
    """The distance of two figures in hundredths, rounded down, from where they exactly are, not from rounded places."""
    gap = squared(point(walk, one, time), point(walk, other, time))
    return running.root(gap)


def left(walk: Walk, who: CombatantId) -> Fraction:
    """Hundredths of his allowance that he has not used: nothing once he has ended."""
    if running.ending(walk, who) is not None:
        return Fraction(0)
    return running.trace_of(walk, who).allowance * (1 - walk.time)


def meetings(walk: Walk, until: Fraction, within: int) -> tuple[Meeting, ...]:
    """Who comes within so many hundredths of whom after now and no later than ``until``, earliest first.

    Each pair once, the first time; who are that near already are not said to meet. Nobody is taken to end before.
    """
    courses = {trace.who: running.course(walk, trace.who) for trace in walk.traces}
    names = list(courses)
    met = []
    for at, one in enumerate(names):
        for other in names[at + 1 :]:
            time = first_within(courses[one], courses[other], within)
            if time is not None and walk.time < time <= until:
                met.append(Meeting(time, one, other, (place(walk, one, time), place(walk, other, time))))
    return tuple(sorted(met, key=lambda each: each.time))
