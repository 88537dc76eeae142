"""The stored log of events as readers have it, decoded once in each process."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from threading import Lock

from django.db import connection

from encounters import models
from encounters.held import Held
from rules.codec import decode_event
from rules.events import Event, TakenBack
from rules.fold import live

MOST = 100_000
"""Events of all the logs that a process holds."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An event at its position, with the position of the input that gave it (0: the opening)."""

    position: int
    input: int
    event: Event


Log = tuple[Entry, ...]

_held: Held[int, Log] = Held(MOST)
_lock = Lock()


def read_log(encounter_id: int) -> Log:
    """All events of an encounter in order, those taken back included; empty before it is opened."""
    log = _held.get(encounter_id) or ()
    fresh = _stored(encounter_id, len(log))
    if not fresh:
        return log
    log = (*log, *fresh)
    # What a transaction reads of its own writing may yet be rolled back.
    if not connection.in_atomic_block:
        _hold(encounter_id, log)
    return log


def forget_all() -> None:
    """Hold nothing."""
    _held.clear()


def live_entries(log: Sequence[Entry]) -> list[Entry]:
    """The entries that no later take-back covers, in order."""
    if not log:
        return []
    back = {entry.input: entry.event.to for entry in log if isinstance(entry.event, TakenBack)}
    standing = {0, *live(range(1, log[-1].input + 1), back.get)}
    return [entry for entry in log if entry.input in standing]


def _stored(encounter_id: int, after: int) -> Iterable[Entry]:
    """Entries from this position on: positions are counted from 0 without gaps."""
    rows = models.Event.objects.filter(encounter_id=encounter_id, position__gte=after).order_by("position")
    return [
        Entry(position, given or 0, decode_event(data))
        for position, given, data in rows.values_list("position", "input__position", "data")
    ]


def _hold(encounter_id: int, log: Log) -> None:
    with _lock:
        held = _held.get(encounter_id) or ()
        longest = log if len(log) > len(held) else held
        _held.put(encounter_id, longest, len(longest))
