"""The hub of a process and event loop, which pushes frames to its sockets.

It listens to an encounter only while it has a socket of it. On a ring, or every ten seconds, it reads what is new in
the log. Each audience connected here takes that in and renders it once, in a worker thread. The hub sends the same text
on each connection of the audience. It never runs a generator.
"""

import asyncio
import contextlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import structlog
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections

from encounters import seats
from encounters.errors import Rejected, TooMany, Unreadable
from encounters.failures import note_failure
from encounters.live.audience import ConnectedAudience
from encounters.live.connections import Close, Connection, Send
from encounters.live.doorbell import RETRY_SECONDS, group, listen
from encounters.log import read_log
from encounters.log_reader import LogReader, SeatState, read_seat_states
from encounters.measures import TABLES, UNSENT
from encounters.models import Encounter
from encounters.request_ids import start_shared_task
from encounters.viewers import Role, Viewer

TICK_SECONDS = 10.0
"""The seconds between two signs of life on a connection; the log is then read too."""

NOT_KNOWN, MOVED, GONE, UNREADABLE, MOVED_ON = 4401, 4403, 4404, 4409, 4410

CODES = {401: NOT_KNOWN, 403: MOVED, 404: GONE, 410: MOVED_ON, 409: UNREADABLE, 429: 4429}
"""The close codes by the HTTP status that a page would have."""

TOO_MANY_PAGES = "You have too many pages of this table open. Close some, then load this page again."

Find = Callable[[], Viewer] | None

Cursor = tuple[int, str]
"""The position of a page: the number of events that it shows, and their epoch."""

NOWHERE: Cursor = (0, "")
"""The position of a page that has to be sent everything."""

log = structlog.get_logger(__name__)
TICK = json.dumps({"tick": True})
NUDGE = json.dumps({"nudge": True})


@dataclass
class Room:
    """One encounter that has sockets at this process."""

    encounter_id: int
    sockets: int = 0
    audiences: dict[tuple[str, int], ConnectedAudience] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    entrance: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by the socket that comes in: others of its audience wait until the log was read for the first."""
    _arrived: list[Connection[Viewer]] = field(default_factory=list)
    """Connections that came since the people present were last noted."""
    _ring: asyncio.Event = field(default_factory=asyncio.Event)
    _listening: asyncio.Event = field(default_factory=asyncio.Event)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)
    _rung: float | None = None
    """The time of the first commit that was rung and is not read yet, in seconds since 1970."""
    _on_table: bool = True
    """It is what its campaign's players and spectators are shown."""
    _over: bool = False

    def start(self) -> None:
        """Start to listen to the doorbell and to read the log."""
        hearing = listen(group(self.encounter_id), self._note_ring, self._listening)
        self._tasks = [start_shared_task(each) for each in (hearing, self._look())]

    async def stop(self) -> None:
        """Stop listening and reading, when the last socket is gone."""
        self._over = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def add(
        self, viewer: Viewer, send: Send, close: Close, start: Cursor | None, seating: str, find: Find
    ) -> Connection[Viewer]:
        """Add a socket, and send what its page has missed since ``start``.

        The DM's page is sent everything if the seats have changed since ``seating``. Raises TooMany where this viewer
        has as many sockets open as are allowed.
        """
        # A channel layer that fails must keep nobody out: the look every ten seconds still serves this viewer.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2):
                await self._listening.wait()
        async with self.entrance:
            audience = self.audiences.get(viewer.audience)
            if audience is None:
                # A long fight is folded before the lock: meanwhile those who are here are sent what happens.
                audience = ConnectedAudience(viewer)
                await run_in_thread(self._read, [audience])
            async with self.lock:
                self.audiences[viewer.audience] = audience
                if sum(each.viewer == viewer for each in audience.connections) >= settings.LIMITS["sockets"]:
                    raise TooMany(TOO_MANY_PAGES, 0)
                connection = Connection(viewer, audience.frames, send, close, find)
                audience.connections.append(connection)
                is_reseated = viewer.is_dm and seating not in ("", audience.seating)
                if start is not None:
                    await self._answer(connection, *(NOWHERE if is_reseated else start))
                if is_reseated:
                    connection.send_alone(await run_in_thread(audience.render_seating))
        self._arrived.append(connection)
        self._ring.set()
        return connection

    async def drop(self, connection: Connection[Viewer]) -> None:
        """Remove a socket that has closed."""
        await connection.stop()
        audience = self.audiences.get(connection.viewer.audience)
        if audience is not None and connection in audience.connections:
            audience.connections.remove(connection)
            if not audience.connections:
                del self.audiences[connection.viewer.audience]

    async def resume(self, connection: Connection[Viewer], at: int, epoch: str) -> None:
        """Send one socket what it has missed since it was shown ``at`` events."""
        async with self.lock:
            await self._answer(connection, at, epoch)

    async def _answer(self, connection: Connection[Viewer], at: int, epoch: str) -> None:
        audience = self.audiences[connection.viewer.audience]
        if epoch != audience.epoch or at > audience.at:
            # Another process rendered this page, perhaps from a longer log than the one read here.
            await self._look_once()
        connection.skip()
        frame = await run_in_thread(audience.answer, at, epoch)
        for each in (frame, await run_in_thread(audience.render_unlogged)):
            if each:
                connection.send_alone(each)

    async def _note_ring(self, message: Mapping[str, Any]) -> None:
        """Look again, and remind the seat that is named."""
        nudged = message.get("nudge")
        audience = self.audiences.get((Role.PLAYER.value, nudged)) if nudged else None
        if audience is not None:
            audience.publish(NUDGE)
        if self._rung is None and not nudged:
            self._rung = message.get("rung")
        self._ring.set()

    async def _look(self) -> None:
        """Read the log on every ring; every ten seconds read it and send a tick."""
        loop = asyncio.get_running_loop()
        tick = loop.time() + TICK_SECONDS
        while not self._over:
            # Not wait_for: before Python 3.12 it may swallow the cancelling of this task.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(tick):
                    await self._ring.wait()
            self._ring.clear()
            try:
                async with self.lock:
                    await self._look_once()
                if loop.time() >= tick:
                    tick = loop.time() + TICK_SECONDS
                    self._send_ticks()
                arrived, self._arrived = self._arrived, []
                if arrived:
                    await self._note_presence(arrived)
            except Exception as problem:
                if note_failure(problem) is None:
                    log.exception("looking again", encounter=self.encounter_id, problem=repr(problem))
                await asyncio.sleep(RETRY_SECONDS)

    async def _look_once(self) -> None:
        audiences = list(self.audiences.values())
        rung, self._rung = self._rung, None
        try:
            frames, seat_states = await run_in_thread(self._read, audiences)
        except Unreadable:
            for audience in audiences:
                for connection in audience.connections:
                    connection.close(UNREADABLE)
            return
        signed_in = [
            connection
            for audience in audiences
            for connection in audience.connections
            if connection.viewer.seat_id is None
        ]
        for connection, code in (await run_in_thread(_find_ended, signed_in)) if signed_in else ():
            connection.close(code)
        for audience, new in zip(audiences, frames, strict=True):
            for frame in new:
                audience.publish(frame, rung)
            for connection in audience.connections:
                if seat_states is None:
                    connection.close(GONE)
                elif not self._on_table and not audience.viewer.is_dm:
                    connection.close(MOVED_ON)
                else:
                    _close_if_moved(connection, seat_states)

    def _read(self, audiences: Sequence[ConnectedAudience]) -> tuple[list[list[str]], dict[int, SeatState] | None]:
        """Read the log once and render it once for each audience. Raises Unreadable.

        Runs in a worker thread. Returns each audience's frames, and the assignments by seat; these are None where the
        encounter was deleted. The assignments are read before the encounter is looked up: a deletion in between must
        not look like an empty table.
        """
        seat_states = read_seat_states(self.encounter_id)
        found = Encounter.objects.filter(pk=self.encounter_id).values_list("on_table_of").first()
        if found is None:
            return [[] for _ in audiences], None
        self._on_table = found[0] is not None
        entries = read_log(self.encounter_id)
        frames: list[list[str]] = []
        for audience in audiences:
            try:
                mine = seat_states.get(audience.viewer.seat_id or 0)
                news = (audience.read(entries, mine), audience.note_seating(seat_states))
                frames.append([frame for frame in news if frame is not None])
            except Unreadable:
                raise
            except Exception as problem:
                # An error on one screen must not stop the others; this audience starts again at the next ring.
                log.exception(
                    "not rendered",
                    encounter=self.encounter_id,
                    audience=audience.viewer.audience,
                    problem=repr(problem),
                )
                audience.log_reader, audience.epoch = LogReader(audience.viewer), "?"
                frames.append([])
        return frames, seat_states

    def _send_ticks(self) -> None:
        for audience in self.audiences.values():
            audience.publish(TICK)
            self._arrived += audience.connections

    async def _note_presence(self, connections: Sequence[Connection[Viewer]]) -> None:
        """Record that the seats of these connections are present, and send the DM who is."""
        await run_in_thread(
            seats.note_connected, {connection.viewer.seat_id for connection in connections if connection.viewer.seat_id}
        )
        directing = self.audiences.get((Role.DM.value, 0))
        if directing is not None:
            frame = await run_in_thread(directing.render_presence)
            if frame is not None:
                directing.publish(frame)


class Hub:
    """The encounters that have sockets at this process."""

    def __init__(self) -> None:
        self.rooms: dict[int, Room] = {}

    async def join(
        self,
        viewer: Viewer,
        send: Send,
        close: Close,
        start: Cursor | None = None,
        seating: str = "",
        find: Find = None,
    ) -> Connection[Viewer]:
        """Add a socket and return its connection.

        ``start`` is the position of its page; None is the present one. ``find`` looks the viewer up again before
        something is sent to a viewer who is signed in and has no seat. Raises TooMany where this viewer has too many
        sockets open, and any Exception where nothing can be read.
        """
        room = self.rooms.get(viewer.encounter_id)
        if room is None:
            room = self.rooms[viewer.encounter_id] = Room(viewer.encounter_id)
            room.start()
            TABLES.inc()
        room.sockets += 1
        try:
            return await room.add(viewer, send, close, start, seating, find)
        except BaseException:
            await self._remove_socket(room)
            raise

    async def leave(self, connection: Connection[Viewer]) -> None:
        """Remove a socket; the last one of an encounter ends listening to it."""
        room = self.rooms.get(connection.viewer.encounter_id)
        if room is not None:
            await room.drop(connection)
            await self._remove_socket(room)

    async def resume(self, connection: Connection[Viewer], at: int, epoch: str) -> None:
        """Send a socket what it has missed since it was shown ``at`` events."""
        await self.rooms[connection.viewer.encounter_id].resume(connection, at, epoch)

    async def _remove_socket(self, room: Room) -> None:
        room.sockets -= 1
        if not room.sockets:
            del self.rooms[room.encounter_id]
            TABLES.dec()
            await room.stop()


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def count_unsent() -> int:
    """Return how many frames wait for a socket to take them."""
    rooms = [room for hub in list(_hubs.values()) for room in list(hub.rooms.values())]
    audiences = [audience for room in rooms for audience in list(room.audiences.values())]
    return sum(connection.waiting for audience in audiences for connection in list(audience.connections))


UNSENT.set_function(count_unsent)


def get_hub() -> Hub:
    """Return the hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]


async def run_in_thread(work: Callable[..., Any], *given: Any) -> Any:
    """Run work that reads the database in a worker thread, which returns its connection."""

    def read() -> Any:
        close_old_connections()
        try:
            return work(*given)
        finally:
            close_old_connections()

    return await sync_to_async(read, thread_sensitive=False)()


def _find_ended(connections: Sequence[Connection[Viewer]]) -> list[tuple[Connection[Viewer], int]]:
    """Return the connections whose viewer is no longer signed in, each with its close code.

    Runs in a worker thread.
    """
    found = []
    for connection in connections:
        try:
            if connection.find is not None and connection.find() != connection.viewer:
                found.append((connection, NOT_KNOWN))
        except Rejected as problem:
            found.append((connection, CODES.get(problem.status, NOT_KNOWN)))
    return found


def _close_if_moved(connection: Connection[Viewer], seat_states: dict[int, SeatState]) -> None:
    if connection.viewer.seat_id is None:
        return
    seat_state = seat_states.get(connection.viewer.seat_id)
    if seat_state is None or seat_state.left:
        connection.close(NOT_KNOWN)
    elif seat_state.token_hash != connection.viewer.token_hash:
        connection.close(MOVED)
