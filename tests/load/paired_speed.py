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
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import NamedTuple, Self

from rules.procedures import list_rulesets
from tests.load.rules_speed import play
from tests.server import ROOT

COMBATANTS = 12
RUNS = 5
"""The number of pairs of workers: a worker may be slower than another for its whole life."""
TURNS = 12
"""The number of turns of a pair, in each of which both workers measure: a machine may be slower for seconds."""
LOUDNESS = {"loud": False, "quiet": True}


def report(commit: str, seconds: float, rulesets: Sequence[str] = (), runs: int = RUNS) -> None:
    """Print for these rulesets, loud and quiet, the median speeds and the median of the ratios.

    Without a ruleset all are measured.
    """
    chosen = tuple(rulesets) or list_rulesets()
    print(f"Rules against {commit}, one core, 6 against 6: medians of {runs * TURNS} turns, by processor time:")
    with extract_rules(commit) as earlier:
        measured = [list(_measure_pair(earlier, seconds, chosen, is_swapped=bool(run % 2))) for run in range(runs)]
    for same in zip(*measured, strict=True):
        turns = [turn for pair in same for turn in pair.turns]
        if not turns:
            print(f"  {same[0].ruleset:20} {same[0].loudness:6} cannot be played by the earlier commit")
            continue
        before, now = (median(speeds) for speeds in zip(*turns, strict=True))
        lower, middle, upper = quantiles(after / earlier for earlier, after in turns)
        print(
            f"  {same[0].ruleset:20} {same[0].loudness:6} {before:7.1f} -> {now:7.1f} rounds/s"
            f"  ratio {middle:5.3f}  (half of the turns {lower:5.3f} to {upper:5.3f})"
        )


class Pair(NamedTuple):
    """The measures of a pair of workers: turns of rounds a second before and now.

    There are none where the earlier commit cannot play the ruleset.
    """

    ruleset: str
    loudness: str
    turns: list[tuple[float, float]]


def _measure_pair(earlier: Path, seconds: float, rulesets: Sequence[str], *, is_swapped: bool) -> Iterator[Pair]:
    """Yield the measures of one pair of workers; swapped, the earlier commit comes second."""
    with ExitStack() as stack:
        before, now = stack.enter_context(Worker(earlier)), stack.enter_context(Worker(ROOT))
        order = (now, before) if is_swapped else (before, now)
        for ruleset in rulesets:
            for loudness in LOUDNESS:
                turns: list[tuple[float, float]] = []
                for _ in range(TURNS):
                    speeds = {worker: worker.measure(ruleset, loudness, seconds / TURNS) for worker in order}
                    if (old := speeds[before]) is not None and (new := speeds[now]) is not None:
                        turns.append((old, new))
                yield Pair(ruleset, loudness, turns)


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
    warm: set[tuple[str, str]] = set()
    for line in sys.stdin:
        ruleset, loudness, seconds = line.split()
        speed = ""
        if ruleset in list_rulesets():
            if (ruleset, loudness) not in warm:
                play(COMBATANTS, float(seconds), LOUDNESS[loudness], ruleset)  # what is read once is not measured
                warm.add((ruleset, loudness))
            speed = str(play(COMBATANTS, float(seconds), LOUDNESS[loudness], ruleset).rounds_a_second)
        print(speed, flush=True)


if __name__ == "__main__":
    work(Path(sys.argv[1]))
