"""PostgreSQL without Redis: it carries what is rung, and counts for all processes."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.core.cache import cache
from django.db import DatabaseError, connection, transaction

from combat_site.postgresql.layer import NotifyLayer
from encounters.live.hub import run_in_thread

pytestmark = [pytest.mark.postgresql_alone, pytest.mark.django_db(transaction=True)]

SOON = 5.0
"""Seconds in which what is rung has long been heard."""


@pytest.fixture
def layer() -> NotifyLayer:
    found = get_channel_layer()
    assert isinstance(found, NotifyLayer)
    return found


@pytest.fixture(autouse=True)
def _no_counts() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


async def join(layer: NotifyLayer, *groups: str) -> str:
    channel = await layer.new_channel()
    for each in groups:
        await layer.group_add(each, channel)
    return channel


async def hear(layer: NotifyLayer, channel: str) -> Any:
    async with asyncio.timeout(SOON):
        return await layer.receive(channel)


def count_listeners() -> int:
    """Return how many connections of this database listen."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query ~ '^LISTEN'")
        return int(cursor.fetchone()[0])


def end_listeners() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND query ~ '^LISTEN'"
        )


async def test_a_ring_reaches_the_channels_of_its_group_only(layer: NotifyLayer) -> None:
    mill, both, weir = await join(layer, "mill"), await join(layer, "mill", "weir"), await join(layer, "weir")
    await layer.group_send("mill", {"type": "doorbell", "position": 3})
    await layer.group_send("weir", {"type": "doorbell", "position": 4})
    assert await hear(layer, mill) == {"type": "doorbell", "position": 3}
    assert [(await hear(layer, both))["position"] for _ in range(2)] == [3, 4]
    assert (await hear(layer, weir))["position"] == 4
    for group, channel in (("mill", mill), ("mill", both), ("weir", both), ("weir", weir)):
        await layer.group_discard(group, channel)


async def test_a_ring_of_another_site_in_this_database_is_not_heard(layer: NotifyLayer) -> None:
    channel = await join(layer, "mill")
    await NotifyLayer("another site").group_send("mill", {"position": 1})
    await layer.group_send("mill", {"position": 2})
    assert await hear(layer, channel) == {"position": 2}
    await layer.group_discard("mill", channel)


async def test_a_ring_in_a_transaction_is_heard_after_the_commit(layer: NotifyLayer) -> None:
    channel = await join(layer, "mill")
    written: list[str] = []

    def write() -> None:
        with transaction.atomic():
            async_to_sync(layer.group_send)("mill", {"position": 1})
            written.append("before the commit")

    def take_back() -> None:
        with transaction.atomic():
            async_to_sync(layer.group_send)("mill", {"position": 0})
            transaction.set_rollback(True)

    await run_in_thread(take_back)
    await run_in_thread(write)
    assert (await hear(layer, channel), written) == ({"position": 1}, ["before the commit"])
    await layer.group_discard("mill", channel)


async def test_nothing_listens_once_nobody_does(layer: NotifyLayer) -> None:
    before = await run_in_thread(count_listeners)
    channel = await join(layer, "mill", "weir")
    assert await run_in_thread(count_listeners) == before + 1
    await layer.group_discard("mill", channel)
    await layer.group_discard("weir", channel)
    async with asyncio.timeout(SOON):
        while await run_in_thread(count_listeners) != before:
            await asyncio.sleep(0.01)


async def test_a_connection_that_was_ended_is_told_and_made_again(layer: NotifyLayer) -> None:
    channel = await join(layer, "mill")
    await run_in_thread(end_listeners)
    with pytest.raises(ConnectionError, match="no longer heard"):
        await hear(layer, channel)
    await layer.group_discard("mill", channel)
    again = await join(layer, "mill")
    await layer.group_send("mill", {"position": 5})
    assert await hear(layer, again) == {"position": 5}
    await layer.group_discard("mill", again)


async def test_what_is_too_long_to_ring_is_refused(layer: NotifyLayer) -> None:
    with pytest.raises(DatabaseError, match="too long"):
        await layer.group_send("mill", {"words": "x" * 8000})


def test_many_who_count_at_once_lose_nothing() -> None:
    cache.set("tries", 0, 60)
    together = threading.Barrier(8)

    def add_five() -> None:
        together.wait()
        for _ in range(5):
            cache.incr("tries")
        connection.close()

    with ThreadPoolExecutor(8) as threads:
        for each in [threads.submit(add_five) for _ in range(8)]:
            each.result()
    assert cache.get("tries") == 40


def test_what_was_never_counted_cannot_be_added_to() -> None:
    with pytest.raises(ValueError, match="not found"):
        cache.incr("nothing")
