"""The digests of the library: a line for each scenario file, "<procedure>/VII.B.toml  0123"."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.rules.projection import door
from tests.rules.projection.projecting import digest, project

DIGESTS = Path(__file__).with_name("digests.txt")
"""Made by `python -m tests.rules.projection --write`."""


def run_lines(run: door.Run) -> Iterator[str]:
    """Yield the projection of a scenario that was played, for its viewers."""
    return project([(event, 0) for event in run.events], door.run_viewers(run))


def run_digest(run: door.Run) -> str:
    """Return the digest of the projection of a scenario that was played."""
    return digest(run_lines(run))


def play_file(name: str) -> door.Run:
    """Play a file of the library, by its name there."""
    return door.play_scenario(door.parse_scenario(door.library_files()[name].read_text(encoding="utf-8"), name))


def read_digests(text: str) -> dict[str, str]:
    """Return the digest of each file, by its name."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        name, _, each = line.rpartition("  ")
        found[name] = each
    return found


def write_digests(found: Mapping[str, str]) -> str:
    """Return the text of the digests, sorted by name."""
    return "".join(f"{name}  {found[name]}\n" for name in sorted(found))
