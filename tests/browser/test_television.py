"""The table screen at any size: the strip leaves room for the tale, and nothing is cut."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.pictures import keep
from tests.browser.sizes import list_faults
from tests.server import ROOT, Server
from tests.soak import is_soak

SIZES = ((1280, 720), (1366, 768), (1920, 1080), (3840, 2160))
ROWS = (4, 8, 14, 20, 30) if is_soak() else (8, 30)
STATES = ("asked", "segments", "struck", "rolled", "recap", "ended") if is_soak() else ("asked", "rolled", "ended")
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
"""The page is looked at in both; in the dark one it has a message, too."""
EVERY_TIME = SIZES if is_soak() else SIZES[:1]
UNIT = """() => Math.min(innerHeight / 45, innerWidth / 72)"""

SMALL = """least => {
    const found = [];
    for (const each of document.querySelectorAll(".tv *")) {
        const words = [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim());
        if (!words || !each.checkVisibility() || each.closest(".visually-hidden, .field-svg, .tok, svg.map")) continue;
        const box = each.getBoundingClientRect();
        const label = `${each.tagName} ${each.className} ${each.textContent.trim().slice(0, 40)}`;
        if (!each.closest("svg") && (box.height < 1 || box.width < 1)) found.push(`0 px: ${label}`);
        const drawn = each.closest(".tv").currentCSSZoom * parseFloat(getComputedStyle(each).fontSize);
        if (!each.closest("svg") && drawn < least) found.push(`letters of ${drawn} px: ${label}`);
    }
    return found;
}"""
"""Names each text of no height, and each smaller than so many pixels. In a drawing, numbers in marks are smaller."""

LINES = """() => {
    const told = document.querySelector(".told");
    if (!told) return null;
    const edge = told.getBoundingClientRect();
    const all = [...told.children];
    const seen = all.filter(each => {
        const box = each.getBoundingClientRect();
        return box.left < edge.right && box.top >= edge.top - 1 && box.bottom <= edge.bottom + 1;
    });
    return { all: all.length, seen: seen.length, latest: seen.some(each => each.matches(".latest")) };
}"""
"""Counts the lines of the tale, and those that are seen whole."""


@pytest.fixture(scope="module")
def fights(module_server: Server) -> list[dict[str, Any]]:
    """Return the fights, one for each state and number of rows."""
    command = [sys.executable, "-m", "tests.browser.states", "--states", *STATES, "--rows", *map(str, ROWS)]
    environ = dict(module_server.environ)
    made = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=True)
    found: list[dict[str, Any]] = json.loads(made.stdout.splitlines()[-1])
    return found


def list_table_faults(page: Page, where: str) -> list[str]:
    """Return what is wrong with the table screen at its size now."""
    found = list_faults(page, where)
    strip = page.locator(".strip").bounding_box()
    height = page.evaluate("innerHeight")
    if strip is not None and strip["height"] > 0.45 * height:
        found.append(f"{where}: the strip takes {strip['height'] / height:.0%} of the height")
    lines = page.evaluate(LINES)
    if lines and lines["seen"] < min(4, lines["all"]):
        found.append(f"{where}: {lines['seen']} of {lines['all']} lines of the tale are seen")
    if lines and lines["all"] and not lines["latest"]:
        found.append(f"{where}: the latest line is not seen")
    return found + [f"{where}: {each}" for each in page.evaluate(SMALL, 0.91 * page.evaluate(UNIT))]


@pytest.mark.parametrize("state", STATES)
def test_the_table_screen_shows_the_tale_beside_any_strip(
    browser: Browser, module_server: Server, fights: list[dict[str, Any]], state: str
) -> None:
    found: list[str] = []
    for fight in (each for each in fights if each["state"] == state):
        for theme in THEMES:
            cookies = fight["cookies"]["tv"] | ({"messages": fight["message"]} if theme == "dark" else {})
            context = browser.new_context(reduced_motion="reduce", color_scheme=theme)
            context.add_cookies([{"name": k, "value": v, "url": module_server.url} for k, v in cookies.items()])
            page = context.new_page()
            page.goto(f"{module_server.url}/t/{fight['code']}/watch/")
            for width, height in EVERY_TIME:
                page.set_viewport_size({"width": width, "height": height})
                found += list_table_faults(page, f"{state}, {fight['rows']} rows, {width}x{height}, {theme}")
                keep(page, f"television/{state}-{fight['rows']}-{width}-{theme}")
            context.close()
    assert not found, "\n".join(found)


@pytest.fixture
def rolled(browser: Browser, module_server: Server, fights: list[dict[str, Any]]) -> Iterator[Page]:
    """Open the table screen of a fight in which dice were rolled, with a clock to turn."""
    fight = next(each for each in fights if each["state"] == "rolled")
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 1366, "height": 768})
    context.add_cookies([{"name": k, "value": v, "url": module_server.url} for k, v in fight["cookies"]["tv"].items()])
    page = context.new_page()
    page.clock.install()
    page.goto(f"{module_server.url}/t/{fight['code']}/watch/?scale=1.2")
    yield page
    context.close()


def test_a_moment_is_large_for_four_seconds(rolled: Page) -> None:
    expect(rolled.locator(".moment .blow")).to_contain_text("Otis")
    rolled.clock.fast_forward(4000)
    expect(rolled.locator(".moment .blow")).to_be_hidden()
    expect(rolled.locator(".told .latest")).to_contain_text("Otis rolls")


def test_controls_come_with_the_pointer_or_a_key_and_go(rolled: Page) -> None:
    controls, earlier = rolled.locator(".tv-foot"), rolled.get_by_role("link", name="Earlier", exact=True)
    expect(controls).to_be_hidden()
    rolled.mouse.move(300, 300)
    expect(controls).to_be_visible()
    rolled.clock.fast_forward(4000)
    expect(controls).to_be_hidden()
    rolled.keyboard.press("Shift")
    expect(controls).to_be_visible()
    earlier.focus()
    rolled.clock.fast_forward(9000)
    expect(controls).to_be_visible()
    rolled.get_by_role("button", name="Show the code large").click()
    expect(rolled.locator("#code-large")).to_be_visible()


def test_the_screen_may_be_scaled_and_stays_whole(rolled: Page) -> None:
    scaled = rolled.locator(".tv").evaluate("each => each.currentCSSZoom") / (768 / 45 / 24)
    assert scaled == pytest.approx(1.2, abs=0.01)
    assert list_table_faults(rolled, "scaled") == []
