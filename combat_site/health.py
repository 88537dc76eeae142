"""The health checks: does the process answer, and is the server ready to play."""

import os
import shutil
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextvars import copy_context
from pathlib import Path
from threading import Lock, Thread
from time import monotonic
from typing import Any

import structlog
from django.conf import settings
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from combat_site.loading import explain_loading
from combat_site.proxies import ADVICE, find_forgeable
from combat_site.storage import SQLITE
from combat_site.variables import find_unknown
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

LONGEST_SECONDS = 0.8
"""The seconds that an answer waits for all checks together; what is late counts as missing."""

OK = "ok"
UNKNOWN = "not known while the database does not answer"

log = structlog.get_logger(__name__)

ENCOUNTERS = "encounters_encounter"
"""The database table with the demo fight, by name, so that health depends on no model."""

Found = Mapping[str, str]
"""The checks by name, each with OK or with what is missing."""


@require_safe
@never_cache
def check_alive(request: HttpRequest) -> JsonResponse:
    """Return status 200: the process answers. Nothing else is asked."""
    return JsonResponse({"status": "alive", "version": VERSION})


@require_safe
@never_cache
def check_ready(request: HttpRequest) -> JsonResponse:
    """Return status 200 when the table is ready, else 503 with ``waiting_for``.

    That is the first check that fails; ``checks`` has each by its name, with "ok" or what is missing.
    """
    checks = run_checks()
    missing = next((name for name, found in checks.items() if found != OK), "")
    _note_state(missing)
    status = {"status": "waiting", "waiting_for": missing} if missing else {"status": "ready"}
    response = JsonResponse({**status, "version": VERSION, "checks": checks}, status=503 if missing else 200)
    vars(response)["_has_been_logged"] = True  # by a line of its own; Django would write another at each request
    return response


class Probe:
    """Checks in a thread of their own, because a database or a disk may never answer.

    They are not begun again while they still wait: those who ask meanwhile get the same result.
    """

    def __init__(self, look: Callable[[], Found]) -> None:
        self._look = look
        self._lock = Lock()
        self._result: Future[Found] = Future()
        self._result.set_result({})

    def start(self) -> Future[Found]:
        """Start the checks, and return their result to come."""
        with self._lock:
            if self._result.done():
                self._result = Future()
                Thread(target=copy_context().run, args=(self._run, self._result), daemon=True).start()
            return self._result

    def _run(self, result: Future[Found]) -> None:
        try:
            result.set_result(self._look())
        except Exception as problem:
            result.set_exception(problem)


def run_checks() -> dict[str, str]:
    """Return every check that applies, the weightiest first, within LONGEST_SECONDS."""
    until = monotonic() + LONGEST_SECONDS
    started = [DATABASE.start(), FILES.start(), *([REDIS.start()] if settings.REDIS_URL else [])]
    found = {"database": AWAY.line, "migrations": UNKNOWN}
    found |= dict.fromkeys((STATIC.id, FULL.id, READ_ONLY.id), "the disk does not answer")
    found["rules"] = explain_loading() or OK
    if settings.REDIS_URL:
        found["redis"] = AWAY_REDIS
    if settings.DEMO:
        found["demo"] = UNKNOWN
    for result in started:
        try:
            found |= result.result(max(until - monotonic(), 0))
        except TimeoutError:
            if result is started[0] and found["rules"] == OK:  # whose loading makes a small machine late
                note_failure(OperationalError(f"no answer within {LONGEST_SECONDS} seconds"))
    return found


def _look_at_database() -> Found:
    try:
        found = {"database": OK, "migrations": f"run {settings.MANAGE} migrate" if _has_unapplied() else OK}
        return found | ({"demo": OK if _has_encounter() else "there is no fight yet"} if settings.DEMO else {})
    except DatabaseError as problem:
        note_failure(problem)
        return {}
    finally:
        connection.close()


def _look_at_files() -> Found:
    missing = [*list_failures(), *filter(is_failing, (FULL, READ_ONLY))]
    return {each.id: each.line if each in missing else OK for each in (STATIC, FULL, READ_ONLY)}


def _look_at_redis() -> Found:
    times = {"socket_connect_timeout": LONGEST_SECONDS, "socket_timeout": LONGEST_SECONDS}
    try:
        with Redis.from_url(settings.REDIS_URL, retry=Retry(NoBackoff(), 0), **times) as asked:
            asked.ping()
    except (RedisError, OSError):
        return {}
    return {"redis": OK}


AWAY_REDIS = "Redis does not answer"
DATABASE, FILES, REDIS = Probe(_look_at_database), Probe(_look_at_files), Probe(_look_at_redis)

_last_missing: list[str] = []


def _note_state(missing: str) -> None:
    """Write a line where the server has become ready, or waits for something else than it did."""
    if _last_missing == [missing]:
        return
    _last_missing[:] = [missing]
    if missing:
        log.warning("not ready to play", waiting_for=missing)
    else:
        log.info("ready to play")


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
    for unknown in find_unknown(os.environ):
        log.warning(unknown)


def _has_unapplied() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _has_encounter() -> bool:
    if ENCOUNTERS not in connection.introspection.table_names():
        return False
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 FROM {ENCOUNTERS} LIMIT 1")
        return cursor.fetchone() is not None
