"""The migrations: a new database and one of any earlier version come to the same tables."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.utils import load_backend

from encounters.models import Event, Input, Seat
from tests.any_procedure import ANY

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


ROWS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Campaign", {"id": 1, "code": "QQQQQQ"}),
    ("Campaign", {"id": 2, "code": "RRRRRR"}),
    ("Encounter", {"id": 1, "campaign_id": 1, "title": "The mill", "ruleset": ANY, "state": "playing"}),
    ("Seat", {"id": 11, "campaign_id": 1, "kind": "player", "name": "Quill", "token_hash": "1"}),
    ("Seat", {"id": 12, "campaign_id": 2, "kind": "player", "name": "Pip", "token_hash": "2"}),
    ("Seat", {"id": 13, "campaign_id": 1, "kind": "player", "name": "Pip", "token_hash": "3"}),
    ("Input", {"position": 1, "payload": {"type": "BeginRound", "v": 2}}),
    ("Input", {"position": 2, "seat_id": 13, "payload": {"type": "GiveAnswer", "token": "1~1", "by": "Pip", "v": 1}}),
    ("Input", {"position": 3, "seat_id": 13, "payload": {"type": "GiveFaces", "token": "1~2", "by": "Pip", "v": 2}}),
    ("Input", {"position": 4, "payload": {"type": "GiveAnswer", "token": "1~3", "by": "dm", "v": 2}}),
    ("Event", {"position": 1, "kind": "Answered", "data": {"who": "otis", "by": "Pip"}}),
    ("Event", {"position": 2, "kind": "Answered", "data": {"who": "jaroo", "by": "default"}}),
    ("Event", {"position": 3, "kind": "DiceGiven", "data": {"who": "otis", "by": "Pip"}}),
    ("Event", {"position": 4, "kind": "Damaged", "data": {"who": "orc", "by": "Pip"}}),
)
"""A fight of a campaign whose second seat has number 13; somebody named a combatant as the player is named."""


def test_the_names_of_players_go_out_of_the_log(tmp_path: Path) -> None:
    with empty_database(tmp_path) as database:
        executor = MigrationExecutor(database)
        tables = executor.migrate([("encounters", "0026_seat_requests")]).apps
        for model, fields in ROWS:
            kind = tables.get_model("encounters", model)
            more: dict[str, Any] = {"encounter_id": 1} if model in ("Input", "Event") else {}
            if model == "Input":
                more["tap"] = f"tap-{fields['position']}"
            if model == "Event":
                more |= {"round": 1, "input": tables.get_model("encounters", "Input").objects.get(position=2)}
            kind.objects.create(**more, **fields)
        database.check_constraints()
        MigrationExecutor(database).migrate([("encounters", "0027_seat_numbers")])
        database.check_constraints()
        migrate(database)
        assert list(Seat.objects.order_by("pk").values_list("number", flat=True)) == [1, 1, 2]
        given = Input.objects.order_by("position").values_list("payload__by", flat=True)
        assert list(given) == [None, "seat-2", "seat-2", "dm"]
        told = Event.objects.order_by("position").values_list("data__by", flat=True)
        assert list(told) == ["seat-2", "default", "seat-2", "Pip"]
        assert Input.objects.get(position=2).payload == {"type": "GiveAnswer", "token": "1~1", "by": "seat-2", "v": 1}


DJANGOS = [
    ("admin", "0003_logentry_add_action_flag_choices"),
    ("auth", "0012_alter_user_first_name_max_length"),
    ("contenttypes", "0002_remove_content_type_name"),
]
AXES = (
    "CREATE TABLE axes_accessattempt (id integer PRIMARY KEY)",
    "CREATE TABLE axes_accessattemptexpiration (attempt integer REFERENCES axes_accessattempt (id))",
    "CREATE TABLE axes_accesslog (id integer PRIMARY KEY)",
    "INSERT INTO axes_accessattempt VALUES (1)",
    "INSERT INTO axes_accessattemptexpiration VALUES (1)",
    "INSERT INTO django_migrations (app, name, applied) VALUES ('axes', '0001_initial', '2026-11-01')",
    "INSERT INTO django_content_type (id, app_label, model) VALUES (90, 'axes', 'accesslog')",
    "INSERT INTO auth_permission (id, content_type_id, codename, name) VALUES (90, 90, 'view_accesslog', 'Can view')",
    "INSERT INTO auth_group (id, name) VALUES (1, 'operators')",
    "INSERT INTO auth_group_permissions (group_id, permission_id) VALUES (1, 90)",
)
"""Rows of the app that counted wrong passwords in earlier versions; not every version had every table."""

COUNTS = (
    "SELECT count(*) FROM django_migrations WHERE app = 'axes'",
    "SELECT count(*) FROM django_content_type WHERE app_label = 'axes'",
    "SELECT count(*) FROM auth_permission WHERE codename LIKE '%accesslog'",
    "SELECT count(*) FROM auth_group_permissions",
)


def test_the_tables_of_wrong_passwords_are_dropped(tmp_path: Path) -> None:
    with empty_database(tmp_path) as database:
        migrate_each(database, STOPS[-1])
        MigrationExecutor(database).migrate(DJANGOS)
        with database.cursor() as cursor:
            for statement in AXES:
                cursor.execute(statement)
        migrate(database)
        database.check_constraints()
        assert [name for name in database.introspection.table_names() if name.startswith("axes")] == []
        with database.cursor() as cursor:
            for each in COUNTS:
                cursor.execute(each)
                assert cursor.fetchone() == (0,), each
