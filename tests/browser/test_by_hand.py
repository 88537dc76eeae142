"""Dora's form of a combatant by hand in Chromium: chips, and a search of the tables."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import bring_in, make_dora, sign_in
from tests.server import Server

Screenshot = Callable[[Page, str], None]


@pytest.fixture
def form(page: Page, server: Server) -> Page:
    make_dora(server)
    sign_in(page, server)
    page.goto(f"{bring_in(page, server)}add/new/?side=party")
    expect(page.get_by_label("Search weapons")).to_be_visible()
    return page


def add(page: Page, what: str, typed: str) -> None:
    """Type into a search, and add the marked one by Enter."""
    page.get_by_label(f"Search {what}").fill(typed)
    page.keyboard.press("Enter")


@pytest.mark.reports("refused")
def test_a_character_is_made_by_chips(form: Page, screenshot: Screenshot) -> None:
    form.locator("[name=name]").fill("Ysolde")
    form.locator("[name=class_]").select_option("cleric")
    form.locator("[name=level]").fill("3")
    add(form, "weapons", "mace")
    add(form, "weapons", "club")
    form.get_by_role("button", name="Remove club").click()
    add(form, "weapons", "grunk")
    expect(form.get_by_label("Weapons", exact=True).get_by_role("listitem")).to_have_text(
        ["footman's mace\u00d7", "grunk 1-6\u00d7"]
    )
    form.get_by_label("Search spells").fill("light")
    expect(form.locator(".finds:visible li").filter(has_text="(magic user)")).to_have_count(0)
    form.get_by_label("Search spells").fill("magic missile")
    expect(form.get_by_text("No spell \u201cmagic missile\u201d.")).to_be_visible()
    add(form, "spells", "bless")
    form.locator("[name=hp]").fill("many")
    form.locator("[name=name]").press("Enter")
    expect(form.locator("[name=hp]")).to_be_focused()
    expect(form.get_by_label("Weapons", exact=True).get_by_role("listitem")).to_have_count(2)
    screenshot(form, "by_hand_with_an_error")
    form.locator("[name=hp]").fill("")
    form.get_by_role("button", name="Add", exact=True).last.click()
    expect(form.get_by_role("listitem").filter(has_text="Ysolde")).to_be_visible()


def test_the_party_has_players_characters_until_the_dm_says_otherwise(form: Page) -> None:
    played = form.locator("[name=played]")
    expect(played).to_be_checked()
    form.get_by_role("radio").nth(1).check()
    expect(played).not_to_be_checked()
    form.get_by_role("radio").nth(0).check()
    expect(played).to_be_checked()


def test_a_second_class_is_added_and_brings_its_spells(form: Page, screenshot: Screenshot) -> None:
    form.locator("[name=name]").fill("Melf")
    form.locator("[name=class_]").select_option("fighter")
    form.locator("[name=level]").fill("3")
    form.get_by_text("Add a class").click()
    form.locator("[name=class_2]").select_option("magic_user")
    form.locator("[name=level_2]").fill("4")
    add(form, "spells", "magic missile")
    form.get_by_label("Search spells").fill("light")
    expect(form.locator(".finds:visible li").filter(has_text="(cleric)")).to_have_count(0)
    screenshot(form, "by_hand_two_classes")
    form.get_by_label("Search spells").fill("")
    form.get_by_role("button", name="Add", exact=True).last.click()
    expect(form.get_by_role("listitem").filter(has_text="Melf")).to_contain_text("fighter 3 / magic-user 4")
    screenshot(form, "prepare_two_classes")
