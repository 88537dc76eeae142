"""Each request has an id: in its answer, in its lines, and on the page of an error."""

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from combat_site.request_ids import IdentifiedRequests, find_forwarded_id
from encounters.request_ids import find_request_id, write_report
from tests.server import Server

GIVEN = "proxy-0123456789"
BELIEVED, DIRECT = ("10.0.0.7", 0), ("10.0.0.7", 50123)


def make_scope(client: tuple[str, int] | None, *ids: str, path: str = "/", kind: str = "http") -> dict[str, Any]:
    return {"type": kind, "path": path, "client": client, "headers": [(b"x-request-id", id.encode()) for id in ids]}


@pytest.mark.parametrize(
    ("client", "ids", "found"),
    [
        (BELIEVED, [GIVEN], GIVEN),
        (DIRECT, [GIVEN], ""),
        (None, [GIVEN], ""),
        (BELIEVED, [], ""),
        (BELIEVED, [GIVEN, GIVEN], ""),
        (BELIEVED, ["short"], ""),
        (BELIEVED, ["x" * 65], ""),
        (BELIEVED, ["<script>0123"], ""),
        (BELIEVED, ["0123456789\n"], ""),
    ],
)
def test_an_id_is_taken_from_a_trusted_proxy_alone(client: tuple[str, int] | None, ids: list[str], found: str) -> None:
    assert find_forwarded_id(make_scope(client, *ids)) == found


@pytest.mark.parametrize(("kind", "beginning"), [("http", "http.response.start"), ("websocket", "websocket.accept")])
async def test_what_answers_knows_the_id_and_the_answer_names_it(kind: str, beginning: str) -> None:
    known, sent = [], []

    async def answer(scope: object, receive: object, send: Any) -> None:
        known.append(find_request_id())
        await send({"type": beginning})

    async def note(message: Any) -> None:
        sent.append(message)

    for _ in range(2):
        await IdentifiedRequests(answer)(make_scope(DIRECT, kind=kind), None, note)
    assert [message["headers"] for message in sent] == [[(b"x-request-id", id.encode())] for id in known]
    assert len(set(known)) == 2
    assert find_request_id() == write_report() == ""


def test_a_reported_id_leads_to_the_traceback(serve: Callable[..., Server]) -> None:
    server = serve()
    break_database(server)
    status, id, page = ask(f"{server.url}/join/?code=OAK417")
    assert (status, f"If you report this, say: {id}" in page) == (500, True)
    lines = [line for line in server.log.read_text().splitlines() if id in line]
    assert any("Internal Server Error" in line for line in lines)
    assert any("GET /join/" in line and "500" in line for line in lines)


def test_a_proxy_of_this_machine_gives_the_id(serve: Callable[..., Server]) -> None:
    server = serve()
    headers = {"X-Request-ID": GIVEN}
    assert ask(f"{server.url}/nowhere/", headers)[1] != GIVEN
    assert ask(f"{server.url}/nowhere/", {**headers, "X-Forwarded-For": "10.0.0.7"})[1] == GIVEN
    assert "X-Request-ID" not in urlopen(f"{server.url}/static/{find_static(server)}", timeout=60).headers


def find_static(server: Server) -> str:
    """Return the name of a collected file."""
    folder = Path(server.environ["VAR_DIR"]) / "static"
    return next(path for path in folder.rglob("*.css")).relative_to(folder).as_posix()


def break_database(server: Server) -> None:
    """Take from the database what no page can do without."""
    path = server.environ["DATABASE_URL"].removeprefix("sqlite:///")
    with contextlib.closing(sqlite3.connect(path)) as file:
        file.execute("DROP TABLE encounters_campaign")


def ask(url: str, headers: dict[str, str] | None = None) -> tuple[int, str, str]:
    """Return the status, the id and the page of an answer."""
    try:
        with urlopen(Request(url, headers=headers or {}), timeout=60) as answer:
            return answer.status, answer.headers["X-Request-ID"], answer.read().decode()
    except HTTPError as problem:
        return problem.code, problem.headers["X-Request-ID"], problem.read().decode()
