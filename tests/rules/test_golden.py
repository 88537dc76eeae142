"""The golden log: every event and die of a whole fight, the same under any hash seed.

After a change that is meant run `python -m tests.rules.golden_log PROCEDURE > tests/procedures/PROCEDURE/golden.txt`,
and read the difference.
"""

import os
import subprocess
import sys

import pytest

from rules.procedures import list_rulesets
from tests.any_procedure import FAMILY
from tests.rules.golden_log import golden_file, golden_lines
from tests.server import ROOT

LOGS = {id: golden_file(id, "txt").read_text(encoding="utf-8") for id in list_rulesets()}


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_the_logs_are_the_same_under_every_hash_seed(hash_seed: str) -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "tests.rules.golden_log", *LOGS],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
        text=True,
        encoding="utf-8",
    )
    assert finished.stdout == "".join(LOGS.values())


of_the_family = pytest.mark.parametrize("ruleset", FAMILY)


@of_the_family
def test_the_log_is_that_of_three_rounds_and_their_opening(ruleset: str) -> None:
    began = [line.split(".")[0] for line in golden_lines(ruleset) if " RoundBegan" in line]
    assert began == ["0", "1", "2", "3"]


@of_the_family
def test_the_log_shows_its_dice(ruleset: str) -> None:
    assert LOGS[ruleset].count(" <to_hit ") + LOGS[ruleset].count("; to_hit ") >= 6
    assert "<turning jaroo 1d20 [" in LOGS[ruleset]
