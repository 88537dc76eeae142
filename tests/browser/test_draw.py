"""A way drawn on the field in Chromium: by mouse, by finger, by typing.

The server's part is played here.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from math import dist

import pytest
from playwright.sync_api import Browser, Page, expect

from encounters.screens.answering.shown_fields import ShownField
from encounters.screens.battle_map.shapes import SCALES, BattleMap, MapCombatant
from encounters.screens.tokens import Token
from rules.kernel.forms import PathField
from tests.browser.pictures import keep
from tests.browser.plain_page import open_plain, push, rendered

MAP = BattleMap(
    (
        MapCombatant("Otis", Token("party", "O"), (400, 800)),
        MapCombatant("Tenser", Token("party", "T"), (300, 1100)),
        MapCombatant("Orc 1", Token("foes", "1"), (900, 1150)),
        MapCombatant("Orc 2", Token("foes", "2"), (1000, 600)),
    ),
    scale_of=SCALES["inches"],
)
SOURCE = """<section id="ask" data-at="{{ at }}" data-epoch="{{ epoch }}">
<form class="question" data-question id="{{ id }}">
<div class="ask-body">{% include "components/field_path.html" %}</div></form></section>"""


def question(id: str = "q-1", at: int = 1, epoch: str = "a", map: BattleMap = MAP) -> dict[str, object]:
    shown = ShownField(PathField("vertices", "Along", start=(400, 800), longest=800, most=12), "vertices")
    return {"map": map, "field": shown, "id": id, "at": at, "epoch": epoch}


@pytest.fixture
def phone(browser: Browser) -> Page:
    page = open_plain(browser, SOURCE, question())
    expect(page.locator("[data-gauge]")).to_be_visible()
    return page


def corners(page: Page) -> list[tuple[float, ...]]:
    lines = page.locator("[data-corners]").input_value().splitlines()
    return [tuple(float(each) for each in line.split(",")) for line in lines]


def length(way: list[tuple[float, ...]]) -> float:
    return sum(dist(one, other) for one, other in pairwise(way))


def place(page: Page, x: float, y: float) -> tuple[float, float]:
    """Return the place on the screen of a place on the field."""
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
    keep(phone, "draw-phone")
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
    assert way[2] == (10.0, 6.0), "beside a combatant the corner is where it stands"
    phone.get_by_role("button", name="Last corner").tap()
    assert len(corners(phone)) == 2
    phone.get_by_role("button", name="From the start").tap()
    assert corners(phone) == []
    expect(phone.locator("[data-drawn]")).to_have_text("0")


def test_a_way_is_typed_and_drawn(phone: Page) -> None:
    phone.get_by_text("Type it").tap()
    phone.locator("[data-corners]").fill("4, 8\n4, 5\n8, 5")
    expect(phone.locator("[data-drawn]")).to_have_text("7")
    assert phone.locator(".drawn").get_attribute("points") == "4,8 4,5 8,5"
    assert phone.locator(".way .corner").count() == 2


# While the table goes on.


def push_question(page: Page, whole: bool = False, **other: object) -> None:
    """Push the question again, with one combatant elsewhere."""
    elsewhere = replace(MAP, combatants=(*MAP.combatants[:3], replace(MAP.combatants[3], at=(1000, 700))))
    html = rendered(SOURCE, question(map=elsewhere, **other))  # type: ignore[arg-type]
    push(page, html, whole)


Fingers = Callable[..., None]
"""Puts fingers down, moves or lifts them: what happens, and the places of the field where those that are down are."""


@pytest.fixture
def fingers(phone: Page) -> Fingers:
    touch = phone.context.new_cdp_session(phone)

    def happen(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(place(phone, *point) for point in points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    return happen


LAST = '.ft[data-n="4"][data-y="7"]'
"""The combatant that has gone elsewhere, there."""


def test_what_was_drawn_stays_when_the_question_is_sent_anew(phone: Page) -> None:
    phone.touchscreen.tap(*place(phone, 6, 8))
    phone.touchscreen.tap(*place(phone, 6, 6))
    drawn = corners(phone)
    assert len(drawn) == 3
    push_question(phone, at=2)
    expect(phone.locator(LAST)).to_have_count(1)
    assert corners(phone) == drawn
    expect(phone.locator(".way .drawn")).to_have_count(1)


def test_a_stroke_outlasts_a_push_and_a_table_that_was_taken_back(phone: Page, fingers: Fingers) -> None:
    fingers("touchStart", (4, 8))
    fingers("touchMove", (5, 8))
    fingers("touchMove", (6, 8))
    push_question(phone, id="q-2", at=1, epoch="b", whole=True)
    expect(phone.locator(".way .drawn")).to_have_count(1)
    expect(phone.locator(LAST)).to_have_count(0)
    fingers("touchMove", (6, 6))
    fingers("touchEnd")
    expect(phone.locator(LAST)).to_have_count(1)
    expect(phone.locator("form")).to_have_id("q-2")
    way = corners(phone)
    assert way[0] == (4.0, 8.0)
    assert dist(way[-1], (6, 6)) < 0.3


def test_another_question_keeps_nothing_of_the_last(phone: Page) -> None:
    phone.touchscreen.tap(*place(phone, 6, 8))
    html = rendered(
        SOURCE, {**question("q-2", 2), "field": ShownField(PathField("vertices", "Along", start=(0, 0)), "vertices")}
    )
    push(phone, html)
    expect(phone.locator("form")).to_have_id("q-2")
    assert corners(phone) == []


def test_a_second_finger_ends_the_stroke_and_draws_nothing(phone: Page, fingers: Fingers) -> None:
    fingers("touchStart", (4, 8))
    fingers("touchMove", (5, 8))
    fingers("touchMove", (6, 8))
    fingers("touchStart", (6, 8), (9, 9))
    expect(phone.locator("[data-corners]")).not_to_have_value("")
    drawn = corners(phone)
    fingers("touchMove", (6, 8))
    fingers("touchMove", (7, 5))
    fingers("touchEnd")
    phone.touchscreen.tap(*place(phone, 6, 6))
    expect(phone.locator(".way .corner")).to_have_count(len(drawn))
    assert corners(phone)[:-1] == drawn, "of what the fingers did after that nothing was drawn"


def test_a_touch_that_the_screen_takes_away_is_no_tap(phone: Page, fingers: Fingers) -> None:
    fingers("touchStart", (6, 8))
    fingers("touchCancel")
    phone.touchscreen.tap(*place(phone, 4, 6))
    expect(phone.locator(".way .corner")).to_have_count(1)
    assert dist(corners(phone)[1], (4, 6)) < 0.2


def test_there_are_no_more_corners_than_a_way_may_have(phone: Page) -> None:
    for n in range(13):
        phone.touchscreen.tap(*place(phone, 4.4 if n % 2 else 3.6, 8.9))
    assert len(corners(phone)) == 12
    expect(phone.locator("#announce")).to_contain_text("A way has at most 12 corners.")
