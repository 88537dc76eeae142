"""What people see of a fight blow by blow: their own character whole, of others only what they do."""

from collections.abc import Sequence
from random import Random

import pytest

from rules import events as e
from rules.game import Game
from rules.reveal import Eyes, Viewing
from rules.scenario import play
from rules.scenario.library import library_script
from tests.rules.random_play import SeededDice
from tests.rules.sequence_play import Legal, random_sequence


def seen_by(events: Sequence[e.Event], *characters: str) -> Viewing:
    viewing = Viewing(Eyes(characters=characters))
    for position, event in enumerate(events):
        viewing.see(event, position)
    return viewing


@pytest.mark.parametrize("seed", range(8))
def test_a_player_knows_of_his_character_all_that_is_so(seed: int) -> None:
    rng = Random(seed)
    game: Game = Legal(rng, random_sequence(rng), SeededDice(seed)).play()
    for who, each in game.state.combatants.items():
        viewing = seen_by(game.live_events(), who)
        known = viewing.state.combatants[viewing.alias(who) or ""]
        assert (known.dew, known.hp) == (each.dew, each.hp)


def test_a_player_who_comes_late_to_a_character_sees_how_it_stands() -> None:
    run = play(library_script("dew/two_rounds.toml"))
    viewing = seen_by(run.events)
    viewing.change_characters(Eyes(characters=("bran",)))
    assert viewing.state.combatants["bran"].dew == run.state.combatants["bran"].dew


def test_nobody_learns_what_another_has_left() -> None:
    run = play(library_script("dew/two_rounds.toml"))
    quill = seen_by(run.events, "dain")
    shown = [event for event in quill.shown if isinstance(event, e.EnChanged | e.Allowance | e.TracePlanned)]
    assert {event.who for event in shown} == {quill.alias("dain")}
    started = [event for event in quill.shown if isinstance(event, e.RoundStarted)]
    assert [[each.who for each in event.complements] for event in started] == [[quill.alias("dain")]] * 2
    assert {event.keys for event in quill.shown if isinstance(event, e.Initiative)} == {()}


def test_a_secret_answer_is_told_as_in_and_not_as_what_it_is() -> None:
    run = play(library_script("dew/1.1.3b.toml"))
    revealed = next(at for at, event in enumerate(run.events) if isinstance(event, e.OptionsRevealed))
    before = seen_by(run.events[:revealed], "bran")
    assert not any(isinstance(event, e.OptionChosen | e.Answered) for event in before.shown)
    after = seen_by(run.events[: revealed + 1], "bran")
    told = [event for event in after.shown if isinstance(event, e.OptionsRevealed)]
    assert [[each.option for each in event.options] for event in told] == [["attack", "prepare"]]


def test_spectators_see_who_stands_and_who_lies_but_no_attributes() -> None:
    run = play(library_script("dew/two_rounds.toml"))
    cora = seen_by(run.events).state.combatants["cora"]
    assert cora.dew is not None
    assert (cora.dew.fallen, cora.dew.conscious, cora.dew.alert) == (True, False, False)
    assert cora.figure.dew is not None
    assert (cora.figure.dew.dx, cora.figure.dew.el, cora.figure.dew.ac) == (10, 1, (9, 0, 0))
