"""A movement as it was revealed and walked: where each combatant was at each time so far.

It is derived from events alone, for readers of the log. A viewer's events give what that viewer may know, and no more.
The places that events name take precedence. A combatant that went another way than its trace is taken to have gone
straight.
"""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from rules.kernel import events as e
from rules.kernel.battlefield import measure_between
from rules.kernel.drawn_movement import DrawnMovement, DrawnPath, MovementStop
from rules.kernel.terms import Place
from rules.procedures.dew.distance_run import Ended, Trace, Walk, build_course
from rules.procedures.dew.paths import find_nearest_place, measure_length
from rules.procedures.dew.trace_movement import TracesRevealed, TraceStep
from rules.procedures.dew.traces import begin, find_gap, find_place, put


def find_drawn_movement(events: Iterable[e.Event]) -> DrawnMovement | None:
    """Return the last movement whose traces were revealed, or None.

    None if there is none, or if a round has begun since.
    """
    found: _MovementBuilder | None = None
    for event in events:
        if isinstance(event, e.RoundBegan):
            found = None
        elif isinstance(event, TracesRevealed):
            found = _MovementBuilder(event)
        elif found is not None:
            found.go_on(event)
    return found.build() if found is not None else None


class _MovementBuilder:
    """A movement as known so far, built event by event."""

    def __init__(self, revealed: TracesRevealed) -> None:
        names = [each.who for each in revealed.traces]
        self.walk: Walk = begin([
            Trace(each.who, each.vertices, each.allowance, each.chase if each.chase in names else None)
            for each in revealed.traces
        ])  # fmt: skip
        self.ways: dict[str, list[tuple[Fraction, Place]]] = {
            each.who: [(Fraction(0), each.vertices[0])] for each in revealed.traces
        }
        self.stops: list[MovementStop] = []

    def build(self) -> DrawnMovement:
        walk = self.walk
        return DrawnMovement(
            time=walk.time,
            paths={each.who: DrawnPath(each.corners, measure_length(each.corners), each.chase) for each in walk.traces},
            ways={who: tuple(way) for who, way in self.ways.items()},
            stops=tuple(self.stops),
            find_way_to_come=lambda who: tuple(
                (time, find_nearest_place(spot)) for time, spot in build_course(walk, who)
            ),
        )

    def go_on(self, event: e.Event) -> None:
        if isinstance(event, TraceStep):
            self._step(event)
        elif isinstance(event, e.Ruled) and event.who in self.ways and (at := event.put_at) is not None:
            self.walk = put(self.walk, event.who, at)
            self.ways[event.who].append((self.walk.time, at))

    def _step(self, step: TraceStep) -> None:
        places = {who: at for who, at in step.positions if who in self.ways}
        for who, at in places.items():
            self.ways[who] += self._build_way(who, step.time, at)
        enders = tuple(who for who in step.enders if who in self.ways)
        ended = tuple(Ended(who, step.time) for who in enders)
        self.walk = replace(self.walk, time=step.time, ended=(*self.walk.ended, *ended))
        if enders:
            here = {who: way[-1][1] for who, way in self.ways.items()}
            gaps = {(one, other): self._find_gap(one, other) for one in enders for other in here if other != one}
            self.stops.append(MovementStop(step.time, enders, {who: here[who] for who in enders}, gaps))

    def _build_way(self, who: str, until: Fraction, at: Place) -> list[tuple[Fraction, Place]]:
        before = self.ways[who][-1][1]
        if before == at:
            return [(until, at)]
        if find_place(self.walk, who, until) != at:
            return [(self.walk.time, before), (until, at)]
        between_them = [(time, find_nearest_place(spot)) for time, spot in build_course(self.walk, who)]
        return [*((time, spot) for time, spot in between_them if self.walk.time < time < until), (until, at)]

    def _find_gap(self, one: str, other: str) -> int:
        """Return the distance of two, from their exact points if their traces lead to their places."""
        here = [self.ways[each][-1][1] for each in (one, other)]
        if [find_place(self.walk, each) for each in (one, other)] == here:
            return find_gap(self.walk, one, other)
        return measure_between(here[0], here[1])
