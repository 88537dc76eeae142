"""A scenario goes the same with its roster reversed, and with one more far away who awaits."""

from collections.abc import Callable

import pytest

from rules.scenarios import Script, parse_scenario
from rules.scenarios.library import find_scenario_files
from tests.rules.relations.exemptions import AWAITED, REORDERED, Verdict
from tests.rules.relations.file_relations import OTHERWISE, judge_awaited, judge_reversed
from tests.soak import is_soak

JUDGES: dict[str, Callable[[Script], Verdict]] = {REORDERED: judge_reversed, AWAITED: judge_awaited}

FILES = tuple(find_scenario_files())[:: 1 if is_soak() else 15]


def judge(relation: str, name: str) -> str:
    script = parse_scenario(find_scenario_files()[name].read_text(encoding="utf-8"), name)
    return JUDGES[relation](script).problem


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("relation", JUDGES)
def test_a_scenario_goes_the_same(relation: str, name: str) -> None:
    assert (relation, name) in OTHERWISE or judge(relation, name) == ""


@pytest.mark.parametrize(("relation", "name"), OTHERWISE)
def test_an_exempted_file_goes_otherwise(relation: str, name: str) -> None:
    assert judge(relation, name)
