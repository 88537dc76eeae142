"""The hub when things go wrong around it.

What else it says than the fight, and when it listens at all.
"""

import asyncio
import json
from typing import Any

import pytest
from channels.layers import get_channel_layer

from encounters import seat_moves, seats, services
from encounters.live import doorbell
from encounters.live import hub as hubs
from encounters.live.audience import RENDERER
from encounters.live.hub import Hub, run_in_thread
from encounters.log_reader import read_seating
from encounters.models import Encounter, Seat
from encounters.selectors import read_view
from tests.encounters import drawing
from tests.encounters.browsing import SOON, Page, look, looked_again
from tests.encounters.conftest import Table, seat_of
from tests.people import find_viewer

pytestmark = [pytest.mark.live, pytest.mark.usefixtures("drawn")]


async def test_a_ring_that_was_lost_is_made_up_for(table: Table, live: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "TICK_SECONDS", 0.1)
    pip = await look(live, table.pip)
    monkeypatch.setattr("encounters.live.doorbell.get_channel_layer", lambda: None)
    await run_in_thread(table.begin)
    assert "RoundBegan" in (await pip.next())["html"]


async def test_the_hub_listens_again_when_the_layer_failed(
    table: Table, live: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "RETRY_SECONDS", 0.01)
    monkeypatch.setattr(doorbell, "RETRY_SECONDS", 0.01)
    layer = get_channel_layer()
    failures: list[str] = []

    class Failing:
        def __getattr__(self, name: str) -> Any:
            if name == "receive" and len(failures) < 2:
                failures.append(name)
                raise ConnectionError("the layer went away")
            return getattr(layer, name)

    monkeypatch.setattr(doorbell, "get_channel_layer", Failing)
    pip = await look(live, table.pip)
    while len(failures) < 2:
        await asyncio.sleep(0.01)
    await run_in_thread(table.begin)
    assert "RoundBegan" in (await pip.next())["html"]


async def test_one_screen_that_cannot_be_drawn_keeps_no_other_waiting(table: Table, live: Hub) -> None:
    pip, sam = await look(live, table.pip), await look(live, table.sam)
    drawing.broken.append(table.pip.audience)
    await run_in_thread(table.begin)
    await sam.next()
    drawing.broken.clear()
    await run_in_thread(table.strike, table.pip, "otis", "orc-1")
    assert (await pip.next())["full"] is True


async def test_a_released_seat_is_closed(table: Table, live: Hub) -> None:
    pip = await look(live, table.pip)
    await run_in_thread(seats.release, table.dora, table.pip.seat_id)
    assert await asyncio.wait_for(pip.code, SOON) == 4401


async def test_a_seat_moved_to_another_device_is_closed_on_the_old_one(table: Table, live: Hub) -> None:
    old = await look(live, table.pip)
    moved = await run_in_thread(lambda: seat_moves.follow_link(seat_moves.make_link(table.pip)))
    new = await look(live, find_viewer(moved.seat))
    assert await asyncio.wait_for(old.code, SOON) == 4403
    assert not new.code.done()


async def test_all_who_look_at_what_is_deleted_are_told_that_it_is_gone(
    table: Table, live: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "TICK_SECONDS", 3600.0)
    looking = [await look(live, each) for each in (table.dora, table.pip, table.sam)]
    await run_in_thread(services.delete, Encounter.objects.filter(pk=table.encounter.pk))
    assert [await asyncio.wait_for(each.code, SOON) for each in looking] == [4404, 4404, 4404]


# Ticks, nudges, presence.


async def test_every_line_is_ticked(table: Table, live: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "TICK_SECONDS", 0.05)
    sam = await look(live, table.sam)
    assert await asyncio.wait_for(sam.frames.get(), SOON) == {"tick": True}


async def test_a_nudge_reaches_its_seat_alone(table: Table, live: Hub) -> None:
    pip, quill = await look(live, table.pip), await look(live, table.quill)
    await run_in_thread(services.remind, table.dora, table.pip.seat_id)
    assert await asyncio.wait_for(pip.frames.get(), SOON) == {"nudge": True}
    assert quill.frames.empty()


async def test_a_muted_seat_is_not_nudged(table: Table, live: Hub) -> None:
    pip = await look(live, table.pip)
    await run_in_thread(seats.mute, table.dora, table.pip.seat_id, True)
    await run_in_thread(services.remind, table.dora, table.pip.seat_id)
    await looked_again(live, table)
    assert [frame for frame in pip.raw if "nudge" in frame] == []


@pytest.fixture
def real(drawn: None, settings: Any) -> None:
    """Draw the real screens."""
    settings.LIVE_RENDERER = RENDERER


@pytest.mark.usefixtures("real")
async def test_a_recap_is_on_every_screen_as_soon_as_it_is_told(table: Table, live: Hub) -> None:
    await run_in_thread(table.play_round)
    sam, pip = await look(live, table.sam), await look(live, table.pip)
    await run_in_thread(services.publish_recap, table.dora, "recap", 1, "For one breath the orcs stood still.")
    for each in (sam, pip):
        assert "For one breath the orcs stood still." in (await asyncio.wait_for(each.frames.get(), SOON))["beside"]
    await looked_again(live, table)
    assert pip.frames.empty()
    assert sam.frames.empty()


async def test_the_dm_and_nobody_else_is_told_who_is_here(table: Table, live: Hub) -> None:
    await run_in_thread(lambda: Seat.objects.update(last_seen="2026-01-01T20:00Z"))
    dora, sam = await look(live, table.dora), await look(live, table.sam)
    while not dora.raw or '"live"' not in dora.raw[-1]:
        await asyncio.sleep(0.01)
    presence = json.loads(dora.raw[-1])["presence"]
    assert presence[str(table.sam.seat_id)] == "live"
    assert presence[str(table.pip.seat_id)].startswith("away since")
    assert not any("presence" in raw for raw in sam.raw)


@pytest.mark.usefixtures("real")
async def test_a_page_drawn_before_a_recap_is_sent_it_when_it_joins(table: Table, live: Hub) -> None:
    await run_in_thread(table.play_round)
    was = await run_in_thread(read_view, table.sam)
    await run_in_thread(services.publish_recap, table.dora, "recap", 1, "For one breath the orcs stood still.")
    sam = Page(table.sam)
    sam.connection = await live.join(table.sam, sam.send, sam.close, (was.at, was.epoch))
    assert "For one breath the orcs stood still." in (await asyncio.wait_for(sam.frames.get(), SOON))["beside"]


@pytest.mark.usefixtures("real")
async def test_the_dm_and_nobody_else_is_told_who_sits_down(table: Table, live: Hub) -> None:
    dora, pip, sam = [await look(live, each) for each in (table.dora, table.pip, table.sam)]
    await looked_again(live, table)
    joined = await run_in_thread(lambda: seats.join(table.encounter.code, "Rex", "player"))
    told: dict[str, Any] = {}
    async with asyncio.timeout(SOON):
        while not {"seating", "beside"} <= told.keys():
            told |= await dora.frames.get()
    assert told["presence"][str(joined.seat.pk)] == "live"
    assert told["presence"]["phones"] == "3"
    assert "Rex" in told["beside"]
    await looked_again(live, table)
    assert not any("seating" in raw or "Rex" in raw for raw in (*pip.raw, *sam.raw))


async def test_a_page_of_the_dms_from_before_somebody_sat_down_is_told(table: Table, live: Hub) -> None:
    was = await run_in_thread(read_seating, table.encounter.pk)
    await run_in_thread(seats.pick, table.quill, "jaroo")
    told: dict[str, list[str]] = {}
    for viewer in (table.dora, table.sam):
        page = Page(viewer)
        page.connection = await live.join(viewer, page.send, page.close, seating=was)
        await looked_again(live, table)
        told[viewer.role.value] = [raw for raw in page.raw if "seating" in raw]
    assert [len(raw) for raw in told.values()] == [1, 0]


async def test_a_page_keeps_its_seat_seen(table: Table, live: Hub) -> None:
    before = (await run_in_thread(seat_of, table.pip)).last_seen
    await look(live, table.pip)
    async with asyncio.timeout(SOON):
        while (await run_in_thread(seat_of, table.pip)).last_seen <= before:
            await asyncio.sleep(0.01)


# Listening only while somebody looks.


async def test_the_hub_listens_only_while_somebody_looks(table: Table, live: Hub) -> None:
    assert live.rooms == {}
    pip = await look(live, table.pip)
    assert list(live.rooms) == [table.encounter.pk]
    await live.leave(pip.connection)
    assert live.rooms == {}


async def test_an_audience_is_forgotten_with_its_last_socket(table: Table, live: Hub) -> None:
    pip, sam = await look(live, table.pip), await look(live, table.sam)
    await live.leave(pip.connection)
    assert list(live.rooms[table.encounter.pk].audiences) == [sam.viewer.audience]


async def test_a_listener_that_left_is_not_rung(table: Table, live: Hub) -> None:
    pip = await look(live, table.pip)
    await live.leave(pip.connection)
    await run_in_thread(table.begin)
    assert pip.raw == []


@pytest.mark.parametrize("steps", range(12))
async def test_a_room_that_is_rung_while_its_last_socket_leaves_is_left(table: Table, live: Hub, steps: int) -> None:
    pip = await look(live, table.pip)
    room = live.rooms[table.encounter.pk]
    await looked_again(live, table)
    room._ring.set()
    for _ in range(steps):
        await asyncio.sleep(0)
    async with asyncio.timeout(SOON):
        await room.stop()
        await live.leave(pip.connection)
    assert live.rooms == {}
