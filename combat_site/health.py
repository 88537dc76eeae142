"""The health check, which tells whether the server is ready to play."""

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

ENCOUNTERS = "encounters_encounter"
"""The database table with the demo fight, by name, so that health depends on no model."""


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Return status 200 when the table is ready, else 503 with ``waiting_for``.

    ``waiting_for`` is ``database``, ``migrations`` or ``demo``.
    """
    missing = waiting_for()
    if missing:
        return JsonResponse({"status": "waiting", "waiting_for": missing}, status=503)
    return JsonResponse({"status": "ready"})


def waiting_for() -> str:
    """Return the first thing that is missing; the empty text when people can play."""
    try:
        if _unapplied():
            return "migrations"
        return "demo" if settings.DEMO and not _has_encounter() else ""
    except DatabaseError:
        return "database"


def _unapplied() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _has_encounter() -> bool:
    if ENCOUNTERS not in connection.introspection.table_names():
        return False
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 FROM {ENCOUNTERS} LIMIT 1")
        return cursor.fetchone() is not None
