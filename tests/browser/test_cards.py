"""Cards in a browser: they open by tap and key, close in four ways, and nothing is lost."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.inspection import violations
from tests.browser.test_dm_phone import signed_in, table
from tests.browser.test_phone import BEGIN, code, phone, run, sit
from tests.server import Server

__all__ = ["code", "phone", "table"]

Screenshot = Callable[[Page, str], None]

ABOUT_WEB = "What is Web?"


@pytest.fixture
def ordering(server: Server, code: str, phone: BrowserContext) -> Page:
    """Return Quill's phone, on which the spells of Tenser are listed."""
    page = phone.new_page()
    sit(page, server, code, "Quill", "Tenser")
    run(server, BEGIN)
    page.reload()
    page.locator(".codes button", has_text="Cast, shoot or use").tap()
    expect(page.get_by_text("Cast a spell")).to_be_visible()
    return page


def find_card(page: Page) -> Locator:
    return page.locator("dialog.card")


def open_card(page: Page) -> None:
    """Tap the sign beside a spell, and see its card."""
    page.get_by_role("link", name=ABOUT_WEB).tap()
    expect(find_card(page).get_by_role("heading", name="Web")).to_be_visible()


def close_by_escape(page: Page) -> None:
    page.keyboard.press("Escape")


def close_beside(page: Page) -> None:
    page.touchscreen.tap(180, 40)


def close_by_button(page: Page) -> None:
    page.get_by_role("button", name="Close").tap()


def go_back(page: Page) -> None:
    page.go_back()


def swipe_down(page: Page) -> None:
    """Draw the card down from its head with one finger."""
    box = find_card(page).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + 30
    finger = page.context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        *(("touchMove", [{"x": x, "y": y + n * 20}]) for n in range(1, 7)),
        ("touchEnd", []),
    ):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.mark.parametrize("close", [close_by_escape, close_beside, close_by_button, swipe_down, go_back])
def test_a_card_closes_and_the_order_is_where_it_was(ordering: Page, close: Callable[[Page], None]) -> None:
    address, scrolled = ordering.url, ordering.evaluate("document.getElementById('main').scrollTop")
    for _ in range(2):
        open_card(ordering)
        close(ordering)
        expect(find_card(ordering)).to_be_hidden()
        expect(ordering.get_by_role("link", name=ABOUT_WEB)).to_be_focused()
        expect(ordering.get_by_text("Cast a spell")).to_be_visible()
    assert ordering.url == address
    assert ordering.evaluate("document.getElementById('main').scrollTop") == scrolled
    ordering.wait_for_function("() => !history.state || !history.state.card")
    ordering.go_back()
    expect(ordering.locator(".codes")).to_be_visible()


def test_a_card_is_opened_by_key_and_has_six_facts(ordering: Page, screenshot: Screenshot) -> None:
    ordering.get_by_role("link", name=ABOUT_WEB).press("Enter")
    card = find_card(ordering)
    expect(card.locator("dt")).to_have_text(["Range", "Area", "Save", "Takes", "Lasts", "Yours"])
    expect(card).to_contain_text("2 of the ten segments of a round")
    assert card.evaluate("each => each.getBoundingClientRect().bottom") == 740
    screenshot(ordering, "card-spell")
    assert violations(ordering) == []
    close_by_escape(ordering)
    expect(card).to_be_hidden()


def test_the_card_of_a_foe_opens_beside_its_name_in_the_targets(ordering: Page, screenshot: Screenshot) -> None:
    ordering.locator(".pick button", has_text="Web").tap()
    opener = ordering.get_by_role("link", name="What is Orc 1?")
    opener.tap()
    card = find_card(ordering)
    expect(card.get_by_role("heading", name="Orc 1")).to_be_visible()
    expect(card).to_contain_text("You know nothing of it but its look.")
    screenshot(ordering, "card-foe")
    ordering.emulate_media(color_scheme="dark")
    screenshot(ordering, "card-foe-dark")
    assert violations(ordering) == []
    swipe_down(ordering)
    expect(card).to_be_hidden()
    expect(opener).to_be_focused()
    expect(ordering.locator(".pick label", has_text="Orc 1")).to_be_visible()


def test_names_on_the_sheet_open_cards(ordering: Page, screenshot: Screenshot) -> None:
    ordering.get_by_role("link", name="Sheet").tap()
    name = ordering.get_by_role("link", name="dagger")
    name.tap()
    expect(find_card(ordering).get_by_role("heading", name="Dagger")).to_be_visible()
    screenshot(ordering, "card-weapon")
    close_beside(ordering)
    expect(find_card(ordering)).to_be_hidden()
    expect(name).to_be_focused()


@pytest.mark.reports("no signal")
def test_a_card_without_signal_says_so(ordering: Page) -> None:
    ordering.route("**/card/**", lambda route: route.abort())
    ordering.get_by_role("link", name=ABOUT_WEB).tap()
    expect(ordering.locator("#alert")).to_have_text("No signal: try again when it is back.")
    expect(find_card(ordering)).to_be_hidden()


@pytest.fixture
def laptop(browser: Browser, table: Server) -> Iterator[Page]:
    """Yield Dora's laptop at the demo fight."""
    device = signed_in(browser, table, (1366, 768))
    yield device.page
    assert device.complaints == []
    device.page.context.close()


def test_the_dm_has_cards_beside_their_names(laptop: Page, screenshot: Screenshot) -> None:
    laptop.goto(laptop.url.split("?")[0] + "combatant/orc-1/")
    name = laptop.locator("a.thing").first
    name.focus()
    laptop.keyboard.press("Enter")
    card = find_card(laptop)
    expect(card.locator("dt").first).to_have_text("Armor class")
    expect(card).to_be_visible()  # its words come before it is placed
    box, link = card.bounding_box(), name.bounding_box()
    assert box is not None
    assert link is not None
    assert box["width"] == 372
    below, beside = box["y"] - link["y"] - link["height"], box["x"] - link["x"] - link["width"]
    assert 0 <= below < 20 or 0 <= beside < 20
    screenshot(laptop, "card-dm")
    assert violations(laptop) == []
    laptop.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(name).to_be_focused()
    name.click()
    expect(card).to_be_visible()
    laptop.mouse.click(1300, 740)
    expect(card).to_be_hidden()


@pytest.mark.parametrize("size", [(1024, 768), (1280, 720)])
def test_a_card_beside_its_name_stays_within_the_window(laptop: Page, size: tuple[int, int]) -> None:
    width, height = size
    laptop.set_viewport_size({"width": width, "height": height})
    laptop.goto(laptop.url.split("?")[0] + "combatant/orc-1/")
    for name in laptop.locator("a.thing").all():
        name.scroll_into_view_if_needed()
        name.press("Enter")
        expect(find_card(laptop)).to_be_visible()
        box = find_card(laptop).bounding_box()
        assert box is not None
        assert box["width"] == 372
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
        laptop.keyboard.press("Escape")
        expect(find_card(laptop)).to_be_hidden()
