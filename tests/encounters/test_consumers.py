"""Sockets through the one door: who may come in, what they may say, how they are refused."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.conf import settings as site
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.test import Client

from combat_site.asgi import application
from encounters import seat_moves, seats, services
from encounters.live import consumers
from encounters.live.hub import get_hub, run_in_thread
from encounters.models import Encounter
from encounters.page_version import compute_page_version
from encounters.selectors import read_view
from encounters.viewers import make_seat_cookie
from tests.encounters.conftest import Table
from tests.people import find_viewer

pytestmark = [pytest.mark.live, pytest.mark.usefixtures("drawn")]
PATIENCE = 60
"""Seconds to wait for what will come: machines that run tests are busy."""

OURS = site.SOCKET_ORIGINS[0]


@pytest.fixture
def joined(table: Table) -> seats.Joined:
    """Pip at a phone, who plays Jaroo as well."""
    joined = seat_moves.follow_link(seat_moves.make_link(table.pip))
    seats.pick(find_viewer(joined.seat), "jaroo")
    return joined


@asynccontextmanager
async def socket(path: str, cookies: dict[str, str], origin: str | None = OURS) -> AsyncIterator[WebsocketCommunicator]:
    """Open a socket as a browser does, and close it at the end."""
    headers = [(b"cookie", "; ".join(f"{name}={value}" for name, value in cookies.items()).encode())]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    opened = WebsocketCommunicator(application, path, headers=headers)
    try:
        yield opened
    finally:
        await opened.disconnect(timeout=PATIENCE)


def seat_path(table: Table | Encounter, query: str = "") -> str:
    return f"/live/{number(table)}/seat{query}"


def dm_path(table: Table | Encounter) -> str:
    return f"/live/{number(table)}/dm"


def number(table: Table | Encounter) -> int:
    return table.encounter.pk if isinstance(table, Table) else table.pk


def phone(joined: seats.Joined) -> dict[str, str]:
    return make_seat_cookie(joined.seat, joined.token)


def signed_in(name: str) -> dict[str, str]:
    client = Client()
    client.force_login(User.objects.get_or_create(username=name)[0])
    return {site.SESSION_COOKIE_NAME: client.cookies[site.SESSION_COOKIE_NAME].value}


async def closed_with(opened: WebsocketCommunicator) -> int:
    """Return the code of a socket that is accepted and then closed."""
    connected, _ = await opened.connect(PATIENCE)
    assert connected
    message = await opened.receive_output(PATIENCE)
    assert message["type"] == "websocket.close"
    return int(message["code"])


async def listening(opened: WebsocketCommunicator, table: Table) -> None:
    """Connect, and wait until the hub has one socket more.

    What happens from then on is sent to it.
    """
    before = count_lines()
    assert (await opened.connect(PATIENCE))[0]
    async with asyncio.timeout(PATIENCE):
        while count_lines() == before:
            await asyncio.sleep(0.01)


def count_lines() -> int:
    """Return how many sockets the hub sends to."""
    return sum(len(audience.connections) for room in get_hub().rooms.values() for audience in room.audiences.values())


async def shown(opened: WebsocketCommunicator) -> dict[str, Any]:
    """Return the next frame that shows something. Raises TimeoutError where only ticks come."""
    async with asyncio.timeout(PATIENCE):
        while True:
            frame = json.loads(await opened.receive_from(PATIENCE))
            if "html" in frame:
                return dict(frame)


async def test_a_player_is_pushed_what_happens(table: Table, joined: seats.Joined) -> None:
    async with socket(seat_path(table), phone(joined)) as opened:
        await listening(opened, table)
        await run_in_thread(table.begin)
        assert "RoundBegan" in (await shown(opened))["html"]


async def test_the_dm_is_pushed_what_happens(table: Table) -> None:
    async with socket(dm_path(table), await run_in_thread(signed_in, "dora")) as opened:
        await listening(opened, table)
        await run_in_thread(table.begin)
        assert "RoundBegan" in (await shown(opened))["html"]


async def test_the_address_may_say_where_the_page_is(table: Table, joined: seats.Joined) -> None:
    was = await run_in_thread(read_view, find_viewer(joined.seat))
    await run_in_thread(table.begin)
    async with socket(seat_path(table, f"?at={was.at}&epoch={was.epoch}"), phone(joined)) as opened:
        await opened.connect(PATIENCE)
        assert (await shown(opened))["full"] is True


async def test_a_page_of_another_version_is_told_the_one_that_is_running(table: Table, joined: seats.Joined) -> None:
    async with socket(seat_path(table, "?version=the+one+before"), phone(joined)) as opened:
        await opened.connect(PATIENCE)
        assert json.loads(await opened.receive_from(PATIENCE)) == {"version": compute_page_version()}


@pytest.mark.parametrize("query", ["", f"?version={compute_page_version()}"])
async def test_a_page_of_the_running_version_is_told_nothing_of_it(
    table: Table, joined: seats.Joined, query: str
) -> None:
    async with socket(seat_path(table, query), phone(joined)) as opened:
        await listening(opened, table)
        await run_in_thread(table.begin)
        async with asyncio.timeout(PATIENCE):
            frames = [json.loads(await opened.receive_from(PATIENCE))]
            while "html" not in frames[-1]:
                frames.append(json.loads(await opened.receive_from(PATIENCE)))
    assert [each for each in frames if "version" in each] == []


async def test_a_page_that_says_that_it_is_there_is_answered(table: Table, joined: seats.Joined) -> None:
    async with socket(seat_path(table), phone(joined)) as opened:
        await listening(opened, table)
        await opened.send_to(text_data='{"here": true}')
        async with asyncio.timeout(PATIENCE):
            while json.loads(await opened.receive_from(PATIENCE)) != {"heard": True}:
                pass


async def test_a_lost_frame_is_asked_for_and_given(table: Table, joined: seats.Joined) -> None:
    was = await run_in_thread(read_view, find_viewer(joined.seat))
    async with socket(seat_path(table, f"?at={was.at}&epoch={was.epoch}"), phone(joined)) as opened:
        await listening(opened, table)
        await run_in_thread(table.begin)
        lost = await shown(opened)
        await run_in_thread(table.strike, table.pip, "otis", "orc-1")
        late = await shown(opened)
        assert late["prev"] == lost["at"]
        await opened.send_to(json.dumps({"resume": was.at, "epoch": was.epoch}))
        again = await shown(opened)
    assert (again["full"], again["at"]) == (True, late["at"])
    assert "RoundBegan" in again["html"]


@pytest.mark.parametrize("origin", ["http://rex.example", "null", None, "http://127.0.0.1:1"])
async def test_a_socket_from_elsewhere_is_denied(table: Table, joined: seats.Joined, origin: str | None) -> None:
    async with socket(seat_path(table), phone(joined), origin) as opened:
        assert (await opened.connect(PATIENCE))[0] is False


async def test_which_encounters_exist_is_told_to_no_stranger(table: Table, joined: seats.Joined) -> None:
    rex = await run_in_thread(signed_in, "rex")
    for path, cookies in ((dm_path, {}), (seat_path, {}), (dm_path, rex), (seat_path, rex)):
        async with socket(path(table), cookies) as there:
            told = await closed_with(there)
        async with socket(path(Encounter(pk=999999)), cookies) as not_there:
            assert await closed_with(not_there) == told


async def test_nobody_in_particular_closes_with_4401(table: Table) -> None:
    async with socket(seat_path(table), {}) as opened:
        assert await closed_with(opened) == 4401


async def test_a_seat_at_another_table_is_none_here(table: Table, joined: seats.Joined) -> None:
    other = await run_in_thread(
        lambda: services.create_encounter(table.encounter.campaign.find_owner(), "The ford", "toy")
    )
    async with socket(seat_path(other), phone(joined)) as opened:
        assert await closed_with(opened) == 4401


async def test_a_seat_that_was_moved_closes_with_4403(table: Table, joined: seats.Joined) -> None:
    await run_in_thread(lambda: seat_moves.follow_link(seat_moves.make_link(table.pip)))
    async with socket(seat_path(table), phone(joined)) as opened:
        assert await closed_with(opened) == 4403


async def test_another_dms_table_closes_with_4404(table: Table) -> None:
    async with socket(dm_path(table), await run_in_thread(signed_in, "rex")) as opened:
        assert await closed_with(opened) == 4404


async def test_who_is_not_signed_in_runs_no_table(table: Table, joined: seats.Joined) -> None:
    async with socket(dm_path(table), phone(joined)) as opened:
        assert await closed_with(opened) == 4401


async def test_the_dms_own_browser_may_watch_without_a_seat(table: Table) -> None:
    async with socket(seat_path(table), await run_in_thread(signed_in, "dora")) as opened:
        await listening(opened, table)
        assert await opened.receive_nothing(0.1)
        await run_in_thread(table.begin)
        assert '"dm"' not in (await shown(opened))["html"]


@pytest.mark.parametrize(
    "text",
    [
        "not json",
        "[]",
        "{}",
        '{"resume": 1}',
        '{"resume": "1", "epoch": "0.0"}',
        '{"resume": -1, "epoch": "0.0"}',
        '{"resume": true, "epoch": "0.0"}',
        '{"resume": 1.5, "epoch": "0.0"}',
        '{"resume": 1, "epoch": 2}',
        '{"resume": 99999999999, "epoch": ""}',
        '{"resume": 1, "epoch": "0.0", "as": "dm"}',
        '{"answer": "yes", "epoch": ""}',
        "[" * 200,
        "x" * 5000,
    ],
)
async def test_a_frame_that_no_page_sends_closes_with_4400(table: Table, joined: seats.Joined, text: str) -> None:
    async with socket(seat_path(table), phone(joined)) as opened:
        await opened.connect(PATIENCE)
        await opened.send_to(text)
        assert (await opened.receive_output(PATIENCE)) == {"type": "websocket.close", "code": 4400}


async def test_bytes_close_with_4400(table: Table, joined: seats.Joined) -> None:
    async with socket(seat_path(table), phone(joined)) as opened:
        await opened.connect(PATIENCE)
        await opened.send_to(bytes_data=b'{"resume": 1, "epoch": "0.0"}')
        assert (await opened.receive_output(PATIENCE)) == {"type": "websocket.close", "code": 4400}


@pytest.mark.parametrize("query", ["?at=x&epoch=0.0", "?at=-1", "?at=1.5", "?at=99999999999"])
async def test_an_address_that_no_page_has_closes_with_4400(table: Table, joined: seats.Joined, query: str) -> None:
    async with socket(seat_path(table, query), phone(joined)) as opened:
        assert await closed_with(opened) == 4400


async def test_the_seat_is_looked_at_again_on_resuming(table: Table, joined: seats.Joined) -> None:
    async with socket(dm_path(table), await run_in_thread(signed_in, "dora")) as opened:
        await opened.connect(PATIENCE)
        await run_in_thread(sign_everybody_out)
        await opened.send_to(json.dumps({"resume": 1, "epoch": "0.0"}))
        while (message := await opened.receive_output(PATIENCE))["type"] == "websocket.send":
            assert "presence" in message["text"]
        assert message == {"type": "websocket.close", "code": 4401}


@pytest.mark.parametrize("path", [dm_path, seat_path], ids=["run", "watch"])
async def test_a_dm_who_signed_out_is_sent_nothing_more(table: Table, path: Any) -> None:
    async with socket(path(table), await run_in_thread(signed_in, "dora")) as opened:
        await listening(opened, table)
        await run_in_thread(delete_sessions_quietly)
        await run_in_thread(table.begin)
        assert (await closing(opened)) == 4401


async def test_signing_out_closes_the_dms_sockets_at_once(table: Table) -> None:
    async with socket(dm_path(table), await run_in_thread(signed_in, "dora")) as opened:
        await listening(opened, table)
        await run_in_thread(sign_everybody_out)
        assert (await closing(opened)) == 4401


async def test_another_password_closes_the_dms_sockets(table: Table) -> None:
    async with socket(dm_path(table), await run_in_thread(signed_in, "dora")) as opened:
        await listening(opened, table)
        await run_in_thread(change_password)
        await run_in_thread(table.begin)
        assert (await closing(opened)) == 4401


async def test_a_password_changed_on_the_page_closes_the_sockets_of_other_sessions_at_once(table: Table) -> None:
    laptop = await run_in_thread(open_laptop)
    async with socket(dm_path(table), await run_in_thread(signed_in, "dora")) as other:
        await listening(other, table)
        await run_in_thread(laptop.post, "/password/", PASSWORDS)
        assert (await closing(other)) == 4401
    key = {site.SESSION_COOKIE_NAME: laptop.cookies[site.SESSION_COOKIE_NAME].value}
    async with socket(dm_path(table), key) as again:
        await listening(again, table)


async def test_who_has_too_many_sockets_is_given_no_more(table: Table, joined: seats.Joined, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "sockets": 1}
    async with socket(seat_path(table), phone(joined)) as first:
        await listening(first, table)
        async with socket(seat_path(table), phone(joined)) as second:
            assert await closed_with(second) == 4429
        async with socket(dm_path(table), await run_in_thread(signed_in, "dora")) as other:
            await listening(other, table)
            await run_in_thread(table.begin)
            assert "RoundBegan" in (await shown(other))["html"]
        assert "RoundBegan" in (await shown(first))["html"]


async def test_who_sends_too_many_frames_is_closed_and_heard_no_more(
    table: Table, joined: seats.Joined, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LIMITS = {**settings.LIMITS, "frames": 3}
    monkeypatch.setattr("encounters.throttle.monotonic", lambda: 0.0)
    async with socket(seat_path(table), phone(joined)) as opened:
        await listening(opened, table)
        for _ in range(10):
            await opened.send_to(json.dumps({"resume": 1, "epoch": "0.0"}))
        answers = [await opened.receive_output(PATIENCE)]
        while answers[-1]["type"] == "websocket.send":
            answers.append(await opened.receive_output(PATIENCE))
        assert (len(answers) <= 4, answers[-1].get("code")) == (True, 4429)


@pytest.mark.parametrize("cookie", [site.SESSION_COOKIE_NAME, "seat-1"])
async def test_a_cookie_that_cannot_be_stored_is_nobodys(table: Table, cookie: str) -> None:
    async with socket(seat_path(table), {cookie: '"\\000"'}) as opened:
        assert await closed_with(opened) == 4401


async def test_the_last_socket_leaves_nothing_behind(table: Table, joined: seats.Joined) -> None:
    async with socket(seat_path(table), phone(joined)) as opened:
        await listening(opened, table)
        await run_in_thread(table.begin)
        await shown(opened)
        assert list(get_hub().rooms) == [table.encounter.pk]
    assert get_hub().rooms == {}


async def closing(opened: WebsocketCommunicator) -> int:
    """Return the code of a socket that is closed, and is shown nothing more before that."""
    while (message := await opened.receive_output(PATIENCE))["type"] == "websocket.send":
        assert "html" not in message["text"]
    return int(message["code"])


PASSWORDS = {
    "old_password": "ten segments",
    "new_password1": "eleven segments",
    "new_password2": "eleven segments",
}


def open_laptop() -> Client:
    laptop = Client()
    laptop.force_login(User.objects.get(username="dora"))
    return laptop


def sign_everybody_out() -> None:
    Session.objects.all().delete()


def delete_sessions_quietly() -> None:
    """Delete the sessions as another machine does, with a bell that is not heard here."""
    Session.objects.all()._raw_delete("default")


def change_password() -> None:
    user = User.objects.get(username="dora")
    user.set_password("another password")
    user.save()


async def test_a_database_that_does_not_answer_closes_a_socket_for_later(
    table: Table, joined: seats.Joined, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OperationalError("nobody answers")

    monkeypatch.setattr(consumers, "find_seat_of", fail)
    async with socket(seat_path(table), phone(joined)) as opened:
        await opened.connect()
        assert await opened.receive_output(PATIENCE) == {"type": "websocket.close", "code": 1013}
