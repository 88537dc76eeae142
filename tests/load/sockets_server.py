"""The pushing server, in a process of its own; a line on stdin pushes.

`hub` is the site, `bare` a broadcast of `websockets`.

Frames carry the system's monotonic clock at the moment they were made, so that another process can tell their age.
"""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from itertools import count

import uvloop

WORDS = "x" * 270
"""A push of about three hundred bytes."""


def write_push() -> str:
    """Return the text of a push, with the time at which it was made."""
    return f"made {time.monotonic_ns()} {WORDS}"


class Drawn:
    """A screen of one region, which is always another and does as little work as there can be."""

    models: Mapping[tuple[int, str], object] = {(0, "all"): None}

    def list_changed(self, before: object) -> Sequence[tuple[int, str]]:
        """Return the region."""
        return tuple(self.models)

    def list_unlogged(self) -> Sequence[tuple[int, str]]:
        """Return nothing: events tell of everything."""
        return ()

    def render(self, keys: Collection[tuple[int, str]]) -> str:
        """Return the text of a push."""
        return write_push() if keys else ""


def draw(view: object) -> Drawn:
    """Return a viewer's screen."""
    return Drawn()


async def bare(port: int) -> None:
    """Serve the floor: nothing but a broadcast."""
    from websockets.asyncio.server import ServerConnection, broadcast, serve

    open_: list[ServerConnection] = []

    async def served(connection: ServerConnection) -> None:
        open_.append(connection)
        await connection.wait_closed()

    async def push() -> None:
        broadcast(open_, write_push())

    async with serve(served, "127.0.0.1", port, ping_interval=None):
        await on_every_line(push)


async def hub(port: int, encounter_id: int) -> None:
    """Serve the site in one process.

    An input is taken, the bell rung, the log read, drawn once, and sent.
    """
    import uvicorn

    from combat_site.asgi import application
    from encounters import services
    from encounters.live.hub import run_in_thread
    from encounters.models import Encounter
    from encounters.viewers import build_dm_viewer
    from rules.kernel.inputs import Change

    taps = count()

    def rule() -> None:
        change = Change("otis", "hp", 1 + next(taps) % 2)
        services.rule(build_dm_viewer(Encounter.objects.get(pk=encounter_id)), f"push-{next(taps)}", [change])

    async def push() -> None:
        await run_in_thread(rule)

    config = uvicorn.Config(
        application, "127.0.0.1", port, log_level="warning", ws_max_size=65536, timeout_graceful_shutdown=3
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        await on_every_line(push)
    finally:
        server.should_exit = True
        await serving


async def on_every_line(push: Callable[[], Awaitable[None]]) -> None:
    """Say that the server is up, then push once for every line until there are no more."""
    print("up", flush=True)
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while await lines.readline():
        await push()


if __name__ == "__main__":
    # The loop that uvicorn takes where it is free to choose; the floor stands on the same.
    uvloop.run(bare(int(sys.argv[2])) if sys.argv[1] == "bare" else hub(int(sys.argv[2]), int(sys.argv[3])))
