"""The map itself in Chromium, kept as pictures.

It is measured, chased on, drawn to its edge, and shown without places.
"""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.table import (
    LAPTOP,
    PHONE,
    SCREEN,
    Device,
    bring_in,
    join,
    make_demo,
    make_dora,
    open_device,
    open_table,
    plain,
    sign_in,
)
from tests.browser.test_draw import corners, length, phone, place
from tests.browser.test_field import FIGHT, dora, middle, token
from tests.server import Server

__all__ = ["dora", "phone"]

UNPLACED = "\n".join(line for line in FIGHT.splitlines() if not line.startswith("position"))


def picked(page: Page) -> str:
    return page.locator("#field [data-picked]").inner_text().strip()


def test_dora_measures_between_tokens_and_places_by_hand_and_by_keys(dora: Device, server: Server) -> None:
    page = dora.page
    open_table(page, bring_in(page, server, FIGHT))
    dora.await_live()
    page.get_by_role("button", name="Measure").click()
    page.mouse.click(*middle(token(page, "Otis")))
    assert picked(page) == "From Otis. To where?"
    page.mouse.click(*middle(token(page, "Orc 1")))
    assert picked(page) == "Otis to Orc 1: 50 ft (5 in indoors, 1.7 in outdoors)."
    assert page.locator(".measured text").text_content() == "50 ft"
    dora.screenshot("measure")
    token(page, "Tenser").focus()
    page.keyboard.press("Enter")
    token(page, "Shaman").focus()
    page.keyboard.press("Enter")
    assert picked(page).startswith("Tenser to Shaman: 60.8 ft")
    expect(page.locator("#announce")).to_contain_text("Tenser to Shaman: 60.8 ft")
    page.keyboard.press("Escape")
    expect(page.locator(".measured")).to_have_count(0)
    page.keyboard.press("Enter")
    assert picked(page).startswith("Shaman: 70 across, 40 down.")


def test_a_chosen_token_says_how_far_and_when_a_charge_arrives_in_preparing(dora: Device, server: Server) -> None:
    page = dora.page
    page.goto(f"{bring_in(page, server, FIGHT)}prepare/")
    expect(page.locator(".ft[data-charges]").first).to_be_visible()
    token(page, "Otis").click()
    line = page.locator(".measured text")
    expect(line).to_have_text(re.compile(r"^[\d.]+ ft, a charge arrives in segment \d$"))
    dora.screenshot("charge")
    page.get_by_role("button", name="Measure").click()
    page.mouse.click(*middle(token(page, "Tenser")))
    page.mouse.click(*middle(token(page, "Shaman")))
    expect(line).to_have_text(re.compile(r"^60.8 ft, a charge arrives in segment \d$"))
    expect(page.locator("[data-picked]")).to_contain_text(
        re.compile(r"Tenser to Shaman: 60.8 ft .*a charge arrives in")
    )
    page.mouse.click(*middle(token(page, "Tenser")))
    page.mouse.click(*middle(token(page, "Otis")))
    expect(line).to_have_text(re.compile(r"^[\d.]+ ft$"))


def test_without_places_there_are_distances_and_no_map(dora: Device, server: Server, browser: Browser) -> None:
    page = dora.page
    code = open_table(page, bring_in(page, server, UNPLACED))
    dora.await_live()
    assert page.locator("[data-map]").count() == 0
    expect(page.locator("#field .field-words")).to_contain_text("Otis: 0 ft to Tenser")
    dora.screenshot("unplaced")
    pip = open_device(browser, "pip", PHONE, touch=True)
    pip.folder = "field"
    join(pip.page, server, code, "Pip", "Otis")
    pip.await_live()
    pip.page.locator(".seen-field > summary").tap()
    expect(pip.page.locator("#field .field-words")).to_contain_text("Shaman: ")
    assert pip.page.locator("[data-map]").count() == 0
    pip.screenshot("unplaced")
    assert pip.complaints == []


def test_names_and_the_scale_cover_nobody(dora: Device, server: Server) -> None:
    """Check that every name and the scale lie within the field, and on no sign of another."""
    make_demo(server)
    page = dora.page
    page.goto(f"{server.url}/e/1/")
    dora.await_live()
    signs, names = look_at_names(page)
    assert len(signs) > 3
    assert len(names) == page.locator("#field .ft:not(.stacked)").count() + 1


def test_on_a_small_television_names_and_the_scale_cover_nobody(dora: Device, server: Server, browser: Browser) -> None:
    make_demo(server)
    tv = open_device(browser, "tv", (1280, 720))
    tv.folder = "field"
    dora.page.goto(f"{server.url}/e/1/")
    code = plain(dora.page.locator(".joinchip").text_content() or "").replace("-", "")
    join(tv.page, server, code, "Sam")
    tv.await_live()
    signs, names = look_at_names(tv.page)
    assert len(signs) > 3
    assert len(names) > len(signs) / 2
    tv.screenshot("names")


def look_at_names(page: Page) -> tuple[list[list[float]], list[list[float]]]:
    """Return the boxes of signs and of names; none lies off the map or on another's sign.

    The scale, where it is drawn, is the last name.
    """
    boxes = page.locator("#field [data-map]").evaluate(
        """svg => {
          const box = each => { const b = each.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
          const isShown = each => each.getBoundingClientRect().width > 0 && !each.classList.contains("away");
          const names = [...svg.querySelectorAll(".ft .nm")].map(each => isShown(each) ? box(each) : null);
          const scale = svg.querySelector(".scale");
          return { field: box(svg), signs: [...svg.querySelectorAll(".sign")].map(box),
                   names: [...names, isShown(scale) ? box(scale) : null] };
        }"""
    )
    left, top, right, bottom = boxes["field"]
    for n, box in enumerate(boxes["names"]):
        if box is None:
            continue
        assert left <= box[0] < box[2] <= right
        assert top <= box[1] < box[3] <= bottom + 1
        others = [sign for at, sign in enumerate(boxes["signs"]) if at != n]
        assert max(covered(box, sign) for sign in others) < 30
    return boxes["signs"], [box for box in boxes["names"] if box]


def covered(one: list[float], other: list[float]) -> float:
    """Square pixels that two boxes share."""
    wide, tall = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    return wide * tall if wide > 0 and tall > 0 else 0


@pytest.mark.soak
@pytest.mark.parametrize("dark", [False, True], ids=["day", "lamplight"])
def test_the_field_is_on_every_screen_by_day_and_by_lamplight(browser: Browser, server: Server, dark: bool) -> None:
    make_dora(server)
    theme = "dark" if dark else "light"
    dora = open_device(browser, theme, LAPTOP, dark=dark)
    dora.folder = "field"
    sign_in(dora.page, server)
    code = open_table(dora.page, bring_in(dora.page, server, FIGHT))
    dora.await_live()
    for size, name in ((LAPTOP, "dm-1366"), (SCREEN, "dm-1920")):
        dora.page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(dora.page.locator("#field .ft")).to_have_count(5)
        dora.screenshot(name)
    for person, size, touch in (("Pip", (390, 844), True), ("Sam", SCREEN, False)):
        device = open_device(browser, theme, size, touch=touch, dark=dark)
        device.folder = "field"
        join(device.page, server, code, person, *(["Otis"] if touch else []))
        device.await_live()
        if touch:
            device.page.locator(".seen-field > summary").tap()
        expect(device.page.locator("#field .ft")).to_have_count(5)
        device.screenshot(f"{person.lower()}-{size[0]}")
        assert device.complaints == []


# The field that is drawn on.


def test_near_an_edge_the_field_goes_on_under_the_finger(phone: Page) -> None:
    before = phone.locator("[data-map]").get_attribute("viewBox") or ""
    bounds = phone.locator("[data-map]").bounding_box()
    assert bounds is not None
    phone.mouse.move(*place(phone, 4, 8))
    phone.mouse.down()
    phone.mouse.move(bounds["x"] + bounds["width"] - 4, bounds["y"] + bounds["height"] / 2, steps=6)
    phone.wait_for_timeout(500)
    phone.mouse.up()
    after = phone.locator("[data-map]").get_attribute("viewBox") or ""
    assert float(after.split()[0]) > float(before.split()[0])
    assert 7.5 < length(corners(phone)) <= 8
