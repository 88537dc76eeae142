"""Conditions that combatants bring into a fight, in every procedure of the family."""

import pytest

from rules.kernel import events as e
from rules.kernel.own import Sheet
from rules.procedures import get_ruleset, list_rulesets
from rules.scenarios import find_differences, parse_scenario, play_scenario
from rules.scenarios.library import find_scenario_files
from rules.statblocks import BadEntry, build_stat_blocks

[FILE] = [path for name, path in find_scenario_files().items() if name.endswith("specials/brought.toml")]
TEXT = FILE.read_text(encoding="utf-8")

FAMILY = [each for each in list_rulesets() if get_ruleset(each).own_sheet is None]

OWN = [sheet for each in list_rulesets() if (sheet := get_ruleset(each).own_sheet) is not None]


@pytest.mark.parametrize("ruleset", FAMILY)
def test_a_condition_counts_for_its_rounds_and_ends_with_the_last(ruleset: str) -> None:
    run = play_scenario(parse_scenario(TEXT, ruleset=ruleset))
    assert find_differences(run) == []
    ended = [(each.who, each.effect, each.until) for each in run.events if isinstance(each, e.EffectEnded)]
    assert ended == [("otis", "blessed", (2, 10))]


@pytest.mark.parametrize("sheet", OWN)
def test_one_with_attributes_of_a_procedure_brings_none(sheet: type[Sheet]) -> None:
    entry = {"id": "otis", "side": "party", sheet.key: {}, "conditions": ["prone"]}
    with pytest.raises(BadEntry) as refused:
        build_stat_blocks(entry)
    assert refused.value.key == "conditions"
