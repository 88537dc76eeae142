"""Refusals of the codec: unreadable data, with its path, and values that JSON cannot hold."""

from typing import Any

import pytest

from rules.kernel import events as e
from rules.kernel.codec import (
    BadData,
    decode,
    decode_event,
    decode_input,
    decode_text,
    encode,
    encode_event,
    encode_input,
    encode_text,
    normalise,
)
from rules.kernel.deeds import add_own
from rules.kernel.frozen import Part, frozen
from rules.kernel.inputs import Arrive, Change, GiveFaces, MakeRuling
from rules.kernel.stat_block import StatBlock
from rules.kernel.terms import Action
from rules.procedures.adnd.deed_types import Blow
from rules.procedures.adnd.orders.base import ThenStrikes
from rules.procedures.adnd.orders.spell import Cast
from rules.procedures.adnd.orders.strike import Strike
from rules.procedures.adnd.orders.wait import Await
from tests.any_procedure import ANY
from tests.rules.stat_block_fields import make_stat_block


def opening() -> dict[str, Any]:
    stat_block = make_stat_block(id="otis", name="Otis", side="party", to_hit=(10, 11))
    return encode_event(e.EncounterOpened(ruleset=ANY, version="1", stat_blocks=(stat_block,)))


def test_the_path_leads_to_what_is_wrong() -> None:
    data = opening()
    data["stat_blocks"][0]["to_hit"][1] = "eleven"
    with pytest.raises(BadData, match="'eleven' is no whole number") as caught:
        decode_event(data)
    assert caught.value.path == "stat_blocks[0].to_hit[1]"


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"v": "0"}, "v"),
        ({"v": None}, "v"),
        ({"kind": "Levitated"}, "kind"),
        ({"kind": ["Moved"]}, "kind"),
        ({"colour": "red"}, "colour"),
        ({"who": 3}, "who"),
        ({"to": [1]}, "to"),
        ({"to": [1, True]}, "to[1]"),
        ({"to": {"x": 1}}, "to"),
        ({"clauses": "A.1"}, "clauses"),
        ({"rolls": [[]]}, "rolls[0]"),
        ({"rolls": [{"purpose": "to_hit"}]}, "rolls[0].by"),
        ({"clock": 1.5}, "clock"),
    ],
)
def test_malformed_events_are_refused(change: dict[str, Any], path: str) -> None:
    data = encode_event(e.Moved(who="otis", to=(0, 0), feet=5)) | change
    with pytest.raises(BadData) as caught:
        decode_event(data)
    assert caught.value.path == path


@pytest.mark.parametrize(("field", "value"), [("routines", "1/0"), ("routines", "1e3"), ("load", "feather")])
def test_malformed_combatants_are_refused(field: str, value: str) -> None:
    data = opening()
    data["stat_blocks"][0][field] = value
    with pytest.raises(BadData) as caught:
        decode_event(data)
    assert caught.value.path == f"stat_blocks[0].{field}"


@frozen
class Armed(Part):
    name: str = ""


@frozen
class Guard:
    name: str
    armed: Armed = Armed()


def test_a_part_has_no_field_of_the_name_of_another() -> None:
    with pytest.raises(TypeError, match="Guard has two fields 'name'"):
        encode(Guard("Otis"))


def test_a_missing_field_is_named() -> None:
    data = encode_event(e.Moved(who="otis", to=(0, 0), feet=5))
    del data["feet"]
    with pytest.raises(BadData, match="feet: is missing"):
        decode_event(data)


@pytest.mark.parametrize("data", [None, [], "Moved", 7, {}])
def test_what_is_no_object_is_no_event_and_no_input(data: object) -> None:
    with pytest.raises(BadData):
        decode_event(data)
    with pytest.raises(BadData):
        decode_input(data)


def test_an_input_is_no_event() -> None:
    with pytest.raises(BadData):
        decode_event(encode_input(GiveFaces("1~0", (3,))))


def test_one_kind_is_not_read_as_another() -> None:
    with pytest.raises(BadData) as caught:
        decode(e.Moved, encode_event(e.Sealed(who="otis")))
    assert caught.value.path == "kind"


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"v": NaN}', "1" * 5000])
def test_text_that_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(BadData):
        decode_text(StatBlock, text)


@pytest.mark.parametrize("value", [{"a"}, object(), {1: 2}, float("nan"), float("inf"), b"x"])
def test_what_json_cannot_hold_has_no_normal_form(value: object) -> None:
    with pytest.raises(BadData):
        normalise(value)


def test_the_path_of_what_json_cannot_hold_is_named() -> None:
    with pytest.raises(BadData) as caught:
        encode_text(MakeRuling((Change("otis", "hp", {"deep": [1, {2}]}),)))
    assert caught.value.path == "changes[0].value.deep[1]"


def test_lists_inside_each_other_have_an_end() -> None:
    value: object = 1
    for _ in range(60):
        value = [value]
    with pytest.raises(BadData, match="too deep"):
        normalise(value)


def test_the_normal_form_of_tuples_is_lists_and_of_enums_their_value() -> None:
    assert normalise({"b": (1, (2,)), "a": Action.STRIKE}) == {"a": "G", "b": [1, [2]]}


def test_the_keys_of_a_normal_mapping_are_sorted() -> None:
    value = normalise({"b": 1, "a": 2})
    assert isinstance(value, dict)
    assert list(value) == ["a", "b"]


def test_combatants_of_an_arrival_are_read_whole() -> None:
    data = encode_input(Arrive((StatBlock(id="orc", name="Orc", side="foes"),)))
    data["stat_blocks"][0]["side"] = None
    with pytest.raises(BadData) as caught:
        decode_input(data)
    assert caught.value.path == "stat_blocks[0].side"


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (["Somersault", {"id": "otis:1", "who": "otis"}], "'Somersault' is nothing that a procedure has"),
        ({"id": "otis:1", "who": "otis", "kind": "melee"}, "is no list"),
        (["Blow", {"id": "otis:1", "who": "otis", "status": "Somersault"}], "'Somersault' is nothing"),
        (["Blow", {"id": "otis:1", "who": "otis", "kind": "melee"}], "is no field of Blow"),
    ],
)
def test_a_deed_that_no_procedure_has_is_refused(written: object, words: str) -> None:
    data = encode_event(e.AgendaChanged(deeds=(Blow("otis:1", "otis"),), why="declared"))
    data["deeds"][0] = written
    with pytest.raises(BadData, match=words) as caught:
        decode_event(data)
    assert caught.value.path.startswith("deeds[0]")


def test_a_deed_comes_back_as_one_of_its_class() -> None:
    event = e.AgendaChanged(deeds=(Blow("otis:1", "otis"),), why="declared")
    assert decode_event(encode_event(event)) == event


@pytest.mark.parametrize(
    ("written", "path", "words"),
    [
        (["Somersault", {"who": "otis"}], "declaration", "'Somersault' is nothing that a procedure has"),
        ({"who": "otis", "action": "G"}, "declaration", "is no list"),
        (["Strike", {"who": "otis", "spell": "web"}], "declaration.Strike.spell", "is no field of Strike"),
        (["Await", {"who": "otis", "then": [["Leap", {}]]}], "declaration.Await.then[0]", "'Leap' is nothing"),
        (["Await", {"who": "otis", "owned": [["Leap", {}]]}], "declaration.Await.owned[0]", "'Leap' is nothing"),
    ],
)
def test_a_declaration_that_no_procedure_has_is_refused(written: object, path: str, words: str) -> None:
    data = encode_event(e.Declared(who="otis", declaration=Strike("otis")))
    data["declaration"] = written
    with pytest.raises(BadData, match=words) as caught:
        decode_event(data)
    assert caught.value.path == path


def test_a_declaration_comes_back_as_one_of_its_class_with_what_was_added() -> None:
    held = Await("otis", targets=("orc",), then=(Cast("otis", spell="web", to=(3, 4)),))
    event = e.Declared(who="otis", declaration=add_own(held, ThenStrikes()))
    assert decode_event(encode_event(event)) == event
