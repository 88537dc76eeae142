"""The numbers of a hit roll: read from older attacks, shown to those who may see them."""

from dataclasses import fields

import pytest

from rules.kernel import events as e
from rules.kernel.codec import decode_event, encode_event, is_as_stored
from rules.kernel.codec.shapes import BadData
from rules.kernel.stored_forms import Data
from rules.procedures.dew.attack import HitNumbers
from rules.scenarios.fight_events import write_event
from rules.scenarios.short_forms import format_text_line
from tests.rules.watchers import DORA, WATCHERS, last

NUMBERS = HitNumbers(
    natural=11, multiplier=2, ac_base=4, ac_mod1=1, parries=3, shield=2, preparations=1, result=26, outcome="hit"
)
ATTACK = e.Attacked(
    who="otis",
    target="orc-2",
    weapon="spear",
    routine=1,
    mode="melee",
    needed=16,
    face=11,
    hit=True,
    details=NUMBERS,
    clauses=("DEW.1.2.5.1a",),
)
OPEN = {"natural", "multiplier", "parries", "shot", "preparations", "outcome"}


def write_older(event: e.Attacked) -> Data:
    """Return an attack as form 6 had it."""
    stored = encode_event(event)
    _, numbers = stored.pop("details")
    return {**stored, **numbers, "v": 6}


def test_an_attack_that_had_the_numbers_itself_is_read_with_them_in_its_details() -> None:
    assert decode_event(write_older(ATTACK)) == ATTACK
    assert is_as_stored(ATTACK, write_older(ATTACK))


@pytest.mark.parametrize("changed", [{"result": 25}, {"outcome": "miss"}, {"parries": 0}])
def test_a_fresh_attack_with_other_numbers_is_not_as_stored(changed: Data) -> None:
    assert not is_as_stored(ATTACK, {**write_older(ATTACK), **changed})


def test_the_present_form_has_no_such_fields_of_the_attack_itself() -> None:
    assert decode_event(encode_event(ATTACK)) == ATTACK
    with pytest.raises(BadData, match="is no field of Attacked"):
        decode_event({**write_older(ATTACK), "v": encode_event(ATTACK)["v"]})


@pytest.mark.parametrize("name", WATCHERS)
def test_the_numbers_of_the_defence_and_the_result_are_shown_to_the_dm_alone(name: str) -> None:
    (shown,) = (each for each in last(WATCHERS[name], ATTACK) if isinstance(each, e.Attacked))
    seen = {each.name for each in fields(HitNumbers) if getattr(shown.details, each.name) is not None}
    assert seen == ({each.name for each in fields(HitNumbers)} if WATCHERS[name] == DORA else OPEN)


def test_files_and_lines_of_text_have_the_numbers_as_fields_of_the_attack() -> None:
    assert "result = 26" in write_event(ATTACK)
    assert "details" not in write_event(ATTACK)
    assert "natural=11" in format_text_line(ATTACK).split()
