"""The hub: renders once for each audience, and pushes to each of its sockets.

A viewer who is shown nothing is sent nothing.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest

from encounters import seats, services
from encounters.live.hub import Hub, run_in_thread
from encounters.selectors import read_view
from encounters.viewers import Viewer, build_dm_viewer
from rules.kernel.inputs import Change
from tests.encounters import drawing
from tests.encounters.browsing import look, looked_again, with_no_bell
from tests.encounters.conftest import Table

pytestmark = [pytest.mark.live, pytest.mark.usefixtures("drawn")]


async def test_what_happens_is_pushed_to_everyone_who_is_shown_it(table: Table, live: Hub) -> None:
    pages = [await look(live, each) for each in (table.dora, table.pip, table.quill, table.sam)]
    await run_in_thread(table.begin)
    for page in pages:
        assert "RoundBegan" in (await page.next())["html"]


async def test_a_frame_says_where_it_begins_and_ends(table: Table, live: Hub) -> None:
    pip = await look(live, table.pip)
    before = (await run_in_thread(read_view, table.pip)).at
    await run_in_thread(table.begin)
    frame = await pip.next()
    after = await run_in_thread(read_view, table.pip)
    assert (frame["prev"], frame["at"], frame["epoch"]) == (before, after.at, after.epoch)


async def test_frames_follow_one_another_without_gaps(table: Table, live: Hub) -> None:
    dora = await look(live, table.dora)
    at = (await run_in_thread(read_view, table.dora)).at
    await run_in_thread(table.play_round)
    end = (await run_in_thread(read_view, table.dora)).at
    while at < end:
        frame = await dora.next()
        assert frame["prev"] == at
        at = frame["at"]


async def test_an_audience_is_drawn_once_however_many_look(table: Table, live: Hub) -> None:
    pages = [await look(live, table.sam) for _ in range(5)]
    await run_in_thread(table.begin)
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
    await run_in_thread(services.rule, table.dora, "t", [Change("otis", "hp", 9)], "", True)
    await pages["dora"].next()
    await looked_again(live, table)
    assert pages["sam"].nothing()


async def test_an_order_is_pushed_to_its_author_and_to_nobody_else(table: Table, live: Hub) -> None:
    await run_in_thread(table.begin)
    pages = [await look(live, each) for each in (table.dora, table.pip, table.quill, table.sam)]
    await run_in_thread(table.strike, table.pip, "otis", "orc-2")
    told = ["Declared" in (await page.next())["html"] for page in pages]
    assert told == [True, True, False, False]


async def test_nothing_secret_is_in_any_byte_that_is_pushed(table: Table, live: Hub) -> None:
    pages = [await look(live, each) for each in (table.quill, table.sam)]
    await run_in_thread(
        services.bring_in_combatants, table.dora, "t", [{"id": "lurker", "side": "foes", "hidden": True}]
    )
    await run_in_thread(table.begin)
    await run_in_thread(table.strike, table.pip, "otis", "orc-2")
    await run_in_thread(table.strike, table.dora, "lurker", "otis")
    await looked_again(live, table)
    for page in pages:
        assert page.raw
        told = [json.loads(raw).get("html", "") for raw in page.raw]
        assert not any(secret in raw for raw in page.raw for secret in ("lurker", "Lurker", "declaration"))
        # Where the orcs stand everybody sees; that one of them is aimed at, nobody.
        assert not any("orc-2" in html.partition("<p id='field'>")[0] for html in told)


async def test_a_take_back_of_what_was_shown_begins_a_new_epoch_with_a_whole_page(table: Table, live: Hub) -> None:
    await run_in_thread(table.begin)
    pip = await look(live, table.pip)
    epoch = (await run_in_thread(read_view, table.pip)).epoch
    await run_in_thread(services.take_back, table.dora, "t", 0)
    frame = await pip.next()
    assert frame["full"] is True
    assert frame["epoch"] != epoch
    assert "EncounterOpened" in frame["html"]


async def test_a_take_back_of_what_was_not_shown_is_not_shown(table: Table, live: Hub) -> None:
    position = (await run_in_thread(table.begin)).position
    await run_in_thread(services.rule, table.dora, "secretly", [Change("otis", "hp", 9)], "", True)
    sam = await look(live, table.sam)
    await run_in_thread(services.take_back, table.dora, "t", position)
    await looked_again(live, table)
    assert sam.nothing()


async def test_a_change_of_combatants_begins_a_new_epoch_for_that_seat(table: Table, live: Hub) -> None:
    pip, quill = await look(live, table.pip), await look(live, table.quill)
    await run_in_thread(seats.pick, table.pip, "jaroo")
    assert (await pip.next())["full"] is True
    await looked_again(live, table)
    assert quill.nothing()


async def test_the_opening_is_pushed_as_a_whole_page(prepared: Any, join: Callable[..., Viewer]) -> None:
    hub, pip = Hub(), await run_in_thread(join, "Pip")
    page = await look(hub, pip)
    await run_in_thread(services.open_encounter, build_dm_viewer(prepared))
    frame = await page.next()
    assert (frame["full"], frame["at"]) == (True, 1)
    await hub.leave(page.connection)


# Coming back.


async def test_who_missed_nothing_is_told_nothing(table: Table, live: Hub) -> None:
    pip = await look(live, table.pip)
    seen = await run_in_thread(read_view, table.pip)
    await live.resume(pip.connection, seen.at, seen.epoch)
    await looked_again(live, table)
    assert pip.nothing()


async def test_who_missed_something_is_sent_everything(table: Table, live: Hub) -> None:
    was = await run_in_thread(read_view, table.pip)
    await run_in_thread(table.begin)
    pip = await look(live, table.pip)
    await live.resume(pip.connection, was.at, was.epoch)
    frame = await pip.next()
    assert frame["full"] is True
    assert "EncounterOpened" in frame["html"]


async def test_what_is_told_on_resuming_is_not_pushed_again(table: Table, live: Hub) -> None:
    pip = await look(live, table.pip)
    was = await run_in_thread(read_view, table.pip)
    await run_in_thread(table.begin)
    first = await pip.next()
    await live.resume(pip.connection, was.at, was.epoch)
    assert (await pip.next())["at"] == first["at"]
    await run_in_thread(table.strike, table.pip, "otis", "orc-1")
    assert (await pip.next())["prev"] == first["at"]


async def test_what_changes_nothing_on_a_screen_is_not_sent_and_leaves_no_gap(table: Table, live: Hub) -> None:
    pip = await look(live, table.pip)
    was = await run_in_thread(read_view, table.pip)
    drawing.unmoved.append(table.pip.audience)
    await run_in_thread(table.begin)
    await looked_again(live, table)
    assert pip.nothing()
    now = await run_in_thread(read_view, table.pip)
    assert now.at > was.at
    for at in (was.at, now.at):
        await live.resume(pip.connection, at, now.epoch)
    await looked_again(live, table)
    assert pip.nothing()
    drawing.unmoved.clear()
    await run_in_thread(table.strike, table.pip, "otis", "orc-1")
    assert (await pip.next())["prev"] == was.at


@pytest.mark.parametrize(("at", "epoch"), [(0, None), (10**6, None), (1, "another"), (1, "")])
async def test_who_is_nowhere_that_is_known_gets_everything(
    table: Table, live: Hub, at: int, epoch: str | None
) -> None:
    await run_in_thread(table.begin)
    pip = await look(live, table.pip)
    now = await run_in_thread(read_view, table.pip)
    await live.resume(pip.connection, at, now.epoch if epoch is None else epoch)
    frame = await pip.next()
    assert (frame["full"], frame["at"], frame["epoch"]) == (True, now.at, now.epoch)


async def test_a_page_from_a_process_that_knew_more_is_answered_from_the_log(table: Table, live: Hub) -> None:
    pip = await look(live, table.pip)
    with_no_bell(live, table)
    await run_in_thread(table.begin)
    now = await run_in_thread(read_view, table.pip)
    await live.resume(pip.connection, now.at, now.epoch)
    await run_in_thread(table.strike, table.pip, "otis", "orc-1")
    await live.rooms[table.encounter.pk]._look_once()
    assert (await pip.next())["prev"] == now.at


async def test_many_who_come_back_from_one_place_are_drawn_once(table: Table, live: Hub) -> None:
    was = await run_in_thread(read_view, table.sam)
    await run_in_thread(table.begin)
    pages = [await look(live, table.sam) for _ in range(10)]
    for page in pages:
        await live.resume(page.connection, was.at, was.epoch)
    assert len({json.dumps(await page.next()) for page in pages}) == 1
    assert drawing.calls == [table.sam.audience]
