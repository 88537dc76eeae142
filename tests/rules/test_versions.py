"""Data of older versions are converted on reading; newer data are refused in words."""

from collections.abc import Mapping
from typing import Any

import pytest

from rules.kernel import events as e
from rules.kernel.codec import (
    CODEC_VERSION,
    BadData,
    NewerData,
    decode_event,
    decode_input,
    encode_event,
    is_as_stored,
    list_earlier_names,
    versions,
)
from rules.kernel.deeds import Declaration, Deed
from rules.kernel.events import Event
from rules.kernel.inputs import BeginRound
from rules.kernel.order import Because
from rules.kernel.stat_block import Weapon
from rules.kernel.stored_forms import Converters, Data, Renames
from rules.procedures import get_all_kinds
from rules.procedures.adnd.deed_types import Blow
from rules.procedures.adnd.orders.strike import Strike
from rules.statblocks import build_stat_blocks

ENTRY = {"id": "otis", "side": "party", "class": "ranger", "weapons": ["sword_long", "bow_long"]}
EVENTS: tuple[Event, ...] = (
    e.Moved(who="otis", to=(500, 0), feet=5),
    e.EncounterOpened(ruleset="any", version="1", stat_blocks=build_stat_blocks(ENTRY)),
    e.Declared(who="otis", declaration=Strike(who="otis", targets=("orc-1",))),
)
"""An event that is renamed, one with a nested class, and one with a class that is written by name."""


def change(data: Any, old: Mapping[str, str]) -> Any:
    """Return data in which these texts, and keys, stand in place of others."""
    if isinstance(data, dict):
        return {old.get(key, key): change(value, old) for key, value in data.items()}
    if isinstance(data, list):
        return [change(each, old) for each in data]
    return old.get(data, data) if isinstance(data, str) else data


def rename(old: str, new: str) -> Any:
    """Return a converter that renames a field."""
    return lambda fields: {new if name == old else name: value for name, value in fields.items()}


def write_older(event: Event) -> Data:
    """Return an event as a version would have stored it that had other names."""
    names = {"Moved": "Walked", "feet": "covered", "missile": "shoots", "Strike": "Blow", "targets": "aims"}
    data: Data = change(encode_event(event), names)
    return {**data, "v": "1"}


CONVERTERS: Converters = {
    e.Moved: {1: rename("covered", "feet")},
    Weapon: {1: rename("shoots", "missile")},
    Strike: {1: rename("aims", "targets")},
}
RENAMED: Renames = {1: (("Walked", e.Moved), ("Blow", Strike))}


@pytest.fixture
def converted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the names of the older version be read."""
    monkeypatch.setattr(versions, "list_converters", lambda: CONVERTERS)
    monkeypatch.setattr(versions, "list_renames", lambda: RENAMED)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_data_with_older_names_cannot_be_read_without_a_converter(event: Event) -> None:
    with pytest.raises(BadData):
        decode_event(write_older(event), get_all_kinds())


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_a_renamed_kind_field_nested_class_and_declaration_are_read_with_one(event: Event, converted: None) -> None:
    assert decode_event(write_older(event), get_all_kinds()) == event
    assert is_as_stored(event, write_older(event))


def test_a_name_is_that_of_a_class_of_one_base_alone(converted: None) -> None:
    assert versions.find_name("Blow", 1, Declaration) == "Strike"
    assert versions.find_name("Blow", 1, Deed) == Blow.__name__


def test_rows_are_found_by_every_name_that_their_kind_has_had(converted: None) -> None:
    assert list_earlier_names(e.Moved) == ("Moved", "Walked")


def test_present_data_are_not_converted(converted: None) -> None:
    with pytest.raises(BadData, match="covered: is no field of Moved"):
        decode_event({**write_older(EVENTS[0]), "kind": "Moved", "v": CODEC_VERSION})


def test_data_that_a_converter_cannot_read_are_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "list_converters", lambda: {e.Moved: {1: lambda fields: {"to": fields["there"]}}})
    with pytest.raises(BadData, match="is no Moved of version 1"):
        decode_event({**encode_event(EVENTS[0]), "v": "1"})


def test_newer_data_are_refused_in_words() -> None:
    data = {"type": "BeginRound", "v": CODEC_VERSION + 1, "unheard": "of"}
    with pytest.raises(NewerData, match=f"was written in form {CODEC_VERSION + 1}, and this version reads forms up to"):
        decode_input(data)


@pytest.mark.parametrize("version", ["0", "2", "x", 0, -1, 1.0, True, None])
def test_what_is_no_version_is_bad(version: object) -> None:
    with pytest.raises(BadData, match="is no version"):
        decode_input({"type": "BeginRound", "v": version})


def test_the_first_version_was_written_as_text() -> None:
    assert (
        decode_input({"type": "BeginRound", "v": "1"}) == decode_input({"type": "BeginRound", "v": 1}) == BeginRound()
    )


@pytest.mark.parametrize(
    ("what", "older", "now"),
    [
        ("moved", ([0.0, 12.5], [7.5, -4]), ([0, 1250], [750, -400])),
        ("range", (30.0, ["orc-1", 22.5]), (3000, ["orc-1", 2250])),
        ("range", (0.0, None), (0, None)),
        ("hp", (7, 3), (7, 3)),
        ("ac", (None, 4), (None, 4)),
    ],
)
def test_rulings_that_held_feet_are_read_in_hundredths(what: str, older: tuple[Any, Any], now: tuple[Any, Any]) -> None:
    event = e.Ruled(who="otis", what=what, old=now[0], new=now[1])
    stored = {**encode_event(event), "old": older[0], "new": older[1], "v": 3}
    assert decode_event(stored) == event
    assert is_as_stored(event, stored)


def test_an_attack_is_read_without_the_empty_fields_that_it_had_for_another_procedure() -> None:
    event = e.Attacked(
        who="otis", target="orc-1", weapon="axe", routine=1, mode="melee", needed=12, face=17, hit=True, blow=""
    )
    stored = {**encode_event(event), "natural": None, "outcome": "", "v": 6}
    del stored["details"]
    assert decode_event(stored) == event
    assert is_as_stored(event, stored)


# Fields that were added since.


def without(data: Data, path: tuple[str | int, ...]) -> Data:
    """Return data without the field at this path."""
    copied: Any = change(data, {})
    inner = copied
    for step in path[:-1]:
        inner = inner[step]
    del inner[path[-1]]
    found: Data = copied
    return found


@pytest.mark.parametrize(
    ("event", "path"),
    [
        (e.Moved(who="otis", to=(500, 0), feet=5, closes="orc-1"), ("closes",)),
        (EVENTS[1], ("stat_blocks", 0, "weapons", 1, "missile", "thrown")),
        (EVENTS[2], ("declaration", 1, "targets")),
    ],
)
def test_a_field_that_was_added_later_may_have_any_value(event: Event, path: tuple[str | int, ...]) -> None:
    stored = without(encode_event(event), path)
    assert is_as_stored(event, stored)


@pytest.mark.parametrize(
    ("event", "path", "value"),
    [
        (EVENTS[0], ("feet",), 6),
        (EVENTS[1], ("stat_blocks", 0, "weapons", 1, "missile", "rate"), "7"),
        (EVENTS[1], ("stat_blocks", 0, "weapons", 1), {}),
        (EVENTS[2], ("declaration", 1, "targets"), ["orc-2"]),
        (EVENTS[2], ("declaration", 0), "Cast"),
    ],
)
def test_a_stored_field_with_another_value_differs(event: Event, path: tuple[str | int, ...], value: object) -> None:
    stored: Any = change(encode_event(event), {})
    inner = stored
    for step in path[:-1]:
        inner = inner[step]
    if value == {}:
        inner[path[-1]] = {**inner[path[-1]], "id": "another"}
    else:
        inner[path[-1]] = value
    assert not is_as_stored(event, stored)


def test_an_event_that_cites_otherwise_is_the_same_event() -> None:
    reason = Because("otis", "before", "orc-1", ("X.1",))
    event = e.MomentBegan(clauses=("X.2",), deeds=("otis", "orc-1"), because=(reason,))
    stored: Any = encode_event(event)
    stored["clauses"] = ["X.3", "X.4"]
    stored["because"][0]["clauses"] = ["X.5"]
    assert is_as_stored(event, stored)
    stored["because"][0]["relation"] = "together"
    assert not is_as_stored(event, stored)


def test_a_plain_object_with_another_key_differs() -> None:
    asked = e.Asked(who="otis", question="effect", id="1", facts={"a": 1, "b": 2})
    assert not is_as_stored(asked, {**encode_event(asked), "facts": {"a": 1}})
