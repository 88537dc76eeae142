"""Dora tells a round and opens the next without a mouse."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.table import LAPTOP, SCREEN, Device, bring_in, devices, join, make_dora, open_table, sign_in
from tests.server import Server


@pytest.fixture
def at(browser: Browser, server: Server) -> Iterator[dict[str, Device]]:
    with devices(browser, {"dora": LAPTOP, "sam": SCREEN}) as at:
        at["dora"].folder = "recap"
        yield at


def play_a_round(dora: Page) -> None:
    """Round 1 is played with what is done in silence."""
    dora.get_by_role("button", name="Open round 1").click()
    expect(dora.locator("#board")).to_be_visible()
    fight = dora.url
    while not dora.locator("#recap-text").is_visible():
        dora.goto(f"{fight}close/")
        closing = dora.get_by_role("button", name=re.compile("Close")).first
        if closing.is_enabled():
            closing.click()
        else:  # the last step was still on its way
            dora.goto(fight)
        step = dora.locator("#console form[data-next] button")
        while step.is_visible() and step.is_enabled():
            before = dora.locator("body").get_attribute("data-at") or ""
            step.click()
            expect(dora.locator("body")).not_to_have_attribute("data-at", before)
            expect(dora.locator("form[data-busy]")).to_have_count(0)


def test_ctrl_enter_in_the_recap_opens_the_next_round_and_its_board(at: dict[str, Device], server: Server) -> None:
    dora, sam = at["dora"].page, at["sam"].page
    make_dora(server)
    sign_in(dora, server)
    code = open_table(dora, bring_in(dora, server))
    join(sam, server, code, "Sam")
    play_a_round(dora)
    dora.get_by_label("Recap of round 1").fill("Steel rang, and nobody fell.")
    dora.keyboard.press("Control+Enter")
    expect(dora.locator("#board")).to_be_visible()
    expect(dora.locator("#recap")).to_have_count(0)
    expect(sam.locator("#recap")).to_contain_text("Steel rang, and nobody fell.")
    at["dora"].screenshot("next-round")
    sent: list[str] = []
    dora.on("request", lambda request: sent.append(request.url))
    dora.keyboard.press("Control+Enter")
    expect(dora.locator("#alert")).to_contain_text("Choose first")
    assert sent == []
