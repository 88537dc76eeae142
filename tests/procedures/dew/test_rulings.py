"""Rulings on a combatant of Dew that the DM may make, and those that are rejected."""

from operator import attrgetter

import pytest

from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.game import Game
from rules.kernel.inputs import Change, MakeRuling
from rules.kernel.record import BadInput
from rules.kernel.ruling_values import check_ruling, read_old_value
from rules.procedures.dew.state import GreatBlowPreparation, get_round
from rules.procedures.dew.terms import get_attributes, get_dew
from rules.scenarios import make_opening
from rules.scenarios.library import load_library_script
from tests.rules.random_play import SeededDice

OPENING = make_opening(load_library_script("dew/two_rounds.toml"))

RULINGS = [
    ("en", 5, "body.en", 5),
    ("bd", -2, "body.bd", -2),
    ("alert", "no", "body.alert", False),
    ("fallen", "yes", "body.fallen", True),
    ("conscious", "no", "body.conscious", False),
    ("stationary", "no", "body.stationary", False),
    ("damaged", 4, "body.en", 20),
    ("charged", 2, "ledger.en_phase", 2),
    ("blows", [1, 0], "ledger.active", 1),
    ("ac_mod1", -4, "gear.ac", (5, -4, 2)),
    ("great_blow", [0, 1, 3, 1], "ruled.great_blow", (0, 1, 3, 1)),
    ("fall_die", 30, "ruled.fall_die", 30),
    ("forbidden", "a wall", "ruled.forbidden", "a wall"),
    ("prepared", ["great_axe", "2h", 2], "ledger.preparations", (GreatBlowPreparation("great_axe", "2h", 2),)),
    ("broken", "great_axe", "gear.broken", ("great_axe",)),
    ("ends_movement", None, "movement.ended", True),
]


@pytest.mark.parametrize(("what", "value", "field", "after"), RULINGS, ids=[each[0] for each in RULINGS])
def test_a_ruling_changes_what_it_says(what: str, value: object, field: str, after: object) -> None:
    game = Game(OPENING, SeededDice(1))
    game.submit(MakeRuling((Change("bran", what, value),)))
    assert attrgetter(field)(get_dew(game.state, "bran")) == after


@pytest.mark.parametrize(("what", "by", "after"), [("en", -3, 21), ("bd", 2, 14), ("dx", -2, 10), ("ac_mod1", 1, 0)])
def test_a_difference_is_added_to_a_number(what: str, by: int, after: int) -> None:
    game = Game(OPENING, SeededDice(1))
    record = game.submit(MakeRuling((Change("bran", what, by=by),)))
    assert [(event.old, event.new) for event in record.events if isinstance(event, e.Ruled)] == [(after - by, after)]


@pytest.mark.parametrize(("what", "by"), [("damaged", -5), ("charged", 1), ("alert", 1), ("blows", 1), ("dx", 500)])
def test_what_is_no_number_or_goes_out_of_bounds_takes_no_difference(what: str, by: int) -> None:
    game = Game(OPENING, SeededDice(1))
    with pytest.raises(BadInput):
        game.submit(MakeRuling((Change("bran", "en", by=-1), Change("bran", what, by=by))))
    assert game.state == fold([OPENING])


def test_a_range_is_of_two() -> None:
    game = Game(OPENING, SeededDice(1))
    game.submit(MakeRuling((Change("dain", "pair_range", ["bran", 4]),)))
    assert get_round(game.state).ranges == {("bran", "dain"): 4}
    assert read_old_value(game.state, "bran", "pair_range", ["dain", 7]) == 4


def test_what_is_dropped_lies_on_the_ground() -> None:
    game = Game(OPENING, SeededDice(1))
    game.submit(MakeRuling((Change("cora", "dropped", "spear"), Change("cora", "dropped", "shield"))))
    cora = get_dew(game.state, "cora").gear
    assert (cora.carried["spear"], cora.shield_held) == ("ground", False)


@pytest.mark.parametrize(("what", "value", "after"), [("dx", 3, 3), ("active_blows", 5, 5), ("move", 4, 400)])
def test_an_attribute_is_ruled_of_the_combatant(what: str, value: int, after: int) -> None:
    game = Game(OPENING, SeededDice(1))
    old = read_old_value(game.state, "bran", what, value)
    game.submit(MakeRuling((Change("bran", what, value),)))
    was = {"dx": 12, "active_blows": 3, "move": 9}[what]
    assert (old, getattr(get_attributes(game.state, "bran"), what)) == (was, after)


@pytest.mark.parametrize(
    ("what", "value"),
    [("en", "many"), ("blows", [1]), ("pair_range", ["bran", 3]), ("pair_range", ["cora", 0]), ("dropped", "the moon"),
     ("fall_die", 1), ("great_blow", [1, 2]), ("dx", 101), ("hands", "two"),
     ("prepared", ["great_axe"]), ("damaged", True)],
)  # fmt: skip
def test_a_value_that_cannot_be_is_refused(what: str, value: object) -> None:
    with pytest.raises(ValueError, match="is not a value of"):
        check_ruling(fold([OPENING]), "bran", what, value)


@pytest.mark.parametrize("what", ["hp", "falls", "held", "range"])
def test_rulings_of_hit_points_and_conditions_are_not_for_this_procedure(what: str) -> None:
    with pytest.raises(BadInput, match="cannot be ruled"):
        Game(OPENING, SeededDice(1)).submit(MakeRuling((Change("bran", what, 3),)))


def test_what_magic_does_is_in_no_table_that_a_ruling_could_change() -> None:
    with pytest.raises(BadInput, match="cannot be ruled"):
        Game(OPENING, SeededDice(1)).submit(MakeRuling((Change("dm", "effect", "cleric_bless"),)))
