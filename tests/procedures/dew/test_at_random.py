"""Random fights by Dew: legal ones, and of a table that submits anything; logs are proved."""

from random import Random

import pytest

from rules.catalogue import load_catalogue
from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.game import Game
from rules.procedures.dew.blows import BlowSpent, EnChanged
from rules.procedures.dew.events import EVENTS
from rules.procedures.dew.terms import get_dew
from tests.procedures.dew.random_play import Legal, Sequencer, random_sequence
from tests.rules.proofs import assert_faces_stand, assert_folds, assert_replays, assert_resumes, boundaries
from tests.rules.random_play import SeededDice
from tests.soak import runs

FIGHTS = range(runs(1000))
TABLES = range(runs(300))

pytestmark = pytest.mark.soak


def legal(seed: int) -> Legal:
    rng = Random(seed)
    return Legal(rng, random_sequence(rng), SeededDice(seed))


def sequencer(seed: int) -> Sequencer:
    rng = Random(seed)
    return Sequencer(rng, random_sequence(rng), SeededDice(seed))


def assert_books_balance(game: Game) -> None:
    """Assert that cited clauses exist, that blows and EN were there, and that damage adds up."""
    known = load_catalogue("dew").clauses
    state = fold([game.opening])
    for event in game.list_live_events()[1:]:
        assert [clause for clause in event.clauses if clause not in known] == []
        if isinstance(event, BlowSpent) and not event.borrowed:
            each = get_dew(state, event.who)
            assert (each.ledger.active if event.blow == "active" else each.ledger.reactive) > 0
            assert event.ordinal == each.ledger.blows + 1
        if isinstance(event, EnChanged):
            assert event.old == state.combatants[event.who].hp
        if isinstance(event, e.Damaged) and event.pool == "EN":
            assert event.left == state.combatants[event.who].hp - event.amount
        state = fold([event], state)


@pytest.mark.parametrize("seed", FIGHTS)
def test_a_legal_fight_breaks_nothing_and_proves_itself(seed: int) -> None:
    table = legal(seed)
    game = table.play()
    assert (table.refusals, table.nonsense) == (0, 0)
    assert_folds(game)
    assert_books_balance(game)
    assert_replays(game, SeededDice(seed))


@pytest.mark.parametrize("seed", TABLES)
def test_a_table_that_says_anything_leaves_a_log_that_proves_itself(seed: int) -> None:
    table = sequencer(seed)
    game = table.play()
    assert_folds(game)
    assert_replays(game, SeededDice(seed))
    assert_faces_stand(game.records)
    places = list(boundaries(game.records))
    assert_resumes(game, SeededDice(seed), table.rng.sample(places, min(3, len(places))), 8)


NOT_SHOWN = {"Spoke"}
SHARED = {"Dropped", "Prepared", "Attacked", "Damaged", "Moved"}
"""Kinds of events of other procedures, too, that these fights show."""


def test_the_fights_show_everything_that_can_happen() -> None:
    seen = {event.kind for seed in range(110) for record in legal(seed).play().records for event in record.events}
    own = {kind.__name__ for kind in EVENTS} - NOT_SHOWN
    assert (own | SHARED) - seen == set()


def test_such_tables_are_refused_and_talk_nonsense() -> None:
    tables = [sequencer(seed) for seed in range(25)]
    for table in tables:
        table.play()
    assert sum(table.nonsense for table in tables) > 20
