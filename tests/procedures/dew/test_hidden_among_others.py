"""One who is hidden changes nothing that is shown of the others, by the sequence."""

from dataclasses import replace
from random import Random

import pytest

from rules.kernel import events as e
from rules.kernel.effects import Answer
from rules.kernel.game import Game
from rules.kernel.inputs import BeginRound, Change, CloseQuestions, GiveAnswer, MakeRuling
from rules.kernel.stat_block import StatBlock
from rules.procedures.dew.choices import Chosen, OptionsRevealed
from rules.procedures.dew.initiative import Initiative
from rules.procedures.dew.noncombat import NoncombatRevealed
from rules.procedures.dew.options import PassesCleared
from rules.scenarios import make_opening as opening_of
from rules.scenarios.library import load_library_script
from tests.rules.hidden import seen
from tests.rules.players import script_dice
from tests.rules.random_play import SeededDice
from tests.rules.stat_block_fields import change_stat_block


def played(stat_block: StatBlock) -> StatBlock:
    """Return the stat block as a player's character."""
    return replace(stat_block, played=True)


def game_with_hidden(file: str, who: str) -> Game:
    """Return the fight of a file, with one of the combatants hidden."""
    first = opening_of(load_library_script(file))
    stat_blocks = tuple(change_stat_block(each, hidden=each.id == who) for each in first.stat_blocks)
    return Game(replace(first, stat_blocks=stat_blocks), SeededDice(1))


@pytest.mark.parametrize(("who", "expected"), [("nobody", 1), ("dain", 0)])
def test_what_the_dm_says_of_an_act_of_one_who_is_hidden_is_shown_to_nobody(who: str, expected: int) -> None:
    game = game_with_hidden("dew/2.1f.toml", who)
    game.submit(BeginRound())
    answers: dict[str, Answer] = {
        "noncombat": {"command": "other", "text": "read a scroll"},
        "consult": {"command": "rule", "text": "it burns"},
    }
    while not game.state.between_rounds:
        asked = next(
            (each for each in game.state.open if each.question in answers and each.who in ("dain", "dm")), None
        )
        game.submit(GiveAnswer(asked.token, answers.pop(asked.question)) if asked else CloseQuestions())
    assert answers == {}
    notes = [event.note for event in seen(game.list_live_events(), "bran").shown if isinstance(event, e.Ruled)]
    assert notes.count("it burns") == expected


@pytest.mark.parametrize(("who", "expected"), [("nobody", 1), ("dain", 0)])
def test_what_the_dm_decides_of_an_attack_that_nobody_perceives_is_shown_to_nobody(who: str, expected: int) -> None:
    opening = game_with_hidden("dew/1.2.5.1.1a.toml", who).opening
    dice = script_dice({("hit", "dain"): (1, 1)})
    game = Game(replace(opening, options={**opening.options, "table.hidden_acts": "ask"}), lambda *at: dice)
    game.submit(BeginRound())
    attack: Answer = {"command": "attack", "weapon": "bow", "mode": "2h", "use": "missile", "target": "bran"}
    answers = [attack]
    while not game.state.between_rounds:
        asked = next((each for each in game.state.open if (each.question, each.who) == ("option", "dain")), None)
        game.submit(GiveAnswer(asked.token, answers.pop()) if asked and answers else CloseQuestions())
    ruled = [event.what for event in seen(game.list_live_events(), "bran").shown if isinstance(event, e.Ruled)]
    assert ruled.count("double_one") == expected


@pytest.mark.parametrize(("who", "together"), [("nobody", True), ("dain", False)])
def test_what_decides_the_initiative_is_shown_of_those_who_are_seen(who: str, together: bool) -> None:
    game = game_with_hidden("dew/1.1.3a.toml", who)
    game.submit(BeginRound())
    game.submit(CloseQuestions())
    first = next(event for event in seen(game.list_live_events(), "bran").shown if isinstance(event, Initiative))
    assert len(first.holders) == 1 + together
    assert ("DEW.1.1.3a" in first.clauses) is together


@pytest.mark.parametrize(("hidden", "expected"), [("nobody", True), ("dain", False)])
def test_who_chooses_together_with_one_who_is_hidden_learns_of_no_other(hidden: str, expected: bool) -> None:
    game = game_with_hidden("dew/1.1.3a.toml", hidden)
    game = Game(
        replace(game.opening, stat_blocks=tuple(played(each) for each in game.opening.stat_blocks)), SeededDice(1)
    )
    game.submit(BeginRound())
    while not any(isinstance(event, OptionsRevealed) for event in game.list_live_events()):
        game.submit(CloseQuestions())
    cora = seen(game.list_live_events(), "cora").shown
    asked = next(event for event in cora if isinstance(event, e.Asked))
    assert ("together" in asked.facts) is expected
    assert any(isinstance(event, OptionsRevealed) for event in cora) is expected


def test_what_only_one_who_is_hidden_chooses_is_not_told_as_chosen_by_nobody() -> None:
    game = game_with_hidden("dew/2.1f.toml", "dain")
    for only, expected in ((("dain",), 0), (("dain", "bran"), 1)):
        chosen = NoncombatRevealed(options=tuple(Chosen(who, "rest", {}) for who in only))
        shown = seen([game.opening, chosen], "bran").shown
        assert sum(isinstance(event, NoncombatRevealed) for event in shown) == expected


@pytest.mark.parametrize(("hidden", "asked"), [("nobody", 1), ("cora", 2)])
def test_who_is_refused_an_option_is_asked_again_though_one_who_is_hidden_has_equal_blows(
    hidden: str, asked: int
) -> None:
    game = game_with_hidden("dew/1.2.3Gb.two_at_once.toml", hidden)
    game.submit(BeginRound())
    answer(game, "cora", {"command": "pass"})
    answer(game, "bran", {"command": "grab", "object": "idol", "drop": ["great_axe"]})
    answer(game, "dm", {"command": "deny"})
    asks = [event for event in game.list_live_events() if isinstance(event, e.Asked) and event.question == "option"]
    assert [(event.who, event.clock) for event in asks].count(("bran", 1)) == asked


def test_an_option_of_one_who_is_hidden_gives_nobody_else_a_new_choice() -> None:
    game = game_with_hidden("dew/1.1.3a.toml", "dain")
    game.submit(BeginRound())
    prepare: Answer = {"command": "prepare", "weapon": "bow", "mode": "2h"}
    answer(game, "dain", prepare)
    answer(game, "dain", {"command": "abandon"})
    while not any(each.who == "dain" for each in game.state.open):
        game.submit(CloseQuestions())  # Cora and Bran pass
    answer(game, "dain", prepare)
    while not game.state.between_rounds:
        game.submit(CloseQuestions())
    shown = seen(game.list_live_events(), "cora").shown
    assert [event.question for event in shown if isinstance(event, e.Asked)].count("option") == 1
    assert not any(isinstance(event, PassesCleared) for event in shown)


def test_a_pass_of_one_who_is_hidden_is_wiped_without_a_word() -> None:
    game = game_with_hidden("dew/1.1.3a.toml", "dain")
    game.submit(BeginRound())
    answer(game, "dain", {"command": "pass"})
    answer(game, "cora", some_answer(game, "cora", "maneuver"))
    game.submit(CloseQuestions())
    assert any(isinstance(event, PassesCleared) for event in game.list_live_events())
    assert not any(isinstance(event, PassesCleared) for event in seen(game.list_live_events(), "cora").shown)


@pytest.mark.parametrize(("hidden_acts", "asked"), [("show", True), ("ask", False)])
def test_nobody_is_asked_to_parry_one_who_is_not_perceived(hidden_acts: str, asked: bool) -> None:
    script = load_library_script("dew/1.2.5g.hidden.toml")
    opening = opening_of(script)
    stat_blocks = tuple(replace(each, played=each.side == "party") for each in opening.stat_blocks)
    options = {**opening.options, "table.hidden_acts": hidden_acts}
    game = Game(replace(opening, stat_blocks=stat_blocks, options=options), SeededDice(1))
    game.submit(BeginRound())
    attack: Answer = {"command": "attack", "weapon": "great_axe", "mode": "2h", "use": "melee", "target": "dain"}
    answer(game, "bran", attack)
    parries = [event for event in seen(game.list_live_events(), "cora").shown if isinstance(event, e.Asked)]
    assert any(event.question == "parry" and event.facts["attacker"] for event in parries) is asked
    assert any(event.question == "parry" for event in parries) is asked


def test_one_who_went_on_unseen_and_shows_itself_is_seen_where_all_have_come_to() -> None:
    script = load_library_script("dew/3.2.1b.hidden.toml")
    opening = opening_of(script)
    game = Game(opening, SeededDice(1))
    game.submit(BeginRound())
    answer(game, "dm", {"command": "trace"})
    answer(game, "bran", {"command": "trace", "vertices": [[0, 0], [-300, 0]]})
    answer(game, "dain", {"command": "trace", "vertices": [[300, -800], [-300, 0]]})
    answer(game, "bran", {"command": "to_the_end"})
    answer(game, "dain", {"command": "end_at", "fraction": 5000})
    assert seen(game.list_live_events(), "bran").state.combatants["bran"].place == (0, 0)
    game.submit(MakeRuling((Change("dain", "hidden", False),)))
    answer(game, "dain", {"command": "nothing"})
    assert seen(game.list_live_events(), "bran").state.combatants["bran"].place != (0, 0)


def answer(game: Game, who: str, given: Answer) -> None:
    """Answer the question that is put to one of them."""
    asked = next(each for each in game.state.open if each.who == who)
    game.submit(GiveAnswer(asked.token, given))


def some_answer(game: Game, who: str, command: str) -> Answer:
    """Return an answer of this command that one of them may give."""
    question = next(each for each in game.state.open if each.who == who)
    form = game.ruleset.questions[question.question].form(game.state, question)
    assert form is not None
    return next(answer for n in range(500) if (answer := form.draw_random(Random(n)))["command"] == command)
