"""Open pages of a DM who is none any more, and of a forgotten player, close at once."""

import asyncio
import json
from typing import Any

import pytest
from django.conf import settings as site
from django.contrib.auth.models import User
from django.test import Client

from campaigns.services import forget_player
from encounters import services
from encounters.live.hub import run_in_thread
from encounters.models import Encounter, Member
from encounters.viewers import build_dm_viewer, make_seat_cookie
from tests.campaigns.evenings import Group, make_group
from tests.encounters.test_consumers import PATIENCE, socket

pytestmark = [pytest.mark.live, pytest.mark.usefixtures("drawn")]

AT_ONCE = 5
"""Seconds: less than the ten between two looks that no bell begins."""


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


@pytest.fixture
def helper(group: Group) -> Member:
    """Return Emil's membership."""
    made, _ = services.invite(group.campaign.members.get())
    return services.accept(made, User.objects.create_user("emil"))


@pytest.fixture
def played(group: Group) -> Encounter:
    fight = group.prepare("The mill")
    group.open(fight)
    return fight


def cookies(user: User) -> dict[str, str]:
    client = Client()
    client.force_login(user)
    return {site.SESSION_COOKIE_NAME: client.cookies[site.SESSION_COOKIE_NAME].value}


def owner_of(group: Group) -> Member:
    return group.campaign.members.get(role=Member.Role.OWNER)


async def wait_for_close(opened: Any) -> int:
    """Return the code with which a socket is closed; 0 where it stays open."""
    try:
        async with asyncio.timeout(AT_ONCE):
            while (message := await opened.receive_output(PATIENCE))["type"] != "websocket.close":
                pass
    except TimeoutError:
        return 0
    return int(message["code"])


async def wait_for_frame(opened: Any, name: str) -> None:
    """Wait until a frame with this fact comes."""
    async with asyncio.timeout(PATIENCE):
        while name not in json.loads(await opened.receive_from(PATIENCE)):
            pass


@pytest.mark.parametrize("audience", ["dm", "seat"])
async def test_the_pages_of_a_removed_helper_close_at_once(
    group: Group, helper: Member, played: Encounter, audience: str
) -> None:
    hers = await run_in_thread(cookies, helper.user)
    owner = await run_in_thread(owner_of, group)
    async with socket(f"/live/{played.pk}/{audience}?at=0&epoch=", hers) as opened:
        assert (await opened.connect(PATIENCE))[0]
        await wait_for_frame(opened, "html")
        await run_in_thread(services.remove_member, owner, helper.pk)
        assert await wait_for_close(opened) in (4401, 4404)


async def test_the_lobby_of_a_helper_who_left_closes_at_once(group: Group, helper: Member) -> None:
    hers = await run_in_thread(cookies, helper.user)
    async with socket(f"/live/lobby/{group.campaign.pk}", hers) as opened:
        assert (await opened.connect(PATIENCE))[0]
        await run_in_thread(services.leave, helper)
        assert await wait_for_close(opened) == 4401


async def test_handing_over_closes_no_page(group: Group, helper: Member, played: Encounter, dora: User) -> None:
    hers = await run_in_thread(cookies, dora)
    owner = await run_in_thread(owner_of, group)
    async with socket(f"/live/{played.pk}/dm?at=0&epoch=", hers) as opened:
        assert (await opened.connect(PATIENCE))[0]
        await wait_for_frame(opened, "html")
        await run_in_thread(services.hand_over, owner, helper.pk)
        await run_in_thread(services.begin_round, build_dm_viewer(played), "tap")
        await wait_for_frame(opened, "html")


async def test_the_page_of_a_forgotten_player_closes_at_once(group: Group, played: Encounter) -> None:
    pip = group.joined["Pip"]
    async with socket(f"/live/{played.pk}/seat?at=0&epoch=", make_seat_cookie(pip.seat, pip.token)) as opened:
        assert (await opened.connect(PATIENCE))[0]
        await wait_for_frame(opened, "html")
        await run_in_thread(forget_player, await run_in_thread(owner_of, group), pip.seat.number)
        assert await wait_for_close(opened) == 4401
