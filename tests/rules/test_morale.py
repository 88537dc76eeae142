"""Morale checks that the DM calls for, at any stop, and the flight of those who fail."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rules.compare import make_fight_of_round
from rules.compare import play as play_by
from rules.kernel import events as e
from rules.kernel.dice import KeyedDice
from rules.kernel.game import BadInput, Game
from rules.kernel.inputs import BeginRound, CallMorale, CloseQuestions, TakeBack
from rules.procedures import get_ruleset
from rules.procedures.adnd.state import MoraleDuty
from rules.statblocks import build_stat_blocks
from tests.any_procedure import ANY, FAMILY
from tests.rules.proofs import assert_folds, assert_replays, assert_resumes, boundaries
from tests.rules.random_play import SeededDice

FALLEN = 60
"""What is added to the roll so that it surely fails."""

OTIS = {"id": "otis", "side": "party", "class": "fighter", "played": True, "weapons": ["sword_long"], "hp": 60}
CHIEF = {"id": "chief", "side": "foes", "hd": "2", "weapons": ["sword_short"], "hp": 60}
ORCS = {"id": "orc", "side": "foes", "hd": "1", "count": 2, "weapons": ["spear"], "hp": 60}


def begun(ruleset: str, stat_blocks: tuple[Mapping[str, Any], ...] = (OTIS, CHIEF, ORCS)) -> Game:
    """Return a fight in which orders are asked, or the first count is to come."""
    notes = {"start": "melee", "distance_ft": 5}
    built = tuple(stat_block for entry in stat_blocks for stat_block in build_stat_blocks(entry))
    opening = e.EncounterOpened(ruleset=ruleset, version="test", setting="indoors", options={}, notes=notes,
                                stat_blocks=built)  # fmt: skip
    game = Game(opening, SeededDice(7))
    game.submit(BeginRound())
    return game


def checked(game: Game, who: str, occasion: str = "", modifier: int = 0) -> e.MoraleChecked:
    record = game.submit(CallMorale(who, occasion, modifier))
    return next(event for event in record.events if isinstance(event, e.MoraleChecked))


def finish(game: Game) -> None:
    while not game.state.between_rounds and not game.state.ended:
        game.submit(CloseQuestions())


def withdrawn(game: Game) -> list[str]:
    """Return those who have fled, fallen back, disengaged or surrendered."""
    kinds = (e.Fled, e.Surrendered)
    return list(dict.fromkeys(event.who for event in game.list_live_events() if isinstance(event, kinds)))


@pytest.mark.parametrize("ruleset", FAMILY)
@pytest.mark.parametrize(
    ("who", "members"), [("chief", ["chief"]), ("orc", ["orc-1", "orc-2"]), ("foes", ["chief", "orc-1", "orc-2"])]
)
def test_a_combatant_a_group_or_a_side_gives_way(ruleset: str, who: str, members: list[str]) -> None:
    game = begun(ruleset)
    event = checked(game, who, "leader_slain", FALLEN)
    assert (event.who, event.occasion, event.modifier, list(event.affected)) == (who, "leader_slain", FALLEN, members)
    finish(game)
    assert withdrawn(game) == members


@pytest.mark.parametrize("ruleset", FAMILY)
def test_who_fails_between_rounds_gives_way_in_the_next(ruleset: str) -> None:
    game = begun(ruleset)
    finish(game)
    assert game.state.between_rounds
    checked(game, "orc", "", 100)
    assert withdrawn(game) == []
    game.submit(BeginRound())
    finish(game)
    assert withdrawn(game) == ["orc-1", "orc-2"]
    game.submit(BeginRound())
    assert not any(each.own(MoraleDuty).avoid for each in game.state.combatants.values())


@pytest.mark.parametrize("ruleset", FAMILY)
def test_at_every_stop_of_a_round_a_check_can_be_called_for_and_taken_back(ruleset: str) -> None:
    game, dice = begun(ruleset), SeededDice(7)
    while not game.state.between_rounds and not game.state.ended:
        before, position = game.state, game.position
        checked(game, "foes", "superior_force", FALLEN)
        assert_folds(game)
        game.submit(TakeBack(position))
        assert (game.state.combatants, game.state.pending) == (before.combatants, before.pending)
        game.submit(CloseQuestions())
    assert_replays(game, dice)
    assert_resumes(game, dice, list(boundaries(game.records)), 4)


@pytest.mark.parametrize("ruleset", FAMILY)
def test_a_check_that_is_taken_back_shows_the_same_face_again(ruleset: str) -> None:
    game = begun(ruleset)
    position = game.position
    face = checked(game, "orc").face
    game.submit(TakeBack(position))
    assert checked(game, "orc", "loss_25").face == face


@pytest.mark.parametrize(("who", "occasion"), [("nobody", ""), ("orc", "rain")])
def test_a_check_of_nobody_or_on_no_occasion_of_the_tables_leaves_no_trace(who: str, occasion: str) -> None:
    game = begun(ANY)
    before = game.list_live_events()
    with pytest.raises(BadInput):
        game.submit(CallMorale(who, occasion))
    assert game.list_live_events() == before


def test_before_the_first_round_nobody_checks_morale() -> None:
    game = Game(begun(ANY).opening, SeededDice(1))
    with pytest.raises(BadInput, match="has not begun"):
        game.submit(CallMorale("orc"))


def test_a_side_checks_without_the_characters_of_players() -> None:
    game = begun(ANY, (OTIS, {**CHIEF, "side": "party", "morale": 70}, ORCS))
    event = checked(game, "party", "", 100)
    assert (event.needed, event.affected) == (-30, ("chief",))


@pytest.mark.parametrize("ruleset", FAMILY)
def test_a_round_that_is_played_again_hears_the_call(ruleset: str) -> None:
    game = begun(ruleset)
    checked(game, "orc", "leader_slain", 100)
    finish(game)
    fight = make_fight_of_round(game.opening, game.records, 1, lambda round: KeyedDice("spare", "and the DM's"))
    again = play_by(fight, get_ruleset(ruleset)).events
    assert [each.face for each in morale_in(again)] == [each.face for each in morale_in(game.list_live_events())] != []


def morale_in(events: Sequence[e.Event]) -> list[e.MoraleChecked]:
    return [event for event in events if isinstance(event, e.MoraleChecked)]
