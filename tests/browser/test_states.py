"""Every page in every state: each region with content shows a line, and nothing is cut.

The states are those that people meet and that pictures forget: with a message, with few rows and many, before the
first round, while orders are asked for, with blows, with a recap, at the end.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.pictures import keep
from tests.browser.sizes import OUT_OF_REACH, PHONES, list_faults
from tests.browser.states import ROWS, STATES
from tests.server import ROOT, Server

TABLET = (1024, 768)
"""A tablet: a fight is run on it, and prepared on a larger screen."""
DESK = (TABLET, (1280, 720), (1366, 768), (1920, 1080))
PAGES: dict[str, dict[str, str]] = {
    "dm": {"prepared": "/e/{id}/prepare/", "": "/e/{id}/"},
    "dm with a message": {"prepared": "/e/{id}/prepare/", "": "/e/{id}/"},
    "dm who": {"prepared": "", "": "/e/{id}/#tab-who"},
    "dm why": {"prepared": "", "": "/e/{id}/#tab-why"},
    "places": {"prepared": "/e/{id}/prepare/", "": ""},
    "why": {"prepared": "", "": "/e/{id}/why/"},
    "phone": {"prepared": "/t/{code}/", "": "/t/{code}/me/"},
    "phone with a message": {"prepared": "/t/{code}/", "": "/t/{code}/me/"},
    "sheet": {"prepared": "", "": "/t/{code}/me/sheet/"},
    "saw": {"prepared": "", "": "/t/{code}/me/saw/"},
    "tv": {"prepared": "", "": "/t/{code}/watch/"},
    "replay": {"prepared": "", "open": "", "asked": "", "": "/t/{code}/round/1/"},
    "rounds": {"prepared": "", "": "/t/{code}/rounds/"},
}
"""The address of each page, by state; "" is that of all other states, and an empty address is no page."""
SIZES = {"dm": DESK, "places": DESK, "why": DESK, "phone": PHONES, "sheet": PHONES, "saw": PHONES}
"""The sizes at which a page is shown, by the first word of its name; all, where none are named."""
SEATS = {"dm": "dm", "places": "dm", "why": "dm", "tv": "tv", "replay": "tv", "rounds": "tv"}
"""Whose page it is, by the first word of its name: the phone's, where nobody is named."""
ZOOMED = ((1366, 768), (683, 384), (640, 360))
"""The sizes at which every control is pressed where something is asked: a laptop, at 100, 200 and more percent."""
WHERE_ASKED = ("asked", "questioned")
LOADED = {"dm who": "roster", "dm why": "why"}
"""The part that a page loads when its tab is opened."""
UNFOLDED = {"places": ".places"}
"""What is unfolded on a page."""

SQUEEZED = """() => {
    const found = [];
    for (const region of document.querySelectorAll("[id][data-at], .panel, main")) {
        if (!region.checkVisibility() || region.matches(".visually-hidden, body")) continue;
        const lines = [...listLines(region)];
        const map = region.querySelector("svg.field-svg");
        if (map?.checkVisibility() && visible(map) < 90)
            found.push(`${label(region)}: its map is ${Math.round(visible(map))} px high`);
        for (const each of region.querySelectorAll("textarea"))
            if (each.checkVisibility() && visible(each) < 40) found.push(`${label(region)}: no line can be written`);
        if (lines.length && !lines.some(line => line.seen >= 0.85 * line.high))
            found.push(`${label(region)}: no line of it can be read: ${lines[0].words}`);
    }
    const ink = getComputedStyle(document.body).color;
    const black = [...document.querySelectorAll(".dm .b")].filter(
        each => each.checkVisibility() && getComputedStyle(each).backgroundColor === ink);
    if (black.length > 1) found.push(`black buttons: ${black.map(each => each.textContent.trim()).join(", ")}`);
    const strip = document.querySelector(".dm > .strip");
    const listShown = all => [...(strip?.querySelectorAll(all) || [])].filter(row => row.checkVisibility());
    const lanes = listShown(".lanes > li");
    const rows = listShown(".strip-body > [height]:not(.cols)");
    if (innerWidth >= 600 && lanes.length) {
        const edge = strip.getBoundingClientRect();
        const high = strip.querySelector(".lanes").getBoundingClientRect().height;
        for (const row of lanes)
            if (row.getBoundingClientRect().bottom > edge.bottom + 1) found.push(`a row is cut: ${row.textContent}`);
        if (strip.scrollHeight > strip.clientHeight + 2) found.push("the strip scrolls");
        if (high > innerHeight / 3 + 1) found.push(`the rows are ${high} px high`);
        lanes.forEach((row, n) => {
            const [one, other] = [row.getBoundingClientRect(), rows[n].getBoundingClientRect()];
            if (Math.abs(one.top - other.top) > 1.5) found.push(`a row and its marks part: ${row.textContent}`);
        });
    }
    return found;
    function* listLines(region) {
        const walk = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
        for (let node = walk.nextNode(); node; node = walk.nextNode()) {
            const owner = node.parentElement;
            const shut = owner.closest("details:not([open])");
            if (!node.data.trim() || owner.closest("svg, script, template, .visually-hidden")) continue;
            if (shut && !owner.closest("summary") || getComputedStyle(owner).display === "none") continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            for (const box of range.getClientRects())
                yield { high: box.height, seen: clip(owner, box), words: node.data.trim().slice(0, 40) };
        }
    }
    function label(each) { return `${each.tagName.toLowerCase()}#${each.id}.${each.className}`; }
    function visible(each) { return clip(each, each.getBoundingClientRect()); }
    // What lies in a part that scrolls can be reached: the part itself must be seen, as high as a line.
    function clip(each, box) {
        let [top, bottom, most] = [box.top, box.bottom, Infinity];
        for (let at = each; at && at !== document.body; at = at.parentElement) {
            const overflow = getComputedStyle(at).overflowY;
            if (overflow === "visible") continue;
            const edge = at.getBoundingClientRect();
            if (["auto", "scroll"].includes(overflow) && at.scrollHeight > at.clientHeight + 1)
                [top, bottom, most] = [edge.top, edge.bottom, Math.min(most, bottom - top)];
            else [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
        }
        const scrolls = document.documentElement.scrollHeight > innerHeight + 1;
        if (!scrolls) [top, bottom] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
        return Math.max(0, Math.min(most, bottom - top));
    }
}"""


@pytest.fixture(scope="module")
def fights(module_server: Server) -> list[dict[str, Any]]:
    """Return the fights, one for each state and number of rows."""
    command = [sys.executable, "-m", "tests.browser.states"]
    environ = dict(module_server.environ)
    made = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=True)
    found: list[dict[str, Any]] = json.loads(made.stdout.splitlines()[-1])
    return found


def open_context(browser: Browser, server: Server, cookies: dict[str, str]) -> BrowserContext:
    """Open a browser with these cookies."""
    context = browser.new_context(reduced_motion="reduce")
    context.add_cookies([{"name": name, "value": value, "url": server.url} for name, value in cookies.items()])
    return context


def list_pages(state: str) -> Iterator[tuple[str, str]]:
    """Return the pages that there are in a state, with their addresses."""
    for page, addresses in PAGES.items():
        if address := addresses.get(state, addresses[""]):
            yield page, address


def lose_signal(page: Page) -> None:
    """Lose the signal for so long that the page says so."""
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    expect(page.locator("body")).to_have_attribute("data-line", "down", timeout=30_000)


def answer_without_signal(page: Page) -> None:
    """Give an order, which the phone keeps until the signal is back."""
    page.locator(".codes button", has_text="Await").tap()
    seal = page.get_by_role("button", name="Seal this order")
    expect(seal).to_be_visible()
    lose_signal(page)
    seal.tap()


def answer_too_late(page: Page) -> None:
    """Answer a question that is not open any more."""
    page.locator("form[data-question] [name=token]").first.evaluate("each => { each.value = 'gone'; }")
    page.locator(".codes button", has_text="Await").tap()


def leave_alone(page: Page) -> None:
    """Leave the page as it came."""


EDGES: dict[str, tuple[str, str, Callable[[Page], None], str]] = {
    "phone empty": ("open", "/t/{code}/me/saw/", leave_alone, "Nothing yet."),
    "phone waiting": ("seated", "/t/{code}/me/", leave_alone, "You are seated as Otis"),
    "phone refused": ("choosing", "/t/{code}/me/", answer_too_late, "already answered"),
    "phone asked": ("choosing", "/t/{code}/me/", leave_alone, "The table waits for you"),
    "phone offline": ("segments", "/t/{code}/me/", lose_signal, "No signal for"),
    "phone unsent": ("choosing", "/t/{code}/me/", answer_without_signal, "Not sent"),
    "phone lost": ("open", "/t/{code}/round/99/", leave_alone, "This page does not exist"),
    "tv empty": ("seated", "/t/{code}/watch/", leave_alone, "The table is being set"),
    "tv waiting": ("asked", "/t/{code}/watch/", leave_alone, "none sealed yet"),
    "tv offline": ("segments", "/t/{code}/watch/", lose_signal, "Reconnecting. Shown: round 1, segment 7"),
    "tv lost": ("open", "/t/{code}/round/99/", leave_alone, "This page does not exist"),
}
"""Pages of players and spectators that are empty, wait, fail or have no signal.

Each has the fight's state, the address, what is done there, and what the page says then.
"""


@pytest.mark.reports("no signal", "refused")
@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_page_with_nothing_to_show_says_why(
    browser: Browser, module_server: Server, fights: list[dict[str, Any]], edge: str, theme: Literal["light", "dark"]
) -> None:
    state, address, prepare, says = EDGES[edge]
    fight = next(each for each in fights if (each["state"], each["rows"]) == (state, 8))
    kind = edge.split()[0]
    context = browser.new_context(reduced_motion="reduce", color_scheme=theme, has_touch=kind == "phone")
    cookies = fight["cookies"][kind].items()
    context.add_cookies([{"name": name, "value": value, "url": module_server.url} for name, value in cookies])
    page = context.new_page()
    page.goto(module_server.url + address.format(**fight))
    prepare(page)
    expect(page.get_by_text(says).locator("visible=true").first).to_be_visible()
    found: list[str] = []
    for width, height in PHONES if kind == "phone" else DESK[1:]:
        page.set_viewport_size({"width": width, "height": height})
        found += list_faults(page, f"{edge}, {theme}")
        found += [f"{edge}, {theme}, {width}x{height}: {each}" for each in page.evaluate(SQUEEZED)]
        keep(page, f"states/{edge}-{theme}-{width}")
    context.close()
    assert not found, "\n".join(found)


EVERY_TIME = {
    ("prepared", 8),
    ("asked", 8),
    ("questioned", 8),
    ("segments", 8),
    ("segments", 20),
    ("ended", 8),
}
"""What `make test` looks at; the rest is for `make soak`."""


@pytest.mark.parametrize(
    ("state", "rows"),
    [
        pytest.param(state, rows, marks=() if (state, rows) in EVERY_TIME else pytest.mark.soak)
        for state in STATES
        for rows in ROWS
        if state not in ("seated", "choosing")
    ],
)
def test_each_region_shows_a_line_and_nothing_is_cut(
    browser: Browser, module_server: Server, fights: list[dict[str, Any]], state: str, rows: int
) -> None:
    fight = next(each for each in fights if (each["state"], each["rows"]) == (state, rows))
    found: list[str] = []
    for name, address in list_pages(state):
        kind = name.split()[0]
        cookies = fight["cookies"][SEATS.get(kind, "phone")]
        message = {"messages": fight["message"]} if "message" in name else {}
        context = open_context(browser, module_server, cookies | message)
        page = context.new_page()
        page.goto(module_server.url + address.format(**fight))
        if name in LOADED:
            page.wait_for_function(f"() => Number(document.getElementById('{LOADED[name]}').dataset.at) >= 0")
        if name in UNFOLDED:
            page.locator(UNFOLDED[name]).evaluate("each => { each.open = true; }")
        for width, height in SIZES.get(kind, (*DESK, *PHONES)):
            if state == "prepared" and (width, height) == TABLET:
                continue
            page.set_viewport_size({"width": width, "height": height})
            where = f"{name}, {state}, {rows} rows"
            found += list_faults(page, where)
            found += [f"{where}, {width}x{height}: {each}" for each in page.evaluate(SQUEEZED)]
            keep(page, f"states/{state}-{rows}-{name}-{width}")
        context.close()
    assert not found, "\n".join(found)


IN_SIGHT = """root => [...root.querySelectorAll("button, input:not([type=hidden])")].filter(each => {
    if (!each.checkVisibility() || each.closest("details:not([open])")) return false;
    const box = each.getBoundingClientRect();
    const on = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return !on || !(each.contains(on) || on.contains(each));
}).map(each => each.textContent.trim() || each.name)"""
"""The script that names what is to be pressed below an element and not in sight without scrolling."""


@pytest.mark.parametrize("state", WHERE_ASKED)
@pytest.mark.parametrize("size", ZOOMED)
def test_whatever_is_asked_can_be_answered(
    browser: Browser, module_server: Server, fights: list[dict[str, Any]], state: str, size: tuple[int, int]
) -> None:
    fight = next(each for each in fights if (each["state"], each["rows"]) == (state, 8))
    context = open_context(browser, module_server, fight["cookies"]["dm"])
    page = context.new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(module_server.url + f"/e/{fight['id']}/")
    first = page.locator("#prompts > .prompt:not(.quiet)").first
    hidden = first.evaluate(IN_SIGHT) if size == ZOOMED[0] and first.count() else []
    keep(page, f"states/{state}-asked-{size[0]}x{size[1]}")
    out = [each for part in ("main", ".console", ".tabs") for each in page.locator(part).evaluate(OUT_OF_REACH)]
    page.get_by_role("button", name="More", exact=True).click()
    keep(page, f"states/{state}-menu-{size[0]}x{size[1]}")
    out += page.locator("#seldom").evaluate(OUT_OF_REACH)
    low = page.locator(".dm-main .panel").evaluate_all(
        "all => all.filter(each => each.checkVisibility() && each.getBoundingClientRect().height < 120)"
        ".map(each => `${each.id} is ${each.getBoundingClientRect().height} px high`)"
    )
    wide = [] if page.evaluate("document.documentElement.scrollWidth <= innerWidth") else ["the page is too wide"]
    context.close()
    assert not [*hidden, *out, *low, *wide]
