"""Migrations from 1.0.0 on only add while the version before serves (docs/decisions/0023).

`deploy/upgrade.sh` migrates first and starts the processes again afterwards: meanwhile those of the version before read
and write the migrated tables. What takes away waits for a version whose forerunner does without it already.
"""

from collections.abc import Iterator, Sequence
from importlib import import_module
from types import ModuleType

import pytest
from django.db import migrations, models
from django.db.migrations.operations.base import Operation

from tests.conventions.sources import ROOT

LAST = {"campaigns": "0006_pictures", "encounters": "0029_picture_is_copy"}
"""The last migration of 1.0.0 of each app; until it is released, a later one that takes away may stand here."""

REASON = "OLD_VERSION_SERVES_ON"
"""The name in a migration's module of the reason for which the version before serves on all the same."""

HARMLESS = (
    migrations.CreateModel,
    migrations.AddIndex,
    migrations.RemoveIndex,
    migrations.RemoveConstraint,
    migrations.AlterModelOptions,
    migrations.AlterModelManagers,
)
"""The operations that no process of the version before can meet."""


def list_faults(operations: Sequence[Operation]) -> Iterator[str]:
    """Yield the operations with which a process of the version before may fail."""
    for each in operations:
        if isinstance(each, migrations.SeparateDatabaseAndState):
            yield from list_faults(each.database_operations)
        elif isinstance(each, migrations.AddField):
            if not is_left_out(each.field):
                yield f"AddField {each.model_name}.{each.name}: give it null=True or a db_default"
        elif not isinstance(each, HARMLESS):
            yield f"{type(each).__name__}: {each.describe()}"


def is_left_out(field: models.Field) -> bool:
    """Return whether a row may be written by a version that does not know the field.

    Django keeps a plain default in Python; the database has one by db_default.
    """
    return field.null or field.many_to_many is True or field.db_default is not models.NOT_PROVIDED


def list_later() -> list[ModuleType]:
    """Return the migrations after those of 1.0.0."""
    found = []
    for app, last in LAST.items():
        names = sorted(each.stem for each in (ROOT / app / "migrations").glob("[0-9]*.py"))
        assert last in names
        found += [import_module(f"{app}.migrations.{each}") for each in names if each[:4] > last[:4]]
    return found


def test_later_migrations_only_add() -> None:
    faults = {
        each.__name__: list(list_faults(each.Migration.operations))
        for each in list_later()
        if not getattr(each, REASON, "")
    }
    said = f"write the migration in two versions, or give its module {REASON}: the reason why nothing fails"
    assert {name: found for name, found in faults.items() if found} == {}, said


def test_every_app_with_migrations_is_held_to_it() -> None:
    assert {each.parents[1].name for each in ROOT.glob("*/migrations/0001_*.py")} == set(LAST)


TAKES_AWAY: list[Operation] = [
    migrations.RemoveField("seat", "name"),
    migrations.RenameField("seat", "name", "title"),
    migrations.DeleteModel("Seat"),
    migrations.RenameModel("Seat", "Chair"),
    migrations.AlterField("seat", "name", models.TextField()),
    migrations.AlterModelTable("seat", "chairs"),
    migrations.AlterUniqueTogether("seat", {("name", "number")}),
    migrations.AddConstraint("seat", models.UniqueConstraint(fields=["name"], name="name_once")),
    migrations.RunSQL("ALTER TABLE encounters_seat DROP COLUMN name"),
    migrations.RunPython(migrations.RunPython.noop),
    migrations.AddField("seat", "words", models.TextField()),
    migrations.AddField("seat", "words", models.TextField(default="")),
    migrations.SeparateDatabaseAndState(database_operations=[migrations.RemoveField("seat", "name")]),
]

ADDS: list[Operation] = [
    migrations.CreateModel("Chair", [("id", models.BigAutoField(primary_key=True)), ("name", models.TextField())]),
    migrations.AddField("seat", "words", models.TextField(null=True)),
    migrations.AddField("seat", "words", models.TextField(db_default="")),
    migrations.AddField("seat", "friends", models.ManyToManyField("encounters.Seat")),
    migrations.AddIndex("seat", models.Index(fields=["name"], name="by_name")),
    migrations.SeparateDatabaseAndState(state_operations=[migrations.RemoveField("seat", "name")]),
]


@pytest.mark.parametrize("operation", TAKES_AWAY, ids=lambda each: each.describe())
def test_what_takes_away_is_found(operation: Operation) -> None:
    assert len(list(list_faults([operation]))) == 1


@pytest.mark.parametrize("operation", ADDS, ids=lambda each: each.describe())
def test_what_adds_is_no_fault(operation: Operation) -> None:
    assert list(list_faults([operation])) == []
