"""Open pages of those who may not know a secret are sent nothing when it is made."""

import asyncio
import json
from itertools import count
from typing import Any

import pytest

from encounters import seats, services
from encounters.live.hub import run_in_thread
from encounters.models import Member
from encounters.viewers import make_seat_cookie
from rules.api import Change
from tests.campaigns.test_two_worlds import SECRETS, ask_and_refuse
from tests.campaigns.worlds import World, make_world, open_fight
from tests.encounters.test_consumers import PATIENCE, socket

pytestmark = pytest.mark.live

SEATS = ("Pip", "Screen")


@pytest.fixture
def world(transactional_db: None) -> World:
    return make_world()


def make_secrets(world: World, where: str) -> None:
    """Make all secrets, one after the other; a helper comes and goes."""
    for secret in SECRETS.values():
        if where in secret.where and not secret.is_announced and not (where == "fight" and secret.early):
            secret.make(world)
    if where == "lobby":
        ask_and_refuse(world)
    services.remove_member(world.owner, Member.objects.get(user__username="emil").pk)


def write_cookie(world: World, name: str) -> dict[str, str]:
    joined = world.group.joined[name]
    return make_seat_cookie(joined.seat, joined.token)


async def read_frame(opened: Any) -> dict[str, Any]:
    """Return the next frame that is no sign of life."""
    async with asyncio.timeout(PATIENCE):
        while (frame := json.loads(await opened.receive_from(PATIENCE))) == {"tick": True}:
            pass
    return frame


@pytest.mark.parametrize("name", SEATS)
async def test_the_lobby_is_sent_one_frame_for_what_may_be_seen_and_none_for_secrets(world: World, name: str) -> None:
    campaign = world.group.campaign
    async with socket(f"/live/lobby/{campaign.pk}", write_cookie(world, name)) as opened:
        assert (await opened.connect(PATIENCE))[0]
        await run_in_thread(seats.take_seat, campaign, "Newt", "spectator")
        before = await read_frame(opened)
        while not await opened.receive_nothing(0.3):
            before = await read_frame(opened)
        await run_in_thread(make_secrets, world, "lobby")
        await run_in_thread(seats.take_seat, campaign, "Nell", "spectator")
        after = await read_frame(opened)
        assert await opened.receive_nothing(0.3)
    assert int(after["seating"]) == int(before["seating"]) + 1


async def test_the_dms_page_is_told_of_a_request_in_the_lobby(world: World) -> None:
    campaign = world.group.campaign
    cookies = {name: each.value for name, each in world.browsers["dora"].cookies.items()}
    async with socket(f"/live/lobby/{campaign.pk}", cookies) as opened:
        assert (await opened.connect(PATIENCE))[0]
        numbers = count(1)
        while await opened.receive_nothing(0.3):  # until it has joined
            await run_in_thread(seats.take_seat, campaign, f"Newt {next(numbers)}", "spectator")
        while not await opened.receive_nothing(0.3):
            await read_frame(opened)
        await run_in_thread(ask_and_refuse, world)
        assert (await read_frame(opened))["seating"].startswith("dm-")


@pytest.mark.parametrize("name", SEATS)
async def test_a_fight_sends_one_frame_for_what_may_be_seen_and_none_for_secrets(world: World, name: str) -> None:
    await run_in_thread(open_fight, world)
    async with socket(f"/live/{world.coming.pk}/seat?at=0&epoch=", write_cookie(world, name)) as opened:
        assert (await opened.connect(PATIENCE))[0]
        await run_in_thread(services.rule, world.dora, "hurt", [Change("otis", "hp", 17)])
        before = await read_frame(opened)
        while not await opened.receive_nothing(0.3):
            before |= await read_frame(opened)
        await run_in_thread(make_secrets, world, "fight")
        await run_in_thread(services.rule, world.dora, "hurt-more", [Change("otis", "hp", 11)])
        after = await read_frame(opened)
        assert await opened.receive_nothing(0.3)
    assert (after["prev"], after["at"], after["epoch"]) == (before["at"], before["at"] + 1, before["epoch"])


async def test_a_change_of_an_own_character_reaches_its_player_alone(world: World) -> None:
    path = f"/live/lobby/{world.group.campaign.pk}"
    async with socket(path, write_cookie(world, "Pip")) as pip, socket(path, write_cookie(world, "Quill")) as quill:
        for each in (pip, quill):
            assert (await each.connect(PATIENCE))[0]
        for each in (pip, quill):
            while not await each.receive_nothing(0.3):
                await read_frame(each)
        await run_in_thread(SECRETS["it has notes of its player"].make, world)
        assert (await read_frame(quill))["seating"] == "own-1"
        assert await pip.receive_nothing(0.3)
