"""A movement as it was revealed and walked, told from events alone: where each figure was at each time so far.

What a reader of the log draws or tells from: a viewer's events give what that viewer may know of it, and no more. The
places that events name rule: where a figure went another way than its trace says, it is taken to have gone straight.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from rules import events as e
from rules.battlefield import between
from rules.dew.paths import length, nearest
from rules.dew.running import Ended, Trace, Walk, course
from rules.dew.traces import apart, begin, place, put
from rules.state import Place
from rules.terms import CombatantId

Way = tuple[tuple[Fraction, Place], ...]
"""Where a figure was at a time, in straight lines between these."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Those who ended together at a time (0 to 1), and how far each was from everybody else, in hundredths."""

    time: Fraction
    who: tuple[CombatantId, ...]
    places: Mapping[CombatantId, Place]
    apart: Mapping[tuple[CombatantId, CombatantId], int]


@dataclass(frozen=True, slots=True)
class Walked:
    """A movement so far: what was drawn and what time it is (``walk``), where each has been, and who ended when."""

    walk: Walk
    ways: Mapping[CombatantId, Way]
    stops: tuple[Stop, ...]

    @property
    def traces(self) -> tuple[Trace, ...]:
        """What each drew."""
        return self.walk.traces

    @property
    def time(self) -> Fraction:
        """How far all have come, from 0 to 1."""
        return self.walk.time

    def to_come(self, who: CombatantId) -> Way:
        """Where a figure would be from now to the end if nobody stopped before. KeyError: it has no trace."""
        return tuple((time, nearest(spot)) for time, spot in course(self.walk, who))

    def drawn(self, who: CombatantId) -> Fraction:
        """The length of what a figure drew, in hundredths. Raises StopIteration for one that drew nothing."""
        return next(length(trace.corners) for trace in self.traces if trace.who == who)


def walked(events: Iterable[e.Event]) -> Walked | None:
    """The last movement of which traces were revealed, unless a round has begun since; None where there is none."""
    found: _Telling | None = None
    for event in events:
        if isinstance(event, e.RoundBegan):
            found = None
        elif isinstance(event, e.TracesRevealed):
            found = _Telling(event)
        elif found is not None:
            found.go_on(event)
    return found.told() if found is not None else None


class _Telling:
    """What is known of a movement, event by event."""

    def __init__(self, revealed: e.TracesRevealed) -> None:
        names = [each.who for each in revealed.traces]
        self.walk: Walk = begin([
            Trace(each.who, each.vertices, each.allowance, each.chase if each.chase in names else None)
            for each in revealed.traces
        ])  # fmt: skip
        self.ways: dict[str, list[tuple[Fraction, Place]]] = {
            each.who: [(Fraction(0), each.vertices[0])] for each in revealed.traces
        }
        self.stops: list[Stop] = []

    def told(self) -> Walked:
        ways = {who: tuple(way) for who, way in self.ways.items()}
        return Walked(self.walk, ways, tuple(self.stops))

    def go_on(self, event: e.Event) -> None:
        if isinstance(event, e.TraceStep):
            self._step(event)
        elif isinstance(event, e.Ruled) and event.who in self.ways and (at := event.put_at) is not None:
            self.walk = put(self.walk, event.who, at)
            self.ways[event.who].append((self.walk.time, at))

    def _step(self, step: e.TraceStep) -> None:
        places = {who: at for who, at in step.positions if who in self.ways}
        for who, at in places.items():
            self.ways[who] += self._gone(who, step.time, at)
        enders = tuple(who for who in step.enders if who in self.ways)
        ended = tuple(Ended(who, step.time) for who in enders)
        self.walk = replace(self.walk, time=step.time, ended=(*self.walk.ended, *ended))
        if enders:
            here = {who: way[-1][1] for who, way in self.ways.items()}
            gaps = {(one, other): self._apart(one, other) for one in enders for other in here if other != one}
            self.stops.append(Stop(step.time, enders, {who: here[who] for who in enders}, gaps))

    def _gone(self, who: str, until: Fraction, at: Place) -> list[tuple[Fraction, Place]]:
        before = self.ways[who][-1][1]
        if before == at:
            return [(until, at)]
        if place(self.walk, who, until) != at:
            return [(self.walk.time, before), (until, at)]
        between_them = [(time, nearest(spot)) for time, spot in course(self.walk, who)]
        return [*((time, spot) for time, spot in between_them if self.walk.time < time < until), (until, at)]

    def _apart(self, one: str, other: str) -> int:
        """From where they exactly are, where their traces lead to the places they are at."""
        here = [self.ways[each][-1][1] for each in (one, other)]
        if [place(self.walk, each) for each in (one, other)] == here:
            return apart(self.walk, one, other)
        return between(here[0], here[1])
