"""A scenario goes the same with its roster reversed, and with one more far away who awaits."""

import pytest

from rules.scenarios import Script, parse_scenario
from rules.scenarios.library import find_scenario_files
from tests.registered import gather
from tests.rules.relations.file_relations import judge_awaited, judge_reversed
from tests.soak import is_soak

AMBIGUOUS = tuple(name for names in gather("relations", "AMBIGUOUS") for name in names)
"""Files of which an answer may be given to two questions: the one that is asked first."""

FILES = tuple(name for name in find_scenario_files() if name not in AMBIGUOUS)[:: 1 if is_soak() else 15]


def read(name: str) -> Script:
    return parse_scenario(find_scenario_files()[name].read_text(encoding="utf-8"), name)


@pytest.mark.parametrize("name", FILES)
def test_a_scenario_goes_the_same_with_its_roster_reversed(name: str) -> None:
    assert judge_reversed(read(name)).problem == ""


@pytest.mark.parametrize("name", FILES)
def test_a_scenario_goes_the_same_with_one_more_who_awaits(name: str) -> None:
    assert judge_awaited(read(name)).problem == ""


@pytest.mark.parametrize("name", AMBIGUOUS)
def test_an_exempted_file_goes_otherwise(name: str) -> None:
    assert judge_reversed(read(name)).problem
