"""Likely answers: the rules take them, in every procedure, from each who means to fight."""

import pytest

from encounters.demo import NOTES
from encounters.demo_cast import list_cast
from rules.kernel.dice import KeyedDice
from rules.kernel.events import Declared, EncounterOpened
from rules.kernel.game import Game
from rules.kernel.inputs import BeginRound, CloseQuestions, GiveAnswer
from rules.kernel.likely import find_likely_answer
from rules.procedures import get_ruleset, list_rulesets
from rules.procedures.adnd.orders.base import WithWeapon
from rules.procedures.adnd.orders.charge import ChargeAt
from rules.statblocks import build_stat_blocks
from tests.any_procedure import ANY


def opened(ruleset: str) -> Game:
    """Return the demo fight by a procedure, in its first round."""
    rules = get_ruleset(ruleset)
    notes = {**{key: value for key, value in NOTES.items() if key != "setting"}, "start": rules.starts[-1]}
    stat_blocks = tuple(stat_block for entry in list_cast(rules) for stat_block in build_stat_blocks(entry))
    event = EncounterOpened(ruleset=ruleset, version="test", setting="indoors", notes=notes, stat_blocks=stat_blocks)
    game = Game(event, lambda round, attempt: KeyedDice(f"{round}|{attempt}", "dm"))
    game.submit(BeginRound())
    return game


def play(game: Game) -> int:
    """Play a round in which everybody does what is likely; return how many answers there were.

    None is refused.
    """
    answered = 0
    while not game.state.between_rounds:
        waiting = [each for each in game.state.open if not each.sealed]
        for question in waiting[:1]:
            form = game.ruleset.questions[question.question].form(game.state, question)
            answer = find_likely_answer(game.state, question.who, form) if form is not None else None
            if answer is None:
                game.submit(CloseQuestions(question.who))
                continue
            answered += 1
            assert game.submit(GiveAnswer(question.token, answer)).refusal is None
        if not waiting:
            game.submit(CloseQuestions())
    return answered


@pytest.mark.parametrize("ruleset", list_rulesets())
def test_in_every_procedure_a_round_is_played_so(ruleset: str) -> None:
    assert play(opened(ruleset)) >= 3


def test_a_caster_harms_an_archer_shoots_and_whoever_is_far_comes_near() -> None:
    game = opened(ANY)
    play(game)
    orders = {each.who: each.declaration for each in game.list_live_events() if isinstance(each, Declared)}
    assert orders["tenser"].what == "magic_user_web"
    attack = orders["otis"]
    assert isinstance(attack, WithWeapon)
    assert attack.weapon in ("bow_long", "sword_long")
    assert isinstance(orders["orc-1"], ChargeAt)


def test_nobody_who_is_not_there_does_anything() -> None:
    game = opened(ANY)
    question = game.state.open[0]
    form = game.ruleset.questions[question.question].form(game.state, question)
    assert form is not None
    assert find_likely_answer(game.state, "dm", form) is None
