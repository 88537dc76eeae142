"""Fights at random: whatever a table says, no round breaks, none fails to end, and the log proves itself."""

from random import Random

import pytest

from rules.kernel import events as e
from rules.kernel.game import Game
from tests.procedures.dew.random_play import BY_HIT_POINTS
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

FIGHTS = range(runs(1000))
BROAD = range(120)

pytestmark = pytest.mark.soak


def chatter(seed: int, ruleset: str = "addict") -> Chatter:
    rng = Random(seed)
    return Chatter(rng, random_opening(rng, ruleset), SeededDice(seed))


@pytest.mark.parametrize("ruleset", BY_HIT_POINTS)
@pytest.mark.parametrize("seed", FIGHTS)
def test_a_fight_at_random_proves_itself(seed: int, ruleset: str) -> None:
    table = chatter(seed, ruleset)
    game = table.play()
    assert_folds(game)
    assert_believable(game)
    assert_replays(game, SeededDice(seed))
    assert_faces_stand(game.records)
    assert_taken_up(game, SeededDice(seed), table.rng)


def assert_taken_up(game: Game, dice: SeededDice, rng: Random) -> None:
    """At three of the boundaries somebody loads the log and goes on."""
    places = list(boundaries(game.records))
    assert_resumes(game, dice, rng.sample(places, min(3, len(places))), 8)


OF_ALL = {
    "Attacked", "Slain", "SpellBegan", "SpellCompleted", "SpellSpoiled", "SavedOrNot", "DeviceUsed",
    "ChargeMet", "PsionicExchanged", "Refused", "Ruled", "TakenBack", "Appeared", "DiceGiven",
    "SurpriseRolled", "SegmentsLost", "MoraleChecked", "EncounterEnded", "EffectEnded", "Withdrawn", "Fled",
}  # fmt: skip
OF_SOME = {
    "addict": {"CantripTimed", "PrecedenceDropped"},
    "demon_idol": {
        "PhaseBegan", "RosterRolled", "Delayed", "CasesNoted", "Prepared", "Triggered", "Retaliated", "MoraleCalled",
        "Bled", "Recovered", "TurnPassed", "MindChanged",
    },
    "lakofka": {
        "ActionCounted", "Observed", "Noticed", "Parried", "DefenceChosen", "Retaliated", "Warned", "MindChanged",
        "Thwarted", "DeviceFailed", "PrecedenceDropped",
    },
    "lakofka/demon_idol": {
        "ActionCounted", "Observed", "Noticed", "Parried", "DefenceChosen", "Retaliated", "Warned", "MindChanged",
        "Thwarted", "Prepared", "Triggered", "PrecedenceDropped",
    },
    "crucible": {"TurnBegan", "Warned", "Engaged", "Parried", "Dropped", "HeldToCourse"},
}  # fmt: skip


@pytest.mark.parametrize("ruleset", BY_HIT_POINTS)
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


@pytest.mark.parametrize("seed", range(runs(300)))
def test_crucible_says_nothing_that_contradicts_itself(seed: int) -> None:
    records = chatter(seed, "crucible").play().records
    assert not [event for record in records for event in record.events if isinstance(event, e.PrecedenceDropped)]
