"""The restoring of golden databases, and the list of the fights in them."""

import json
import lzma
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db import connections
from django.db.utils import load_backend

from encounters import log, log_reader, stored
from encounters.services import games
from rules.procedures import list_rulesets
from tests.golden.cast import find_own

RELEASES = sorted(each for each in Path(__file__).parent.iterdir() if (each / "fights.txt.xz").exists())
"""The folders of the golden databases, the oldest first."""


@dataclass(frozen=True)
class GoldenFight:
    """A fight of a golden database."""

    release: Path
    ruleset: str
    title: str

    @property
    def name(self) -> str:
        """Return its name in tables of fights: "2026-11-27: The title"."""
        return f"{self.release.name}: {self.title}"

    @property
    def reason_to_reopen(self) -> str:
        """Return why its open round is reopened before it goes on; "" where it goes on as it is."""
        reopened: dict[str, str] = find_own(self.ruleset, "REOPENED", {})
        return reopened.get(self.name, "")


def list_fights() -> list[GoldenFight]:
    """Return every fight by a procedure that is registered, release after release."""
    lines = [
        (release, line.split("\t"))
        for release in RELEASES
        for line in lzma.decompress((release / "fights.txt.xz").read_bytes()).decode().splitlines()
    ]
    known = list_rulesets()
    return [GoldenFight(release, ruleset, title) for release, (ruleset, title) in lines if ruleset in known]


def read_lines(release: Path) -> list[dict[str, Any]]:
    """Return the stored events of a release, with their rulesets as far as registered."""
    with lzma.open(release / "lines.jsonl.xz", "rt", encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    return [each for each in lines if each["ruleset"] in list_rulesets()]


def restore(release: Path, file: Path) -> None:
    """Write the database of a release to a new SQLite file."""
    with lzma.open(release / "database.sql.xz", "rt", encoding="utf-8") as dumped:
        text = dumped.read()
    connection = sqlite3.connect(file)
    connection.executescript(text)
    connection.close()


@contextmanager
def restored(release: Path, file: Path) -> Iterator[None]:
    """Restore a release's database, migrate it, and let everything read and write there."""
    restore(release, file)
    entry = {**settings.DATABASES["default"], **connections["default"].settings_dict}
    entry |= {"ENGINE": "django.db.backends.sqlite3", "NAME": str(file), "OPTIONS": {"transaction_mode": "IMMEDIATE"}}
    before = connections["default"]
    connections["default"] = load_backend(entry["ENGINE"]).DatabaseWrapper(entry, "default")
    forget_all()
    try:
        call_command("migrate", verbosity=0)
        yield
    finally:
        connections["default"].close()
        connections["default"] = before
        forget_all()


def forget_all() -> None:
    """Be a process that has read nothing."""
    games.forget_all()
    log.forget_all()
    log_reader.forget_all()
    stored.forget_faults()
