"""The player's sheet: own characters on the phone, and nothing that is not theirs."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.models import Character
from campaigns.services import calendar, change_character, read_value
from encounters import services
from encounters.viewers import build_dm_viewer
from rules.api import Change
from tests.campaigns.evenings import Group, make_group
from tests.campaigns.test_character_page import SHEET, TENSER, find_owner, make
from tests.encounters.compact import compact
from tests.encounters.seated import words

pytestmark = pytest.mark.storage

GOLD = "sheet.coins.gp"
MOST_QUERIES = 12


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


def give(group: Group, name: str, character: str, definition: Any = None, sheet: Any = None, **more: Any) -> Character:
    """Make a character that somebody plays."""
    return make(group, character, definition, sheet, seat=group.joined[name].seat.pk, **more)


@pytest.fixture
def tenser(group: Group) -> Character:
    make(group, "Hidden Hand")
    return give(group, "Pip", "Tenser", TENSER, SHEET, experience=6439, left=3, cast=["magic_user_web"])


def address(group: Group, number: int = 1) -> str:
    return f"/t/{group.campaign.code}/sheet/{number}/"


def read(group: Group, name: str, number: int = 1) -> str:
    answered = group.phones[name].get(address(group, number))
    assert answered.status_code == 200
    return words(answered)


def test_the_lobby_leads_to_the_sheet_of_an_own_character(group: Group, tenser: Character) -> None:
    lobby = compact(group.read("Pip"))
    assert f'href="{address(group)}"' in lobby
    assert "/sheet/" not in group.read("Quill")


def test_a_sheet_says_what_matters_in_a_fight_first(group: Group, tenser: Character) -> None:
    shown = read(group, "Pip")
    terms = ["3 of 9", "Armor class", "Hits AC 5", "Move", "Weapons", "Spells", "Devices"]
    terms += ["Saves", "Experience", "Gear", "Coins", "Notes"]
    assert [shown.index(each) for each in terms] == sorted(shown.index(each) for each in terms)
    for each in ("4 left", "11 left", "6,439", "Rope, 50 ft", "141", "Owes the ferryman a letter."):
        assert each in shown, each


def test_a_sheet_has_nothing_of_the_dm(group: Group, tenser: Character) -> None:
    page = group.phones["Pip"].get(address(group)).content.decode()
    for each in ("The ferryman is a spy", "deaf in one ear", "Hidden Hand", "/c/", "made the character"):
        assert each not in page, each


def test_only_own_characters_are_answered(group: Group, tenser: Character) -> None:
    give(group, "Quill", "Otis")
    assert "Tenser" in read(group, "Pip")
    assert "Otis" in read(group, "Quill")
    answers = [
        group.phones[name].get(address(group, number)) for name in ("Pip", "Quill") for number in (0, 2, 3, 10**6)
    ]
    answers += [group.phones["Screen"].get(address(group))]
    assert {each.status_code for each in answers} == {404}
    assert Client().get(address(group))["Location"] == f"/t/{group.campaign.code}/"


def test_numbers_count_own_characters_alone(group: Group, tenser: Character) -> None:
    make(group, "Another")
    give(group, "Pip", "Jaroo")
    assert "Jaroo" in read(group, "Pip", 2)
    change_character(find_owner(group), tenser.number, {"seat": None})
    assert "Jaroo" in read(group, "Pip", 1)
    assert group.phones["Pip"].get(address(group, 2)).status_code == 404


@pytest.mark.parametrize("status", ["dead", "retired"])
def test_who_plays_no_more_has_no_sheet_on_the_phone(group: Group, tenser: Character, status: str) -> None:
    change_character(find_owner(group), tenser.number, {"status": status})
    assert group.phones["Pip"].get(address(group)).status_code == 404


def test_a_sheet_that_the_rules_cannot_read_says_so(group: Group, tenser: Character) -> None:
    Character.objects.filter(pk=tenser.pk).update(definition={"class": "astronaut"})
    assert "The rules cannot read these figures any more." in read(group, "Pip")


def test_a_sheet_in_a_fight_that_another_plays_it_in_is_as_before(group: Group) -> None:
    give(group, "Pip", "Otis", {"class": "ranger"})
    assert "is in play" not in read(group, "Pip")
    prepared = group.prepare("The mill")
    assert "The mill" not in read(group, "Pip")
    group.give(prepared, "Quill", "otis")
    group.open(prepared)
    assert "The mill is in play. Hit points, spells and charges are as before it." in read(group, "Pip")


def test_a_sheet_during_its_fight_has_the_figures_of_the_fight(group: Group) -> None:
    otis = give(group, "Pip", "Otis", {"class": "ranger", "hp": 12}, sheet={"gear": [{"what": "Rope"}]})
    prepared = group.prepare("The mill")
    group.give(prepared, "Pip", "otis")
    group.open(prepared)
    services.begin_round(build_dm_viewer(prepared), "begin")
    services.rule(build_dm_viewer(prepared), "hurt", [Change("otis", "hp", 2), Change("otis", "prone", True)], "")
    shown = read(group, "Pip")
    assert "The mill is in play. Hit points, spells and charges are as they are there. Now: prone" in shown
    assert "2 of" in shown
    assert Character.objects.get(pk=otis.pk).left is None


def test_the_sheet_of_a_fight_leads_to_gear_coins_and_notes(group: Group) -> None:
    give(group, "Pip", "Otis", {"class": "ranger", "hp": 12}, sheet={"gear": [{"what": "Rope"}]})
    prepared = group.prepare("The mill")
    group.give(prepared, "Pip", "otis", "jaroo")
    group.open(prepared)
    services.begin_round(build_dm_viewer(prepared), "begin")
    way = f"/t/{group.campaign.code}/sheet/of/otis/"
    shown = group.phones["Pip"].get(f"/t/{group.campaign.code}/me/sheet/", {"who": "otis"}).content.decode()
    assert f'href="{way}"' in compact(shown)
    assert group.phones["Pip"].get(way)["Location"] == f"{address(group)}#gear"
    assert "Rope" in read(group, "Pip")
    for name, who in (("Pip", "jaroo"), ("Pip", "nobody"), ("Quill", "otis"), ("Screen", "otis")):
        answered = group.phones[name].get(f"/t/{group.campaign.code}/sheet/of/{who}/")
        assert answered["Location"] == f"/t/{group.campaign.code}/me/", (name, who)


def test_a_sheet_takes_few_queries(group: Group, tenser: Character) -> None:
    for name in ("Jaroo", "Otis", "Melf"):
        give(group, "Pip", name)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        read(group, "Pip")
    assert len(asked) <= MOST_QUERIES, "\n".join(each["sql"] for each in asked)


def post(group: Group, character: Character, path: str, value: str, seen: Any = None, **more: Any) -> Any:
    """Change a value as the form on Pip's phone does."""
    before = read_value(Character.objects.get(pk=character.pk), path) if seen is None else seen
    given = {"key": character.key, "path": path, "value": value, "seen": json.dumps(before)}
    return group.phones["Pip"].post(address(group), {**given, **more})


def test_what_the_dm_allows_is_changed_on_the_phone(group: Group, tenser: Character) -> None:
    opened = group.phones["Pip"].get(address(group), {"change": GOLD})
    assert 'name="key" value="tenser"' in compact(opened.content.decode())
    assert post(group, tenser, GOLD, "1,116").status_code == 303
    assert "1,116" in read(group, "Pip")


def test_what_only_the_dm_changes_has_a_lock(group: Group, tenser: Character) -> None:
    page = compact(group.phones["Pip"].get(address(group)).content.decode())
    assert 'aria-label="Hit points 3, ask the DM"' in page
    assert 'aria-label="Change notes"' in page
    assert "#i-lock" in page
    assert "the DM’s" in read(group, "Pip")
    assert "dora" not in page
    calendar.change_options(find_owner(group), edits_hit_points=True, edits_supplies=True, edits_notes=False)
    page = compact(group.phones["Pip"].get(address(group)).content.decode())
    assert 'aria-label="Hit points 3, change"' in page
    assert 'aria-label="Ask for other notes"' in page
    assert 'aria-label="One hit point more"' in page


def test_a_locked_value_is_refused_in_words(group: Group, tenser: Character) -> None:
    answered = post(group, tenser, "experience", "9000")
    assert (answered.status_code, "Only the DM changes this." in words(answered)) == (403, True)
    assert Character.objects.get(pk=tenser.pk).experience == 6439


def test_what_is_typed_wrongly_stays_in_the_field(group: Group, tenser: Character) -> None:
    answered = post(group, tenser, GOLD, "a heap")
    assert answered.status_code == 400
    page = compact(answered.content.decode())
    assert 'value="a heap"' in page
    assert "data-seats" not in page
    assert (
        group.phones["Pip"].post(address(group), {"key": "tenser", "path": GOLD, "value": "1", "seen": "{"}).status_code
        == 400
    )
    assert post(group, tenser, "sheet.dm_notes", "x").status_code == 403
    assert post(group, tenser, "nothing", "x", seen="").status_code == 400


def test_an_open_field_is_not_read_again(group: Group, tenser: Character) -> None:
    def follows(change: str) -> bool:
        return "data-seats" in group.phones["Pip"].get(address(group), {"change": change}).content.decode()

    assert (follows(""), follows("definition.race"), follows("left"), follows(GOLD)) == (True, True, False, False)


def test_dora_and_pip_change_one_figure_and_the_second_is_told(group: Group, tenser: Character) -> None:
    dora = {"path": GOLD, "value": "116", "seen": "141"}
    assert group.dora.post(f"/c/{group.campaign.pk}/character/{tenser.number}/", dora).status_code == 302 + 1
    told = post(group, tenser, GOLD, "120", seen=141)
    assert told.status_code == 409
    assert "The DM changed this to 116 at" in words(told)
    for each in ("You typed 120", "Take mine", "Keep the DM’s"):
        assert each in words(told), each
    assert post(group, tenser, GOLD, "120", seen=116).status_code == 303
    answered = group.dora.post(f"/c/{group.campaign.pk}/character/{tenser.number}/", {**dora, "seen": "116"})
    assert "Pip changed this to 120 at" in words(answered)


def test_a_form_whose_character_has_another_number_by_now_is_refused_in_words(group: Group, tenser: Character) -> None:
    jaroo = give(group, "Pip", "Jaroo")
    moved = post(group, jaroo, GOLD, "7", seen=None)
    assert (moved.status_code, "This one is Jaroo: save it once more." in words(moved)) == (409, True)
    assert f'action="{address(group, 2)}"' in compact(moved.content.decode())
    change_character(find_owner(group), tenser.number, {"seat": None})
    gone = group.phones["Pip"].post(address(group), {"key": "tenser", "path": GOLD, "value": "7", "seen": "141"})
    assert gone.headers["Location"] == f"/t/{group.campaign.code}/me/"
    assert "You do not play this character any more." in group.read("Pip")
    assert read_value(Character.objects.get(pk=tenser.pk), GOLD) == 141


def test_the_dm_says_in_the_settings_what_players_may_change(group: Group, tenser: Character) -> None:
    form = f"/c/{group.campaign.pk}/settings/sheets/"
    assert "Ammunition, charges and spells cast" in words(group.dora.get(form))
    said = words(group.dora.post(form, {"edits_hit_points": "on"}, follow=True))
    assert "What players may change is saved." in said
    assert post(group, tenser, GOLD, "1").status_code == 403
    assert post(group, tenser, "left", "4").status_code == 303
