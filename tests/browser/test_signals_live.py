"""Signals on three phones, a table screen and the DM's laptop.

Only those who are to act are told.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import felt as device
from tests.browser.console import list_unexpected
from tests.browser.table import LAPTOP, PHONE, SCREEN, Device, declare, devices, tap
from tests.browser.test_phone import MAKE, run, sit
from tests.server import Server

AT = """
from itertools import count
from encounters import seats, services
from encounters.models import Encounter, Seat
from encounters.viewers import build_dm_viewer
from rules.kernel.inputs import Change
from tests.encounters.seated import At
encounter = Encounter.objects.get()
at = At(encounter, build_dm_viewer(encounter), taps=count({first}))
"""
MUTE = "seats.mute(at.dora, Seat.objects.get(name='Pip').pk, True)"
BEGIN = """
services.open_encounter(at.dora)
services.rule(at.dora, at.tap(), [Change("orc-1", "moved", [-4, 4])])
services.begin_round(at.dora, at.tap())
at.order("orc-1", action="G", weapon="weapon", target="tenser")
for who in ("orc-2", "shaman", "canary"):
    at.order(who, action="C")
"""
TO_THE_BLOW = """
services.rule(at.dora, at.tap(), [Change("tenser", "types_dice", True)])
services.close(at.dora, at.tap())
while not at.state.open_rolls:
    at.step()
"""
TWO_MORE = """
at.step_to(at.state.clock + 2)
services.rule(at.dora, at.tap(), [Change("orc-2", "hp", 3)], "a bruise")
"""
SOON = 60_000
"""Milliseconds until a page has what another process did: it looks for itself every second."""


def do(server: Server, first: int, what: str) -> None:
    """Dora does something at the server's table, by taps of these numbers."""
    run(server, AT.format(first=first) + what)


def turn_on(page: Page) -> None:
    """Turn signals on by one tap on the first screen."""
    tap(page.get_by_role("button", name="Turn on"))
    expect(page.locator("#signals")).to_have_attribute("data-signals", re.compile("asked.*touch sound"))
    expect(page.locator("#now")).to_contain_text("Your phone signals you while it shows this page")


@pytest.fixture
def people(server: Server, browser: Browser) -> Iterator[dict[str, Device]]:
    """Yield Quill's phone with Tenser and Pip's with Otis and Jaroo, with signals on.

    Sam watches. Dora has muted Pip.
    """
    code = run(server, MAKE)
    sizes = {"quill": PHONE, "pip": PHONE, "sam": SCREEN, "dora": LAPTOP}
    with devices(browser, sizes) as opened:
        for person in opened.values():
            person.folder = "signals"
            device.record(person.page)
        sit(opened["quill"].page, server, code, "Quill", "Tenser")
        sit(opened["pip"].page, server, code, "Pip", "Otis", "Jaroo")
        sit(opened["sam"].page, server, code, "Sam")
        opened["quill"].screenshot("01-offered")
        turn_on(opened["quill"].page)
        turn_on(opened["pip"].page)
        opened["quill"].screenshot("02-turned-on")
        do(server, 1, MUTE)  # a page that was open before the fight hears of it when the fight opens
        yield opened


@pytest.mark.reports("no signal")
def test_whoever_is_asked_is_told_once_and_nobody_else(server: Server, people: dict[str, Device]) -> None:
    quill, pip, dora = people["quill"], people["pip"], people["dora"]
    order(server, quill.page, pip.page)
    do(server, 200, TO_THE_BLOW)
    be_asked(quill, pip.page, people["sam"].page)
    quill.page.reload()
    quill.await_live()
    tap(quill.page.locator("#banner"))
    device.expect_value(quill.page, "lit", ["lit"])
    assert device.felt(quill.page) == []
    tap(quill.page.locator("#ask .keys label").filter(has_text="2").first)
    tap(quill.page.get_by_role("button", name="Send 2"))
    device.expect_value(quill.page, "lit", ["lit", "dark"])
    be_away(server, quill.page, dora.page)
    read_on(quill, dora)
    complaints = [each for person in people.values() for each in person.complaints]
    assert list_unexpected(complaints, ["no signal"]) == []


def order(server: Server, quill: Page, pip: Page) -> None:
    """Open orders, which Quill's phone signals and Pip's, muted, does not; give Quill's."""
    do(server, 100, BEGIN)
    for phone in (quill, pip):
        expect(phone.locator("#ask .codes")).to_be_visible(timeout=SOON)
        device.expect_value(phone, "lit", ["lit"])
    assert (device.felt(quill), device.felt(pip)) == (["60"], [])
    expect(pip.locator("#signals")).to_have_attribute("data-signals", "")
    declare(quill, "Strike", "Orc 1")
    expect(quill.get_by_role("heading", name="Your order is sealed")).to_be_visible()
    device.expect_value(quill, "lit", ["lit", "dark"])
    assert device.felt(quill) == ["60", "20"]


def be_asked(quill: Device, pip: Page, sam: Page) -> None:
    """Quill is to roll for Tenser: the phone says so once, and no other screen has a sign of it."""
    expect(quill.page).to_have_title(re.compile(r"^\(!\) Tenser: "), timeout=SOON)
    device.expect_value(quill.page, "lit", ["lit", "dark", "lit"])
    quill.screenshot("03-asked")
    assert device.felt(quill.page)[-1] == "120,60,120"
    assert device.felt(quill.page).count("120,60,120") == 1
    assert (device.felt(pip), device.heard(pip)) == ([], 0)
    expect(sam.locator("#title")).to_contain_text("segment", timeout=SOON)
    assert not re.search(r"data-(cue-(asked|orders)|title)|Roll d20|\(!\)", sam.content())
    assert device.lit(sam) == ["lit"]


def be_away(server: Server, quill: Page, dora: Page) -> None:
    """Dora comes to her desk; she and Quill lose their lines while two segments are played."""
    dora.goto(f"{server.url}/sign-in/")
    dora.get_by_label("Username").fill("dora")
    dora.get_by_label("Password").fill("ten segments")
    dora.get_by_role("button", name="Sign in").click()
    dora.get_by_role("link", name="Return to the fight").click()
    expect(dora.locator("#log")).to_be_visible()
    for page in (quill, dora):
        expect(page.locator("body")).to_have_attribute("data-line", "live")
        page.context.set_offline(True)
        expect(page.locator("body")).not_to_have_attribute("data-line", "live")
    do(server, 300, TWO_MORE)
    for page in (quill, dora):
        page.context.set_offline(False)
        expect(page.locator("body")).to_have_attribute("data-line", "live", timeout=SOON)


def read_on(quill: Device, dora: Device) -> None:
    """Read what was missed: Quill in order, Dora by a mark in her log."""
    expect(quill.page.locator("#missed")).to_contain_text("Back. You missed 2 segments.", timeout=SOON)
    quill.screenshot("04-back")
    tap(quill.page.get_by_role("link", name="You missed 2 segments"))
    expect(quill.page.get_by_role("heading", name="While you were away")).to_be_visible()
    expect(quill.page.locator("main .down li > b")).to_have_count(2)
    quill.screenshot("05-missed")
    expect(dora.page.locator("#missed")).to_contain_text("while you were away", timeout=SOON)
    count = re.search(r"Back\. (\d+) events? while you were away\.", dora.text("missed"))
    assert count is not None
    expect(dora.page.locator("#log .away ~ .e")).to_have_count(int(count[1]))
    dora.screenshot("06-back")
    dora.page.get_by_role("button", name="All read").click()
    expect(dora.page.locator("#log .away")).to_have_count(0)
