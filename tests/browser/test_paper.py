"""The sheets to print, on A4 and Letter: nothing is cut, nothing for screens is on them."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import bring_in, make_demo, make_dora, sign_in
from tests.server import Server

PAPERS = {"A4": (794, 1123), "Letter": (816, 1056)}
"""The sizes of a sheet at 96 points an inch."""

OUT_OF_THE_PAGE = """() => [...document.querySelectorAll("body *")]
    .filter(each => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 1)
    .map(each => `${each.tagName} ${each.className}: ${each.textContent.trim().slice(0, 40)}`)"""


@pytest.fixture
def dora(page: Page, server: Server) -> Page:
    """Return Dora's browser in the demo fight."""
    make_demo(server)
    link = re.search(r"/sign-in/\S+", server.manage("sign_in_link"))
    assert link is not None
    page.goto(server.url + link[0])
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Return to the fight").click()
    page.wait_for_url(re.compile(r"/e/\d+/$"))
    return page


@pytest.mark.parametrize("paper", PAPERS)
def test_the_sheets_fit_on_paper(dora: Page, paper: str, screenshot: Callable[[Page, str], None]) -> None:
    dora.goto(f"{dora.url}paper/")
    expect(dora.get_by_role("button", name="Print")).to_be_visible()
    width, height = PAPERS[paper]
    dora.set_viewport_size({"width": width, "height": height})
    for theme in ("light", "dark"):
        dora.evaluate("theme => { document.documentElement.dataset.bsTheme = theme }", theme)
        dora.emulate_media(media="print")
        assert dora.evaluate(OUT_OF_THE_PAGE) == []
        for shown in ("Roster, for the DM", "Cards of the monsters, for the DM", "Slips for orders", "Otis"):
            expect(dora.get_by_text(shown).first).to_be_visible()
        for hidden in (".topbar", ".paper-head"):
            expect(dora.locator(hidden)).not_to_be_visible()
        ink, sheet = (dora.evaluate(f"getComputedStyle(document.body).{name}") for name in ("color", "backgroundColor"))
        assert (ink, sheet) == ("rgb(0, 0, 0)", "rgb(255, 255, 255)")
        screenshot(dora, f"paper-{paper}-{theme}")
        dora.emulate_media(media="screen")
    printed = dora.pdf(format=paper)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) in (3, 4)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_sheets_of_a_prepared_fight_fit_on_paper(page: Page, server: Server, paper: str) -> None:
    make_dora(server)
    sign_in(page, server)
    page.goto(f"{bring_in(page, server)}prepare/")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("link", name="Print").click()
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    width, height = PAPERS[paper]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(media="print")
    page.wait_for_load_state("networkidle")
    page.evaluate("() => document.fonts.ready.then(() => true)")
    assert page.evaluate(OUT_OF_THE_PAGE) == []
    for shown in ("Roster, for the DM", "Slips for orders"):
        expect(page.get_by_text(shown).first).to_be_visible()
    assert re.search(rb"/Type\s*/Page\b", page.pdf(format=paper))


def test_the_fight_itself_prints_whole(dora: Page, screenshot: Callable[[Page, str], None]) -> None:
    dora.emulate_media(media="print")
    expect(dora.locator("#strip")).to_be_visible()
    expect(dora.locator(".console")).not_to_be_visible()
    cut = dora.evaluate(
        """() => [...document.querySelectorAll(".strip, .panel, .panel .body")].filter(each =>
            each.checkVisibility() && each.scrollHeight > each.clientHeight + 2
            && getComputedStyle(each).overflowY !== "visible").map(each => each.id || each.className)"""
    )
    assert cut == []
    screenshot(dora, "paper-fight")
