"""The golden log: one whole fight as text, every event and every die in order.

`python -m tests.rules.golden_log PROCEDURE ...` prints those of these procedures, one after the other. It stands among
the tests of its procedure: `golden.txt`, the fight in `golden.toml`; of a layer over a procedure not its first,
`golden_over_<procedure>`.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from rules.kernel.events import Event
from rules.scenarios import parse_scenario, play_scenario
from rules.scenarios.library import find_scenario_files
from rules.scenarios.short_forms import format_text_line
from tests.server import ROOT


def golden_file(ruleset: str, suffix: str) -> Path:
    """Return the file with the golden log of a procedure, or with its fight."""
    folder, _, base = ruleset.partition("/")
    return ROOT / "tests" / "procedures" / folder / f"golden{f'_over_{base}' if base else ''}.{suffix}"


def golden_lines(ruleset: str) -> Iterator[str]:
    """Yield the log of the ruleset's golden fight, a line an event, with the dice that it shows."""
    own = golden_file(ruleset, "toml")
    file = own if own.exists() else find_scenario_files()[f"{ruleset}/two_rounds.toml"]
    run = play_scenario(parse_scenario(file.read_text(encoding="utf-8"), file.name))
    yield f"# {run.script.title}, round by round"
    for event in run.events:
        yield f"{format_text_line(event)}{_dice(event)}"


def _dice(event: Event) -> str:
    dice = [f"{rolled.purpose} {rolled.by} {rolled.dice} {list(rolled.faces)}" for rolled in event.rolls]
    return f" <{'; '.join(dice)}>" if dice else ""


if __name__ == "__main__":
    for each in sys.argv[1:]:
        print("\n".join(golden_lines(each)))  # noqa: T201
