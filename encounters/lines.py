"""Frames and the lines they are sent on: what is rendered once is sent to every socket of an audience as it is.

A line is one socket. It has a place in its audience's frames and a task that sends what is there; a slow one delays
only itself, and loses its place when it falls too far behind.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable

from encounters.viewers import Viewer

FRAMES = 200
"""Frames an audience keeps. A socket further behind is closed."""

TOO_SLOW = 4408

Send = Callable[[str], Awaitable[None]]
Close = Callable[[int], Awaitable[None]]


class Frames:
    """The last frames of one audience, numbered from 0 without gaps."""

    def __init__(self) -> None:
        self._kept: deque[str] = deque(maxlen=FRAMES)
        self.end = 0

    def add(self, frame: str) -> None:
        """One more; the oldest may go."""
        self._kept.append(frame)
        self.end += 1

    def get(self, number: int) -> str | None:
        """The frame of this number; None where it is gone."""
        at = number - self.end + len(self._kept)
        return self._kept[at] if at >= 0 else None


class Line:
    """One socket of an audience. ``find`` looks up again whose it is, and raises NotTaken where it is nobody's."""

    def __init__(
        self, viewer: Viewer, frames: Frames, send: Send, close: Close, find: Callable[[], Viewer] | None = None
    ) -> None:
        self.viewer = viewer
        self.find = find
        self._frames = frames
        self._next = frames.end
        self._own: deque[str] = deque()
        self._send, self._close = send, close
        self._wake = asyncio.Event()
        self._code: int | None = None
        self._task = asyncio.create_task(self._run(), name=f"line of {viewer.audience}")

    @property
    def open(self) -> bool:
        """Whether anything can still be sent."""
        return self._code is None and not self._task.done()

    def wake(self) -> None:
        """There is something to send. Whoever is too far behind is sent no more of it."""
        if self._frames.end - self._next > FRAMES:
            self.close(TOO_SLOW)
        self._wake.set()

    def tell(self, frame: str) -> None:
        """Send this to this socket alone, before anything that comes after."""
        self._own.append(frame)
        self._wake.set()

    def skip(self) -> None:
        """Leave out what the audience has been sent so far: this socket has it, or is told it otherwise."""
        self._next = self._frames.end

    def close(self, code: int) -> None:
        """Send no more, and say why."""
        self._code = self._code or code
        self._wake.set()

    async def stop(self) -> None:
        """The socket is gone."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _run(self) -> None:
        try:
            while self._code is None:
                await self._wake.wait()
                self._wake.clear()
                while self._code is None and (frame := self._take()) is not None:
                    await self._send(frame)
            await self._close(self._code)
        except (OSError, RuntimeError):
            # The browser went away in the middle: the server tells our socket so, and that ends it.
            self._code = self._code or TOO_SLOW

    def _take(self) -> str | None:
        if self._own:
            return self._own.popleft()
        if self._next == self._frames.end:
            return None
        frame = self._frames.get(self._next)
        if frame is None:
            self.close(TOO_SLOW)
            return None
        self._next += 1
        return frame
