"""Search for clauses by words and ids, and their relations to each other."""

import pytest

from rules.catalogue import load_catalogue, lookup_catalogue_of
from rules.catalogue.searching import find_clauses
from rules.procedures import get_ruleset, list_rulesets, split_layer
from rules.reference import UnknownId
from tests.any_procedure import ANY, FAMILY, PREFIX, find_prefix


def found(query: str, within: str = "") -> list[str]:
    return [hit.clause.id for hit in find_clauses(query, within)]


def test_all_words_must_be_there_and_what_the_text_says_comes_first() -> None:
    hits = find_clauses("casting time")
    says = [all(word in hit.clause.says.casefold() for word in ("casting", "time")) for hit in hits]
    assert True in says
    assert says == sorted(says, reverse=True)
    assert found("casting zebra") == []
    assert found("") == found("   ") == []


def test_a_search_goes_across_procedures_or_stays_in_one() -> None:
    everywhere = {id.partition(".")[0] for id in found("charge")}
    assert everywhere >= {find_prefix(id) for id in FAMILY if not split_layer(id)[1]}
    own = get_ruleset(ANY)
    assert {id.partition(".")[0] for id in found("charge", own.catalogues[0])} == {find_prefix(own.id)}
    with pytest.raises(UnknownId):
        find_clauses("charge", "nowhere")


def test_a_catalogue_is_found_by_its_clause() -> None:
    for each in (get_ruleset(id) for id in list_rulesets()):
        clauses = load_catalogue(each.catalogues[0]).clauses
        assert {lookup_catalogue_of(id).id for id in clauses} == {each.catalogues[0]}
    with pytest.raises(UnknownId):
        lookup_catalogue_of(f"{PREFIX}.NOWHERE")
