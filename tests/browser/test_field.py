"""The field in Chromium, on a laptop and on a phone.

It is looked at nearer, reaches are shown, combatants put elsewhere.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, TimeoutError, expect

from tests.any_procedure import ANY
from tests.browser.table import (
    LAPTOP,
    PHONE,
    SCREEN,
    Device,
    bring_in,
    join,
    make_dora,
    open_device,
    open_table,
    sign_in,
)  # fmt: skip
from tests.server import Server

FIGHT = f"""
ruleset = "{ANY}"
title = "The weir at Hommlet"
[encounter]
setting = "indoors"
start = "melee"
reaction = "hostile"
[[combatant]]
id = "otis"
name = "Otis"
side = "party"
class = "ranger"
level = 4
played = true
hp = 38
position = [10, 20]
weapons = ["bow_long", "sword_long"]
[[combatant]]
id = "tenser"
name = "Tenser"
side = "party"
class = "magic_user"
level = 5
played = true
hp = 30
position = [10, 30]
weapons = ["dagger"]
[[combatant]]
id = "orc"
name = "Orc"
side = "foes"
monster = "orc"
count = 2
position = [60, 20]
[[combatant]]
id = "shaman"
name = "Shaman"
side = "foes"
class = "cleric"
level = 3
hp = 13
position = [70, 40]
weapons = ["club"]
"""


@pytest.fixture
def dora(browser: Browser, server: Server) -> Iterator[Device]:
    """Yield Dora's laptop, signed in. Nothing may complain until the test is over."""
    make_dora(server)
    device = open_device(browser, "dora", LAPTOP)
    device.folder = "field"
    sign_in(device.page, server)
    yield device
    assert device.complaints == []


def token(page: Page, name: str) -> Locator:
    return page.locator(f'.ft[data-name="{name}"]')


def box(page: Page) -> list[float]:
    return [float(each) for each in (page.locator("[data-map]").get_attribute("viewBox") or "").split()]


WIDTH = "width => Number(document.querySelector('[data-map]').getAttribute('viewBox').split(' ')[2])"
"""How much is seen of the field, across. Fingers and the wheel do their work a moment after they are sent."""


def await_nearer(page: Page, home: list[float]) -> None:
    page.wait_for_function(WIDTH + " < width", arg=home[2])


def middle(target: Locator) -> tuple[float, float]:
    bounds = target.locator(".sign").bounding_box()
    assert bounds is not None
    return bounds["x"] + bounds["width"] / 2, bounds["y"] + bounds["height"] / 2


def drag(page: Page, target: Locator, by: tuple[float, float]) -> None:
    x, y = middle(target)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by[0] / 2, y + by[1] / 2)
    page.mouse.move(x + by[0], y + by[1])
    page.mouse.up()


def test_dora_prepares_by_dragging_and_by_keys(dora: Device, server: Server) -> None:
    page = dora.page
    bring_in(page, server)
    page.wait_for_load_state("load")
    expect(page.locator("#field .modes")).to_be_visible()
    page.get_by_label("Title").fill("A title not yet saved")
    before = token(page, "Otis").get_attribute("data-from")
    dora.screenshot("field-prepare-before")
    with page.expect_response(re.compile(r"/prepare/places/$")):
        drag(page, token(page, "Otis"), (60, -40))
    expect(token(page, "Otis")).not_to_have_attribute("data-from", before or "")
    expect(page.get_by_label("Title")).to_have_value("A title not yet saved")
    moved = token(page, "Otis").get_attribute("data-from") or ""
    token(page, "Otis").focus()
    with page.expect_response(re.compile(r"/prepare/places/$")):
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("ArrowRight")
    x, y = (float(each) for each in moved.split(", "))
    expect(token(page, "Otis")).to_have_attribute("data-from", f"{x + 6:g}, {y:g}")
    expect(token(page, "Otis")).to_be_focused()
    page.reload()
    expect(token(page, "Otis")).to_have_attribute("data-from", f"{x + 6:g}, {y:g}")
    dora.screenshot("field-prepare")


def test_dora_looks_nearer_and_puts_a_token_elsewhere(dora: Device, server: Server) -> None:
    page = dora.page
    open_table(page, bring_in(page, server, FIGHT))
    dora.await_live()
    home = box(page)
    dora.screenshot("field-whole")
    page.mouse.move(*middle(token(page, "Orc 1")))
    page.mouse.wheel(0, -400)
    await_nearer(page, home)
    nearer = box(page)
    dora.screenshot("field-near")
    bounds = page.locator("[data-map]").bounding_box()
    assert bounds is not None
    ground = bounds["x"] + bounds["width"] * 0.3, bounds["y"] + bounds["height"] - 30
    page.mouse.move(*ground)
    page.mouse.down()
    page.mouse.move(ground[0] + 60, ground[1] - 30, steps=3)
    page.mouse.up()
    assert box(page)[0] < nearer[0]
    page.get_by_role("button", name="The whole map").click()
    assert box(page) == home
    page.locator("[data-map]").focus()
    page.keyboard.press("+")
    page.keyboard.press("ArrowRight")
    assert box(page)[2] < home[2]
    page.keyboard.press("0")
    assert box(page) == home

    token(page, "Otis").click()
    expect(page.locator("[data-picked]")).to_contain_text("Otis: 10 across, 20 down")
    expect(page.locator("[data-picked]")).to_contain_text("50 ft to Orc 1")
    assert page.locator(".rings.on circle").count() >= 3
    dora.screenshot("field-reaches")

    drag(page, token(page, "Otis"), (60, 0))
    form = page.locator("[data-put]")
    expect(form).to_contain_text("Otis: from 10, 20 to")
    dora.screenshot("field-put")
    form.get_by_role("button", name="Leave it").click()
    expect(form).to_be_hidden()
    expect(token(page, "Otis")).to_have_attribute("data-x", "10")

    token(page, "Otis").focus()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowUp")
    expect(form).to_contain_text("Otis: from 10, 20 to 15, 19 ft")
    form.get_by_label("Note").fill("he had slipped forward")
    form.get_by_role("button", name="Move", exact=True).click()
    expect(token(page, "Otis")).to_have_attribute("data-from", "15, 19")
    expect(form).to_be_hidden()
    expect(page.locator("#log")).to_contain_text("he had slipped forward")
    dora.screenshot("field-ruled")


def test_a_rectangle_selects_and_those_within_move_in_formation(dora: Device, server: Server) -> None:
    page = dora.page
    open_table(page, bring_in(page, server, FIGHT))
    dora.await_live()
    page.get_by_role("button", name="Select", exact=True).click()
    first, second = (token(page, name).locator(".sign").bounding_box() for name in ("Otis", "Tenser"))
    assert first is not None
    assert second is not None
    page.mouse.move(first["x"] - 12, first["y"] - 12)
    page.mouse.down()
    page.mouse.move(second["x"] + 30, second["y"] + 30, steps=4)
    page.mouse.up()
    bar = page.locator("#selection")
    expect(bar).to_contain_text("2 selected")
    bar.locator("summary", has_text="Condition").click()
    page.keyboard.press("Escape")
    expect(bar.get_by_role("button", name="held", exact=True)).to_be_hidden()
    expect(bar).to_contain_text("2 selected")
    expect(page.locator("#strip [data-who=tenser]")).to_have_class("selected")
    page.get_by_role("button", name="Select", exact=True).click()
    drag(page, token(page, "Otis"), (60, 0))
    dora.screenshot("field-formation")
    moved = float(bar.get_by_label("Across").input_value())
    bar.get_by_role("button", name="Move there").click()
    for name, down in (("Otis", "20"), ("Tenser", "30")):
        expect(token(page, name)).to_have_attribute("data-from", re.compile(rf"{moved:g}, {down}"))
    page.get_by_role("button", name="Undo").click()
    expect(token(page, "Tenser")).to_have_attribute("data-from", "10, 30")


def test_players_and_spectators_look_at_the_field(dora: Device, server: Server, browser: Browser) -> None:
    code = open_table(dora.page, bring_in(dora.page, server, FIGHT))
    pip = open_device(browser, "pip", PHONE, touch=True)
    join(pip.page, server, code, "Pip", "Otis")
    pip.await_live()
    page = pip.page
    page.locator(".seen-field > summary").tap()
    expect(page.get_by_role("button", name="Measure")).to_be_visible()  # the map's module is loaded by then
    page.touchscreen.tap(*middle(token(page, "Orc 2")))  # both orcs stand there: they are fanned out
    expect(page.locator("#field .fan")).to_have_count(1)
    token(page, "Orc 2").tap()
    expect(page.locator("[data-picked]")).to_contain_text("Orc 2: 60 across, 20 down")
    page.locator("[data-picked]").get_by_role("link", name="Orc 2").tap()
    expect(page.locator("dialog.card").get_by_role("heading", name="Orc 2")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.card")).to_be_hidden()
    home = box(page)
    pip.screenshot("field-phone")
    pinch(page)
    await_nearer(page, home)
    expect(page.locator("[data-map]:not([data-dragging])")).to_be_visible()
    show_whole(page, home)
    assert box(page) == home
    page.locator(".field-words > summary").tap()
    expect(page.locator(".field-words")).to_contain_text("10 ft to Tenser")
    pip.screenshot("field-phone-words")
    sam = open_device(browser, "sam", SCREEN)
    join(sam.page, server, code, "Sam")
    sam.await_live()
    sam.screenshot("field-screen")
    assert [*pip.complaints, *sam.complaints] == []


def show_whole(page: Page, home: list[float]) -> None:
    """Tap for the whole map, up to three times.

    On a busy machine a tap may take so long that Chromium takes it for a long press.
    """
    for _ in range(2):
        page.locator("[data-zoom=fit]").tap()
        try:
            page.wait_for_function(WIDTH + " === width", arg=home[2], timeout=8000)
        except TimeoutError:
            continue
        return
    page.locator("[data-zoom=fit]").tap()
    page.wait_for_function(WIDTH + " === width", arg=home[2])


def pinch(page: Page) -> None:
    """Two fingers on the field, drawn apart."""
    bounds = page.locator("[data-map]").bounding_box()
    assert bounds is not None
    x, y = bounds["x"] + bounds["width"] / 2, bounds["y"] + bounds["height"] / 2
    session = page.context.new_cdp_session(page)
    for kind, gap in (("touchStart", 20), ("touchMove", 40), ("touchMove", 70), ("touchEnd", 0)):
        points = [{"x": x - gap, "y": y, "id": 1}, {"x": x + gap, "y": y, "id": 2}] if gap else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
