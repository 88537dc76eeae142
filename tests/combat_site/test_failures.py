"""Pages, the log and /readyz say at once that the database, the disk or the files fail."""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import structlog
from django.db import OperationalError
from django.test import Client
from psycopg_pool import PoolTimeout

from combat_site import health, storage
from combat_site.postgresql import base
from encounters import failures
from encounters.failures import AWAY, BUSY, FULL, READ_ONLY, STATIC, Failure, find_failure
from encounters.screens.join import views
from tests.encounters.seated import HTMX, words
from tests.services import free_port


@pytest.fixture(autouse=True)
def _nothing_failed_before() -> Iterator[None]:
    failures.forget_failures()
    yield
    failures.forget_failures()


def fail_as(cause: BaseException) -> OperationalError:
    """Return the error that Django makes of a database's own."""
    problem = OperationalError(*cause.args)
    problem.__cause__ = cause
    return problem


def fill(path: Path) -> None:
    """Write into an SQLite file that may not grow."""
    with contextlib.closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA max_page_count = 4")
        file.execute("CREATE TABLE blows AS SELECT zeroblob(100000)")


def write_read_only(path: Path) -> None:
    sqlite3.connect(path).execute("CREATE TABLE blows (face)")
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as file:
        file.execute("INSERT INTO blows VALUES (1)")


def write_locked(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as first, contextlib.closing(sqlite3.connect(path, 0)) as second:
        first.execute("BEGIN IMMEDIATE")
        second.execute("BEGIN IMMEDIATE")


def misspell(path: Path) -> None:
    sqlite3.connect(path).execute("SELEKT 1")


@pytest.mark.parametrize(
    ("write", "failure"), [(fill, FULL), (write_read_only, READ_ONLY), (write_locked, BUSY), (misspell, None)]
)
def test_what_sqlite_says_is_understood(tmp_path: Path, write: Callable[[Path], None], failure: Failure | None) -> None:
    with pytest.raises(sqlite3.OperationalError) as raised:
        write(tmp_path / "fight.sqlite3")
    assert find_failure(fail_as(raised.value)) == failure


@pytest.mark.parametrize(
    ("cause", "failure"),
    [
        (PoolTimeout("no connection"), AWAY),
        (psycopg.errors.AdminShutdown("restarting"), AWAY),
        (psycopg.errors.DiskFull("no space"), FULL),
        (psycopg.errors.ReadOnlySqlTransaction("standby"), READ_ONLY),
        (psycopg.errors.DeadlockDetected("twice"), BUSY),
    ],
)
def test_what_postgresql_says_is_understood(cause: BaseException, failure: Failure) -> None:
    assert find_failure(fail_as(cause)) == failure


def test_a_full_disk_is_understood_without_a_database() -> None:
    assert find_failure(OSError(28, "No space left on device")) == FULL
    assert find_failure(OSError(2, "No such file")) is None


@pytest.mark.django_db
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
@pytest.mark.parametrize("failure", [AWAY, FULL], ids=["away", "full"])
def test_a_page_says_what_failed_and_when_to_come_back(
    client: Client, monkeypatch: pytest.MonkeyPatch, failure: Failure, headers: dict[str, str]
) -> None:
    cause = PoolTimeout("nobody answers") if failure is AWAY else psycopg.errors.DiskFull("no space")

    def fail(*_: object) -> None:
        raise fail_as(cause)

    monkeypatch.setattr(views, "find_campaign", fail)
    with structlog.testing.capture_logs() as lines:
        answers = [client.get("/join/", {"code": "OAK417"}, headers=headers) for _ in range(2)]
    assert [(each.status_code, each["Retry-After"]) for each in answers] == [(503, "5")] * 2
    assert all(failure.words in words(each) for each in answers)
    assert [each["event"] for each in lines] == [failure.line]


def test_a_failure_outside_of_a_view_is_answered_alike(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise fail_as(PoolTimeout("nobody answers"))

    monkeypatch.setattr("combat_site.requests.CheckedRequests.process_request", fail)
    client.raise_request_exception = False
    assert client.get("/join/").status_code == 503


@pytest.mark.usefixtures("_hashed")
def test_without_collected_files_pages_say_so_in_plain_text(client: Client) -> None:
    answer = client.get("/join/")
    assert (answer.status_code, answer.content.decode()) == (503, STATIC.words)


@pytest.mark.usefixtures("_hashed")
def test_an_error_is_answered_also_where_its_page_cannot_be_rendered(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("a fault of ours")

    monkeypatch.setattr("combat_site.requests.CheckedRequests.process_request", fail)
    client.raise_request_exception = False
    answer = client.get("/join/")
    assert (answer.status_code, answer["Content-Type"]) == (500, "text/plain; charset=utf-8")


@pytest.fixture
def _hashed(settings: Any, tmp_path: Path) -> None:
    """Use hashed names, of which none has been collected."""
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": settings.HASHED}}
    assert failures.is_static_missing()


# /readyz and the start of a server.


def full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health.shutil, "disk_usage", lambda _: type("Usage", (), {"free": 4096}))


def read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health.os, "access", lambda *_: False)


def not_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "is_static_missing", lambda: True)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("make", "failure"), [(full, FULL), (read_only, READ_ONLY), (not_collected, STATIC)], ids=["full", "read", "static"]
)
def test_health_and_the_start_of_a_server_say_what_is_wrong(
    client: Client, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    make: Callable[[pytest.MonkeyPatch], None], failure: Failure,
) -> None:  # fmt: skip
    (tmp_path / "fight.sqlite3").touch()
    monkeypatch.setattr(
        health, "find_database", lambda: storage.make_database(f"sqlite:///{tmp_path}/fight.sqlite3", tmp_path)
    )
    make(monkeypatch)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["waiting_for"]) == (503, failure.id)
    with structlog.testing.capture_logs() as lines:
        health.write_problems()
    assert [each["event"] for each in lines] == [failure.line]


@pytest.mark.django_db(transaction=True)
def test_health_tells_of_a_disk_that_was_full_just_now(client: Client) -> None:
    failures.note_failure(fail_as(psycopg.errors.DiskFull("no space")))
    assert client.get("/readyz").json()["waiting_for"] == "disk"


def test_a_server_that_trusts_everybody_says_so_at_its_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "list_failures", list)
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    with structlog.testing.capture_logs() as lines:
        health.write_problems()
    assert "every client may choose its address" in lines[0]["event"]


# PostgreSQL.


@pytest.fixture
def wrapper(monkeypatch: pytest.MonkeyPatch) -> Iterator[base.DatabaseWrapper]:
    """Return a connection to a port on which nobody listens."""
    entry = storage.make_database(f"postgres://dora@127.0.0.1:{free_port()}/fights", Path("var"))
    defaults = {"TIME_ZONE": None, "CONN_HEALTH_CHECKS": False, "AUTOCOMMIT": True, "ATOMIC_REQUESTS": False}
    answers = base.Answers()
    answers.last = 0
    monkeypatch.setattr(base, "answers", answers)
    wrapper = base.DatabaseWrapper({**defaults, **entry}, "away")
    yield wrapper
    wrapper.close_pool()


def test_a_postgresql_that_is_away_is_given_up_at_once(wrapper: base.DatabaseWrapper) -> None:
    with pytest.raises(OperationalError) as raised, wrapper.wrap_database_errors:
        wrapper.connect()
    assert find_failure(raised.value) == AWAY


@pytest.mark.parametrize(("others", "tries"), [(False, 1), (True, 10)])
def test_a_request_waits_as_long_as_others_get_connections(
    wrapper: base.DatabaseWrapper, monkeypatch: pytest.MonkeyPatch, others: bool, tries: int
) -> None:
    now = [100.0]
    seen = []

    def wait(*_: object) -> None:
        now[0] += 1
        seen.append(now[0])
        if others:
            base.answers.note()
        raise PoolTimeout("all are taken")

    monkeypatch.setattr(base, "monotonic", lambda: now[0])
    monkeypatch.setattr(base.base.DatabaseWrapper, "get_new_connection", wait)
    with pytest.raises(PoolTimeout):
        wrapper.get_new_connection({})
    assert len(seen) == tries
