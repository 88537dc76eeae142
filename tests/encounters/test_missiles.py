"""Missiles on the pages: prepared, counted on the phone and for the DM, carried over."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.errors import Invalid
from encounters.models import Combatant
from encounters.party import find_last_party
from encounters.screens.adding.written import read_written
from encounters.screens.sheets.combatant import CombatantForm
from encounters.screens.sheets.typed_names import read_missiles
from encounters.viewers import build_dm_viewer
from rules.kernel.inputs import Change
from tests.any_procedure import ANY
from tests.encounters.seated import PARTY, At, prepared_fight, words

ARCHER = {**PARTY[0], "weapons": ["bow_long", "dagger"], "charges": {"arrow": 3, "dagger": 2}}
SHOOTS: dict[str, Any] = {"action": "D", "how": "shoot", "weapon": "bow_long", "target": "shaman"}


@pytest.fixture
def at(db: None) -> At:
    """Return the fight in round 1; Otis has three arrows and two daggers."""
    made = prepared_fight()
    row = Combatant.objects.get(encounter=made.encounter, definition__id="otis")
    services.put_combatant(made.dora, ARCHER, row.pk)
    made.sit()
    made.begin()
    return made


@pytest.fixture
def dm(at: At) -> Client:
    client = Client()
    client.force_login(User.objects.get(username="dora"))
    return client


def read_sheet(at: At) -> str:
    return words(at.pip.get(at.url("me/sheet/")))


def read_facts(at: At, dm: Client) -> str:
    return words(dm.get(f"/e/{at.encounter.pk}/combatant/otis/"))


def count_strokes(page: str) -> list[int]:
    """Return the strokes of the first drawing: those that are left, and those spent."""
    drawn = page.split(">Missiles<")[1]
    return [each.count("M") for each in re.findall(r'<path d="([^"]*)"', drawn)[:2]]


def test_arrows_run_out_and_come_back_with_a_take_back(at: At) -> None:
    assert "3 arrows 2 daggers" in read_sheet(at)
    assert "2 a round, 3 left" in words(
        at.pip.get(at.url("me/"), {"who": "otis", "answer.action": "D", "answer.how": "shoot"})
    )
    before = at.encounter.inputs.count()
    at.answer(at.pip, "otis", **SHOOTS)
    at.finish()
    assert "1 of 3 arrows 2 daggers" in read_sheet(at)
    assert count_strokes(at.pip.get(at.url("me/sheet/")).content.decode()) == [1, 2]
    services.take_back(at.dora, at.tap(), before)
    assert "3 arrows 2 daggers" in read_sheet(at)


def test_with_nothing_to_shoot_or_throw_the_order_says_so(at: At) -> None:
    nothing = [Change("otis", "charges", [item, 0]) for item in ("arrow", "dagger")]
    services.rule(at.dora, at.tap(), nothing, "")
    page = words(at.pip.get(at.url("me/"), {"who": "otis"}))
    assert "You have no missiles left" in page
    assert "0 of 3 arrows 0 of 2 daggers" in read_sheet(at)


def test_the_dm_reads_and_rules_what_is_left(at: At, dm: Client) -> None:
    assert "Missiles 3 arrows change 2 daggers change" in read_facts(at, dm)
    for typed, left in (("arrows, 17", 17), ("5 arrow", 5), ("arrow = 20", 20)):
        given = {"who": "otis", "what": "charges", "value": typed, "note": "a quiver", "tap": at.tap()}
        dm.post(f"/e/{at.encounter.pk}/ruling/", given)
        assert at.state.combatants["otis"].charges["arrow"] == left
    assert "Otis has 20 arrows" in words(at.pip.get(at.url("me/saw/")))
    assert "20 arrows" not in words(at.quill.get(at.url("me/saw/")))


@pytest.mark.parametrize(
    ("typed", "problem"),
    [("arrows", "Write what and how many: arrows, 17."), ("bolts, 3", "Write one of: arrow, dagger.")],
)
def test_a_ruling_that_counts_nothing_says_what_can_be_counted(at: At, dm: Client, typed: str, problem: str) -> None:
    given = {"who": "otis", "what": "charges", "value": typed, "tap": at.tap()}
    assert problem in words(dm.post(f"/e/{at.encounter.pk}/ruling/", given))


# Preparing.

ITEMS = {"arrow": "arrow", "dagger": "dagger"}


@pytest.mark.parametrize(
    ("typed", "items", "found"),
    [
        ("20", {"arrow": "arrow"}, {"arrow": 20}),
        ("20 arrows, 3 daggers", ITEMS, {"arrow": 20, "dagger": 3}),
        ("dagger 1\narrow = 0", ITEMS, {"dagger": 1, "arrow": 0}),
        ("", {}, {}),
    ],
)
def test_missiles_are_typed_with_their_names(typed: str, items: dict[str, str], found: dict[str, int]) -> None:
    assert read_missiles(typed, items) == found


@pytest.mark.parametrize(
    ("typed", "items", "problem"),
    [
        ("20", ITEMS, "20 of what? The weapons take arrows and daggers."),
        ("3 bolts", ITEMS, "The weapons take no bolts. They take arrows and daggers."),
        ("many", ITEMS, "“many” has no number. Write it like 20 arrows."),
        ("3 arrows", {}, "No weapon here shoots or is thrown: add the weapon, or leave this empty."),
    ],
)
def test_what_is_typed_wrong_is_said(typed: str, items: dict[str, str], problem: str) -> None:
    with pytest.raises(ValueError, match=problem.split("?")[0]) as raised:
        read_missiles(typed, items)
    assert str(raised.value) == problem


def test_the_form_shows_what_it_was_given_and_gives_it_again() -> None:
    before = {**ARCHER, "devices": ["wand_fire"], "charges": {"arrow": 20, "dagger": 3, "wand_fire": 12}}
    form = CombatantForm(before=before)
    assert form.initial["missiles"] == "20 arrows, 3 daggers"
    assert form.initial["charges"] == "wand of fire 12"
    filled = CombatantForm({key: value for key, value in form.initial.items() if value is not False}, before=before)
    assert filled.is_valid(), filled.errors
    assert filled.cleaned_data["definition"]["charges"] == {"wand_fire": 12, "arrow": 20, "dagger": 3}


def test_an_empty_field_counts_nothing() -> None:
    form = CombatantForm({"name": "Otis", "side": "party", "weapons": "long bow"}, before={})
    assert form.is_valid(), form.errors
    assert "charges" not in form.cleaned_data["definition"]


def test_missiles_are_written_in_the_line_of_a_character() -> None:
    written = read_written("Brunhild, fighter 4, 20 arrows, AC 3, 30 hp, long bow, 3 daggers")
    assert written is not None
    assert written.definition["weapons"] == ["bow_long", "dagger"]
    assert written.definition["charges"] == {"arrow": 20, "dagger": 3}


def test_missiles_without_a_weapon_are_refused(dora: User) -> None:
    encounter = services.create_encounter(dora, "The weir", ANY)
    with pytest.raises(Invalid, match="unknown key"):
        services.put_combatant(build_dm_viewer(encounter), {**ARCHER, "weapons": ["sword_long"]})


# From fight to fight.


def test_the_last_party_comes_with_what_is_left_and_tells_what_is_spent(at: At) -> None:
    at.answer(at.pip, "otis", **SHOOTS)
    at.finish()
    party = find_last_party(at.encounter.campaign, ANY)
    assert party is not None
    otis = next(each for each in party.definitions if each["id"] == "otis")
    assert otis["charges"] == {"arrow": 1, "dagger": 2}
    assert dict(party.spent)["Otis"] == ("2 of 3 arrows",)


def test_what_a_ruling_began_to_count_is_carried_over_and_not_spent(at: At) -> None:
    services.rule(at.dora, at.tap(), [Change("tenser", "charges", ["dagger", 4])], "")
    party = find_last_party(at.encounter.campaign, ANY)
    assert party is not None
    tenser = next(each for each in party.definitions if each["id"] == "tenser")
    assert (tenser["charges"], "Tenser" in dict(party.spent)) == ({"dagger": 4}, False)
