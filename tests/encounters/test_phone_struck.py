"""The harm that a player's characters took: it stands first on the phone until other news."""

import re

import pytest

from encounters import services
from encounters.selectors import read_view
from rules.kernel import events as e
from tests.encounters.seated import At, markup, prepared_fight, words

pytestmark = pytest.mark.django_db

GASH = {
    "id": "gash", "name": "Gash", "side": "foes", "class": "fighter", "level": 20, "hp": 90, "weapons": ["sword_long"],
    "position": [0, 3],
}  # fmt: skip
"""A foe beside Otis who hits with every blow."""


@pytest.fixture
def struck() -> At:
    """Return a round in which Gash has hit Otis."""
    at = prepared_fight()
    services.put_combatant(at.dora, GASH)
    at.sit()
    at.begin()
    at.order("gash", action="G", weapon="sword_long", target="otis")
    for who in ("otis", "tenser", "jaroo"):
        at.order(who, action="C")
    while not list_harm(at):
        at.step()
    return at


def name_doer(at: At) -> str:
    """Return the name of the one who hit Otis."""
    return {"gash": "Gash", "orc-1": "Orc 1", "orc-2": "Orc 2"}[list_harm(at)[0].by]


def list_harm(at: At) -> list[e.Damaged]:
    view = read_view(at.dora)
    return [each for each in view.round(view.state.round) if isinstance(each, e.Damaged) and each.who == "otis"]


def read_band(at: At, who: str) -> str:
    """Return the harm on Pip's phone, in words, with this character in view."""
    page = markup(at.pip.get(at.url("me/"), {"who": who}))
    found = re.search(r'<section\s+id="struck(?:-\d)?".*?</section>', page, re.S)
    assert found
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[0])).strip()


def test_a_blow_stands_first_with_what_is_left(struck: At) -> None:
    amount = sum(each.amount for each in list_harm(struck))
    assert (
        read_band(struck, "otis") == f"{amount} {name_doer(struck)} hits you for {amount} {38 - amount} of 38 hp left"
    )
    page = words(struck.pip.get(struck.url("me/"), {"who": "otis"}))
    told = f"{name_doer(struck)} hits"
    assert page.index(f"{told} you for") < page.index(f"{told} Otis")


def test_a_blow_on_the_character_not_in_view_is_named_and_leads_to_it(struck: At) -> None:
    amount = sum(each.amount for each in list_harm(struck))
    assert read_band(struck, "jaroo") == f"Otis: {name_doer(struck)} hits for {amount} {38 - amount} of 38"
    assert re.search(
        r'class="harm-other" href="[^"]*who=otis"', markup(struck.pip.get(struck.url("me/"), {"who": "jaroo"}))
    )


def test_nobody_else_is_shown_it(struck: At) -> None:
    page = markup(struck.quill.get(struck.url("me/")))
    assert re.search(r'<section\s+id="struck"[^>]*>\s*</section>', page)


def test_it_goes_with_the_next_segment_with_news(struck: At) -> None:
    shown = read_band(struck, "otis")
    while not struck.state.between_rounds and read_band(struck, "otis") == shown:
        struck.step()
    assert read_band(struck, "otis") != shown


def test_both_characters_have_their_figures_in_the_head(struck: At) -> None:
    amount = sum(each.amount for each in list_harm(struck))
    people = words(struck.pip.get(struck.url("me/"), {"who": "jaroo"}))
    assert f"Otis {38 - amount} of 38" in people
    assert "Jaroo 24 of 24" in people
