"""The cast of a fight that Dora prepares: written, counted, split, hidden, taken out."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.counting import change_count, split
from encounters.models import Encounter
from encounters.screens.adding.written import read_written, split_amount
from encounters.viewers import build_dm_viewer
from tests.any_procedure import ANY
from tests.encounters.seated import words

ORC: dict[str, Any] = {"id": "orc", "name": "Orc", "side": "foes", "monster": "orc"}

Press = Callable[..., Any]


@pytest.fixture
def draft(dora: User) -> Encounter:
    """Return a fight in which nothing is prepared yet."""
    return services.create_encounter(dora, "The larder", ANY)


@pytest.fixture
def press(hers: Client, draft: Encounter) -> Press:
    """Return a function that posts an act on the first row, and returns the page that answers."""

    def post(act: str, **given: str) -> Any:
        row = draft.combatants.first()
        assert row is not None
        return hers.post(f"/e/{draft.pk}/prepare/{row.pk}/{act}/", given, follow=True)

    return post


def put(draft: Encounter, *definitions: dict[str, Any]) -> None:
    services.add_combatants(build_dm_viewer(draft), definitions)


def definitions(draft: Encounter) -> list[dict[str, Any]]:
    return [row.definition for row in draft.combatants.all()]


# Written in a line.


def test_a_character_is_written_in_a_line_and_joins_the_party(hers: Client, draft: Encounter) -> None:
    line = "Father Aldo, cleric 3, AC 4, 17 hp, footman's mace, cure light wounds x2"
    assert "cleric 3; 17 hp, AC 4" in words(hers.get(f"/e/{draft.pk}/prepare/", {"q": line}))
    hers.post(f"/e/{draft.pk}/add/pick/", {"add": "written", "q": line, "side": "foes"})
    assert definitions(draft) == [
        {
            "id": "father_aldo", "name": "Father Aldo", "side": "party", "class": "cleric", "level": 3, "played": True,
            "ac": 4, "hp": 17, "weapons": ["mace_foot"], "spells": ["cleric_cure_light_wounds"] * 2,
        }
    ]  # fmt: skip


def test_class_and_level_give_what_is_not_written(hers: Client, draft: Encounter) -> None:
    hers.post(f"/e/{draft.pk}/add/pick/", {"add": "written", "q": "Brunhild: F4"})
    assert definitions(draft)[0] | {"class": "fighter", "level": 4} == definitions(draft)[0]
    assert "22 hp" in words(hers.get(f"/e/{draft.pk}/prepare/"))


def test_what_no_table_has_is_said_and_nothing_is_added(hers: Client, draft: Encounter) -> None:
    line = "Morwen, magic-user 3, dager"
    assert "“dager” is no weapon, spell or device." in words(hers.get(f"/e/{draft.pk}/prepare/", {"q": line}))
    answer = hers.post(f"/e/{draft.pk}/add/pick/", {"add": "written", "q": line})
    assert answer.status_code == 400
    assert f'value="{line}"' in answer.content.decode()
    assert definitions(draft) == []


def test_a_stat_block_in_a_line_joins_the_foes(hers: Client, draft: Encounter) -> None:
    hers.post(f"/e/{draft.pk}/add/pick/", {"add": "written", "q": "Grue: AC 5, HD 3, hp 12, MV 9, 1-6"})
    assert [(each["name"], each["side"], each["hp"]) for each in definitions(draft)] == [("Grue", "foes", 12)]


@pytest.mark.parametrize("line", ["goblin", "Bear, brown", "Grue: AC 5", ", fighter 4", "Nobody,"])
def test_what_describes_nobody_is_not_offered(line: str) -> None:
    assert read_written(line) is None


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("3d4 goblins", ("3d4", "goblins")),
        ("14 goblin", ("14", "goblin")),
        ("2D6+1 orcs", ("2d6+1", "orcs")),
        ("orc 6", ("6", "orc")),
        ("Bear, brown", ("", "Bear, brown")),
        ("wolves x 2d4", ("2d4", "wolves")),
        ("Brunhild, fighter 4", ("", "Brunhild, fighter 4")),
        ("goblin", ("", "goblin")),
        ("4 ", ("", "4")),
    ],
)
def test_a_number_with_a_name_is_how_many(query: str, found: tuple[str, str]) -> None:
    assert split_amount(query) == found


def test_several_are_searched_by_one(hers: Client, draft: Encounter) -> None:
    page = hers.get(f"/e/{draft.pk}/prepare/", {"q": "3d4 wolves"}).content.decode()
    assert 'value="wolf.3d4"' in page
    assert 'value="wolf.1"' not in page


# How many.


def test_one_more_stands_beside_the_last_and_one_fewer_goes(draft: Encounter, press: Press) -> None:
    put(draft, {**ORC, "count": 2, "hp": [3, 8], "position": [[0, 0], [5, 0]]})
    press("count", count="3")
    assert definitions(draft)[0]["hp"] == [3, 8, 4]
    third = definitions(draft)[0]["position"][2]
    assert third not in ([0, 0], [5, 0])
    assert abs(third[0] - 5) + abs(third[1]) <= 10
    press("count", count="1")
    assert definitions(draft) == [{**ORC, "hp": 3, "position": [0, 0]}]


def test_one_becomes_two_in_its_place(draft: Encounter, press: Press) -> None:
    put(draft, {**ORC, "position": [10, 0]})
    press("count", count="2")
    only = definitions(draft)[0]
    assert (only["count"], only["position"][0]) == (2, [10, 0])


def test_none_is_taken_out_and_put_back(hers: Client, draft: Encounter, press: Press) -> None:
    put(draft, ORC)
    page = press("count", count="0")
    assert "Orc is taken out." in words(page)
    assert definitions(draft) == []
    hers.post(f"/e/{draft.pk}/prepare/back/")
    assert definitions(draft) == [ORC]
    assert hers.post(f"/e/{draft.pk}/prepare/back/").status_code == 400


@pytest.mark.parametrize("count", ["", "some", "101", "-1"])
def test_a_number_that_cannot_be_changes_nothing(draft: Encounter, press: Press, count: str) -> None:
    put(draft, ORC)
    assert press("count", count=count).status_code == 400
    assert definitions(draft) == [ORC]


@pytest.mark.parametrize(
    ("before", "count", "after"),
    [
        ({**ORC, "id": "orc-5", "name": "Orc 5"}, 2, {**ORC, "first": 5, "count": 2}),
        ({**ORC, "first": 5, "count": 2, "hp": [3, 4]}, 1, {**ORC, "id": "orc-5", "name": "Orc 5", "hp": 3}),
        ({**ORC, "count": 3}, 4, {**ORC, "count": 4}),
    ],
)
def test_numbers_of_one_kind_go_on(before: dict[str, Any], count: int, after: dict[str, Any]) -> None:
    assert change_count(before, count, []) == after


def test_a_group_is_split_into_a_row_for_each(draft: Encounter, press: Press) -> None:
    put(draft, {**ORC, "count": 2, "hp": [3, 8], "position": [[0, 0], [5, 0]]}, {**ORC, "id": "chief", "name": "Chief"})
    press("split")
    assert [(each["id"], each.get("hp"), each.get("position")) for each in definitions(draft)] == [
        ("orc-1", 3, [0, 0]),
        ("orc-2", 8, [5, 0]),
        ("chief", None, None),
    ]


def test_one_by_itself_stays_one_when_it_is_split() -> None:
    assert split(ORC) == [{**ORC, "id": "orc-1", "name": "Orc 1"}]


def test_a_row_is_hidden_or_comes_later(draft: Encounter, press: Press) -> None:
    put(draft, ORC)
    assert "hidden; from round 3" in words(press("arrival", hidden="on", wave="3"))
    assert definitions(draft) == [{**ORC, "hidden": True, "wave": 3}]
    assert press("arrival", wave="soon").status_code == 400
    press("arrival", wave="")
    assert definitions(draft) == [ORC]


# What is still missing.


def test_who_has_no_place_is_lined_up_and_who_has_one_stays(hers: Client, draft: Encounter) -> None:
    put(draft, {**ORC, "position": [7, 7]}, {"id": "otis", "name": "Otis", "side": "party", "class": "ranger"})
    assert "One has no place." in words(hers.get(f"/e/{draft.pk}/prepare/"))
    hers.post(f"/e/{draft.pk}/prepare/arrange/", {"how": "missing"})
    assert definitions(draft)[0]["position"] == [7, 7]
    assert "position" in definitions(draft)[1]
    assert "no place" not in words(hers.get(f"/e/{draft.pk}/prepare/"))
