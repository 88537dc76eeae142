"""A fight that is mirrored, or turned off the axes, goes as it would have gone."""

import pytest

from rules.procedures import list_rulesets
from rules.scenarios import parse_scenario
from rules.scenarios.library import find_scenario_files
from tests.registered import gather
from tests.rules.relations.exemptions import NEAR_A_LIMIT
from tests.rules.relations.moved import (
    AWAY,
    FROM_THERE,
    OFF_THE_AXES,
    judge_moved,
    judge_moved_file,
    settle_off_the_axes,
)
from tests.soak import is_soak, runs

FIGHTS = range(runs(1000))
FILES = tuple(find_scenario_files())[:: 1 if is_soak() else 15]


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", OFF_THE_AXES)
def test_a_random_fight_goes_the_same_wherever_it_is(ruleset: str) -> None:
    verdicts = {seed: judge_moved(settle_off_the_axes(seed, ruleset)) for seed in FIGHTS}
    assert {seed: each.problem for seed, each in verdicts.items() if each.problem} == {}


@pytest.mark.parametrize("name", FILES)
def test_a_scenario_goes_the_same_wherever_it_is(name: str) -> None:
    script = parse_scenario(find_scenario_files()[name].read_text(encoding="utf-8"), name)
    assert [each.problem for each in judge_moved_file(script) if each.problem] == []


EXEMPTED = tuple(row for rows in gather("relations", "EXEMPTED_MOVED") for row in rows if row[0] in list_rulesets())
"""For every exemption a procedure in which it applies, and its name."""

ENOUGH = range(60)
"""So many fights show an exemption."""


@pytest.mark.parametrize(("ruleset", "name"), EXEMPTED)
def test_an_exemption_occurs(ruleset: str, name: str) -> None:
    verdicts = (judge_moved(settle_off_the_axes(seed, ruleset)) for seed in ENOUGH)
    assert any(each.excepted is not None and each.excepted.why == name for each in verdicts)


def test_every_exemption_is_shown_to_occur() -> None:
    shown = [name for _, name in EXEMPTED]
    assert [each for each in (AWAY.why, FROM_THERE.why, NEAR_A_LIMIT) if each not in shown] == []
