"""The moment of a result, dice with their targets, and companions' health, on a phone."""

import re

import pytest

from encounters import services
from rules.kernel.inputs import Change
from tests.encounters.seated import At, markup, prepared_fight, words

pytestmark = pytest.mark.django_db


def play(options: dict[str, object] | None = None) -> At:
    """Play the first segments of a round in which Otis strikes at Orc 1."""
    at = prepared_fight(options=options)
    at.sit()
    at.begin()
    for who in ("tenser", "jaroo"):
        at.order(who, action="C")
    at.order("otis", action="G", weapon="sword_long", target="orc-1")
    return at


def pip(at: At) -> str:
    return words(at.pip.get(at.url("me/"), {"who": "otis"}))


def play_until(at: At, text: str) -> str:
    """Step until the words stand on Otis's phone, and return its page."""
    for _ in range(40):
        page = markup(at.pip.get(at.url("me/"), {"who": "otis"}))
        if text in page or at.state.between_rounds:
            return page
        at.step()
    return ""


def test_an_own_roll_is_shown_large_with_its_face_and_outcome() -> None:
    page = play_until(play(), "data-result")
    assert re.search(r'<details class="result party (good|bad)" data-result="1\.\d+\.\d+" open>', page)
    assert re.search(r'aria-label="The dice: \d+"', page)
    assert "Long sword at Orc 1" in page


def test_anothers_roll_is_no_result_of_mine() -> None:
    at = play()
    play_until(at, "data-result")
    assert "data-result" not in markup(at.quill.get(at.url("me/")))


@pytest.mark.parametrize(
    ("grade", "said"), [("numbers", "Tenser 14 of 14 hp"), ("words", "Tenser unhurt"), ("hidden", "Tenser standing")]
)
def test_companions_are_as_the_table_grades_them(grade: str, said: str) -> None:
    at = prepared_fight(options={"table.party_hp": grade})
    at.sit()
    at.begin()
    assert said in pip(at)


def test_a_bar_shows_a_companions_health_and_tells_no_number() -> None:
    at = prepared_fight(options={"table.party_hp": "bar"})
    at.sit()
    at.begin()
    services.rule(at.dora, at.tap(), [Change("tenser", "hp", 9)], "")
    page = markup(at.pip.get(at.url("me/"), {"who": "otis"}))
    assert '<meter min="0" max="8" value="6" aria-label="Health of Tenser"></meter>' in page
    assert "24 of 24 hp" in page, "Jaroo is Pip's own"
    assert re.findall(r"\b(?:9|14) (?:of|hp|hit)", page) == []
    assert "9 of 14 hp" in words(at.quill.get(at.url("me/sheet/"))) + words(at.quill.get(at.url("me/")))


def test_real_dice_name_the_target_and_the_weapon() -> None:
    at = prepared_fight()
    at.sit()
    at.pip.post(at.url("me/types/"), {"who": "otis", "on": "1", "tap": "t"})
    at.begin()
    at.pip.post(at.url("me/types/"), {"who": "otis", "on": "1", "tap": "t2"})
    for who in ("tenser", "jaroo"):
        at.order(who, action="C")
    at.order("otis", action="G", weapon="sword_long", target="orc-1")
    play_until(at, "Roll to hit")
    assert "Roll to hit Orc 1 with the long sword (d20)" in pip(at)
