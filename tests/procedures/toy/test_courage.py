"""A round of the toy: the struck lose courage, unless they rally."""

from collections.abc import Iterator

import pytest

from rules.kernel import events as e
from rules.procedures import register, unregister
from tests.procedures.toy.courage import Courage, CourageTested
from tests.rules.players import Hand, hand, prepare_combatant, sword
from tests.rules.proofs import assert_folds

PLACE = "tests.procedures.toy.courage:CourageProcedure"
FIGHTERS = (
    prepare_combatant("otis", "party", weapons=(sword(),)),
    prepare_combatant("orc", "foes", weapons=(sword(),), position=(500, 0)),
)
ORDERS = {"otis": {"action": "G", "target": "orc"}, "orc": {"action": "G", "target": "otis"}}
FACES = {("initiative", "party"): (2,), ("initiative", "foes"): (5,)}


@pytest.fixture(autouse=True)
def _courage() -> Iterator[None]:
    register("courage", PLACE)
    yield
    unregister("courage")


def play_round(rally: str) -> tuple[Hand, list[e.Event]]:
    playing = hand(FIGHTERS, ORDERS, FACES, answers={"rally": {"choice": rally}}, ruleset="courage")
    return playing, playing.play_round()


def test_the_side_with_the_higher_roll_strikes_first() -> None:
    _, events = play_round("no")
    assert [each.who for each in events if isinstance(each, e.Attacked)] == ["orc", "otis"]


def test_whoever_is_struck_loses_a_point_of_courage() -> None:
    playing, events = play_round("no")
    assert [each.left for each in events if isinstance(each, CourageTested)] == [2, 2]
    assert playing.state.combatants["otis"].own(Courage) == Courage(2)
    assert_folds(playing.game)


def test_whoever_rallies_keeps_it() -> None:
    playing, _ = play_round("yes")
    assert playing.state.combatants["orc"].own(Courage) == Courage(3)
