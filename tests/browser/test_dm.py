"""Dora at her laptop, in Chromium: she signs in, prepares, runs a round, and asks why."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.table import make_demo, open_clause
from tests.server import Server

Screenshot = Callable[[Page, str], None]

LAPTOP = {"width": 1366, "height": 768}


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    return {**browser_context_args, "viewport": LAPTOP}


@pytest.fixture
def table(server: Server) -> Server:
    """Return a server with the demo fight."""
    make_demo(server)
    return server


@pytest.fixture
def dora(page: Page, table: Server) -> Page:
    """Return the page of Dora's browser, signed in by her link."""
    link = re.search(r"/sign-in/\S+", table.manage("sign_in_link"))
    assert link is not None
    page.goto(table.url + link[0])
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="dora")).to_be_visible()
    return page


def fight(page: Page) -> None:
    page.get_by_role("link", name="Return to the fight").click()
    page.wait_for_url(re.compile(r"/e/\d+/$"))
    ready(page)
    expect(page.get_by_text("Open round 1")).to_be_visible()


def ready(page: Page) -> None:
    """Wait until the scripts have come and keys act."""
    page.wait_for_load_state("load")
    expect(page.locator("body")).to_have_attribute("data-line", "live", timeout=20_000)


def begin(page: Page) -> None:
    """Open the round by its key, and wait for the answer: the push may come before it."""
    with page.expect_response(re.compile(r"/round/$")):
        page.keyboard.press("Space")
    expect(page.locator("#board")).to_be_visible()


def close_orders(page: Page) -> None:
    """Close foes' and then players' orders with their defaults."""
    for _ in range(2):
        expect(page.locator("#board")).to_be_visible()
        ready(page)
        page.keyboard.press("c")
        page.get_by_role("button", name="Close with these defaults").click()
    expect(page.locator("#log")).to_be_visible()


def order(page: Page, *taps: str) -> None:
    """Give one order, by its letter and the names of what follows."""
    compose = page.locator("#compose")
    for tap in taps:
        compose.get_by_role("button", name=re.compile(tap)).first.click()
    compose.get_by_role("button", name="Seal this order").click()


def test_dora_runs_a_round_from_orders_to_recap(dora: Page, screenshot: Screenshot) -> None:
    fight(dora)
    begin(dora)
    expect(dora.locator("#compose h2")).to_have_text("Orc 1")
    screenshot(dora, "dm-orders")
    asked = dora.locator("#compose h2")
    for who in ("Orc 1", "Orc 2", "Orc 3", "Orc 4", "Shaman"):
        expect(asked).to_have_text(who)
        order(dora, "Await")
    players = ["Otis", "Tenser", "Serten"]
    while players:  # a die may say who is asked first
        expect(asked).to_have_text(re.compile("|".join(players)))
        players.remove(asked.inner_text())
        order(dora, "Await")
    expect(dora.locator("#log")).to_be_visible()
    for segment in range(1, 11):
        expect(dora.get_by_role("button", name="Next segment")).to_be_enabled()
        dora.keyboard.press("Space")
        if segment < 10:
            expect(dora.locator(".strip-head .now b")).to_have_text(str(segment))
        if segment == 3:
            screenshot(dora, "dm-segments")
    expect(dora.get_by_role("heading", name="Recap of round 1")).to_be_visible()
    screenshot(dora, "dm-recap")


def test_dora_orders_by_keys_and_a_mob_at_once(dora: Page) -> None:
    fight(dora)
    begin(dora)
    compose = dora.locator("#compose")
    compose.get_by_role("button", name="Avoid").focus()
    dora.keyboard.press("e")
    expect(compose).to_contain_text("Do something else")
    compose.get_by_role("button", name=re.compile("^Charge$")).click()
    compose.get_by_text("Tenser").first.click()
    dora.get_by_role("button", name="The same for all 2").click()
    expect(dora.locator("#board")).to_contain_text("charge Tenser")
    expect(dora.locator("#compose h2")).to_have_text("Orc 3")


def test_dora_asks_why_and_opens_a_clause(dora: Page, screenshot: Screenshot) -> None:
    fight(dora)
    begin(dora)
    close_orders(dora)
    open_clause(dora)
    expect(dora.locator("#note")).to_be_visible()
    dora.keyboard.press("Escape")
    dora.keyboard.press("w")
    expect(dora.locator("#why")).to_be_visible()
    screenshot(dora, "dm-why")
    dora.keyboard.press("Escape")
    expect(dora.locator("#field")).to_be_visible()
    dora.keyboard.press("m")
    expect(dora.locator("#field [data-map]")).to_be_focused()
    expect(dora.locator("#log")).to_be_visible()


def test_what_dora_does_in_one_window_shows_in_the_other(dora: Page, context: BrowserContext, table: Server) -> None:
    fight(dora)
    other = context.new_page()
    other.goto(dora.url)
    ready(other)
    begin(dora)
    expect(other.locator("#board")).to_be_visible()
    order(dora, "Await")
    expect(other.locator("#board")).to_contain_text("1 of 5 in.")


@pytest.mark.reports("no server")
def test_the_fight_goes_on_after_the_server_was_killed(dora: Page, table: Server) -> None:
    fight(dora)
    begin(dora)
    table.restart()
    expect(dora.locator("#link")).to_have_attribute("data-state", "live", timeout=20_000)
    order(dora, "Await")
    expect(dora.locator("#board")).to_contain_text("1 of 5 in.")


def test_autoplay_steps_by_itself(dora: Page) -> None:
    fight(dora)
    begin(dora)
    close_orders(dora)
    dora.get_by_role("button", name=re.compile("Autoplay")).click()
    expect(dora.locator(".strip-head .now b")).to_have_text("1")


def test_a_ruling_is_made_without_a_mouse(dora: Page) -> None:
    fight(dora)
    dora.keyboard.press("r")
    dora.wait_for_url(re.compile("/ruling/"))
    ready(dora)
    dora.get_by_role("combobox", name="Combatant").select_option("otis")
    dora.get_by_label("What").select_option("hp")
    dora.get_by_label("New value").fill("7")
    dora.get_by_label("Note").fill("The floor gives way")
    dora.keyboard.press("Control+Enter")
    expect(dora.locator("#strip")).to_contain_text("7 of 38")


def test_dora_calls_for_a_morale_check(dora: Page, screenshot: Screenshot) -> None:
    fight(dora)
    begin(dora)
    dora.goto(f"{dora.url.split('?')[0]}call/")
    dora.locator("[name=what][value=morale]").check()
    dora.locator("[name=who][value=foes]").check()
    dora.get_by_label("Occasion of morale").select_option("leader_slain")
    screenshot(dora, "dm-morale")
    dora.get_by_role("button", name="Call", exact=True).click()
    expect(dora.locator("#log")).to_contain_text("leader slain or deserts")


def test_every_act_works_without_script(browser: object, table: Server) -> None:
    context = browser.new_context(java_script_enabled=False, viewport=LAPTOP)  # type: ignore[attr-defined]
    page = context.new_page()
    link = re.search(r"/sign-in/\S+", table.manage("sign_in_link"))
    assert link is not None
    page.goto(table.url + link[0])
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Return to the fight").click()
    page.get_by_role("button", name=re.compile("Open round 1")).click()
    page.locator("#compose").get_by_role("button", name=re.compile("Await")).click()
    page.locator("#compose").get_by_role("button", name="Seal this order").click()
    expect(page.locator("#board")).to_contain_text("1 of 5 in.")
    context.close()


@pytest.mark.reports("no signal")
def test_without_a_line_the_bar_stands_above_the_controls_and_nothing_can_be_pressed(
    dora: Page, screenshot: Screenshot
) -> None:
    fight(dora)
    ready(dora)
    dora.context.set_offline(True)
    expect(dora.locator("body")).to_have_attribute("data-line", "down")
    expect(dora.locator("#line")).to_contain_text("The table goes on.")
    bar, console = (dora.locator(each).bounding_box() for each in ("#line", "#console"))
    assert bar is not None
    assert console is not None
    assert abs(bar["y"] + bar["height"] - console["y"]) <= 1
    work = dora.locator("#work").bounding_box()
    assert work is not None
    assert work["y"] + work["height"] <= bar["y"] + 1
    expect(dora.locator("#console").get_by_role("button", name="Open round 1")).to_be_disabled()
    screenshot(dora, "offline")
    dora.context.set_offline(False)
    expect(dora.locator("body")).to_have_attribute("data-line", "live")
