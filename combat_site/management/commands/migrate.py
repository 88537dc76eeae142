"""`manage.py migrate`: Django's command, after a copy where something will change."""

from typing import Any

from django.conf import settings
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.migrations.recorder import MigrationRecorder

from combat_site.copies.kept import Reason, keep_copy_if_possible
from combat_site.copies.rows import is_behind


class Command(migrate.Command):
    """Apply the migrations, after a copy of what is stored."""

    def handle(self, *args: Any, **options: Any) -> None:
        is_asking = options["plan"] or options["check_unapplied"] or options["database"] != DEFAULT_DB_ALIAS
        if settings.COPIES and not is_asking and must_change() and (problem := keep_copy_if_possible(Reason.MIGRATION)):
            self.stderr.write(f"{problem} The migrations are applied without one.")
        super().handle(*args, **options)


def must_change() -> bool:
    """Return whether the database has had migrations, and lacks some."""
    return bool(MigrationRecorder(connection).applied_migrations()) and is_behind(DEFAULT_DB_ALIAS)
