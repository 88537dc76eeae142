"""The file of a copy: a zip with a manifest, an SQLite database, and perhaps the secret key."""

import hashlib
import json
import os
import secrets
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from combat_site.version import VERSION

FORMAT = 1
"""The version of the file's form, which a later one raises when earlier versions cannot read it any more."""

MANIFEST, DATABASE, KEY = "manifest.json", "database.sqlite3", "secret-key"
"""The names in the zip."""

TABLE, CAMPAIGN = "everything", "campaign"
"""The kinds of copies."""

PIECE = 1 << 20
"""The bytes that are read at a time."""

DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, KeyError, TypeError, ValueError, RuntimeError)
"""The errors of reading a zip that is cut, changed, or none."""


class CopyError(Exception):
    """A copy that cannot be made, read or restored, with what to do in words."""


@dataclass(frozen=True)
class Manifest:
    """The description of a copy."""

    version: str
    """The version of the product that made it."""
    made: str
    """The time at which it was made, in UTC."""
    source: str
    """The kind of the database: sqlite or postgresql."""
    counts: Mapping[str, int]
    """The numbers of campaigns, fights and so on that are in it."""
    sha256: str
    """The checksum of the database in the file."""
    has_key: bool = False
    """The file holds the secret key."""
    kind: str = TABLE
    """What it is a copy of: everything, or one campaign."""
    format: int = FORMAT

    @property
    def made_at(self) -> datetime:
        """Return the time at which it was made."""
        return datetime.fromisoformat(self.made)

    @property
    def contents(self) -> str:
        """Return in words what is in it."""
        return write_counts(self.counts)


def describe(
    made: datetime, source: str, database: Path, counts: Mapping[str, int], *, has_key: bool = False, kind: str = TABLE
) -> Manifest:
    """Return the manifest of a database that was copied at this time."""
    return Manifest(VERSION, made.isoformat(), source, dict(counts), compute_checksum(database), has_key, kind)


def write_file(file: Path, manifest: Manifest, database: Path, key: str = "") -> None:
    """Write a copy; nobody but its owner reads it. Raises OSError.

    It has its name only once it is whole: a process that is ended leaves a hidden draft at most.
    """
    draft = file.with_name(f".{file.name}-{secrets.token_hex(4)}")
    draft.touch(0o600, exist_ok=False)
    try:
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as zipped:
            zipped.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))
            zipped.write(database, DATABASE)
            if key:
                zipped.writestr(KEY, key)
        with draft.open("rb") as written:
            os.fsync(written.fileno())
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def read_manifest(file: Path) -> Manifest:
    """Return the description of a copy.

    Raises CopyError where the file is damaged or of a newer form.
    """
    try:
        with zipfile.ZipFile(file) as zipped:
            told = json.loads(zipped.read(MANIFEST))
        if int(told["format"]) > FORMAT:
            raise CopyError(explain_newer(file, str(told.get("version", ""))))
        manifest = Manifest(**told)
        manifest.made_at  # noqa: B018  # a time that cannot be read is damage too
    except OSError as problem:
        raise CopyError(f"{file} cannot be read: {problem.strerror}.") from problem
    except DAMAGED as problem:
        raise CopyError(explain_damaged(file)) from problem
    return manifest


def unpack(file: Path, database: Path) -> Manifest:
    """Write the database of a copy to a new file, and return its manifest.

    Raises CopyError where the file is damaged, or its checksum is another.
    """
    manifest = read_manifest(file)
    try:
        with zipfile.ZipFile(file) as zipped, zipped.open(DATABASE) as packed, database.open("xb") as written:
            while piece := packed.read(PIECE):
                written.write(piece)
    except DAMAGED as problem:
        raise CopyError(explain_damaged(file)) from problem
    if compute_checksum(database) != manifest.sha256:
        raise CopyError(explain_damaged(file))
    return manifest


def read_key(file: Path) -> str:
    """Return the secret key of a copy; "" where it holds none. Raises CopyError."""
    try:
        with zipfile.ZipFile(file) as zipped:
            return zipped.read(KEY).decode() if KEY in zipped.namelist() else ""
    except DAMAGED as problem:
        raise CopyError(explain_damaged(file)) from problem


def write_counts(counts: Mapping[str, int]) -> str:
    """Return counts in words: "1 fight, 2 DMs"."""
    words = [f"{count} {name.removesuffix('s') if count == 1 else name}" for name, count in counts.items()]
    return ", ".join(words) or "nothing"


def compute_checksum(database: Path) -> str:
    """Return the SHA-256 of a file."""
    with database.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def explain_damaged(file: Path) -> str:
    """Return the words on a file that is not a whole copy."""
    return f"{file} is damaged, cut off, or no copy of a table. Nothing was changed. Take another copy."


def explain_newer(file: Path, version: str) -> str:
    """Return the words on a file that a newer version made."""
    return (
        f"{file} was made by version {version}, and this is {VERSION}. Nothing was changed. Install that version first."
    )
