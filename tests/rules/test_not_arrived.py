"""A combatant of a wave that has not come changes nothing but the end of the fight."""

from dataclasses import replace
from random import Random

import pytest

from rules.kernel import events as e
from rules.kernel.forms import BadAnswer
from rules.kernel.game import Game
from rules.kernel.inputs import BeginRound, CloseQuestions, GiveAnswer
from rules.kernel.state import OpenQuestion
from rules.statblocks import build_stat_blocks
from tests.any_procedure import ANY, FAMILY
from tests.rules.random_play import SeededDice, random_opening
from tests.soak import runs

pytestmark = pytest.mark.soak

ROUNDS = 3
LATE = (
    {"id": "late", "side": "foes", "monster": "ogre", "wave": 99},
    {
        "id": "later",
        "side": "nobody_yet",
        "class": "magic_user",
        "level": 9,
        "spells": ["magic_user_sleep"],
        "wave": 99,
    },
    {"id": "latest", "side": "party", "class": "fighter", "reaction": 3, "wave": 99},
)


@pytest.mark.parametrize("ruleset", FAMILY)
@pytest.mark.parametrize("seed", range(runs(100)))
def test_a_wave_to_come_changes_nothing(seed: int, ruleset: str) -> None:
    opening = random_opening(Random(seed), ruleset)
    late = tuple(stat_block for entry in LATE for stat_block in build_stat_blocks(entry))
    alone = play(seed, opening)
    awaited = play(seed, replace(opening, stat_blocks=(*opening.stat_blocks, *late)))
    assert awaited[: len(alone)] == alone


def test_a_fight_that_would_be_over_goes_on_until_the_wave_has_come() -> None:
    fights = ((seed, random_opening(Random(seed), ANY)) for seed in range(60))
    seed, opening = next((seed, opening) for seed, opening in fights if is_over(seed, opening))
    awaited = replace(opening, stat_blocks=(*opening.stat_blocks, *build_stat_blocks(LATE[0])))
    assert not is_over(seed, awaited)


def is_over(seed: int, opening: e.EncounterOpened) -> bool:
    return any("one side is left" in line for line in play(seed, opening, whole=True))


def play(seed: int, opening: e.EncounterOpened, *, whole: bool = False) -> list[str]:
    """Return what happened after the opening, with answers drawn by combatant and question.

    Unless the ``whole`` is wanted, only until the fight is decided.
    """
    game = Game(opening, SeededDice(seed))
    drawn: dict[str, int] = {}
    for _ in range(ROUNDS):
        if game.state.ended:
            break
        game.submit(BeginRound())
        while not game.state.between_rounds and not game.state.ended:
            answer_next(game, seed, drawn)
    events = game.list_live_events()[1:]
    end = next((at for at, event in enumerate(events) if is_decided(event)), len(events))
    return [repr(event) for event in (events if whole else events[:end])]


def is_decided(event: e.Event) -> bool:
    """Return whether only one side is left from here on (some play a turn of recovery then)."""
    return isinstance(event, e.EncounterEnded) or (isinstance(event, e.StageBegan) and event.stage == "recovery")


def answer_next(game: Game, seed: int, drawn: dict[str, int]) -> None:
    """Answer the first open question, or close it if no drawn answer is accepted."""
    question = next((each for each in game.state.open if not each.sealed), None)
    answer = draw_answer(game, seed, question, drawn) if question is not None else None
    if question is None or answer is None or game.submit(GiveAnswer(question.token, answer, "x")).refusal is not None:
        game.submit(CloseQuestions(question.who if question is not None else ""))


def draw_answer(game: Game, seed: int, question: OpenQuestion, drawn: dict[str, int]) -> dict[str, object] | None:
    """Return a random answer that the form allows; None where the DM says what happens."""
    if question.question in ("effect", "recover"):
        return None
    key = f"{seed}|{game.state.round}|{question.question}|{question.who}"
    drawn[key] = drawn.get(key, 0) + 1
    form = game.ruleset.questions[question.question].form(game.state, question)
    try:
        return form.draw_random(Random(f"{key}|{drawn[key]}")) if form is not None else None
    except BadAnswer:
        return None
