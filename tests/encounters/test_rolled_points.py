"""The hit points of foes that Dora prepares: rolled by dice that are kept, or the average."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.hit_points import describe_rolled
from encounters.models import Combatant, Encounter
from encounters.viewers import build_dm_viewer
from rules.api import build_stat_blocks, find_hit_point_dice
from tests.any_procedure import ANY
from tests.encounters.seated import words

BUGBEARS: dict[str, Any] = {"id": "bugbear", "name": "Bugbear", "side": "foes", "monster": "bugbear", "count": 4}
OTIS: dict[str, Any] = {"id": "otis", "name": "Otis", "side": "party", "class": "ranger", "level": 4, "played": True}


@pytest.fixture
def draft(dora: User) -> Encounter:
    """Return a fight with four bugbears and Otis, in which hit points of foes are rolled."""
    made = services.create_encounter(dora, "The larder", ANY, rolls_points=True)
    services.add_combatants(build_dm_viewer(made), [BUGBEARS, OTIS])
    return made


def foes(draft: Encounter) -> Combatant:
    return draft.combatants.get(order=1)


def post(hers: Client, draft: Encounter, act: str, **given: str) -> str:
    return words(hers.post(f"/e/{draft.pk}/prepare/{act}/", given, follow=True))


@pytest.mark.parametrize(
    ("entry", "dice"),
    [
        ({"monster": "bugbear"}, "3d8+1"),
        ({"monster": "goblin"}, "1d8-1"),
        ({"hd": "1d4 hp"}, "1d4"),
        ({"class": "cleric", "level": 3}, "3d8"),
        ({"class": "ranger", "level": 2}, "3d8"),
        ({"class": "fighter", "level": 12}, "9d10+9"),
        ({"class": "level_0"}, "1d6"),
    ],
)
def test_hit_dice_or_class_give_the_dice(entry: dict[str, Any], dice: str) -> None:
    assert find_hit_point_dice(build_stat_blocks({"id": "one", "side": "foes", **entry})[0]) == dice


def test_each_of_a_group_is_rolled_and_the_faces_are_kept(hers: Client, draft: Encounter) -> None:
    row = foes(draft)
    assert row.rolled["dice"] == "3d8+1"
    assert row.definition["hp"] == [sum(faces) + 1 for faces in row.rolled["faces"]]
    assert all(len(faces) == 3 and all(1 <= face <= 8 for face in faces) for faces in row.rolled["faces"])
    page = words(hers.get(f"/e/{draft.pk}/prepare/"))
    assert f"{', '.join(map(str, row.definition['hp']))} hp" in page
    assert describe_rolled(row.rolled) in page


def test_a_character_is_not_rolled(draft: Encounter) -> None:
    assert "hp" not in draft.combatants.get(order=2).definition


def test_one_more_is_rolled_and_the_others_keep_theirs(hers: Client, draft: Encounter) -> None:
    before = foes(draft).definition["hp"]
    post(hers, draft, "arrange", how="lines")
    post(hers, draft, f"{foes(draft).pk}/count", count="5")
    assert foes(draft).definition["hp"][:4] == before
    assert len(foes(draft).rolled["faces"]) == len(foes(draft).definition["position"]) == 5
    post(hers, draft, f"{foes(draft).pk}/count", count="1")
    assert foes(draft).definition["hp"] == before[0]


def test_one_switch_takes_the_average_and_rolls_again(hers: Client, draft: Encounter) -> None:
    assert "14 hp" in post(hers, draft, "points", points="average")
    assert (foes(draft).rolled, foes(draft).definition) == ({}, BUGBEARS)
    post(hers, draft, "points", points="rolled")
    assert len(foes(draft).definition["hp"]) == 4


def test_hit_points_that_are_written_stay(hers: Client, draft: Encounter) -> None:
    services.replace_combatants(build_dm_viewer(draft), {foes(draft).pk: {**BUGBEARS, "hp": [9, 9, 9, 9]}})
    assert foes(draft).rolled == {}
    for points in ("average", "rolled"):
        post(hers, draft, "points", points=points)
        assert foes(draft).definition["hp"] == [9, 9, 9, 9]


def test_who_is_split_from_a_group_keeps_the_dice(hers: Client, draft: Encounter) -> None:
    before = foes(draft).rolled["faces"]
    post(hers, draft, f"{foes(draft).pk}/split")
    rows = list(draft.combatants.all())[:4]
    assert [row.rolled["faces"] for row in rows] == [[faces] for faces in before]
    post(hers, draft, "points", points="average")
    assert all("hp" not in row.definition for row in draft.combatants.all())
