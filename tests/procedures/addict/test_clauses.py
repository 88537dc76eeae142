"""The catalogue of ADDICT holds the text, and its clauses are found."""

import pytest

from rules.catalogue import RuleText, index_clauses, load_catalogue, lookup_clause
from rules.catalogue.related import list_clauses_of_same_option, list_examples
from rules.kernel.options import OptionSpec
from rules.procedures.addict.options import AddictSettings
from rules.reference import UnknownId
from tests.rules.test_clauses_found import found

ADDICT = load_catalogue("addict")


def test_the_catalogue_has_102_clauses_273_matrix_rows_and_ten_scenarios() -> None:
    assert (len(ADDICT.clauses), len(ADDICT.matrix), len(ADDICT.scenarios)) == (103, 273, 10)


def test_a_clause_keeps_its_wording_its_mode_and_its_reading() -> None:
    clause = ADDICT.clauses["ADDICT.VI.high"]
    assert clause.says == "The higher die holds the initiative."
    assert (clause.kind, clause.mode, clause.phase) == ("order", "auto", "initiative")
    assert all(each.reading and each.given and each.when and each.then for each in ADDICT.clauses.values())


def test_every_clause_is_auto_prompt_or_option() -> None:
    modes = [clause.mode for clause in ADDICT.clauses.values()]
    assert {mode: modes.count(mode) for mode in modes} == {"auto": 97, "prompt": 2, "option": 4}


def test_an_option_has_a_default_among_its_choices_and_belongs_to_a_clause_that_names_it() -> None:
    assert len(ADDICT.options) == 26
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
    assert [clause.example_of in ADDICT.clauses for clause in examples] == [True] * 3


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


def test_a_text_knows_no_clause_that_its_catalogue_lacks() -> None:
    text = RuleText("addict", AddictSettings)
    assert text.ids("VI", "VI.high", "VI") == ("ADDICT.VI", "ADDICT.VI.high")
    with pytest.raises(UnknownId, match="XX"):
        text.ids("XX")


def test_an_id_is_found_with_and_without_its_ruleset_whatever_its_case() -> None:
    assert found("ADDICT.VII.D.2.c")[0] == found("vii.d.2.c")[0] == "ADDICT.VII.D.2.c"
    assert found("vii.d.2")[:4] == ["ADDICT.VII.D.2", "ADDICT.VII.D.2.a", "ADDICT.VII.D.2.b", "ADDICT.VII.D.2.c"]


def test_examples_mentions_and_options_lead_from_clause_to_clause() -> None:
    assert [each.id for each in list_examples("ADDICT.I.A.3")] == ["ADDICT.I.A.3.ex"]
    slots = index_clauses()["ADDICT.VII.A.3"]
    assert slots.option
    assert {each.option for each in list_clauses_of_same_option(slots)} <= {slots.option}
    assert slots not in list_clauses_of_same_option(slots)
    assert list_clauses_of_same_option(index_clauses()["ADDICT.I"]) == ()
