"""Search for clauses by words and ids, and their relations to each other."""

import pytest

from rules.catalogue import index_clauses, lookup_catalogue_of
from rules.catalogue.related import (
    find_mentions,
    list_citing_rows,
    list_clauses_of_same_option,
    list_differences,
    list_examples,
    list_mentioning_clauses,
)
from rules.catalogue.searching import find_clauses
from rules.reference import UnknownId


def found(query: str, within: str = "") -> list[str]:
    return [hit.clause.id for hit in find_clauses(query, within)]


def test_an_id_is_found_with_and_without_its_ruleset_whatever_its_case() -> None:
    assert found("ADDICT.VII.D.2.c")[0] == found("vii.d.2.c")[0] == "ADDICT.VII.D.2.c"
    assert found("vii.d.2")[:4] == ["ADDICT.VII.D.2", "ADDICT.VII.D.2.a", "ADDICT.VII.D.2.b", "ADDICT.VII.D.2.c"]


def test_all_words_must_be_there_and_what_the_text_says_comes_first() -> None:
    hits = find_clauses("casting time")
    says = [all(word in hit.clause.says.casefold() for word in ("casting", "time")) for hit in hits]
    assert True in says
    assert says == sorted(says, reverse=True)
    assert found("casting zebra") == []
    assert found("") == found("   ") == []


def test_a_search_goes_across_procedures_or_stays_in_one() -> None:
    everywhere = {id.partition(".")[0] for id in found("charge")}
    assert everywhere >= {"ADDICT", "DEMON", "CRUCIBLE"}
    assert {id.partition(".")[0] for id in found("charge", "demon_idol")} == {"DEMON"}
    with pytest.raises(UnknownId):
        find_clauses("charge", "nowhere")


def test_ids_within_a_text_are_found_in_full_and_in_short() -> None:
    text = "See VII.A.4, ADDICT.VI.C and 8.MAR; 1.5 and VII.A.99 are none."
    assert [each.clause for each in find_mentions(text, "ADDICT")] == ["ADDICT.VII.A.4", "ADDICT.VI.C"]
    assert [each.clause for each in find_mentions(text, "DEMON")] == ["ADDICT.VI.C", "DEMON.8.MAR"]
    assert [text[each.start : each.end] for each in find_mentions(text, "ADDICT")] == ["VII.A.4", "ADDICT.VI.C"]


def test_a_catalogue_is_found_by_its_clause() -> None:
    assert {lookup_catalogue_of(id).id for id in index_clauses() if id.startswith("DEMON.")} == {"demon_idol"}
    with pytest.raises(UnknownId):
        lookup_catalogue_of("ADDICT.NOWHERE")


def test_examples_mentions_and_options_lead_from_clause_to_clause() -> None:
    assert [each.id for each in list_examples("ADDICT.I.A.3")] == ["ADDICT.I.A.3.ex"]
    assert "DEMON.TIE.SF" in [each.id for each in list_mentioning_clauses("ADDICT.VII.D.2")]
    slots = index_clauses()["ADDICT.VII.A.3"]
    assert slots.option
    assert {each.option for each in list_clauses_of_same_option(slots)} <= {slots.option}
    assert slots not in list_clauses_of_same_option(slots)
    assert list_clauses_of_same_option(index_clauses()["ADDICT.I"]) == ()


def test_rows_and_differences_are_found_from_either_side() -> None:
    assert all("ADDICT.VII.B.3.b" in row.clauses for row in list_citing_rows("ADDICT.VII.B.3.b"))
    assert list_citing_rows("ADDICT.VII.B.3.b")
    here, there = list_differences("DEMON.TIE.SF"), list_differences("ADDICT.VII.D.2.b")
    assert here
    assert set(here) <= set(there)
    assert all(
        (each.row.a, each.row.b, each.row.initiative) == (each.other.a, each.other.b, each.other.initiative)
        for each in here
    )
    assert all(not each.words.startswith("same order") or ";" in each.words for each in (*here, *there))
