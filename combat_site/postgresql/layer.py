"""The channel layer of PostgreSQL's LISTEN and NOTIFY, for several processes without Redis.

It carries rings to groups: short facts, which may be lost. Nothing is stored. Each event loop has one connection that
listens, while it has a channel in a group; what is sent goes over the connection of the thread that sends.
"""

import asyncio
import contextlib
import json
import secrets
from collections import defaultdict
from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

import psycopg
from asgiref.sync import sync_to_async
from channels.layers import BaseChannelLayer
from django.db import connection

NOT_FOR_LISTENING = ("cursor_factory", "context", "prepare_threshold")
"""The parameters of Django's connections that are for queries."""

SOON_GONE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 2}
"""The seconds of silence, and the tries after it, by which a server that is gone is noticed."""


class Line:
    """The connection of one event loop that listens, and its channels."""

    def __init__(self, name: str) -> None:
        """``name`` is the name in LISTEN and NOTIFY."""
        self.name = name
        self.groups: defaultdict[str, set[str]] = defaultdict(set)
        self.queues: dict[str, asyncio.Queue[Mapping[str, Any] | None]] = {}
        self.opening = asyncio.Lock()
        self.connection: psycopg.AsyncConnection[Any] | None = None
        self.hearing: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Listen, if this does not yet. Raises psycopg.Error."""
        async with self.opening:
            if self.hearing is not None and not self.hearing.done():
                return
            await self._stop()
            wanted = {**connection.get_connection_params(), **SOON_GONE}
            given = {name: value for name, value in wanted.items() if name not in NOT_FOR_LISTENING}
            self.connection = await psycopg.AsyncConnection.connect(**given, autocommit=True)
            await self.connection.execute(psycopg.sql.SQL("LISTEN {}").format(psycopg.sql.Identifier(self.name)))
            self.hearing = asyncio.create_task(self._pass_on(self.connection))

    async def close(self) -> None:
        """Stop listening, unless a channel has come meanwhile."""
        async with self.opening:
            if not self.queues:
                await self._stop()

    async def _stop(self) -> None:
        if self.hearing is not None:
            self.hearing.cancel()
            await asyncio.gather(self.hearing, return_exceptions=True)
            self.hearing = None
        if self.connection is not None:
            await self.connection.close()
            self.connection = None

    async def _pass_on(self, heard_on: psycopg.AsyncConnection[Any]) -> None:
        """Put each ring into the queues of its group, until the connection ends."""
        with contextlib.suppress(psycopg.Error):
            async for heard in heard_on.notifies():
                group, message = json.loads(heard.payload)
                for channel in self.groups.get(group, ()):
                    self.queues[channel].put_nowait(message)
        for queue in self.queues.values():
            queue.put_nowait(None)


class NotifyLayer(BaseChannelLayer):
    """A channel layer that has groups, and only them."""

    extensions = ("groups",)

    def __init__(self, name: str) -> None:
        """``name`` is the name in LISTEN and NOTIFY: another for each site in one database."""
        super().__init__()
        self._name = name
        self._lines: WeakKeyDictionary[asyncio.AbstractEventLoop, Line] = WeakKeyDictionary()

    async def new_channel(self) -> str:
        """Return the name of a new channel of this event loop."""
        return f"ring!{secrets.token_hex(8)}"

    async def group_add(self, group: str, channel: str) -> None:
        """Put a channel into a group; its rings are heard from then on. Raises psycopg.Error."""
        line = self._find_line()
        line.queues.setdefault(channel, asyncio.Queue())
        line.groups[group].add(channel)
        await line.open()

    async def group_discard(self, group: str, channel: str) -> None:
        """Take a channel out of a group."""
        line = self._find_line()
        line.groups[group].discard(channel)
        if not line.groups[group]:
            del line.groups[group]
        if not any(channel in channels for channels in line.groups.values()):
            line.queues.pop(channel, None)
        if not line.queues:
            await line.close()

    async def group_send(self, group: str, message: Mapping[str, Any]) -> None:
        """Ring for a group in every process; in a transaction, when it is committed.

        Raises DatabaseError, also where the message is longer than the 8,000 bytes that PostgreSQL carries.
        """
        await sync_to_async(_send)(self._name, json.dumps([group, message]))

    async def receive(self, channel: str) -> Mapping[str, Any]:
        """Wait for the next message of a channel; one that is in no group waits for ever.

        Raises ConnectionError where PostgreSQL is no longer heard.
        """
        message = await self._find_line().queues.get(channel, asyncio.Queue()).get()
        if message is None:
            raise ConnectionError("PostgreSQL is no longer heard")
        return message

    def _find_line(self) -> Line:
        loop = asyncio.get_running_loop()
        if loop not in self._lines:
            self._lines[loop] = Line(self._name)
        return self._lines[loop]


def _send(name: str, payload: str) -> None:
    """Send over this thread's connection; give it back if it was taken for this."""
    is_taken = connection.connection is None
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [name, payload])
    finally:
        if is_taken:
            connection.close()
