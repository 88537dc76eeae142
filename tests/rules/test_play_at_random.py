"""Fights at random: whatever a table says, no round breaks, none fails to end, and the log proves itself."""

from random import Random

import pytest

from rules.game import Game
from tests.rules.proofs import (
    assert_believable,
    assert_faces_stand,
    assert_folds,
    assert_replays,
    assert_resumes,
    boundaries,
)
from tests.rules.random_play import Chatter, SeededDice, random_opening
from tests.soak import runs

FIGHTS = range(runs(500))
BROAD = range(40)

pytestmark = pytest.mark.soak


def chatter(seed: int) -> Chatter:
    rng = Random(seed)
    return Chatter(rng, random_opening(rng), SeededDice(seed))


@pytest.mark.parametrize("seed", FIGHTS)
def test_a_fight_at_random_proves_itself(seed: int) -> None:
    table = chatter(seed)
    game = table.play()
    assert_folds(game)
    assert_believable(game)
    assert_replays(game, SeededDice(seed))
    assert_faces_stand(game.records)
    assert_taken_up(game, SeededDice(seed), table.rng)


def assert_taken_up(game: Game, dice: SeededDice, rng: Random) -> None:
    """At three of the boundaries somebody loads the log and goes on."""
    places = list(boundaries(game.records))
    for at in rng.sample(places, min(3, len(places))):
        assert_resumes(game, dice, at, 8)


def test_the_fights_show_nearly_everything_that_can_happen() -> None:
    seen = {event.kind for seed in BROAD for record in chatter(seed).play().records for event in record.events}
    assert {
        "Attacked", "Slain", "SpellBegan", "SpellCompleted", "SpellSpoiled", "SavedOrNot", "DeviceUsed",
        "ChargeMet", "PsionicExchanged", "Refused", "Ruled", "TakenBack", "Appeared", "DiceGiven", "PrecedenceDropped",
        "SurpriseRolled", "SegmentsLost", "MoraleChecked", "EncounterEnded", "EffectEnded", "Withdrawn", "Fled",
    } - seen == set()  # fmt: skip


def test_tables_are_refused_and_talk_nonsense() -> None:
    tables = [chatter(seed) for seed in BROAD]
    for table in tables:
        table.play()
    assert sum(table.refusals for table in tables) > 10
    assert sum(table.nonsense for table in tables) > 20
