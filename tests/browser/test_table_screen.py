"""The table screen, live: the first orders, who won initiative, and why the fight is over."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.test_phone import MAKE, run, sit
from tests.server import Server

Screenshot = Callable[[Page, str], None]

AT = """
from itertools import count
from encounters import services
from encounters.models import Encounter
from encounters.viewers import build_dm_viewer
from rules.kernel.inputs import Change
from tests.encounters.seated import At
encounter = Encounter.objects.get()
at = At(encounter, build_dm_viewer(encounter), taps=count({first}))
{rest}
"""
CLOSE = """
while not any(each.question == "next" for each in at.state.open):
    services.close(at.dora, at.tap())
"""
END = """
foes = ("orc-1", "orc-2", "shaman", "canary")
services.rule(at.dora, at.tap(), [Change(who, "dead", None) for who in foes], "a rockfall")
at.finish()
"""
LAST_RECAP = """
services.publish_recap(at.dora, at.tap(), 1, "The roof came down.")
"""
SOON = 60_000
"""Milliseconds until a page has what another process did: it looks for itself every second."""


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    return {**browser_context_args, "viewport": {"width": 1920, "height": 1080}}


def test_the_screen_says_where_the_fight_is(
    server: Server, context: BrowserContext, complaints: list[str], screenshot: Screenshot
) -> None:
    code = run(server, MAKE)
    sam = context.new_page()
    sit(sam, server, code, "Sam")
    run(server, AT.format(first=1, rest="at.begin()"))
    expect(sam.locator("#recap")).to_contain_text("Orders are being given.", timeout=SOON)
    screenshot(sam, "table-first-orders")
    run(server, AT.format(first=100, rest=CLOSE))
    expect(sam.locator("#title")).to_contain_text("nitiative", timeout=SOON)
    screenshot(sam, "table-initiative")
    run(server, AT.format(first=200, rest=END))
    expect(sam.locator("#summary")).to_contain_text("The fight is over: only the party is left.", timeout=SOON)
    run(server, AT.format(first=300, rest=LAST_RECAP))
    expect(sam.locator("#recap")).to_contain_text("The roof came down.", timeout=SOON)
    screenshot(sam, "table-end")
    sam.set_viewport_size({"width": 360, "height": 740})
    assert sam.evaluate("document.documentElement.scrollWidth") <= 360
    assert complaints == []
