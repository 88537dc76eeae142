"""The counts of the relations: held, exempted by clause, failed.

The command `python -m tests.rules.relations` prints them, for random fights and for the library. With `--find` it
prints the rows of `EXEMPTED` (tests/procedures/<name>/relations.py) whose fight is another one by now.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rules.procedures import list_rulesets
from rules.scenarios import parse_scenario
from rules.scenarios.library import find_scenario_files
from tests.registered import gather
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


# Fights in which an exemption applies.


Row = tuple[str, str, str, str, int]
"""Procedure, relation, clause, a word of why, and the number of a fight in which that exemption applies."""

EXEMPTED: tuple[Row, ...] = tuple(
    row for rows in gather("relations", "EXEMPTED") for row in rows if row[0] in list_rulesets()
)
"""A fight for every exemption."""


def is_exempted(row: Row) -> bool:
    """Return whether the exemption of a row applies in its fight."""
    ruleset, name, clause, why, seed = row
    relation = next(each for each in RELATIONS if each.name == name)
    excepted = relation.holds(settled(random_fight(seed, ruleset))).excepted
    return excepted is not None and excepted.clause == clause and why in excepted.why


def find_fight(row: Row, fights: int) -> Row | None:
    """Return a row with the first of so many fights in which its exemption applies, or None."""
    return next((each for seed in range(fights) if is_exempted(each := (*row[:4], seed))), None)


def print_found(fights: int, rulesets: Sequence[str]) -> None:
    """Print a row in place of each whose exemption does not apply in its fight any more."""
    for row in EXEMPTED:
        if row[0] not in rulesets or is_exempted(row):
            continue
        found = find_fight(row, fights)
        sys.stdout.write(f"{row} -> {found or f'none in {fights} fights'}\n")
        sys.stdout.flush()


def main(argv: Sequence[str]) -> None:
    """Print the counts, or with ``--find`` the fights that show an exemption now."""
    parser = argparse.ArgumentParser(prog="python -m tests.rules.relations", description=__doc__)
    parser.add_argument("fights", nargs="?", type=int, metavar="FIGHTS", help="how many: 25, with --find 6000")
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="of these procedures alone")
    parser.add_argument("--find", action="store_true", help="print fights in which the exemptions apply now")
    given = parser.parse_args(argv)
    if unknown := [each for each in given.rulesets if each not in list_rulesets()]:
        parser.error(f"no procedure: {', '.join(unknown)}")
    rulesets = given.rulesets or list_rulesets()
    if given.find:
        print_found(given.fights or 6000, rulesets)
        return
    fights = given.fights or 25
    for ruleset in rulesets:
        print_counts(f"{ruleset}: {fights} random fights", count_random(fights, ruleset))
        print_counts(f"{ruleset}: the library", count_files(ruleset))
