"""The second week of a campaign: what it costs a DM to have the next fight on the table."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.counting import Cost, count_from_now, read_cost
from tests.browser.pictures import keep
from tests.browser.table import LAPTOP, make_dora, open_device, sign_in
from tests.browser.test_ending import FEW, HURT, PARTY, make
from tests.server import Server

CARRIED = """
from campaigns import services as between_fights
from campaigns.outcome import read_outcome
from campaigns.services import Figures
from encounters.models import Encounter
from encounters.selectors import read_view
from encounters.viewers import build_dm_viewer
ended = Encounter.objects.get()
found = read_outcome(ended, read_view(build_dm_viewer(ended))).characters
owner = ended.campaign.members.select_related("user").get()
between_fights.carry_over(owner, ended.pk, {each.key: Figures(each.left) for each in found})
between_fights.make_character(owner, "Melf", {"class": "fighter"})
"""


@pytest.fixture
def dora(browser: Browser, server: Server) -> Iterator[Page]:
    """Yield Dora's first page in week 2: last week's fight is carried over, and Melf is new."""
    make_dora(server)
    make(server, PARTY, FEW, HURT)
    server.manage("shell", "-v", "0", "-c", CARRIED)
    device = open_device(browser, "dora", LAPTOP)
    count_from_now(device.page)
    sign_in(device.page, server)
    read_cost(device.page)
    yield device.page
    device.page.context.close()


def open_table(page: Page) -> None:
    """Give everybody a place, and open the table."""
    expect(page.locator("#cast")).to_contain_text("Melf")
    keep(page, "again/prepared")
    page.get_by_role("button", name="Line them up").click()
    expect(page.locator("#ready")).not_to_contain_text("no place")
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile(r"/e/\d+/$"))


def test_a_new_encounter_is_on_the_table_with_five_presses_and_one_typed_field(dora: Page) -> None:
    dora.get_by_role("link", name="Prepare an encounter").click()
    expect(dora.locator("input[name=title]")).to_be_focused()
    dora.keyboard.press("Enter")
    expect(dora).to_have_url(re.compile(r"/prepare/$"))
    dora.wait_for_load_state()
    expect(dora.get_by_role("searchbox").or_(dora.get_by_role("combobox")).first).to_be_focused()
    dora.keyboard.type("orc 6")
    expect(dora.get_by_text("Orc").first).to_be_visible()
    dora.keyboard.press("Enter")
    expect(dora.locator("#cast")).to_contain_text("Orcs 1-6")
    open_table(dora)
    expect(dora).to_have_title(re.compile("Encounter 2"))
    assert read_cost(dora) == Cost(5, 1)


def test_a_copied_encounter_is_on_the_table_with_six_presses_and_no_typed_field(dora: Page) -> None:
    dora.get_by_role("link", name="See the campaign").click()
    dora.get_by_label("More for Goblin Ford").click()
    dora.get_by_role("button", name="Copy Goblin Ford").click()
    expect(dora.locator("#cast")).to_contain_text("11 of 24")
    open_table(dora)
    cost = read_cost(dora)
    assert (cost.presses <= 6, cost.fields) == (True, 0)


def test_a_night_is_rested_with_two_presses(dora: Page) -> None:
    dora.get_by_role("link", name="See the campaign").click()
    read_cost(dora)
    dora.get_by_text("Rest", exact=True).click()
    dora.get_by_role("button", name="Rest a night").click()
    expect(dora.get_by_text("Rested until day 2").first).to_be_visible()
    assert read_cost(dora) == Cost(2, 0)
