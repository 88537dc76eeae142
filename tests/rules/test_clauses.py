"""The clause catalogues hold the texts, and clauses can be looked up by id."""

import pytest

from rules.catalogue import list_catalogues, load_catalogue
from rules.procedures import get_ruleset, list_rulesets
from rules.reference import UnknownId


def test_every_ruleset_has_a_catalogue() -> None:
    cited = [each for id in list_rulesets() for each in get_ruleset(id).catalogues]
    assert [each for each in cited if each not in list_catalogues()] == []
    assert all(get_ruleset(id).catalogues for id in list_rulesets())


@pytest.mark.parametrize("id", list_rulesets())
def test_the_options_of_a_ruleset_are_those_of_its_catalogue(id: str) -> None:
    catalogues = [load_catalogue(each) for each in get_ruleset(id).catalogues]
    options = {key: option for each in catalogues for key, option in each.options.items()}
    assert get_ruleset(id).options == options
    named = {(clause.option, clause.id) for each in catalogues for clause in each.clauses.values() if clause.option}
    assert {key for key, clause in named} == set(options)
    assert {(key, option.clause) for key, option in options.items()} <= named


def test_an_unknown_catalogue_is_refused() -> None:
    with pytest.raises(UnknownId, match='unknown catalogue "dragonquest"'):
        load_catalogue("dragonquest")
