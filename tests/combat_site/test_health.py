"""/livez says that the process answers, /readyz whether one can play, or what is missing."""

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from django.conf import settings as site
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from combat_site import health, loading
from combat_site.health import AWAY_REDIS, OK, UNKNOWN
from combat_site.loading import Loading
from combat_site.version import VERSION
from encounters.failures import AWAY
from tests.server import Server
from tests.services import free_port

pytestmark = pytest.mark.storage

ALWAYS = ["database", "migrations", "static", "disk", "writable", "rules"]


def ask(client: Client) -> dict[str, Any]:
    """Return the answer of a table that is not ready."""
    answer = client.get("/readyz")
    assert answer.status_code == 503
    found: dict[str, Any] = answer.json()
    assert found["checks"][found["waiting_for"]] != OK
    return found


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/readyz", "/healthz"])
def test_a_migrated_table_is_ready(client: Client, path: str) -> None:
    answer = client.get(path)
    checks = dict.fromkeys([*ALWAYS, *(["redis"] if site.REDIS_URL else [])], OK)
    assert (answer.status_code, answer.json()) == (200, {"status": "ready", "version": VERSION, "checks": checks})
    assert "no-cache" in answer["Cache-Control"]


def test_a_process_that_answers_is_alive_without_a_database(client: Client) -> None:
    answer = client.get("/livez")
    assert (answer.status_code, answer.json()) == (200, {"status": "alive", "version": VERSION})


@pytest.mark.django_db(transaction=True)
def test_it_waits_for_migrations(client: Client) -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied("sessions", "0001_initial")
    try:
        assert ask(client)["waiting_for"] == "migrations"
    finally:
        recorder.record_applied("sessions", "0001_initial")


@pytest.mark.django_db(transaction=True)
def test_it_waits_for_the_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> bool:
        raise DatabaseError("no answer")

    monkeypatch.setattr(health, "_has_unapplied", broken)
    found = ask(client)
    assert (found["waiting_for"], found["checks"]["migrations"]) == ("database", UNKNOWN)


@pytest.mark.django_db(transaction=True)
def test_a_table_started_with_a_demo_waits_for_it(client: Client, settings: Any) -> None:
    settings.DEMO = True
    assert ask(client)["waiting_for"] == "demo"


@pytest.mark.django_db(transaction=True)
def test_a_fight_in_the_database_is_a_demo_to_play(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DEMO = True
    monkeypatch.setattr(health, "ENCOUNTERS", "django_content_type")  # any table that has rows
    assert client.get("/readyz").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_it_waits_for_a_redis_on_whose_port_nobody_listens(client: Client, settings: Any) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    assert ask(client)["checks"]["redis"] == AWAY_REDIS


@pytest.mark.django_db(transaction=True)
def test_it_waits_for_the_rules(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stuck(Loading):
        def is_alive(self) -> bool:
            return True

    monkeypatch.setattr(loading, "_started", [Stuck()])
    assert ask(client)["waiting_for"] == "rules"


def test_rules_that_cannot_be_loaded_keep_it_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OSError("a table is missing")

    failing = Loading()
    monkeypatch.setattr(loading, "list_books", fail)
    monkeypatch.setattr(loading, "_started", [failing])
    failing.run()
    assert loading.explain_loading() == "the rules cannot be loaded: the log says why"


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/healthz"])
def test_it_is_only_read(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405


def test_a_database_and_a_redis_that_never_answer_delay_no_answer(serve: Callable[..., Server], silent: int) -> None:
    urls = {"DATABASE_URL": f"postgres://dora@127.0.0.1:{silent}/fights", "REDIS_URL": f"redis://127.0.0.1:{silent}/0"}
    server = serve(asked="/livez", **urls)
    answers = [time_answer(f"{server.url}/readyz") for _ in range(3)]
    checks = answers[-1][1]["checks"]
    assert (checks["database"], checks["redis"]) == (AWAY.line, AWAY_REDIS)
    assert min(seconds for seconds, _ in answers) < 1
    assert time_answer(f"{server.url}/livez")[0] < 1


@pytest.fixture
def silent() -> Iterator[int]:
    """Return a port on which connections are taken and nothing is ever answered."""
    with closing(socket.create_server(("127.0.0.1", 0), backlog=100)) as listening:
        yield listening.getsockname()[1]


def time_answer(url: str) -> tuple[float, dict[str, Any]]:
    """Return the seconds until the answer was there, and the answer."""
    began = time.monotonic()
    try:
        with urlopen(url, timeout=60) as answer:
            found = json.load(answer)
    except HTTPError as problem:
        found = json.load(problem)
    return time.monotonic() - began, found
