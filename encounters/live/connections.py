"""Frames, and the connections on which they are sent.

A frame is rendered once and sent as it is to every socket of an audience. A connection has a position in its audience's
frames, and a task that sends the next ones. A slow connection delays only itself, and is closed when it falls too far
behind.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable
from time import time
from typing import Generic, Protocol, TypeVar

from encounters.measures import PUSHES

FRAMES = 200
"""The number of frames that an audience keeps; a socket that is further behind is closed."""

TOO_SLOW = 4408


class Watcher(Protocol):
    """Somebody who has a socket."""

    @property
    def audience(self) -> tuple[str, int]:
        """Return a name for messages."""


Who = TypeVar("Who", bound=Watcher)
Send = Callable[[str], Awaitable[None]]
Close = Callable[[int], Awaitable[None]]


class Frames:
    """The last frames of one audience, numbered from 0 without gaps."""

    def __init__(self) -> None:
        self._kept: deque[tuple[str, float | None]] = deque(maxlen=FRAMES)
        self.end = 0

    def add(self, frame: str, rung: float | None = None) -> None:
        """Add a frame, with the time of its commit if it is known; the oldest may be dropped."""
        self._kept.append((frame, rung))
        self.end += 1

    def get(self, number: int) -> tuple[str, float | None] | None:
        """Return the frame of this number and its commit's time; None where it has been dropped."""
        at = number - self.end + len(self._kept)
        return self._kept[at] if at >= 0 else None


class Connection(Generic[Who]):
    """The connection of one socket of an audience.

    ``find`` looks its viewer up again, and raises Rejected where nobody has the socket any more.
    """

    def __init__(
        self, viewer: Who, frames: Frames, send: Send, close: Close, find: Callable[[], Who] | None = None
    ) -> None:
        self.viewer = viewer
        self.find = find
        self._frames = frames
        self._next = frames.end
        self._own: deque[str] = deque()
        self._send, self._close = send, close
        self._wake = asyncio.Event()
        self._code: int | None = None
        self._task = asyncio.create_task(self._run(), name=f"connection of {viewer.audience}")

    @property
    def is_open(self) -> bool:
        """Return whether anything can still be sent."""
        return self._code is None and not self._task.done()

    @property
    def waiting(self) -> int:
        """Return how many frames are not sent yet."""
        return self._frames.end - self._next + len(self._own)

    def wake(self) -> None:
        """Send what is new. A connection that is too far behind is closed."""
        if self._frames.end - self._next > FRAMES:
            self.close(TOO_SLOW)
        self._wake.set()

    def send_alone(self, frame: str) -> None:
        """Send a frame to this socket alone, before all frames to come."""
        self._own.append(frame)
        self._wake.set()

    def skip(self) -> None:
        """Skip the frames so far: this socket has shown them, or gets them in another way."""
        self._next = self._frames.end

    def close(self, code: int) -> None:
        """Close the socket with this code; nothing more is sent."""
        self._code = self._code or code
        self._wake.set()

    async def stop(self) -> None:
        """End the task, because the socket has closed."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _run(self) -> None:
        try:
            while self._code is None:
                await self._wake.wait()
                self._wake.clear()
                while self._code is None and (taken := self._take()) is not None:
                    frame, rung = taken
                    await self._send(frame)
                    if rung is not None:
                        PUSHES.observe(time() - rung)
            await self._close(self._code)
        except (OSError, RuntimeError):
            # The browser disconnected during a send: the server tells the socket so, which ends it.
            self._code = self._code or TOO_SLOW

    def _take(self) -> tuple[str, float | None] | None:
        if self._own:
            return self._own.popleft(), None
        if self._next == self._frames.end:
            return None
        taken = self._frames.get(self._next)
        if taken is None:
            self.close(TOO_SLOW)
            return None
        self._next += 1
        return taken
