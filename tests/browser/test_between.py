"""The first page and a campaign's page in Chromium: keys, and how they look at every size."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import table
from tests.browser.pictures import keep
from tests.server import Server

SIZES = {"wide": (1366, 768), "tablet": (1024, 768), "phone": (390, 844)}

GROUP = f"""
from django.contrib.auth.models import User
from encounters import seats, services
from encounters.scenario_files import import_text
from encounters.viewers import build_dm_viewer
dora = User.objects.get(username="dora")
campaign = services.make_campaign(dora, "The Ford and the Fen")
pip = seats.take_seat(campaign, "Pip", "player").seat
seats.take_seat(campaign, "Quill", "player")
seats.take_seat(campaign, "Screen", "spectator")
services.make_campaign(dora, "The Salt Road")
for number, title in enumerate(("Wolves on the Causeway", "The Drowned Chapel", "The Toll House")):
    made = import_text(dora, {table.FIGHT!r}, "weir.toml")
    before = made.campaign
    made.title, made.campaign = title, campaign
    made.save()
    before.delete()
    viewer = build_dm_viewer(made)
    seats.give(viewer, "otis", pip.pk)
    if number < 2:
        services.open_encounter(viewer)
        services.begin_round(viewer, f"tap-{{number}}")
    if number < 1:
        services.end(viewer, "over", "they fled")
import_text(dora, {table.FIGHT!r}, "weir.toml")
"""


@pytest.fixture
def dora(page: Page, server: Server) -> Page:
    """Return Dora's laptop, signed in."""
    page.set_viewport_size({"width": 1366, "height": 768})
    table.make_dora(server)
    table.sign_in(page, server)
    return page


def press(page: Page, key: str, address: str) -> None:
    """Press a key of the first page, and come back."""
    with page.expect_navigation():
        page.keyboard.press(key)
    expect(page).to_have_url(re.compile(address))
    page.go_back()
    expect(page).to_have_url(re.compile(r":\d+/$"))
    page.wait_for_load_state()


CARRIED = """
from campaigns import services as between_fights
from campaigns.outcome import read_outcome
from campaigns.services import Figures, calendar
from encounters.models import Encounter
from encounters.selectors import read_view
from encounters.viewers import build_dm_viewer
from rules.api import Change
from encounters import services
ended = Encounter.objects.get(title="The Drowned Chapel")
dora = build_dm_viewer(ended)
owner = ended.campaign.members.select_related("user").get()
changes = (Change("otis", "hp", 4), Change("tenser", "spells", []))
services.rule(dora, "ruled", changes, "")
services.end(dora, "over-2", "they fled")
found = read_outcome(ended, read_view(dora)).characters
between_fights.carry_over(owner, ended.pk, {each.key: Figures(each.left, experience=3200) for each in found})
number = ended.campaign.characters.get(key="otis").number
calendar.add_lasting(owner, "torch", 6, number)
between_fights.make_character(owner, "Serten", {"class": "cleric", "level": 3}, experience=3900)
gone = between_fights.make_character(owner, "Hob", {"class": "fighter"}, status="dead")
"""


def test_time_and_rest_on_the_page_of_a_campaign(dora: Page, server: Server) -> None:
    server.manage("shell", "--no-imports", "-c", GROUP)
    server.manage("shell", "--no-imports", "-c", CARRIED)
    dora.goto(f"{server.url}/")
    table.follow(
        dora.get_by_role("link", name="See the campaign").or_(dora.get_by_role("link", name="Open The Ford")).first
    )
    expect(dora.get_by_role("heading", name="Time")).to_be_visible()
    dora.get_by_role("button", name="+1 turn").click()
    expect(dora.get_by_text("Time passed until day 1, 08:11.")).to_be_visible()
    keep_all(dora, "time")
    dora.get_by_text("Rest", exact=True).click()
    keep_all(dora, "rest")
    dora.get_by_label("A week").focus()
    dora.keyboard.press("ArrowRight")
    expect(dora.get_by_role("button", name="Rest until all are healed")).to_be_visible()
    expect(dora.get_by_role("button", name="Rest a night")).to_be_hidden()
    dora.keyboard.press("ArrowRight")
    dora.get_by_role("button", name="Roll them").click()
    expect(dora.get_by_text("Seed")).to_be_visible()
    dora.get_by_text("Rest", exact=True).click()
    dora.get_by_role("button", name="Rest a night").click()
    expect(dora.get_by_text("Rested until day 2, 07:20.").first).to_be_visible()
    dora.get_by_text("Set the clock, or note what lasts").click()
    dora.get_by_text("The dead and the retired: 1").click()
    keep_all(dora, "rested")
    table.follow(dora.get_by_role("link", name="Settings"))
    table.follow(dora.locator("section", has_text="Rest, missiles and wanderers").get_by_role("link", name="Change"))
    keep_all(dora, "options")


def keep_all(page: Page, name: str) -> None:
    """Keep a page at each size, and by lamplight."""
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        keep(page, f"between/{name}-{size}", whole=True)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size({"width": 1366, "height": 768})
    page.evaluate("document.documentElement.dataset.bsTheme = 'dark'")
    keep(page, f"between/{name}-dark", whole=True)
    page.evaluate("document.documentElement.dataset.bsTheme = 'light'")


def test_keys_of_the_first_visit(dora: Page) -> None:
    keep_all(dora, "first-visit")
    press(dora, "n", "/new/$")
    press(dora, "c", "/c/new/$")
    dora.keyboard.press("Enter")
    expect(dora).to_have_url(re.compile(r"/e/\d+/$"))
    dora.get_by_role("link", name="Back", exact=True).click()
    expect(dora.get_by_role("heading", name="Hall of the Broken Pillar")).to_be_visible()
    keep_all(dora, "demo-alone")


def test_the_first_page_and_a_campaign(dora: Page, server: Server) -> None:
    server.manage("shell", "--no-imports", "-c", GROUP)
    dora.goto(f"{server.url}/")
    keep_all(dora, "home")
    dora.keyboard.press("/")
    expect(dora.get_by_label("Search the rule book")).to_be_focused()
    dora.goto(f"{server.url}/")
    press(dora, "Enter", r"/e/\d+/$")
    dora.get_by_role("link", name="Open The Ford and the Fen").click()
    dora.get_by_label("More for The Toll House").click()
    expect(dora.get_by_label("Planned for")).to_be_visible()
    keep_all(dora, "campaign")
    table.follow(dora.get_by_role("link", name="Settings"))
    keep_all(dora, "settings")
    table.follow(dora.get_by_role("link", name="Delete the campaign"))
    keep_all(dora, "delete")
    dora.goto(f"{server.url}/")
    table.follow(dora.get_by_role("link", name="Open The Salt Road"))
    keep_all(dora, "campaign-empty")
    dora.keyboard.press("Enter")
    expect(dora).to_have_url(re.compile(r"/new/\?campaign=\d+$"))
    keep_all(dora, "new-encounter")


def test_between_fights(dora: Page, server: Server) -> None:
    server.manage("shell", "--no-imports", "-c", GROUP.replace("number < 1", "number < 2"))
    dora.goto(f"{server.url}/")
    keep_all(dora, "home-next")
    table.follow(
        dora.get_by_role("link", name="See the campaign").or_(dora.get_by_role("link", name="Open The Ford")).first
    )
    keep_all(dora, "campaign-between")
    table.follow(dora.get_by_role("button", name="Send phones to the lobby"))
    expect(dora.get_by_text("Phones and table screens are in the lobby.")).to_be_visible()
    keep_all(dora, "campaign-message")
    dora.keyboard.press("Enter")
    expect(dora).to_have_url(re.compile(r"/e/\d+/$"))
