"""Dora's trial of a round in Chromium, from preparing to the round's end; she discards it."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import bring_in, make_dora, sign_in
from tests.server import Server

Screenshot = Callable[[Page, str], None]

STATBLOCKS = "2 wolves: AC 7 [12], HD 2+2, hp 11, 9, MV 18, Att 1 × bite (1d6), ML 8"
MOST_STEPS = 40


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    return {**browser_context_args, "viewport": {"width": 1366, "height": 768}}


@pytest.fixture
def dora(page: Page, server: Server, complaints: list[str]) -> Iterator[Page]:
    """Yield Dora's browser, preparing the weir. Nothing may complain until the test is over."""
    make_dora(server)
    sign_in(page, server)
    page.goto(f"{bring_in(page, server)}prepare/")
    yield page
    assert complaints == []


def step(page: Page) -> None:
    """Play what comes next: orders or answers for everybody, else the next segment."""
    at = page.locator("body").get_attribute("data-at") or ""
    console = page.locator("#console")
    waits = console.get_by_role("button", name=re.compile("for all$"))
    onward = console.locator("form[data-next] button:not([disabled])")
    expect(waits.or_(onward).first).to_be_visible()
    (waits if waits.count() else onward).click()
    expect(page.locator("body")).not_to_have_attribute("data-at", at)
    expect(page.locator("form[data-busy]")).to_have_count(0)


def test_a_round_is_tried_alone_and_thrown_away(dora: Page, screenshot: Screenshot) -> None:
    preparing = dora.url
    dora.get_by_role("link", name="Paste", exact=True).click()
    dora.get_by_label("Statblocks").fill(STATBLOCKS)
    dora.get_by_role("button", name="Read it").click()
    expect(dora.get_by_text("morale is a percentage here")).to_be_visible()
    screenshot(dora, "paste")
    dora.get_by_role("button", name="Add 2 Wolf").click()
    expect(dora.get_by_role("listitem").filter(has_text="Wolves 1-2")).to_be_visible()
    dora.get_by_role("button", name="Try a round alone").click()
    expect(dora.get_by_text("Trial: nothing is saved.")).to_be_visible()
    expect(dora.locator("body")).to_have_attribute("data-line", "live")
    over = dora.get_by_role("button", name=re.compile("^Post recap"))
    for _ in range(MOST_STEPS):
        if over.count():
            break
        step(dora)
    expect(over).to_be_visible()
    expect(dora.locator("#log")).to_contain_text("Wolf 1")
    screenshot(dora, "alone")
    dora.get_by_role("button", name="Delete the trial").click()
    expect(dora).to_have_url(preparing)
    expect(dora.get_by_role("button", name="Open the table")).to_be_enabled()


def test_why_this_order_is_asked_by_its_key_while_orders_are_given(dora: Page) -> None:
    dora.get_by_role("button", name="Default party").click()
    dora.get_by_role("button", name="Try a round alone").click()
    expect(dora.locator("body")).to_have_attribute("data-line", "live")
    for width in (1366, 820):
        dora.set_viewport_size({"width": width, "height": 768})
        expect(dora.locator("#why")).to_be_hidden()
        dora.keyboard.press("w")
        expect(dora.locator("#why")).to_contain_text("No deed at hand comes before another by a rule.")
        dora.keyboard.press("Escape")
        expect(dora.locator("#why")).to_be_hidden()


def test_a_trial_stays_while_the_list_is_looked_at_and_says_when_it_is_over(dora: Page) -> None:
    preparing = dora.url
    dora.get_by_role("button", name="Default party").click()
    dora.get_by_role("button", name="Try a round alone").click()
    expect(dora.locator("body")).to_have_attribute("data-line", "live")
    other = dora.context.new_page()
    other.goto(preparing.partition("/e/")[0])
    dora.get_by_role("button", name="Orders for all").click()
    expect(dora.get_by_role("button", name="Orders for all")).to_have_count(0)
    other.goto(preparing)
    expect(other.get_by_role("link", name="Back to the trial")).to_have_attribute("href", urlsplit(dora.url).path)
    other.get_by_role("button", name="Try a round alone").click()
    expect(dora.locator("#line")).to_contain_text("This trial is over.")
    dora.reload()
    expect(dora).to_have_url(preparing)
    expect(dora.get_by_text("That trial is over. A trial lasts a day")).to_be_visible()
