"""The making of a copy while people play: it holds one moment of the database."""

import contextlib
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connections, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from combat_site.copies.files import CopyError, Manifest, describe, write_file
from combat_site.copies.migrating import migrate_file
from combat_site.copies.rows import NOT_COPIED, copy_rows, list_models, open_file

COUNTED = {
    "campaigns": "encounters_campaign",
    "fights": "encounters_encounter",
    "characters": "campaigns_character",
    "seats": "encounters_seat",
    "DMs": "auth_user",
    "inputs": "encounters_input",
    "events": "encounters_event",
    "pictures": "encounters_picture",
}
"""The database tables whose rows a manifest counts; one that a version does not have is left out."""

BUSY_SECONDS = 20.0
"""The seconds for which an SQLite file may be locked by others."""

WORKING = ".copying-"
"""The beginning of the name of a folder in which a copy is worked on."""

LEFT_SECONDS = 24 * 3600.0
"""The age in seconds from which such a folder is one that an ended process has left."""

ONE_MOMENT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"


def make_copy(file: Path, *, with_key: bool = False) -> Manifest:
    """Copy all that is stored to a file, and return the manifest. Raises CopyError."""
    try:
        return _make_copy(file, with_key)
    except (OSError, sqlite3.Error, DatabaseError) as problem:
        raise CopyError(f"No copy was made in {file.parent}: {problem}.") from problem


def _make_copy(file: Path, with_key: bool) -> Manifest:
    refuse_file(file)
    made = datetime.now(UTC)
    with make_working_folder() as folder:
        database = folder / "copy.sqlite3"
        copy_database(database)
        counts = count_rows(database)
        manifest = describe(made, connections["default"].vendor, database, counts, has_key=with_key)
        write_file(file, manifest, database, settings.SECRET_KEY if with_key else "")
    return manifest


def refuse_file(file: Path) -> None:
    """Raise CopyError where a copy cannot have this file."""
    if file.exists():
        raise CopyError(f"{file} is there already. Name another file.")
    if not file.parent.is_dir():
        raise CopyError(f"There is no folder {file.parent}. Make it, or name another file.")


def copy_database(database: Path) -> None:
    """Copy what is stored, as it is at one moment, to a new SQLite file. Raises CopyError."""
    if not MigrationRecorder(connections["default"]).applied_migrations():
        raise CopyError("Nothing is stored here yet: there is nothing to copy.")
    if connections["default"].vendor == "sqlite":
        _copy_sqlite(Path(connections["default"].settings_dict["NAME"]), database)
    else:
        _copy_postgresql(database)


@contextlib.contextmanager
def make_working_folder() -> Iterator[Path]:
    """Yield a folder for one copy, which only its owner reads, and remove it afterwards."""
    before = time.time() - LEFT_SECONDS
    for left in Path(settings.VAR).glob(f"{WORKING}*"):
        if left.stat().st_mtime < before:
            shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=WORKING, dir=settings.VAR) as folder:
        yield Path(folder)


def count_rows(database: Path) -> dict[str, int]:
    """Return how many campaigns, fights and so on an SQLite file has, as `count_stored` does."""
    with open_file(database, "counted") as alias:
        return count_stored(alias)


def count_stored(alias: str = "default") -> dict[str, int]:
    """Return how many campaigns, fights and so on a database has; nothing of what it has none."""
    connection = connections[alias]
    there = connection.introspection.table_names()
    counts = {}
    with connection.cursor() as cursor:
        for word, table in COUNTED.items():
            if table in there:
                cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")
                counts[word] = cursor.fetchone()[0]
    return {word: count for word, count in counts.items() if count}


def _copy_sqlite(source: Path, database: Path) -> None:
    """Copy an SQLite file as it is at one moment.

    Others write meanwhile. What was deleted is not in the copy.
    """
    if not source.is_file():
        raise CopyError(f"There is no database {source}.")
    with contextlib.closing(sqlite3.connect(source, timeout=BUSY_SECONDS)) as connection:
        connection.execute("VACUUM INTO ?", [str(database)])
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA secure_delete = ON")
        there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for table in there.intersection(NOT_COPIED):
            connection.execute(f'DELETE FROM "{table}"')
        connection.commit()


def _copy_postgresql(database: Path) -> None:
    """Write what PostgreSQL holds at one moment to an SQLite file with the same migrations."""
    with transaction.atomic(durable=True):
        with connections["default"].cursor() as cursor:
            cursor.execute(ONE_MOMENT)
        for target in _list_targets():
            migrate_file(database, *target)
        with open_file(database, "copy") as copy, transaction.atomic(using=copy):
            copy_rows("default", copy, list_models("default"))


def _list_targets() -> list[tuple[str, ...]]:
    """Return the targets that give an empty file the migrations of the default database."""
    loader = MigrationLoader(connections["default"])
    applied = set(loader.graph.nodes).intersection(loader.applied_migrations)
    if applied == set(loader.graph.nodes):
        return [()]
    return sorted(node for node in applied if not _list_following(node, loader) & applied)


def _list_following(node: tuple[str, str], loader: MigrationLoader) -> set[tuple[str, str]]:
    """Return the migrations of the same app that follow upon one."""
    return {child.key for child in loader.graph.node_map[node].children if child.key[0] == node[0]}
