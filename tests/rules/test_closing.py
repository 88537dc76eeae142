"""Orders that the DM closes: until then a player may give theirs again."""

import pytest

from rules.kernel import events as e
from rules.kernel.game import Game, StaleInput
from rules.kernel.inputs import BeginRound, Change, CloseQuestions, GiveAnswer, MakeRuling
from rules.kernel.options import CLOSE_ORDERS, TABLE_OPTIONS
from rules.kernel.terms import DM
from tests.rules.players import bow, opening, prepare_combatant, spell, sword
from tests.rules.proofs import assert_replays
from tests.rules.random_play import SeededDice

OTIS = prepare_combatant("otis", "party", weapons=(sword(), bow()))
TENSER = prepare_combatant("tenser", "party", spells=(spell(3),), position=(-3000, 0))
ORC = prepare_combatant("orc", "foes", weapons=(sword(),), position=(500, 0))
STRIKE = {"action": "G", "weapon": "sword", "target": "orc"}
AWAIT = {"action": "C"}


def token(of: Game, who: str) -> str:
    """Return the token of the question to this combatant, sealed or not."""
    return next(each.token for each in of.state.open if each.who == who)


def begun(**options: object) -> Game:
    """Return a game whose orc is sealed by the DM, and whose players are asked."""
    table = Game(opening([OTIS, TENSER, ORC], options=options), SeededDice(3))
    table.submit(BeginRound())
    table.submit(GiveAnswer(token(table, "orc"), AWAIT, "dm"))
    return table


def all_in(**options: object) -> Game:
    """Return a game in which both players have given their orders."""
    table = begun(**options)
    for who in ("otis", "tenser"):
        table.submit(GiveAnswer(token(table, who), AWAIT, "Pip"))
    return table


CLOSED_BY_DM = {CLOSE_ORDERS: "dm"}


def test_players_orders_wait_until_the_dm_closes_them() -> None:
    table = all_in(**CLOSED_BY_DM)
    assert table.state.stage == "declare"
    assert all(each.sealed for each in table.state.open)
    record = table.submit(CloseQuestions())
    assert any(isinstance(event, e.DeclarationsClosed) for event in record.events)
    assert table.state.declared["otis"].action == "C"


def test_orders_close_by_themselves_where_the_table_says_so_or_says_nothing() -> None:
    assert all_in().state.stage != "declare"
    assert all_in(**{CLOSE_ORDERS: "itself"}).state.stage != "declare"


def test_the_orders_of_the_dm_alone_wait_for_nobody() -> None:
    table = begun(**CLOSED_BY_DM)
    for who in ("otis", "tenser"):
        table.submit(GiveAnswer(token(table, who), AWAIT, "dm"))
    assert table.state.stage != "declare"


def test_an_order_is_given_again_until_the_dm_closes() -> None:
    table = all_in(**CLOSED_BY_DM)
    otis = token(table, "otis")
    table.submit(GiveAnswer(otis, STRIKE, "Pip"))
    assert table.state.declared["otis"].action == "G"
    table.submit(CloseQuestions())
    with pytest.raises(StaleInput):
        table.submit(GiveAnswer(otis, AWAIT, "Pip"))


def test_an_order_is_not_given_again_where_orders_close_by_themselves() -> None:
    table = begun()
    otis = token(table, "otis")
    table.submit(GiveAnswer(otis, AWAIT, "Pip"))
    with pytest.raises(StaleInput):
        table.submit(GiveAnswer(otis, STRIKE, "Pip"))


def test_closing_for_one_leaves_the_others_open_to_change() -> None:
    table = begun(**CLOSED_BY_DM)
    table.submit(GiveAnswer(token(table, "otis"), STRIKE, "Pip"))
    table.submit(CloseQuestions("tenser"))
    assert table.state.stage == "declare"


def test_missing_orders_are_defaults_when_the_dm_closes() -> None:
    table = begun(**CLOSED_BY_DM)
    table.submit(GiveAnswer(token(table, "otis"), STRIKE, "Pip"))
    table.submit(CloseQuestions())
    assert [table.state.declared[who].action for who in ("otis", "tenser")] == ["G", "C"]


def test_letting_orders_close_by_themselves_closes_those_that_are_in() -> None:
    table = all_in(**CLOSED_BY_DM)
    table.submit(MakeRuling((Change(DM, "option", [CLOSE_ORDERS, "itself"]),)))
    assert table.state.stage != "declare"


def test_a_game_with_orders_given_again_is_played_back() -> None:
    table = all_in(**CLOSED_BY_DM)
    table.submit(GiveAnswer(token(table, "otis"), STRIKE, "Pip"))
    assert_replays(table, SeededDice(3))
    table.submit(CloseQuestions())
    assert_replays(table, SeededDice(3))


def test_a_table_closes_orders_by_its_dm_unless_it_says_otherwise() -> None:
    option = TABLE_OPTIONS[CLOSE_ORDERS]
    assert (option.default, option.unsaid) == ("dm", "itself")
