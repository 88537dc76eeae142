"""Moving combatants, which glide along their way; names and signs of a crowd cover nobody.

Played without a server.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from encounters.screens.battle_map.shapes import BattleMap, MapChanges, MapCombatant
from encounters.screens.battle_map.ways import Trail
from encounters.screens.tokens import Token
from rules.kernel.terms import Place
from tests.browser.plain_page import open_plain, push, rendered
from tests.browser.table import LAPTOP, PHONE, SCREEN

FIELD = """{% load look %}<section {% region "field" %}><div class="map-body">
{% include "components/map.html" with taps=True %}</div>{% include "components/field_under.html" %}</section>"""

WATCH = """() => {
  window.went = [];
  const look = () => {
    const token = document.querySelector('.ft[data-name="Orc"]');
    if (token) window.went.push([Number(token.dataset.x), Number(token.dataset.y)]);
  };
  new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributeFilter: ["data-x"]});
}"""
"""Keeps every place at which the orc is shown."""


def orc_at(*way: Place) -> str:
    orc = MapCombatant("Orc", Token("foes", "O"), way[-1])
    otis = MapCombatant("Otis", Token("party", "O"), (0, 0))
    trails = [Trail("foes", way, who="Orc")] if len(way) > 1 else []
    return rendered(FIELD, {"map": BattleMap((otis, orc), tuple(trails)), "at": len(way), "epoch": "a"})


def opened(browser: Browser, motion: str) -> Page:
    start = {
        "map": BattleMap(
            (MapCombatant("Otis", Token("party", "O"), (0, 0)), MapCombatant("Orc", Token("foes", "O"), (3000, 0)))
        )
    }
    page = open_plain(browser, FIELD, {**start, "at": 1, "epoch": "a"}, reduced_motion=motion)
    page.locator(".ft[data-name=Orc][data-dx]").wait_for()
    page.evaluate(WATCH)
    return page


def shown_at(page: Page, html: str, place: tuple[float, float]) -> list[tuple[float, float]]:
    """Push the field with the orc at this place; return where it was shown on the way."""
    push(page, html)
    page.wait_for_function(
        "at => { const last = window.went.at(-1); return last && last[0] === at[0] && last[1] === at[1]"
        " && !document.querySelector('[data-running]'); }",
        arg=list(place),
    )
    went: list[list[float]] = page.evaluate("() => window.went")
    return [(x, y) for x, y in went]


def test_who_moves_goes_along_his_way(browser: Browser) -> None:
    page = opened(browser, "no-preference")
    went = shown_at(page, orc_at((3000, 0), (3000, 2000), (1000, 2000)), (10, 20))
    assert (30, 0) in went, "first where he was"
    assert all(x == 30 or y == 20 for x, y in went), "along the way, never across"
    went = shown_at(page, orc_at((3000, 0), (3000, 2000), (1000, 2000), (1000, 500)), (10, 5))
    assert (30, 20) not in went[-len(went) // 2 :]


def test_who_wants_no_motion_sees_where_he_is_and_the_way(browser: Browser) -> None:
    page = opened(browser, "reduce")
    went = shown_at(page, orc_at((3000, 0), (3000, 2000), (1000, 2000)), (10, 20))
    assert set(went) == {(10, 20)}
    assert page.locator(".path[data-way=Orc]").count() == 1


# A crowd.

MOB = [(f"Orc {n}", "foes", (6000, 2000)) for n in range(1, 9)]
CROWDS: dict[str, list[tuple[str, str, Place]]] = {
    "a mob on one place": [("Otis", "party", (1000, 2000)), *MOB],
    "two mobs and a melee": [
        ("Otis", "party", (1000, 2000)), ("Tenser", "party", (1000, 2300)), ("Jaroo the Elder", "party", (700, 2200)),
        *MOB, ("Orc chieftain", "foes", (6300, 2200)),
        *[(f"Hobgoblin {n}", "foes", (2000, 2200)) for n in range(1, 5)],
    ],
    "thirty": [("Otis", "party", (1000, 2000)), *[(f"Orc {n}", "foes", (6000, 2000)) for n in range(1, 31)]],
    "ranks": [(f"Orc {n}", "foes", (300 * (n % 3), 300 * (n // 3))) for n in range(6)],
    "far apart": [("Otis", "party", (0, 0)), ("Tenser", "party", (300, 200)), ("Orc 1", "foes", (50000, 2000)),
                  ("Orc 2", "foes", (50000, 2300))],
    "all on one place": [("Otis", "party", (0, 0)), ("Tenser", "party", (0, 0)), ("Orc 1", "foes", (0, 0))],
    "one alone": [("Otis", "party", (0, 0))],
}  # fmt: skip

BOXES = """svg => {
  const seen = each => getComputedStyle(each).display !== "none" && each.textContent;
  const box = each => {
    const b = each.getBoundingClientRect();
    return [b.left, b.top + b.height / 6, b.right, b.bottom - b.height / 6];
  };
  const sign = each => { const b = each.getBoundingClientRect(), x = (b.left + b.right) / 2, y = (b.top + b.bottom) / 2;
    return [x - b.width / 2.6, y - b.height / 2.6, x + b.width / 2.6, y + b.height / 2.6]; };
  return { names: [...svg.querySelectorAll(".nm")].filter(seen).map(each => [each.textContent, box(each)]),
    signs: [...svg.querySelectorAll(".ft .sign")].map(sign), field: box(svg) };
}"""
"""Where each name, each sign and the field are on the screen: a text without the room above and below its letters."""

Box = Sequence[float]


def covered(one: Box, other: Box) -> float:
    wide, tall = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    return wide * tall if wide > 0 and tall > 0 else 0


def crowd(browser: Browser, who: Sequence[tuple[str, str, Place]], size: tuple[int, int]) -> dict[str, Any]:
    tokens = [MapCombatant(name, Token(side, name.split()[-1][0]), at) for name, side, at in who]
    page = open_plain(browser, FIELD, {"map": BattleMap(tuple(tokens))}, size)
    page.locator(".ft[data-dx]").first.wait_for()
    found: dict[str, Any] = page.locator("[data-map]").evaluate(BOXES)
    page.context.close()
    return found


@pytest.mark.parametrize("size", [PHONE, LAPTOP, SCREEN], ids=["phone", "laptop", "screen"])
@pytest.mark.parametrize("which", CROWDS)
def test_no_name_covers_a_sign_or_another_name(browser: Browser, which: str, size: tuple[int, int]) -> None:
    seen = crowd(browser, CROWDS[which], size)
    assert len(seen["signs"]) == len(CROWDS[which])
    assert seen["names"]
    boxes = [box for _, box in seen["names"]]
    assert [(one, other) for one, other in combinations(seen["names"], 2) if covered(one[1], other[1]) > 2] == []
    assert [name for name, box in seen["names"] for sign in seen["signs"] if covered(box, sign) > 2] == []
    assert all(covered(one, other) < 60 for one, other in combinations(seen["signs"], 2)), "each sign can be read"
    left, _, right, _ = seen["field"]
    assert all(left <= box[0] and box[2] <= right for box in [*boxes, *seen["signs"]])


def test_a_mob_is_called_by_those_of_it_who_are_seen(browser: Browser, phone_names: Callable[..., list[str]]) -> None:
    assert phone_names([("Otis", "party", (1000, 2000)), *MOB]) == ["Orcs 1-8", "Otis"]
    more = [(f"Orc {n}", "foes", (6000, 2000)) for n in (1, 2, 4, 5, 6, 7, 8, 10)]
    assert phone_names([("Otis", "party", (1000, 2000)), *more]) == ["Orcs 1, 2, 4-8, 10", "Otis"]
    assert phone_names([(f"Wolf {2 * n}", "foes", (0, 0)) for n in range(1, 10)]) == ["9 Wolves"]


WITHIN = """svg => {
  const meets = (one, other, low, high) => one[low] < other[high] && one[high] > other[low];
  const inside = (one, other) => meets(one, other, "left", "right") && meets(one, other, "top", "bottom");
  const box = each => each.getBoundingClientRect();
  const name = token => token.getAttribute("data-name");
  return [...svg.querySelectorAll(".mob-line")].map(line =>
    [...svg.querySelectorAll(".ft")].filter(token => inside(box(line), box(token.querySelector(".sign")))).map(name));
}"""
"""The names of the tokens within each line around a mob."""


def test_a_line_goes_round_a_mob_of_one_name_and_round_nobody_else(browser: Browser) -> None:
    def list_within(*who: tuple[str, str, Place]) -> list[list[str]]:
        tokens = tuple(MapCombatant(name, Token(side, name[0]), at) for name, side, at in who)
        page = open_plain(browser, FIELD, {"map": BattleMap(tokens)}, PHONE)
        page.locator(".ft[data-dx]").first.wait_for()
        found = [sorted(each) for each in page.locator("[data-map]").evaluate(WITHIN)]
        page.context.close()
        return found

    row = [(f"Orc {n}", "foes", (4000, 150 * n)) for n in range(1, 9)]
    apart: tuple[str, str, Place] = ("Otis", "party", (9000, 2000))
    assert list_within(apart, *row) == [[f"Orc {n}" for n in range(1, 9)]]
    assert list_within(("Otis", "party", (4000, 525)), *row) == []


def test_a_map_is_as_wide_as_a_round_number_of_feet(browser: Browser) -> None:
    for far, wide in ((1000, 40), (6000, 100), (6200, 100), (7500, 125)):
        tokens = (MapCombatant("Otis", Token("party", "O"), (0, 0)), MapCombatant("Orc", Token("foes", "O"), (far, 0)))
        page = open_plain(browser, FIELD, {"map": BattleMap(tokens)}, PHONE)
        page.locator(".ft[data-dx]").first.wait_for()
        box = page.locator("[data-map]").get_attribute("viewBox") or ""
        page.context.close()
        assert round(float(box.split()[2])) == wide


def test_a_map_is_drawn_again_only_when_it_is_new_or_of_another_size(browser: Browser) -> None:
    page = opened(browser, "reduce")
    name = page.locator(".ft[data-name=Orc] .nm")
    name.evaluate("each => { each.setAttribute('x', '77'); }")
    push(page, '<div id="announce" hx-swap-oob="true">The orc waits.</div>')
    expect(page.locator("#announce")).to_have_text("The orc waits.")
    assert name.get_attribute("x") == "77"
    page.set_viewport_size({"width": PHONE[0] + 100, "height": PHONE[1]})
    expect(name).not_to_have_attribute("x", "77")


@pytest.fixture
def phone_names(browser: Browser) -> Callable[..., list[str]]:
    def found(who: Sequence[tuple[str, str, Place]]) -> list[str]:
        return sorted(name for name, _ in crowd(browser, who, PHONE)["names"])

    return found


PANEL = """{% load static %}{% include "components/field.html" %}
<script type="module" src="{% static "js/dm/main.js" %}"></script>"""


def test_a_combatant_that_is_dragged_stays_in_the_hand_when_the_map_is_sent_again(browser: Browser) -> None:
    otis, orc = (
        MapCombatant("Otis", Token("party", "O"), (0, 0), handle="otis"),
        MapCombatant("Orc", Token("foes", "O"), (3000, 0)),
    )
    page = open_plain(
        browser, PANEL, {"map": BattleMap((otis, orc), changes=MapChanges("/put/")), "at": 1, "epoch": "a"}, LAPTOP
    )
    page.locator(".ft[data-dx]").first.wait_for()
    box = page.locator(".ft[data-name=Otis] .sign").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y, steps=3)
    moved = BattleMap((otis, MapCombatant("Orc", Token("foes", "O"), (2000, 0))), changes=MapChanges("/put/"))
    html = rendered(PANEL, {"map": moved, "at": 2, "epoch": "a"})
    push(page, html)
    expect(page.locator(".ft[data-name=Orc]")).to_have_attribute("data-x", "30")
    page.mouse.move(x + 60, y, steps=3)
    page.mouse.up()
    expect(page.locator("[data-put-words]")).to_contain_text("Otis: from 0, 0 to")
    expect(page.locator(".ft[data-name=Otis]")).not_to_have_attribute("data-x", "0")
    expect(page.locator(".ft[data-name=Orc]")).to_have_attribute("data-x", "30")
    # Somebody presses it, and lets go a moment later.
    page.get_by_role("button", name="Leave it").click(delay=200)
    expect(page.locator(".ft[data-name=Orc]")).to_have_attribute("data-x", "20")
    expect(page.locator(".ft[data-name=Otis]")).to_have_attribute("data-x", "0")


def test_a_thumb_finds_the_token_that_it_is_nearest_to(browser: Browser) -> None:
    who = (("Otis", "party", (0, 0)), ("Tenser", "party", (2000, 0)), ("Orc", "foes", (4000, 0)))
    tokens = [MapCombatant(name, Token(side, name[0]), at) for name, side, at in who]
    page = open_plain(browser, FIELD, {"map": BattleMap(tuple(tokens))})
    page.locator(".ft[data-dx]").first.wait_for()
    box = page.locator(".ft[data-name=Otis] .sign").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2 - 4, box["y"] + box["height"] / 2 - 21)
    expect(page.locator(".ft[data-name=Otis]")).to_have_attribute("aria-pressed", "true")
