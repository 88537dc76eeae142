"""The sheet of a character of Dew between fights: its own attributes only."""

import html
import re

import pytest
from django.contrib.auth.models import User

from campaigns import services as between_fights
from campaigns.models import Character
from encounters.models import Member
from tests.campaigns.evenings import Group, make_group


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


@pytest.fixture
def bran(group: Group) -> Character:
    owner = group.campaign.members.select_related("user", "campaign").get(role=Member.Role.OWNER)
    return between_fights.make_character(owner, "Bran", {"dew": {"like": "bran"}}, {"coins": {"gp": 3}})


def address(bran: Character, rest: str = "") -> str:
    return f"/c/{bran.campaign_id}/character/{bran.number}/{rest}"


def test_the_sheet_has_its_attributes_and_weapons(group: Group, bran: Character) -> None:
    page = group.dora.get(address(bran)).content.decode()
    said = " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page[page.index("<article") :])).split())
    assert re.search(r"EN \d+, BD \d+, \d\+\d blows, move \d+", said)
    assert "Great axe" in said
    assert "3 gold" in said
    for words in ("Abilities", "Saving throws", "Spells", "Armor 10", "Load"):
        assert words not in said, words


def test_what_only_class_and_level_have_is_not_changed(group: Group, bran: Character) -> None:
    for path in ("definition.level", "left", "cast", "sheet.abilities.str"):
        posted = group.dora.post(address(bran), {"path": path, "value": "3", "seen": "null"})
        assert posted.status_code == 400, path
    assert group.dora.post(address(bran), {"path": "experience", "value": "40", "seen": "0"}).status_code == 303


def test_its_attributes_are_changed_in_the_form_of_its_procedure(group: Group, bran: Character) -> None:
    page = group.dora.get(address(bran, "attributes/"))
    form = page.context["form"]
    posted = {name: value for name, value in form.values.items() if value is not False}
    posted |= {"dew.st": "14", "seen": page.context["page"].seen}
    assert group.dora.post(address(bran, "attributes/"), posted).status_code == 303
    bran.refresh_from_db()
    assert bran.definition == {"dew": {"like": "bran", "st": 14}}
    refused = group.dora.post(address(bran, "attributes/"), {**posted, "dew.st": "15"})
    assert refused.status_code == 409
    assert "dora has changed this meanwhile." in refused.content.decode()
