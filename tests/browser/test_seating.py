"""Seats taken: the DM sees it at once on every page of hers, and in the middle of an order."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.table import (
    LAPTOP,
    PHONE,
    SCREEN,
    Device,
    bring_in,
    choose,
    declare,
    devices,
    join,
    make_dora,
    open_table,
    plain,
    sign_in,
)
from tests.server import Server

WHO = {"dora": LAPTOP, "pip": PHONE, "quill": PHONE, "sam": SCREEN}


class Evening:
    """A table of Dora's, and those who come to it."""

    def __init__(self, server: Server, at: dict[str, Device]) -> None:
        self.server, self.at, self.dora = server, at, at["dora"].page
        make_dora(server)
        sign_in(self.dora, server)
        self.encounter = bring_in(self.dora, server)
        self.code = plain(self.dora.locator(".joinchip").text_content() or "").replace("-", "")

    def sits(self, name: str, *characters: str) -> None:
        """Somebody sits down, or watches."""
        join(self.at[name].page, self.server, self.code, name.capitalize(), *characters)

    def counted(self, phones: int, screens: int) -> None:
        """Wait until Dora's top bar counts so many."""
        expect(self.dora.locator("[data-presence=phones]")).to_have_text(str(phones))
        expect(self.dora.locator("[data-presence=screens]")).to_have_text(str(screens))

    def begin(self) -> None:
        """Open the table and round 1: Dora is asked for orders."""
        open_table(self.dora, self.encounter)
        self.at["dora"].await_live()
        self.dora.get_by_role("button", name="Open round 1").click()
        expect(self.dora.locator("#board")).to_be_visible()

    def foes_wait(self) -> None:
        """Seal the foes' orders: those of the party are asked for."""
        for who in ("Gash", "Snagga", "Otis"):
            self.dora.locator("#compose h2").filter(has_text=who).wait_for()
            if who != "Otis":
                declare(self.dora, "Await")


@pytest.fixture
def evening(browser: Browser, server: Server) -> Iterator[Evening]:
    with devices(browser, WHO) as at:
        for each in at.values():
            each.folder = "seating"
        yield Evening(server, at)


def test_who_sits_down_is_shown_while_the_fight_is_prepared(evening: Evening) -> None:
    evening.at["dora"].await_live()
    evening.counted(0, 0)
    evening.sits("pip", "Otis")
    expect(evening.dora.locator("#sides")).to_contain_text("Pip")
    expect(evening.dora.locator("#ready")).to_contain_text("Nobody plays Tenser yet: you give their orders")
    evening.counted(1, 0)
    evening.at["dora"].screenshot("prepare")


def test_who_sits_down_is_shown_on_the_page_of_joining(evening: Evening) -> None:
    evening.dora.goto(f"{evening.encounter}join/")
    evening.at["dora"].await_live()
    evening.sits("pip", "Otis")
    evening.sits("sam")
    for part in ("#join", "#seats"):
        expect(evening.dora.locator(part)).to_contain_text("Pip")
        expect(evening.dora.locator(part)).to_contain_text("Sam")
    evening.at["dora"].screenshot("join")
    evening.dora.get_by_role("button", name="Mute Pip", exact=True).click()
    expect(evening.dora.get_by_role("button", name="Let Pip be alerted")).to_be_visible()


def test_who_sits_down_before_the_first_round_is_shown(evening: Evening) -> None:
    open_table(evening.dora, evening.encounter)
    evening.at["dora"].await_live()
    evening.sits("pip", "Otis")
    expect(evening.dora.locator("#join")).to_contain_text("Pip, Otis")
    evening.counted(1, 0)
    evening.at["dora"].screenshot("first")


def test_who_sits_down_in_the_middle_of_orders_is_shown_and_the_order_being_given_stays(evening: Evening) -> None:
    evening.begin()
    evening.foes_wait()
    choose(evening.dora, "Strike", "Zornblade")
    expect(evening.dora.locator("#compose .crumb")).to_contain_text("Zornblade")
    evening.sits("quill", "Tenser")
    evening.sits("sam")
    expect(evening.dora.locator("#board tr", has_text="Tenser")).to_contain_text("Quill’s phone")
    evening.counted(1, 1)
    evening.at["dora"].screenshot("orders")
    expect(evening.dora.locator("#compose .crumb")).to_contain_text("Zornblade")
    declare(evening.dora, "Snagga")
    expect(evening.dora.locator("#board tr", has_text="Otis")).to_contain_text("sealed")


def test_a_seat_moves_to_another_device_also_from_a_sheet_that_was_pushed(evening: Evening) -> None:
    open_table(evening.dora, evening.encounter)
    evening.sits("quill", "Tenser")
    quill = evening.at["quill"].page
    quill.get_by_role("link", name="Sheet").tap()
    evening.at["quill"].await_live()
    quill.get_by_role("button", name="I roll my own dice").tap()
    expect(quill.get_by_role("button", name="Let the table roll my dice")).to_be_visible()
    quill.get_by_role("link", name="Move this seat to another device").tap()
    expect(quill.get_by_role("heading", name="The link of Quill")).to_be_visible()
    quill.get_by_role("button", name="Make a new link").tap()
    expect(quill.get_by_text("The earlier one works no more.")).to_be_visible()


@pytest.mark.reports("no signal")
def test_who_sat_down_while_doras_line_was_down_is_shown_when_it_is_back(evening: Evening) -> None:
    evening.begin()
    evening.foes_wait()
    expect(evening.dora.locator("#board tr", has_text="Otis")).to_contain_text("no phone")
    evening.dora.context.set_offline(True)
    expect(evening.dora.locator("body")).not_to_have_attribute("data-line", "live")
    evening.sits("pip", "Otis")
    evening.dora.context.set_offline(False)
    expect(evening.dora.locator("#board tr", has_text="Otis")).to_contain_text("Pip’s phone")
    expect(evening.dora.locator("#console").get_by_role("button", name=re.compile("Nudge all"))).to_be_visible()
    evening.counted(1, 0)


def test_who_sits_down_can_be_given_a_character_at_once(evening: Evening) -> None:
    open_table(evening.dora, evening.encounter)
    evening.dora.goto(f"{evening.encounter}combatant/otis/")
    evening.at["dora"].await_live()
    evening.sits("quill", "Tenser")
    evening.dora.locator("#plays select").select_option(label="Quill")
    evening.dora.locator("#plays button").click()
    expect(evening.at["quill"].page.locator("#people")).to_contain_text("Otis")
