"""Taking back: nothing is lost, nobody fishes for dice, and every branch can be had again."""

import pytest

from rules.kernel import events as e
from rules.kernel.apply import drop_taken_back
from rules.kernel.dice import KeyedDice
from rules.kernel.effects import Roll
from rules.kernel.game import BadInput, Game, StaleInput
from rules.kernel.inputs import (
    BeginRound,
    Change,
    CloseQuestions,
    EndEncounter,
    GiveAnswer,
    GiveFaces,
    MakeRuling,
    TakeBack,
)
from tests.rules.players import opening, prepare_combatant, sword
from tests.rules.random_play import SeededDice

OTIS = prepare_combatant("otis", "party", weapons=(sword(),))
ORC = prepare_combatant("orc", "foes", weapons=(sword(),), position=(500, 0))


def strike(target: str) -> dict[str, object]:
    return {"action": "G", "weapon": "sword", "target": target}


def game() -> Game:
    """Return Dora's game of Otis against an orc, before its first round."""
    return Game(opening([OTIS, ORC]), SeededDice(7))


def answer(of: Game, who: str, given: dict[str, object]) -> int:
    """Answer the question that this one is asked. Returns the input's position."""
    question = next(each for each in of.state.open if each.who == who and not each.sealed)
    return of.submit(GiveAnswer(question.token, given, who)).position


def to_the_end(of: Game) -> None:
    while not of.state.between_rounds and not of.state.ended:
        of.submit(CloseQuestions())


def declared(*, typing: bool = False) -> Game:
    """Return a round in which both mean to strike; ``typing``: Otis's player rolls real dice."""
    table = game()
    if typing:
        table.submit(MakeRuling((Change("otis", "types_dice", "yes"),)))
    table.submit(BeginRound())
    answer(table, "orc", strike("otis"))
    answer(table, "otis", strike("orc"))
    return table


def until_dice(table: Game) -> None:
    while not table.state.open_rolls:
        table.submit(CloseQuestions("dm"))


def blows(table: Game, who: str) -> list[tuple[int, str]]:
    """Return the faces and sources of a combatant's attacks in the log that stands."""
    return [
        (event.face, event.rolls[0].source)
        for event in table.list_live_events()
        if isinstance(event, e.Attacked) and event.who == who
    ]


# What is taken back.


def test_the_state_is_what_it_was_after_the_input_named() -> None:
    table = declared()
    before = table.state.declared
    position = table.position
    to_the_end(table)
    table.submit(TakeBack(position, "too fast"))
    assert (table.state.declared, table.state.stage, table.state.round) == (before, "segments", 1)


def test_positions_go_on_counting_and_the_covered_branch_stays() -> None:
    table = declared()
    position = table.position
    to_the_end(table)
    length = table.position
    assert table.submit(TakeBack(position)).position == length + 1
    assert [record.position for record in table.records] == list(range(1, length + 2))
    assert any(isinstance(event, e.RoundEnded) for record in table.records for event in record.events)
    assert not any(isinstance(event, e.RoundEnded) for event in table.list_live_events())


def test_what_is_open_again_has_new_tokens() -> None:
    table = game()
    table.submit(BeginRound())
    old = table.state.open[0].token
    answer(table, "orc", strike("otis"))
    table.submit(TakeBack(1))
    with pytest.raises(StaleInput):
        table.submit(GiveAnswer(old, strike("otis")))
    assert answer(table, "orc", strike("otis")) == 4


def test_anothers_answer_does_not_make_a_token_stale() -> None:
    table = Game(opening([OTIS, prepare_combatant("jaroo", "party", weapons=(sword(),)), ORC]), SeededDice(7))
    table.submit(BeginRound())
    answer(table, "orc", strike("otis"))
    tokens = {each.who: each.token for each in table.state.open}
    table.submit(GiveAnswer(tokens["otis"], strike("orc")))
    table.submit(GiveAnswer(tokens["jaroo"], strike("orc")))
    assert list(table.state.declared) == ["orc", "otis", "jaroo"]


def test_a_take_back_can_itself_be_taken_back() -> None:
    table = declared()
    early = table.position
    to_the_end(table)
    late, then = table.position, table.state
    table.submit(TakeBack(early, "no"))
    table.submit(TakeBack(late, "yes after all"))
    assert table.state.between_rounds
    assert table.state.combatants == then.combatants


def test_take_backs_nest_as_deep_as_one_likes() -> None:
    table = declared()
    first = table.position
    table.submit(CloseQuestions())
    second = table.position
    table.submit(TakeBack(first))
    third = table.position
    table.submit(TakeBack(second))
    table.submit(TakeBack(third))
    assert [record.position for record in table.list_live_records()] == [*range(1, first + 1), third, table.position]


def test_live_skips_from_the_end_what_take_backs_cover() -> None:
    back = {5: 2, 7: 5}
    assert drop_taken_back([1, 2, 3, 4, 5, 6, 7], back.get) == [1, 2, 5, 7]


@pytest.mark.parametrize("to", [-1, 4, 99])
def test_there_is_nothing_to_go_back_to_but_earlier_inputs(to: int) -> None:
    table = declared()
    with pytest.raises(BadInput, match="no input"):
        table.submit(TakeBack(to))
    assert table.position == 3


def test_the_end_of_a_fight_can_be_taken_back() -> None:
    table = declared()
    table.submit(EndEncounter("supper"))
    assert table.state.ended
    table.submit(TakeBack(3, "after supper"))
    to_the_end(table)
    assert table.state.between_rounds
    assert not table.state.ended


# Dice.


def test_a_face_once_shown_is_shown_again() -> None:
    table = declared()
    position = table.position
    to_the_end(table)
    shown = blows(table, "otis")
    table.submit(TakeBack(position))
    assert blows(table, "otis") == []
    to_the_end(table)
    assert blows(table, "otis") == shown


def test_a_typed_face_keeps_value_and_source_when_the_server_rolls_next_time() -> None:
    table = declared(typing=True)
    until_dice(table)
    position = table.position
    table.submit(GiveFaces(table.state.open_rolls[0].token, (19,)))
    assert blows(table, "otis") == [(19, "typed")]
    table.submit(TakeBack(position))
    table.submit(GiveFaces(table.state.open_rolls[0].token, None))
    assert blows(table, "otis") == [(19, "typed")]


def test_nobody_types_another_face_than_the_die_has_shown() -> None:
    table = declared(typing=True)
    until_dice(table)
    position = table.position
    table.submit(GiveFaces(table.state.open_rolls[0].token, (2,)))
    table.submit(TakeBack(position))
    with pytest.raises(BadInput, match="has already shown 2"):
        table.submit(GiveFaces(table.state.open_rolls[0].token, (20,)))


def test_a_face_that_was_shown_is_not_asked_for_again() -> None:
    table = declared(typing=True)
    position = table.position
    until_dice(table)
    table.submit(GiveFaces(table.state.open_rolls[0].token, (3,)))
    table.submit(TakeBack(position))
    to_the_end(table)
    assert blows(table, "otis") == [(3, "typed")]
    assert not any(isinstance(event, e.DiceAsked) for event in table.records[-1].events)


def test_only_a_ruling_changes_a_face() -> None:
    table = declared()
    position = table.position
    to_the_end(table)
    table.submit(TakeBack(position, "it was cocked", (("to_hit", "otis", 20, 0, 17),)))
    to_the_end(table)
    assert blows(table, "otis") == [(17, "ruled")]


def test_a_face_that_the_die_does_not_have_cannot_be_ruled() -> None:
    table = declared()
    with pytest.raises(BadInput, match="a d20 has no face 21"):
        table.submit(TakeBack(table.position, "", (("to_hit", "otis", 20, 0, 21),)))
    assert table.position == 3


def test_a_ruled_face_counts_though_other_dice_of_its_roll_were_waited_for() -> None:
    table = declared(typing=True)
    until_dice(table)
    position = table.position
    table.submit(TakeBack(position, "", (("to_hit", "otis", 20, 0, 4),)))
    table.submit(GiveFaces(table.state.open_rolls[0].token, None))
    assert blows(table, "otis") == [(4, "ruled")]


def test_the_latest_ruling_of_a_face_holds_and_an_older_branch_keeps_its_own() -> None:
    table = declared()
    position = table.position
    to_the_end(table)
    key = ("to_hit", "otis", 20, 0)
    table.submit(TakeBack(position, "", ((*key, 5),)))
    to_the_end(table)
    five = table.position
    table.submit(TakeBack(position, "", ((*key, 6),)))
    to_the_end(table)
    assert blows(table, "otis") == [(6, "ruled")]
    table.submit(TakeBack(five))
    assert blows(table, "otis") == [(5, "ruled")]


# Seeds.


def attempts(table: Game) -> list[int]:
    began = (e.RoundBegan, e.DiceRenewed)
    return [event.attempt for record in table.records for event in record.events if isinstance(event, began)]


def test_a_round_begun_again_has_seeds_of_its_own_but_what_was_shown_stays() -> None:
    table = declared()
    to_the_end(table)
    shown = blows(table, "otis")
    table.submit(TakeBack(0))
    table.submit(BeginRound())
    answer(table, "orc", strike("otis"))
    answer(table, "otis", strike("orc"))
    to_the_end(table)
    assert attempts(table) == [1, 2]
    assert blows(table, "otis") == shown


def test_a_closed_round_that_is_reopened_draws_from_new_seeds() -> None:
    table = declared()
    position = table.position
    to_the_end(table)
    table.submit(TakeBack(position))
    assert attempts(table) == [1, 2]
    assert table.state.attempt == 2
    renewed = table.records[-1].events[-1]
    assert isinstance(renewed, e.DiceRenewed)
    assert (renewed.open_promise, renewed.dm_promise) == SeededDice(7)(1, 2).get_commitments()


def test_only_faces_that_were_never_shown_come_from_the_new_seeds() -> None:
    table = game()
    table.submit(BeginRound())
    to_the_end(table)
    table.submit(TakeBack(1))
    answer(table, "orc", strike("otis"))
    answer(table, "otis", strike("orc"))
    to_the_end(table)
    first, second = SeededDice(7)(1, 1), SeededDice(7)(1, 2)
    dice = [event.face for event in table.list_live_events() if isinstance(event, e.InitiativeRolled)]
    assert dice == [first.draw(Roll("initiative", side, 1, 6), 0).total for side in ("party", "foes")]
    assert [face for face, _ in blows(table, "otis")] == [second.draw(Roll("to_hit", "otis", 1, 20), 0).total]


def test_a_closed_round_shows_the_seed_of_its_last_attempt() -> None:
    table = declared()
    position = table.position
    to_the_end(table)
    table.submit(TakeBack(position))
    to_the_end(table)
    shown = [event.seed for event in table.list_live_events() if isinstance(event, e.RoundEnded)]
    assert shown == [SeededDice(7)(1, 2).reveal_seed()]


def test_a_round_that_was_never_closed_goes_on_with_its_own_seeds() -> None:
    table = declared()
    position = table.position
    table.submit(CloseQuestions())
    table.submit(TakeBack(position))
    assert attempts(table) == [1]
    assert table.state.attempt == 1


def test_going_back_to_the_reopened_round_goes_on_with_the_seeds_it_had() -> None:
    table = declared()
    position = table.position
    to_the_end(table)
    reopened = table.submit(TakeBack(position)).position
    table.submit(CloseQuestions())
    table.submit(TakeBack(reopened))
    assert (attempts(table), table.state.attempt) == ([1, 2], 2)


def test_what_the_new_seeds_give_differs() -> None:
    roll = Roll("to_hit", "otis", 20, 20)
    one, two = SeededDice(7)(1, 1), SeededDice(7)(1, 2)
    assert isinstance(one, KeyedDice)
    assert one.draw(roll, 0).faces != two.draw(roll, 0).faces
