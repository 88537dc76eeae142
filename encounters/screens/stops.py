"""The stops of a replay: the ends of a round's columns, and the moments within them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from encounters.numbers import read_whole
from rules.api import events as e

Tells = Callable[[e.Event], bool]
"""A function that returns whether an event changes the replay's picture."""


@dataclass(frozen=True)
class ReplayStop:
    """The end of a column of a round, or of one of its moments."""

    clock: int
    moment: int = 0
    """The moment, counted from 1 among those that the viewer saw; 0 is the end of the column."""

    def __str__(self) -> str:
        return f"{self.clock}.{self.moment}" if self.moment else str(self.clock)


def read_stop(text: str) -> ReplayStop | None:
    """Return the stop that an address names, such as "3", "-1" or "3.2"; None for other texts."""
    clock, dot, moment = text.partition(".")
    column, counted = read_whole(clock, least=-999), read_whole(moment) if dot else 0
    return None if column is None or counted is None else ReplayStop(column, counted)


def count_until(events: Sequence[e.Event], number: int, stop: ReplayStop | None, tells: Tells) -> int:
    """Return the number of a fight's events that the replay of a round up to ``stop`` shows.

    ``stop`` None is the end of the round. Events after the last column have no clock, and are shown only there.
    """
    mine = [at for at, event in enumerate(events) if event.round == number]
    if stop is None or not mine:
        return mine[-1] + 1 if mine else 0
    begin = max((at for at in mine if isinstance(events[at], e.RoundBegan)), default=mine[0])
    end, seen = begin, _Moments(tells)
    for at in (at for at in mine if at >= begin):
        event = events[at]
        if isinstance(event, e.RoundEnded | e.EncounterEnded) or _find_column(event, stop.clock) > stop.clock:
            break
        if seen.count(event, stop.clock) > stop.moment > 0:
            break
        end = at
    return end + 1


def _find_column(event: e.Event, other: int) -> int:
    """Return the column that an event begins, or ``other`` where it begins none."""
    return event.clock if isinstance(event, e.SegmentBegan) and event.clock is not None else other


def list_stops(events: Sequence[e.Event], tells: Tells) -> list[ReplayStop]:
    """Return every stop of a round in order, from its events without those taken back.

    The last moment of a column is no stop of its own, since it is the column's end.
    """
    found: list[ReplayStop] = []
    for clock in sorted(
        {event.clock for event in events if isinstance(event, e.SegmentBegan) and event.clock is not None}
    ):
        seen = _Moments(tells)
        moments = max((seen.count(event, clock) for event in events), default=0)
        found += [ReplayStop(clock, moment) for moment in range(1, moments)] + [ReplayStop(clock)]
    return found


class _Moments:
    """A counter of the moments of a column that change the replay's picture."""

    def __init__(self, tells: Tells) -> None:
        self._tells = tells
        self._known: list[int] = []

    def count(self, event: e.Event, clock: int) -> int:
        """Take in an event, and return the number of moments so far."""
        is_new = event.clock == clock and event.moment is not None and event.moment not in self._known
        if is_new and event.moment is not None and self._tells(event):
            self._known.append(event.moment)
        return len(self._known)


@dataclass(frozen=True)
class ReplayPlace:
    """A stop, with the number of its round."""

    number: int
    stop: ReplayStop

    @property
    def key(self) -> tuple[int, int, float]:
        """Return the key that sorts places; a column's end comes after its moments."""
        return self.number, self.stop.clock, self.stop.moment or float("inf")


def find_keys(
    places: Sequence[ReplayPlace], here: ReplayPlace | None, url: Callable[[ReplayPlace], str]
) -> tuple[tuple[str, str], ...]:
    """Return the addresses to which keys lead from ``here``, each with its key.

    ``here`` None is the present, after all places.
    """
    columns = [place for place in places if not place.stop.moment]
    found = {
        "ArrowLeft": _find_before(places, here),
        "ArrowRight": _find_after(places, here),
        "Shift+ArrowLeft": _find_before(columns, here),
        "Shift+ArrowRight": _find_after(columns, here),
        "Home": places[0] if places else None,
        "End": places[-1] if places else None,
    }
    return tuple((key, url(place)) for key, place in found.items() if place is not None and place != here)


def _find_before(places: Sequence[ReplayPlace], here: ReplayPlace | None) -> ReplayPlace | None:
    return next((place for place in reversed(places) if here is None or place.key < here.key), None)


def _find_after(places: Sequence[ReplayPlace], here: ReplayPlace | None) -> ReplayPlace | None:
    return next((place for place in places if here is not None and place.key > here.key), None)
