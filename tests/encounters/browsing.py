"""Pages as live.js keeps them, connected to a hub without a browser in between."""

import asyncio
import json
from typing import Any

from channels.layers import get_channel_layer

from encounters.live.connections import Connection
from encounters.live.doorbell import group
from encounters.live.hub import Hub
from encounters.viewers import Viewer
from tests.encounters.conftest import Table

SOON = 60.0
"""Seconds to wait for what will come: machines that run tests are busy."""


class Page:
    """A page as live.js keeps it: takes frames in order, and knows where it is."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.frames: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.raw: list[str] = []
        self.code: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.connection: Connection

    async def send(self, text: str) -> None:
        self.raw.append(text)
        self.frames.put_nowait(json.loads(text))

    async def close(self, code: int) -> None:
        self.code.set_result(code)

    async def next(self) -> dict[str, Any]:
        """Return the next frame that shows something."""
        while True:
            frame = await asyncio.wait_for(self.frames.get(), SOON)
            if "html" in frame:
                return frame

    def nothing(self) -> bool:
        """Return True if no frame that shows something is waiting."""
        waiting = [self.frames.get_nowait() for _ in range(self.frames.qsize())]
        return not any("html" in frame for frame in waiting)


async def look(hub: Hub, viewer: Viewer) -> Page:
    """Return the page of a viewer who is connected."""
    page = Page(viewer)
    page.connection = await hub.join(viewer, page.send, page.close)
    return page


def with_no_bell(hub: Hub, table: Table) -> None:
    """Cut the room off from the doorbell."""
    for task in hub.rooms[table.encounter.pk]._tasks:
        task.cancel()


async def looked_again(hub: Hub, table: Table) -> None:
    """Ring the bell, and wait until all that it brought has been sent."""
    await get_channel_layer().group_send(group(table.encounter.pk), {"type": "doorbell"})
    await asyncio.sleep(0.1)
    room = hub.rooms[table.encounter.pk]
    async with room.lock:
        await room._look_once()
    await asyncio.sleep(0.05)
