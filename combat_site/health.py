"""The health check, which tells whether the server is ready to play."""

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from combat_site.proxies import ADVICE, find_forgeable
from combat_site.storage import SQLITE
from combat_site.version import VERSION
from encounters.failures import (
    AWAY,
    FULL,
    READ_ONLY,
    STATIC,
    Failure,
    is_failing,
    is_static_missing,
    note_failure,
)

LEAST_FREE = 20_000_000
"""The least free bytes beside an SQLite file; with fewer the disk counts as full."""

log = structlog.get_logger(__name__)

ENCOUNTERS = "encounters_encounter"
"""The database table with the demo fight, by name, so that health depends on no model."""


@require_safe
@never_cache
def check_health(request: HttpRequest) -> JsonResponse:
    """Return status 200 when the table is ready, else 503 with ``waiting_for``.

    ``waiting_for`` is ``database``, ``migrations``, ``static``, ``disk``, ``writable`` or ``demo``.
    """
    missing = find_missing()
    if missing:
        return JsonResponse({"status": "waiting", "waiting_for": missing, "version": VERSION}, status=503)
    return JsonResponse({"status": "ready", "version": VERSION})


def find_missing() -> str:
    """Return the first thing that is missing; the empty text when people can play."""
    try:
        if _has_unapplied():
            return "migrations"
        if failures := [*list_failures(), *filter(is_failing, (FULL, READ_ONLY))]:
            return failures[0].id
        return "demo" if settings.DEMO and not _has_encounter() else ""
    except DatabaseError as problem:
        note_failure(problem)
        return AWAY.id


def list_failures() -> list[Failure]:
    """Return what is wrong with the files that this process needs, without asking the database."""
    found = [STATIC] if is_static_missing() else []
    database = find_database()
    if database["ENGINE"] != SQLITE or not Path(database["NAME"]).exists():
        return found
    file = Path(database["NAME"])
    if not all(os.access(path, os.W_OK) for path in (file, file.parent)):
        found.append(READ_ONLY)
    elif shutil.disk_usage(file.parent).free < LEAST_FREE:
        found.append(FULL)
    return found


def find_database() -> Mapping[str, Any]:
    """Return the settings of the database."""
    return connection.settings_dict


def write_problems() -> None:
    """Write a line into the log for each thing that is wrong at the start of a server."""
    for failure in list_failures():
        log.error(failure.line)
    if forgeable := find_forgeable(sys.argv, os.environ):
        log.warning(f"{forgeable} {ADVICE}")


def _has_unapplied() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _has_encounter() -> bool:
    if ENCOUNTERS not in connection.introspection.table_names():
        return False
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 FROM {ENCOUNTERS} LIMIT 1")
        return cursor.fetchone() is not None
