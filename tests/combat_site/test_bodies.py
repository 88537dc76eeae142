"""A body that is too large is refused before it is stored."""

from typing import Any

import pytest

from combat_site import bodies
from combat_site.asgi import application
from combat_site.bodies import LimitedBodies


class Upload:
    """A request that is sent in pieces of 100 bytes, and what it is answered."""

    def __init__(self, pieces: int, named: int | None) -> None:
        self.pieces, self.asked, self.taken = pieces, 0, 0
        self.headers = [] if named is None else [(b"content-length", str(named).encode())]
        self.status = 0

    async def receive(self) -> dict[str, Any]:
        self.asked += 1
        return {"type": "http.request", "body": b"x" * 100, "more_body": self.asked < self.pieces}

    async def send(self, message: dict[str, Any]) -> None:
        self.status = self.status or message["status"]

    async def take(self, scope: Any, receive: Any, send: Any) -> None:
        """Read the body as Django does, and answer 200."""
        more = True
        while more:
            message = await receive()
            self.taken += len(message["body"])
            more = message["more_body"]
        await send({"type": "http.response.start", "status": 200})


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "MOST_BYTES", 1000)
    monkeypatch.setattr(bodies, "MOST_DROPPED", 4000)


@pytest.mark.parametrize(
    ("pieces", "named", "status", "taken", "asked"),
    [
        (10, 1000, 200, 1000, 10),
        (10, None, 200, 1000, 10),
        (11, 1100, 413, 0, 11),
        (11, None, 413, 1000, 11),
        (10**9, 10**11, 413, 0, 0),
        (10**9, None, 413, 1000, 52),
    ],
    ids=["named", "unnamed", "named too large", "unnamed too large", "named without end", "without end"],
)
async def test_what_is_too_large_is_dropped(
    pieces: int, named: int | None, status: int, taken: int, asked: int
) -> None:
    upload = Upload(pieces, named)
    await LimitedBodies(upload.take)({"headers": upload.headers}, upload.receive, upload.send)
    assert (upload.status, upload.taken, upload.asked) == (status, taken, asked)


def test_the_site_is_behind_it() -> None:
    assert isinstance(application.application.application_mapping["http"], LimitedBodies)
