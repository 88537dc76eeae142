"""The speed of every procedure against an earlier commit, measured in one run.

Each run starts a worker with the rules of the earlier commit and one with those of this checkout. Both play the fights
of this checkout, with its code of measuring, by turns.
"""

import io
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

from rules.procedures import list_rulesets
from tests.load.rules_speed import play
from tests.server import ROOT

COMBATANTS = 12
RUNS = 5
"""The number of pairs of workers: a worker may be slower than another for its whole life."""
LOUDNESS = {"loud": False, "quiet": True}


def report(commit: str, seconds: float) -> None:
    """Print for every ruleset, loud and quiet, the medians of both and their ratio."""
    print(f"Rules against {commit}, one core, 6 against 6: medians of {RUNS} pairs of runs, by processor time:")
    with extract_rules(commit) as earlier:
        measured = [list(_measure_pair(earlier, seconds, is_swapped=bool(run % 2))) for run in range(RUNS)]
    for same in zip(*measured, strict=True):
        (ruleset, loudness), before, now = _gather(same)
        if not before:
            print(f"  {ruleset:20} {loudness:6} cannot be played by the earlier commit")
            continue
        ratios = sorted(new / old for new, old in zip(now, before, strict=True))
        print(
            f"  {ruleset:20} {loudness:6} {median(before):7.1f} -> {median(now):7.1f} rounds/s"
            f"  ratio {median(now) / median(before):5.3f}  (pairs {ratios[0]:5.3f} to {ratios[-1]:5.3f})"
        )


Pair = tuple[str, str, float | None, float | None]
"""A ruleset, its loudness, and the rounds a second before and now; None where it cannot be played."""


def _gather(pairs: Sequence[Pair]) -> tuple[tuple[str, str], list[float], list[float]]:
    both = [(before, now) for _, _, before, now in pairs if before is not None and now is not None]
    return pairs[0][:2], [before for before, _ in both], [now for _, now in both]


def _measure_pair(earlier: Path, seconds: float, *, is_swapped: bool) -> Iterator[Pair]:
    """Yield the measures of one pair of workers; swapped, the earlier commit comes second."""
    with ExitStack() as stack:
        before, now = stack.enter_context(Worker(earlier)), stack.enter_context(Worker(ROOT))
        for ruleset in list_rulesets():
            for loudness in LOUDNESS:
                order = (now, before) if is_swapped else (before, now)
                speeds = {worker: worker.measure(ruleset, loudness, seconds) for worker in order}
                yield ruleset, loudness, speeds[before], speeds[now]


@contextmanager
def extract_rules(commit: str) -> Iterator[Path]:
    """Yield a folder that has the rules of a commit and nothing else."""
    packed = subprocess.run(
        ["git", "archive", "--format=tar", commit, "rules"], cwd=ROOT, check=True, capture_output=True
    ).stdout
    with TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
        yield Path(folder)


class Worker:
    """A process that plays with the rules of one folder."""

    def __init__(self, tree: Path) -> None:
        # The folder in which a module is run comes before all others: its rules, and the tests of this checkout.
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.load.paired_speed", str(tree)], cwd=tree, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"},
        )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()

    def measure(self, ruleset: str, loudness: str, seconds: float) -> float | None:
        """Return the rounds a second; None where these rules cannot play it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(ruleset, loudness, seconds, file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError("the worker has stopped: see what it printed above")
        return float(answer) if answer.strip() else None


def work(tree: Path) -> None:
    """Answer each line of the input by rounds a second.

    A line has a ruleset, its loudness and a time. The answer is empty where the rules have no such ruleset.
    """
    import rules

    assert Path(rules.__file__).is_relative_to(tree), f"the rules are those of {rules.__file__}"
    for line in sys.stdin:
        ruleset, loudness, seconds = line.split()
        speed = ""
        if ruleset in list_rulesets():
            play(COMBATANTS, float(seconds) / 10, LOUDNESS[loudness], ruleset)  # what is read once is not measured
            speed = str(play(COMBATANTS, float(seconds), LOUDNESS[loudness], ruleset).rounds_a_second)
        print(speed, flush=True)


if __name__ == "__main__":
    work(Path(sys.argv[1]))
