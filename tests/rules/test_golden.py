"""The golden log: a whole fight, every event and every die in order, the same under any hash seed.

After a change that is meant run `python -m tests.rules.golden_log addict > tests/rules/golden/addict.txt` (or another
ruleset), and read the difference.
"""

import os
import subprocess
import sys

import pytest

from rules.ruleset import RULESETS
from tests.rules.golden_log import GOLDEN, golden_lines
from tests.server import ROOT

FIGHTS = [file.stem for file in sorted(GOLDEN.glob("*.toml"))]


def log(ruleset: str) -> str:
    return (GOLDEN / f"{ruleset}.txt").read_text(encoding="utf-8")


def test_every_ruleset_has_one() -> None:
    assert sorted(RULESETS) == FIGHTS


@pytest.mark.parametrize("ruleset", FIGHTS)
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
    assert told.stdout == log(ruleset)


@pytest.mark.parametrize("ruleset", FIGHTS)
def test_the_log_is_that_of_three_rounds_and_their_opening(ruleset: str) -> None:
    began = [line.split(".")[0] for line in golden_lines(ruleset) if " RoundBegan" in line]
    assert began == ["0", "1", "2", "3"]


@pytest.mark.parametrize("ruleset", FIGHTS)
def test_the_log_shows_its_dice(ruleset: str) -> None:
    assert log(ruleset).count(" <to_hit ") + log(ruleset).count("; to_hit ") >= 6
    assert "<turning jaroo 1d20 [" in log(ruleset)
