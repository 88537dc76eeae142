"""The copies that this installation keeps of itself: by night, before migrations, by hand."""

import contextlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from pathlib import Path

import structlog
from django.conf import settings

from combat_site.copies.files import CopyError, Manifest, read_manifest
from combat_site.copies.making import make_copy

log = structlog.get_logger(__name__)


class Reason(StrEnum):
    """The reason for which a copy was made; its file is named for it."""

    NIGHT = "night"
    MIGRATION = "before-migration"
    RESTORE = "before-restore"
    HAND = "by-hand"


KEPT = {Reason.NIGHT: 7, Reason.MIGRATION: 5, Reason.RESTORE: 5}
"""The newest copies of each kind that are kept. Those that people made are kept until they delete them."""

DAY_BEGINS = timedelta(hours=4)
"""The hour, in UTC, at which a day begins: an evening and its night are one."""


@dataclass(frozen=True)
class KeptCopy:
    """A copy in the folder of copies."""

    file: Path
    reason: Reason
    made: datetime
    size: int
    """Its bytes."""
    manifest: Manifest | None
    """Its description; None where it is damaged."""


def find_folder() -> Path:
    """Return the folder of copies."""
    return Path(settings.VAR) / "copies"


def list_copies() -> list[KeptCopy]:
    """Return the copies that are kept, the newest first."""
    found = [copy for file in find_folder().glob("*.zip") if (copy := _read_copy(file))]
    return sorted(found, key=lambda copy: (copy.made, copy.file.name), reverse=True)


def _read_copy(file: Path) -> KeptCopy | None:
    """Return a copy by its file; None for a file of another name, or one that is gone."""
    stamp, _, reason = file.stem.partition("-")
    try:
        made, size = datetime.strptime(stamp, "%Y%m%dT%H%M%S").replace(tzinfo=UTC), file.stat().st_size
        kind = Reason(reason)
    except (ValueError, OSError):
        return None
    try:
        return KeptCopy(file, kind, made, size, read_manifest(file))
    except CopyError:
        return KeptCopy(file, kind, made, size, None)


def keep_copy(reason: Reason) -> Path:
    """Make a copy in the folder of copies, and delete the oldest of its kind.

    Raises CopyError.
    """
    folder = find_folder()
    file = folder / f"{datetime.now(UTC):%Y%m%dT%H%M%S}-{reason}.zip"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as problem:
        raise CopyError(f"No copy was made: {problem}.") from problem
    make_copy(file)
    _delete_oldest(reason)
    return file


def keep_copy_if_possible(reason: Reason) -> str:
    """Make a copy, and return why there is none; "" where there is one."""
    try:
        keep_copy(reason)
    except CopyError as problem:
        log.error("no copy was made", reason=str(reason), problem=str(problem))
        return str(problem)
    return ""


def keep_copy_of_today() -> str:
    """Make the copy of this day, unless there is one or another process makes it.

    Returns why there is none; "" otherwise.
    """
    try:
        find_folder().mkdir(mode=0o700, exist_ok=True)
        with _lock(find_folder() / ".lock") as is_first:
            return keep_copy_if_possible(Reason.NIGHT) if is_first and is_due(datetime.now(UTC)) else ""
    except OSError as problem:
        log.error("no copy was made", reason=str(Reason.NIGHT), problem=str(problem))
        return str(problem)


def is_due(now: datetime) -> bool:
    """Return whether the copy of this day is missing."""
    made = [copy.made for copy in list_copies() if copy.reason is Reason.NIGHT and copy.manifest]
    return not made or _find_day(max(made)) < _find_day(now)


def _find_day(moment: datetime) -> date:
    return (moment - DAY_BEGINS).date()


def _delete_oldest(reason: Reason) -> None:
    """Delete the copies of a kind beyond those that are kept, and what was left of drafts."""
    same = [copy for copy in list_copies() if copy.reason is reason]
    for copy in same[KEPT.get(reason, len(same)) :]:
        copy.file.unlink(missing_ok=True)
    for draft in find_folder().glob(".*.zip-*"):
        if draft.stat().st_mtime < datetime.now(UTC).timestamp() - DAY_BEGINS.total_seconds():
            draft.unlink(missing_ok=True)


@contextlib.contextmanager
def _lock(path: Path) -> Iterator[bool]:
    """Hold a lock on a file, and yield whether nobody else holds it. It ends with the process."""
    with path.open("a+b") as file:
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
        else:
            yield True
