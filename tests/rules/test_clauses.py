"""The clause catalogues hold the texts, and clauses can be looked up by id."""

import pytest

from rules.catalogue import index_clauses, list_catalogues, load_catalogue, lookup_clause
from rules.catalogue.rule_text import RuleText
from rules.kernel.options import OptionSpec
from rules.procedures import get_ruleset, list_rulesets
from rules.reference import UnknownId

ADDICT = load_catalogue("addict")
DEMON = load_catalogue("demon_idol")


def test_every_ruleset_has_a_catalogue() -> None:
    cited = [each for id in list_rulesets() for each in get_ruleset(id).catalogues]
    assert [each for each in cited if each not in list_catalogues()] == []
    assert all(get_ruleset(id).catalogues for id in list_rulesets())


def test_addict_has_its_98_clauses_273_matrix_rows_and_ten_scenarios() -> None:
    assert (len(ADDICT.clauses), len(ADDICT.matrix), len(ADDICT.scenarios)) == (98, 273, 10)


def test_demon_idol_has_its_116_clauses_273_matrix_rows_ten_scenarios_and_22_differences() -> None:
    sizes = (len(DEMON.clauses), len(DEMON.matrix), len(DEMON.scenarios), len(DEMON.differences))
    assert sizes == (116, 273, 10, 22)


@pytest.mark.parametrize("id", list_rulesets())
def test_the_options_of_a_ruleset_are_those_of_its_catalogue(id: str) -> None:
    catalogues = [load_catalogue(each) for each in get_ruleset(id).catalogues]
    options = {key: option for each in catalogues for key, option in each.options.items()}
    assert get_ruleset(id).options == options
    named = {(clause.option, clause.id) for each in catalogues for clause in each.clauses.values() if clause.option}
    assert {key for key, clause in named} == set(options)
    assert {(key, option.clause) for key, option in options.items()} <= named


def test_a_clause_keeps_its_wording_its_mode_and_its_reading() -> None:
    clause = ADDICT.clauses["ADDICT.VI.high"]
    assert clause.says == "The higher die holds the initiative."
    assert (clause.kind, clause.mode, clause.phase) == ("order", "auto", "initiative")
    assert all(each.reading and each.given and each.when and each.then for each in ADDICT.clauses.values())


def test_every_clause_is_auto_prompt_or_option() -> None:
    modes = [clause.mode for clause in ADDICT.clauses.values()]
    assert {mode: modes.count(mode) for mode in modes} == {"auto": 95, "prompt": 2, "option": 1}


def test_an_option_has_a_default_among_its_choices_and_belongs_to_a_clause_that_names_it() -> None:
    assert len(ADDICT.options) == 23
    for key, option in ADDICT.options.items():
        assert option.default in option.choices
        assert ADDICT.clauses[option.clause].option == key


def test_an_option_is_what_a_ruleset_takes() -> None:
    expected = OptionSpec(
        "addict.melee_sf_vs_spell",
        "dmg66",
        ("dmg66", "caster-die", "sf-raw", "side-order"),
        "ADDICT.VII.C.GAP-SF",
    )
    assert ADDICT.options["addict.melee_sf_vs_spell"] == expected


def test_an_example_names_the_clause_it_illustrates() -> None:
    examples = [clause for clause in ADDICT.clauses.values() if clause.kind == "example"]
    assert [clause.example_of in ADDICT.clauses for clause in examples] == [True] * 4


def test_matrix_rows_and_scenarios_cite_clauses_that_exist() -> None:
    listed = [*(row.clauses for row in ADDICT.matrix), *(each.clauses for each in ADDICT.scenarios)]
    assert {id for clauses in listed for id in clauses} - set(ADDICT.clauses) == set()


def test_the_matrix_has_one_row_for_each_pair_and_state_of_initiative() -> None:
    pairs = [(row.a, row.b, row.initiative) for row in ADDICT.matrix]
    assert len(set(pairs)) == len(pairs)
    assert {row.initiative for row in ADDICT.matrix} == {"a-won", "b-won", "tied"}
    assert {row.first for row in ADDICT.matrix} == {"a", "b", "same", "compare", "none"}


def test_worked_tables_are_found_by_their_names() -> None:
    assert {name: len(rows) for name, rows in ADDICT.worked.items()} == {
        "speed_factor": 18,
        "surprise_percent": 14,
        "routine_slots": 5,
        "charge": 5,
    }


def test_the_interpretation_says_what_a_cycle_of_precedences_means() -> None:
    assert "dropping its weakest edge" in ADDICT.interpretation["cycles"]
    assert list(ADDICT.ordering) == ["step_1", "step_2", "step_3", "step_4", "step_5", "strength"]


def test_a_clause_is_looked_up_by_its_id_alone() -> None:
    assert lookup_clause("ADDICT.VII.D.2.c") is index_clauses()["ADDICT.VII.D.2.c"]


def test_an_unknown_clause_is_refused_with_one_that_resembles_it() -> None:
    with pytest.raises(UnknownId, match=r'unknown clause "ADDICT\.VII\.D\.9" \(did you mean'):
        lookup_clause("ADDICT.VII.D.9")


def test_an_unknown_catalogue_is_refused() -> None:
    with pytest.raises(UnknownId, match='unknown catalogue "dragonquest"'):
        load_catalogue("dragonquest")


def test_a_text_knows_no_clause_that_its_catalogue_lacks() -> None:
    text = RuleText("addict")
    assert text.ids("VI", "VI.high", "VI") == ("ADDICT.VI", "ADDICT.VI.high")
    with pytest.raises(UnknownId, match="XX"):
        text.ids("XX")
