"""The migrations of an SQLite file that is not the table's own, in a process of its own.

Some migrations read through the default database: there the file is it.
"""

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

from django.conf import settings

from combat_site.copies.files import CopyError


def migrate_file(database: Path, *target: str) -> None:
    """Apply the migrations to a file: all, or those of an app up to one. Raises CopyError."""
    done = run_command("migrate", *target, "--verbosity", "0", DATABASE_URL=write_url(database))
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"migrate ended with {done.returncode}"]
        raise CopyError(f"The migrations of the copy failed: {lines[-1]}")


def write_url(database: Path) -> str:
    """Return the DATABASE_URL of an SQLite file."""
    return f"sqlite:///{quote(str(database.resolve()), safe='/')}"


def run_command(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command of this site in a process of its own, which makes no other copies by itself."""
    fixed = {"DJANGO_SETTINGS_MODULE": "combat_site.settings", "VAR_DIR": str(settings.VAR.resolve()), "COPIES": "0"}
    return subprocess.run(
        [sys.executable, "-m", "django", *words],
        check=False,
        cwd=settings.BASE_DIR,  # where Python finds the packages of the site
        env={**os.environ, **fixed, **variables},
        capture_output=True,
        text=True,
    )
