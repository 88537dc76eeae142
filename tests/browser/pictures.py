"""Pictures of pages, to be looked at."""

import os

from playwright.sync_api import Page

from tests.server import ROOT

NO_PICTURES = "TEN_SEGMENTS_NO_PICTURES"
"""The variable with which no pictures are taken: `make test` compares none, and a picture takes longer than a page."""

FOLDER = ROOT / "screenshots"


def keep(page: Page, name: str, *, whole: bool = False) -> None:
    """Keep what is on the screen, or the whole page, as screenshots/NAME.png."""
    if os.environ.get(NO_PICTURES) == "1":
        return
    path = FOLDER / f"{name}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    # Hiding the caret would write a style into the page, which its policy forbids and its console reports.
    page.screenshot(path=path, full_page=whole, caret="initial")
