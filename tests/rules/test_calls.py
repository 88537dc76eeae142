"""Saving throws and dice that the DM calls for, at any stop, of chosen combatants."""

from typing import Any

import pytest

from rules.compare import make_fight_of_round
from rules.compare import play as play_by
from rules.kernel import events as e
from rules.kernel.dice import Call, KeyedDice
from rules.kernel.game import BadInput, Game
from rules.kernel.inputs import (
    BeginRound,
    Change,
    CloseQuestions,
    EndEncounter,
    GiveFaces,
    MakeCall,
    MakeRuling,
    TakeBack,
)
from rules.kernel.reveal.knowledge import Viewpoint
from rules.kernel.reveal.viewer_log import ViewerLog
from rules.kernel.terms import Save
from rules.procedures import get_ruleset
from tests.any_procedure import ANY, FAMILY
from tests.rules.proofs import assert_folds, assert_replays, assert_resumes, boundaries
from tests.rules.random_play import SeededDice
from tests.rules.test_morale import CHIEF, ORCS, OTIS, begun, finish

SCOUT = {"id": "scout", "side": "foes", "hd": "1", "hp": 60, "hidden": True, "weapons": ["spear"]}
EVERYBODY = ("otis", "chief", "orc-1", "orc-2")
SAVE = Call(EVERYBODY, save="breath", modifier=2, follows="burned")
BRIDGE = Call(EVERYBODY, dice="3d6", at_most=12, why="the bridge")


def call(game: Game, given: Call) -> list[e.Event]:
    return game.submit(MakeCall(given)).events


def rule(game: Game, who: str, what: str, value: object) -> None:
    game.submit(MakeRuling((Change(who, what, value),)))


def find(events: list[e.Event], kind: type[e.Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


@pytest.mark.parametrize("ruleset", FAMILY)
def test_each_saves_by_its_own_table_with_the_modifier(ruleset: str) -> None:
    game = begun(ruleset)
    events = call(game, SAVE)
    needed = {who: dict(game.state.combatants[who].stat_block.defence.saves)[Save.BREATH] - 2 for who in EVERYBODY}
    saves = find(events, e.SavedOrNot)
    assert {each.who: each.needed for each in saves} == needed
    assert all(each.saved == (each.face >= each.needed) for each in saves)
    assert [each.follows for each in saves] == ["" if each.saved else "burned" for each in saves]


@pytest.mark.parametrize("ruleset", FAMILY)
def test_any_dice_are_added_up_and_compared(ruleset: str) -> None:
    events = call(begun(ruleset), BRIDGE)
    rolled = find(events, e.DiceRolled)
    assert [each.who for each in rolled] == list(EVERYBODY)
    assert all(each.total == sum(each.rolls[0].faces) and each.made == (each.total <= 12) for each in rolled)


def test_the_results_end_the_call() -> None:
    game = begun(ANY)
    events = call(game, SAVE)
    answered = find(events, e.CallAnswered)[0]
    assert {each.who: each.made for each in answered.results} == {
        each.who: each.saved for each in find(events, e.SavedOrNot)
    }
    assert game.state.calls == ()


def test_who_types_dice_is_asked_and_the_fight_waits() -> None:
    game = begun(ANY)
    rule(game, "otis", "types_dice", "yes")
    events = call(game, SAVE)
    assert [(each.who, each.why) for each in find(events, e.DiceAsked)] == [("otis", "against breath")]
    assert find(events, e.CallAnswered) == []
    stage = game.state.stage
    for who in (each.who for each in game.state.open if each.who != "otis"):
        game.submit(CloseQuestions(who))
    assert game.state.stage == stage
    events = game.submit(GiveFaces(game.state.open_rolls[0].token, (20,))).events
    saved = find(events, e.SavedOrNot)[0]
    assert (saved.face, saved.saved, saved.rolls[0].source) == (20, True, "typed")
    assert len(find(events, e.CallAnswered)[0].results) == len(EVERYBODY)


@pytest.mark.parametrize("faces", [(21,), (0,), (3, 4), ()])
def test_faces_that_the_dice_do_not_have_are_not_taken(faces: tuple[int, ...]) -> None:
    game = begun(ANY)
    rule(game, "otis", "types_dice", "yes")
    call(game, SAVE)
    with pytest.raises(BadInput):
        game.submit(GiveFaces(game.state.open_rolls[0].token, faces))
    assert len(game.state.open_rolls) == 1


def test_closing_rolls_what_is_not_typed() -> None:
    game = begun(ANY)
    rule(game, "otis", "types_dice", "yes")
    call(game, SAVE)
    events = game.submit(CloseQuestions("otis")).events
    assert find(events, e.SavedOrNot)[0].rolls[0].source == "seed"
    assert game.state.calls == ()


@pytest.mark.parametrize("end", [BeginRound(), EndEncounter(), CloseQuestions()])
def test_between_rounds_a_call_waits_and_the_next_round_ends_it(end: Any) -> None:
    game = begun(ANY)
    finish(game)
    rule(game, "otis", "types_dice", "yes")
    call(game, BRIDGE)
    assert [each.by for each in game.state.open_rolls] == ["otis"]
    events = game.submit(end).events
    assert [each.who for each in find(events, e.DiceRolled)] == ([] if isinstance(end, EndEncounter) else ["otis"])
    assert (game.state.calls, [each for each in game.state.open_rolls if each.call]) == ((), [])


def test_between_rounds_typed_dice_are_taken() -> None:
    game = begun(ANY)
    finish(game)
    rule(game, "otis", "types_dice", "yes")
    call(game, BRIDGE)
    game.submit(GiveFaces(game.state.open_rolls[0].token, (1, 2, 3)))
    assert find(game.list_live_events(), e.DiceRolled)[-1].total == 6


def test_after_a_round_dice_come_from_new_seeds_that_nobody_has_seen() -> None:
    game = begun(ANY)
    finish(game)
    assert isinstance(call(game, BRIDGE)[0], e.DiceRenewed)
    assert not find(call(game, BRIDGE), e.DiceRenewed)


@pytest.mark.parametrize("ruleset", FAMILY)
def test_at_every_stop_dice_can_be_called_for_and_taken_back(ruleset: str) -> None:
    game, dice = begun(ruleset), SeededDice(7)
    rule(game, "otis", "types_dice", "yes")
    while not game.state.between_rounds and not game.state.ended:
        before, position = game.state, game.position
        call(game, SAVE)
        assert_folds(game)
        game.submit(TakeBack(position))
        assert (game.state.calls, game.state.pending) == ((), before.pending)
        call(game, BRIDGE)
        game.submit(CloseQuestions())
    assert_replays(game, dice)
    assert_resumes(game, dice, list(boundaries(game.records)), 4)


def test_a_call_that_is_taken_back_shows_the_same_faces_again() -> None:
    game = begun(ANY)
    position = game.position
    faces = [each.rolls for each in find(call(game, SAVE), e.SavedOrNot)]
    game.submit(TakeBack(position))
    assert [each.rolls for each in find(call(game, SAVE), e.SavedOrNot)] == faces


def test_a_round_that_is_played_again_repeats_the_call() -> None:
    game = begun(ANY)
    rule(game, "otis", "types_dice", "yes")
    call(game, SAVE)
    game.submit(GiveFaces(game.state.open_rolls[0].token, (3,)))
    finish(game)
    fight = make_fight_of_round(game.opening, game.records, 1, lambda round: KeyedDice("spare", "and the DM's"))
    again = play_by(fight, get_ruleset(ANY)).events
    made = [(each.who, each.face) for each in find(game.list_live_events(), e.SavedOrNot)]
    assert [(each.who, each.face) for each in find(list(again), e.SavedOrNot)] == made != []


@pytest.mark.parametrize(
    ("given", "field"),
    [
        (Call((), save="breath"), "who"),
        (Call(("nobody",), save="breath"), "who"),
        (Call(("otis", "otis"), save="breath"), "who"),
        (Call(("otis",)), "dice"),
        (Call(("otis",), save="breath", dice="1d6"), "dice"),
        (Call(("otis",), save="weather"), "save"),
        (Call(("otis",), save="breath", at_least=3), "at_least"),
        (Call(("otis",), dice="lots"), "dice"),
        (Call(("otis",), dice="21d6"), "dice"),
        (Call(("otis",), dice="6"), "dice"),
        (Call(("otis",), dice="1d1"), "dice"),
        (Call(("otis",), save="breath", modifier=101), "modifier"),
        (Call(("otis",), dice="1d6", at_most=10_001), "at_most"),
        (Call(("otis",), dice="1d6", why="x" * 201), "why"),
    ],
)
def test_a_call_that_cannot_be_made_leaves_no_trace(given: Call, field: str) -> None:
    game = begun(ANY)
    before = game.list_live_events()
    with pytest.raises(BadInput) as wrong:
        call(game, given)
    assert wrong.value.field == field
    assert game.list_live_events() == before


def test_before_the_fight_and_after_it_nobody_rolls() -> None:
    game = Game(begun(ANY).opening, SeededDice(1))
    with pytest.raises(BadInput, match="has not begun"):
        call(game, SAVE)
    game.submit(EndEncounter())
    with pytest.raises(BadInput, match="has ended"):
        call(game, SAVE)


# Secrecy.

VIEWPOINTS = (Viewpoint(characters=("otis",)), Viewpoint())


def shown(game: Game) -> list[list[e.Event]]:
    """Return what Otis's player and a spectator are shown of a whole fight."""
    return [[seen for event in game.list_live_events() for seen in viewer_log.see(event)]
            for viewer_log in map(ViewerLog, VIEWPOINTS)]  # fmt: skip


@pytest.mark.parametrize("between", [False, True])
@pytest.mark.parametrize(
    "given",
    [
        Call(EVERYBODY, save="spell", secret=True),
        Call(("otis",), dice="1d20", why="hears nothing", secret=True),
        Call(("scout",), save="breath", follows="coughs"),
        Call(("scout",), dice="1d20", at_least=5),
    ],
)
def test_a_call_that_others_may_not_know_of_changes_nothing_that_they_are_shown(given: Call, between: bool) -> None:
    seen = []
    for calls in ((), (given,)):
        game = begun(ANY, (OTIS, CHIEF, ORCS, SCOUT))
        if between:
            finish(game)
        for each in calls:
            call(game, each)
        call(game, Call(("otis",), save="spell"))
        if between:
            game.submit(BeginRound())
        finish(game)
        seen.append(shown(game))
    assert seen[0] == seen[1]


def test_an_open_call_of_all_names_no_hidden_combatant() -> None:
    game = begun(ANY, (OTIS, CHIEF, ORCS, SCOUT))
    call(game, Call((*EVERYBODY, "scout"), save="breath"))
    for each in shown(game):
        assert {event.who for event in find(each, e.SavedOrNot)} == {"otis", "chief", "orc-1", "orc-2"}
        assert not find(each, e.DiceCalled) + find(each, e.CallAnswered)
