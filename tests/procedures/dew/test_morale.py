"""Dew's sequence has no morale."""

from random import Random

import pytest

from rules.kernel.game import Game
from rules.kernel.inputs import BeginRound, CallMorale
from rules.kernel.record import BadInput
from tests.procedures.dew.random_play import random_sequence
from tests.rules.random_play import SeededDice


def test_nobody_checks_morale() -> None:
    game = Game(random_sequence(Random(1)), SeededDice(1))
    game.submit(BeginRound())
    who = next(iter(game.state.combatants))
    with pytest.raises(BadInput, match="has no morale"):
        game.submit(CallMorale(who))
