"""ADDICT and the Demon Idol procedure compared over the same fight, inputs and faces."""

from rules.compare import compare_procedures, list_comparable, make_fight_of_run
from rules.kernel import events as e
from rules.procedures import get_ruleset
from rules.scenarios.library import find_scenario_files
from tests.rules.test_compare import _played, files, notes, run_of


def test_a_prepared_act_becomes_waiting_where_nothing_can_be_prepared() -> None:
    file = find_scenario_files()["demon_idol/6.prepare.toml"]
    found = compare_procedures(make_fight_of_run(run_of(file)), list_comparable(get_ruleset("demon_idol")))
    assert notes(found, "demon_idol") == []
    assert notes(found, "addict") == [("otis", "waits")]
    declared = [event for event in _played(found, "addict").events if isinstance(event, e.Declared)]
    assert next(event for event in declared if event.who == "otis").declaration.action == "C"


def test_a_forbidden_declaration_is_listed_with_its_clause() -> None:
    found_rows = 0
    for file in files("addict")[::3]:
        found = compare_procedures(make_fight_of_run(run_of(file)), [get_ruleset("addict"), get_ruleset("demon_idol")])
        rows = [row for row in found.differences if row.keys[0].what == "order"]
        found_rows += len(rows)
        for row in rows:
            forbidden = [cell for cell in row.cells if cell.outcome.result == "refused"]
            assert forbidden
            assert all(cell.clauses for cell in forbidden)
    assert found_rows


def test_a_ruling_on_an_option_that_another_has_not_is_noted() -> None:
    file = find_scenario_files()["addict/options/wait_mode.toml"]
    found = compare_procedures(make_fight_of_run(run_of(file)), list_comparable(get_ruleset("addict")))
    assert ("dm", "ruling") in notes(found, "demon_idol")
    assert notes(found, "addict") == []


def test_an_answer_of_a_file_that_another_procedure_does_not_ask_for_is_named() -> None:
    file = find_scenario_files()["demon_idol/8.E.retaliate.toml"]
    found = compare_procedures(make_fight_of_run(run_of(file)), list_comparable(get_ruleset("demon_idol")))
    left = [(note.question, note.how) for note in _played(found, "addict").notes]
    assert ("retaliate", "unused") in left
    assert notes(found, "demon_idol") == []
