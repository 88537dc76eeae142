"""A round of the DM's by touch alone, on a tablet; what is tapped is as large as a finger."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.inspection import TARGET
from tests.browser.pictures import keep
from tests.browser.test_presses import Players, players
from tests.server import Server

__all__ = ["players"]

TABLET = {"width": 1024, "height": 768}
GOBLINS: dict[str, Any] = {
    "id": "goblin", "name": "Goblin", "side": "foes", "monster": "goblin", "hp": 3, "count": 6, "position": [14, 5],
    "weapons": ["spear"],
}  # fmt: skip

SMALL = """least => {
    const found = [];
    const all = "a[href], button, summary, select, textarea, input:not([type=hidden])";
    for (const each of document.querySelectorAll(`.dm :is(${all})`)) {
        if (each.closest("svg, .lanes, .skip, .visually-hidden")) continue;
        if (!each.checkVisibility({visibilityProperty: true})) continue;
        const target = each.matches("[type=checkbox], [type=radio]") && each.labels[0] || each;
        const box = target.getBoundingClientRect();
        if (box.width < 2) continue;
        const grow = pressed(target);
        const [wide, high] = [box.width + grow.across, box.height + grow.down];
        const isInline = getComputedStyle(each).display === "inline";  // a word in a sentence is as wide as it is
        if (high < least - 0.5 || (wide < least - 0.5 && !isInline))
            found.push(`${each.tagName} ${each.className} ${label(each)}: ${Math.round(wide)} x ${Math.round(high)}`);
    }
    return [...new Set(found)];
    function label(each) {
        return each.getAttribute("aria-label") || each.textContent.trim().replace(/\\s+/g, " ").slice(0, 30);
    }
    function pressed(each) {  // what a ::after adds
        const after = getComputedStyle(each, "::after");
        if (after.content === "none" || after.position !== "absolute") return {across: 0, down: 0};
        const size = side => -(parseFloat(after[side]) || 0);
        return {across: size("left") + size("right"), down: size("top") + size("bottom")};
    }
}"""
"""The script that names what is smaller than a finger. The rows of the strip are tapped below."""


class Finger:
    """The DM's finger: it taps, and notes what is too small for it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.small: list[str] = []

    def tap(self, target: Locator, shows: str = "") -> None:
        """Tap, wait until what was asked is there, and look at what could be tapped next."""
        target.first.tap()
        self.settle(shows)

    def settle(self, shows: str) -> None:
        """Wait until nothing is under way; ``shows`` names what the page shows now."""
        self.page.wait_for_timeout(60)
        expect(self.page.locator("form[data-busy], .htmx-request")).to_have_count(0)
        expect(self.page.locator("section[data-at='-1']:visible")).to_have_count(0)  # a part that is still asked for
        self.page.wait_for_load_state("load")
        if shows:
            self.small += [f"{shows}: {each}" for each in self.page.evaluate(SMALL, TARGET)]
            keep(self.page, f"touch/{shows.replace(' ', '-')}")

    def find_button(self, name: str) -> Locator:
        """Return the button of this name among the controls."""
        return self.page.locator("#console").get_by_role("button", name=name)


@pytest.fixture
def finger(browser: Browser, module_server: Server, players: Players) -> Iterator[Finger]:
    """Yield the finger on the DM's tablet, at a fight that was opened."""
    made = players.ask(open="By touch", foes=[GOBLINS])
    context = browser.new_context(viewport=TABLET, has_touch=True, reduced_motion="reduce")  # type: ignore[arg-type]  # a TypedDict of the same keys
    context.set_default_timeout(10_000)
    context.add_cookies([{"url": module_server.url, "name": made["cookie"], "value": made["session"]}])
    finger = Finger(context.new_page())
    finger.page.goto(f"{module_server.url}/e/{made['encounter']}/")
    expect(finger.page.locator("body")).to_have_attribute("data-line", "live", timeout=20_000)
    yield finger
    context.close()


def test_what_is_tapped_is_as_large_as_a_finger_and_a_row_opens_by_its_marks(finger: Finger) -> None:
    assert finger.page.evaluate("matchMedia('(pointer: coarse)').matches")
    finger.settle("before the first round")
    finger.tap(finger.find_button("Open round 1"), "orders")
    open_row_by_its_marks(finger)
    assert not finger.small, "\n".join(finger.small)


def test_a_round_is_run_by_touch_alone(finger: Finger) -> None:
    page = finger.page
    finger.tap(finger.find_button("Open round 1"))
    finger.tap(page.locator("#compose .offers li button"), "the next order")
    while page.locator(".dm-main.orders").count():
        finger.tap(page.get_by_role("link", name="Close with defaults"), "the defaults")
        finger.tap(page.get_by_role("button", name="Close with these defaults"), "orders closed")
        page.wait_for_timeout(200)
    finger.settle("segments")
    answer_by_taps(finger)
    step_to_the_recap(finger)
    finger.tap(page.locator("#recap button.go"), "the next round")
    expect(page.locator(".topbar")).to_contain_text("Round 2")
    assert not finger.small, "\n".join(finger.small)


def open_row_by_its_marks(finger: Finger) -> None:
    """Tap the marks of a low row, at its edge and far from its name: that row opens."""
    page = finger.page
    for place in (-1, 0):
        row = page.locator("#strip .lanes li:visible").nth(place)
        box = row.bounding_box()
        assert box is not None
        page.touchscreen.tap(TABLET["width"] - 40, box["y"] + box["height"] - 3)
        expect(page.locator("#roster li.here").first).to_be_visible()
        finger.settle("who")
        opened = page.locator("#roster li.here").evaluate_all("all => all.map(each => each.id.slice(4))")
        assert sorted(opened) == sorted((row.locator("a").get_attribute("data-who") or "").split())
        finger.tap(page.locator("#tab-why"), "why")
        finger.tap(page.locator("#tab-log"), "the log")


def answer_by_taps(finger: Finger) -> None:
    """Have Otis's dice be real, call for a save, and answer it."""
    page = finger.page
    finger.tap(page.locator("#strip [data-who=otis]:visible .what"), "who")
    finger.tap(page.get_by_role("link", name="More for Otis"), "otis")
    finger.tap(page.get_by_role("button", name="Roll real dice"))
    page.get_by_role("link", name="Close").or_(page.locator("#tab-who")).first.tap()
    expect(page.locator("#roster")).to_be_visible()
    finger.tap(page.locator(".mark:has(#select-otis)"), "one selected")
    finger.tap(page.locator("#selection summary", has_text="Call"), "the calls")
    finger.tap(page.locator("#selection").get_by_role("button", name="Breath"), "a question")
    expect(finger.find_button("Next segment")).not_to_have_class("go")
    finger.tap(page.locator("#prompts").get_by_role("button", name="Roll it here"), "answered")
    expect(page.locator("#prompts .told")).to_contain_text("Otis")
    finger.tap(page.locator("#tab-field"))


def step_to_the_recap(finger: Finger) -> None:
    """Take step after step, and answer what is asked, to the end of the round."""
    for number in range(40):
        if finger.page.locator("#recap").count():
            finger.settle("the recap")
            return
        asked = finger.page.locator("#prompts .prompt:not(.told)")
        answers = asked.locator("button.go").or_(asked.get_by_role("button", name="Use the default"))
        if answers.count():
            finger.tap(answers, f"an answer {number}")
        else:
            finger.tap(finger.find_button("Next segment"), f"step {number}" if number < 3 else "")
    raise AssertionError("the round does not end")
