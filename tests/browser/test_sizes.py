"""Every screen stands with long names at every size.

The DM's pages stand at a zoom of 200 %, a phone's with text of 200 % as well.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.plain_page import open_html, rendered
from tests.browser.sizes import DESK, PHONES, lengthen, list_faults
from tests.encounters.gallery import PARTS

SCREENS = sorted((Path(__file__).parent.parent / "encounters" / "gallery" / "screens").glob("*.html"))
WATCHED = ("watch",)
TEXT_SIZE = "parseFloat(getComputedStyle(document.body).fontSize)"


def look_at_sizes(page: Page, name: str) -> list[str]:
    """Return the faults of a screen at each size that it is shown at."""
    sizes = PHONES if name.startswith("phone") else (*DESK, *PHONES) if name in WATCHED else DESK
    found: list[str] = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found += list_faults(page, name)
    return found


@pytest.mark.parametrize("path", SCREENS, ids=lambda path: path.stem)
def test_a_screen_with_long_names_stands_at_every_size(browser: Browser, path: Path) -> None:
    page = open_html(browser, lengthen(rendered(path.read_text(), PARTS)), DESK[0])
    try:
        assert look_at_sizes(page, path.stem) == []
    finally:
        page.context.close()


@pytest.mark.parametrize(
    "path", [each for each in SCREENS if each.stem.startswith("phone")], ids=lambda path: path.stem
)
def test_a_phone_stands_with_text_of_twice_the_size(browser: Browser, path: Path) -> None:
    page = open_html(browser, lengthen(rendered(path.read_text(), PARTS)), DESK[0])
    try:
        usual = page.evaluate(TEXT_SIZE)
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
        assert page.evaluate(TEXT_SIZE) == 2 * usual
        assert look_at_sizes(page, path.stem) == []
    finally:
        page.context.close()
