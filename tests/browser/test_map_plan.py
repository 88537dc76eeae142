"""Walls and doors are drawn on the map, and a tap on a door opens it in play."""

from playwright.sync_api import Browser, Page, expect

from tests.browser import table
from tests.browser.pictures import keep
from tests.browser.table import LAPTOP, LARGE_PHONE, open_device
from tests.server import Server

TO_SCREEN = """([x, y]) => {
  const point = new DOMPoint(x, y).matrixTransform(document.querySelector("[data-map]").getScreenCTM());
  return [point.x, point.y];
}"""


def find_on_screen(page: Page, place: tuple[int, int]) -> tuple[float, float]:
    x, y = page.evaluate(TO_SCREEN, list(place))
    return x, y


def drag(page: Page, start: tuple[int, int], end: tuple[int, int]) -> None:
    with page.expect_response("**/prepare/map/"):
        page.mouse.move(*find_on_screen(page, start))
        page.mouse.down()
        page.mouse.move(*find_on_screen(page, end), steps=3)
        page.mouse.up()


def test_walls_are_drawn_and_a_door_is_opened_by_a_tap(browser: Browser, module_server: Server) -> None:
    dora, pip = open_device(browser, "dora", LAPTOP), open_device(browser, "pip", LARGE_PHONE, touch=True)
    page = dora.page
    table.make_dora(module_server)
    table.sign_in(page, module_server)
    fight = table.bring_in(page, module_server)
    page.goto(f"{fight}prepare/", wait_until="networkidle")  # with the scripts that are loaded after the page
    page.get_by_role("button", name="Wall", exact=True).click()
    drag(page, (6, 6), (20, 6))
    expect(page.locator(".plan .wall")).to_have_attribute("d", "M6 6L20 6")
    drag(page, (20, 6), (20, 24))
    expect(page.locator(".plan .wall")).to_have_attribute("d", "M6 6L20 6M20 6L20 24")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".plan .wall")).to_have_attribute("d", "M6 6L20 6")
    page.get_by_role("button", name="Door", exact=True).click()
    drag(page, (10, 6), (14, 6))
    expect(page.locator("#map-lines")).to_have_value("wall 6,6 20,6\ndoor 10,6 14,6")
    keep(page, "map-prepare")
    table.join(pip.page, module_server, table.open_table(page, fight), "Pip", "Otis")
    page.get_by_role("button", name="Open round 1").click()
    page.get_by_role("link", name="Field").first.click()
    page.get_by_text("Walls and doors").click()
    page.get_by_role("button", name="Open: Closed door").wait_for()
    page.mouse.click(*find_on_screen(page, (12, 6)))
    expect(pip.page.locator(".door.open")).to_be_attached()
    keep(page, "map-dm")
    for device in (dora, pip):
        device.page.context.close()
