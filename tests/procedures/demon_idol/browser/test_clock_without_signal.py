"""A round against the clock on a phone that loses its signal twice.

Nothing is counted for the time without signal, and nothing is lost.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.table import PHONE, Device, choose, devices, tap
from tests.browser.test_phone import run, sit
from tests.server import Server

MAKE = """
from tests.encounters.seated import prepared_fight
print(prepared_fight(ruleset="demon_idol").encounter.code)
"""
AT = """
from encounters import services
from encounters.models import Encounter
from encounters.selectors import read_view
from encounters.viewers import build_dm_viewer
from rules.procedures.demon_idol.events import Delayed
from tests.encounters.seated import At
encounter = Encounter.objects.get()
at = At(encounter, build_dm_viewer(encounter))
"""
DELAYS = """
print([event.segments for event in read_view(at.dora).all_events if isinstance(event, Delayed)])
print(sum(each.who == "tenser" and each.sealed for each in at.state.open))
"""
STANDS = "Your clock stands while there is no signal."
WARNING = "From round 1 on a clock runs while you choose an order"
WITHOUT = 7_000
"""Milliseconds without signal: more than a segment, and less than any time-out of a connection."""

pytestmark = [pytest.mark.soak, pytest.mark.reports("no signal")]


@pytest.fixture
def quill(server: Server, browser: Browser) -> Iterator[Device]:
    """Yield Quill's phone with Tenser, who waits for the fight."""
    code = run(server, MAKE)
    with devices(browser, {"quill": PHONE}) as opened:
        sit(opened["quill"].page, server, code, "Quill", "Tenser")
        yield opened["quill"]


def test_a_phone_that_loses_its_signal_twice_loses_no_time(server: Server, quill: Device) -> None:
    page = quill.page
    expect(page.locator("#now")).to_contain_text(WARNING)
    tap(page.get_by_role("button", name="I know. Ready"))
    expect(page.locator("#now")).to_contain_text("You are ready.")
    run(server, AT + "at.begin()")
    expect(page.locator("#clock [data-runs]")).to_be_visible(timeout=60_000)
    expect(page.locator("#now")).not_to_contain_text(WARNING)
    lose_signal(page)
    lose_signal(page)
    choose(page, "Await")
    tap(page.get_by_role("button", name="Seal this order"))
    expect(page.get_by_role("heading", name="Your order is sealed")).to_be_visible()
    delays, sealed = run(server, AT + DELAYS).splitlines()
    assert (delays, sealed) == ("[]", "1")


def lose_signal(page: Page) -> None:
    """Lose the signal for longer than a segment: the clock drawn stands until it is back."""
    before = shown(page)
    page.context.set_offline(True)
    expect(page.locator("#clock")).to_contain_text(STANDS)
    page.wait_for_timeout(WITHOUT)
    assert shown(page) <= before + 1
    page.context.set_offline(False)
    expect(page.locator("body")).to_have_attribute("data-line", "live", timeout=20_000)
    expect(page.get_by_text(STANDS)).to_be_hidden()
    assert shown(page) <= before + 2


def shown(page: Page) -> int:
    """Return the seconds on the clock."""
    words = page.locator("#clock [data-time]").inner_text()
    found = re.fullmatch(r"(\d+):(\d\d)", words)
    assert found is not None, words
    return int(found[1]) * 60 + int(found[2])
