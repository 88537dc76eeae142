"""Precedence tables: which rule decides, and what a procedure's table cites."""

from collections.abc import Sequence
from importlib import import_module

import pytest

from rules.catalogue import list_catalogues, load_catalogue
from rules.kernel.apply import fold
from rules.kernel.deeds import Deed
from rules.kernel.order import Precedence, Relation
from rules.procedures.adnd.comparing import is_any, is_blow, is_shot
from rules.procedures.adnd.deed_types import Blow, Shot
from rules.procedures.adnd.precedence import UNORDERED, Decision, Pair, PrecedenceTable, Rule, after, before, together
from tests.rules.players import opening, prepare_combatant
from tests.server import ROOT

STATE = fold(
    [
        opening(
            [prepare_combatant("otis", "party"), prepare_combatant("tenser", "party"), prepare_combatant("orc", "foes")]
        )
    ]
)
BLOW, SHOT = Blow("otis:1", "otis"), Shot("orc:1", "orc")


def said(*rules: Rule, a: Deed = BLOW, b: Deed = SHOT) -> Precedence | None:
    return PrecedenceTable(rules, lambda *clauses: clauses).precede(STATE, a, b)


def rule(clause: str, rank: int, decision: Decision | None, between: Pair = Pair.FOES) -> Rule:
    return Rule(clause, rank, is_any, is_any, lambda state, a, b: decision, between)


def test_the_strongest_rule_that_decides_stands() -> None:
    found = said(rule("A", 30, None), rule("B", 20, before()), rule("C", 10, after()))
    assert found == Precedence(Relation.BEFORE, 20, ("B",))


def test_of_equally_strong_rules_the_last_stands() -> None:
    assert said(rule("A", 20, before()), rule("B", 20, after())) == Precedence(Relation.AFTER, 20, ("B",))


def test_a_rule_cites_its_own_clause_first() -> None:
    found = said(rule("B", 20, before("A", "C", numbers="1 < 2")))
    assert found == Precedence(Relation.BEFORE, 20, ("B", "A", "C"), "1 < 2")


def test_a_rule_on_two_types_is_asked_both_ways_round() -> None:
    one = Rule("A", 20, is_blow, is_shot, lambda state, blow, shot: before())
    assert said(one) == Precedence(Relation.BEFORE, 20, ("A",))
    assert said(one, a=SHOT, b=BLOW) == Precedence(Relation.AFTER, 20, ("A",))


def test_a_rule_says_nothing_of_other_types() -> None:
    assert said(Rule("A", 20, is_shot, is_shot, lambda state, a, b: together())) is None


def test_what_a_rule_leaves_unordered_no_weaker_one_orders() -> None:
    assert said(rule("A", 20, UNORDERED), rule("B", 10, before())) is None


@pytest.mark.parametrize(
    ("other", "pair"),
    [
        (Blow("otis:2", "otis"), Pair.OWN),
        (Blow("tenser:1", "tenser"), None),
        (Blow("tenser:1", "tenser", held_for="otis"), Pair.WAITING),
        (Blow("orc:1", "orc"), Pair.FOES),
    ],
)
def test_a_rule_speaks_of_one_kind_of_pair(other: Deed, pair: Pair | None) -> None:
    rules = [rule(each.name, 20, before(), each) for each in Pair]
    found = said(*rules, b=other)
    assert (found.clauses if found is not None else None) == ((pair.name,) if pair is not None else None)


# The tables of the procedures.


def tables() -> dict[str, PrecedenceTable]:
    """Return the table of each procedure that has one."""
    found = {}
    for name in list_catalogues():
        if (ROOT / "rules" / "procedures" / name / "order.py").exists():
            module = import_module(f"rules.procedures.{name}.order")
            if isinstance(table := getattr(module, "TABLE", None), PrecedenceTable):
                found[name] = table
    return found


@pytest.mark.parametrize("name", tables())
def test_the_clause_of_every_rule_exists(name: str) -> None:
    known = load_catalogue(name).clauses
    assert [each for each in cited(tables()[name]) if each not in known] == []


@pytest.mark.parametrize("name", tables())
def test_rules_stand_in_the_order_of_the_text(name: str) -> None:
    in_text = list(load_catalogue(name).clauses)
    places = [in_text.index(each) for each in cited(tables()[name])]
    assert places == sorted(places)


def cited(table: PrecedenceTable) -> Sequence[str]:
    """Return the clause of each rule."""
    return [table.ids(each.clause)[0] for each in table.rules]
