"""Clauses of Demon Idol and of ADDICT are found from either side."""

from rules.catalogue.related import (
    find_mentions,
    list_citing_rows,
    list_differences,
    list_mentioning_clauses,
)


def test_ids_within_a_text_are_found_in_full_and_in_short() -> None:
    text = "See VII.A.4, ADDICT.VI.C and 8.MAR; 1.5 and VII.A.99 are none."
    assert [each.clause for each in find_mentions(text, "ADDICT")] == ["ADDICT.VII.A.4", "ADDICT.VI.C"]
    assert [each.clause for each in find_mentions(text, "DEMON")] == ["ADDICT.VI.C", "DEMON.8.MAR"]
    assert [text[each.start : each.end] for each in find_mentions(text, "ADDICT")] == ["VII.A.4", "ADDICT.VI.C"]


def test_rows_and_differences_are_found_from_either_side() -> None:
    assert all("ADDICT.VII.B.3.b" in row.clauses for row in list_citing_rows("ADDICT.VII.B.3.b"))
    assert list_citing_rows("ADDICT.VII.B.3.b")
    assert "DEMON.TIE.SF" in [each.id for each in list_mentioning_clauses("ADDICT.VII.D.2")]
    here, there = list_differences("DEMON.TIE.SF"), list_differences("ADDICT.VII.D.2.b")
    assert here
    assert set(here) <= set(there)
    assert all(
        (each.row.a, each.row.b, each.row.initiative) == (each.other.a, each.other.b, each.other.initiative)
        for each in here
    )
    assert all(not each.words.startswith("same order") or ";" in each.words for each in (*here, *there))
