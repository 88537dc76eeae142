"""Refusals of ADDICT in a game."""

import pytest

from rules.kernel.game import BadInput, Game
from rules.kernel.inputs import BeginRound, Change, GiveAnswer, MakeRuling
from tests.rules.players import bow, opening, prepare_combatant, sword
from tests.rules.random_play import SeededDice


def begin_round() -> Game:
    """Return a game in its first round; Otis, who has no spell, is asked for his order."""
    otis = prepare_combatant("otis", "party", weapons=(sword(), bow()))
    orc = prepare_combatant("orc", "foes", weapons=(sword(),), position=(500, 0))
    game = Game(opening([otis, orc], ruleset="addict"), SeededDice(3))
    game.submit(BeginRound())
    game.submit(GiveAnswer(game.state.open[0].token, {"action": "G", "weapon": "sword", "target": "otis"}, "dm"))
    return game


def test_a_spell_that_nobody_has_is_refused_by_its_clause() -> None:
    game = begin_round()
    asked = next(each for each in game.state.open if each.who == "otis")
    refusal = game.submit(GiveAnswer(asked.token, {"action": "D", "how": "spell", "spell": "sleep"})).refusal
    assert refusal is not None
    assert refusal.clause == "ADDICT.VII.C"


def test_an_option_of_words_takes_no_other_word() -> None:
    with pytest.raises(BadInput, match="one of after-event, interrupt"):
        begin_round().submit(MakeRuling((Change("dm", "option", ["addict.wait_mode", "never"]),)))
