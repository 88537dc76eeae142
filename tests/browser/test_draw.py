"""A way is drawn on the field in a real Chromium: by mouse, by finger, by typing. The server's part is played here."""

import mimetypes
from itertools import pairwise
from math import dist
from pathlib import Path as File

import pytest
from django.contrib.staticfiles import finders
from django.template import engines
from django.test import override_settings
from playwright.sync_api import Browser, Page, Route, expect

from encounters.field_map import SCALES, FieldMap, Figure
from encounters.forms.shown import Shown
from encounters.strip import Token
from rules.forms import Path
from tests.browser.table import PHONE, SCREENSHOTS

ORIGIN = "http://table.test"
MAP = FieldMap(
    [
        Figure("Otis", Token("party", "O"), (400, 800)),
        Figure("Tenser", Token("party", "T"), (300, 1100)),
        Figure("Orc 1", Token("foes", "1"), (900, 1150)),
        Figure("Orc 2", Token("foes", "2"), (1000, 600)),
    ],
    scale_of=SCALES["inches"],
)
SOURCE = """{% extends "base_phone.html" %}{% block main %}<form class="question"><div class="ask-body">
{% include "components/field_path.html" %}</div></form>{% endblock %}"""


def _answer(route: Route) -> None:
    path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
    if not path.startswith("/static/"):
        shown = Shown(Path("vertices", "Along", start=(400, 800), longest=800), "vertices")
        with override_settings(ROOT_URLCONF="tests.encounters.gallery.urls"):
            html = engines["django"].from_string(SOURCE).render({"map": MAP, "field": shown})
        route.fulfill(content_type="text/html", body=html, headers={"Content-Security-Policy": "default-src 'self'"})
        return
    found = finders.find(path.removeprefix("/static/"))
    kind = mimetypes.guess_type(path)[0] or "text/plain"
    route.fulfill(status=200 if found else 404, content_type=kind, body=File(found).read_bytes() if found else b"")


@pytest.fixture
def phone(browser: Browser) -> Page:
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.route(f"{ORIGIN}/**", _answer)
    page.goto(ORIGIN)
    expect(page.locator("[data-gauge]")).to_be_visible()
    return page


def corners(page: Page) -> list[tuple[float, float]]:
    lines = page.locator("[data-corners]").input_value().splitlines()
    return [(float(x), float(y)) for x, y in (line.split(",") for line in lines)]


def length(way: list[tuple[float, float]]) -> float:
    return sum(dist(one, other) for one, other in pairwise(way))


def place(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a place of the field is on the screen."""
    found = page.locator("[data-map]").evaluate(
        "(svg, at) => { const p = new DOMPoint(...at).matrixTransform(svg.getScreenCTM()); return [p.x, p.y]; }", [x, y]
    )
    return found[0], found[1]


def test_a_way_is_dragged_with_its_length_and_stops_at_the_allowance(phone: Page) -> None:
    phone.mouse.move(*place(phone, 4, 8))
    phone.mouse.down()
    phone.mouse.move(*place(phone, 6, 6.5), steps=8)
    phone.mouse.move(*place(phone, 8, 7), steps=8)
    phone.mouse.up()
    way = corners(phone)
    assert way[0] == (4.0, 8.0)
    assert 3 <= len(way) <= 6
    assert dist(way[-1], (8, 7)) < 0.3
    expect(phone.locator("[data-drawn]")).to_have_text(f"{round(length(way), 1):g}")
    SCREENSHOTS.mkdir(exist_ok=True)
    phone.screenshot(path=SCREENSHOTS / "draw-phone.png", caret="initial")
    phone.mouse.move(*place(phone, 8, 7))
    phone.mouse.down()
    phone.mouse.move(*place(phone, 1, 11), steps=10)
    phone.mouse.up()
    assert 7.5 < length(corners(phone)) <= 8


def test_a_way_is_tapped_corner_by_corner_and_taken_back(phone: Page) -> None:
    phone.touchscreen.tap(*place(phone, 6, 8))
    phone.touchscreen.tap(*place(phone, 10.1, 6.1))
    way = corners(phone)
    assert dist(way[1], (6, 8)) < 0.1
    assert way[2] == (10.0, 6.0), "beside a figure the corner is where it stands"
    phone.get_by_role("button", name="Last corner").tap()
    assert len(corners(phone)) == 2
    phone.get_by_role("button", name="From the start").tap()
    assert corners(phone) == []
    expect(phone.locator("[data-drawn]")).to_have_text("0")


def test_a_way_is_typed_and_drawn(phone: Page) -> None:
    phone.locator("[data-corners]").fill("4, 8\n4, 5\n8, 5")
    expect(phone.locator("[data-drawn]")).to_have_text("7")
    assert phone.locator(".drawn").get_attribute("points") == "4,8 4,5 8,5"
    assert phone.locator(".way .corner").count() == 2
