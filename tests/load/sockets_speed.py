"""The time of a push to the last of 500 sockets in one process.

A bare broadcast in the same run is the measure.
"""

import asyncio
import base64
import os
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from tests.load.programs import run_python
from tests.server import ROOT, clean_environ, manage
from tests.services import free_port

SOCKETS = 500
PUSHES = 30
WARM = 3
MADE = re.compile(rb"made (\d+) ")

PREPARE = """
import django; django.setup()
from django.contrib.auth.models import User
from encounters import seats, services
from encounters.viewers import build_dm_viewer, make_seat_cookie
from tests.any_procedure import ANY
encounter = services.create_encounter(User.objects.create_user("dora"), "The bridge", ANY)
otis, orc = {"id": "otis", "side": "party"}, {"id": "orc", "side": "foes", "monster": "orc"}
services.add_combatants(build_dm_viewer(encounter), (otis, orc))
services.open_encounter(build_dm_viewer(encounter))
joined = seats.join(encounter.code, "Sam", "spectator")
((name, value),) = make_seat_cookie(joined.seat, joined.token).items()
print(encounter.pk, f"{name}={value}")
"""


@dataclass
class Client(asyncio.Protocol):
    """A browser's side of a socket, as little of it as there can be.

    It notes the age of what arrives.
    """

    request: bytes
    ages: list[int] = field(default_factory=list)
    _seen: bytes = b""
    open: asyncio.Event = field(default_factory=asyncio.Event)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        now = time.monotonic_ns()
        self._seen += data
        if not self.open.is_set() and b"\r\n\r\n" in self._seen:
            assert self._seen.startswith(b"HTTP/1.1 101"), self._seen[:200]
            self.open.set()
        for made in MADE.findall(self._seen):
            self.ages.append(now - int(made))
            self.arrived.set()
            self._seen = b""


@dataclass(frozen=True)
class Push:
    """Milliseconds from making a frame to its reaching the last socket: median and worst."""

    median: float
    worst: float

    @classmethod
    def of(cls, ages: list[float]) -> "Push":
        """Return the push whose ages these are, in milliseconds, when the last socket had it."""
        return cls(median(ages), max(ages))


async def measure() -> tuple[Push, Push]:
    """Measure the bare broadcast and the hub, in turns.

    Other work on the machine then disturbs both alike.
    """
    with tempfile.TemporaryDirectory(prefix="ten-segments-") as folder:
        port = free_port()
        environ = clean_environ(
            VAR_DIR=folder,
            DATABASE_URL=f"sqlite:///{Path(folder) / 'bench.sqlite3'}",
            LOG_LEVEL="ERROR",
            HOST="127.0.0.1",
            PORT=str(port),
            DJANGO_SETTINGS_MODULE="tests.load.settings",
        )
        manage("migrate", "--verbosity=0", environ=environ)
        number, cookie = run_python(PREPARE, environ).split()
        floor = free_port()
        async with (
            pushing(environ, ["bare", str(floor)], handshake("/", floor)) as bare,
            pushing(environ, ["hub", str(port), number], handshake(f"/live/{number}/seat", port, cookie)) as hub,
        ):
            ages = [(await bare(), await hub()) for _ in range(PUSHES + WARM)][WARM:]
        return Push.of([age for age, _ in ages]), Push.of([age for _, age in ages])


def handshake(path: str, port: int, cookie: str = "") -> bytes:
    """Return the request by which a browser opens a socket."""
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Origin: http://127.0.0.1:{port}",
        "Upgrade: websocket",
    ]
    lines += ["Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", f"Cookie: {cookie}"]
    return "\r\n".join([*lines, "", ""]).encode()


@asynccontextmanager
async def pushing(
    environ: Mapping[str, str], arguments: list[str], request: bytes
) -> AsyncIterator[Callable[[], Awaitable[float]]]:
    """Start a server and its sockets; yield a function that pushes once.

    It returns how old the push was when the last socket had it.
    """
    command = [sys.executable, "-m", "tests.load.sockets_server", *arguments]
    pipe = asyncio.subprocess.PIPE
    server = await asyncio.create_subprocess_exec(*command, cwd=ROOT, env=dict(environ), stdin=pipe, stdout=pipe)
    assert server.stdin is not None
    assert server.stdout is not None
    try:
        assert await server.stdout.readline() == b"up\n"
        clients = await connected(int(arguments[1]), request)
        push = server.stdin
        yield lambda: one_push(push, clients)
    finally:
        server.stdin.close()
        await asyncio.wait_for(server.wait(), 20)


async def connected(port: int, request: bytes) -> list[Client]:
    """Return the sockets, all open."""
    clients = [Client(request) for _ in range(SOCKETS)]
    loop = asyncio.get_running_loop()
    for client in clients:
        await loop.create_connection(lambda each=client: each, "127.0.0.1", port)  # type: ignore[misc]
        await client.open.wait()
    # Those opened last are still being put on the line.
    await asyncio.sleep(1)
    return clients


async def one_push(push: asyncio.StreamWriter, clients: list[Client]) -> float:
    """Return the milliseconds until the last socket had the push."""
    for client in clients:
        client.arrived.clear()
    push.write(b"push\n")
    for client in clients:
        await asyncio.wait_for(client.arrived.wait(), 10)
    await asyncio.sleep(0.05)
    return max(client.ages[-1] for client in clients) / 1e6


def report() -> None:
    """Print both, and the ratio of their medians."""
    bare, hub = asyncio.run(measure())
    print(f"Push to the last of {SOCKETS} sockets in one process, {PUSHES} pushes, from drawing to arrival:")
    print(f"  bare broadcast  median {bare.median:6.1f} ms  worst {bare.worst:6.1f} ms")
    print(f"  the hub         median {hub.median:6.1f} ms  worst {hub.worst:6.1f} ms")
    print(f"  ratio of medians {hub.median / bare.median:.2f}")
