"""Differences between a run and the expectations of its file, in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from fractions import Fraction
from math import isfinite

from rules.kernel import events as e
from rules.kernel.deeds import Declaration
from rules.kernel.own import find_value
from rules.kernel.rulings import MEASURED
from rules.kernel.terms import HUNDREDTHS
from rules.scenarios.own_words import is_measure
from rules.scenarios.play import ScenarioRun
from rules.scenarios.script import ExpectedEvent
from rules.scenarios.short_forms import Roster, ShortForm

PLACES = ("to", "place")
"""Fields of events that hold a place, in hundredths of a foot; files write feet."""

ROUGHEST, FINEST = 3, 4
"""Decimal places that a file needs for a number without end, and the most that are compared."""


def find_differences(run: ScenarioRun) -> list[str]:
    """Return every difference from [expect]; empty if all of it holds."""
    return [
        *_check_orders(run),
        *_check_togethers(run),
        *_check_counts(run),
        *_check_refusals(run),
        *_check_events(run),
        *_check_never(run),
    ]


def find_in_order(run: ScenarioRun, chain: Sequence[ShortForm]) -> list[e.Event]:
    """Return the events that a chain names, up to the first that is missing.

    Other events may stand between them.
    """
    found: list[e.Event] = []
    stream = iter(run.events)
    for form in chain:
        event = next((event for event in stream if form.is_matching(event, run.script.roster)), None)
        if event is None:
            break
        found.append(event)
    return found


def find_in_one_moment(run: ScenarioRun, forms: Sequence[ShortForm]) -> list[e.Event]:
    """Return events of one moment, a different one for each form; empty if no moment has all."""
    for moment in group_by_moment(run.events).values():
        chosen = _assign(forms, moment, run.script.roster)
        if chosen is not None:
            return chosen
    return []


def group_by_moment(events: Sequence[e.Event]) -> dict[tuple[int, int], list[e.Event]]:
    """Return the events of each moment, by round and number."""
    found: dict[tuple[int, int], list[e.Event]] = {}
    for event in events:
        if event.moment is not None:
            found.setdefault((event.round, event.moment), []).append(event)
    return found


def is_match(wanted: ExpectedEvent, event: e.Event) -> bool:
    """Return whether the event has the kind, the fields and at least the clauses."""
    if event.kind != wanted.kind or not set(wanted.clauses) <= set(event.clauses):
        return False
    return all(_has_field(event, name, value) for name, value in wanted.fields.items())


def _assign(forms: Sequence[ShortForm], events: Sequence[e.Event], roster: Roster) -> list[e.Event] | None:
    if not forms:
        return []
    for at, event in enumerate(events):
        if forms[0].is_matching(event, roster):
            rest = _assign(forms[1:], [*events[:at], *events[at + 1 :]], roster)
            if rest is not None:
                return [event, *rest]
    return None


def _has_field(event: e.Event, name: str, value: object) -> bool:
    if name == "segment" and event.segment is None:
        # What has no number of its own happens in its column.
        return _is_same(value, event.clock)
    if name == "target":
        aimed = [getattr(event, "target", ""), *getattr(event, "targets", ())]
        return value in aimed or (isinstance(value, list) and value == list(getattr(event, "targets", ())))
    actual = find_value(event, name)
    if name in PLACES and isinstance(value, list) and actual is not None:
        return [round(each * HUNDREDTHS) for each in value] == list(actual)
    if isinstance(event, e.Ruled) and event.what in MEASURED and name in ("old", "new"):
        return _is_same(value, actual, HUNDREDTHS)
    if is_measure(event.kind, name) and _is_same(value, actual, HUNDREDTHS):
        return True
    return _is_same(value, actual)


def _is_same(value: object, actual: object, parts: int = 1) -> bool:
    """Return whether two values are equal, as far as TOML can write them.

    Lists stand for tuples, decimals for fractions, and a table for the named fields of a record. A table may also
    stand for pairs, or for records by their ``who``; a list for blows. ``parts`` is the number of the event's units
    in one of the file's.
    """
    if isinstance(value, bool) or isinstance(actual, bool):
        return value is actual
    if isinstance(value, int | float) and isinstance(actual, int | Fraction):
        return _is_same_number(value, actual, parts)
    if isinstance(value, list):
        actual = _list_blows(actual) if is_dataclass(actual) else actual
        return (
            isinstance(actual, list | tuple)
            and len(value) == len(actual)
            and all(_is_same(one, other, parts) for one, other in zip(value, actual, strict=True))
        )
    if isinstance(value, Mapping):
        known = _index_parts(actual, list(value))
        return all(name in known and _is_same(each, known[name], parts) for name, each in value.items())
    return value == actual


def _index_parts(actual: object, names: Sequence[str]) -> Mapping[str, object]:
    """Return the parts of a mapping, of pairs or of records by name.

    Of a declaration it returns what it says by the keys of a file, of another single record the named fields.
    """
    if isinstance(actual, Mapping):
        return actual
    if isinstance(actual, tuple):
        pairs = {each[0]: each[1] for each in actual if isinstance(each, tuple) and len(each) == 2}
        return pairs | {each.who: each for each in actual if hasattr(each, "who")}
    if isinstance(actual, Declaration):
        return actual.words
    return {name: getattr(actual, name) for name in names if hasattr(actual, name)}


def _list_blows(record: object) -> tuple[object, ...]:
    """Return the active and reactive blows of a record that has them."""
    return tuple(getattr(record, name) for name in ("active", "reactive") if hasattr(record, name))


def _is_same_number(value: int | float, actual: int | Fraction, parts: int) -> bool:
    """Return whether two numbers are equal, or nearly so where decimals cannot be exact."""
    if not isfinite(value):
        return False
    expected = Fraction(str(value)) * parts
    if isinstance(actual, int):
        return actual == (round(expected) if parts > 1 else expected)
    places = len(str(value).partition(".")[2])
    endless = 10**FINEST % actual.denominator > 0
    roughly = places > FINEST or (endless and places >= ROUGHEST)
    return expected == actual or (roughly and abs(expected - actual) < Fraction(1, 10 ** min(places, FINEST)))


def _check_orders(run: ScenarioRun) -> Iterator[str]:
    expect = run.script.expect
    for name, chain in [("order", expect.order), *(("orders", chain) for chain in expect.orders)]:
        found = find_in_order(run, chain)
        if len(found) == len(chain):
            continue
        missing = chain[len(found)]
        after = f' after "{chain[len(found) - 1].text}"' if found else ""
        ever = any(missing.is_matching(event, run.script.roster) for event in run.events)
        yield f'{name}: "{missing.text}" does not come{after}' + (", only before" if ever and found else "")


def _check_togethers(run: ScenarioRun) -> Iterator[str]:
    for forms in run.script.expect.together:
        if not find_in_one_moment(run, forms):
            listed = ", ".join(f'"{form.text}"' for form in forms)
            yield f"together: no moment has {listed}" + _describe_times(run, forms)


def _describe_times(run: ScenarioRun, forms: Sequence[ShortForm]) -> str:
    seen = []
    for form in forms:
        times = [event for event in run.events if form.is_matching(event, run.script.roster)]
        at = ", ".join(f"{event.round}.{_format_number(event.moment)}" for event in times) or "never"
        seen.append(f'"{form.text}" {at}')
    return f" (by round and moment: {'; '.join(seen)})"


def _check_counts(run: ScenarioRun) -> Iterator[str]:
    for form, number in run.script.expect.count:
        found = sum(form.is_matching(event, run.script.roster) for event in run.events)
        if found != number:
            yield f'count: "{form.text}" {found} times, not {number}'


def _check_refusals(run: ScenarioRun) -> Iterator[str]:
    expected = run.script.expect.refused
    if expected is None:
        return
    found = [event for event in run.events if isinstance(event, e.Refused)]
    cited = [(event.clause, *event.clauses) for event in found]
    if len(cited) != len(expected) or any(each not in of for each, of in zip(expected, cited, strict=True)):
        given = ", ".join(f"{event.clause} ({event.who}: {event.reason})" for event in found) or "nothing"
        yield f"refused: {given}; not {', '.join(expected) or 'nothing'}"


def _check_events(run: ScenarioRun) -> Iterator[str]:
    for wanted in run.script.expect.events:
        if any(is_match(wanted, event) for event in run.events):
            continue
        yield f"events: there is no {_describe(wanted)}{_describe_nearest(run, wanted)}"


def _describe_nearest(run: ScenarioRun, wanted: ExpectedEvent) -> str:
    """Describe the event of this kind that differs in the fewest fields."""
    same = [event for event in run.events if event.kind == wanted.kind]
    if not same:
        return f"; there is no {wanted.kind} at all"
    wrong = {id(event): _list_wrong_fields(wanted, event) for event in same}
    closest = min(same, key=lambda event: len(wrong[id(event)]))
    return f"; the nearest has {', '.join(wrong[id(closest)])}"


def _list_wrong_fields(wanted: ExpectedEvent, event: e.Event) -> list[str]:
    """Return the fields of an event that differ, with the event's own values."""
    wrong = [
        f"{name} = {_format_value(_get_field(event, name))}"
        for name, value in wanted.fields.items()
        if not _has_field(event, name, value)
    ]
    lacking = set(wanted.clauses) - set(event.clauses)
    return wrong + ([f"clauses = {_format_value(event.clauses)}"] if lacking else [])


def _get_field(event: e.Event, name: str) -> object:
    return getattr(event, "targets", None) if name == "target" and not hasattr(event, name) else find_value(event, name)


def _check_never(run: ScenarioRun) -> Iterator[str]:
    for wanted in run.script.expect.never:
        found = next((event for event in run.events if is_match(wanted, event)), None)
        if found is not None:
            yield f"never: {_describe(wanted)} happens, at {found.round}.{_format_number(found.clock)}"


def _describe(wanted: ExpectedEvent) -> str:
    parts = [f"{name} = {_format_value(value)}" for name, value in wanted.fields.items()]
    if wanted.clauses:
        parts.append(f"clauses = {_format_value(wanted.clauses)}")
    return wanted.kind + (f" with {', '.join(parts)}" if parts else "")


def _format_value(value: object) -> str:
    """Return a value as a file would write it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list | tuple):
        return f"[{', '.join(_format_value(each) for each in value)}]"
    return "none" if value is None else str(value)


def _format_number(value: int | None) -> str:
    return "-" if value is None else str(value)
