"""The counts of claims of reach: held, exempted by clause, failed.

``python -m tests.rules.reaches [FIGHTS] [RULESET...]`` prints them, for the library and for random fights.
"""

import sys

from rules.kernel import events as e
from rules.procedures import list_rulesets
from rules.scenarios import parse_scenario, play_scenario
from rules.scenarios.library import find_scenario_files
from tests.rules.reaches.checking import Tally, check_log
from tests.rules.relations.moved import settle_off_the_axes


def list_files(ruleset: str) -> list[tuple[str, tuple[e.Event, ...]]]:
    """Return the log of each library file that is played by a procedure, by the file's name."""
    found = []
    for name, path in find_scenario_files(ruleset.partition("/")[0]).items():
        run = play_scenario(parse_scenario(path.read_text(encoding="utf-8"), name))
        if run.ruleset.id == ruleset:
            found.append((name, run.events))
    return found


def play_random(seed: int, ruleset: str) -> list[e.Event]:
    """Return the log of a random fight."""
    return settle_off_the_axes(seed, ruleset).events


def main() -> None:
    """Print the counts."""
    fights = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    for ruleset in sys.argv[2:] or list_rulesets():
        tally = Tally()
        for name, events in list_files(ruleset):
            check_log(events, tally, name)
        for seed in range(fights):
            check_log(play_random(seed, ruleset), tally, f"{ruleset}, seed {seed}")
        counts = [f"{count} exempted: {name}" for name, count in sorted(tally.exempted.items())]
        sys.stdout.write("\n  ".join([f"{ruleset}: {tally.held} held, {len(tally.failed)} failed", *counts]) + "\n")
        sys.stdout.write("".join(f"  {each}\n" for each in tally.failed))
