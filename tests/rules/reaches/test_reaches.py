"""Nobody strikes, is struck or is caught farther off than the weapon or spell reaches."""

import pytest

from rules.procedures import list_rulesets, split_layer
from rules.scenarios import parse_scenario, play_scenario
from rules.scenarios.library import find_scenario_files
from tests.registered import gather
from tests.rules.reaches.checking import Tally, check_log, find_parts, list_unreached
from tests.rules.reaches.counting import play_random
from tests.rules.relations.moved import OFF_THE_AXES
from tests.soak import runs

FIGHTS = range(runs(1000))


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", OFF_THE_AXES)
def test_in_random_fights_nobody_is_reached_from_farther_off(ruleset: str) -> None:
    failed = [each for seed in FIGHTS for each in list_unreached(play_random(seed, ruleset), f"seed {seed}")]
    assert failed == []


EXEMPTED = tuple(row for rows in gather("reaches", "EXEMPTED") for row in rows if row[0] in list_rulesets())
"""For every exemption a fight in which it applies: procedure, name, and a file of the library or a seed."""


@pytest.mark.parametrize(("ruleset", "name", "fight"), EXEMPTED)
def test_an_exemption_occurs(ruleset: str, name: str, fight: str | int) -> None:
    tally = Tally()
    if isinstance(fight, str):
        text = find_scenario_files()[fight].read_text(encoding="utf-8")
        check_log(play_scenario(parse_scenario(text, fight)).events, tally, fight)
    else:
        check_log(play_random(fight, ruleset), tally, f"seed {fight}")
    assert tally.exempted[name]


@pytest.mark.parametrize("ruleset", [each for each in list_rulesets() if not split_layer(each)[1]])
def test_every_exemption_is_shown_to_occur(ruleset: str) -> None:
    _, exemptions = find_parts(ruleset)
    shown = [name for _, name, _ in EXEMPTED]
    assert [each.name for each in exemptions if each.name not in shown] == []
