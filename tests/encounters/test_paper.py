"""Sheets to print for a fight: for the DM alone, with the letters of the procedure."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.models import Encounter
from rules.api import ACTION_NAMES, get_ruleset
from tests.any_procedure import ANY, FAMILY
from tests.encounters.seated import At, markup, prepared_fight, words


def read_page(encounter: Encounter, client: Client | None = None) -> str:
    """Return the page as the DM sees it."""
    hers = client or Client()
    hers.force_login(User.objects.get())
    return markup(hers.get(f"/e/{encounter.pk}/paper/"))


def test_the_roster_has_everybody_with_boxes_for_points_and_a_row_of_the_round(at: At) -> None:
    page = read_page(at.encounter)
    for name in ("Otis", "Tenser", "Jaroo", "Orc 1", "Shaman", "Canaryhidden"):
        assert len(re.findall(rf"{name}\s*</h3>", page)) == len(re.findall(rf"{name}\s*</th>", page)) == 1
    assert 'aria-label="38 hp">' + "<i></i>" * 38 + "</p>" in re.sub(r"\s+<", "<", page)
    assert "97 hp:" in page
    assert "<th>10</th>" in page
    assert "Spells in memory</b> hold person" in page.replace("<bdi>", "")
    assert ">none<" not in page.partition("paper-cards")[0]


def test_each_kind_of_monster_has_one_card_with_its_figures(at: At) -> None:
    cards = read_page(at.encounter).partition("paper-cards")[2].partition("</section>")[0]
    assert re.findall(r"<h3>(.*?)</h3>", cards) == ["Orc", "Bugbear"]
    assert "<dt>Armor class</dt>" in cards


def test_every_player_has_a_slip_and_the_page_is_filled_with_empty_ones(at: At) -> None:
    slips = read_page(at.encounter).partition("paper-slips")[2]
    assert slips.count("<li>") == 8
    assert slips.count("<b>Name</b>") == 5
    assert all(f"<b>{name}</b>" in slips for name in ("Otis", "Tenser", "Jaroo"))
    assert "Canaryhidden" not in slips


@pytest.mark.django_db
@pytest.mark.parametrize("ruleset", FAMILY)
def test_slips_have_the_letters_of_the_procedure(ruleset: str) -> None:
    at = prepared_fight(ruleset=ruleset)
    at.begin()
    slips = read_page(at.encounter).partition("paper-slips")[2]
    for letter in get_ruleset(ruleset).letters:
        assert f"<b>{letter.value}</b> {ACTION_NAMES[letter]}" in slips


@pytest.mark.django_db
def test_all_sheets_are_printed_before_the_table_is_open() -> None:
    at = prepared_fight()
    page = read_page(at.encounter)
    for name in ("Otis", "Tenser", "Jaroo", "Orc 1", "Shaman"):
        assert len(re.findall(rf"{name}\s*</h3>", page)) == len(re.findall(rf"{name}\s*</th>", page)) == 1
    cards = page.partition("paper-cards")[2].partition("</section>")[0]
    assert re.findall(r"<h3>(.*?)</h3>", cards) == ["Orc", "Bugbear"]
    assert "<th>10</th>" in page
    assert page.partition("paper-slips")[2].count("<li>") == 8


@pytest.mark.django_db
def test_a_combatant_without_a_place_yet_is_printed_without_one() -> None:
    at = prepared_fight()
    services.put_combatant(at.dora, {"id": "late", "name": "Late", "side": "foes", "monster": "orc"})
    entry = read_page(at.encounter).partition("Late</h3>")[2].partition("</li>")[0]
    assert "<b>Movement</b>" in entry
    assert "<b>Place</b>" not in entry


@pytest.mark.django_db
def test_a_fight_with_nobody_in_it_has_empty_sheets() -> None:
    dora = User.objects.create_user("dora", password="ten segments")
    page = read_page(services.create_encounter(dora, "A draft", ANY))
    assert page.partition("paper-slips")[2].count("<li>") == 8


def test_only_the_dm_may_print(at: At) -> None:
    page = at.pip.get(f"/e/{at.encounter.pk}/paper/")
    assert page.status_code in (302, 403, 404)
    assert "Canaryhidden" not in words(page)
