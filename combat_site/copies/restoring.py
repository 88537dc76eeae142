"""The restoring of a copy: made ready in a file of its own, then written at once."""

import contextlib
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.contrib.contenttypes.models import ContentType
from django.db import OperationalError, connections, transaction
from django.db.migrations.loader import MigrationLoader

from combat_site.copies.files import CopyError, Manifest, explain_damaged, explain_newer, unpack
from combat_site.copies.making import make_working_folder
from combat_site.copies.migrating import migrate_file
from combat_site.copies.rows import NOT_COPIED, copy_rows, is_behind, list_models, open_file
from combat_site.version import VERSION

OWN_TABLES = ("django_migrations", "sqlite_sequence")
"""Database tables that each database keeps for itself."""

OTHERS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""
"""The connections of others to this database of PostgreSQL."""

IN_USE = "The table is being served, or another program has its database open. Stop it first. Nothing was changed."


@dataclass(frozen=True)
class Ready:
    """A copy that has this version's tables, in an SQLite file of its own."""

    manifest: Manifest
    database: Path


@contextmanager
def prepare(file: Path) -> Iterator[Ready]:
    """Yield a copy made ready for this version. Raises CopyError; the table stays as it is."""
    with make_working_folder() as folder:
        database = folder / "ready.sqlite3"
        manifest = unpack(file, database)
        if is_newer(manifest.version) or _list_unknown_migrations(file, database):
            raise CopyError(explain_newer(file, manifest.version))
        with open_file(database, "ready") as alias:
            is_old = is_behind(alias)
        if is_old:
            migrate_file(database)
        if strange := _list_strange_tables(database):
            raise CopyError(
                f"{file} has rows of {', '.join(strange)}, which this installation does not know. Nothing was changed."
            )
        yield Ready(manifest, database)


def write_over(ready: Ready) -> None:
    """Replace all that is stored by a copy, in one transaction.

    The sessions stay: one is good as long as its user and their password are the same. A process that is ended leaves
    everything as it was.
    """
    with open_file(ready.database, "ready") as source, transaction.atomic():
        copy_rows(source, "default", list_models(source))
    ContentType.objects.clear_cache()


def require_alone() -> None:
    """Raise CopyError while others have the database open: a server keeps fights in memory.

    From then on this process has one connection, and no pool of them.
    """
    connection = connections["default"]
    connection.close()
    connection.settings_dict["OPTIONS"].pop("pool", None)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(OTHERS)
            if cursor.fetchone()[0]:
                raise CopyError(IN_USE)
            return
        try:
            # SQLite leaves its write-ahead log only for a connection that is the only one.
            cursor.execute("PRAGMA busy_timeout = 500")
            cursor.execute("PRAGMA journal_mode = DELETE")
        except OperationalError as problem:
            raise CopyError(IN_USE) from problem
        cursor.execute("PRAGMA journal_mode = WAL")
    connection.close()


def is_newer(version: str) -> bool:
    """Return whether a version of the product is later than this one."""
    return _read_version(version) > _read_version(VERSION)


def _read_version(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]


def _list_unknown_migrations(file: Path, database: Path) -> list[str]:
    """Return the migrations of a copy, of apps that are here, that this version does not have."""
    known = MigrationLoader(None)
    try:
        with contextlib.closing(sqlite3.connect(database)) as connection:
            applied = connection.execute("SELECT app, name FROM django_migrations").fetchall()
    except sqlite3.DatabaseError as problem:
        raise CopyError(explain_damaged(file)) from problem
    return [
        f"{app}.{name}"
        for app, name in applied
        if app in known.migrated_apps and (app, name) not in known.disk_migrations
    ]


def _list_strange_tables(database: Path) -> list[str]:
    """Return the database tables of a file that have rows and no model here."""
    with open_file(database, "ready") as alias:
        known = {each._meta.db_table for each in list_models(alias)} | {*OWN_TABLES, *NOT_COPIED}
        connection = connections[alias]
        found = []
        with connection.cursor() as cursor:
            for table in sorted(set(connection.introspection.table_names(cursor)) - known):
                cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")
                found += [table] if cursor.fetchone() else []
        return found
