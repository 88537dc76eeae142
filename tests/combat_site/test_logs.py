"""The log: nothing with which a reader could sign in, one line for each who is refused."""

import logging
import re
from collections.abc import Callable
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.contrib.auth.models import User
from django.core import signing
from django.test import Client

from combat_site.logs import HideLinks, without_links
from encounters import services
from encounters.sign_in import SALT
from tests.any_procedure import ANY
from tests.server import Server

SECRET = signing.dumps([1, "never"], salt=SALT)
SEAT = "a" * 43
RESET = "d0ck9q-" + "b" * 32


@pytest.mark.parametrize("path", [f"/sign-in/{SECRET}/", f"/t/AAAAAA/seat/{SEAT}/"], ids=["sign-in", "seat"])
def test_a_one_time_link_stands_in_no_log(serve: Callable[..., Server], path: str) -> None:
    server = serve(LOG_LEVEL="DEBUG")
    statuses = [status_of(Request(server.url + path)), status_of(Request(server.url + path, method="POST"))]
    assert statuses == [200, 403]
    log = server.log.read_text()
    assert len(re.findall(r"(GET|POST) /\S*/\.\.\./ HTTP", log)) == 2
    assert SECRET not in log
    assert SEAT not in log


def status_of(request: Request) -> int:
    """Return the status of a request."""
    try:
        with urlopen(request, timeout=60) as answer:
            return int(answer.status)
    except HTTPError as problem:
        return problem.code


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        (f"GET /sign-in/{SECRET}/ HTTP/1.1", "GET /sign-in/.../ HTTP/1.1"),
        (f"GET /password/new/MQ/{RESET}/ HTTP/1.1", "GET /password/new/MQ/.../ HTTP/1.1"),
        ("GET /password/new/MQ/set-password/ HTTP/1.1", "GET /password/new/MQ/set-password/ HTTP/1.1"),
        (f"Not Found: /t/AAAAAA/seat/{SEAT}/", "Not Found: /t/AAAAAA/seat/.../"),
        ("GET /sign-in/?next=/e/1/ HTTP/1.1", "GET /sign-in/?next=/e/1/ HTTP/1.1"),
        ("POST /e/1/seat/12/mute/ HTTP/1.1", "POST /e/1/seat/12/mute/ HTTP/1.1"),
    ],
    ids=["sign-in", "mail", "new password", "seat", "sign-in page", "mute"],
)
def test_only_the_secret_is_left_out(line: str, kept: str) -> None:
    assert without_links(line) == kept


def test_lines_of_other_loggers_pass() -> None:
    record = logging.LogRecord("uvicorn.access", logging.INFO, "", 1, "%s %d", ("/e/1/", 200), None)
    assert HideLinks().filter(record)
    assert record.getMessage() == "/e/1/ 200"


@pytest.mark.storage
@pytest.mark.django_db(transaction=True)
def test_a_refused_dm_is_one_line_without_a_traceback(caplog: pytest.LogCaptureFixture) -> None:
    dora, rex = (User.objects.create_user(name) for name in ("dora", "rex"))
    fight = services.create_encounter(dora, "The bridge", ANY)
    client = Client()
    client.force_login(rex)
    assert client.get(f"/e/{fight.pk}/").status_code == 404
    assert [(record.levelname, record.exc_info) for record in caplog.records] == [("WARNING", None)]
