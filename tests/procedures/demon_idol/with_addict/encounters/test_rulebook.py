"""The rule book: what belongs together with clauses of Demon Idol and of ADDICT."""

from django.test import Client

from rules.catalogue import index_clauses
from rules.catalogue.related import (
    list_clauses_of_same_option,
    list_differences,
    list_examples,
    list_mentioning_clauses,
)
from tests.encounters.test_rulebook import rex, text_of

__all__ = ["rex"]


def test_related_clauses_are_linked_both_ways(rex: Client) -> None:
    clauses = index_clauses()
    assert [each.id for each in list_examples("ADDICT.I.A.3")] == ["ADDICT.I.A.3.ex"]
    assert "DEMON.TIE.SF" in [each.id for each in list_mentioning_clauses("ADDICT.VII.D.2")]
    of_one = list_clauses_of_same_option(clauses["ADDICT.VII.A.3"])
    assert all(each.option == clauses["ADDICT.VII.A.3"].option for each in of_one)
    page = text_of(rex.get("/rule/ADDICT.VII.D.2"))
    assert 'href="/rule/DEMON.TIE.SF"' in page


def test_a_clause_shows_where_another_procedure_orders_otherwise(rex: Client) -> None:
    differing = list_differences("DEMON.TIE.SF")
    assert {each.row.difference for each in differing} >= {
        "same first strike, but ADDICT grants extra attacks for factor differences (VII.D.2) and checks routine parity"
    }
    assert all(each.row.initiative == each.other.initiative for each in differing)
    page = text_of(rex.get("/rule/DEMON.TIE.SF"))
    assert "Where procedures differ" in page
    assert 'href="/rule/ADDICT.VII.D.2.b"' in page
    assert "Where procedures differ" in text_of(rex.get("/rule/ADDICT.VII.D.2.b"))
