"""Comparing a run with what its file expects: what differs, in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from fractions import Fraction
from math import isfinite

from rules import events as e
from rules.scenario.called import INCHES
from rules.scenario.play import Run
from rules.scenario.script import Wanted
from rules.scenario.short import Roster, ShortForm
from rules.terms import HUNDREDTHS

_PLACES = ("to", "place")
"""Fields of events that hold a place, in hundredths of a foot; files write feet."""

ROUGHEST, FINEST = 3, 4
"""Places of a decimal that stands for a number without end; and those in which the parts of a trace are given."""


def differences(run: Run) -> list[str]:
    """Everything in which the run is not what its [expect] says; empty when all of it holds."""
    return [
        *_orders(run),
        *_togethers(run),
        *_counts(run),
        *_refusals(run),
        *_missing(run),
        *_forbidden(run),
    ]


def in_order(run: Run, chain: Sequence[ShortForm]) -> list[e.Event]:
    """The events that a chain names, as far as they come in its order; others may stand between."""
    found: list[e.Event] = []
    stream = iter(run.events)
    for form in chain:
        event = next((event for event in stream if form.shows(event, run.script.roster)), None)
        if event is None:
            break
        found.append(event)
    return found


def in_one_moment(run: Run, forms: Sequence[ShortForm]) -> list[e.Event]:
    """Events of one moment, a different one for each form; empty where no moment has them all."""
    for moment in moments(run.events).values():
        chosen = _choose(forms, moment, run.script.roster)
        if chosen is not None:
            return chosen
    return []


def moments(events: Sequence[e.Event]) -> dict[tuple[int, int], list[e.Event]]:
    """The events of each moment, by round and number."""
    found: dict[tuple[int, int], list[e.Event]] = {}
    for event in events:
        if event.moment is not None:
            found.setdefault((event.round, event.moment), []).append(event)
    return found


def matches(wanted: Wanted, event: e.Event) -> bool:
    """Whether the event is of the kind, has the fields as given and cites at least the clauses."""
    if event.kind != wanted.kind or not set(wanted.clauses) <= set(event.clauses):
        return False
    return all(_has(event, name, value) for name, value in wanted.fields.items())


def _choose(forms: Sequence[ShortForm], events: Sequence[e.Event], roster: Roster) -> list[e.Event] | None:
    if not forms:
        return []
    for at, event in enumerate(events):
        if forms[0].shows(event, roster):
            rest = _choose(forms[1:], [*events[:at], *events[at + 1 :]], roster)
            if rest is not None:
                return [event, *rest]
    return None


def _has(event: e.Event, name: str, value: object) -> bool:
    if name == "segment" and event.segment is None:
        # What has no number of its own happens in its column.
        return _same(value, event.clock)
    if name == "target":
        aimed = [getattr(event, "target", ""), *getattr(event, "targets", ())]
        return value in aimed or (isinstance(value, list) and value == list(getattr(event, "targets", ())))
    actual = getattr(event, name)
    if name in _PLACES and isinstance(value, list) and actual is not None:
        return [round(each * HUNDREDTHS) for each in value] == list(actual)
    if name in INCHES.get(event.kind, ()) and _same(value, actual, HUNDREDTHS):
        return True
    return _same(value, actual)


def _same(value: object, actual: object, parts: int = 1) -> bool:
    """Equal as far as TOML can say it: lists for tuples, decimals for fractions, of a record the fields named.

    A table stands for pairs, or for records by whose they are, too; a list for somebody's blows. ``parts`` is how many
    of the event's units one of the file's is.
    """
    if isinstance(value, bool) or isinstance(actual, bool):
        return value is actual
    if isinstance(value, int | float) and isinstance(actual, int | Fraction):
        return _same_number(value, actual, parts)
    if isinstance(value, list):
        actual = _blows(actual) if is_dataclass(actual) else actual
        return (
            isinstance(actual, list | tuple)
            and len(value) == len(actual)
            and all(_same(one, other, parts) for one, other in zip(value, actual, strict=True))
        )
    if isinstance(value, Mapping):
        known = _by_name(actual, list(value))
        return all(name in known and _same(each, known[name], parts) for name, each in value.items())
    return value == actual


def _by_name(actual: object, names: Sequence[str]) -> Mapping[str, object]:
    """The parts of a mapping, of pairs or of records by their names; of one record those that are asked for."""
    if isinstance(actual, Mapping):
        return actual
    if isinstance(actual, tuple):
        pairs = {each[0]: each[1] for each in actual if isinstance(each, tuple) and len(each) == 2}
        return pairs | {each.who: each for each in actual if hasattr(each, "who")}
    return {name: getattr(actual, name) for name in names if hasattr(actual, name)}


def _blows(record: object) -> tuple[object, ...]:
    """The active and reactive blows of a record that has them."""
    return tuple(getattr(record, name) for name in ("active", "reactive") if hasattr(record, name))


def _same_number(value: int | float, actual: int | Fraction, parts: int) -> bool:
    """Equal; where the number has no end as a decimal, or the file's is finer than any that is given, nearly so."""
    if not isfinite(value):
        return False
    said = Fraction(str(value)) * parts
    if isinstance(actual, int):
        return actual == (round(said) if parts > 1 else said)
    places = len(str(value).partition(".")[2])
    endless = 10**FINEST % actual.denominator > 0
    roughly = places > FINEST or (endless and places >= ROUGHEST)
    return said == actual or (roughly and abs(said - actual) < Fraction(1, 10 ** min(places, FINEST)))


def _orders(run: Run) -> Iterator[str]:
    expect = run.script.expect
    for name, chain in [("order", expect.order), *(("orders", chain) for chain in expect.orders)]:
        found = in_order(run, chain)
        if len(found) == len(chain):
            continue
        missing = chain[len(found)]
        after = f' after "{chain[len(found) - 1].text}"' if found else ""
        ever = any(missing.shows(event, run.script.roster) for event in run.events)
        yield f'{name}: "{missing.text}" does not come{after}' + (", only before" if ever and found else "")


def _togethers(run: Run) -> Iterator[str]:
    for forms in run.script.expect.together:
        if not in_one_moment(run, forms):
            listed = ", ".join(f'"{form.text}"' for form in forms)
            yield f"together: no moment has {listed}" + _when(run, forms)


def _when(run: Run, forms: Sequence[ShortForm]) -> str:
    seen = []
    for form in forms:
        times = [event for event in run.events if form.shows(event, run.script.roster)]
        at = ", ".join(f"{event.round}.{_number(event.moment)}" for event in times) or "never"
        seen.append(f'"{form.text}" {at}')
    return f" (by round and moment: {'; '.join(seen)})"


def _counts(run: Run) -> Iterator[str]:
    for form, number in run.script.expect.count:
        found = sum(form.shows(event, run.script.roster) for event in run.events)
        if found != number:
            yield f'count: "{form.text}" {found} times, not {number}'


def _refusals(run: Run) -> Iterator[str]:
    expected = run.script.expect.refused
    if expected is None:
        return
    found = [event for event in run.events if isinstance(event, e.Refused)]
    cited = [(event.clause, *event.clauses) for event in found]
    if len(cited) != len(expected) or any(each not in of for each, of in zip(expected, cited, strict=True)):
        given = ", ".join(f"{event.clause} ({event.who}: {event.reason})" for event in found) or "nothing"
        yield f"refused: {given}; not {', '.join(expected) or 'nothing'}"


def _missing(run: Run) -> Iterator[str]:
    for wanted in run.script.expect.events:
        if any(matches(wanted, event) for event in run.events):
            continue
        yield f"events: there is no {_described(wanted)}{_nearest(run, wanted)}"


def _nearest(run: Run, wanted: Wanted) -> str:
    """What of the kind there was instead: the events that differ in the fewest fields."""
    same = [event for event in run.events if event.kind == wanted.kind]
    if not same:
        return f"; there is no {wanted.kind} at all"
    wrong = {id(event): _wrong(wanted, event) for event in same}
    closest = min(same, key=lambda event: len(wrong[id(event)]))
    return f"; the nearest has {', '.join(wrong[id(closest)])}"


def _wrong(wanted: Wanted, event: e.Event) -> list[str]:
    """What of an event of the right kind is not as wanted, as the event has it."""
    wrong = [
        f"{name} = {_plain(_actual(event, name))}"
        for name, value in wanted.fields.items()
        if not _has(event, name, value)
    ]
    lacking = set(wanted.clauses) - set(event.clauses)
    return wrong + ([f"clauses = {_plain(event.clauses)}"] if lacking else [])


def _actual(event: e.Event, name: str) -> object:
    return getattr(event, name) if hasattr(event, name) else getattr(event, "targets", None)


def _forbidden(run: Run) -> Iterator[str]:
    for wanted in run.script.expect.never:
        found = next((event for event in run.events if matches(wanted, event)), None)
        if found is not None:
            yield f"never: {_described(wanted)} happens, at {found.round}.{_number(found.clock)}"


def _described(wanted: Wanted) -> str:
    parts = [f"{name} = {_plain(value)}" for name, value in wanted.fields.items()]
    if wanted.clauses:
        parts.append(f"clauses = {_plain(wanted.clauses)}")
    return wanted.kind + (f" with {', '.join(parts)}" if parts else "")


def _plain(value: object) -> str:
    """A value as a file would write it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list | tuple):
        return f"[{', '.join(_plain(each) for each in value)}]"
    return "none" if value is None else str(value)


def _number(value: int | None) -> str:
    return "-" if value is None else str(value)
