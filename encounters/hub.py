"""The hub: one for each process and event loop. It hears of an encounter only while it holds a socket of it.

On a ring, or every ten seconds, it reads what the log has more, has each audience connected here take it in and render
it once, in a worker thread, and puts the same text on each of the audience's lines. It never runs a generator.
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
"""How often a line is told that it is alive, and the log is looked at without having been rung for."""

AGAIN_SECONDS = 1.0
"""How long to wait before listening again after the channel layer failed."""

NOT_KNOWN, MOVED, GONE = 4401, 4403, 4404

CODES = {401: NOT_KNOWN, 403: MOVED, 404: GONE, 429: 4429}
"""Close codes by the status a page would have."""

TOO_MANY_PAGES = "You have too many pages of this table open. Close some, then load this page again."

Find = Callable[[], Viewer] | None

Cursor = tuple[int, str]
"""Where a page is: how many events it shows, and of which epoch."""

log = structlog.get_logger(__name__)
TICK = json.dumps({"tick": True})
NUDGE = json.dumps({"nudge": True})


@dataclass
class Room:
    """One encounter that somebody connected here looks at."""

    encounter_id: int
    sockets: int = 0
    audiences: dict[tuple[str, int], Audience] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _came: list[Line] = field(default_factory=list)
    _ring: asyncio.Event = field(default_factory=asyncio.Event)
    _listening: asyncio.Event = field(default_factory=asyncio.Event)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)
    _over: bool = False
    _beside: list[str] = field(default_factory=list)

    def start(self) -> None:
        """Listen, and look."""
        self._tasks = [asyncio.create_task(each) for each in (self._listen(), self._look())]

    async def stop(self) -> None:
        """Nobody looks any more."""
        self._over = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def add(
        self, viewer: Viewer, send: Send, close: Close, start: Cursor | None, seating: str, find: Find
    ) -> Line:
        """One more socket, told what its page has missed since ``start``, and who sat down since ``seating``.

        Raises TooMany where this person has as many open as are allowed.
        """
        # A layer that is down must not keep anybody out: the look every ten seconds serves him.
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
        """A socket is gone."""
        await line.stop()
        audience = self.audiences.get(line.viewer.audience)
        if audience is not None and line in audience.lines:
            audience.lines.remove(line)
            if not audience.lines:
                del self.audiences[line.viewer.audience]

    async def resume(self, line: Line, at: int, epoch: str) -> None:
        """Tell one socket what it has missed since it was shown ``at`` events."""
        async with self.lock:
            await self._answer(line, at, epoch)

    async def _answer(self, line: Line, at: int, epoch: str) -> None:
        audience = self.audiences[line.viewer.audience]
        if epoch != audience.epoch or at > audience.at:
            # Its page was rendered by another process, perhaps from a log longer than ours.
            await self._look_once()
        line.skip()
        frame = await in_thread(audience.answer, at, epoch)
        # That a choice is being made stands in no event: a page may have been drawn before the last change of it.
        for each in (frame, audience.choosing):
            if each:
                line.tell(each)

    async def _listen(self) -> None:
        """Hear the doorbell, for as long as somebody looks, whatever becomes of the channel layer."""
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
        """Look at the log on every ring; every ten seconds look, and tick."""
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
        """Clocks that were stopped, or go on, and recaps: nothing of it is in the log."""
        changed, self._beside = dict.fromkeys(self._beside), []
        for what in changed:
            for audience in list(self.audiences.values()):
                frame = await in_thread(audience.beside, what)
                if frame is not None:
                    audience.publish(frame)

    async def _keep_starts(self) -> None:
        """Store the starts of the rounds that the audiences here were shown, when everything was sent."""
        audiences = [each for each in self.audiences.values() if each.watch.has_new_starts]
        if audiences:
            await in_thread(_keep_starts, audiences)

    def _read(self, audiences: Sequence[Audience]) -> tuple[list[list[str]], dict[int, Tenure] | None]:
        """In a worker thread: read the log once, and render it once for each audience.

        There are no tenures where the encounter has been deleted: seats that were read before that is looked at count.
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
                # One screen that cannot be drawn keeps no other from being drawn; it begins anew at the next ring.
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
        """Note these lines' seats as here, and tell the DM who is."""
        await in_thread(seats.seen, {line.viewer.seat_id for line in lines if line.viewer.seat_id})
        directing = self.audiences.get((Role.DM.value, 0))
        if directing is not None:
            frame = await in_thread(directing.present)
            if frame is not None:
                directing.publish(frame)


class Hub:
    """The encounters that somebody connected to this process looks at."""

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
        """Put a socket on the line: from where its page is, or from now.

        ``find`` looks the viewer up again, whenever something is to be sent to who is signed in and has no seat.
        Raises TooMany where this person has too many open, Exception where nothing can be read.
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
        """Take a socket off; the last one of an encounter ends listening to it."""
        room = self.rooms.get(line.viewer.encounter_id)
        if room is not None:
            await room.drop(line)
            await self._one_less(room)

    async def resume(self, line: Line, at: int, epoch: str) -> None:
        """Tell a socket what it has missed."""
        await self.rooms[line.viewer.encounter_id].resume(line, at, epoch)

    async def _one_less(self, room: Room) -> None:
        room.sockets -= 1
        if not room.sockets:
            del self.rooms[room.encounter_id]
            await room.stop()


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]


async def in_thread(work: Callable[..., Any], *given: Any) -> Any:
    """Do what reads the database in a worker thread that gives its connection back."""

    def done() -> Any:
        close_old_connections()
        try:
            return work(*given)
        finally:
            close_old_connections()

    return await sync_to_async(done, thread_sensitive=False)()


def _ended(lines: Sequence[Line]) -> list[tuple[Line, int]]:
    """In a worker thread: return those whose viewer is signed in no longer, each with its close code."""
    found = []
    for line in lines:
        try:
            if line.find is not None and line.find() != line.viewer:
                found.append((line, NOT_KNOWN))
        except NotTaken as problem:
            found.append((line, CODES.get(problem.status, NOT_KNOWN)))
    return found


def _keep_starts(audiences: Sequence[Audience]) -> None:
    """In a worker thread: store the starts of the rounds that these audiences were shown."""
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
