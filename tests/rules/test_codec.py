"""The codec: everything comes back equal to what was written."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.codec import (
    CODEC_VERSION,
    INPUT_TYPES,
    decode_event,
    decode_input,
    decode_text,
    encode,
    encode_event,
    encode_input,
    encode_text,
    normalise_event,
    normalise_input,
)
from rules.kernel.codec.shapes import find_shape
from rules.kernel.deeds import Declaration
from rules.kernel.stat_block import Missile, StatBlock, Weapon
from rules.kernel.state import State
from rules.kernel.terms import Load
from rules.procedures import get_all_kinds
from tests.any_procedure import ANY
from tests.rules.made import anything
from tests.rules.stat_block_fields import make_stat_block

quick = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("kind", get_all_kinds().values(), ids=get_all_kinds())
@quick
@given(data=st.data())
def test_every_event_comes_back_equal(kind: type[e.Event], data: st.DataObject) -> None:
    event = normalise_event(data.draw(anything(kind)))
    assert decode_event(json.loads(encode_text(event)), get_all_kinds()) == event


@pytest.mark.parametrize("kind", INPUT_TYPES.values(), ids=INPUT_TYPES)
@quick
@given(data=st.data())
def test_every_input_comes_back_equal(kind: type[Any], data: st.DataObject) -> None:
    given_input = normalise_input(data.draw(anything(kind)))
    assert decode_input(json.loads(encode_text(given_input))) == given_input


@pytest.mark.parametrize("kind", [StatBlock, Declaration, State])
@quick
@given(data=st.data())
def test_combatants_declarations_and_states_come_back_equal(kind: type[Any], data: st.DataObject) -> None:
    thing = find_shape(kind).normalise(data.draw(anything(kind)))
    assert decode_text(kind, encode_text(thing)) == thing


@quick
@given(data=st.data())
def test_normal_events_are_their_own_normal_form(data: st.DataObject) -> None:
    event = normalise_event(data.draw(anything(e.Ruled)))
    assert normalise_event(event) == event


def test_a_state_keeps_the_order_of_its_roster() -> None:
    stat_blocks = tuple(StatBlock(id=name, name=name, side="party") for name in ("tenser", "otis", "jaroo"))
    state = fold([e.EncounterOpened(ruleset=ANY, version="1", stat_blocks=stat_blocks)])
    assert list(decode_text(State, encode_text(state)).combatants) == ["tenser", "otis", "jaroo"]


def test_a_state_keeps_how_many_faces_of_each_kind_fell() -> None:
    opened = e.EncounterOpened(ruleset=ANY, version="1", stat_blocks=(StatBlock(id="otis", name="Otis", side="party"),))
    state = fold([opened])
    counted = State(**{**vars(state), "counts": {("to_hit", "otis", 20): 2}})
    assert encode(counted)["counts"] == [[["to_hit", "otis", 20], 2]]


def test_fractions_enums_and_tuples_are_written_as_text_values_and_lists() -> None:
    bow = Weapon("bow", "Bow", (), 0, missile=Missile(Fraction(3, 2), (500, 1000, 1500)))
    data = encode(make_stat_block(id="otis", name="Otis", side="party", load=Load.HEAVY, weapons=(bow,)))
    assert data["load"] == "heavy"
    assert data["weapons"][0]["missile"]["rate"] == "3/2"
    assert data["weapons"][0]["missile"]["ranges"] == [500, 1000, 1500]


def test_fields_of_a_part_are_written_among_those_of_the_whole() -> None:
    otis = make_stat_block("otis", "Otis", "party", hit_points=9, hidden=True)
    data = encode(otis)
    assert (data["hit_points"], data["hidden"]) == (9, True)
    assert not data.keys() & {"defence", "start"}


def test_an_event_says_its_kind_and_version() -> None:
    data = encode_event(e.Surrendered(who="orc-1"))
    assert (data["kind"], data["v"], data["who"]) == ("Surrendered", CODEC_VERSION, "orc-1")


def test_an_input_says_its_type_and_version() -> None:
    data = encode_input(decode_input({"type": "BeginRound", "v": "1"}))
    assert data == {"type": "BeginRound", "v": CODEC_VERSION}


def test_equal_things_are_the_same_bytes_whatever_the_order_of_their_keys() -> None:
    one = e.Asked(who="otis", question="effect", id="1", facts={"b": 1, "a": (2,)})
    other = e.Asked(who="otis", question="effect", id="1", facts={"a": [2], "b": 1})
    assert encode_text(one) == encode_text(other)


def test_a_field_that_was_added_later_is_read_as_its_default() -> None:
    data = encode_event(e.Sealed(who="otis"))
    del data["perceived_by"]
    assert decode_event(data) == e.Sealed(who="otis")


@pytest.mark.parametrize(
    ("old", "now"),
    [
        ({"kind": "MindChanged", "who": "a", "cost": "cancelled"}, e.MindChanged(who="a", what="cancelled")),
        ({"kind": "Warned", "who": "a", "target": "b", "cost": "one segment"}, e.Warned(who="a", target="b", cost=1)),
        (
            {"kind": "Warned", "who": "a", "target": "b", "cost": "moving draws an attack of opportunity"},
            e.Warned(who="b", target="a", what="moving draws an attack of opportunity"),
        ),
        ({"kind": "Warned", "who": "a", "cost": "it will not work"}, e.Warned(who="a", what="it will not work")),
        ({"kind": "Warned", "who": "a", "target": "b", "cost": 1}, e.Warned(who="a", target="b", cost=1)),
    ],
)
def test_costs_that_were_written_in_words_are_read(old: dict[str, object], now: e.Event) -> None:
    assert decode_event({"v": "1", **old}) == now
