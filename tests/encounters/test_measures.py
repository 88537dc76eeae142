"""A running server counts and times what it does, and tells it on a port of its own."""

import re
from collections.abc import Callable
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from prometheus_client import REGISTRY
from websockets.sync.client import connect
from websockets.typing import Origin

from encounters import services
from encounters.errors import Forbidden
from encounters.models import Encounter
from tests.combat_site.test_request_ids import break_database
from tests.encounters.conftest import Table
from tests.encounters.seated import At
from tests.server import Server, url_of
from tests.services import free_port

TOKEN, CSRF = "a-token-of-the-watch", "c" * 32


def read_measure(name: str, **labels: str) -> float:
    """Return a value of this process; 0 for one that was never counted."""
    return REGISTRY.get_sample_value(f"ten_segments_{name}", labels) or 0


def test_inputs_and_refusals_are_counted(table: Table) -> None:
    before = read_measure("inputs_total", kind="BeginRound"), read_measure("refusals_total", by="Forbidden")
    tap = table.tap()
    services.begin_round(table.dora, tap)
    assert services.begin_round(table.dora, tap).repeated
    with pytest.raises(Forbidden):
        services.begin_round(table.quill, table.tap())
    after = read_measure("inputs_total", kind="BeginRound"), read_measure("refusals_total", by="Forbidden")
    assert after == (before[0] + 1, before[1] + 1)


@pytest.mark.live
def test_a_server_tells_what_it_does_and_names_nobody(serve: Callable[..., Server], at: At) -> None:
    port = free_port()
    server = serve(
        DATABASE_URL=url_of(connection.settings_dict), METRICS_PORT=str(port), METRICS_TOKEN=TOKEN,
        REDIS_URL=settings.REDIS_URL, SECRET_KEY=settings.SECRET_KEY,
    )  # fmt: skip
    cookie = f"{sign_in(at.encounter)}; csrftoken={CSRF}"
    fight = f"/e/{at.encounter.pk}/"
    address = f"ws://127.0.0.1:{server.port}/live/{at.encounter.pk}/dm"
    with connect(address, origin=Origin(server.url), additional_headers={"Cookie": cookie}) as socket:
        while 'ten_segments_sockets{kind="dm"} 1.0' not in scrape(port, TOKEN):
            pass
        headers = {"Cookie": cookie, "X-CSRFToken": CSRF, "Origin": server.url}
        urlopen(Request(f"{server.url}{fight}end/", b"tap=first", headers), timeout=60).close()
        while "push_seconds_count 0.0" in (told := scrape(port, TOKEN)):
            socket.recv(60)
    for line in (
        r'inputs_total\{kind="EndEncounter"\} 1.0',
        "open_tables 1.0",
        "push_seconds_count [1-9]",
        "unsent_frames 0.0",
        r'requests_total\{route="end",status="\d+"\} 1.0',
        r'request_seconds_count\{route="end"\} 1.0',
    ):
        assert re.search(rf"^ten_segments_{line}", told, re.MULTILINE), line
    ours = "".join(re.findall(r"^ten_segments.*$", told, re.MULTILINE))
    secret = (at.encounter.code, at.encounter.title, "dora", "otis", "Pip", fight)
    assert [each for each in secret if each in ours] == []
    with pytest.raises(HTTPError, match="401"):
        scrape(port, "another")


def test_without_a_token_only_this_machine_is_answered_and_each_process_has_a_port(
    serve: Callable[..., Server],
) -> None:
    port = free_port()
    for number in range(2):
        server = serve(METRICS_PORT=str(port), HOST="0.0.0.0")
        log = server.log.read_text()
        assert "metrics are served" in log
        assert 'requests_total{route="readyz"' in scrape(port + number)
        assert "127.0.0.1" in next(line for line in log.splitlines() if "metrics are served" in line)


def test_errors_are_counted_by_the_part_that_wrote_them(serve: Callable[..., Server]) -> None:
    port = free_port()
    server = serve(METRICS_PORT=str(port))
    assert "ten_segments_errors_total{" not in scrape(port)
    break_database(server)
    with pytest.raises(HTTPError, match="500"):
        urlopen(f"{server.url}/join/?code=OAK417", timeout=60)
    assert 'ten_segments_errors_total{logger="django.request"} 1.0' in scrape(port)


def sign_in(encounter: Encounter) -> str:
    """Return the cookie of the DM's browser."""
    client = Client()
    client.force_login(encounter.campaign.find_owner())
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def scrape(port: int, token: str = "") -> str:
    """Return the metrics of a server."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with urlopen(Request(f"http://127.0.0.1:{port}/metrics", headers=headers), timeout=60) as answer:
        return str(answer.read().decode())
