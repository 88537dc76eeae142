"""ADDICT and Crucible compared over the same fight, inputs and faces."""

from rules.compare import compare_procedures, list_comparable, make_fight_of_run
from rules.compare.describing import DifferenceDescriber
from rules.procedures import get_ruleset
from rules.scenarios.library import find_scenario_files
from tests.rules.fights import declare, roll
from tests.rules.test_compare import BY_HAND, at_the_ford, compared, notes, run_of


def test_one_comes_first_here_and_both_together_there() -> None:
    found = compare_procedures(
        make_fight_of_run(run_of(find_scenario_files()["addict/S.3.toml"])),
        [get_ruleset("addict"), get_ruleset("crucible")],
    )
    addict, crucible = found.differences[0].cells
    assert [key.who for key in found.differences[0].keys] == ["swordsman", "thief"]
    assert (addict.relation, addict.numbers, addict.clauses[0]) == ("first", "4 > 3", "ADDICT.VII")
    assert (crucible.relation, crucible.numbers, crucible.clauses[0]) == ("together", "1 = 1", "CRUCIBLE.II.F")
    assert (addict.own_die, crucible.own_die) == (False, True), "Crucible rolls a d12"


def test_a_spell_is_cast_here_and_lost_there_and_both_sides_say_why() -> None:
    beside = BY_HAND.replace("position = [-30, 0]\n", "").replace('seed = "ford"', 'unscripted = "high"')
    words = (
        declare("tenser", "D", "", 'spell = "magic_user_sleep"', 'target = ["orc-1", "orc-2"]'),
        declare("orc-2", "G", "tenser"),
        roll("initiative", "party", 6),
        roll("initiative", "foes", 1),
    )
    found = compared(at_the_ford(words=words, field=beside), "addict", "crucible")
    row = next(row for row in found.differences if row.keys[0].thing == "magic_user_sleep")
    cast, lost = row.cells
    assert (cast.outcome.result, cast.clauses[0].partition(".")[0]) == ("completed", "ADDICT")
    assert (lost.outcome.result, lost.outcome.by, lost.clauses[0]) == ("spoiled", "orc-1", "CRUCIBLE.II.D")
    assert DifferenceDescriber().describe_row(row) == "tenser: magic user sleep"
    assert DifferenceDescriber().describe_cell(row, lost).endswith(": spoiled by orc-1")


def test_a_deed_that_only_one_procedure_knows_is_absent_from_the_other() -> None:
    beside = BY_HAND.replace("position = [-30, 0]\n", "")
    found = compared(at_the_ford(field=beside), "addict", "crucible")
    row = next(row for row in found.differences if row.keys[0].what == "opportunity")
    assert row.cells[0].outcome.result == "absent"
    assert any(clause.startswith("CRUCIBLE.AoO") for clause in row.cells[1].clauses)


def test_a_turn_of_several_steps_is_cut_to_the_first_where_there_is_one() -> None:
    file = find_scenario_files()["crucible/III.D.split.toml"]
    found = compare_procedures(make_fight_of_run(run_of(file)), list_comparable(get_ruleset("crucible")))
    assert notes(found, "crucible") == []
    assert notes(found, "addict") == [("otis", "less")]
