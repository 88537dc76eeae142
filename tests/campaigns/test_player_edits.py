"""A player changes an own character: the values that the DM allows, and nothing besides."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from campaigns.models import Character
from campaigns.player_edits import find_switch
from campaigns.services import calendar, change_character, read_value
from campaigns.services.characters import ChangedMeanwhile
from campaigns.services.own_characters import change_own_character
from encounters.errors import Conflict, Forbidden, Invalid, NotFound, Rejected
from rules.api import get_ruleset, list_rulesets
from tests.campaigns.evenings import Group, make_group
from tests.campaigns.test_character_page import SHEET, TENSER, find_owner, make
from tests.encounters.test_two_submits import at_once

pytestmark = pytest.mark.storage

GOLD = "sheet.coins.gp"


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


@pytest.fixture
def tenser(group: Group) -> Character:
    return make(group, "Tenser", TENSER, SHEET, seat=group.joined["Pip"].seat.pk, left=3)


def change(group: Group, character: Character, values: Any, seen: Any = None, name: str = "Pip") -> None:
    """Change values as a player does, who saw them as they are."""
    before = {path: read_value(stored(character), path) for path in values}
    change_own_character(group.joined[name].seat, character.key, values, before if seen is None else seen)


def stored(character: Character) -> Character:
    return Character.objects.get(pk=character.pk)


def allow(group: Group, **switches: bool) -> None:
    calendar.change_options(find_owner(group), **switches)


@pytest.mark.parametrize(
    ("path", "switch"),
    [
        ("sheet.notes", "edits_notes"),
        ("sheet.gear", "edits_carried"),
        (GOLD, "edits_carried"),
        ("left", "edits_hit_points"),
        ("cast", "edits_supplies"),
        ("definition.charges.dart", "edits_supplies"),
        *(
            (path, "")
            for path in ("sheet", "sheet.dm_notes", "definition", "definition.hp", "experience", "seat", "lef")
        ),
    ],
)
def test_a_switch_stands_for_each_value_that_players_may_change(path: str, switch: str) -> None:
    assert find_switch(path) == switch


def test_a_player_changes_coins_and_is_the_author(group: Group, tenser: Character) -> None:
    change(group, tenser, {GOLD: 116})
    assert read_value(stored(tenser), GOLD) == 116
    assert [each.author for each in tenser.changes.all()] == ["dora", "Pip"]


@pytest.mark.parametrize(
    ("switch", "values"),
    [
        ("edits_notes", {"sheet.notes": "Paid."}),
        ("edits_carried", {"sheet.gear": []}),
        ("edits_hit_points", {"left": 5}),
        ("edits_supplies", {"cast": ["magic_user_web"]}),
        ("edits_supplies", {"definition.charges.dart": 1}),
    ],
)
def test_each_switch_allows_and_refuses(group: Group, tenser: Character, switch: str, values: Any) -> None:
    allow(group, **{switch: False})
    with pytest.raises(Forbidden, match="Only the DM changes this"):
        change(group, tenser, values)
    allow(group, **{switch: True})
    change(group, tenser, values)
    assert {path: read_value(stored(tenser), path) for path in values} == values


def test_what_is_written_along_with_a_value_is_checked_too(group: Group, tenser: Character) -> None:
    with pytest.raises(Forbidden) as refused:
        change(group, tenser, {GOLD: 1, "experience": 9_000})
    assert refused.value.field == "experience"
    assert (read_value(stored(tenser), GOLD), tenser.changes.count()) == (141, 1)


def test_nobody_changes_the_character_of_another(group: Group, tenser: Character) -> None:
    with pytest.raises(NotFound):
        change(group, tenser, {GOLD: 1}, name="Quill")
    change_character(find_owner(group), tenser.number, {"status": "retired"})
    with pytest.raises(NotFound):
        change(group, tenser, {GOLD: 1})
    assert read_value(stored(tenser), GOLD) == 141


def test_a_fight_keeps_its_figures_from_the_player(group: Group) -> None:
    allow(group, edits_hit_points=True)
    otis = make(group, "Otis", {"class": "ranger", "hp": 12}, seat=group.joined["Pip"].seat.pk)
    group.open(group.prepare("The mill"))
    with pytest.raises(Conflict, match="“The mill” is in play"):
        change(group, otis, {"left": 5})
    change(group, otis, {GOLD: 5})
    assert read_value(stored(otis), GOLD) == 5


def test_what_is_not_possible_is_refused(group: Group, tenser: Character) -> None:
    allow(group, edits_supplies=True)
    with pytest.raises(Invalid):
        change(group, tenser, {"definition.charges.dart": "many"})
    assert read_value(stored(tenser), "definition.charges.dart") == 4


@pytest.mark.parametrize("is_dora_first", [True, False])
def test_two_who_change_one_figure_lose_nothing(group: Group, tenser: Character, is_dora_first: bool) -> None:
    def dora() -> None:
        change_character(find_owner(group), tenser.number, {GOLD: 116}, {GOLD: 141})

    def pip() -> None:
        change(group, tenser, {GOLD: 120}, {GOLD: 141})

    first, second = (dora, pip) if is_dora_first else (pip, dora)
    first()
    with pytest.raises(ChangedMeanwhile) as told:
        second()
    assert told.value.by == ("dora" if is_dora_first else "Pip")
    assert read_value(stored(tenser), GOLD) == (116 if is_dora_first else 120)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_change_one_figure_at_once_one_is_told_of_the_other(group: Group, tenser: Character) -> None:
    owner = find_owner(group)
    results = at_once(
        lambda: change_character(owner, tenser.number, {GOLD: 116}, {GOLD: 141}),
        lambda: change(group, tenser, {GOLD: 120}, {GOLD: 141}),
    )
    refused = [each for each in results if isinstance(each, Rejected)]
    assert [type(each) for each in refused] == [ChangedMeanwhile]
    told = {"dora": 116, "Pip": 120}
    assert read_value(stored(tenser), GOLD) == told[refused[0].by]  # type: ignore[attr-defined]


def test_a_fight_keeps_the_attributes_of_a_procedure_from_the_dm_too(group: Group) -> None:
    own = next(own for id in list_rulesets() if (own := get_ruleset(id).own_sheet) is not None)
    path = f"definition.{own.key}"
    otis = make(group, "Otis", {"class": "ranger", "hp": 12})
    group.open(group.prepare("The mill"))
    with pytest.raises(Conflict, match="“The mill” is in play"):
        change_character(find_owner(group), otis.number, {path: {}})
    assert read_value(stored(otis), path) is None
