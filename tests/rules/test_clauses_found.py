"""Finding clauses by words and ids, and what they have to do with each other."""

import pytest

from rules.clauses import all_clauses, book_of
from rules.clauses.related import differences_of, examples_of, mentioning, mentions, of_same_option, rows_citing
from rules.clauses.searching import find_clauses
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
    assert [each.clause for each in mentions(text, "ADDICT")] == ["ADDICT.VII.A.4", "ADDICT.VI.C"]
    assert [each.clause for each in mentions(text, "DEMON")] == ["ADDICT.VI.C", "DEMON.8.MAR"]
    assert [text[each.start : each.end] for each in mentions(text, "ADDICT")] == ["VII.A.4", "ADDICT.VI.C"]


def test_a_book_is_found_by_its_clause() -> None:
    assert {book_of(id).id for id in all_clauses() if id.startswith("DEMON.")} == {"demon_idol"}
    with pytest.raises(UnknownId):
        book_of("ADDICT.NOWHERE")


def test_examples_mentions_and_options_lead_from_clause_to_clause() -> None:
    assert [each.id for each in examples_of("ADDICT.I.A.3")] == ["ADDICT.I.A.3.ex"]
    assert "DEMON.TIE.SF" in [each.id for each in mentioning("ADDICT.VII.D.2")]
    slots = all_clauses()["ADDICT.VII.A.3"]
    assert slots.option
    assert {each.option for each in of_same_option(slots)} <= {slots.option}
    assert slots not in of_same_option(slots)
    assert of_same_option(all_clauses()["ADDICT.I"]) == ()


def test_rows_and_differences_are_found_from_either_side() -> None:
    assert all("ADDICT.VII.B.3.b" in row.clauses for row in rows_citing("ADDICT.VII.B.3.b"))
    assert rows_citing("ADDICT.VII.B.3.b")
    here, there = differences_of("DEMON.TIE.SF"), differences_of("ADDICT.VII.D.2.b")
    assert here
    assert set(here) <= set(there)
    assert all(
        (each.row.a, each.row.b, each.row.initiative) == (each.other.a, each.other.b, each.other.initiative)
        for each in here
    )
    assert all(not each.words.startswith("same order") or ";" in each.words for each in (*here, *there))
