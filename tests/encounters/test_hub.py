"""The hub: rendered once for each audience, pushed to each of its sockets, nothing to whom nothing is shown."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from channels.layers import get_channel_layer

from encounters import hub as hubs
from encounters import seats, services
from encounters.hub import Hub, in_thread
from encounters.lines import Line
from encounters.models import Seat
from encounters.selectors import game_view
from encounters.services.doorbell import group
from encounters.viewers import Viewer, dm, seated
from rules.inputs import Change
from tests.encounters import drawing
from tests.encounters.conftest import Table, seat_of

pytestmark = pytest.mark.live
SOON = 5.0


class Page:
    """A page as live.js keeps it: takes frames in order, and knows where it is."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.frames: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.raw: list[str] = []
        self.code: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.line: Line

    async def send(self, text: str) -> None:
        self.raw.append(text)
        self.frames.put_nowait(json.loads(text))

    async def close(self, code: int) -> None:
        self.code.set_result(code)

    async def next(self) -> dict[str, Any]:
        """The next frame that shows something."""
        while True:
            frame = await asyncio.wait_for(self.frames.get(), SOON)
            if "html" in frame:
                return frame

    def nothing(self) -> bool:
        """Whether nothing that shows something is waiting."""
        waiting = [self.frames.get_nowait() for _ in range(self.frames.qsize())]
        return not any("html" in frame for frame in waiting)


@pytest.fixture(autouse=True)
def _drawing(settings: Any) -> None:
    settings.LIVE_RENDERER = "tests.encounters.drawing.render_regions"
    drawing.calls.clear()
    drawing.broken.clear()


@pytest.fixture
async def live(table: Table) -> AsyncIterator[Hub]:
    """A hub that has nobody left at the end."""
    hub = Hub()
    yield hub
    for room in list(hub.rooms.values()):
        for audience in list(room.audiences.values()):
            for line in list(audience.lines):
                await hub.leave(line)
    assert hub.rooms == {}


async def look(hub: Hub, viewer: Viewer) -> Page:
    """Somebody's page, connected."""
    page = Page(viewer)
    page.line = await hub.join(viewer, page.send, page.close)
    return page


async def test_what_happens_is_pushed_to_everyone_who_is_shown_it(table: Table, live: Hub) -> None:
    pages = [await look(live, each) for each in (table.dora, table.pip, table.quill, table.sam)]
    await in_thread(table.begin)
    for page in pages:
        assert "RoundBegan" in (await page.next())["html"]


async def test_a_frame_says_where_it_begins_and_ends(table: Table, live: Hub) -> None:
    pip = await look(live, table.pip)
    before = (await in_thread(game_view, table.pip)).at
    await in_thread(table.begin)
    frame = await pip.next()
    after = await in_thread(game_view, table.pip)
    assert (frame["prev"], frame["at"], frame["epoch"]) == (before, after.at, after.epoch)


async def test_frames_follow_one_another_without_gaps(table: Table, live: Hub) -> None:
    dora = await look(live, table.dora)
    at = (await in_thread(game_view, table.dora)).at
    await in_thread(table.play_round)
    end = (await in_thread(game_view, table.dora)).at
    while at < end:
        frame = await dora.next()
        assert frame["prev"] == at
        at = frame["at"]


async def test_an_audience_is_drawn_once_however_many_look(table: Table, live: Hub) -> None:
    pages = [await look(live, table.sam) for _ in range(5)]
    await in_thread(table.begin)
    sent = {json.dumps(await page.next()) for page in pages}
    assert len(sent) == 1
    assert drawing.calls.count(table.sam.audience) == 1


async def test_spectators_share_one_audience_and_players_have_each_their_own(table: Table, live: Hub) -> None:
    watcher = Viewer(table.encounter.pk, table.sam.role)
    for viewer in (table.sam, watcher, table.pip, table.quill):
        await look(live, viewer)
    assert len(live.rooms[table.encounter.pk].audiences) == 3


async def test_nothing_is_sent_to_whom_nothing_is_shown(table: Table, live: Hub) -> None:
    pages = {name: await look(live, each) for name, each in (("dora", table.dora), ("sam", table.sam))}
    await in_thread(services.rule, table.dora, "t", [Change("otis", "hp", 9)], "", True)
    await pages["dora"].next()
    await looked_again(live, table)
    assert pages["sam"].nothing()


async def test_an_order_is_pushed_to_its_author_and_to_nobody_else(table: Table, live: Hub) -> None:
    await in_thread(table.begin)
    pages = [await look(live, each) for each in (table.dora, table.pip, table.quill, table.sam)]
    await in_thread(table.strike, table.pip, "otis", "orc-2")
    told = ["Declared" in (await page.next())["html"] for page in pages]
    assert told == [True, True, False, False]


async def test_nothing_secret_is_in_any_byte_that_is_pushed(table: Table, live: Hub) -> None:
    pages = [await look(live, each) for each in (table.quill, table.sam)]
    await in_thread(services.add_figures, table.dora, "t", [{"id": "lurker", "side": "foes", "hidden": True}])
    await in_thread(table.begin)
    await in_thread(table.strike, table.pip, "otis", "orc-2")
    await in_thread(table.strike, table.dora, "lurker", "otis")
    await looked_again(live, table)
    for page in pages:
        assert page.raw
        told = [json.loads(raw).get("html", "") for raw in page.raw]
        assert not any(secret in raw for raw in page.raw for secret in ("lurker", "Lurker", "declaration"))
        # Where the orcs stand everybody sees; that one of them is aimed at, nobody.
        assert not any("orc-2" in html.partition("<p id='field'>")[0] for html in told)


async def test_a_take_back_of_what_was_shown_begins_a_new_epoch_with_a_whole_page(table: Table, live: Hub) -> None:
    await in_thread(table.begin)
    pip = await look(live, table.pip)
    epoch = (await in_thread(game_view, table.pip)).epoch
    await in_thread(services.take_back, table.dora, "t", 0)
    frame = await pip.next()
    assert frame["full"] is True
    assert frame["epoch"] != epoch
    assert "EncounterOpened" in frame["html"]


async def test_a_take_back_of_what_was_not_shown_is_not_shown(table: Table, live: Hub) -> None:
    position = (await in_thread(table.begin)).position
    await in_thread(services.rule, table.dora, "secretly", [Change("otis", "hp", 9)], "", True)
    sam = await look(live, table.sam)
    await in_thread(services.take_back, table.dora, "t", position)
    await looked_again(live, table)
    assert sam.nothing()


async def test_a_change_of_figures_begins_a_new_epoch_for_that_seat(table: Table, live: Hub) -> None:
    pip, quill = await look(live, table.pip), await look(live, table.quill)
    await in_thread(seats.pick, table.pip, "jaroo")
    assert (await pip.next())["full"] is True
    await looked_again(live, table)
    assert quill.nothing()


async def test_the_opening_is_pushed_as_a_whole_page(prepared: Any, join: Callable[..., Viewer]) -> None:
    hub, pip = Hub(), await in_thread(join, "Pip")
    page = await look(hub, pip)
    await in_thread(services.open_encounter, dm(prepared))
    frame = await page.next()
    assert (frame["full"], frame["at"]) == (True, 1)
    await hub.leave(page.line)


# Coming back.


async def test_who_missed_nothing_is_told_nothing(table: Table, live: Hub) -> None:
    pip = await look(live, table.pip)
    seen = await in_thread(game_view, table.pip)
    await live.resume(pip.line, seen.at, seen.epoch)
    await looked_again(live, table)
    assert pip.nothing()


async def test_who_missed_something_is_told_just_that(table: Table, live: Hub) -> None:
    was = await in_thread(game_view, table.pip)
    await in_thread(table.begin)
    pip = await look(live, table.pip)
    await live.resume(pip.line, was.at, was.epoch)
    frame = await pip.next()
    assert (frame["prev"], "full" in frame) == (was.at, False)
    assert "EncounterOpened" not in frame["html"]


async def test_what_is_told_on_resuming_is_not_pushed_again(table: Table, live: Hub) -> None:
    pip = await look(live, table.pip)
    was = await in_thread(game_view, table.pip)
    await in_thread(table.begin)
    first = await pip.next()
    await live.resume(pip.line, was.at, was.epoch)
    assert await pip.next() == first
    await in_thread(table.strike, table.pip, "otis", "orc-1")
    assert (await pip.next())["prev"] == first["at"]


@pytest.mark.parametrize(("at", "epoch"), [(0, None), (10**6, None), (1, "another"), (1, "")])
async def test_who_is_nowhere_that_is_known_gets_everything(
    table: Table, live: Hub, at: int, epoch: str | None
) -> None:
    await in_thread(table.begin)
    pip = await look(live, table.pip)
    now = await in_thread(game_view, table.pip)
    await live.resume(pip.line, at, now.epoch if epoch is None else epoch)
    frame = await pip.next()
    assert (frame["full"], frame["at"], frame["epoch"]) == (True, now.at, now.epoch)


async def test_who_missed_too_much_gets_everything(table: Table, live: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "TAIL", 1)
    was = await in_thread(game_view, table.pip)
    await in_thread(table.begin)
    pip = await look(live, table.pip)
    await live.resume(pip.line, was.at, was.epoch)
    assert (await pip.next())["full"] is True


async def test_a_page_from_a_process_that_knew_more_is_answered_from_the_log(table: Table, live: Hub) -> None:
    pip = await look(live, table.pip)
    with_no_bell(live, table)
    await in_thread(table.begin)
    now = await in_thread(game_view, table.pip)
    await live.resume(pip.line, now.at, now.epoch)
    await in_thread(table.strike, table.pip, "otis", "orc-1")
    await live.rooms[table.encounter.pk]._look_once()
    assert (await pip.next())["prev"] == now.at


async def test_many_who_come_back_from_one_place_are_drawn_once(table: Table, live: Hub) -> None:
    was = await in_thread(game_view, table.sam)
    await in_thread(table.begin)
    pages = [await look(live, table.sam) for _ in range(10)]
    for page in pages:
        await live.resume(page.line, was.at, was.epoch)
    assert len({json.dumps(await page.next()) for page in pages}) == 1
    assert drawing.calls == [table.sam.audience]


# What can go wrong.


async def test_a_ring_that_was_lost_is_made_up_for(table: Table, live: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "TICK_SECONDS", 0.1)
    pip = await look(live, table.pip)
    monkeypatch.setattr("encounters.services.doorbell.get_channel_layer", lambda: None)
    await in_thread(table.begin)
    assert "RoundBegan" in (await pip.next())["html"]


async def test_the_hub_listens_again_when_the_layer_failed(
    table: Table, live: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "AGAIN_SECONDS", 0.01)
    layer = get_channel_layer()
    failures: list[str] = []

    class Failing:
        def __getattr__(self, name: str) -> Any:
            if name == "receive" and len(failures) < 2:
                failures.append(name)
                raise ConnectionError("the layer went away")
            return getattr(layer, name)

    monkeypatch.setattr(hubs, "get_channel_layer", Failing)
    pip = await look(live, table.pip)
    while len(failures) < 2:
        await asyncio.sleep(0.01)
    await in_thread(table.begin)
    assert "RoundBegan" in (await pip.next())["html"]


async def test_one_screen_that_cannot_be_drawn_keeps_no_other_waiting(table: Table, live: Hub) -> None:
    pip, sam = await look(live, table.pip), await look(live, table.sam)
    drawing.broken.append(table.pip.audience)
    await in_thread(table.begin)
    await sam.next()
    drawing.broken.clear()
    await in_thread(table.strike, table.pip, "otis", "orc-1")
    assert (await pip.next())["full"] is True


async def test_a_released_seat_is_closed(table: Table, live: Hub) -> None:
    pip = await look(live, table.pip)
    await in_thread(seats.release, table.dora, table.pip.seat_id)
    assert await asyncio.wait_for(pip.code, SOON) == 4401


async def test_a_seat_moved_to_another_device_is_closed_on_the_old_one(table: Table, live: Hub) -> None:
    old = await look(live, table.pip)
    moved = await in_thread(lambda: seats.follow_link(seats.make_link(table.pip)))
    new = await look(live, seated(moved.seat))
    assert await asyncio.wait_for(old.code, SOON) == 4403
    assert not new.code.done()


# Ticks, nudges, presence.


async def test_every_line_is_ticked(table: Table, live: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "TICK_SECONDS", 0.05)
    sam = await look(live, table.sam)
    assert await asyncio.wait_for(sam.frames.get(), SOON) == {"tick": True}


async def test_a_nudge_reaches_its_seat_alone(table: Table, live: Hub) -> None:
    pip, quill = await look(live, table.pip), await look(live, table.quill)
    await in_thread(services.nudge, table.dora, table.pip.seat_id)
    assert await asyncio.wait_for(pip.frames.get(), SOON) == {"nudge": True}
    assert quill.frames.empty()


async def test_a_muted_seat_is_not_nudged(table: Table, live: Hub) -> None:
    pip = await look(live, table.pip)
    await in_thread(seats.mute, table.dora, table.pip.seat_id, True)
    await in_thread(services.nudge, table.dora, table.pip.seat_id)
    await looked_again(live, table)
    assert pip.frames.empty()


async def test_the_dm_and_nobody_else_is_told_who_is_here(table: Table, live: Hub) -> None:
    await in_thread(lambda: Seat.objects.update(last_seen="2026-01-01T20:00Z"))
    dora, sam = await look(live, table.dora), await look(live, table.sam)
    while not dora.raw or '"live"' not in dora.raw[-1]:
        await asyncio.sleep(0.01)
    presence = json.loads(dora.raw[-1])["presence"]
    assert presence[str(table.sam.seat_id)] == "live"
    assert presence[str(table.pip.seat_id)].startswith("away since")
    assert not any("presence" in raw for raw in sam.raw)


async def test_a_page_keeps_its_seat_seen(table: Table, live: Hub) -> None:
    before = (await in_thread(seat_of, table.pip)).last_seen
    await look(live, table.pip)
    await looked_again(live, table)
    assert (await in_thread(seat_of, table.pip)).last_seen > before


# Listening only while somebody looks.


async def test_the_hub_listens_only_while_somebody_looks(table: Table, live: Hub) -> None:
    assert live.rooms == {}
    pip = await look(live, table.pip)
    assert list(live.rooms) == [table.encounter.pk]
    await live.leave(pip.line)
    assert live.rooms == {}


async def test_an_audience_is_forgotten_with_its_last_socket(table: Table, live: Hub) -> None:
    pip, sam = await look(live, table.pip), await look(live, table.sam)
    await live.leave(pip.line)
    assert list(live.rooms[table.encounter.pk].audiences) == [sam.viewer.audience]


async def test_a_listener_that_left_is_not_rung(table: Table, live: Hub) -> None:
    pip = await look(live, table.pip)
    await live.leave(pip.line)
    await in_thread(table.begin)
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
        await live.leave(pip.line)
    assert live.rooms == {}


def with_no_bell(hub: Hub, table: Table) -> None:
    """The room hears nothing any more."""
    for task in hub.rooms[table.encounter.pk]._tasks:
        task.cancel()


async def looked_again(hub: Hub, table: Table) -> None:
    """A ring has been heard, and all it brought has been sent."""
    await get_channel_layer().group_send(group(table.encounter.pk), {"type": "doorbell"})
    await asyncio.sleep(0.1)
    room = hub.rooms[table.encounter.pk]
    async with room.lock:
        await room._look_once()
    await asyncio.sleep(0.05)
