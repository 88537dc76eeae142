"""The rows of a database: read from one and written to another, whatever the two are."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import connections, models
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.utils import load_backend

from combat_site.storage import SQLITE

AT_ONCE = 500
"""The rows that are read and written together."""

NOT_COPIED = ("django_session",)
"""The database tables that a copy leaves out: who has the key of a session is signed in."""


@contextmanager
def open_file(database: Path, alias: str) -> Iterator[str]:
    """Let queries use an SQLite file under this alias."""
    entry = {**settings.DATABASES["default"], **connections["default"].settings_dict}
    entry |= {"ENGINE": SQLITE, "NAME": str(database), "OPTIONS": {}}
    connections[alias] = load_backend(SQLITE).DatabaseWrapper(entry, alias)
    try:
        yield alias
    finally:
        connections[alias].close()
        del connections[alias]


def list_models(alias: str) -> list[type[models.Model]]:
    """Return the models of all tables that are copied, as that database has them."""
    loader = MigrationLoader(connections[alias])
    applied = [node for node in loader.graph.nodes if node in loader.applied_migrations]
    registry = apps if len(applied) == len(loader.graph.nodes) else loader.project_state(applied).apps
    found = registry.get_models(include_auto_created=True)
    return [each for each in found if each._meta.managed and each._meta.db_table not in NOT_COPIED]


def is_behind(alias: str) -> bool:
    """Return whether a database lacks migrations."""
    executor = MigrationExecutor(connections[alias])
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def copy_rows(source: str, target: str, tables: Iterable[type[models.Model]]) -> None:
    """Replace all rows of these tables in one database by those in another.

    The target's caller begins the transaction. Both have had the same migrations.
    """
    tables = list(tables)
    with connections[target].cursor() as cursor:
        for each in tables:
            cursor.execute(f"DELETE FROM {quote(target, each._meta.db_table)}")
        for each in tables:
            _insert_rows(source, target, each, cursor)
        for each in tables:
            _raise_sequence(target, each, cursor)


def _insert_rows(source: str, target: str, model: type[models.Model], cursor: Any) -> None:
    connection, columns = connections[target], model._meta.local_concrete_fields
    names = ", ".join(quote(target, each.column) for each in columns)
    marks = ", ".join(["%s"] * len(columns))
    statement = f"INSERT INTO {quote(target, model._meta.db_table)} ({names}) VALUES ({marks})"
    query = model._base_manager.using(source).order_by("pk").values_list(*(each.attname for each in columns))
    rows = query.iterator(chunk_size=AT_ONCE)
    while some := list(islice(rows, AT_ONCE)):
        values = [
            [each.get_db_prep_save(value, connection) for each, value in zip(columns, row, strict=True)] for row in some
        ]
        cursor.executemany(statement, values)


def _raise_sequence(target: str, model: type[models.Model], cursor: Any) -> None:
    """Let PostgreSQL number the next row after those that are there.

    A sequence is not part of a transaction. It is only raised, so that it fits the rows of before as well. SQLite does
    this by itself.
    """
    key = model._meta.pk
    if connections[target].vendor != "postgresql" or not isinstance(key, models.AutoField):
        return
    table, column = quote(target, model._meta.db_table), quote(target, key.column)
    sequence = "pg_get_serial_sequence(%s, %s)"
    greatest = f"GREATEST(nextval({sequence}), (SELECT MAX({column}) FROM {table}))"
    cursor.execute(f"SELECT setval({sequence}, {greatest})", [table, key.column] * 2)


def quote(alias: str, name: str | None) -> str:
    """Return the name of a table or column as statements write it."""
    return connections[alias].ops.quote_name(name or "")
