"""Dora without her laptop.

A segment run from a phone by its tabs, and two columns on a tablet.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.inspection import SMALL, TARGET, WIDER, violations
from tests.browser.table import LARGE_PHONE, PHONE, Device, make_demo, open_device, tap
from tests.server import Server

PARTS = {"round": "#roster", "orders": "#board", "field": "#field", "log": "#log"}
"""Each tab, and what it brings into sight."""

TABLET = (768, 1024)


@pytest.fixture
def table(server: Server) -> Server:
    """Return a server with the demo fight."""
    make_demo(server)
    return server


def signed_in(browser: Browser, table: Server, size: tuple[int, int]) -> Device:
    """Return Dora's browser at the demo fight."""
    dora = open_device(browser, "dora", size, touch=size[0] < 600)
    dora.folder = "narrow"
    link = re.search(r"/sign-in/\S+", table.manage("sign_in_link"))
    assert link is not None
    dora.page.goto(table.url + link[0])
    tap(dora.page.get_by_role("button", name="Sign in"))
    tap(dora.page.get_by_role("link", name="Return to the fight"))
    dora.await_live()
    return dora


@pytest.fixture
def dora(browser: Browser, table: Server) -> Iterator[Device]:
    """Yield Dora's phone. Nothing may complain until the test is over."""
    device = signed_in(browser, table, LARGE_PHONE)
    yield device
    assert device.complaints == []
    device.page.context.close()


def act(page: Page, name: str) -> Locator:
    return page.locator("#console").get_by_role("button", name=name)


def close_orders(device: Device) -> None:
    """Close the foes' orders and then the players', by defaults: what commits is in sight."""
    page = device.page
    for board in ("Orc 1", "Otis"):
        expect(page.locator("#board")).to_contain_text(board)
        tap(page.get_by_role("link", name="Close with defaults"))
        expect(page.get_by_role("button", name="Close with these defaults")).to_be_in_viewport(ratio=1)
        tap(page.get_by_role("button", name="Close with these defaults"))
        device.await_live()


def in_sight(page: Page, part: str) -> None:
    """Check that only this part is shown, with the console below it, and that its tab says so."""
    for each, region in PARTS.items():
        if each == part:
            expect(page.locator(region)).to_be_visible()
            expect(page.locator(f"#tab-{each}")).to_have_attribute("aria-current", "true")
        else:
            expect(page.locator(region)).to_be_hidden()
            expect(page.locator(f"#tab-{each}")).not_to_have_attribute("aria-current", "true")
    expect(page.locator("#console")).to_be_in_viewport(ratio=1)


def nothing_wrong(page: Page) -> None:
    assert [*page.evaluate(WIDER), *page.evaluate(SMALL, TARGET), *violations(page)] == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_a_segment_is_run_from_a_phone_by_its_tabs(dora: Device) -> None:
    page = dora.page
    in_sight(page, "round")
    tap(act(page, "Open round 1"))
    in_sight(page, "orders")  # nothing was chosen: the stage of the round does
    expect(page.locator("#compose h2").first).to_have_text("Orc 1")
    dora.screenshot("01-orders")
    close_orders(dora)
    in_sight(page, "round")
    for part in PARTS:
        tap(page.locator(f"#tab-{part}"))
        in_sight(page, part)
        nothing_wrong(page)
        dora.screenshot(f"02-{part}")
    tap(act(page, "Next segment"))
    expect(page.locator("#log .segh").last).to_contain_text("1 now")
    in_sight(page, "log")  # what was pushed left it
    page.reload()
    dora.await_live()
    in_sight(page, "log")
    tap(page.locator("#console").get_by_role("link", name="Ruling"))
    expect(page.get_by_role("button", name="Apply")).to_be_in_viewport(ratio=1)
    nothing_wrong(page)
    tap(page.locator("#tab-field"))
    in_sight(page, "field")


def test_a_phone_without_script_has_its_tabs(browser: Browser, table: Server) -> None:
    width, height = PHONE
    context = browser.new_context(java_script_enabled=False, viewport={"width": width, "height": height})
    page = context.new_page()
    link = re.search(r"/sign-in/\S+", table.manage("sign_in_link"))
    assert link is not None
    page.goto(table.url + link[0])
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Return to the fight").click()
    page.get_by_role("link", name="Log", exact=True).click()
    expect(page.locator("#log")).to_be_visible()
    expect(page.locator("#roster")).to_be_hidden()
    act(page, "Open round 1").click()
    page.locator("#compose").get_by_role("button", name=re.compile("Await")).click()
    page.locator("#compose").get_by_role("button", name="Seal this order").click()
    expect(page.locator("#board")).to_contain_text("1 of 5 in.")
    context.close()


def test_a_tablet_shows_two_columns(browser: Browser, table: Server) -> None:
    dora = signed_in(browser, table, TABLET)
    page = dora.page
    tap(act(page, "Open round 1"))
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#compose")).to_be_visible()
    close_orders(dora)
    expect(page.locator("#strip").get_by_role("link", name="Otis")).to_be_visible()
    expect(page.locator("#field")).to_be_visible()
    tap(page.get_by_role("link", name="Log", exact=True))
    expect(page.locator("#log")).to_be_visible()
    expect(page.locator("#field")).to_be_hidden()
    expect(page.locator("#strip").get_by_role("link", name="Otis")).to_be_visible()
    page.keyboard.press("m")
    expect(page.locator("#field [data-map]")).to_be_focused()
    nothing_wrong(page)
    dora.screenshot("03-tablet")
    assert dora.complaints == []
    page.context.close()
