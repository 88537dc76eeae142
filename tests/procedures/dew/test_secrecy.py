"""Secrecy in Dew: players see their own character whole, and of others only their acts."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from rules.kernel import events as e
from rules.kernel.game import Game
from rules.kernel.inputs import Change, MakeRuling
from rules.kernel.reveal.knowledge import Viewpoint
from rules.kernel.reveal.viewer_log import ViewerLog
from rules.procedures.dew.blows import EnChanged, RoundStarted
from rules.procedures.dew.choices import OptionsRevealed
from rules.procedures.dew.initiative import Initiative
from rules.procedures.dew.movement import Allowance
from rules.procedures.dew.options import OptionChosen
from rules.procedures.dew.sheet import DewSheet
from rules.procedures.dew.state import DewCombatant
from rules.procedures.dew.terms import get_dew_of
from rules.procedures.dew.trace_movement import TracePlanned
from rules.scenarios import make_opening, play_scenario
from rules.scenarios.library import load_library_script
from tests.procedures.dew.random_play import Legal, random_sequence
from tests.rules.random_play import SeededDice
from tests.rules.stat_block_fields import change_stat_block

CAST = ("dain", "cora")


def seen_by(events: Sequence[e.Event], *characters: str) -> ViewerLog:
    viewer_log = ViewerLog(Viewpoint(characters=characters))
    for position, event in enumerate(events):
        viewer_log.see(event, position)
    return viewer_log


@pytest.mark.parametrize("seed", range(8))
def test_a_player_knows_of_his_character_all_that_is_so(seed: int) -> None:
    rng = Random(seed)
    game: Game = Legal(rng, random_sequence(rng), SeededDice(seed)).play()
    for who, each in game.state.combatants.items():
        viewer_log = seen_by(game.list_live_events(), who)
        known = viewer_log.state.combatants[viewer_log.find_alias(who) or ""]
        assert DewCombatant in each.owned
        kept = get_dew_of(each)
        chased = viewer_log.find_alias(kept.movement.chase) or ""
        called = replace(kept, movement=replace(kept.movement, chase=chased))
        assert (known.owned, known.hp) == ({**each.owned, DewCombatant: called}, each.hp)


def test_a_player_who_comes_late_to_a_character_sees_how_it_stands() -> None:
    run = play_scenario(load_library_script("dew/two_rounds.toml"))
    viewer_log = seen_by(run.events)
    viewer_log.change_characters(Viewpoint(characters=("bran",)))
    assert viewer_log.state.combatants["bran"].owned == run.state.combatants["bran"].owned


def test_nobody_learns_what_another_has_left() -> None:
    run = play_scenario(load_library_script("dew/two_rounds.toml"))
    quill = seen_by(run.events, "dain")
    shown = [event for event in quill.shown if isinstance(event, EnChanged | Allowance | TracePlanned)]
    assert {event.who for event in shown} == {quill.find_alias("dain")}
    started = [event for event in quill.shown if isinstance(event, RoundStarted)]
    assert [[each.who for each in event.complements] for event in started] == [[quill.find_alias("dain")]] * 2
    assert {event.keys for event in quill.shown if isinstance(event, Initiative)} == {()}


RULED = [("en", 3), ("bd", 4), ("damaged", 4), ("charged", 1), ("blows", [1, 0]), ("ac_mod1", -3)]


@pytest.mark.parametrize(("what", "value"), RULED, ids=[what for what, _ in RULED])
def test_nobody_learns_what_the_dm_rules_another_to_have_left(what: str, value: object) -> None:
    game = Game(make_opening(load_library_script("dew/two_rounds.toml")), SeededDice(1))
    game.submit(MakeRuling((Change("cora", what, value),)))
    rulings = {
        who: [each for each in seen_by(game.list_live_events(), who).shown if isinstance(each, e.Ruled)] for who in CAST
    }
    assert [(each.old, each.new) for each in rulings["dain"]] == [(None, None)]
    assert [each.new for each in rulings["cora"]] == [value]


def test_a_range_to_one_whom_nobody_sees_is_shown_to_nobody() -> None:
    first = make_opening(load_library_script("dew/two_rounds.toml"))
    stat_blocks = tuple(change_stat_block(each, hidden=each.id == "bran") for each in first.stat_blocks)
    game = Game(replace(first, stat_blocks=stat_blocks), SeededDice(1))
    game.submit(MakeRuling((Change("cora", "pair_range", ["bran", 5]),)))
    for who in CAST:
        shown = seen_by(game.list_live_events(), who).shown
        assert [each.what for each in shown if isinstance(each, e.Ruled) and each.what == "pair_range"] == []


def test_what_is_ruled_of_a_thing_is_shown_to_those_who_have_seen_it() -> None:
    game = Game(make_opening(load_library_script("dew/two_rounds.toml")), SeededDice(1))
    game.submit(MakeRuling((Change("bran", "broken", "dagger"), Change("bran", "broken", "great_axe"))))

    def list_things_of_rulings(*characters: str) -> list[object]:
        return [each.new for each in seen_by(game.list_live_events(), *characters).shown if isinstance(each, e.Ruled)]

    assert list_things_of_rulings("bran") == ["dagger", "great_axe"]
    assert list_things_of_rulings("cora") == list_things_of_rulings() == ["great_axe"], "the dagger is out of sight"


def test_a_secret_answer_is_shown_as_in_and_not_as_what_it_is() -> None:
    run = play_scenario(load_library_script("dew/1.1.3b.toml"))
    revealed = next(at for at, event in enumerate(run.events) if isinstance(event, OptionsRevealed))
    before = seen_by(run.events[:revealed], "bran")
    assert not any(isinstance(event, OptionChosen | e.Answered) for event in before.shown)
    after = seen_by(run.events[: revealed + 1], "bran")
    options = [event for event in after.shown if isinstance(event, OptionsRevealed)]
    assert [[each.option for each in event.options] for event in options] == [["attack", "prepare"]]


def test_spectators_see_who_stands_and_who_lies_but_no_attributes() -> None:
    run = play_scenario(load_library_script("dew/two_rounds.toml"))
    cora = seen_by(run.events).state.combatants["cora"]
    kept, sheet = cora.own(DewCombatant), cora.stat_block.sheet
    assert (kept.body.fallen, kept.body.conscious, kept.body.alert) == (True, False, False)
    assert isinstance(sheet, DewSheet)
    assert (sheet.attributes.dx, sheet.attributes.el, sheet.equipment.ac) == (10, 1, (9, 0, 0))
