"""A round resumed: from the state at a boundary alone the rest is played alike."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import pytest

from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.effects import Answer
from rules.kernel.forms import BadAnswer
from rules.kernel.game import Game, RulesChanged
from rules.kernel.inputs import BeginRound, CloseQuestions
from rules.kernel.referee import Referee
from rules.kernel.state import OpenQuestion, State
from rules.procedures import get_ruleset, list_rulesets
from tests.any_procedure import ANY
from tests.rules.proofs import assert_resumes, copied
from tests.rules.random_play import SeededDice, any_opening, any_table, random_opening
from tests.soak import runs

STEPPED = ("segments", "counts")
"""Stages that can be taken up between any two moments."""

EVERYWHERE = range(runs(40))


@dataclass(frozen=True)
class Bot:
    """Answers every question at random, and the same question always the same."""

    seed: int

    def __call__(self, state: State, question: OpenQuestion) -> Answer | None:
        form = get_ruleset(state.ruleset).questions[question.question].form(state, question)
        if form is None:
            return None
        if question.question == "cancel" and Random(f"{self.seed}|{question.id}").random() < 0.9:
            return {"choice": "no"}
        try:
            return form.draw_random(Random(f"{self.seed}|{state.round}|{question.id}"))
        except BadAnswer:
            return {"action": "C"} if question.question == "declare" else None


def fight(seed: int, rounds: int = 3, ruleset: str = ANY) -> Game:
    """Return a fight in which nobody is awaited: every round is one input."""
    game = Game(any_opening(Random(seed), ruleset), SeededDice(seed), bot=Bot(seed))
    while not game.state.ended and game.state.round < rounds:
        game.submit(BeginRound())
    return game


def boundaries(events: Sequence[e.Event]) -> Iterator[int]:
    """Yield where a round may be resumed: after a stage began, between moments and columns."""
    stage = ""
    for at, event in enumerate(events):
        if isinstance(event, e.StageBegan):
            stage = event.stage
            yield at + 1
        between_moments = isinstance(event, e.MomentBegan) and stage in STEPPED
        if between_moments or (isinstance(event, e.Asked) and _steps(events, at)):
            yield at


def _steps(events: Sequence[e.Event], at: int) -> bool:
    """Return whether the questions between two columns begin here.

    These are psionic modes and the DM's step.
    """
    before, event = events[at - 1], events[at]
    first = not (isinstance(before, e.Asked) and before.question == "modes")
    return first and isinstance(event, e.Asked) and event.question in ("modes", "next")


def rest_of_the_round(events: Sequence[e.Event], at: int) -> list[e.Event]:
    end = next(i for i in range(at, len(events)) if isinstance(events[i], e.RoundEnded))
    return list(events[at : end + 1])


def taken_up(seed: int, events: Sequence[e.Event]) -> list[e.Event]:
    """Return what a fresh referee derives from the state that these events fold to."""
    state = fold(events)
    referee = Referee(get_ruleset(state.ruleset), state, SeededDice(seed)(state.round, state.attempt), bot=Bot(seed))
    referee.resume_stage()
    return referee.take_events()


def assert_taken_up_everywhere(seed: int, ruleset: str) -> None:
    """Check that from each boundary of a fight the rest of its round is played alike."""
    events = fight(seed, ruleset=ruleset).list_live_events()
    places = list(boundaries(events))
    assert places
    for at in places:
        assert taken_up(seed, events[:at]) == rest_of_the_round(events, at)


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", list_rulesets())
@pytest.mark.parametrize("seed", EVERYWHERE)
def test_the_same_rest_follows_from_every_stage_and_every_moment(seed: int, ruleset: str) -> None:
    assert_taken_up_everywhere(seed, ruleset)


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", list_rulesets())
@pytest.mark.parametrize("seed", range(runs(20)))
def test_the_log_can_be_loaded_after_every_input(seed: int, ruleset: str) -> None:
    rng = Random(seed)
    game = any_table(rng, ruleset, SeededDice(seed)).play()
    assert_resumes(game, SeededDice(seed), range(game.position), 2)


def test_a_log_that_the_rules_no_longer_derive_is_said_to_be_so() -> None:
    game = Game(random_opening(Random(1)), SeededDice(1))
    game.submit(BeginRound())
    game.submit(CloseQuestions())
    stored = [copied(record) for record in game.records]
    stored[-1].events = stored[-1].events[:-1]
    with pytest.raises(RulesChanged, match="input 2 now gives other events"):
        Game.load(game.opening, stored, SeededDice(1))
