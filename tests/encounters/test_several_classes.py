"""Combatants of several classes: in the form, in one line, in a file, and named."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.models import Combatant, Encounter
from encounters.narration.names import describe_kind, name_spell
from encounters.scenario_files import export_text, import_text
from encounters.screens.sheets.combatant import CombatantForm
from encounters.viewers import build_dm_viewer
from tests.any_procedure import ANY
from tests.encounters.seated import markup, prepared_fight, words

CLASSES = [{"class": "fighter", "level": 3}, {"class": "magic_user", "level": 4}]
MELF = {"id": "melf", "name": "Melf", "side": "party", "classes": CLASSES, "race": "elf", "hp": 17, "played": True}
HAND = {
    "name": "Melf", "side": "party", "race": "elf", "hp": "17", "played": "on",
    "class_": "fighter", "level": "3", "class_2": "magic_user", "level_2": "4",
}  # fmt: skip


@pytest.fixture
def draft(dora: User) -> Encounter:
    """Return a fight in which nothing is prepared yet."""
    return services.create_encounter(dora, "The larder", ANY)


def post(hers: Client, draft: Encounter, **given: str) -> Any:
    return hers.post(f"/e/{draft.pk}/add/new/", {**HAND, **given}, follow=True)


def test_classes_are_chosen_one_after_another(hers: Client, draft: Encounter) -> None:
    post(hers, draft)
    assert draft.combatants.get().definition == MELF
    post(hers, draft, name="Sedna", class_3="thief", level_3="")
    assert draft.combatants.get(definition__name="Sedna").definition["classes"] == [*CLASSES, {"class": "thief"}]


def test_a_second_class_alone_is_the_only_one(hers: Client, draft: Encounter) -> None:
    post(hers, draft, class_="", level="")
    definition = draft.combatants.get().definition
    assert (definition["class"], definition["level"], "classes" in definition) == ("magic_user", 4, False)


@pytest.mark.parametrize(
    ("given", "field", "problem"),
    [
        ({"class_2": ""}, "class_2", "Choose the class of this level."),
        ({"class_": ""}, "class_", "Choose the class of this level."),
        ({"class_": "level_0"}, "class_", "Level 0 is no class beside another: choose a class."),
        ({"level": "0"}, "level", "Each of several classes has a level of 1 or more."),
        ({"class_2": "fighter"}, "class_2", "fighter stands there twice: write each class once"),
    ],
)
def test_classes_that_do_not_go_together_are_said_at_their_field(
    hers: Client, draft: Encounter, given: dict[str, str], field: str, problem: str
) -> None:
    page = post(hers, draft, **given)
    assert page.context["form"].errors == {field: [problem]}
    assert _is_unfolded(page)
    assert not draft.combatants.exists()


def test_the_form_shows_them_again_with_the_numbers_that_they_give() -> None:
    form = CombatantForm(before={**MELF, "spells": ["magic_user_sleep"]})
    shown = [form.initial.get(name) for name in ("class_", "level", "class_2", "level_2", "class_3", "spells")]
    assert shown == ["fighter", 3, "magic_user", 4, None, "sleep"]
    assert form.fields["hp"].widget.attrs["placeholder"] == 13


def test_more_classes_are_unfolded_where_there_are_some(hers: Client, draft: Encounter) -> None:
    services.put_combatant(build_dm_viewer(draft), MELF)
    services.put_combatant(build_dm_viewer(draft), {"id": "otis", "side": "party", "class": "ranger"})
    pages = [hers.get(f"/e/{draft.pk}/prepare/{row.pk}/") for row in draft.combatants.all()]
    assert [_is_unfolded(each) for each in pages] == [True, False]


def _is_unfolded(page: Any) -> bool:
    """Return whether the fields under "Add a class" are in sight."""
    return " open" in markup(page).partition(">Add a class<")[0].rpartition("<details")[2]


def test_a_form_saved_unchanged_keeps_the_table(hers: Client, draft: Encounter) -> None:
    services.put_combatant(build_dm_viewer(draft), MELF)
    row = draft.combatants.get()
    initial = {key: value for key, value in CombatantForm(before=row.definition).initial.items() if value != ""}
    hers.post(f"/e/{draft.pk}/prepare/{row.pk}/", {**initial, "ac": "5"})
    row.refresh_from_db()
    assert row.definition == {**MELF, "ac": 5}


def test_one_class_again_leaves_no_list(hers: Client, draft: Encounter) -> None:
    services.put_combatant(build_dm_viewer(draft), MELF)
    row = draft.combatants.get()
    hers.post(f"/e/{draft.pk}/prepare/{row.pk}/", {**HAND, "class_2": "", "level_2": ""})
    row.refresh_from_db()
    assert row.definition == {**{key: MELF[key] for key in MELF if key != "classes"}, "class": "fighter", "level": 3}


@pytest.mark.parametrize(
    ("levels", "taken"), [((3, 5), "magic_user_light"), ((5, 3), "cleric_light"), ((4, 4), "light (cleric)")]
)
def test_a_spell_of_two_of_its_classes_is_that_of_the_higher_level(
    hers: Client, draft: Encounter, levels: tuple[int, int], taken: str
) -> None:
    cleric, mage = map(str, levels)
    given = {"class_": "cleric", "level": cleric, "class_2": "magic_user", "level_2": mage, "spells": "light"}
    page = post(hers, draft, **given)
    if row := draft.combatants.first():
        assert row.definition["spells"] == [taken]
    else:
        assert f"“light” may be {taken}, light (magic user): write which." in words(page)


def test_a_spell_of_none_of_its_classes_is_said(hers: Client, draft: Encounter) -> None:
    page = post(hers, draft, spells="bless, sleep")
    assert "Melf is a fighter and magic user, and has spells of another class: bless (cleric)." in words(page)


def test_a_line_with_several_classes_is_a_character(hers: Client, draft: Encounter) -> None:
    line = "Melf, F3/MU4, AC 5, 17 hp, long sword, sleep"
    assert "fighter 3 / magic-user 4; 17 hp, AC 5" in words(hers.get(f"/e/{draft.pk}/prepare/", {"q": line}))
    hers.post(f"/e/{draft.pk}/add/pick/", {"add": "written", "q": line, "side": "foes"})
    assert draft.combatants.get().definition == {
        "id": "melf", "name": "Melf", "side": "party", "classes": CLASSES, "played": True,
        "ac": 5, "hp": 17, "weapons": ["sword_long"], "spells": ["magic_user_sleep"],
    }  # fmt: skip


def test_a_file_has_them_as_they_were_prepared(draft: Encounter) -> None:
    services.put_combatant(build_dm_viewer(draft), MELF)
    again = import_text(draft.campaign.find_owner(), export_text(draft), "again.toml")
    assert again.combatants.get().definition == MELF


def test_hit_points_of_several_dice_are_the_average(hers: Client, draft: Encounter) -> None:
    services.put_combatant(build_dm_viewer(draft), {"id": "drow", "side": "foes", "classes": CLASSES})
    hers.post(f"/e/{draft.pk}/prepare/points/", {"points": "rolled"})
    assert Combatant.objects.get().definition == {"id": "drow", "side": "foes", "classes": CLASSES}


def test_the_phone_names_every_class_with_its_level(db: None) -> None:
    at = prepared_fight()
    Combatant.objects.filter(definition__id="otis").update(definition={**MELF, "id": "otis", "name": "Otis"})
    at.sit()
    services.open_encounter(at.dora)
    assert "fighter 3 / magic-user 4" in words(at.pip.get(at.url("me/sheet/")))
    watched = words(at.sam.get(at.url("watch/")))
    assert "magic-user 4" not in watched


@pytest.mark.parametrize(
    ("classes", "kind", "spell"),
    [
        (("fighter", "cleric"), "fighter 2 / cleric 2", "a prayer"),
        (("fighter", "magic_user"), "fighter 2 / magic-user 2", "a spell"),
        (("cleric", "magic_user"), "cleric 2 / magic-user 2", "a spell"),
    ],
)
def test_what_is_cast_unnamed_is_a_prayer_where_no_class_casts_otherwise(
    db: None, classes: tuple[str, ...], kind: str, spell: str
) -> None:
    at = prepared_fight()
    melf = {"id": "melf", "side": "foes", "classes": [{"class": each, "level": 2} for each in classes]}
    services.put_combatant(at.dora, melf)
    services.open_encounter(at.dora)
    assert describe_kind(at.state.combatants["melf"].stat_block) == kind
    assert name_spell(at.state, "melf", "") == spell
