"""A round is replayed with the arrow keys, at the DM's laptop and on the table screen."""

import re
from collections.abc import Callable

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.inspection import violations
from tests.browser.test_phone import BEGIN, MAKE, run, sit
from tests.server import Server

Screenshot = Callable[[Page, str], None]

PLAY = """
from itertools import count
from encounters import services
from encounters.models import Encounter
from encounters.viewers import build_dm_viewer
from rules.kernel.inputs import Change
from tests.encounters.seated import At
encounter = Encounter.objects.get()
at = At(encounter, build_dm_viewer(encounter), taps=count(1000))
services.close(at.dora, at.tap())
at.finish()
services.rule(at.dora, at.tap(), [Change("otis", "hp", 9)], "a bruise")
"""


def test_arrows_lead_from_stop_to_stop(
    server: Server, context: BrowserContext, complaints: list[str], screenshot: Screenshot
) -> None:
    code = run(server, MAKE)
    sam, dora = context.new_page(), context.new_page()
    sit(sam, server, code, "Sam")
    run(server, BEGIN)
    run(server, PLAY)
    dora.goto(f"{server.url}/sign-in/")
    dora.get_by_label("Username").fill("dora")
    dora.get_by_label("Password").fill("ten segments")
    dora.get_by_role("button", name="Sign in").click()
    expect(dora.get_by_role("button", name="dora")).to_be_visible()
    walk(dora, f"{server.url}/e/1/round/1/")
    expect(dora.locator("#log .segh").last).to_contain_text("2")
    screenshot(dora, "replay-dm")
    walk(sam, f"{server.url}/t/{code}/round/1/")
    expect(sam.locator(".tv-top")).to_contain_text("Round 1, segment 2")
    screenshot(sam, "replay-table")
    sam.goto(f"{server.url}/t/{code}/watch/")
    sam.keyboard.press("ArrowLeft")
    expect(sam).to_have_url(re.compile(r"/round/1/\?at=10$"))
    assert complaints == []


def press(page: Page, key: str) -> None:
    """Press a key once the page that was gone to has its scripts."""
    page.wait_for_load_state()
    page.keyboard.press(key)


def walk(page: Page, address: str) -> None:
    """Go to the first stop and on, to the end and back, and column by column to the second."""
    page.goto(address)
    press(page, "Home")
    expect(page).to_have_url(re.compile(r"\?at=1(\.1)?$"))
    first = page.url
    press(page, "ArrowRight")
    expect(page).not_to_have_url(first)
    press(page, "ArrowLeft")
    expect(page).to_have_url(first)
    press(page, "End")
    expect(page).to_have_url(f"{address}?at=10")
    for clock in range(9, 1, -1):
        press(page, "Shift+ArrowLeft")
        expect(page).to_have_url(f"{address}?at={clock}")


def test_on_a_phone_the_tale_comes_first_and_a_replay_plays_under_the_thumb(
    server: Server, browser: Browser, screenshot: Screenshot
) -> None:
    code = run(server, MAKE)
    phone = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = phone.new_page()
    sit(page, server, code, "Sam")
    run(server, BEGIN)
    run(server, PLAY)
    page.goto(f"{server.url}/t/{code}/round/1/?at=1")
    expect(page.locator(".tv-field")).to_be_hidden()
    assert page.locator(".told .latest").evaluate("each => getComputedStyle(each).fontSize") == "26px"
    marks = page.locator(".scrub .columns > a").evaluate_all("each => each.map(one => one.offsetHeight)")
    assert marks
    assert min(marks) >= 44
    screenshot(page, "replay-phone")
    assert violations(page) == []
    page.locator(".field-fold summary").tap()
    expect(page.locator(".tv-field")).to_be_visible()
    page.get_by_role("button", name="Play").tap()
    expect(page).not_to_have_url(re.compile(r"at=1(\.1)?$"), timeout=10_000)
    page.get_by_role("button", name="Pause").tap()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.locator(".tv-field")).to_be_visible()  # each moment is a page, and the map stays open
    page.locator(".tv-top").get_by_role("link", name="Live").tap()
    expect(page).to_have_url(re.compile("/watch/$"))
    phone.close()
