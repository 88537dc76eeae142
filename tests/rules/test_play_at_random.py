"""Random fights: with any inputs no round breaks, every one ends, and the log proves itself."""

from random import Random

import pytest

from rules.kernel.game import Game
from tests.any_procedure import FAMILY
from tests.registered import merge
from tests.rules.proofs import (
    assert_believable,
    assert_faces_stand,
    assert_folds,
    assert_replays,
    assert_resumes,
    assert_whole_numbers,
    boundaries,
)
from tests.rules.random_play import Chatter, SeededDice, random_opening
from tests.soak import runs

FIGHTS = range(runs(1000))
BROAD = range(240)

pytestmark = pytest.mark.soak


def chatter(seed: int, ruleset: str) -> Chatter:
    rng = Random(seed)
    return Chatter(rng, random_opening(rng, ruleset), SeededDice(seed))


@pytest.mark.parametrize("ruleset", FAMILY)
@pytest.mark.parametrize("seed", FIGHTS)
def test_a_fight_at_random_proves_itself(seed: int, ruleset: str) -> None:
    table = chatter(seed, ruleset)
    game = table.play()
    assert_folds(game)
    assert_whole_numbers(game)
    assert_believable(game)
    assert_replays(game, SeededDice(seed))
    assert_faces_stand(game.records)
    assert_taken_up(game, SeededDice(seed), table.rng)


def assert_taken_up(game: Game, dice: SeededDice, rng: Random) -> None:
    """Load the log at three of the boundaries, and assert that it goes on alike."""
    places = list(boundaries(game.records))
    assert_resumes(game, dice, rng.sample(places, min(3, len(places))), 8)


OF_ALL = {
    "Attacked", "Slain", "SpellBegan", "SpellCompleted", "SpellSpoiled", "SavedOrNot", "DeviceUsed",
    "ChargeMet", "PsionicExchanged", "Refused", "Ruled", "TakenBack", "Appeared", "DiceGiven",
    "SurpriseRolled", "SegmentsLost", "MoraleChecked", "EncounterEnded", "EffectEnded", "Withdrawn", "Fled",
}  # fmt: skip
OF_SOME: dict[str, set[str]] = merge("shown", "AT_RANDOM")
"""Kinds that happen by single procedures, as their tests/procedures/<name>/shown.py list them."""


@pytest.mark.parametrize("ruleset", FAMILY)
def test_tables_see_nearly_everything_that_can_happen_and_are_refused_and_talk_nonsense(ruleset: str) -> None:
    missing, refusals, nonsense = OF_ALL | OF_SOME[ruleset], 0, 0
    for seed in BROAD:
        table = chatter(seed, ruleset)
        missing = missing - {event.kind for record in table.play().records for event in record.events}
        refusals, nonsense = refusals + table.refusals, nonsense + table.nonsense
        if not missing and refusals > 10 and nonsense > 20:
            break
    assert not missing
    assert refusals > 10
    assert nonsense > 20
