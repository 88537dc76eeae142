"""Stored fights as they are read: events, inputs, and what cannot be read of them."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.db.models import Max, Min, QuerySet

from encounters.errors import Unreadable
from encounters.models import Encounter, Event, Input
from encounters.weighted_lru import WeightedLru
from rules.api import (
    BadData,
    Record,
    TakeBack,
    UnknownRuleset,
    decode_event,
    decode_input,
    drop_taken_back,
    get_kinds,
    get_taken_back_to,
    is_as_stored,
    list_earlier_names,
)
from rules.api import events as e

FAULTS = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""The errors of events that cannot be applied one after the other."""


@contextmanager
def check_reading(encounter_id: int, what: str = "") -> Iterator[None]:
    """Raise Unreadable for stored data that this version cannot read; ``what`` names them."""
    try:
        yield
    except (BadData, UnknownRuleset) as problem:
        raise Unreadable(encounter_id, f"{what}: {problem}" if what else str(problem)) from problem


@contextmanager
def check_folding(encounter_id: int, what: str = "") -> Iterator[None]:
    """Raise Unreadable for events that were read and cannot be applied; ``what`` names them."""
    try:
        yield
    except FAULTS as problem:
        raise Unreadable(encounter_id, f"{what}: {type(problem).__name__}: {problem}") from problem


def read_event(encounter_id: int, position: int, data: object, ruleset: str) -> e.Event:
    """Return the stored event at this position of the log. Raises Unreadable."""
    # Not by ``check_reading``, which costs more than most events do.
    try:
        return decode_event(data, get_kinds(ruleset))
    except (BadData, UnknownRuleset) as problem:
        raise Unreadable(encounter_id, f"event {position}: {problem}") from problem


def read_opening(encounter_id: int) -> e.EncounterOpened:
    """Return the event with which an opened encounter begins. Raises Unreadable."""
    found = Event.objects.filter(encounter_id=encounter_id, position=0).values_list("data", "encounter__ruleset")
    event = read_event(encounter_id, 0, *(found.first() or ({}, "")))
    if not isinstance(event, e.EncounterOpened):
        raise Unreadable(encounter_id, "event 0: is no opening")
    return event


def read_inputs(encounter_id: int, after: int = 0, until: int | None = None) -> dict[int, Record]:
    """Return the inputs after a position, without their events, by the numbers of their rows.

    With ``until`` that position is the last one. Raises Unreadable.
    """
    rows = Input.objects.filter(encounter_id=encounter_id, position__gt=after)
    records: dict[int, Record] = {}
    for row in rows if until is None else rows.filter(position__lte=until):
        with check_reading(encounter_id, f"input {row.position}"):
            given = decode_input(row.payload)
        records[row.pk] = Record(row.position, given, stored=_StoredEvents(row.pk))
    return records


def list_standing_inputs(inputs: QuerySet[Input], last: int) -> list[int]:
    """Return the positions of the inputs up to ``last`` that stand, in order. Raises BadData."""
    taken_back = inputs.filter(payload__type__in=list_earlier_names(TakeBack), position__lte=last)
    given = (Record(position, decode_input(data)) for position, data in taken_back.values_list("position", "payload"))
    back = {record.position: get_taken_back_to(record) for record in given}
    return drop_taken_back(range(1, last + 1), back.get)


class _StoredEvents:
    """The stored form of an input's events, which is read again only where it is asked for."""

    def __init__(self, input_id: int) -> None:
        self._input_id = input_id

    def read(self) -> Sequence[object]:
        """Return the JSON objects in order."""
        return list(Event.objects.filter(input_id=self._input_id).values_list("data", flat=True))

    def is_equal(self, event: e.Event, data: object) -> bool:
        """Return whether an event is equal to a stored one in every field that is stored."""
        return is_as_stored(event, data)


def read_records(encounter_id: int, after: int = 0, until: int | None = None) -> list[Record]:
    """Return the inputs after a position with the events that they gave.

    With ``until`` that position is the last one. Raises Unreadable.
    """
    records = read_inputs(encounter_id, after, until)
    rows = Event.objects.filter(encounter_id=encounter_id, input__position__gt=after)
    events = rows if until is None else rows.filter(input__position__lte=until)
    for position, input_id, data, ruleset in events.values_list("position", "input_id", "data", "encounter__ruleset"):
        records[input_id].events.append(read_event(encounter_id, position, data, ruleset))
    return list(records.values())


# Fights that cannot be read, for lists of fights.

AT_ONCE = 40
"""The fights whose samples are read by one query: a database allows so many values in one."""

_faults: WeightedLru[int, str] = WeightedLru(10_000)


def list_faults(encounter_ids: Iterable[int]) -> Mapping[int, str]:
    """Return why fights cannot be read, by number; those that can be read are left out.

    Of each kind of event the first and the last are read, once in a process. That finds what another version has
    written; ``manage.py verify`` reads everything.
    """
    wanted = list(encounter_ids)
    unknown = [each for each in wanted if _faults.get(each) is None]
    for begin in range(0, len(unknown), AT_ONCE):
        some = unknown[begin : begin + AT_ONCE]
        found = _read_samples(some)
        for each in some:
            _faults.put(each, found.get(each, ""), 1)
    return {each: fault for each in wanted if (fault := _faults.get(each))}


def note_fault(problem: Unreadable) -> None:
    """Keep why a fight cannot be read, for the lists of this process."""
    _faults.put(problem.encounter_id, problem.reason, 1)


def forget_faults() -> None:
    """Forget which fights were found readable and which not."""
    _faults.clear()


def _read_samples(encounter_ids: Sequence[int]) -> dict[int, str]:
    kinds = Event.objects.filter(encounter_id__in=encounter_ids).order_by().values("encounter_id", "kind")
    ends = kinds.annotate(first=Min("pk"), last=Max("pk")).values_list("first", "last")
    rows = Event.objects.filter(pk__in={pk for pair in ends for pk in pair})
    faults: dict[int, str] = {}
    for number, position, data, ruleset in rows.order_by("pk").values_list(
        "encounter_id", "position", "data", "encounter__ruleset"
    ):
        try:
            read_event(number, position, data, ruleset)
        except Unreadable as problem:
            faults.setdefault(number, problem.reason)
    return faults


# A fight as text, exactly as it is stored.


def export_stored(encounter: Encounter) -> Iterator[str]:
    """Yield lines of JSON with all that is stored of a fight, without reading what it means.

    Seeds are left out: a DM may not know the dice of a round that is in play.
    """
    yield _write("encounter", {name: getattr(encounter, name) for name in PREPARED})
    for row in encounter.combatants.all():
        yield _write("combatant", row.definition)
    for number, attempt, recap in encounter.rounds.values_list("number", "attempt", "recap"):
        yield _write("round", {"number": number, "attempt": attempt, "recap": recap})
    for position, seat, made_at, payload in encounter.inputs.values_list(
        "position", "seat__name", "made_at", "payload"
    ):
        yield _write("input", {"position": position, "by": seat or "dm", "at": made_at.isoformat(), "given": payload})
    for position, given, data in encounter.events.values_list("position", "input__position", "data"):
        yield _write("event", {"position": position, "input": given, "data": data})


PREPARED = ("title", "ruleset", "state", "options", "notes", "standing", "combatant_notes", "effects", "map_table")


def _write(what: str, data: Any) -> str:
    return json.dumps({what: data}, ensure_ascii=False, sort_keys=True) + "\n"
