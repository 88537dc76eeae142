"""A phone asks for what is needed, and offers what a character can do."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User

from encounters import services
from encounters.models import Declaration
from encounters.viewers import build_dm_viewer
from tests.any_procedure import ANY
from tests.encounters.seated import At, markup, words
from tests.people import sit

pytestmark = pytest.mark.django_db

PARTY: tuple[dict[str, Any], ...] = (
    {
        "id": "pip", "name": "Sly Pip", "side": "party", "class": "thief", "level": 4, "hp": 18, "played": True,
        "weapons": ["dagger"], "devices": ["potion_healing", "wand_fire"], "position": [0, 0],
    },
    {
        "id": "jaroo", "name": "Jaroo", "side": "party", "class": "cleric", "level": 4, "hp": 24, "played": True,
        "weapons": ["mace_foot"], "spells": ["cleric_bless"], "position": [-4, 8],
    },
)  # fmt: skip
GOBLIN = {"id": "goblin", "name": "Goblin", "side": "foes", "monster": "goblin", "hp": 4, "position": [6, 0]}
GUARDS = tuple(
    {"id": f"guard-{n}", "name": f"Guard {n}", "side": "party", "class": "fighter", "hp": 6, "position": [-8, n]}
    for n in (1, 10, 2)
)
SKELETON = {"id": "skeleton", "name": "Skeleton", "side": "foes", "monster": "skeleton", "hp": 4, "position": [9, 9]}
BLESS: dict[str, Any] = {"action": "D", "how": "spell", "spell": "cleric_bless"}
POTION: dict[str, Any] = {"action": "D", "how": "device", "device": "potion_healing"}


@pytest.fixture
def at() -> At:
    dora = User.objects.create_user("dora", password="ten segments")
    notes = {"start": "melee", "distance_ft": 10, "reaction": "hostile"}
    encounter = services.create_encounter(dora, "The cave", ANY, None, notes)
    services.add_combatants(build_dm_viewer(encounter), (*PARTY, *GUARDS, GOBLIN, SKELETON))
    at = At(encounter, build_dm_viewer(encounter))
    sit(at.pip, at.encounter.campaign, "Pip", ["pip", "jaroo"])
    services.open_encounter(at.dora)
    services.begin_round(at.dora, at.tap())
    for question in at.state.open:
        if question.who not in ("pip", "jaroo"):
            services.answer(at.dora, at.tap(), question.token, {"action": "C"})
    return at


def show(at: At, who: str, **given: Any) -> str:
    """Return the page of a step."""
    asked = {f"answer.{name}": value for name, value in given.items()}
    return markup(at.pip.get(at.url("me/"), {"who": who, "for": at.token(at.pip, who), **asked}))


def test_a_spell_that_blesses_its_targets_is_not_sealed_for_nobody(at: At) -> None:
    answered = at.answer(at.pip, "jaroo", **BLESS)
    assert answered.status_code == 400
    assert "Choose for whom first." in words(answered)
    assert not Declaration.objects.filter(who="jaroo").exists()
    assert at.answer(at.pip, "jaroo", **BLESS, target="pip").status_code == 303


def test_a_potion_asks_nothing_and_is_for_its_drinker(at: At) -> None:
    page = show(at, "pip", **POTION)
    assert "Goblin" not in page[page.index("<form") : page.index("</form>")]
    assert "data-place" not in page
    assert '<input type="hidden" name="answer.target" value="pip">' in page
    at.answer(at.pip, "pip", **POTION, target="pip")
    assert at.state.declared["pip"].targets == ("pip",)


def test_a_wand_asks_for_its_targets(at: At) -> None:
    page = show(at, "pip", action="D", how="device", device="wand_fire")
    assert "Goblin" in page[page.index("<form") : page.index("</form>")]


def test_targets_of_one_name_stand_in_the_order_of_their_numbers(at: At) -> None:
    page = show(at, "jaroo", **BLESS)
    assert re.findall(r'name="answer.target" value="guard-(\d+)"', page) == ["1", "2", "10"]


def test_only_who_can_turn_undead_is_offered_it(at: At) -> None:
    assert "Turn undead" not in show(at, "pip", action="D")
    assert "turn undead" not in show(at, "pip")
    assert "Turn undead" in show(at, "jaroo", action="D")
    assert "turn undead" in show(at, "jaroo")


def test_the_notice_on_another_character_leads_to_it(at: At) -> None:
    at.answer(at.pip, "pip", action="C")
    page = markup(at.pip.get(at.url("me/"), {"who": "pip"}))
    assert re.search(rf'<section id="banner[^>]*>.*?<a href="{at.url("me/")}\?who=jaroo">.*?Jaroo is asked', page, re.S)


def test_a_form_says_whose_it_is_and_which_orders_are_sealed(at: At) -> None:
    at.answer(at.pip, "pip", action="C")
    said = words(at.pip.get(at.url("me/")))
    assert "Jaroo: your order The order of Sly Pip is sealed." in said


def test_a_blessing_offers_the_whole_party_first_and_then_each_the_nearest_first(at: At) -> None:
    page = show(at, "jaroo", **BLESS)
    whole = re.search(r'data-whole="([^"]+)".*?</svg>([^<]+)</b><small>([^<]+)', page)
    assert whole is not None
    assert sorted(whole[1].split()) == ["guard-1", "guard-10", "guard-2", "jaroo", "pip"]
    assert (whole[2], whole[3]) == ("All of the party (5)", "4 to 9 ft away")
    each = re.findall(r'name="answer.target" value="([^"]+)"', page)
    assert each == ["jaroo", "guard-1", "guard-2", "guard-10", "pip", "goblin", "skeleton"]


def test_a_whole_is_not_offered_where_the_spell_takes_fewer(at: At) -> None:
    assert "data-whole" not in show(at, "pip", action="D", how="shoot", weapon="dagger")
