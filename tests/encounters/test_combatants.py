"""The standing of a character who has hit points."""

from encounters.demo import make_demo
from encounters.screens.combatants import describe_in_line, read_standing
from encounters.selectors import read_view
from encounters.viewers import build_dm_viewer
from tests.any_procedure import ANY


def test_by_hit_points_the_main_meter_is_hit_points_and_the_armor_class_is_told(db: None) -> None:
    state = read_view(build_dm_viewer(make_demo(ANY)[1])).state
    shown = read_standing(state, "otis")
    assert [(each.name, each.left, each.most) for each in shown.pools] == [("hp", 38, 38)]
    assert shown.round == ()
    assert describe_in_line(state, state.combatants["otis"]) == "ranger 4, sword, AC 4"
