"""Dice that the DM calls for in a sequence, which has no saving throws."""

from random import Random

import pytest

from rules.kernel import events as e
from rules.kernel.dice import Call
from rules.kernel.game import Game
from rules.kernel.inputs import BeginRound, MakeCall
from rules.kernel.record import BadInput
from tests.procedures.dew.random_play import random_sequence
from tests.rules.random_play import SeededDice


def begun() -> tuple[Game, str]:
    game = Game(random_sequence(Random(1)), SeededDice(1))
    game.submit(BeginRound())
    return game, next(iter(game.state.combatants))


def test_any_dice_can_be_called_for() -> None:
    game, who = begun()
    events = game.submit(MakeCall(Call((who,), dice="2d10", at_least=3))).events
    [rolled] = [event for event in events if isinstance(event, e.DiceRolled)]
    assert (rolled.who, rolled.made) == (who, rolled.total >= 3)


def test_nobody_saves() -> None:
    game, who = begun()
    with pytest.raises(BadInput, match="no saving throw"):
        game.submit(MakeCall(Call((who,), save="breath")))
