"""The golden log: a whole fight, every event and every die in order, the same under any hash seed.

After a change that is meant run `python -m tests.rules.golden_log addict > tests/rules/golden/addict.txt` (or another
ruleset), and read the difference.
"""

import os
import subprocess
import sys

import pytest

from rules.procedures import list_rulesets
from rules.scenarios import play_scenario
from rules.scenarios.library import load_library_script
from tests.procedures.dew.random_play import BY_HIT_POINTS
from tests.rules.golden_log import GOLDEN, golden_lines
from tests.server import ROOT

LOGS = {id: (GOLDEN / f"{id}.txt").read_text(encoding="utf-8") for id in list_rulesets()}

of_each = pytest.mark.parametrize("ruleset", list_rulesets())


@of_each
@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_the_log_is_the_same_under_every_hash_seed(hash_seed: str, ruleset: str) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "tests.rules.golden_log", ruleset],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
        text=True,
        encoding="utf-8",
    )
    assert told.stdout == LOGS[ruleset]


by_hit_points = pytest.mark.parametrize("ruleset", BY_HIT_POINTS)


@by_hit_points
def test_the_log_is_that_of_three_rounds_and_their_opening(ruleset: str) -> None:
    began = [line.split(".")[0] for line in golden_lines(ruleset) if " RoundBegan" in line]
    assert began == ["0", "1", "2", "3"]


@by_hit_points
def test_the_log_shows_its_dice(ruleset: str) -> None:
    assert LOGS[ruleset].count(" <to_hit ") + LOGS[ruleset].count("; to_hit ") >= 6
    assert "<turning jaroo 1d20 [" in LOGS[ruleset]


def test_the_log_of_dews_sequence_is_that_of_two_rounds_with_every_roll_scripted() -> None:
    began = [line.split(".")[0] for line in golden_lines("dew") if " RoundBegan" in line]
    assert began == ["1", "2"]
    purposes = ("hit", "crit", "damage", "break.parry", "consult.max")
    assert [LOGS["dew"].count(f"<{purpose} ") for purpose in purposes] == [7, 5, 5, 1, 1]


def test_no_die_of_the_fight_worked_by_hand_fell_unscripted() -> None:
    run = play_scenario(load_library_script("dew/two_rounds.toml"))
    assert {rolled.source for event in run.events for rolled in event.rolls} == {"scripted"}
