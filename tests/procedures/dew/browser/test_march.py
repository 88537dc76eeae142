"""A whole movement by traces in real browsers.

It is drawn by finger and by typing, revealed, run, stopped and run again.
"""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

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
)
from tests.procedures.dew.encounters.test_field_traces import FIGHT
from tests.server import Server


def moving(browser: Browser, name: str, size: tuple[int, int], *, touch: bool = False) -> Device:
    """Return a device of somebody who accepts motion."""
    device = open_device(browser, name, size, touch=touch)
    device.page.emulate_media(reduced_motion="no-preference")
    device.folder = "field"
    return device


def token(page: Page, name: str) -> Locator:
    return page.locator(f'#field .ft[data-name="{name}"]')


def where(page: Page, name: str) -> tuple[float, float]:
    x, y = token(page, name).evaluate("one => [Number(one.dataset.x), Number(one.dataset.y)]")
    return x, y


def on_screen(page: Page, x: float, y: float) -> dict[str, float]:
    """Return the place on the screen of a place on the field that is drawn on."""
    found: list[float] = page.locator("[data-draw]").evaluate(
        "(svg, at) => { const p = new DOMPoint(...at).matrixTransform(svg.getScreenCTM()); return [p.x, p.y]; }", [x, y]
    )
    return {"x": found[0], "y": found[1]}


def answer(page: Page, words: str) -> None:
    page.locator("#ask").get_by_role("button", name=words).first.click()


def send(page: Page) -> None:
    page.locator("#ask button[name=done]").last.click()


def draw_by_finger(device: Device, *corners: tuple[float, float]) -> None:
    """Drag a finger along these places; what is seen while it is down is kept."""
    page, touch = device.page, device.page.context.new_cdp_session(device.page)
    expect(page.locator("[data-gauge]").first).to_be_visible()  # the script that draws has come
    page.locator("[data-draw]").scroll_into_view_if_needed()

    def put(kind: str, *points: dict[str, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    put("touchStart", on_screen(page, *corners[0]))
    for one, other in pairwise(corners):
        for n in range(1, 9):
            put("touchMove", on_screen(page, *(a + (b - a) * n / 8 for a, b in zip(one, other, strict=True))))
    expect(page.locator(".glass")).to_have_count(1)
    assert page.locator(".way .corner").count() == len(corners) - 1
    device.screenshot("march-drawing")
    put("touchEnd")
    expect(page.locator(".glass")).to_have_count(0)


@pytest.fixture
def table(browser: Browser, server: Server) -> dict[str, Device]:
    """Dora runs it, Pip plays Bran, Quill Cora, Sam watches; the movement phase has begun."""
    make_dora(server)
    dora = moving(browser, "dora", LAPTOP)
    sign_in(dora.page, server)
    code = open_table(dora.page, bring_in(dora.page, server, FIGHT))
    pip, quill = moving(browser, "pip", PHONE, touch=True), open_device(browser, "quill", PHONE, touch=True, dark=True)
    sam = moving(browser, "sam", SCREEN)
    for device, name, characters in ((pip, "Pip", ["Bran"]), (quill, "Quill", ["Cora"]), (sam, "Sam", [])):
        device.folder = "field"
        join(device.page, server, code, name, *characters)
        device.await_live()
    dora.await_live()
    dora.page.get_by_role("button", name="Open round 1").click()
    for device in (pip, quill):
        expect(device.page.locator("#ask [data-trace]")).to_be_visible()
    return {"dora": dora, "pip": pip, "quill": quill, "sam": sam}


@pytest.mark.soak
def test_traces_are_drawn_in_secret_revealed_together_and_run(table: dict[str, Device]) -> None:
    dora, pip, quill, sam = (table[name] for name in ("dora", "pip", "quill", "sam"))
    pip.page.get_by_label("Stop being alert?").tap()
    draw_by_finger(pip, (0, 0), (2, -1.5), (4, -1))
    drawn = pip.page.locator("[data-corners]").input_value()
    assert len(drawn.splitlines()) == 3
    pip.screenshot("march-drawn")
    send(pip.page)
    expect(pip.page.locator("#ask [data-trace]")).to_have_count(0)
    quill.page.get_by_text("Type it").tap()
    quill.page.locator("[data-corners]").fill("9, 0\n6, 0")
    send(quill.page)
    dora.page.locator("#prompts").get_by_text("Dain").first.wait_for()
    assert "2, -1.5" not in quill.everything() + sam.everything() + dora.everything()
    dora.page.locator("#prompts form").filter(has_text="default").get_by_role("button").last.click()

    for device in (dora, sam, pip, quill):
        expect(device.page.locator("#field .plane > .path.todo")).to_have_count(2)
        assert where(device.page, "Bran") == (0, 0)
    sam.screenshot("march-revealed")
    stop = stop_near(pip)
    answer(quill.page, "To the end of the trace")
    send(quill.page)
    dora.page.locator("#prompts form").filter(has_text="default").get_by_role("button").last.click()

    expect(sam.page.locator("[data-marching]")).to_have_count(1)
    between = where(sam.page, "Bran")
    sam.screenshot("march-running")
    expect(sam.page.locator("[data-marching]")).to_have_count(0)
    stopped = where(sam.page, "Bran")
    assert 0 < between[0] < stopped[0]
    assert (round(stopped[0], 1), round(stopped[1], 1)) == pytest.approx(stop, abs=0.11), "where it was said he would"
    assert where(dora.page, "Cora")[0] < 9
    for device in (dora, sam):
        expect(device.page.locator("[data-march-words]")).to_have_text(re.compile(r"^At [\d./]+ Bran stops"))
    assert where(quill.page, "Bran") == stopped, "who wants no motion sees where it ended"
    sam.screenshot("march-stopped")
    dora.screenshot("march-stopped")
    run_again(sam.page, stopped)
    step_through(quill, stopped)
    assert [each.complaints for each in (dora, pip, quill, sam)] == [[], [], [], []]


def stop_near(device: Device) -> tuple[float, float]:
    """Stop within reach of Cora, and return where the flag is.

    Ring, flag and words are looked at, then it is sealed.
    """
    page = device.page
    page.locator("#ask").get_by_role("button", name="reach (3) of Cora").tap()
    said = page.locator("[data-near-words]")
    expect(said).to_have_text(re.compile(r"^The stop is after [\d.]+ in more, at .* Cora is then at "))
    expect(page.locator(".stop-near .ring")).to_have_attribute("r", "3")
    expect(page.locator(".stop-near .flag")).to_be_visible()
    at = re.search(r"at (-?[\d.]+), (-?[\d.]+), if", said.text_content() or "")
    assert at is not None
    device.screenshot("march-near")
    page.locator("#ask input[type=number]").fill("0.1")
    expect(said).to_have_text(re.compile(r"^Never within 0.1 in: to the end of the trace"))
    page.locator("#ask input[type=number]").fill("")
    expect(page.locator(".stop-near .ring")).to_have_attribute("r", "3")
    send(page)
    return float(at[1]), float(at[2])


def run_again(page: Page, stopped: tuple[float, float]) -> None:
    """Open the page again, where it stands as it ended; run it, and stop it on the way."""
    page.reload()
    assert where(page, "Bran") == stopped
    page.mouse.move(600, 400)  # the controls of a table screen come with the pointer
    page.get_by_role("button", name="Run again").click()
    expect(page.locator("[data-marching]")).to_have_count(1)
    expect(token(page, "Bran")).not_to_have_attribute("data-x", f"{stopped[0]:g}")
    page.get_by_role("button", name="Run again").click()
    expect(token(page, "Bran")).not_to_have_attribute("data-x", f"{stopped[0]:g}")
    page.get_by_role("button", name="Next stop").click()
    assert where(page, "Bran") == stopped


def step_through(device: Device, stopped: tuple[float, float]) -> None:
    """Without motion: from stop to stop, and the words of each."""
    page = device.page
    page.locator(".seen-field > summary").tap()
    page.get_by_role("button", name="Previous stop").tap()
    expect(page.locator("[data-march-words]")).to_have_text("At the start.")
    assert where(page, "Bran") == (0, 0)
    page.get_by_role("button", name="Next stop").tap()
    assert where(page, "Bran") == stopped
    device.screenshot("march-stops")
    page.locator(".field-words > summary").tap()
    expect(page.locator(".field-words")).to_contain_text(re.compile(r"Bran drew 4\.\d in\."))
    expect(page.locator(".field-words")).to_contain_text(re.compile(r"At [\d./]+ Bran stops"))
