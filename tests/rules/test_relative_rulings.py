"""A ruling may say a difference, which is added to the number as it is at that input."""

import pytest

from rules.kernel import codec
from rules.kernel import events as e
from rules.kernel.game import BadInput, Game
from rules.kernel.inputs import BeginRound, Change, Input, MakeRuling, TakeBack
from tests.rules.players import opening, prepare_combatant, sword
from tests.rules.proofs import assert_folds, assert_replays
from tests.rules.random_play import SeededDice


@pytest.fixture
def game() -> Game:
    """Return a game in round 1 whose Otis has all of 8 hit points."""
    sides = [prepare_combatant(who, side, weapons=(sword(),)) for who, side in (("otis", "party"), ("orc", "foes"))]
    begun = Game(opening(sides), SeededDice(3))
    begun.submit(BeginRound())
    return begun


def rule(game: Game, *by: int) -> list[tuple[object, object]]:
    """Rule these differences on Otis's hit points at once; return the old and new values."""
    record = game.submit(MakeRuling(tuple(Change("otis", "hp", by=each) for each in by)))
    return [(event.old, event.new) for event in record.events if isinstance(event, e.Ruled)]


def test_a_difference_is_added_to_what_is_there(game: Game) -> None:
    full = game.state.combatants["otis"].hp
    game.submit(MakeRuling((Change("otis", "hp", 5),)))
    assert rule(game, -3) == [(5, 2)]
    assert rule(game, -1, -1) == [(2, 1), (1, 0)]
    assert rule(game, -3, 99) == [(0, -3), (-3, full)]
    assert_folds(game)
    assert_replays(game, SeededDice(3))


def test_healing_stops_at_full_and_takes_nothing_away(game: Game) -> None:
    full = game.state.combatants["otis"].hp
    assert rule(game, 5) == [(full, full)]
    game.submit(MakeRuling((Change("otis", "hp", full + 4),)))
    assert rule(game, 1) == [(full + 4, full + 4)]


def test_a_difference_after_a_take_back_is_added_to_the_number_taken_back_to(game: Game) -> None:
    full = game.state.combatants["otis"].hp
    before = game.position
    rule(game, -2)
    game.submit(TakeBack(before))
    assert rule(game, -1) == [(full, full - 1)]
    assert_replays(game, SeededDice(3))


def test_a_difference_is_stored_and_an_input_without_one_is_read(game: Game) -> None:
    ruling = MakeRuling((Change("otis", "hp", by=-2),))
    assert codec.decode_input(codec.encode_input(ruling)) == ruling
    stored = codec.encode_input(MakeRuling((Change("otis", "hp", 2),)))
    del stored["changes"][0]["by"]
    assert codec.decode_input(stored) == MakeRuling((Change("otis", "hp", 2),))


@pytest.mark.parametrize(
    "change",
    [
        Change("nobody", "hp", by=-1),
        Change("otis", "held", by=1),
        Change("otis", "moved", by=1),
        Change("dm", "option", by=1),
    ],
)
def test_a_difference_to_what_is_no_number_leaves_no_trace(game: Game, change: Change) -> None:
    given: Input = MakeRuling((Change("otis", "hp", by=-1), change))
    before = codec.encode_text(game.state)
    with pytest.raises(BadInput):
        game.submit(given)
    assert codec.encode_text(game.state) == before
