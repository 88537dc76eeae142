"""A game and its two kinds of no: bad input leaves no trace, a refusal leaves one."""

from dataclasses import replace

import pytest

from rules.kernel import codec
from rules.kernel import events as e
from rules.kernel.forms import BadAnswer
from rules.kernel.game import BadInput, Game, StaleInput
from rules.kernel.inputs import (
    Arrive,
    BeginRound,
    Change,
    CloseQuestions,
    EndEncounter,
    GiveAnswer,
    GiveFaces,
    Input,
    MakeRuling,
)
from tests.any_procedure import ANY, CLAUSES, find_switch
from tests.rules.players import Hand, bow, opening, played, prepare_combatant, spell, sword
from tests.rules.proofs import assert_folds, assert_replays
from tests.rules.random_play import SeededDice
from tests.rules.stat_block_fields import change_stat_block

OTIS = prepare_combatant("otis", "party", weapons=(sword(), bow()))
TENSER = prepare_combatant("tenser", "party", spells=(spell(3),), position=(-3000, 0))
ORC = prepare_combatant("orc", "foes", weapons=(sword(),), position=(500, 0))
STRIKE = {"action": "G", "weapon": "sword", "target": "orc"}


def game(**notes: object) -> Game:
    return Game(opening([OTIS, TENSER, ORC], **notes), SeededDice(3))  # type: ignore[arg-type]


def asked(of: Game, who: str) -> str:
    """Return the token of the question to this combatant."""
    return next(each.token for each in of.state.open if each.who == who and not each.sealed)


def begun() -> Game:
    """Return a game in whose round the orc's order is sealed and the players are asked."""
    table = game()
    table.submit(BeginRound())
    table.submit(GiveAnswer(asked(table, "orc"), {"action": "G", "weapon": "sword", "target": "otis"}, "dm"))
    return table


def assert_no_trace(table: Game, given: Input, message: str) -> None:
    before, records = codec.encode_text(table.state), [list(record.events) for record in table.records]
    with pytest.raises(BadInput, match=message):
        table.submit(given)
    assert codec.encode_text(table.state) == before
    assert [record.events for record in table.records] == records


# Bad input.


def test_no_round_begins_while_one_is_in_play() -> None:
    assert_no_trace(begun(), BeginRound(), "a round is in play")


def test_no_round_begins_after_the_end() -> None:
    table = game()
    table.submit(EndEncounter("supper"))
    assert_no_trace(table, BeginRound(), "the encounter has ended")


def test_nothing_ends_twice() -> None:
    table = game()
    table.submit(EndEncounter("supper"))
    assert_no_trace(table, EndEncounter("again"), "has ended")


def test_nothing_is_closed_between_rounds() -> None:
    assert_no_trace(game(), CloseQuestions(), "no round is in play")


@pytest.mark.parametrize("token", ["", "1", "1~0", "99~0", "1~7", "orc"])
def test_a_token_that_is_not_open_is_stale(token: str) -> None:
    assert_no_trace(begun(), GiveAnswer(token, STRIKE), "already answered, or is no longer asked")


def test_a_sealed_answer_is_final() -> None:
    table = begun()
    token = asked(table, "otis")
    table.submit(GiveAnswer(token, STRIKE))
    assert_no_trace(table, GiveAnswer(token, {"action": "C"}), "already answered")


@pytest.mark.parametrize(
    ("answer", "field"),
    [
        ({}, "action"),
        ({"action": "Z"}, "action"),
        ({"action": "G"}, "weapon"),
        ({"action": "G", "weapon": "halberd", "target": "orc"}, "weapon"),
        ({"action": "G", "weapon": "sword"}, "target"),
        ({"action": "G", "weapon": "sword", "target": "dragon"}, "target"),
        ({"action": "G", "weapon": "sword", "target": "tenser"}, "target"),
        ({**STRIKE, "mode": "tickle"}, "mode"),
        ({**STRIKE, "spell": "sleep"}, "spell"),
        ({"action": "D", "how": "shoot", "weapon": "bow", "target": "orc", "shots": "many"}, "shots"),
        ({"action": "E", "how": "move", "to": "there"}, "to"),
        ({"action": ["G"]}, "action"),
    ],
)
def test_an_answer_not_of_the_forms_shape_leaves_no_trace(answer: dict[str, object], field: str) -> None:
    table = begun()
    given = GiveAnswer(asked(table, "otis"), answer)
    assert_no_trace(table, given, ".")
    with pytest.raises(BadInput) as error:
        table.submit(given)
    assert error.value.field == field


def test_bad_input_names_the_field() -> None:
    table = begun()
    with pytest.raises(BadInput) as error:
        table.submit(GiveAnswer(asked(table, "otis"), {"action": "G", "weapon": "halberd", "target": "orc"}))
    assert error.value.field == "weapon"
    assert isinstance(error.value.__cause__, BadAnswer)


def test_faces_for_no_open_roll_are_stale() -> None:
    with pytest.raises(StaleInput):
        begun().submit(GiveFaces("1~0", (4,)))


@pytest.mark.parametrize("faces", [(), (0,), (21,), (3, 3)])
def test_faces_that_the_dice_do_not_have_leave_no_trace(faces: tuple[int, ...]) -> None:
    table = typing()
    assert_no_trace(table, GiveFaces(table.state.open_rolls[0].token, faces), "face")


def typing() -> Game:
    """Return a game in which Otis strikes, and the player is to roll."""
    table = begun()
    table.submit(MakeRuling((Change("otis", "types_dice", "yes"),)))
    table.submit(GiveAnswer(asked(table, "otis"), STRIKE))
    while not table.state.open_rolls:
        table.submit(CloseQuestions())
    return table


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (Change("nobody", "hp", 3), "nobody here is 'nobody'"),
        (Change("otis", "wings", 2), "'wings' cannot be ruled"),
        (Change("otis", "hp", "many"), "'many' is not a value of 'hp'"),
        (Change("otis", "hp", 2.5), "'2.5' is not a value of 'hp'"),
        (Change("otis", "moved", "there"), "not a value of 'moved'"),
        (Change("otis", "range", 3), "not a value of 'range'"),
        (Change("dm", "hp", 3), "cannot be ruled of the encounter"),
        (Change("otis", "moved", [float("inf"), 0]), "not a value of 'moved'"),
        (Change("otis", "held", "yes", "forever"), "not a round and segment"),  # type: ignore[arg-type]
        (Change("dm", "option", find_switch()), "not a value of 'option'"),
        (Change("dm", "option", ["no.such", 1]), f"is no option of {ANY}"),
        (Change("dm", "option", [find_switch(), "never"]), "one of True, False"),
        (Change("dm", "option", ["table.foe_hp", "never"]), "one of hidden, words, bar, numbers"),
        (Change("dm", "setting", "at sea"), "not a value of 'setting'"),
        (Change("dm", "effect", "wishing"), 'no spell or device is called "wishing"'),
        (Change("dm", "effect", {"magic": ["cleric_bless"], "parts": []}), "has from 1 to 6 tables"),
        (Change("dm", "effect", {"magic": [["cleric_bless"]]}), "neither an id nor a table"),
        (Change("otis", "effect", "cleric_bless"), "'effect' cannot be ruled"),
    ],
)
def test_a_ruling_that_cannot_be_leaves_no_trace(change: Change, message: str) -> None:
    assert_no_trace(begun(), MakeRuling((Change("otis", "hp", 7), change)), message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"who": "orc", "what": "hp", "value": "many"}, "'many' is not a value of 'hp'"),
        ({"who": "orc", "what": "held", "until": "supper"}, "not a round and segment"),
        ({"who": "elf", "what": "held"}, "'elf' cannot be chosen"),
    ],
)
def test_what_an_effect_changes_must_be_possible(change: dict[str, object], message: str) -> None:
    table = Game(
        opening([change_stat_block(TENSER, spells=(replace(spell(3), damage=None, save="none"),)), ORC]), SeededDice(3)
    )
    table.submit(BeginRound())
    table.submit(CloseQuestions())
    cast = {"action": "D", "how": "spell", "spell": "spell_3", "target": ["orc"]}
    table.submit(GiveAnswer(asked(table, "tenser"), cast))
    while "effect" not in [each.question for each in table.state.open]:
        table.submit(CloseQuestions())
    assert_no_trace(table, GiveAnswer(asked(table, "dm"), {"changes": [change]}), message)


def test_nobody_arrives_who_is_already_here() -> None:
    assert_no_trace(begun(), Arrive((prepare_combatant("late", "foes"), ORC)), "'orc' is already here")


# Refusals.


def test_what_a_clause_forbids_is_refused_and_stays_in_the_log() -> None:
    table = begun()
    record = table.submit(GiveAnswer(asked(table, "otis"), {"action": "D", "how": "spell", "spell": "sleep"}))
    assert record.refusal is not None
    assert record.refusal.clause in CLAUSES
    assert [event.kind for event in record.events] == ["Refused"]
    assert record.events[0].perceived_by == ("otis",)


def test_the_question_stays_open_after_a_refusal_with_the_same_token() -> None:
    table = begun()
    token = asked(table, "otis")
    table.submit(GiveAnswer(token, {"action": "P"}))
    assert table.submit(GiveAnswer(token, STRIKE)).refusal is None


def test_a_refusal_changes_nothing_in_the_fiction() -> None:
    table = begun()
    before = table.state
    table.submit(GiveAnswer(asked(table, "otis"), {"action": "P"}))
    assert table.state == before


# Rulings and arrivals.


def test_a_ruling_says_what_was_and_what_is() -> None:
    record = begun().submit(MakeRuling((Change("otis", "hp", 7),), "a potion"))
    ruled = record.events[0]
    assert isinstance(ruled, e.Ruled)
    assert (ruled.old, ruled.new, ruled.note) == (50, 7, "a potion")


def test_a_secret_ruling_is_the_dms() -> None:
    record = begun().submit(MakeRuling((Change("orc", "hp", 3),), secret=True))
    assert record.events[0].perceived_by == ("dm",)


def test_a_question_that_a_ruling_leaves_empty_is_withdrawn() -> None:
    table = begun()
    record = table.submit(MakeRuling((Change("otis", "held", "yes"),)))
    assert [event.kind for event in record.events] == ["Ruled", "Withdrawn"]
    assert [each.who for each in table.state.open if not each.sealed] == ["tenser"]


def test_a_ruling_that_ends_the_last_question_lets_the_round_go_on() -> None:
    table = begun()
    table.submit(GiveAnswer(asked(table, "otis"), STRIKE))
    record = table.submit(MakeRuling((Change("tenser", "asleep", "yes"),)))
    assert "DeclarationsClosed" in [event.kind for event in record.events]


def test_who_arrives_between_rounds_is_asked_in_the_next() -> None:
    table = game()
    table.submit(Arrive((prepare_combatant("ogre", "foes", weapons=(sword(),)),)))
    table.submit(BeginRound())
    assert [each.who for each in table.state.open] == ["orc", "ogre"]


def test_a_hidden_arrival_is_perceived_by_itself_alone() -> None:
    record = game().submit(Arrive((prepare_combatant("ogre", "foes", hidden=True),)))
    assert record.events[0].perceived_by == ("ogre",)


# Closing.


def test_closing_gives_everybody_his_default() -> None:
    table = begun()
    table.submit(CloseQuestions())
    assert [each.by for each in table.records[-1].events if isinstance(each, e.Answered)] == ["default", "default"]
    assert table.state.declared["otis"].action == "C"


def test_closing_one_leaves_the_others_open() -> None:
    table = begun()
    table.submit(CloseQuestions("tenser"))
    assert [each.who for each in table.state.open if not each.sealed] == ["otis"]


def test_closing_rolls_what_nobody_typed() -> None:
    table = typing()
    record = table.submit(CloseQuestions())
    attacked = next(event for event in record.events if isinstance(event, e.Attacked) and event.who == "otis")
    assert attacked.rolls[0].source == "seed"


# The whole.


def test_rounds_follow_each_other_and_the_opening_is_round_0() -> None:
    table = game(start="encounter", distance_ft=20, surprised=[], reaction="hostile")
    for _ in range(3):
        table.submit(BeginRound())
        while not table.state.between_rounds:
            table.submit(CloseQuestions())
    assert [each.round for each in table.list_live_events() if isinstance(each, e.RoundBegan)] == [0, 1, 2]
    assert_folds(table)
    assert_replays(table, SeededDice(3))


def test_a_fight_that_starts_in_melee_has_no_opening() -> None:
    assert begun().state.round == 1


def test_the_promises_are_given_before_anything_is_rolled_and_kept_at_the_close() -> None:
    table = begun()
    while not table.state.between_rounds:
        table.submit(CloseQuestions())
    began, *_, ended = table.list_live_events()[1:]
    assert isinstance(began, e.RoundBegan)
    assert isinstance(ended, e.RoundEnded)
    assert (began.open_promise, began.dm_promise) == SeededDice(3)(1, 1).get_commitments()
    assert ended.seed == SeededDice(3)(1, 1).reveal_seed()


def test_quiet_play_comes_to_the_same_state() -> None:
    loud, quiet = Hand(begun_with(quiet=False)), Hand(begun_with(quiet=True))
    loud.play_round()
    quiet.play_round()
    assert quiet.state.combatants == loud.state.combatants
    assert [record.events for record in quiet.game.records] == [[]] * quiet.game.position


def begun_with(*, quiet: bool) -> Game:
    return Game(opening([OTIS, TENSER, ORC]), SeededDice(3), quiet=quiet)


def test_no_event_of_an_earlier_stop_is_changed_by_what_comes_later() -> None:
    table = begun()
    texts = [codec.encode_text(event) for event in table.list_live_events()]
    while not table.state.between_rounds:
        table.submit(CloseQuestions())
    assert [codec.encode_text(event) for event in table.list_live_events()[: len(texts)]] == texts


@pytest.mark.parametrize(("hidden_acts", "perceived"), [("ask", ("orc",)), ("show", ("public",))])
def test_a_hidden_combatant_that_strikes_is_seen_unless_the_dm_is_asked(
    hidden_acts: str, perceived: tuple[str, ...]
) -> None:
    events = played(
        [OTIS, prepare_combatant("orc", "foes", weapons=(sword(),), position=(500, 0), hidden=True)],
        {"orc": {"action": "G", "weapon": "sword", "target": "otis"}},
        {},
        options={"table.hidden_acts": hidden_acts},
    )
    assert [event.perceived_by for event in events if isinstance(event, e.Attacked)] == [perceived]


def test_every_event_of_a_round_says_which_round_and_which_moment() -> None:
    events = played([OTIS, ORC], {"otis": STRIKE}, {})
    began = [event.moment for event in events if isinstance(event, e.MomentBegan)]
    assert began == list(range(1, len(began) + 1))
    assert {event.round for event in events} == {1}
