"""Dora's preparation of a fight by Dew in Chromium.

Two characters by the form, and the table is open.
"""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.inspection import Inspection
from tests.browser.table import Device, make_dora, sign_in
from tests.server import Server

Screenshot = Callable[[Page, str], None]

LAPTOP = {"width": 1366, "height": 768}


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    return {**browser_context_args, "viewport": LAPTOP}


@pytest.fixture
def dora(page: Page, server: Server, complaints: list[str]) -> Iterator[Page]:
    """Yield Dora's browser on a new fight by Dew; only what is refused may complain."""
    make_dora(server)
    sign_in(page, server)
    page.goto(f"{server.url}/new/")
    page.get_by_label("Title").fill("The weir")
    page.locator("label:has([name=ruleset][value=dew])").click()
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("link", name="By hand")).to_be_visible()
    yield page
    assert [each for each in complaints if "400 (Bad Request)" not in each] == []


def like(page: Page, template: str, name: str, side: str) -> None:
    """Make a playable character in four acts: the template, the name, the side, save."""
    page.get_by_role("link", name=template, exact=True).click()
    page.locator("[name=name]").fill(name)
    page.get_by_role("radio", name=side).check()
    page.locator("[name=name]").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("listitem").filter(has_text=name)).to_be_visible()


def change(page: Page, who: str, **values: str) -> None:
    """Other values for somebody who is there already."""
    page.locator(".one").get_by_role("link", name=who, exact=True).click()
    expect(page).to_have_url(re.compile(r"/prepare/\d+/$"))
    page.locator("details.more-fields").evaluate_all("all => all.forEach(each => { each.open = true; })")
    for name, value in values.items():
        page.locator(f"[name='dew.{name}']").fill(value)


@pytest.mark.reports("refused")
def test_two_characters_are_made_by_the_form_and_fight(dora: Page, screenshot: Screenshot) -> None:
    like(dora, "Bran", "Arn", "party")
    like(dora, "Cora", "Bela", "foes")
    use = "weapons.1.modes.1"
    change(dora, "Bela", **{"dx": "900", f"{use}.damage": "2D4", f"{use}.crit_by_ac": "5: 7"})
    dora.locator("form.desk-fields").get_by_role("button", name="Save", exact=True).last.click()
    expect(dora.get_by_text("Not saved")).to_be_visible()
    expect(dora.locator("[name='dew.dx']")).to_have_value("900")
    expect(dora.locator("[id='error_1_id_dew.dx']")).to_contain_text("less than or equal to 100")
    screenshot(dora, "dew-combatant-wrong")
    dora.locator("[name='dew.dx']").fill("13")
    dora.locator("form.desk-fields").get_by_role("button", name="Save", exact=True).last.click()
    expect(dora.get_by_text("Ready to open")).to_be_visible()
    screenshot(dora, "dew-prepare")
    dora.locator(".one").get_by_role("link", name="Bela").click()
    expect(dora.locator(f"[name='dew.{use}.damage']")).to_have_value("2d4")
    dora.get_by_role("link", name="Back").click()
    dora.get_by_role("button", name="Open the table").click()
    expect(dora.locator("#strip")).to_contain_text("Arn")
    expect(dora.locator("#strip")).to_contain_text("Bela")
    dora.get_by_role("button", name=re.compile("Open round 1")).click()
    expect(dora.locator("#prompts")).to_contain_text("Arn")


def test_a_template_is_filled_in_and_a_weapon_added_without_script(browser: object, server: Server) -> None:
    make_dora(server)
    context = browser.new_context(java_script_enabled=False, viewport=LAPTOP)  # type: ignore[attr-defined]
    page = context.new_page()
    sign_in(page, server)
    page.goto(f"{server.url}/new/")
    page.get_by_label("Title").fill("The weir")
    page.locator("label:has([name=ruleset][value=dew])").click()
    page.get_by_role("button", name="Create").click()
    page.get_by_role("link", name="By hand").click()
    page.locator("[name=name]").fill("Arn")
    page.get_by_label("Fights like").select_option("dain")
    page.get_by_role("button", name="Fill in").click()
    expect(page.locator("[name='dew.en']")).to_have_value("16")
    expect(page.locator("[name=name]")).to_have_value("Arn")
    page.get_by_label("Add weapon").select_option("dagger")
    page.get_by_role("button", name="Add it").click()
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("listitem").filter(has_text="Arn")).to_contain_text("bow, dagger, not alert")
    context.close()


@pytest.mark.soak
def test_no_page_breaks_a_rule_of_access(dora: Page) -> None:
    dora.get_by_role("button", name="Add the ready-made ones").click()
    dora.emulate_media(reduced_motion="reduce")  # a colour on its way to another has a contrast of its own
    draft, found = dora.url.partition("prepare/")[0], Inspection()
    for width in (LAPTOP["width"], 390):
        dora.set_viewport_size({"width": width, "height": 768})
        for name, rest in (("prepare", "prepare/"), ("combatant", "add/new/?like=cora")):
            dora.goto(draft + rest)
            dora.locator("details.more-fields").evaluate_all("all => all.forEach(each => { each.open = true; })")
            found.look(Device(f"dew-{name}", dora), str(width))
    assert [*found.access, *found.lamplight, *found.wide] == []
