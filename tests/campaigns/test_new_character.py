"""The page of a new character: only the name is needed, errors stand at their fields."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from campaigns.models import Character
from encounters.models import Encounter
from rules.procedures import get_ruleset, list_rulesets
from tests.campaigns.evenings import Group, make_group
from tests.encounters.compact import compact

FILLED = {
    "name": "Ysolde",
    "class_": "cleric",
    "level": "3",
    "race": "human",
    "hp": "16",
    "weapons": "footman's mace, sling (bullet)",
    "missiles": "20 sling bullets",
    "spells": "bless, cure light wounds x2, hold person",
    "devices": "potion of healing",
    "sheet.alignment": "neutral good",
    "sheet.abilities.str": "12",
    "sheet.abilities.wis": "16",
    "sheet.abilities.dex": "16",
    "sheet.gear": "Rope, 7.5 lb",
    "sheet.notes": "Sings.",
    "experience": "3,001",
}


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


def address(group: Group) -> str:
    return f"/c/{group.campaign.pk}/character/new/"


def post(group: Group, given: dict[str, Any]) -> Any:
    return group.dora.post(address(group), given)


def test_only_the_name_is_needed(group: Group) -> None:
    assert group.dora.get(address(group)).status_code == 200
    answered = post(group, {"name": "Ysolde"})
    made = Character.objects.get()
    assert answered["Location"] == f"/c/{group.campaign.pk}/character/{made.number}/"
    assert (made.name, made.key, made.definition, made.sheet, made.seat) == ("Ysolde", "ysolde", {}, {}, None)
    assert "Ysolde joins the party." in group.dora.get(answered["Location"]).content.decode()


def test_all_that_is_typed_is_kept(group: Group) -> None:
    post(group, {"name": "Otis"})
    otis = Character.objects.get(name="Otis")
    pip = group.joined["Pip"].seat
    answered = post(group, {**FILLED, "seat": str(pip.pk), "henchman_of": str(otis.pk)})
    assert answered.status_code == 303, answered.context["form"].errors
    made = Character.objects.get(name="Ysolde")
    assert (made.seat, made.henchman_of, made.experience) == (pip, otis, 3001)
    assert made.definition == {
        "class": "cleric",
        "level": 3,
        "race": "human",
        "hp": 16,
        "weapons": ["mace_foot", "sling_bullet"],
        "charges": {"sling_bullet": 20},
        "spells": ["cleric_bless", "cleric_cure_light_wounds", "cleric_cure_light_wounds", "cleric_hold_person"],
        "devices": ["potion_healing"],
        "strength": 12,
        "reaction": 1,
        "attacking": 1,
    }
    assert made.sheet == {
        "alignment": "neutral good",
        "abilities": {"str": 12, "wis": 16, "dex": 16},
        "gear": [{"what": "Rope", "lb": 7.5}],
        "notes": "Sings.",
        "full": {"sling_bullet": 20},
    }


def test_without_experience_it_has_the_least_of_its_level(group: Group) -> None:
    post(group, {"name": "Ysolde", "class_": "cleric", "level": "3"})
    assert Character.objects.get().experience == 3001


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("name", "", "Type a name, or choose a monster or a class."),
        ("weapons", "quibble", "No weapon “quibble”."),
        ("spells", "slep", "No spell “slep”. Perhaps sleep"),
        ("devices", "spoon of joy", "No device “spoon of joy”."),
        ("level", "-1", "greater than or equal to 0"),
        ("sheet.abilities.dex", "99", "Write a whole number from 3 to 25."),
        ("sheet.abilities.str", "18/7", "Write a strength from 3 to 18, or one like 18/63."),
        ("experience", "much", "Write a whole number from 0 to 100,000,000."),
        ("seat", "999", "999 is not one of the available choices."),
    ],
)
def test_what_is_wrong_stands_at_its_field(group: Group, field: str, typed: str, said: str) -> None:
    answered = post(group, {"name": "Ysolde", "sheet.notes": "Sings.", field: typed})
    page = compact(answered.content.decode())
    assert answered.status_code == 400
    assert said in page
    assert "Sings." in page, "what was typed stays"
    assert not Character.objects.exists()


def test_a_name_that_another_has_is_refused(group: Group) -> None:
    post(group, {"name": "Ysolde"})
    answered = post(group, {"name": "ysolde"})
    assert answered.status_code == 409
    assert "Somebody of this campaign is called ysolde already." in answered.content.decode()


def test_looking_makes_nothing_and_shows_what_follows(group: Group) -> None:
    page = compact(post(group, {"name": "Ysolde", "class_": "cleric", "level": "3", "look": "1"}).content.decode())
    assert not Character.objects.exists()
    assert "Ysolde" in page[page.index('id="preview"') :]
    assert "cleric 3" in page
    assert "<dt>Saves</dt><dd>poison, death 10, petrification 13, wands 14, breath 16, spells 15</dd>" in page
    assert 'placeholder="13"' in page, "the average of the dice stands in the field of hit points"


def test_another_one_follows(group: Group) -> None:
    assert post(group, {"name": "Ysolde", "another": "1"})["Location"].startswith(address(group))


def test_a_campaign_of_another_procedure_begins_with_its_attributes(group: Group) -> None:
    by, own = next((id, own) for id in list_rulesets() if (own := get_ruleset(id).own_sheet) is not None)
    Encounter.objects.filter(pk=group.prepare("The weir").pk).update(ruleset=by)
    page = group.dora.get(address(group))
    assert page.context["page"].by == by
    form = page.context["form"]
    posted = {name: value for name, value in form.values.items() if value is not False}
    answered = post(group, {**posted, "by": by, "name": "Bran", "sheet.notes": "Strong."})
    assert answered.status_code == 303
    made = Character.objects.get()
    assert (made.name, made.sheet) == ("Bran", {"notes": "Strong."})
    assert own.key in made.definition
