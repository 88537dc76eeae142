"""The counts of the relations: held, exempted by clause, failed.

``python -m tests.rules.relations [FIGHTS] [RULESET...]`` prints them, for random fights and for the library.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from rules.procedures import list_rulesets
from rules.scenarios import parse_scenario
from rules.scenarios.library import find_scenario_files
from tests.rules.relations.exemptions import Verdict
from tests.rules.relations.fights import random_fight
from tests.rules.relations.file_relations import OTHERWISE, judge_awaited, judge_reversed
from tests.rules.relations.moved import MOVED, OFF_THE_AXES, judge_moved, judge_moved_file, settle_off_the_axes
from tests.rules.relations.playing import settled
from tests.rules.relations.relations import AWAITED, RELATIONS, REORDERED


@dataclass
class Count:
    """The results of one relation."""

    held: int = 0
    exempted: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)

    def add(self, verdict: Verdict, where: str, otherwise: str | None = None) -> None:
        """Count a result; ``otherwise`` is the reason for which a scenario file may fail."""
        if not verdict.speaks:
            return
        if verdict.excepted is not None:
            clause, why = verdict.excepted.clause, verdict.excepted.why
            self.exempted[f"{clause}: {why}" if clause else why] += 1
        elif verdict.problem and otherwise is not None:
            self.exempted[otherwise] += 1
        elif verdict.problem:
            self.failed.append(f"{where}\n{verdict.problem}")
        else:
            self.held += 1


def judge_random(seed: int, ruleset: str) -> Iterator[Verdict]:
    """Yield the results of every relation in a random fight."""
    base = settled(random_fight(seed, ruleset))
    yield from (relation.holds(base) for relation in RELATIONS if ruleset in relation.rulesets)
    if ruleset in OFF_THE_AXES:
        yield judge_moved(settle_off_the_axes(seed, ruleset))


def count_random(fights: int, ruleset: str) -> dict[str, Count]:
    """Return the counts by relation in random fights."""
    counts: dict[str, Count] = defaultdict(Count)
    for seed in range(fights):
        for verdict in judge_random(seed, ruleset):
            counts[verdict.name].add(verdict, f"{ruleset}, seed {seed}")
    return counts


def count_files(ruleset: str) -> dict[str, Count]:
    """Return the counts by relation in the library's files of a procedure."""
    counts: dict[str, Count] = defaultdict(Count)
    for name, path in find_scenario_files(ruleset.partition("/")[0]).items():
        script = parse_scenario(path.read_text(encoding="utf-8"), name)
        if script.ruleset != ruleset:
            continue
        counts[REORDERED.name].add(judge_reversed(script), name, OTHERWISE.get((REORDERED.name, name)))
        counts[AWAITED.name].add(judge_awaited(script), name, OTHERWISE.get((AWAITED.name, name)))
        for verdict in judge_moved_file(script):
            counts[MOVED].add(verdict, name)
    return counts


def print_counts(title: str, counts: dict[str, Count]) -> None:
    """Print the counts of one procedure, and what failed."""
    sys.stdout.write(f"{title}\n")
    for name, count in counts.items():
        exempted = sum(count.exempted.values())
        sys.stdout.write(f"  {name}: {count.held} held, {exempted} exempted, {len(count.failed)} failed\n")
        sys.stdout.write("".join(f"    {many} exempted: {why}\n" for why, many in count.exempted.most_common()))
        sys.stdout.write("".join(f"    FAILED {each}\n" for each in count.failed))
    sys.stdout.flush()


def main() -> None:
    """Print the counts."""
    fights = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    for ruleset in sys.argv[2:] or list_rulesets():
        print_counts(f"{ruleset}: {fights} random fights", count_random(fights, ruleset))
        print_counts(f"{ruleset}: the library", count_files(ruleset))
