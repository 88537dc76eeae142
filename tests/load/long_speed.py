"""The costs of a fight after many rounds against those after few: as ratios."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.server import ROOT, clean_environ, manage

ROUNDS = (12, 60, 125)
"""Rounds after which it is measured; there are some 80 events to a round."""


def measure(sizes: tuple[int, ...] = ROUNDS) -> list[dict[str, float]]:
    """Return what each thing cost after each of these numbers of rounds, by its name."""
    with tempfile.TemporaryDirectory(prefix="ten-segments-") as folder:
        environ = clean_environ(
            VAR_DIR=folder,
            DATABASE_URL=f"sqlite:///{Path(folder) / 'bench.sqlite3'}",
            LOG_LEVEL="ERROR",
            DJANGO_SETTINGS_MODULE="combat_site.settings",
        )
        manage("migrate", "--verbosity=0", environ=environ)
        manage("collectstatic", "--noinput", "--verbosity=0", environ=environ)
        command = [sys.executable, "-m", "tests.load.long_fight", *map(str, sizes)]
        told = subprocess.run(command, cwd=ROOT, env=dict(environ), check=True, stdout=subprocess.PIPE, text=True)
        return [json.loads(line) for line in told.stdout.splitlines()]


def report() -> None:
    """Print each cost at all sizes, and by how much it has grown since the first."""
    first, *others = measure()
    sizes = [f"{each['rounds']:.0f} rounds ({each['events']:.0f} events)" for each in (first, *others)]
    print(f"A fight after {', '.join(sizes)}, milliseconds:")
    for name in (each for each in first if each not in ("rounds", "events")):
        grown = "".join(f" {each[name]:8.1f}  x {each[name] / first[name]:<5.1f}" for each in others)
        print(f"  {name:38} {first[name]:8.1f}{grown}")
