"""The events of a fight that was played, as its file expects them and a replay has them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, fields, replace
from itertools import groupby

from rules.kernel import events as e
from rules.kernel.apply import drop_taken_back
from rules.kernel.codec import encode_event, is_as_stored
from rules.kernel.frozen import frozen
from rules.kernel.map_plan import NO_PLAN
from rules.kernel.own import find_value, get_details
from rules.kernel.record import Record, get_taken_back_to
from rules.kernel.rulings import MEASURED
from rules.kernel.terms import HUNDREDTHS
from rules.scenarios.differences import PLACES
from rules.scenarios.short_forms import Roster
from rules.scenarios.toml_text import write_value

Raw = Mapping[str, object]

OUTSIDE = (
    *("perceived_by", "moment", "id", "epoch", "open_promise", "dm_promise", "seed", "attempt", "version", "facts"),
    *("stat_block", "own_state", "rolls"),
)
"""Fields of events that a replay need not have alike, or that no file can hold."""
OF_TAKE_BACKS = ("TakenBack", "DiceRenewed")
"""The kinds of events that come only of taking back."""


def write_expectations(events: Sequence[e.Event], roster: Roster, room: int) -> str:
    """Return ``[expect]`` with the events of the last rounds, as many as ``room`` has bytes for."""
    refused = [event.clause for event in events if isinstance(event, e.Refused)]
    rounds = [list(each) for _, each in groupby(events[1:], key=lambda event: event.round)]
    order = list(_list_short_forms(rounds[-1] if rounds else (), roster))
    written: list[str] = []
    for one in reversed(rounds):
        lines = [f"    {each}," for each in dict.fromkeys(map(write_event, one))]
        room -= sum(len(line.encode()) + 1 for line in lines)
        if room < 0:
            break
        written[:0] = lines
    head = f"[expect]\nrefused = {write_value(refused)}\n" + (f"order = {write_value(order)}\n" if order else "")
    return head + "events = [\n" + "".join(f"{line}\n" for line in written) + "]\n"


def _list_short_forms(events: Iterable[e.Event], roster: Roster) -> Iterator[str]:
    for event in events:
        for who, verb, thing in event.list_short_forms()[:1]:
            if roster.is_combatant(who):
                yield f"{who} {verb} {thing}" if roster.is_combatant(thing) else f"{who} {verb}"


def write_event(event: e.Event) -> str:
    """Return the entry of ``[expect]`` for an event, with all that a file can say of it."""
    table: dict[str, object] = {"kind": event.kind}
    for each in _list_fields(event):
        value = find_value(event, each.name)
        if isinstance(event, e.Ruled) and event.what in MEASURED and each.name in ("old", "new"):
            continue
        if each.name not in OUTSIDE and value != _find_default(each):
            plain = _make_plain(value, each.name)
            table |= {} if plain is None else {each.name: plain}
    rolls = [{"purpose": each.purpose, "by": each.by, "faces": list(each.faces)} for each in event.rolls]
    return write_value({**table, **({"rolls": rolls} if rolls else {})})


def _list_fields(event: e.Event) -> tuple[Field[object], ...]:
    """Return the fields of an event, and of the details that it carries."""
    details = get_details(event)
    return (*fields(event), *(fields(details) if details is not None else ()))


def _find_default(each: Field[object]) -> object:
    return each.default if each.default_factory is MISSING else each.default_factory()


def _make_plain(value: object, name: str) -> object:
    """Return the value of a field as a file has it; None for one that it cannot hold."""
    if name in PLACES and isinstance(value, tuple):
        return [each / HUNDREDTHS for each in value]
    if isinstance(value, tuple) and all(isinstance(each, str | int) for each in value):
        return list(value)
    return value if isinstance(value, str | int) else None


@frozen
class StoredEvent:
    """An event of a log that stands."""

    event: e.Event
    record: Record | None = None
    at: int = 0
    """Its place among the events of the record."""

    def read(self) -> object:
        """Return its stored form."""
        stored = self.record.stored if self.record is not None else None
        return encode_event(self.event) if stored is None else stored.read()[self.at]


def list_stored_events(opening: e.EncounterOpened, records: Sequence[Record]) -> list[StoredEvent]:
    """Return the events of a log that were not taken back, from the opening on."""
    kept = drop_taken_back(records, get_taken_back_to)
    return [StoredEvent(opening), *(StoredEvent(each, of, at) for of in kept for at, each in enumerate(of.events))]


def find_unlike_event(played: Iterable[e.Event], stored: Iterable[StoredEvent]) -> str:
    """Return in words the first event that a replay has otherwise; "" where all are alike.

    Ids, promises, the sources of dice and fields that the log does not have yet may be any.
    """
    mine = [each for each in played if each.kind not in OF_TAKE_BACKS]
    theirs = [each for each in stored if each.event.kind not in OF_TAKE_BACKS]
    for one, other in zip(mine, theirs, strict=False):
        if not _is_alike(one, other):
            return _describe_unlike(one, other.event)
    longer = [*mine[len(theirs) :], *(each.event for each in theirs[len(mine) :])]
    return f"{longer[0].kind} of round {longer[0].round} comes in only one of them" if longer else ""


def _is_alike(mine: e.Event, theirs: StoredEvent) -> bool:
    mine, event = _settle_plan(mine), _settle_plan(theirs.event)
    if mine.kind != event.kind or _list_faces(mine) != _list_faces(event):
        return False
    patched = replace(mine, **{name: getattr(event, name) for name in NOT_COMPARED if hasattr(event, name)})
    return patched == event or is_as_stored(patched, theirs.read())


def _settle_plan(event: e.Event) -> e.Event:
    """Return an opening with an empty map where it has none: both are the same."""
    return replace(event, plan=event.plan or NO_PLAN) if isinstance(event, e.EncounterOpened) else event


NOT_COMPARED = ("id", "epoch", "open_promise", "dm_promise", "seed", "attempt", "version", "rolls")
"""Fields that a replay has otherwise. Of its dice the faces are compared."""


def _list_faces(event: e.Event) -> list[tuple[object, ...]]:
    return [(each.purpose, each.by, each.sides, each.faces, each.first, each.hidden) for each in event.rolls]


def _describe_unlike(mine: e.Event, theirs: e.Event) -> str:
    where = f"{theirs.kind} of round {theirs.round}"
    if mine.kind != theirs.kind:
        return f"{mine.kind} instead of {where}"
    names = [each.name for each in fields(theirs) if each.name not in NOT_COMPARED]
    unlike = [name for name in names if getattr(mine, name) != getattr(theirs, name)] or ["rolls"]
    found = "; ".join(f"{name} {getattr(mine, name)!r} instead of {getattr(theirs, name)!r}" for name in unlike)
    return f"{where}: {found}"
