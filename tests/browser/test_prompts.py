"""Every question on a laptop, a large screen and a phone: nothing is hidden or cut off."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from rules.procedures import get_ruleset, list_rulesets
from tests.browser.pictures import keep
from tests.browser.prompts import LONG_NAME
from tests.browser.sizes import OUT_OF_REACH
from tests.browser.table import make_demo
from tests.registered import find_module
from tests.server import ROOT, Server

EVERYWHERE = {"declare", "next"}
"""Questions that other tests look at."""

SIZES = {"laptop": (1366, 768), "large": (1920, 1080), "phone": (360, 740)}
of_each_size = pytest.mark.parametrize(
    "size",
    [pytest.param("laptop", marks=pytest.mark.soak), pytest.param("large", marks=pytest.mark.soak), "phone"],
)

OVERFLOWING = """() => [...document.querySelectorAll(".console, .console *, .topbar, .topbar *")]
    .filter(each => each.checkVisibility() && !each.closest("svg, .visually-hidden"))
    .filter(each => getComputedStyle(each.parentElement).textOverflow !== "ellipsis")
    .filter(each => { const box = each.getBoundingClientRect();
        return box.width > 1 && (box.right > innerWidth + 1 || box.left < -1); })
    .map(each => `${each.tagName}.${each.className}`)"""


@pytest.fixture(scope="module")
def asked(module_server: Server) -> list[dict[str, Any]]:
    """Return fights that stand at a question of every kind.

    Where several procedures ask it, it is the first one's.
    """
    make_demo(module_server)
    command = [sys.executable, "-m", "tests.browser.prompts"]
    made = subprocess.run(
        command, cwd=ROOT, env=dict(module_server.environ), capture_output=True, text=True, check=True
    )
    found: list[dict[str, Any]] = json.loads(made.stdout.splitlines()[-1])
    return list({each["question"]: each for each in reversed(found)}.values())


@pytest.fixture(scope="module")
def dora(browser: Browser, module_server: Server, asked: list[dict[str, Any]]) -> Iterator[BrowserContext]:
    """Yield Dora's browser, signed in."""
    context = browser.new_context()
    link = re.search(r"/sign-in/\S+", module_server.manage("sign_in_link"))
    assert link is not None
    page = context.new_page()
    page.goto(module_server.url + link[0])
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="dora")).to_be_visible()
    page.close()
    yield context
    context.close()


@pytest.mark.parametrize("id", list_rulesets())
def test_every_question_that_is_asked_of_somebody_is_looked_at(id: str) -> None:
    procedure = get_ruleset(id)
    parts = [find_module(folder, "browser.prompts") for folder in procedure.catalogues]
    fights = {question for part in parts if part is not None for question in part.ASKED}
    assert procedure.questions.keys() - EVERYWHERE <= fights


@pytest.mark.soak
@of_each_size
def test_the_dm_can_reach_all_of_every_question(
    dora: BrowserContext, module_server: Server, asked: list[dict[str, Any]], size: str
) -> None:
    page = dora.new_page()
    page.set_viewport_size({"width": SIZES[size][0], "height": SIZES[size][1]})
    found = {}
    for each in asked:
        page.goto(f"{module_server.url}/e/{each['encounter']}/")
        settled(page)
        hidden = page.locator("#prompts").evaluate(OUT_OF_REACH) if page.locator("#prompts").count() else []
        hidden += page.locator(".console").first.evaluate(OUT_OF_REACH) + page.evaluate(OVERFLOWING)
        if hidden:
            found[each["question"]] = hidden
        keep(page, f"prompts/dm-{size}-{each['question']}")
    page.close()
    assert found == {}


@of_each_size
def test_a_player_can_reach_all_of_every_question(
    browser: Browser, module_server: Server, asked: list[dict[str, Any]], size: str
) -> None:
    context = browser.new_context(viewport={"width": SIZES[size][0], "height": SIZES[size][1]})
    found = {}
    page = context.new_page()
    for each in (each for each in asked if "code" in each):
        context.clear_cookies()
        context.add_cookies([{"name": each["cookie"], "value": each["value"], "url": module_server.url}])
        page.goto(f"{module_server.url}/t/{each['code']}/me/")
        settled(page)
        hidden = page.locator("main").evaluate(OUT_OF_REACH)
        if hidden:
            found[each["question"]] = hidden
        keep(page, f"prompts/player-{size}-{each['question']}")
    context.close()
    assert found == {}


def test_a_long_name_hides_nobodys_hit_points(
    browser: Browser, module_server: Server, asked: list[dict[str, Any]]
) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740})
    dice = next(each for each in asked if each["question"] == "dice")
    context.add_cookies([{"name": dice["cookie"], "value": dice["value"], "url": module_server.url}])
    page = context.new_page()
    page.goto(f"{module_server.url}/t/{dice['code']}/me/")
    settled(page)
    points = page.locator("#me").get_by_text(re.compile(r"\b20\b")).first
    expect(page.locator("#me")).to_contain_text(LONG_NAME[:20])
    box = points.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 360
    context.close()


def settled(page: Page) -> None:
    """Wait until the page has its scripts and its line."""
    page.wait_for_load_state("load")
    expect(page.locator("body")).to_have_attribute("data-line", "live", timeout=20_000)
