"""The migrations: a new database and one of any earlier version come to the same tables."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.utils import load_backend

pytestmark = [pytest.mark.storage, pytest.mark.django_db]

SQUASHED = "0001_squashed_0017_index_declarations"
STOPS = ("0009_changed_effects", "0017_index_declarations")
"""Migrations at which a database of an earlier version may stand; at the last one it has all that were replaced."""


@contextmanager
def empty_database(folder: Path) -> Iterator[BaseDatabaseWrapper]:
    """Let everything use an empty database: another file, or on PostgreSQL another schema."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("CREATE SCHEMA earlier")
            cursor.execute("SET LOCAL search_path TO earlier")
            yield connections["default"]
            cursor.execute("DROP SCHEMA earlier CASCADE")
            cursor.execute("SET LOCAL search_path TO DEFAULT")
        return
    before = connections["default"]
    entry = {**settings.DATABASES["default"], **before.settings_dict, "NAME": str(folder / "earlier.sqlite3")}
    connections["default"] = load_backend(entry["ENGINE"]).DatabaseWrapper(entry, "default")
    try:
        yield connections["default"]
    finally:
        connections["default"].close()
        connections["default"] = before


def migrate_each(database: BaseDatabaseWrapper, stop: str) -> None:
    """Apply the replaced migrations one after the other up to this one."""
    executor = MigrationExecutor(database)
    executor.loader = MigrationLoader(database, replace_migrations=False)
    executor.migrate([("encounters", stop)])


def migrate(database: BaseDatabaseWrapper) -> None:
    """Apply every migration that is missing, as `manage.py migrate` does."""
    executor = MigrationExecutor(database)
    executor.migrate(executor.loader.graph.leaf_nodes())
    executor.loader.build_graph()
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []


def describe_tables(database: BaseDatabaseWrapper) -> list[str]:
    """Return each column, constraint and index of the tables of encounters in SQL, sorted."""
    return describe_on_sqlite(database) if database.vendor == "sqlite" else describe_on_postgresql(database)


def describe_on_sqlite(database: BaseDatabaseWrapper) -> list[str]:
    with database.cursor() as cursor:
        cursor.execute("SELECT type, tbl_name, sql FROM sqlite_master WHERE tbl_name LIKE 'encounters%'")
        found = cursor.fetchall()
    tables = [f"{table}: {part}" for kind, table, sql in found if kind == "table" for part in split_columns(sql)]
    return sorted([*tables, *(str(sql) for kind, _, sql in found if kind != "table")])


def split_columns(sql: str) -> list[str]:
    """Return the columns and constraints in a statement that creates a table."""
    parts, depth = [""], 0
    for sign in sql[sql.index("(") + 1 : sql.rindex(")")]:
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [each.strip() for each in parts]


COLUMNS = """
    SELECT concat_ws(' ', table_name, column_name, data_type, character_maximum_length, is_nullable, column_default)
    FROM information_schema.columns WHERE table_schema = current_schema() AND table_name LIKE 'encounters%'
"""
CONSTRAINTS = """
    SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE connamespace = current_schema()::regnamespace AND conrelid::regclass::text LIKE 'encounters%'
"""
INDEXES = "SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() AND tablename LIKE 'encounters%'"


def describe_on_postgresql(database: BaseDatabaseWrapper) -> list[str]:
    found: list[str] = []
    with database.cursor() as cursor:
        for query in (COLUMNS, CONSTRAINTS, INDEXES):
            cursor.execute(query)
            found += [re.sub(r"\b(earlier|public)\.", "", row[0]) for row in cursor.fetchall()]
    return sorted(found)


def test_a_new_database_is_made_by_the_squashed_migration(tmp_path: Path) -> None:
    with empty_database(tmp_path) as database:
        plan = MigrationExecutor(database).migration_plan([("encounters", SQUASHED)])
        ours = [migration.name for migration, _ in plan if migration.app_label == "encounters"]
    assert ours == [SQUASHED]


@pytest.mark.parametrize("stop", STOPS)
def test_a_database_of_an_earlier_version_comes_to_the_same_tables(tmp_path: Path, stop: str) -> None:
    made = describe_tables(connection)
    assert len(made) > 100
    with empty_database(tmp_path) as database:
        migrate_each(database, stop)
        migrate(database)
        assert describe_tables(database) == made
