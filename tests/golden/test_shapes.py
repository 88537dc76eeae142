"""The shapes of stored classes are those recorded; what stored data need is found."""

import pytest

from rules.kernel import events as e
from rules.kernel.stat_block import StatBlock, Weapon
from tests.golden import shapes
from tests.golden.shapes import (
    SHARED,
    Shapes,
    describe_what_to_do,
    list_breaking,
    list_changes,
    list_shapes,
    read_recorded,
)

PRESENT = list_shapes()


@pytest.mark.parametrize("folder", PRESENT)
def test_stored_classes_have_the_shapes_that_were_recorded(folder: str) -> None:
    version, recorded = read_recorded(folder)
    changes = list(list_changes(recorded, PRESENT[folder]))
    breaking = list_breaking(recorded, PRESENT[folder], version)
    assert not changes, describe_what_to_do(changes, breaking, version)


def earlier(**changed: dict[str, str]) -> Shapes:
    """Return the shared shapes as they would have been with these classes."""
    return {**PRESENT[SHARED], **{name.replace("_", " "): fields for name, fields in changed.items()}}


MOVED, WEAPON = PRESENT[SHARED]["event Moved"], PRESENT[SHARED]["Weapon"]
WITHOUT_MOVED = {name: fields for name, fields in PRESENT[SHARED].items() if name != "event Moved"}
OLDER: dict[str, Shapes] = {
    "a field was renamed": earlier(event_Moved={**MOVED, "covered": "int"}),
    "a field of a nested class was renamed": earlier(Weapon={**WEAPON, "reach": "int"}),
    "a field has another type": earlier(event_Moved={**MOVED, "feet": "str"}),
    "a field lost its default": earlier(event_Moved={**MOVED, "feet": "int = 0"}),
    "a field without a default was added": earlier(
        event_Moved={name: what for name, what in MOVED.items() if name != "feet"}
    ),
    "a kind was renamed": {**WITHOUT_MOVED, "event Walked": MOVED},
    "a value of an enum is gone": earlier(Load={**PRESENT[SHARED]["Load"], "crushing": "value"}),
}


@pytest.mark.parametrize("what", OLDER)
def test_a_change_that_needs_a_converter_is_named(what: str) -> None:
    assert len(list(list_breaking(OLDER[what], PRESENT[SHARED], 2))) == 1
    assert list(list_changes(OLDER[what], PRESENT[SHARED]))


def test_a_converter_or_a_new_name_mends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = {2: lambda fields: fields}
    converters = dict.fromkeys((e.Moved, Weapon, StatBlock), steps)
    monkeypatch.setattr(shapes, "list_converters", lambda: converters)
    monkeypatch.setattr(shapes, "list_renames", lambda: {2: [("Walked", e.Moved)]})
    assert not [what for what, older in OLDER.items() if list(list_breaking(older, PRESENT[SHARED], 2))]


def test_a_field_with_a_default_is_added_without_a_converter() -> None:
    older = earlier(event_Moved={name: what for name, what in MOVED.items() if name != "closes"})
    assert not list(list_breaking(older, PRESENT[SHARED], 2))
    assert list(list_changes(older, PRESENT[SHARED])) == ["event Moved.closes: was not there -> str = ''"]


def test_the_message_says_what_to_do() -> None:
    older = OLDER["a field was renamed"]
    changes = list_changes(older, PRESENT[SHARED])
    said = describe_what_to_do(changes, list_breaking(older, PRESENT[SHARED], 2), 2)
    assert "event Moved.covered cannot be read from version 2: write a converter of event Moved" in said
    assert "Raise CODEC_VERSION in rules/kernel/stored_forms.py to 3" in said
    assert said.endswith("Then run: python -m tests.golden.shapes")
