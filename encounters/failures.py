"""Failures of what a table runs on: the database, the disk, the static files.

Each has one line in the log, one message for people, and a word that /readyz says for a minute.
"""

import errno
import sqlite3
from dataclasses import dataclass
from time import monotonic

import structlog
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import InterfaceError, OperationalError

NOTED_SECONDS = 60.0
"""The seconds for which a failure counts as lasting."""

QUIET_SECONDS = 10.0
"""The seconds in which one kind of failure has one line in the log; a full disk need not be told of each."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Failure:
    """A kind of failure that is not the table's own."""

    id: str
    """What /readyz waits for meanwhile."""
    line: str
    """The line in the log."""
    words: str
    """The message for the people at the table."""


AWAY = Failure(
    "database",
    "the database does not answer",
    "The table’s database does not answer just now. Nothing was recorded: try again in a moment.",
)
BUSY = Failure(
    "busy",
    "the database was locked for too long",
    "The table is very busy. Nothing was recorded: try again in a moment.",
)
FULL = Failure(
    "disk",
    "the disk is full: free some space, or nothing can be recorded",
    "The disk of the machine that runs this table is full. Nothing was recorded: free some space, then try again.",
)
READ_ONLY = Failure(
    "writable",
    "the database cannot be written: its file or folder is read-only",
    "This table cannot be written: its file or folder is read-only. Nothing was recorded. Tell the person who runs it.",
)
STATIC = Failure(
    "static",
    f"the static files are missing: run {settings.MANAGE} collectstatic",
    f"This table’s scripts and styles are missing. The person who runs it must run “{settings.MANAGE} collectstatic”.",
)

OF_SQLITE = {
    "SQLITE_FULL": FULL,
    "SQLITE_READONLY": READ_ONLY,
    "SQLITE_BUSY": BUSY,
    "SQLITE_LOCKED": BUSY,
    "SQLITE_CANTOPEN": READ_ONLY,
}
OF_POSTGRESQL = {"53100": FULL, "25006": READ_ONLY, "40001": BUSY, "40P01": BUSY, "55P03": BUSY}
"""The failures by the state that PostgreSQL names; without one of these it is away."""
OF_SYSTEM = {errno.ENOSPC: FULL, errno.EDQUOT: FULL, errno.EROFS: READ_ONLY}

_noted: dict[str, float] = {}
_told: dict[str, float] = {}


def find_failure(problem: BaseException | None) -> Failure | None:
    """Return the failure behind an exception; None for an exception of another kind."""
    if isinstance(problem, OperationalError | InterfaceError):
        return _find_database_failure(problem.__cause__)
    if isinstance(problem, OSError):
        return OF_SYSTEM.get(problem.errno or 0)
    return STATIC if isinstance(problem, ValueError) and is_static_missing() else None


def _find_database_failure(cause: BaseException | None) -> Failure | None:
    if isinstance(cause, sqlite3.Error):
        name = getattr(cause, "sqlite_errorname", "")
        return next((failure for begin, failure in OF_SQLITE.items() if name.startswith(begin)), None)
    return OF_POSTGRESQL.get(getattr(cause, "sqlstate", None) or "", AWAY)


def is_static_missing() -> bool:
    """Return whether the names of the collected static files are missing, where pages need them."""
    return getattr(staticfiles_storage, "hashed_files", True) == {}


def note_failure(problem: BaseException | None) -> Failure | None:
    """Return the failure behind an exception, note it, and write its line.

    Returns None for an exception of another kind.
    """
    failure = find_failure(problem)
    if failure is None:
        return None
    now = monotonic()
    _noted[failure.id] = now
    if now - _told.get(failure.id, -QUIET_SECONDS) >= QUIET_SECONDS:
        _told[failure.id] = now
        log.error(failure.line, problem=str(problem))
    return failure


def is_failing(failure: Failure) -> bool:
    """Return whether this failure was noted within the last minute."""
    return monotonic() - _noted.get(failure.id, -NOTED_SECONDS) < NOTED_SECONDS


def forget_failures() -> None:
    """Forget every failure that was noted."""
    _noted.clear()
    _told.clear()
