"""The answers that a stranger's browser, page or program gets."""

import asyncio
from collections.abc import Callable

import pytest
import websockets
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

from combat_site.asgi import application
from tests.server import Server

pytestmark = pytest.mark.live

OURS = settings.SOCKET_ORIGINS[0].encode()


def knock(*origins: bytes, path: str = "/nowhere/") -> WebsocketCommunicator:
    return WebsocketCommunicator(application, path, headers=[(b"origin", origin) for origin in origins])


@pytest.mark.django_db(transaction=True)
async def test_a_socket_of_our_own_page_is_let_in_as_far_as_its_path_leads() -> None:
    socket = knock(OURS)
    assert await socket.connect() == (True, None)
    assert await socket.receive_output() == {"type": "websocket.close", "code": 4404}


@pytest.mark.parametrize(
    "origins",
    [
        [],
        [b"http://rex.example"],
        [b"null"],
        [b"http://localhost:1"],
        [b"https://localhost:8000"],
        [b"http://localhost:8000.rex.example"],
        [b"http://localhost:port"],
        [b"\xff\xfe"],
        [OURS, b"http://rex.example"],
    ],
    ids=["missing", "foreign", "null", "port", "scheme", "suffix", "malformed", "bytes", "two"],
)
async def test_a_socket_of_rex_is_refused(origins: list[bytes]) -> None:
    connected, _ = await knock(*origins).connect()
    assert not connected


def test_a_foreign_host_is_refused_without_a_page(client: Client) -> None:
    assert client.get("/readyz", headers={"host": "rex.example"}).status_code == 400


def test_pages_may_load_only_what_is_ours(client: Client) -> None:
    policy = client.get("/nowhere")["Content-Security-Policy"]
    rules = dict(part.strip().partition(" ")[::2] for part in policy.split(";"))
    assert (rules["default-src"], rules["script-src"], rules["style-src"]) == ("'none'", "'self'", "'self'")
    assert rules["frame-ancestors"] == "'none'"
    assert "unsafe" not in policy
    assert list(rules) == sorted(rules)


async def test_a_real_server_refuses_and_closes_the_same_way(serve: Callable[..., Server]) -> None:
    server = await asyncio.to_thread(serve)
    address = server.url.replace("http", "ws") + "/nowhere/"
    with pytest.raises(websockets.InvalidStatus, match="403"):
        await websockets.connect(address, origin=websockets.Origin("http://rex.example"))
    async with websockets.connect(address, origin=websockets.Origin(server.url)) as socket:
        await socket.wait_closed()
        assert socket.close_code == 4404
