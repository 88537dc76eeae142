"""The hub of a process and event loop, which pushes frames to its sockets.

It listens to an encounter only while it has a socket of it. On a ring, or every ten seconds, it reads what is new in
the log. Each audience connected here takes that in and renders it once, in a worker thread. The hub sends the same text
on each connection of the audience. It never runs a generator.
"""

import asyncio
import contextlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import structlog
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import close_old_connections

from encounters import seats
from encounters.audience import Audience
from encounters.errors import NotTaken, TooMany
from encounters.lines import Close, Line, Send
from encounters.log import read_log
from encounters.models import Encounter
from encounters.services.doorbell import group
from encounters.viewers import Role, Viewer
from encounters.watching import Tenure, Watch, read_tenures

TICK_SECONDS = 10.0
"""The seconds between two signs of life on a connection; the log is then read too."""

AGAIN_SECONDS = 1.0
"""The seconds to wait after a failure of the channel layer before listening again."""

NOT_KNOWN, MOVED, GONE = 4401, 4403, 4404

CODES = {401: NOT_KNOWN, 403: MOVED, 404: GONE, 429: 4429}
"""The close codes by the HTTP status that a page would have."""

TOO_MANY_PAGES = "You have too many pages of this table open. Close some, then load this page again."

Find = Callable[[], Viewer] | None

Cursor = tuple[int, str]
"""The position of a page: the number of events that it shows, and their epoch."""

log = structlog.get_logger(__name__)
TICK = json.dumps({"tick": True})
NUDGE = json.dumps({"nudge": True})


@dataclass
class Room:
    """One encounter that has sockets at this process."""

    encounter_id: int
    sockets: int = 0
    audiences: dict[tuple[str, int], Audience] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _came: list[Line] = field(default_factory=list)
    """Connections that came since the people present were last noted."""
    _ring: asyncio.Event = field(default_factory=asyncio.Event)
    _listening: asyncio.Event = field(default_factory=asyncio.Event)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)
    _over: bool = False
    _beside: list[str] = field(default_factory=list)
    """Names of the extra updates that are to be sent."""

    def start(self) -> None:
        """Start to listen to the doorbell and to read the log."""
        self._tasks = [asyncio.create_task(each) for each in (self._listen(), self._look())]

    async def stop(self) -> None:
        """Stop listening and reading, when the last socket is gone."""
        self._over = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def add(
        self, viewer: Viewer, send: Send, close: Close, start: Cursor | None, seating: str, find: Find
    ) -> Line:
        """Add a socket, and send what its page has missed since ``start``.

        The DM's page also gets the seats if they changed since ``seating``. Raises TooMany where this viewer has as
        many sockets open as are allowed.
        """
        # A channel layer that fails must keep nobody out: the look every ten seconds still serves this viewer.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2):
                await self._listening.wait()
        async with self.lock:
            audience = self.audiences.get(viewer.audience)
            if audience is None:
                audience = Audience(viewer)
                await in_thread(self._read, [audience])
                self.audiences[viewer.audience] = audience
            if sum(line.viewer == viewer for line in audience.lines) >= settings.LIMITS["sockets"]:
                raise TooMany(TOO_MANY_PAGES, 0)
            line = Line(viewer, audience.frames, send, close, find)
            audience.lines.append(line)
            if start is not None:
                await self._answer(line, *start)
            if seating and seating != audience.seating and viewer.is_dm:
                line.tell(await in_thread(audience.render_seating))
        self._came.append(line)
        self._ring.set()
        return line

    async def drop(self, line: Line) -> None:
        """Remove a socket that has closed."""
        await line.stop()
        audience = self.audiences.get(line.viewer.audience)
        if audience is not None and line in audience.lines:
            audience.lines.remove(line)
            if not audience.lines:
                del self.audiences[line.viewer.audience]

    async def resume(self, line: Line, at: int, epoch: str) -> None:
        """Send one socket what it has missed since it was shown ``at`` events."""
        async with self.lock:
            await self._answer(line, at, epoch)

    async def _answer(self, line: Line, at: int, epoch: str) -> None:
        audience = self.audiences[line.viewer.audience]
        if epoch != audience.epoch or at > audience.at:
            # Another process rendered this page, perhaps from a longer log than the one read here.
            await self._look_once()
        line.skip()
        frame = await in_thread(audience.answer, at, epoch)
        # No event says that a choice is being made: a page may have been rendered before the last change of it.
        for each in (frame, audience.choosing):
            if each:
                line.tell(each)

    async def _listen(self) -> None:
        """Listen to the doorbell until the room stops, also after failures of the channel layer."""
        layer = get_channel_layer()
        while not self._over:
            try:
                channel = await layer.new_channel()
                await layer.group_add(group(self.encounter_id), channel)
                try:
                    self._listening.set()
                    self._ring.set()
                    while True:
                        self._heard(await layer.receive(channel))
                finally:
                    await layer.group_discard(group(self.encounter_id), channel)
            except Exception as problem:
                log.warning("listening again", encounter=self.encounter_id, problem=repr(problem))
                await asyncio.sleep(AGAIN_SECONDS)

    def _heard(self, message: dict[str, Any]) -> None:
        nudged = message.get("nudge")
        audience = self.audiences.get((Role.PLAYER.value, nudged)) if nudged else None
        if audience is not None:
            audience.publish(NUDGE)
        if message.get("beside"):
            self._beside.append(message["beside"])
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
                    await self._show_beside()
                    await self._keep_starts()
                if loop.time() >= tick:
                    tick = loop.time() + TICK_SECONDS
                    self._tick()
                came, self._came = self._came, []
                if came:
                    await self._note_presence(came)
            except Exception as problem:
                log.exception("looking again", encounter=self.encounter_id, problem=repr(problem))
                await asyncio.sleep(AGAIN_SECONDS)

    async def _look_once(self) -> None:
        audiences = list(self.audiences.values())
        frames, tenures = await in_thread(self._read, audiences)
        signed_in = [line for audience in audiences for line in audience.lines if line.viewer.seat_id is None]
        for line, code in (await in_thread(_ended, signed_in)) if signed_in else ():
            line.close(code)
        for audience, new in zip(audiences, frames, strict=True):
            for frame in new:
                audience.publish(frame)
            for line in audience.lines:
                if tenures is None:
                    line.close(GONE)
                else:
                    _close_if_moved(line, tenures)

    async def _show_beside(self) -> None:
        """Send the extra updates, which show what is not in the log: clocks, recaps and alerts."""
        changed, self._beside = dict.fromkeys(self._beside), []
        for what in changed:
            for audience in list(self.audiences.values()):
                frame = await in_thread(audience.beside, what)
                if frame is not None:
                    audience.publish(frame)

    async def _keep_starts(self) -> None:
        """Store the starts of rounds that the audiences here were shown, once everything is sent."""
        audiences = [each for each in self.audiences.values() if each.watch.has_new_starts]
        if audiences:
            await in_thread(_keep_starts, audiences)

    def _read(self, audiences: Sequence[Audience]) -> tuple[list[list[str]], dict[int, Tenure] | None]:
        """Read the log once and render it once for each audience. Runs in a worker thread.

        Returns each audience's frames, and the assignments by seat; these are None where the encounter was deleted. The
        assignments are read before the encounter is looked up: a deletion in between must not look like an empty table.
        """
        tenures = read_tenures(self.encounter_id)
        if not Encounter.objects.filter(pk=self.encounter_id).exists():
            return [[] for _ in audiences], None
        entries = read_log(self.encounter_id)
        frames: list[list[str]] = []
        for audience in audiences:
            try:
                mine = tenures.get(audience.viewer.seat_id or 0)
                news = (audience.read(entries, mine), audience.choose(), audience.note_seating(tenures))
                frames.append([frame for frame in news if frame is not None])
            except Exception as problem:
                # An error on one screen must not stop the others; this audience starts again at the next ring.
                log.exception(
                    "not rendered",
                    encounter=self.encounter_id,
                    audience=audience.viewer.audience,
                    problem=repr(problem),
                )
                audience.watch, audience.epoch = Watch(audience.viewer), "?"
                frames.append([])
        return frames, tenures

    def _tick(self) -> None:
        for audience in self.audiences.values():
            audience.publish(TICK)
            self._came += audience.lines

    async def _note_presence(self, lines: Sequence[Line]) -> None:
        """Record that the seats of these connections are present, and send the DM who is."""
        await in_thread(seats.seen, {line.viewer.seat_id for line in lines if line.viewer.seat_id})
        directing = self.audiences.get((Role.DM.value, 0))
        if directing is not None:
            frame = await in_thread(directing.present)
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
    ) -> Line:
        """Add a socket and return its connection.

        ``start`` is the position of its page; None is the present one. ``find`` looks the viewer up again before
        something is sent to a viewer who is signed in and has no seat. Raises TooMany where this viewer has too many
        sockets open, and any Exception where nothing can be read.
        """
        room = self.rooms.get(viewer.encounter_id)
        if room is None:
            room = self.rooms[viewer.encounter_id] = Room(viewer.encounter_id)
            room.start()
        room.sockets += 1
        try:
            return await room.add(viewer, send, close, start, seating, find)
        except BaseException:
            await self._one_less(room)
            raise

    async def leave(self, line: Line) -> None:
        """Remove a socket; the last one of an encounter ends listening to it."""
        room = self.rooms.get(line.viewer.encounter_id)
        if room is not None:
            await room.drop(line)
            await self._one_less(room)

    async def resume(self, line: Line, at: int, epoch: str) -> None:
        """Send a socket what it has missed since it was shown ``at`` events."""
        await self.rooms[line.viewer.encounter_id].resume(line, at, epoch)

    async def _one_less(self, room: Room) -> None:
        room.sockets -= 1
        if not room.sockets:
            del self.rooms[room.encounter_id]
            await room.stop()


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """Return the hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]


async def in_thread(work: Callable[..., Any], *given: Any) -> Any:
    """Run work that reads the database in a worker thread, which returns its connection."""

    def done() -> Any:
        close_old_connections()
        try:
            return work(*given)
        finally:
            close_old_connections()

    return await sync_to_async(done, thread_sensitive=False)()


def _ended(lines: Sequence[Line]) -> list[tuple[Line, int]]:
    """Return the connections whose viewer is no longer signed in, each with its close code.

    Runs in a worker thread.
    """
    found = []
    for line in lines:
        try:
            if line.find is not None and line.find() != line.viewer:
                found.append((line, NOT_KNOWN))
        except NotTaken as problem:
            found.append((line, CODES.get(problem.status, NOT_KNOWN)))
    return found


def _keep_starts(audiences: Sequence[Audience]) -> None:
    """Store the starts of rounds that these audiences were shown. Runs in a worker thread."""
    for audience in audiences:
        audience.watch.keep_starts()


def _close_if_moved(line: Line, tenures: dict[int, Tenure]) -> None:
    if line.viewer.seat_id is None:
        return
    tenure = tenures.get(line.viewer.seat_id)
    if tenure is None or tenure.left:
        line.close(NOT_KNOWN)
    elif tenure.token_hash != line.viewer.token_hash:
        line.close(MOVED)


__all__ = ["Hub", "Room", "hub", "in_thread"]
