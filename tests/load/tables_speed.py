"""The time of a push at tables of many sockets, by processes of the server, on PostgreSQL.

The real site, started by uvicorn: an input is stored, rung to the other processes, read, drawn for spectators and sent.
"""

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

from tests import services
from tests.load.programs import run_python
from tests.load.sockets_speed import handshake
from tests.server import ROOT, Server, clean_environ, manage

PUSHES, WARM = 20, 3
"""The pushes that are measured at each load, after those that warm it up."""

LATEST = 30.0
"""The seconds after which a push that has not arrived fails the measure."""

PREPARE = """
import json
import django; django.setup()
from django.contrib.auth.models import User
from encounters import seats, services
from encounters.viewers import build_dm_viewer, make_seat_cookie
from tests.any_procedure import ANY
dora, made = User.objects.create_user("dora"), []
for number in range({tables}):
    encounter = services.create_encounter(dora, f"The bridge {{number}}", ANY)
    party = [{{"id": f"otis-{{n}}", "side": "party"}} for n in range(6)]
    foes = [{{"id": f"orc-{{n}}", "side": "foes", "monster": "orc"}} for n in range(12)]
    services.add_combatants(build_dm_viewer(encounter), (*party, *foes))
    services.open_encounter(build_dm_viewer(encounter))
    joined = seats.join(encounter.code, "Sam", "spectator")
    ((name, value),) = make_seat_cookie(joined.seat, joined.token).items()
    made.append([encounter.pk, f"{{name}}={{value}}"])
print(json.dumps(made))
"""

PRESS = """
import sys, time
import django; django.setup()
from itertools import count
from encounters import services
from encounters.models import Encounter
from encounters.viewers import build_dm_viewer
from rules.kernel.inputs import Change
taps = count()
print("up", flush=True)
for line in sys.stdin:
    viewer = build_dm_viewer(Encounter.objects.get(pk=int(line)))
    tap = next(taps)
    began = time.monotonic_ns()
    services.rule(viewer, f"push-{tap}", [Change("orc-0", "hp", 1 + tap % 3)])
    print(began, time.monotonic_ns(), flush=True)
"""


@dataclass(frozen=True)
class Load:
    """Tables, sockets of each, processes that serve them, and whether Redis carries rings."""

    tables: int
    sockets: int
    processes: int
    redis: bool = True


LOADS = (
    *(Load(1, sockets, processes) for sockets in (500, 1000) for processes in (1, 2, 4)),
    Load(1, 1000, 2, redis=False),
    *(Load(50, 8, processes) for processes in (1, 2, 4)),
    Load(50, 8, 2, redis=False),
)


@dataclass
class Watcher(asyncio.Protocol):
    """The socket of a spectator, which notes when it is sent a fragment of the page."""

    request: bytes
    at: int = 0
    """The time of the last fragment, in nanoseconds of the system's monotonic clock."""
    opened: asyncio.Event = field(default_factory=asyncio.Event)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    _end: bytes = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the socket."""
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        """Note the time where a fragment begins."""
        seen = self._end + data
        if not self.opened.is_set() and b"\r\n\r\n" in seen:
            assert seen.startswith(b"HTTP/1.1 101"), seen[:200]
            self.opened.set()
        elif b'"html"' in seen and not self.arrived.is_set():
            self.at = time.monotonic_ns()
            self.arrived.set()
        self._end = seen[-8:] if self.opened.is_set() else seen


@dataclass(frozen=True)
class Measured:
    """The times from storing an input to its arrival, in milliseconds, and what the server used."""

    last: float
    """The median of the pushes: to the last socket."""
    half: float
    """The median of all sockets and pushes."""
    late: float
    """The time within which 99 of 100 had it."""
    processor: float
    """Milliseconds of processor time of all server processes for a push."""
    memory: float
    """Kilobytes of the server processes for each socket."""


def measure(load: Load) -> Measured:
    """Measure one load on a PostgreSQL, and a Redis where it is asked for."""
    name = f"ten_segments_load_{os.getpid()}"
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ten-segments-")))
        postgres = stack.enter_context(services.postgres(os.environ))
        stack.callback(services.drop_databases, postgres, name)
        variables = {"REDIS_URL": stack.enter_context(services.redis_server(os.environ))} if load.redis else {}
        environ = clean_environ(
            **variables,
            VAR_DIR=str(folder),
            DATABASE_URL=services.database_named(postgres, name),
            REDIS_PREFIX=name,
            LOG_LEVEL="ERROR",
            LIMIT_SOCKETS="100000",
            WEB_CONCURRENCY=str(load.processes),
            HOST="127.0.0.1",
            PORT=str(services.free_port()),
            DJANGO_SETTINGS_MODULE="combat_site.settings",
        )
        services.create_database(postgres, name)
        manage("migrate", "--verbosity=0", environ=environ)
        manage("collectstatic", "--noinput", "--verbosity=0", environ=environ)
        seats = prepare(load.tables, environ)
        with serving(environ, folder) as server:
            return asyncio.run(push_all(load, server, environ, seats))


def prepare(tables: int, environ: Mapping[str, str]) -> list[tuple[int, str]]:
    """Make the fights, and return the number of each and a spectator's cookie."""
    return [(number, cookie) for number, cookie in json.loads(run_python(PREPARE.format(tables=tables), environ))]


@contextmanager
def serving(environ: Mapping[str, str], folder: Path) -> Iterator[Server]:
    """Start the site, and end it afterwards."""
    server = Server(int(environ["PORT"]), environ, folder / "log")
    server.start()
    try:
        yield server
    finally:
        server.stop()


async def push_all(
    load: Load, server: Server, environ: Mapping[str, str], seats: Sequence[tuple[int, str]]
) -> Measured:
    """Open the sockets, push, and return what was measured."""
    empty = read_memory(server)
    watchers = {number: await watch(server.port, number, cookie, load.sockets) for number, cookie in seats}
    # Those opened last are still being sent what they have missed.
    await asyncio.sleep(2)
    full = read_memory(server)
    async with pressing(environ) as press:
        for number in list(watchers)[:WARM] * (WARM if load.tables == 1 else 1):
            await push(press, number, watchers[number])
        spent, ages = read_processor(server), []
        for turn in range(PUSHES):
            number = list(watchers)[turn % len(watchers)]
            ages.append(await push(press, number, watchers[number]))
        spent = read_processor(server) - spent
    every = [age for each in ages for age in each]
    return Measured(
        last=median(max(each) for each in ages),
        half=median(every),
        late=quantiles(every, n=100)[98],
        processor=spent / PUSHES,
        memory=(full - empty) / (load.tables * load.sockets),
    )


async def watch(port: int, number: int, cookie: str, count: int) -> list[Watcher]:
    """Open the sockets of a table's spectators."""
    loop, opened = asyncio.get_running_loop(), []
    for _ in range(count):
        watcher = Watcher(handshake(f"/live/{number}/seat", port, cookie))
        await loop.create_connection(lambda each=watcher: each, "127.0.0.1", port)  # type: ignore[misc]
        await asyncio.wait_for(watcher.opened.wait(), LATEST)
        opened.append(watcher)
    return opened


@asynccontextmanager
async def pressing(environ: Mapping[str, str]) -> AsyncIterator[asyncio.subprocess.Process]:
    """Start the process that stores inputs, one for each line with the number of a fight."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PRESS, cwd=ROOT, env=dict(environ), stdin=pipe, stdout=pipe
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert await process.stdout.readline() == b"up\n"
    try:
        yield process
    finally:
        process.stdin.close()
        await asyncio.wait_for(process.wait(), LATEST)


async def push(press: asyncio.subprocess.Process, number: int, watchers: Sequence[Watcher]) -> list[float]:
    """Store an input; return the milliseconds after which each socket had it."""
    assert press.stdin is not None
    assert press.stdout is not None
    for each in watchers:
        each.arrived.clear()
    press.stdin.write(f"{number}\n".encode())
    began = int((await press.stdout.readline()).split()[0])
    for each in watchers:
        await asyncio.wait_for(each.arrived.wait(), LATEST)
    await asyncio.sleep(0.05)
    return [(each.at - began) / 1e6 for each in watchers]


def list_processes(server: Server) -> list[int]:
    """Return the numbers of the server's processes, from /proc."""
    first = server.process.pid
    children = [
        int(each.name)
        for each in Path("/proc").iterdir()
        if each.name.isdigit() and _read_words(each / "stat")[1:2] == [str(first)]
    ]
    return [first, *children]


def read_memory(server: Server) -> float:
    """Return the kilobytes of the server's processes that no other process shares with them."""
    rows = [
        line.split()[1]
        for pid in list_processes(server)
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
        if line.startswith("Private_")
    ]
    return float(sum(map(int, rows)))


def read_processor(server: Server) -> float:
    """Return the milliseconds of processor time that the server's processes have used."""
    ticks = [sum(map(int, _read_words(Path(f"/proc/{pid}/stat"))[11:13])) for pid in list_processes(server)]
    return sum(ticks) * 1000 / os.sysconf("SC_CLK_TCK")


def _read_words(stat: Path) -> list[str]:
    """Return the fields of a process after its name; none where it has ended."""
    try:
        return stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return []


def report() -> None:
    """Print a row for each load."""
    print(
        f"Pushes at tables, {PUSHES} each, from storing an input to its arrival; PostgreSQL, rings by Redis or by it:"
    )
    print("  tables sockets processes rings         last     half   99 of 100   processor   memory a socket")
    for load in LOADS:
        found = measure(load)
        print(
            f"  {load.tables:6} {load.sockets:7} {load.processes:9} {'Redis' if load.redis else 'PostgreSQL':10}"
            f" {found.last:6.0f} ms {found.half:5.0f} ms {found.late:8.0f} ms {found.processor:8.0f} ms"
            f" {found.memory:14.0f} kB",
            flush=True,
        )
