"""The standing of a character as its ruleset counts it."""

import pytest

from encounters import services
from encounters.demo import make_demo
from encounters.models import Encounter
from encounters.screens.combatants import read_standing
from encounters.selectors import read_view
from encounters.viewers import build_dm_viewer
from rules.kernel.inputs import Change
from rules.kernel.state import State
from tests.encounters.seated import At


@pytest.fixture
def encounter(db: None) -> Encounter:
    return make_demo("dew")[1]


def state_of(encounter: Encounter) -> State:
    return read_view(build_dm_viewer(encounter)).state


def rule(encounter: Encounter, *changes: Change) -> State:
    table = At(encounter, build_dm_viewer(encounter))
    for change in changes:
        services.rule(table.dora, table.tap(), [change])
    return table.state


def test_blow_by_blow_endurance_body_and_the_blows_left_are_told(encounter: Encounter) -> None:
    shown = read_standing(state_of(encounter), "bran")
    assert [(each.name, each.left, each.most) for each in shown.pools] == [("EN", 24, 24), ("BD", 12, 12)]
    assert [(each.name, each.left, each.most) for each in shown.round] == [
        ("active", 3, 3),
        ("reactive", 1, 1),
    ]
    assert dict(shown.facts) == {"In hand": "great axe", "Range": "3 to Cora, 9 to Dain"}
    assert read_standing(state_of(encounter), "dain").under == ("not alert",)


def test_what_is_prepared_broken_and_spent_is_told_as_it_stands(encounter: Encounter) -> None:
    state = rule(
        encounter,
        Change("bran", "en", 7),
        Change("bran", "blows", [1, 0]),
        Change("bran", "prepared", ["great_axe", "2h", 2]),
        Change("bran", "broken", "dagger"),
        Change("bran", "pair_range", ["dain", 5]),
        Change("bran", "fallen", True),
    )
    shown = read_standing(state, "bran")
    assert shown.vigour.left == 7
    assert shown.vigour.low
    assert [each.pips for each in shown.round] == [(True, False, False), (False,)]
    facts = dict(shown.facts)
    assert facts["Prepared"] == "great axe × 2"
    assert facts["Broken"] == "dagger"
    assert facts["Range"] == "3 to Cora, 5 to Dain"
    assert shown.under == ("on the ground",)
