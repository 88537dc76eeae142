"""Dora's comparison of a round in Chromium: at a stop in the middle of it, and at its end."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from rules.procedures import get_ruleset
from tests.any_procedure import ANY, FAMILY, find_other
from tests.browser.inspection import CONTRAST, violations
from tests.browser.table import LAPTOP, PHONE, bring_in, commit_seeds, make_dora, open_table, seed_giving, sign_in
from tests.server import Server

Screenshot = Callable[[Page, str], None]

FIGHT = f"""
ruleset = "{ANY}"
title = "The ford below Hommlet"
[encounter]
start = "melee"
reaction = "hostile"
[[combatant]]
id = "otis"
name = "Otis"
side = "party"
class = "ranger"
level = 4
hp = 38
ac = 4
weapons = ["sword_long"]
position = [0, 0]
[[combatant]]
id = "tenser"
name = "Tenser"
side = "party"
class = "magic_user"
level = 5
hp = 14
weapons = ["dagger"]
spells = ["magic_user_magic_missile", "magic_user_sleep"]
position = [0, 5]
[[combatant]]
id = "orc"
name = "Orc"
side = "foes"
monster = "orc"
hp = 6
weapons = ["axe_battle"]
count = 2
position = [5, 2]
[[combatant]]
id = "gash"
name = "Gash"
side = "foes"
monster = "orc"
hp = 7
weapons = ["spear"]
position = [60, 0]
"""


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    return {**browser_context_args, "viewport": {"width": LAPTOP[0], "height": LAPTOP[1]}, "reduced_motion": "reduce"}


@pytest.fixture
def dora(page: Page, server: Server, complaints: list[str]) -> Iterator[Page]:
    """Yield Dora's browser: the fight is open, its first round begun.

    Nothing may complain until the test is over. The party wins initiative: then any two procedures differ.
    """
    make_dora(server)
    sign_in(page, server)
    encounter = bring_in(page, server, FIGHT)
    open_table(page, encounter)
    commit_seeds(server, {1: (seed_giving(party=6, foes=1), "nightshade-under-the-weir")})
    page.get_by_role("button", name="Open round 1").click()
    expect(page.locator("#compose h2")).to_be_visible()
    yield page
    assert complaints == []


def order(page: Page, who: str, *taps: str) -> None:
    """Give one order, by its letter and the names of what follows."""
    expect(page.locator("#compose h2")).to_have_text(who)
    compose = page.locator("#compose")
    for tap in taps:
        compose.locator("button, label").filter(has_text=re.compile(tap)).first.click()
    compose.get_by_role("button", name="Seal this order").click()


def give_orders(page: Page) -> None:
    """Give orders: the orcs strike at Tenser, who casts, Gash charges, and Otis strikes back."""
    for orc in ("Orc 1", "Orc 2"):
        order(page, orc, "Strike", "Tenser")
    order(page, "Gash", "Move", r"^\s*Charge", "Otis")
    players = {"Otis": ("Strike", "Orc 1"), "Tenser": ("Cast, shoot or use", "Magic Missile", "Orc 2")}
    while players:  # a die may say who is asked first
        asked = page.locator("#compose h2")
        expect(asked).to_have_text(re.compile("|".join(players)))
        who = asked.inner_text()
        order(page, who, *players.pop(who))
    expect(page.locator("#log")).to_be_visible()


def step(page: Page, times: int) -> None:
    """Play the next segments; what is asked meanwhile takes its default."""
    fight, onward = page.url, page.get_by_role("button", name="Next segment")
    for _ in range(times):
        while not onward.is_enabled():
            page.goto(f"{fight}close/")
            page.get_by_role("button", name="Close with these defaults").click()
            expect(page).to_have_url(fight)
        with page.expect_response(re.compile(r"/next/$")):
            onward.click()
        expect(page.locator("form[data-busy]")).to_have_count(0)


def compare(page: Page) -> None:
    page.get_by_role("link", name="Compare").click()
    expect(page.get_by_role("heading", name="Round 1, side by side")).to_be_visible()


def test_dora_compares_at_a_stop_in_the_middle_of_a_round(dora: Page, screenshot: Screenshot) -> None:
    give_orders(dora)
    step(dora, 3)
    screenshot(dora, "compare-desk")
    compare(dora)
    expect(dora.get_by_text("The round stands at segment 3")).to_be_visible()
    for id in FAMILY:
        expect(dora.get_by_role("heading", name=get_ruleset(id).title, exact=True)).to_be_visible()
    strip = dora.locator("#strip-0")
    expect(strip).to_contain_text("Tenser")
    assert dora.locator("#differences tbody tr").count() > 0
    numbers = set(dora.locator("#differences .nr").all_text_contents())
    drawn = {each for text in dora.locator(".diff text").all_text_contents() for each in text.split()}
    assert drawn == numbers
    screenshot(dora, "compare")
    other = get_ruleset(find_other()).title
    dora.get_by_role("link", name=re.compile(f"^{re.escape(other)}")).click()
    expect(dora.get_by_role("heading", name=other, exact=True)).to_have_count(0)
    dora.wait_for_load_state()
    dora.keyboard.press("Escape")
    expect(dora.locator("#console")).to_be_visible()


def test_its_clauses_open_and_its_dice_are_told(dora: Page, screenshot: Screenshot) -> None:
    give_orders(dora)
    compare(dora)
    dora.locator("#differences a.clause").first.click()
    expect(dora.locator("#note")).to_be_visible()
    dora.keyboard.press("Escape")
    dora.locator(".dice-used summary").last.click()
    expect(dora.locator(".dice-used").last).to_contain_text("own die")
    screenshot(dora, "compare-dice")


def test_it_is_there_by_lamplight_on_a_phone_and_for_everybody(dora: Page, screenshot: Screenshot) -> None:
    give_orders(dora)
    step(dora, 10)
    compare(dora)
    expect(dora.get_by_text("as it was played")).to_be_visible()
    dora.emulate_media(reduced_motion="reduce")
    found = violations(dora)
    dora.evaluate("document.documentElement.dataset.bsTheme = 'dark'")
    found += violations(dora, CONTRAST)
    screenshot(dora, "compare-dark")
    dora.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert dora.evaluate("document.documentElement.scrollWidth <= innerWidth")
    screenshot(dora, "compare-phone")
    assert found == []
