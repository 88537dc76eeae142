"""A round of the DM's by keyboard alone: nothing is clicked, and the focus is always seen."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, TimeoutError, expect

from tests.browser.table import LAPTOP, plain
from tests.browser.test_presses import Players, players
from tests.server import Server

__all__ = ["players"]

ORCS: dict[str, Any] = {
    "id": "orc", "name": "Orc", "side": "foes", "monster": "orc", "hp": 60, "count": 5, "weapons": ["axe_battle"],
    "position": [30, 0],
}  # fmt: skip
WITCH: dict[str, Any] = {
    "id": "witch", "name": "Witch", "side": "foes", "class": "magic_user", "level": 5, "hp": 60, "weapons": ["dagger"],
    "spells": ["magic_user_sleep", "magic_user_web"], "position": [45, 26],
}  # fmt: skip

FOCUS = """() => {
    const at = document.activeElement;
    if (at === document.body || !at) return "";
    const box = at.getBoundingClientRect();
    const style = getComputedStyle(at);
    const seen = box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    const ringed = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
    const label = at.labels && at.labels[0] ? at.labels[0].textContent : at.textContent;
    const name = (at.getAttribute("aria-label") || label || at.name || "").trim().replace(/\\s+/g, " ");
    const faults = `${seen ? "" : ", out of sight"}${ringed ? "" : ", unmarked"}`;
    return `${at.tagName.toLowerCase()} ${name.slice(0, 40)}${faults}`;
}"""
"""What has the focus, and what is wrong with it; the empty text for nothing."""

HAS_FOCUS = "() => !!document.activeElement && document.activeElement !== document.body"

SETTLED = """() => document.body.dataset.line === "live"
    && !document.querySelector("form[data-busy], .htmx-request, .htmx-swapping, .htmx-settling")"""

PLAYED = "document.body.dataset.played = 'yes'"


class Keyboard:
    """The DM's keyboard: it notes where the focus was lost or could not be seen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        self.focus = ""
        """What had the focus after the last press."""

    def press(self, *keys: str) -> None:
        """Press keys one after the other, and look at the focus after each."""
        for key in keys:
            before = self.focus
            self.page.evaluate(PLAYED)
            self.page.keyboard.press(key)
            self.settle()
            after = self.find_focus(awaited=bool(before) and key != "Escape")
            is_same_page = bool(after) or self.page.evaluate("document.body.dataset.played === 'yes'")
            if before and not after and is_same_page and key != "Escape":
                self.faults.append(f"{key} on {before}: the focus is lost")
            if after.endswith(("out of sight", "unmarked")):
                self.faults.append(f"{key} on {before or 'nothing'}: {after}")

    def find_focus(self, *, awaited: bool) -> str:
        """Return what has the focus; an awaited one has a second to come back after an answer."""
        self.focus = str(self.page.evaluate(FOCUS))
        if awaited and not self.focus:
            with suppress(TimeoutError):
                self.page.wait_for_function(HAS_FOCUS, timeout=1000)
            self.focus = str(self.page.evaluate(FOCUS))
        return self.focus

    def settle(self) -> None:
        """Wait until nothing that was posted is under way."""
        self.page.wait_for_timeout(60)
        self.page.wait_for_load_state("load")
        self.page.wait_for_function(SETTLED, timeout=20_000)

    def type(self, text: str) -> None:
        """Type a text into the field that has the focus."""
        assert self.page.evaluate("document.activeElement.matches('input, textarea')")
        self.page.keyboard.type(text)

    def tab_to(self, words: str) -> None:
        """Go to what has these words by Tab."""
        for _ in range(30):
            if words in self.focus:
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not lead to {words}")


@pytest.fixture
def keyboard(browser: Browser, module_server: Server, players: Players) -> Iterator[Keyboard]:
    """Yield the keyboard of the DM's laptop, at a fight that was opened."""
    made = players.ask(open="By keyboard", foes=[ORCS, WITCH])
    context = browser.new_context(viewport={"width": LAPTOP[0], "height": LAPTOP[1]}, reduced_motion="reduce")
    context.set_default_timeout(10_000)
    context.add_cookies([{"url": module_server.url, "name": made["cookie"], "value": made["session"]}])
    keyboard = Keyboard(context.new_page())
    keyboard.page.goto(f"{module_server.url}/e/{made['encounter']}/")
    keyboard.settle()
    yield keyboard
    context.close()


def test_a_round_is_run_by_keyboard_alone(keyboard: Keyboard, players: Players) -> None:
    page = keyboard.page
    keyboard.press("?")
    for key in ("J K, Enter", "Q"):
        expect(page.locator("#keys dt").get_by_text(key, exact=True)).to_be_visible()
    keyboard.press("Escape", "Space")
    expect(page.locator("#board")).to_be_visible()
    order_web(keyboard)
    keyboard.press("o")
    expect(page.locator("#board")).not_to_contain_text("yours to give")
    players.ask(orders=1)
    expect(page.locator("#console")).to_contain_text("All orders are in")
    keyboard.press("Space")
    ask_why(keyboard)
    play_to_recap(keyboard)
    hurt_otis(keyboard)
    keyboard.press("Space")
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator(".topbar")).to_contain_text("Round 2")
    assert keyboard.faults == []


def order_web(keyboard: Keyboard) -> None:
    """Order the witch's web, by the letters of the composer and Tab."""
    page = keyboard.page
    keyboard.press("j")
    page.wait_for_function(HAS_FOCUS)  # the first press loads the module
    while page.locator("#compose h2").inner_text() != "Witch":
        keyboard.press("j")
        if "Declare for Witch" in page.evaluate(FOCUS):
            keyboard.press("Enter")
    keyboard.press("d")
    keyboard.tab_to("Web")
    keyboard.press("Enter")
    keyboard.tab_to("Otis")
    keyboard.press("Space", "Control+Enter")
    expect(page.locator("#board")).to_contain_text("web on Otis")


def ask_why(keyboard: Keyboard) -> None:
    """Ask for the reasons of the witch's deeds, whose row is selected."""
    keyboard.page.locator("#strip [data-who=witch]:visible").focus()
    keyboard.press("w")
    expect(keyboard.page.locator("#why")).to_have_attribute("data-about", "witch")
    keyboard.press("Escape")
    keyboard.focus = ""


def play_to_recap(keyboard: Keyboard) -> None:
    """Play the segments, and answer what is asked, to the recap."""
    page = keyboard.page
    for _ in range(40):
        if page.locator("#recap").count():
            return
        asked = page.locator("#prompts .prompt:not(.told)").first
        if asked.and_(page.locator("[data-mine]:has(.b.go)")).count():
            name = asked.get_attribute("id")
            keyboard.press("Escape", "Enter")  # the first answer, wherever one is
            expect(page.locator(f"#{name}")).to_have_count(0)
        elif asked.count():
            keyboard.press("q")
            assert "default" in page.evaluate(FOCUS)
            keyboard.press("Enter")
        else:
            keyboard.press("Space")
    raise AssertionError("the round does not end")


def hurt_otis(keyboard: Keyboard) -> None:
    """Take five hit points from Otis: his row of the strip opens to them."""
    row = keyboard.page.locator("#strip [data-who=otis]:visible")
    left = int(plain(row.locator(".hpn b").inner_text()))
    keyboard.press("j")
    keyboard.tab_to("Otis")
    keyboard.press("Enter")
    expect(keyboard.page.locator("#who-otis input").first).to_be_focused()
    keyboard.tab_to("Change hit points of Otis")
    keyboard.press("Enter")
    keyboard.type("-5")
    keyboard.press("Enter")
    expect(row.locator(".hpn")).to_contain_text(f"{left - 5} of 38")
