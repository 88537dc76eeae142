"""Lobbies: the sockets of pages that wait while no fight is on a campaign's table.

A lobby has no log. Its pages are told that somebody came or went, and read themselves again, or that a fight is on the
table, and go there.
"""

import asyncio
import contextlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from weakref import WeakKeyDictionary

from django.conf import settings

from encounters import seats
from encounters.errors import Rejected, TooMany
from encounters.live.connections import Close, Connection, Frames, Send
from encounters.live.doorbell import group_of_lobby, listen, ring_lobby
from encounters.live.hub import (
    CODES,
    TICK,
    TICK_SECONDS,
    TOO_MANY_PAGES,
    run_in_thread,
)
from encounters.request_ids import start_shared_task
from encounters.viewers import Waiting


@dataclass
class WaitingRoom:
    """The lobby of one campaign."""

    campaign_id: int
    sockets: int = 0
    """Those that have joined, or are joining."""
    connections: list[Connection[Waiting]] = field(default_factory=list)
    frames: Frames = field(default_factory=Frames)
    _changes: Iterator[int] = field(default_factory=lambda: count(1))
    _own_changes: defaultdict[int | None, Iterator[int]] = field(default_factory=lambda: defaultdict(lambda: count(1)))
    """Those that only the DM is told of (None), or a seat: counted by themselves, so that no number tells of others."""
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)
    _listening: asyncio.Event = field(default_factory=asyncio.Event)

    def start(self) -> None:
        """Start to listen to the doorbell, and to send signs of life."""
        hearing = listen(group_of_lobby(self.campaign_id), self._note_ring, self._listening)
        self._tasks = [start_shared_task(each) for each in (hearing, self._send_ticks())]

    async def stop(self) -> None:
        """Stop, when the last socket is gone."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def add(self, waiting: Waiting, send: Send, close: Close, find: Callable[[], Waiting]) -> Connection[Waiting]:
        """Add a socket. Raises TooMany where this seat has as many open as are allowed."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2):
                await self._listening.wait()
        if sum(each.viewer == waiting for each in self.connections) >= settings.LIMITS["sockets"]:
            raise TooMany(TOO_MANY_PAGES, 0)
        connection = Connection(waiting, self.frames, send, close, find)
        self.connections.append(connection)
        try:
            await run_in_thread(find)  # what happened before this lobby listened rang no bell here
        except BaseException:
            self.connections.remove(connection)
            await connection.stop()
            raise
        return connection

    async def _note_ring(self, message: Mapping[str, Any]) -> None:
        """Close sockets of those who wait here no more, and let other pages read again.

        Where only the DM is concerned, or a seat as well, only their pages do.
        """
        await self.look_again()
        if message.get("for_dm"):
            for seat_id in {None, message.get("seat")}:
                self._send_to(seat_id, f"{'dm' if seat_id is None else 'own'}-{next(self._own_changes[seat_id])}")
        else:
            self._publish(json.dumps({"seating": str(next(self._changes))}))

    def _send_to(self, seat_id: int | None, seating: str) -> None:
        """Send a frame to the pages of a seat, or with None to the DM's."""
        for connection in self.connections:
            if connection.viewer.seat_id == seat_id:
                connection.send_alone(json.dumps({"seating": seating}))

    def _publish(self, frame: str) -> None:
        self.frames.add(frame)
        for connection in self.connections:
            connection.wake()

    async def look_again(self) -> None:
        """Close the sockets of seats that were given up or moved, and of lobbies that are over."""
        for connection in list(self.connections):
            if connection.find is None:
                continue
            try:
                await run_in_thread(connection.find)
            except Rejected as problem:
                connection.close(CODES[problem.status])

    async def _send_ticks(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            with contextlib.suppress(Exception):
                await self.note_present()
                await self.look_again()
            self._publish(TICK)

    async def note_present(self) -> None:
        """Record that the seats of these connections are here."""
        numbers = {each.viewer.seat_id for each in self.connections if each.viewer.seat_id}
        await run_in_thread(seats.note_connected, numbers)


class Lobbies:
    """The lobbies with sockets at this process."""

    def __init__(self) -> None:
        self._held: dict[int, WaitingRoom] = {}

    async def join(
        self, waiting: Waiting, send: Send, close: Close, find: Callable[[], Waiting]
    ) -> Connection[Waiting]:
        """Add a socket and return its connection; tell the others that somebody has come."""
        lobby = self._held.get(waiting.campaign_id)
        if lobby is None:
            lobby = self._held[waiting.campaign_id] = WaitingRoom(waiting.campaign_id)
            lobby.start()
        lobby.sockets += 1
        try:
            connection = await lobby.add(waiting, send, close, find)
        except BaseException:
            await self._remove_socket(lobby)
            raise
        if waiting.seat_id:
            await lobby.note_present()
            await run_in_thread(ring_lobby, waiting.campaign_id)
        return connection

    async def leave(self, connection: Connection[Waiting]) -> None:
        """Remove a socket; the last one of a lobby ends it."""
        await connection.stop()
        lobby = self._held.get(connection.viewer.campaign_id)
        if lobby is not None and connection in lobby.connections:
            lobby.connections.remove(connection)
            await self._remove_socket(lobby)

    async def _remove_socket(self, lobby: WaitingRoom) -> None:
        lobby.sockets -= 1
        if not lobby.sockets:
            del self._held[lobby.campaign_id]
            await lobby.stop()


_lobbies: WeakKeyDictionary[asyncio.AbstractEventLoop, Lobbies] = WeakKeyDictionary()


def get_lobbies() -> Lobbies:
    """Return the lobbies of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _lobbies:
        _lobbies[loop] = Lobbies()
    return _lobbies[loop]
