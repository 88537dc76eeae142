"""A campaign's DMs in a browser: an invitation, an account made by it, handing over."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.inspection import Inspection
from tests.browser.table import LAPTOP, PHONE, Device, make_dora, open_device, sign_in
from tests.browser.test_accounts import NEW, assert_nothing_is_wrong
from tests.server import Server

pytestmark = pytest.mark.reports("refused")

MAKE = """
from django.contrib.auth.models import User
from encounters.services import make_campaign
print(make_campaign(User.objects.get(username="dora"), "The Ford and the Fen").pk)
"""


@pytest.fixture
def dora(browser: Browser) -> Iterator[Device]:
    """Yield Dora's laptop."""
    device = open_device(browser, "dora", LAPTOP)
    yield device
    device.page.context.close()


@pytest.fixture
def emil(browser: Browser) -> Iterator[Device]:
    """Yield Emil's phone."""
    device = open_device(browser, "emil", PHONE, touch=True)
    yield device
    device.page.context.close()


def test_a_helper_comes_by_a_link_and_gets_the_campaign(server: Server, dora: Device, emil: Device) -> None:
    make_dora(server)
    number = re.findall(r"\d+", server.manage("shell", "--verbosity=0", "-c", MAKE))[-1]
    members, page, hers, seen = f"{server.url}/c/{number}/members/", dora.page, emil.page, Inspection()
    sign_in(page, server)
    page.goto(members)
    seen.look(dora, "dms alone")
    page.get_by_role("button", name="Invite a DM").click()
    link = page.locator("code").inner_text()
    seen.look(dora, "dms with a link", 405)
    page.goto(members)
    seen.look(dora, "dms with an invitation")

    hers.goto(link)
    seen.look(emil, "invitation")
    hers.get_by_label("Your name").fill("emil")
    hers.get_by_label(re.compile(r"^\s*Password\W*$")).fill("short")
    hers.get_by_label("Password again").fill("shorter")
    hers.get_by_role("button", name="Make an account").click()
    expect(hers.get_by_text("didn’t match")).to_be_visible()
    seen.look(emil, "invitation with faults", 400)
    for label in (re.compile(r"^\s*Password\W*$"), "Password again"):
        hers.get_by_label(label).fill(NEW)
    hers.get_by_role("button", name="Make an account").click()
    expect(hers).to_have_url(members)
    seen.look(emil, "dms as a helper")
    hers.goto(f"{members}leave/")
    seen.look(emil, "leave")
    hers.goto(link)
    seen.look(emil, "invitation used", 410)

    page.goto(members)
    seen.look(dora, "dms with a helper")
    page.get_by_role("link", name="Remove emil").click()
    seen.look(dora, "remove")
    page.get_by_role("link", name="Keep").click()
    page.get_by_role("link", name="Hand the campaign over to emil").click()
    seen.look(dora, "hand over")
    page.get_by_role("button", name="Hand over to emil").click()
    expect(page.get_by_text("emil owns the campaign now")).to_be_visible()
    hers.goto(members)
    expect(hers.get_by_role("link", name="Remove dora")).to_be_visible()
    seen.look(emil, "dms as the owner")
    assert_nothing_is_wrong(seen)
    assert {"members", "invite", "invitation", "leave-campaign", "remove-member", "hand-over"} <= seen.pages
