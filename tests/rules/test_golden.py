"""The golden log: a whole fight, every event and every die in order, the same under any hash seed.

After a change that is meant run `python -m tests.rules.golden_log > tests/rules/golden/addict.txt`, and read the
difference.
"""

import os
import subprocess
import sys

import pytest

from tests.rules.golden_log import GOLDEN, golden_lines
from tests.server import ROOT

LOG = (GOLDEN / "addict.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_the_log_is_the_same_under_every_hash_seed(hash_seed: str) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "tests.rules.golden_log"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
        text=True,
        encoding="utf-8",
    )
    assert told.stdout == LOG


def test_the_log_is_that_of_three_rounds_and_their_opening() -> None:
    began = [line.split(".")[0] for line in golden_lines("addict") if " RoundBegan" in line]
    assert began == ["0", "1", "2", "3"]


def test_the_log_shows_its_dice() -> None:
    assert LOG.count(" <to_hit ") + LOG.count("; to_hit ") >= 6
    assert "<turning jaroo 1d20 [" in LOG
