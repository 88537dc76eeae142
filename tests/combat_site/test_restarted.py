"""A database that restarts while people play.

Every connection ends, and the next request has a new one.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from tests.server import Server, url_of

pytestmark = pytest.mark.storage

REQUESTS = 24
"""More than the pool has connections."""

SOON = 20.0
"""Seconds in which a server has long had new connections."""


@pytest.mark.django_db(transaction=True)
def test_every_page_and_health_answer_after_a_restart(serve: Callable[..., Server]) -> None:
    server = serve(DATABASE_URL=url_of(connection.settings_dict))
    cookie = session_of(User.objects.create_user("dora"))
    assert statuses(server, cookie) == {200}
    end_connections()
    assert statuses(server, cookie) == {200}
    # The check waits for less than a second, and a busy machine may connect later.
    until = monotonic() + SOON
    while (status := status_of(f"{server.url}/readyz", cookie)) != 200 and monotonic() < until:
        sleep(0.1)
    assert status == 200


def statuses(server: Server, cookie: str) -> set[int]:
    """Return the statuses of many requests for a page at once, beside a health check."""
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(status_of, f"{server.url}/", cookie) for _ in range(REQUESTS)]
        pool.submit(status_of, f"{server.url}/readyz", cookie)
        return {each.result() for each in asked}


def status_of(url: str, cookie: str) -> int:
    """Return the status of one request."""
    try:
        with urlopen(Request(url, headers={"Cookie": cookie}), timeout=60) as answer:
            return int(answer.status)
    except HTTPError as problem:
        return problem.code


def session_of(user: User) -> str:
    """Return the cookie of a browser in which this user is signed in."""
    client = Client()
    client.force_login(user)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def end_connections() -> None:
    """End all connections but this one, as a restart of PostgreSQL does. SQLite has none to end."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            assert cursor.fetchone()[0] > 0
