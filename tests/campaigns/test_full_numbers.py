"""The full numbers of missiles and charges on a sheet: what is spent is shown, and refilled."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from campaigns.models import Character
from campaigns.services import change_character
from tests.campaigns.evenings import Group, make_group
from tests.campaigns.test_character_page import SHEET, TENSER, find_owner, make, post, read, say, stored

DART, WAND = "definition.charges.dart", "definition.charges.wand_magic_missiles"


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


@pytest.fixture
def tenser(group: Group) -> Character:
    return make(group, "Tenser", TENSER, SHEET, seat=group.joined["Pip"].seat.pk)


def test_a_new_character_is_full(group: Group, tenser: Character) -> None:
    assert stored(tenser, "sheet.full") == {"dagger": 3, "dart": 4, "wand_magic_missiles": 11}
    assert "Refill" not in say(group.dora, tenser)


@pytest.mark.parametrize(
    ("typed", "full"), [(["2"], 4), (["9"], 9), (["9", "2"], 9), (["2", "3"], 4), ([""], None), (["", "2"], 2)]
)
def test_a_number_that_is_higher_raises_the_full_one(
    group: Group, tenser: Character, typed: list[str], full: Any
) -> None:
    for value in typed:
        assert post(group.dora, tenser, DART, value).status_code == 303
    assert stored(tenser, "sheet.full.dart") == full


def test_what_is_spent_is_said_and_drawn(group: Group, tenser: Character) -> None:
    post(group.dora, tenser, DART, "1")
    post(group.dora, tenser, WAND, "5")
    said = say(group.dora, tenser)
    assert "1 of 4 Refill" in said
    assert "5 of 11 left Refill" in said
    assert 'opacity=".5"' in read(group.dora, tenser)


def test_one_press_refills(group: Group, tenser: Character) -> None:
    post(group.dora, tenser, WAND, "5")
    page = read(group.dora, tenser)
    assert '<button name="value" value="11" aria-label="Refill wand of magic missiles: 11">' in page
    assert post(group.dora, tenser, WAND, "11").status_code == 303
    assert "11 left" in say(group.dora, tenser)
    assert "Refill" not in say(group.dora, tenser)


def test_the_history_tells_of_what_is_left_alone(group: Group, tenser: Character) -> None:
    post(group.dora, tenser, DART, "9")
    assert "dart 4 to 9. dora" in say(group.dora, tenser)


def test_the_phone_shows_what_is_spent_and_refills_nothing(group: Group, tenser: Character) -> None:
    post(group.dora, tenser, DART, "1")
    post(group.dora, tenser, WAND, "5")
    page = group.phones["Pip"].get(f"/t/{group.campaign.code}/sheet/1/", follow=True).content.decode()
    assert "1 of 4" in page
    assert "5 of 11 left" in page
    assert "Refill" not in page


def test_a_weapon_that_is_dropped_has_no_full_number(group: Group, tenser: Character) -> None:
    post(group.dora, tenser, "definition.weapons", "dagger")
    assert stored(tenser, "sheet.full.dart") is None


@pytest.mark.parametrize("full", [None, "many", {"dart": "many"}])
def test_a_sheet_without_readable_full_numbers_shows_what_is_left(group: Group, tenser: Character, full: Any) -> None:
    change_character(find_owner(group), tenser.number, {"sheet.full": full})
    assert "Refill" not in say(group.dora, tenser)
