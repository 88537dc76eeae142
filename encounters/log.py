"""The stored log of events for readers.

A process reads the entries that are asked for, decodes them once, and holds the latest of them.
"""

import json
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import overload

from django.db import connection
from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from encounters import models
from encounters.errors import NotFound
from encounters.stored import read_event, read_inputs
from encounters.weighted_lru import KeyedLocks, WeightedLru
from rules.api import Record
from rules.api import events as e

MOST = 100_000
"""The most events that the logs held by a process have together."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An event in the log."""

    position: int
    """The position of the event in the log."""
    input: int
    """The position of the input that gave the event; 0 for the opening."""
    event: e.Event
    made_at: datetime | None = None
    """The time of that input; None for the opening."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Entries that follow each other, from position ``first`` on."""

    first: int
    entries: tuple[Entry, ...] = ()

    @property
    def end(self) -> int:
        """Return the position after the last entry."""
        return self.first + len(self.entries)

    def cut(self, end: int) -> "Stretch":
        """Return the entries before a position."""
        return Stretch(self.first, self.entries[: end - self.first])

    def join(self, other: "Stretch") -> "Stretch":
        """Return all entries of both; where the two do not meet, the later one."""
        early, late = sorted((self, other), key=lambda each: each.first)
        if early.end < late.first:
            return late
        return (
            early
            if early.end >= late.end
            else Stretch(early.first, early.entries + late.entries[early.end - late.first :])
        )


class Log(Sequence[Entry]):
    """All events of an encounter in order when it was read, also those taken back.

    The last ones are held; earlier ones are read when they are asked for.
    """

    def __init__(self, encounter_id: int, held: Stretch) -> None:
        self.encounter_id = encounter_id
        self._held = held
        # A transaction may read what it wrote itself and then be rolled back: such entries are not kept.
        self.is_lasting = not connection.in_atomic_block

    def __len__(self) -> int:
        return self._held.end

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.list_from(0))

    @overload
    def __getitem__(self, at: int) -> Entry: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Entry]: ...
    def __getitem__(self, at: int | slice) -> Entry | Sequence[Entry]:
        if isinstance(at, slice):
            begin, end, step = at.indices(len(self))
            return self.list_from(begin)[: max(end - begin, 0) : step]
        position = at if at >= 0 else len(self) + at
        if not 0 <= position < len(self):
            raise IndexError(at)
        return self.list_from(position)[0]

    def list_from(self, position: int) -> tuple[Entry, ...]:
        """Return the entries from a position on. Raises NotFound where the encounter was deleted."""
        if position < self._held.first:
            # Those who come together after a restart wait for the first of them, and take what it has read.
            with _reading.get(self.encounter_id):
                self._read_earlier(position)
        return self._held.entries[position - self._held.first :]

    def _read_earlier(self, position: int) -> None:
        known = _held.get(self.encounter_id)
        if known is not None and known.first < self._held.first and known.end >= self._held.end:
            self._held = known.cut(self._held.end)
        if position >= self._held.first:
            return
        earlier = tuple(_read_stored(self.encounter_id, position, self._held.first))
        if len(earlier) != self._held.first - position:
            raise NotFound("There is no such encounter.")
        self._held = Stretch(position, earlier + self._held.entries)
        if self.is_lasting:
            _keep(self.encounter_id, self._held)

    def list_at(self, positions: Collection[int]) -> list[Entry]:
        """Return the entries at these positions. Those that were not held are not kept."""
        first = self._held.first
        held = [self._held.entries[position - first] for position in sorted(positions) if position >= first]
        rows = models.Event.objects.filter(encounter_id=self.encounter_id)
        earlier = [position for position in positions if position < first]
        return [*_decode_entries(rows.filter(position__in=earlier)), *held] if earlier else held

    def list_since_input(self, input: int) -> tuple[Entry, ...]:
        """Return the entries of the input at this position and of all later inputs."""
        held = self._held
        if held.first and (not held.entries or held.entries[0].input >= input):
            rows = models.Event.objects.filter(encounter_id=self.encounter_id, input__position__gte=input)
            first = rows.order_by("position").values_list("position", flat=True).first()
            return self.list_from(min(first, len(self))) if first is not None else ()
        return held.entries[bisect_left(held.entries, input, key=lambda entry: entry.input) :]

    def find_time(self, input: int) -> datetime | None:
        """Return the time of the input at this position; None for the opening."""
        first = next(iter(self.list_since_input(input)), None) if input else None
        return first.made_at if first is not None and first.input == input else None

    def list_of_round(self, number: int) -> list[Entry]:
        """Return the entries of a round, those of all attempts at it."""
        held = [entry for entry in self._held.entries if entry.event.round == number]
        if not self._held.first:
            return held
        rows = models.Event.objects.filter(encounter_id=self.encounter_id, round=number, position__lt=self._held.first)
        return [*_decode_entries(rows), *held]


_held: WeightedLru[int, Stretch] = WeightedLru(MOST)
_lock = Lock()
_reading: KeyedLocks[int] = KeyedLocks()


def read_log(encounter_id: int) -> Log:
    """Return the log of an encounter as it is now; it is empty before the opening."""
    held = _held.get(encounter_id)
    if held is None:
        return Log(encounter_id, Stretch(_count(encounter_id)))
    fresh = tuple(_read_stored(encounter_id, held.end))
    if fresh:
        held = Stretch(held.first, held.entries + fresh)
    log = Log(encounter_id, held)
    if fresh and log.is_lasting:
        _keep(encounter_id, held)
    return log


def list_records(encounter_id: int) -> list[Record]:
    """Return the inputs with the events that they gave, without inputs that come meanwhile.

    An input may have given no event.
    """
    records = list(read_inputs(encounter_id).values())
    given: dict[int, list[e.Event]] = {record.position: [] for record in records}
    for entry in read_log(encounter_id):
        if entry.input in given:
            given[entry.input].append(entry.event)
    for record in records:
        record.events = given[record.position]
    return records


def forget_all() -> None:
    """Drop all entries that this process holds."""
    _held.clear()


def _count(encounter_id: int) -> int:
    """Return how many events are stored; positions count from 0 without gaps."""
    rows = models.Event.objects.filter(encounter_id=encounter_id).order_by("-position")
    last = rows.values_list("position", flat=True).first()
    return last + 1 if last is not None else 0


def _read_stored(encounter_id: int, begin: int, end: int | None = None) -> list[Entry]:
    """Return the entries from one position up to another; with None, up to the last."""
    rows = models.Event.objects.filter(encounter_id=encounter_id, position__gte=begin)
    return _decode_entries(rows if end is None else rows.filter(position__lt=end))


def _decode_entries(rows: QuerySet[models.Event]) -> list[Entry]:
    texts = rows.order_by("position").annotate(text=Cast("data", TextField()))
    found = list(
        texts.values_list("position", "input__position", "input__made_at", "encounter__ruleset", "encounter_id", "text")
    )
    # Read as one text, which takes half as long as one by one.
    data = json.loads(f"[{','.join(text for *_, text in found)}]")
    return [
        Entry(position, given or 0, read_event(number, position, each, ruleset), made_at)
        for (position, given, made_at, ruleset, number, _), each in zip(found, data, strict=True)
    ]


def _keep(encounter_id: int, read: Stretch) -> None:
    with _lock:
        held = _held.get(encounter_id)
        joined = read.join(held) if held is not None else read
        _held.put(encounter_id, joined, len(joined.entries))
