"""The moment of a result: a die that falls, can be skipped, and folds into one line."""

from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from encounters.screens.result import Result
from encounters.screens.tokens import Token
from tests.browser.plain_page import open_plain, push, rendered

SOURCE = '{% include "components/result.html" %}'
RESULT = Result("1.3.0", "", Token("party", "O"), "Hit", "Axe at Orc 1", (17,), "", True, "hit", "6 damage to Orc 1")


def open_still(browser: Browser, motion: Literal["reduce", "no-preference"] = "no-preference") -> Page:
    """Open a page on which animations stand still, and push a result to it."""
    page = open_plain(browser, SOURCE, {"at": 1, "epoch": "a"}, reduced_motion=motion)
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 0})
    push(page, rendered(SOURCE, {"at": 2, "epoch": "a", "result": RESULT}))
    expect(page.locator(".die")).to_have_text("17")
    return page


@pytest.mark.parametrize("skip", ["tap", "key"])
def test_a_die_falls_once_and_may_be_skipped(browser: Browser, skip: str) -> None:
    page = open_still(browser)
    expect(page.locator(".result.falls")).to_have_count(1)
    if skip == "tap":
        page.locator(".rolled").tap()
    else:
        page.keyboard.press("Escape")
    expect(page.locator(".result.falls")).to_have_count(0)
    page.locator(".rolled").tap()
    expect(page.locator(".rolled")).to_be_hidden()
    expect(page.locator(".result summary")).to_have_text("Hit: 6 damage to Orc 1")
    push(page, rendered(SOURCE, {"at": 3, "epoch": "a", "result": RESULT}))
    expect(page.locator(".rolled")).to_be_hidden()
    page.context.close()


def test_no_die_falls_where_motion_is_reduced(browser: Browser) -> None:
    page = open_still(browser, motion="reduce")
    expect(page.locator(".result.falls")).to_have_count(0)
    page.context.close()
