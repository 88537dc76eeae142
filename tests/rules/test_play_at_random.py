"""Fights at random: whatever a table says, no round breaks, none fails to end, and the log proves itself."""

from random import Random

import pytest

from rules.game import Game
from rules.ruleset import RULESETS
from tests.rules.proofs import (
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


each_ruleset = pytest.mark.parametrize("id", RULESETS)


def chatter(seed: int, id: str) -> Chatter:
    rng = Random(seed)
    return Chatter(rng, random_opening(rng, id), SeededDice(seed))


@each_ruleset
@pytest.mark.parametrize("seed", FIGHTS)
def test_a_fight_at_random_proves_itself(seed: int, id: str) -> None:
    table = chatter(seed, id)
    game = table.play()
    assert_folds(game)
    assert_replays(game, SeededDice(seed))
    assert_faces_stand(game.records)
    assert_taken_up(game, SeededDice(seed), table.rng)


def assert_taken_up(game: Game, dice: SeededDice, rng: Random) -> None:
    """At three of the boundaries somebody loads the log and goes on."""
    places = list(boundaries(game.records))
    for at in rng.sample(places, min(3, len(places))):
        assert_resumes(game, dice, at, 8)


COMMON = (
    "Attacked", "Slain", "SpellBegan", "SpellCompleted", "SpellSpoiled", "SavedOrNot", "DeviceUsed", "ChargeMet",
    "PsionicExchanged", "Refused", "Ruled", "TakenBack", "Appeared", "DiceGiven", "PrecedenceDropped",
    "SurpriseRolled", "SegmentsLost", "MoraleChecked", "EncounterEnded", "EffectEnded", "Withdrawn", "Fled",
)  # fmt: skip
OWN = {
    "addict": ("CantripTimed",),
    "crucible": ("TurnBegan", "Warned", "Engaged", "Parried", "Dropped", "HeldToCourse"),
}
"""Kinds of events that only some rulesets have."""


@each_ruleset
def test_the_fights_show_nearly_everything_that_can_happen(id: str) -> None:
    seen = {event.kind for seed in BROAD for record in chatter(seed, id).play().records for event in record.events}
    assert {*COMMON, *OWN.get(id, ())} - seen == set()


@each_ruleset
def test_tables_are_refused_and_talk_nonsense(id: str) -> None:
    tables = [chatter(seed, id) for seed in BROAD]
    for table in tables:
        table.play()
    assert sum(table.refusals for table in tables) > 10
    assert sum(table.nonsense for table in tables) > 20
