"""Dora's preparation of a fight by Dew.

Templates, attributes, weapons, and what is still missing.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.models import Encounter
from encounters.scenario_files import export_text, import_text
from encounters.screens.sheets.own_combatant import IDENTITY, OwnCombatantForm, list_form_values
from encounters.selectors import read_view
from encounters.viewers import build_dm_viewer
from rules.kernel.own import Attribute, AttributeKind
from rules.kernel.procedure import find_lacking
from rules.kernel.stat_block import StatBlock
from rules.procedures import get_ruleset, list_rulesets
from rules.procedures.dew.sheet import DewSheet, list_every_attribute, lookup_part
from rules.statblocks import BadEntry, build_stat_blocks


@pytest.fixture
def draft(dora: User) -> Encounter:
    """Return a fight by Dew of which nothing is prepared yet."""
    return services.create_encounter(dora, "The weir", "dew")


def make_form(data: Mapping[str, Any], before: Mapping[str, Any], **more: Any) -> OwnCombatantForm:
    """Return the form of a definition with what was posted."""
    return OwnCombatantForm(data, own=DewSheet, unit="inches", before=before, **more)


def values_of(definition: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the form shows of a definition."""
    return list_form_values(DewSheet, definition)


def field_named(short: str) -> str:
    """Return the name of a field: w2_m1_reach stands for dew.weapons.2.modes.1.reach."""
    if short in (*IDENTITY, "do"):
        return short
    path = re.sub(r"^w(\d)_(m(\d)_)?", lambda of: f"weapons.{of[1]}." + (f"modes.{of[3]}." if of[3] else ""), short)
    return f"dew.{path}"


def typed(before: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    """Return what the form posts: all that it shows of a definition, with these changes."""
    return posting(values_of(before), **{field_named(short): value for short, value in changes.items()})


def posting(shown: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    """Return what a browser posts of what is shown: a box that is not ticked is not sent."""
    whole = {**shown, **changes}
    return {name: "on" if value is True else value for name, value in whole.items() if value is not False}


def saved(before: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    """Return the definition that saving the form gives."""
    form = make_form(typed(before, **changes), before)
    assert form.is_valid(), form.errors
    definition: dict[str, Any] = form.cleaned_data["definition"]
    return definition


BRAN = {"id": "bran", "name": "Bran", "side": "party", "dew": {"like": "bran"}}
NEW = {"side": "party", "dew": {}}

# In a minute.


def sheet_of(stat_blocks: Sequence[StatBlock]) -> DewSheet:
    """Return the sheet of the first of these stat blocks."""
    sheet = stat_blocks[0].sheet
    assert isinstance(sheet, DewSheet)
    return sheet


def test_a_template_and_a_name_make_a_character(hers: Client, draft: Encounter) -> None:
    page = hers.get(f"/e/{draft.pk}/prepare/").content.decode()
    address = f"/e/{draft.pk}/add/new/?like=cora"
    assert f'href="{address}"' in page
    before = {"side": "party", "dew": {"like": "cora"}}
    assert hers.post(address, typed(before, name="Zsófi Árvai")).status_code == 303
    definition = draft.combatants.get().definition
    assert definition == {"side": "party", "dew": {"like": "cora"}, "id": "zsofi_arvai", "name": "Zsófi Árvai"}
    assert "EN 16, BD 10, 2+2 blows, move 12, spear, long sword" in hers.get(f"/e/{draft.pk}/prepare/").content.decode()


def test_a_template_chosen_on_an_empty_form_fills_it_as_it_is_saved() -> None:
    assert saved(NEW, like="dain", name="Ede") == {**NEW, "id": "ede", "name": "Ede", "dew": {"like": "dain"}}


def test_who_is_given_no_name_has_that_of_the_template() -> None:
    assert saved(NEW, like="bran")["name"] == "Bran"
    assert (saved(NEW)["id"], saved(NEW)["name"]) == ("fighter", "Fighter")


def test_a_name_that_others_have_gets_an_id_of_its_own() -> None:
    known = build_stat_blocks({**NEW, "id": "ede", "name": "Ede", "count": 2})
    form = make_form(typed(NEW, name="Ede"), NEW, known=known)
    assert form.is_valid()
    assert form.cleaned_data["definition"]["id"] == "ede-3"


@pytest.mark.parametrize("like", DewSheet.list_ready_made())
def test_every_template_is_ready_to_play(like: str) -> None:
    (stat_block,) = build_stat_blocks(saved(NEW, like=like, name="Ede"))
    assert find_lacking(get_ruleset("dew"), stat_block) == ""
    assert any(weapon.carried == "hand" for weapon in sheet_of([stat_block]).equipment.weapons)


def test_filling_in_keeps_what_was_changed_by_hand() -> None:
    before = {"side": "party", "dew": {"like": "bran"}}
    form = make_form(typed(before, like="cora", en="30", do="like", name="Ede"), before)
    assert form.asks == "like"
    shown = form.initial
    assert [shown[field_named(short)] for short in ("en", "bd", "name", "w1_name")] == ["30", "10", "Ede", "spear"]
    form = make_form(posting(shown), before)
    assert form.is_valid(), form.errors
    assert form.cleaned_data["definition"]["dew"] == {"like": "cora", "en": 30}


def test_weapons_changed_by_hand_outlive_another_template() -> None:
    made = saved({"side": "party", "dew": {"like": "bran"}}, like="cora", w1_m1_damage="3d6")
    assert [each["id"] for each in made["dew"]["weapons"]] == ["great_axe", "dagger"]
    assert made["dew"]["like"] == "cora"


def test_three_ready_ones_and_four_alike_come_by_a_press_each(hers: Client, draft: Encounter) -> None:
    for rest, given in (("prepare/party", "party=1"), ("add/pick", "add=sword.4"), ("prepare/party", "party=1")):
        hers.post(f"/e/{draft.pk}/{rest}/", dict([given.split("=")]))
    made = [row.definition for row in draft.combatants.all()]
    assert [each["id"] for each in made] == ["bran", "cora", "dain", "sword"]
    assert made[3]["count"] == 4
    services.open_encounter(build_dm_viewer(draft))
    draft.refresh_from_db()
    assert draft.opened
    assert hers.post(f"/e/{draft.pk}/add/pick/", {"add": "sword.1"}).status_code == 303
    (*_, last) = read_view(build_dm_viewer(draft)).state.combatants.values()
    assert last.name == "Sword 5"


# Every attribute.

ANOTHER: dict[AttributeKind, Any] = {
    AttributeKind.FLAG: True,
    AttributeKind.WHOLE: None,
    AttributeKind.LENGTH: "7.5",
    AttributeKind.WEIGHT: "7.5",
    AttributeKind.DICE: "2d6+1",
}


def other_value(each: Attribute) -> str | bool:
    """Return a value that is not the usual one."""
    if each.kind is AttributeKind.CHOICE:
        return next(one for one in reversed(each.choices) if one != each.default)
    if each.kind is AttributeKind.FLAG:
        return not each.default
    return ANOTHER[each.kind] or str(each.least if each.least != each.default else each.most)


PLAIN = [each for each in list_every_attribute() if each.kind in ANOTHER or each.kind is AttributeKind.CHOICE]
PREFIX = {
    "armor_class": "ac.",
    "shield": "shield.",
    "armor": "armor.",
    "weapon": "w1_",
    "mode": "w1_m1_",
    "borrowed": "borrowed.",
}
"""The short name of the fields of each part."""


@pytest.mark.parametrize(
    "each",
    [each for each in PLAIN if each.of not in ("spell", "preparation")],
    ids=lambda each: f"{each.of}-{each.key}",
)
def test_every_attribute_is_changed_by_the_form_and_shown_again(each: Attribute) -> None:
    short = PREFIX.get(each.of, "") + each.key
    changes = {short: other_value(each), "shield": True, "armor": True}
    definition = saved(BRAN, **changes)
    again, before = values_of(definition), values_of(BRAN)
    assert again[field_named(short)] == changes[short]
    assert saved(definition) == definition
    worn = (field_named(short), "dew.shield", "dew.armor")
    others = [name for name in again if not name.startswith(worn)]
    assert {name: again[name] for name in others} == {name: before[name] for name in others}


def test_pairs_lists_and_spells_are_changed_by_the_form() -> None:
    given = {
        "w1_shots": "6: 0, 12: -2",
        "w1_m1_crit_by_ac": "5: 8, -1: 12",
        "ranges": "cora: 3",
        "preparations": "great_axe 2h 2",
        "spells": "ward; 3; the DM decides; really\nsleep",
    }
    dew = sheet_of(build_stat_blocks(saved(BRAN, **given)))
    assert dew.equipment.weapons[0].shots == ((6, 0), (12, -2))
    assert dew.equipment.weapons[0].modes[0].crit_by_ac == ((5, 8), (-1, 12))
    assert dew.ranges == {"cora": 3}
    assert dew.ledger.preparations == (("great_axe", "2h", 2),)
    assert [(each.name, each.en_cost, each.note) for each in dew.equipment.spells] == [
        ("ward", 3, "the DM decides; really"),
        ("sleep", 0, ""),
    ]


def test_weapons_and_uses_are_added_and_left_out() -> None:
    form = make_form(typed(BRAN, do="add:dew.weapons", **{"weapons.like": "bow"}, en="x"), BRAN)
    assert (form.initial["dew.weapons.3.name"], form.initial["dew.en"]) == ("bow", "x")
    form = make_form(posting(form.initial, do="add:dew.weapons.3.modes", **{"dew.en": "9"}), BRAN)
    more = {
        field_named(short): value
        for short, value in {"w1_gone": True, "w3_m2_use": "thrown", "w3_m2_damage": "1d2"}.items()
    }
    form = make_form(posting(form.initial, **more), BRAN)
    assert form.is_valid(), form.errors
    weapons = sheet_of(build_stat_blocks(form.cleaned_data["definition"])).equipment.weapons
    assert [(each.id, [mode.use for mode in each.modes]) for each in weapons] == [
        ("dagger", ["melee"]),
        ("bow", ["missile", "thrown"]),
    ]


def test_what_is_broken_from_the_start_is_so_in_the_fight() -> None:
    dew = sheet_of(build_stat_blocks(saved(BRAN, w2_broken=True, shield=True, **{"shield.broken": True})))
    assert dew.keep_at_first().gear.broken == ("dagger", "shield")


def test_every_field_has_its_meaning_and_its_clause(hers: Client, draft: Encounter) -> None:
    page = unescape(hers.get(f"/e/{draft.pk}/add/new/?like=bran").content.decode())
    for each in list_every_attribute():
        assert f'href="/rule/{each.clause}"' in page
        assert each.meaning in page
    for absent in ("Hit points", "Class", "Hit dice", "Psionic"):
        assert absent not in page


def test_no_other_procedure_shows_attributes_of_dews(hers: Client, dora: User) -> None:
    for ruleset in list_rulesets():
        other = services.create_encounter(dora, "Another", ruleset)
        page = hers.get(f"/e/{other.pk}/add/new/").content.decode()
        assert ("Reactive blows" in page, "Hit points" in page) == (ruleset == "dew", ruleset != "dew")


# What is wrong.


@pytest.mark.parametrize(
    ("wrong", "field", "words"),
    [
        ({"side": ""}, "side", "required"),
        ({"en": "401"}, "en", "less than or equal to 400"),
        ({"st": "0"}, "st", "greater than or equal to 1"),
        ({"move": "61"}, "move", "less than or equal to 60"),
        ({"active_blows": ""}, "active_blows", "required"),
        ({"ac.base": "21"}, "ac.base", "less than or equal to 20"),
        ({"en_die": "AD8"}, "en_die", "not one of the available choices"),
        ({"x": "4"}, "x", "two numbers"),
        ({"w1_m1_damage": "axe"}, "w1_m1_damage", "dice"),
        ({"w1_m1_reach": "13"}, "w1_m1_reach", "less than or equal to 12"),
        ({"w2_weight": "huge"}, "w2_weight", "not one of the available choices"),
        ({"w1_shots": "far"}, "w1_shots", "is not a pair"),
        ({"w1_shots": "a: 3"}, "w1_shots", "not a whole number"),
        ({"w1_m1_crit_by_ac": "5: 41"}, "w1_m1_crit_by_ac", "1 to 40"),
        ({"shield": True, "shield.ac_mod": "3"}, "shield.ac_mod", "less than or equal to 0"),
        ({"spells": "ward; dear"}, "spells", "not a whole number"),
        ({"spells": "ward; 401"}, "spells", "from 0 to 400"),
        ({"preparations": "great_axe"}, "preparations", "has no count"),
        ({"preparations": "great_axe 3h 1"}, "preparations", "1h, 2h"),
        ({"ranges": "cora"}, "ranges", "not a pair"),
        ({"ranges": "cora: 0"}, "ranges", "1 to 999"),
        ({"borrowed.active": "13"}, "borrowed.active", "less than or equal to 12"),
        ({"id": "two words"}, "id", "one word"),
    ],
)
def test_a_wrong_value_is_an_error_at_its_field(
    hers: Client, draft: Encounter, wrong: dict[str, Any], field: str, words: str
) -> None:
    answer = hers.post(f"/e/{draft.pk}/add/new/?like=bran", typed(BRAN, **{"name": "Boot", "dx": "19", **wrong}))
    page = unescape(answer.content.decode())
    assert answer.status_code == 400
    near = re.search(rf'id="error_\d+_id_{re.escape(field_named(field))}"[^>]*>(.*?)</', page, re.DOTALL)
    assert near is not None, page
    assert words in near[1]
    assert 'value="Boot"' in page
    assert 'value="19"' in page
    assert not draft.combatants.exists()


def test_a_weapon_without_any_use_is_to_be_left_out_whole() -> None:
    before = {"side": "party", "dew": {"like": "cora"}}
    form = make_form(typed(before, w1_m1_gone=True, w1_m2_gone=True), before)
    assert form.errors == {"dew.weapons.1.modes.1.gone": ["Keep one use at least, or leave all of it out."]}


def test_all_that_is_wrong_is_said_at_once(hers: Client, draft: Encounter) -> None:
    given = typed(BRAN, en="999", w1_m1_damage="axe", spells="ward; dear")
    form = make_form(given, BRAN)
    assert set(form.errors) == {"dew.en", "dew.weapons.1.modes.1.damage", "dew.spells"}


# Nothing is lost.

FILE = """
ruleset = "dew"
title = "Kept"
[[combatant]]
id = "bran"
side = "party"
position = [0.25, -3]
weapons = [{ id = "claw", name = "the claw", breakage = 0, carried = "hand", modes = [{ hit_number = 12 }] }]
dew = { like = "bran", en = 7, ranges = { cora = 3 }, acted = "rest", armor = { wt = 7.5, worn = false } }
[[combatant]]
id = "cora"
side = "foes"
count = 2
spells = [{ name = "a; b", en_cost = 2, note = "odd" }]
dew = { like = "cora", shield = false, preparations = [{ weapon = "spear", mode = "1h", count = 2 }], passed = false }
"""


def test_saving_what_came_from_a_file_changes_nothing(hers: Client, dora: User) -> None:
    made = import_text(dora, FILE, "kept.toml")
    text = export_text(made)
    for row in made.combatants.all():
        assert hers.post(f"/e/{made.pk}/prepare/{row.pk}/", typed(row.definition)).status_code == 303
    assert export_text(made) == text
    assert tomllib.loads(text)["combatant"] == tomllib.loads(FILE)["combatant"]


def test_one_change_leaves_the_rest_of_a_file_as_it_was(dora: User) -> None:
    made = import_text(dora, FILE, "kept.toml")
    first, second = (row.definition for row in made.combatants.all())
    assert saved(first, en="9") == {**first, "dew": {**first["dew"], "en": 9}}
    assert saved(second, dx="11") == {**second, "dew": {**second["dew"], "dx": 11}}
    assert saved(first, w1_m1_reach="5")["weapons"][0]["modes"] == [{"hit_number": 12, "reach": 5}]


def test_what_the_form_made_goes_to_a_file_and_back(hers: Client, draft: Encounter, dora: User) -> None:
    for name, side in (("Arn", "party"), ("Bea", "foes")):
        given = typed({"side": side, "dew": {}}, name=name, like="cora", w1_m1_damage="2d4", x="1.5", y="2", armor=True)
        assert hers.post(f"/e/{draft.pk}/add/new/", given).status_code == 303
    text = export_text(draft)
    again = import_text(dora, text, "again.toml")
    assert export_text(again) == text
    assert [row.definition for row in again.combatants.all()] == [row.definition for row in draft.combatants.all()]


def test_every_setting_is_offered_with_its_default_and_clause(hers: Client, draft: Encounter) -> None:
    page = hers.get(f"/e/{draft.pk}/prepare/").content.decode()
    options = get_ruleset("dew").options
    assert options
    for spec in options.values():
        assert f'name="{spec.key}"' in page
        assert f"/rule/{spec.clause}" in page


# Limits have one home.


@pytest.mark.parametrize(
    ("of", "path"),
    [("character", ()), ("shield", ("shield",)), ("armor", ("armor",)), ("mode", ("weapons", 0, "modes", 0))],
)
def test_the_form_and_the_file_have_the_same_limits(of: str, path: tuple[Any, ...]) -> None:
    for each in lookup_part(of).values():
        if each.kind not in (AttributeKind.WHOLE, AttributeKind.LENGTH, AttributeKind.WEIGHT):
            continue
        table: Any = {each.key: each.most + 1}
        for step in reversed(path):
            table = [{"id": "x", **table} if step == 0 and "modes" in table else table] if step == 0 else {step: table}
        with pytest.raises(BadEntry, match=rf"{each.key}.*must be from {each.least} to {each.most}"):
            build_stat_blocks({"id": "x", "side": "x", "dew": table})
        short = PREFIX.get(of, "") + each.key
        form = make_form(typed(BRAN, **{short: str(each.most + 1), "shield": True, "armor": True}), BRAN)
        assert set(form.errors) == {field_named(short)}
