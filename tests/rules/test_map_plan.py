"""The plan of the battle map bars sight, is shown without hidden parts, and is changed."""

from typing import Any

import pytest

from rules.kernel.map_plan import FeatureKind, MapPlan, change_plan, is_line_barred, list_wall_pieces, show_plan
from rules.scenarios import ScenarioError, parse_scenario
from rules.scenarios.map_table import read_map_plan
from tests.any_procedure import ANY

FILE = """
ruleset = "{ruleset}"
[map]
{map}
[[combatant]]
id = "otis"
side = "party"
hp = 9
[[combatant]]
id = "orc"
side = "foes"
hp = 9
"""
LONG_WALL = [[0, 10], [60, 10]]


def bars(plan: MapPlan, start: tuple[int, int], end: tuple[int, int]) -> bool:
    return is_line_barred(plan, (start[0] * 100, start[1] * 100), (end[0] * 100, end[1] * 100))


def change(plan: MapPlan, *value: Any) -> MapPlan:
    return change_plan(plan, list(value))[2]


def test_a_wall_bars_sight_across_it_and_not_past_its_end() -> None:
    plan = read_map_plan({"walls": [LONG_WALL]})
    assert bars(plan, (30, 0), (30, 20))
    assert bars(plan, (60, 0), (60, 20)), "a line that touches its end does not slip past"
    assert not bars(plan, (61, 0), (61, 20))
    assert not bars(plan, (30, 10), (30, 20)), "a combatant in the wall looks to both sides"


def test_the_corner_of_two_walls_has_no_gap() -> None:
    assert bars(read_map_plan({"walls": [[[0, 10], [10, 10], [10, 0]]]}), (0, 20), (20, 0))


def test_a_wall_along_the_line_of_sight_bars_it() -> None:
    plan = read_map_plan({"walls": [LONG_WALL]})
    assert bars(plan, (-5, 10), (70, 10))
    assert not bars(plan, (65, 10), (70, 10))


@pytest.mark.parametrize(("door", "barred"), [({}, True), ({"open": True}, False), ({"hidden": True}, True)])
def test_a_door_in_a_wall_bars_sight_unless_it_is_open(door: dict[str, bool], barred: bool) -> None:
    plan = read_map_plan({"walls": [LONG_WALL], "doors": [{"points": [[20, 10], [25, 10]], **door}]})
    assert bars(plan, (22, 0), (22, 20)) is barred


def test_difficult_ground_and_hidden_walls_bar_nothing() -> None:
    plan = read_map_plan(
        {"walls": [{"points": LONG_WALL, "hidden": True}], "rough": [[[0, 0], [60, 0], [60, 20], [0, 20]]]}
    )
    assert not bars(plan, (30, -5), (30, 25))


def test_a_hidden_door_is_wall_without_a_joint_to_everybody_else() -> None:
    plan = read_map_plan(
        {
            "walls": [[[0, 10], [20, 10]], [[60, 10], [25, 10]]],
            "doors": [{"points": [[20, 10], [25, 10]], "hidden": True}],
        }
    )
    assert show_plan(plan) == show_plan(read_map_plan({"walls": [LONG_WALL]}))


def test_what_is_hidden_changes_neither_numbers_nor_order_of_the_rest() -> None:
    shown: dict[str, Any] = {"walls": [LONG_WALL], "doors": [[[5, 10], [9, 10]], [[30, 10], [34, 10]]]}
    hidden = {"points": [[0, 50], [9, 50]], "hidden": True}
    more = {"walls": [hidden, LONG_WALL], "rough": [{"points": [[0, 0], [9, 0], [0, 9]], "hidden": True}],
            "doors": [shown["doors"][1], shown["doors"][0]]}  # fmt: skip
    assert show_plan(read_map_plan(more)) == show_plan(read_map_plan(shown))
    assert {each.id for each in show_plan(read_map_plan(more)).features} == {""}


def test_a_slanting_wall_is_cut_by_a_door_on_its_line() -> None:
    plan = read_map_plan({"walls": [[[0, 0], [9, 6]]], "doors": [[[3, 2], [6, 4]]]})
    assert list_wall_pieces(plan) == (((0, 0), (300, 200)), ((600, 400), (900, 600)))


def test_the_dm_adds_opens_hides_reveals_and_removes() -> None:
    plan = change(MapPlan(), "add", {"kind": "door", "points": [[0, 0], [5, 0]]})
    assert change(plan, "open", "door-1").features[0].open
    hidden = change(plan, "hide", "door-1")
    assert hidden.features[0].hidden
    assert not change(hidden, "reveal", "door-1").features[0].hidden
    assert change(plan, "remove", "door-1") == MapPlan()


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (["open", "wall-1"], "only a door"),
        (["open", "door-1"], "reveal it first"),
        (["open", "door-9"], "the map has no 'door-9'"),
        (["melt", "door-1"], "'melt' is none of open"),
        ("open", "a change and what it changes"),
        (["add", {"kind": "moat", "points": []}], "the kind is one of wall"),
        (["add", {"kind": "wall", "points": [[0, 0]]}], "two points or more"),
        (["add", {"kind": "wall", "points": [[0, 0], ["x", 1]]}], r"a point is \[x, y\]"),
        (["add", {"kind": "wall", "points": [[0, 0], [0, 1e300]]}], "a point is"),
        (["remove", "picture"], "no picture"),
    ],
)
def test_a_change_that_cannot_be_made_says_why(value: object, words: str) -> None:
    plan = read_map_plan({"walls": [LONG_WALL], "doors": [{"points": [[0, 0], [5, 0]], "hidden": True}]})
    with pytest.raises(ValueError, match=words):
        change_plan(plan, value)


@pytest.mark.parametrize(
    ("table", "line", "words"),
    [
        ("walls = [[[0, 0], [5, 0]], [[1, 1]]]", 4, '"walls": wall 2: a wall has two points or more'),
        ("doors = [[[0, 0], [5, 0], [9, 9]]]", 4, '"doors": door 1: a door has two points'),
        ("doors = [{ points = [[0, 0], [5, 0]], open = true, hidden = true }]", 4, "not hidden stands open"),
        ("rough = [{ points = [[0, 0], [5, 0]], shut = true }]", 4, '"rough.shut": unknown key'),
        ("moats = []", 4, '"moats": unknown key'),
        ("walls = 3", 4, '"walls": must be a list'),
    ],
)
def test_a_fault_in_a_file_names_its_key_and_line(table: str, line: int, words: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        parse_scenario(FILE.format(ruleset=ANY, map=table))
    assert raised.value.line == line
    assert words in str(raised.value)


def test_a_file_has_each_kind() -> None:
    table = [
        "walls = [[[0, 0], [5, 0.5]]]",
        "doors = [{ points = [[1, 1], [2, 2]], open = true }]",
        "rough = [[[0, 0], [1, 0], [0, 1]]]",
    ]
    plan = parse_scenario(FILE.format(ruleset=ANY, map="\n".join(table))).plan
    assert [each.kind for each in plan.features] == list(FeatureKind)
    assert plan.features[0].points == ((0, 0), (500, 50))
