"""A dodge offered in mid-round.

The phone that is asked says so by a signal, and no other screen shows it.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import felt as device
from tests.browser.table import PHONE, SCREEN, declare, devices
from tests.browser.test_phone import run, sit
from tests.browser.test_signals_live import BEGIN, SOON, do, turn_on
from tests.server import Server

MAKE = """
from tests.encounters.seated import prepared_fight
print(prepared_fight(ruleset="addict", options={"addict.offer_dodge": True}).encounter.code)
"""
TO_THE_BLOW = """
services.close(at.dora, at.tap())
while not any(each.question == "dodge" for each in at.state.open):
    at.step()
"""


@pytest.fixture
def pages(server: Server, browser: Browser) -> Iterator[tuple[Page, Page]]:
    """Yield Quill's phone with signals on, and Sam's screen; Tenser casts beside an orc."""
    code = run(server, MAKE)
    with devices(browser, {"quill": PHONE, "sam": SCREEN}) as opened:
        quill, sam = (person.page for person in opened.values())
        device.record(quill)
        sit(quill, server, code, "Quill", "Tenser")
        sit(sam, server, code, "Sam")
        turn_on(quill)
        do(server, 100, BEGIN)
        expect(quill.locator("#ask .codes")).to_be_visible(timeout=SOON)
        declare(quill, "Cast, shoot or use", "Long", "Orc 1")
        expect(quill.get_by_role("heading", name="Your order is sealed")).to_be_visible()
        do(server, 200, TO_THE_BLOW)
        yield quill, sam


def test_the_offer_to_dodge_is_told_once_and_to_nobody_else(pages: tuple[Page, Page]) -> None:
    quill, sam = pages
    expect(quill).to_have_title(re.compile(r"^\(!\) Tenser: "), timeout=SOON)
    assert device.felt(quill).count("120,60,120") == 1
    expect(sam.locator("#title")).to_contain_text("segment", timeout=SOON)
    assert not re.search(r"data-(cue-(asked|orders)|title)|dodge|\(!\)", sam.content())
