"""The page of a new character: only the name is needed, errors stand at their fields."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from campaigns.models import Character
from campaigns.rolled_abilities import RolledAbilities, read_rolled
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


# A line that fills in the form, and rolled abilities.


def show(answered: Any) -> dict[str, Any]:
    """Return the values that the two forms show."""
    context = answered.context
    fields = [*context["form"], *context["page"].scores]
    return {field.html_name: field.value() for field in fields if field.value() not in (None, "")}


def test_a_line_fills_in_the_form_and_makes_nothing(group: Group) -> None:
    line = "Melf, F3/MU4, AC 5, hp 22, long sword, sleep"
    answered = post(group, {"line": line, "fill": "line", "race": "elf", "sheet.notes": "Sings."})
    shown = show(answered)
    assert answered.status_code == 200
    assert not Character.objects.exists()
    assert {key: str(shown[key]) for key in ("name", "class_", "level", "class_2", "level_2", "ac", "hp", "race")} == {
        "name": "Melf", "class_": "fighter", "level": "3", "class_2": "magic_user", "level_2": "4", "ac": "5",
        "hp": "22", "race": "elf",
    }  # fmt: skip
    page = compact(answered.content.decode())
    assert "Sings." in page, "what was typed stays"
    assert "fighter 3 / magic-user 4" in page[page.index('id="preview"') :]
    assert "is-invalid" not in page
    typed = {key: value for key, value in shown.items() if isinstance(value, str | int) and value is not True}
    assert post(group, typed).status_code == 303
    made = Character.objects.get()
    assert made.definition == {
        "classes": [{"class": "fighter", "level": 3}, {"class": "magic_user", "level": 4}],
        "race": "elf",
        "hp": 22,
        "ac": 5,
        "weapons": ["sword_long"],
        "spells": ["magic_user_sleep"],
    }


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Melf", "Write a name, a class with its level"),
        ("Melf, baker 3", "Write a name, a class with its level"),
        ("Melf, fighter 3, quibble", "“quibble” is no weapon, spell or device."),
    ],
)
def test_a_line_that_is_not_understood_is_said_at_its_field(group: Group, line: str, said: str) -> None:
    answered = post(group, {"line": line, "name": "Otis"})
    page = compact(answered.content.decode())
    assert answered.status_code == 400
    assert said in page[page.index('id="wrong-line"') :]
    assert f'name="line" value="{line}"' in page
    assert 'name="name" value="Otis"' in page
    assert not Character.objects.exists(), "not made by any other button either"


@pytest.mark.parametrize(("way", "dice", "words"), [("best", 4, "4d6, the best three"), ("plain", 3, "3d6, in order")])
def test_abilities_are_rolled_with_dice_and_seed_in_sight(group: Group, way: str, dice: int, words: str) -> None:
    answered = post(group, {"name": "Ysolde", "class_": "cleric", "roll": way})
    assert not Character.objects.exists()
    rolled = answered.context["page"].filling.rolled
    page = compact(answered.content.decode())
    assert f"Rolled {words}:" in page
    assert f"Seed {rolled.seed}" in page
    shown = show(answered)
    for each in rolled.abilities:
        counted = sorted(each.faces)[-3:]
        assert (len(each.faces), each.score) == (dice, sum(counted))
        assert shown[f"sheet.abilities.{each.key}"] == str(each.score)
        assert each.words in page
    typed = {key: value for key, value in shown.items() if isinstance(value, str)}
    saved = post(group, {**typed, "rolled": rolled.stored})
    made = Character.objects.get()
    assert made.sheet["abilities"] == {each.key: each.score for each in rolled.abilities}
    said = group.dora.get(saved["Location"]).content.decode()
    assert f"abilities rolled with {words}: Strength" in said
    assert f"seed {rolled.seed}" in said


def test_the_dice_of_a_seed_are_always_the_same() -> None:
    first, again = RolledAbilities("best", "ab" * 16), read_rolled(f"best:{'ab' * 16}")
    assert again is not None
    assert [each.faces for each in first.abilities] == [each.faces for each in again.abilities]
    other = RolledAbilities("best", "cd" * 16)
    assert [each.faces for each in first.abilities] != [each.faces for each in other.abilities]


@pytest.mark.parametrize("stored", ["", "best:xyz", f"worst:{'ab' * 16}", f"best:{'ab' * 17}"])
def test_what_is_no_roll_is_not_kept(group: Group, stored: str) -> None:
    post(group, {"name": "Ysolde", "rolled": stored})
    assert "rolled" not in Character.objects.get().sheet


def test_looking_at_a_line_that_is_being_typed_fills_in_nothing(group: Group) -> None:
    answered = post(group, {"name": "Otis", "line": "Melf, F3", "look": "1"})
    assert answered.context["page"].preview.name == "Otis"
