"""The costs of a fight after many rounds against those after few: as ratios."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.server import ROOT, clean_environ, manage

SIZES = (150, 3_000, 10_000)
"""Events after which it is measured."""


def measure(sizes: tuple[int, ...] = SIZES) -> list[dict[str, float]]:
    """Return what each thing cost at each of these sizes, by its name."""
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
    print("A fight after " + ", ".join(f"{each['events']:.0f}" for each in (first, *others)) + " events, milliseconds:")
    for name in (each for each in first if each != "events"):
        grown = "".join(f" {each[name]:8.1f}  x {each[name] / first[name]:<5.1f}" for each in others)
        print(f"  {name:38} {first[name]:8.1f}{grown}")
