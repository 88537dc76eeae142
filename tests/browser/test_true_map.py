"""The map in a crowd: each combatant is drawn where it stands, for every viewer."""

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

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

CENTRES = """svg => {
    const plane = svg.querySelector("[data-plane]").getScreenCTM().inverse();
    return [...svg.querySelectorAll(".ft")].map(token => {
        const at = token.querySelector(".body").getScreenCTM();
        const place = new DOMPoint(at.e, at.f).matrixTransform(plane);
        return [place.x, place.y];
    });
}"""
"""Where each token is drawn, in the units of the plane."""

NEIGHBOURS = """svg => {
    return [...svg.querySelectorAll(".ft:not(.stacked)")].map(token => {
        const at = token.getScreenCTM();
        return [at.e, at.f, Number(token.querySelector(".hit").getAttribute("r")) * at.a];
    });
}"""
"""Of each token that is no dot: its centre, and the radius of what a finger hits, in pixels."""

Places = dict[str, tuple[float, float]]


def place_crowd(count: int, seed: int) -> Places:
    """Return places for so many combatants: some on one place, some near each other."""
    dice = random.Random(seed)
    middles = [(dice.randrange(120), dice.randrange(80)) for _ in range(max(2, count // 8))]
    found: Places = {}
    for number in range(1, count + 1):
        x, y = dice.choice(middles)
        spread = dice.choice((0, 2, 6, 15))
        name = f"Hero {number}" if number <= min(4, count // 2) else f"Orc {number}"
        found[name] = (x + dice.randint(-spread, spread), y + dice.randint(-spread, spread))
    return found


def write_fight(places: Places) -> str:
    """Return a scenario of these combatants; the last foe is hidden."""
    head = f'ruleset = "{ANY}"\ntitle = "The crowd"\n[encounter]\nsetting = "indoors"\n'
    head += 'start = "melee"\nreaction = "hostile"\n'
    hidden = list(places)[-1]
    return head + "".join(write_combatant(name, at, name == hidden) for name, at in places.items())


def write_combatant(name: str, at: tuple[float, float], is_hidden: bool) -> str:
    """Return the entry of a combatant."""
    id, is_hero = name.lower().replace(" ", "-"), name.startswith("Hero")
    kind = 'side = "party"\nclass = "ranger"\nlevel = 4\nplayed = true\nhp = 38\nweapons = ["sword_long"]'
    foe = f'side = "foes"\nmonster = "orc"\nhp = 5\nhidden = {str(is_hidden).lower()}'
    written = f'[[combatant]]\nid = "{id}"\nname = "{name}"\n{kind if is_hero else foe}\n'
    return f"{written}position = [{at[0]}, {at[1]}]\n"


@pytest.fixture(scope="module")
def dora(browser: Browser, module_server: Server) -> Iterator[Device]:
    """Yield Dora's laptop, signed in."""
    make_dora(module_server)
    device = open_device(browser, "dora", LAPTOP)
    sign_in(device.page, module_server)
    yield device
    device.page.context.close()


def assert_true(page: Page, places: Places) -> None:
    """Check that somebody is drawn at each of these places, and nobody else.

    Names may be a viewer's own.
    """
    svg = page.locator("#field [data-map]")
    svg.locator(".ft[data-radius]").first.wait_for()
    drawn = sorted((round(x, 1), round(y, 1)) for x, y in svg.evaluate(CENTRES))
    assert drawn == sorted((float(x), float(y)) for x, y in places.values())


@pytest.mark.parametrize("count", [4, 12, 40, 100])
def test_each_is_drawn_where_it_stands_for_every_viewer(
    dora: Device, module_server: Server, browser: Browser, count: int
) -> None:
    places = place_crowd(count, seed=count)
    code = open_table(dora.page, bring_in(dora.page, module_server, write_fight(places)))
    seen = dict(list(places.items())[:-1])
    dora.await_live()
    assert_true(dora.page, places)
    dora.page.set_viewport_size({"width": 1920, "height": 1080})
    assert_true(dora.page, places)
    dora.page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    for person, size, touch in (("Pip", PHONE, True), ("Sam", SCREEN, False), ("Sue", (1280, 720), False)):
        device = open_device(browser, f"{person}-{count}", size, touch=touch)
        join(device.page, module_server, code, person, *(["Hero 1"] if touch else []))
        device.await_live()
        if touch:
            device.page.locator(".seen-field > summary").tap()
        assert_true(device.page, seen)
        device.page.context.close()


# Those who stand on one place.

STACK = {
    "Hero 1": (10.0, 10.0),
    "Orc 1": (40.0, 10.0),
    "Orc 2": (40.0, 10.0),
    "Orc 3": (40.0, 11.0),
    "Orc 4": (90.0, 40.0),
}


@pytest.fixture
def stacked(dora: Device, module_server: Server) -> Page:
    """Return Dora's page of a fight in which three orcs are too near to be told apart."""
    open_table(dora.page, bring_in(dora.page, module_server, write_fight({**STACK, "Orc 5": (90.0, 41.0)})))
    dora.await_live()
    dora.page.locator("#field .ft[data-radius]").first.wait_for()
    return dora.page


def test_of_those_on_one_place_one_stands_for_all_with_their_number(stacked: Page) -> None:
    leader = stacked.locator('#field .ft[data-name="Orc 1"]')
    assert (leader.locator(".count text").text_content() or "").strip() == "\N{MULTIPLICATION SIGN}3"
    assert (leader.locator(".nm").text_content() or "").strip() == "Orcs 1-3"
    dots = stacked.locator("#field .ft.stacked").evaluate_all("all => all.map(each => each.dataset.name).sort()")
    assert dots == ["Orc 2", "Orc 3", "Orc 5"]


def test_a_tap_fans_them_out_and_the_next_picks_one(stacked: Page) -> None:
    orc = stacked.locator('#field .ft[data-name="Orc 1"]')
    tap(stacked, "Orc 1")
    assert stacked.locator("#field .fan .lead").count() == 3
    assert orc.get_attribute("aria-pressed") == "false"
    tap(stacked, "Orc 3")
    assert stacked.locator("#field .fan").count() == 0
    assert stacked.locator('#field .ft[data-name="Orc 3"]').get_attribute("aria-pressed") == "true"


def test_a_tap_beside_the_fan_folds_it(stacked: Page) -> None:
    tap(stacked, "Orc 1")
    assert stacked.locator("#field .fan").count() == 1
    tap(stacked, "Hero 1")
    assert stacked.locator("#field .fan").count() == 0
    assert stacked.locator("#field .ft.on").count() == 0


def tap(page: Page, name: str) -> None:
    """Click the middle of a token."""
    box = page.locator(f'#field .ft[data-name="{name}"] .sign').bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_what_a_finger_hits_ends_half_way_to_the_neighbour(stacked: Page) -> None:
    found = stacked.locator("#field [data-map]").evaluate(NEIGHBOURS)
    for n, (x, y, radius) in enumerate(found):
        far = [((x - other[0]) ** 2 + (y - other[1]) ** 2) ** 0.5 for m, other in enumerate(found) if m != n]
        assert radius <= min(far) / 2 + 0.5
        assert radius > 0


def test_the_rings_of_who_is_chosen_say_what_they_are(stacked: Page) -> None:
    tap(stacked, "Hero 1")
    names = stacked.locator("#field .rings.on .ring-name").all_text_contents()
    assert "hand to hand, 10 ft" in names
    assert any(name.startswith("a segment's move, ") for name in names)
