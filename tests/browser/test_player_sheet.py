"""The player's sheet on a phone, between fights."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.inspection import Inspection
from tests.browser.lobbies import Fen, make_fen
from tests.browser.table import LARGE_PHONE, Device, devices, make_dora, sign_in
from tests.browser.test_accounts import assert_nothing_is_wrong
from tests.server import Server

WHO = {"pip": LARGE_PHONE, "dora": (1366, 768)}

GIVE = """
from encounters.models import Campaign
from campaigns.services import make_character
from tests.campaigns.test_character_page import SHEET, TENSER
campaign = Campaign.objects.get(pk={number})
for name in ("Tenser", "Jaroo"):
    seat = campaign.seats.get(name="{name}").pk
    more = dict(definition=TENSER, sheet=SHEET, experience=6439, left=3) if name == "Tenser" else dict(definition={{}})
    make_character(campaign.members.get(), name, seat=seat, **more)
"""

DRAW = """
from encounters.models import Campaign
from campaigns.services.pictures import save_character_picture
from tests.browser.test_character import draw_portrait
save_character_picture(Campaign.objects.get(pk={number}).members.get(), 1, draw_portrait()["buffer"])
"""


@pytest.fixture
def at(browser: Browser, server: Server) -> Iterator[dict[str, Device]]:
    with devices(browser, WHO) as found:
        for each in found.values():
            each.folder = "player_sheet"
        yield found


def sit(server: Server, device: Device, fen: Fen, name: str) -> None:
    """Sit down in the lobby, with two characters."""
    device.page.goto(f"{server.url}/t/{fen.code}/")
    device.page.get_by_label("Your name at this table").fill(name)
    device.page.get_by_role("button", name="Sit down").click()
    expect(device.page.locator("#lobby")).to_be_visible()


def run(server: Server, source: str, **given: Any) -> None:
    """Do something on the server, as the DM."""
    server.manage("shell", "-v", "0", "-c", source.format(**given))


def seat_pip(server: Server, at: dict[str, Device]) -> tuple[Fen, Device, Page]:
    """Make a campaign, and sit Pip down with two characters."""
    fen, pip = make_fen(server), at["pip"]
    sit(server, pip, fen, "Pip")
    run(server, GIVE, number=fen.number, name="Pip")
    return fen, pip, pip.page


def hurt(dora: Page, server: Server, fen: Fen, left: int) -> None:
    """Change the hit points of the first character on the DM's sheet."""
    change(dora, server, fen, "left", left, f"Hit points {left}, change")


def spend(dora: Page, server: Server, fen: Fen, gold: int) -> None:
    """Change the gold of the first character on the DM's sheet."""
    change(dora, server, fen, "sheet.coins.gp", gold, f"Gold {gold}, change")


def change(dora: Page, server: Server, fen: Fen, field: str, value: int, link: str) -> None:
    dora.goto(f"{server.url}/c/{fen.number}/character/1/?change={field}")
    dora.locator("form.change [name=value]").fill(str(value))
    dora.get_by_role("button", name="Save").click()
    expect(dora.get_by_role("link", name=link)).to_be_visible()


def test_a_player_reads_the_own_sheet_on_a_phone(server: Server, at: dict[str, Device]) -> None:
    make_dora(server)
    sign_in(at["dora"].page, server)
    seen = Inspection()
    fen, pip, page = seat_pip(server, at)
    run(server, DRAW, number=fen.number)
    page.reload()
    expect(page.locator("#lobby img.pic")).to_have_js_property("naturalWidth", 64)
    pip.screenshot("lobby")
    page.get_by_role("link", name="Tenser").tap()
    expect(page.get_by_role("heading", name="Weapons")).to_be_visible()
    expect(page.locator(".own-points img.pic")).to_have_js_property("naturalWidth", 256)
    pip.await_live()
    pip.screenshot("sheet")
    hurt(at["dora"].page, server, fen, 8)
    expect(page.locator("#own-sheet")).to_contain_text("8 of 9")
    page.set_viewport_size({"width": 390, "height": 2200})
    pip.screenshot("whole")
    seen.look(pip, "sheet")
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    pip.screenshot("narrow")
    page.get_by_role("link", name="Jaroo").tap()
    expect(page.get_by_text("Nothing yet.")).to_be_visible()
    pip.screenshot("empty")
    page.get_by_role("link", name="Back to the table").tap()
    expect(page.locator("#lobby")).to_be_visible()
    assert_nothing_is_wrong(seen)
    assert "player-sheet" in seen.pages


KEPT = "Object.keys(localStorage).filter(key => key.startsWith('sheet ')).length"
"""The script that counts what the phone keeps of sheets."""


@pytest.mark.reports("refused")
def test_a_player_changes_what_the_dm_allows_and_is_told_of_hers(server: Server, at: dict[str, Device]) -> None:
    make_dora(server)
    dora = at["dora"].page
    sign_in(dora, server)
    seen = Inspection()
    fen, pip, page = seat_pip(server, at)
    dora.goto(f"{server.url}/c/{fen.number}/settings/sheets/")
    dora.get_by_label("Hit points").check()
    dora.get_by_label("Ammunition, charges and spells cast").check()
    at["dora"].screenshot("settings")
    page.goto(f"{server.url}/t/{fen.code}/sheet/1/")
    page.set_viewport_size({"width": 390, "height": 2200})
    pip.screenshot("locked")
    dora.get_by_role("button", name="Save").click()
    expect(dora.get_by_text("What players may change is saved.")).to_be_visible()
    page.reload()
    pip.screenshot("allowed")
    seen.look(pip, "allowed")
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="One hit point more").tap()
    expect(page.locator("#own-sheet")).to_contain_text("4 of 9")
    page.get_by_role("link", name="Gold 141, change").tap()
    page.locator("form.change [name=value]").fill("120")
    pip.screenshot("open")
    seen.look(pip, "open field")
    spend(dora, server, fen, 116)
    expect(page.locator("form.change [name=value]")).to_have_value("120")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".change .wrong")).to_contain_text("changed this to 116")
    assert ["409" in each for each in pip.complaints] == [True]
    pip.screenshot("told")
    seen.look(pip, "told")
    page.get_by_role("button", name="Take mine").tap()
    expect(page.get_by_role("link", name="Gold 120, change")).to_be_visible()
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_role("link", name="Change notes").tap()
    expect(page.get_by_role("textbox", name="Notes")).to_be_visible()
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    pip.screenshot("notes")
    assert_nothing_is_wrong(seen)


@pytest.mark.reports("no signal", "refused")
def test_what_is_saved_without_signal_is_kept_on_the_phone_and_sent_later(
    server: Server, at: dict[str, Device]
) -> None:
    make_dora(server)
    dora = at["dora"].page
    sign_in(dora, server)
    fen, pip, page = seat_pip(server, at)
    address = f"{server.url}/t/{fen.code}/sheet/1/"
    page.goto(f"{address}?change=sheet.coins.gp", wait_until="networkidle")  # with the module of the sheet
    page.context.set_offline(True)
    page.locator("form.change [name=value]").fill("77")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("[data-kept]")).to_have_text("Kept here, not saved: there is no signal.")
    pip.screenshot("kept")
    page.context.set_offline(False)
    expect(page.get_by_role("link", name="Gold 77, change")).to_be_visible(timeout=15_000)
    page.wait_for_function(f"() => {KEPT} === 0")


@pytest.mark.reports("no signal", "refused")
def test_what_is_kept_outlasts_its_page_and_overwrites_nothing(server: Server, at: dict[str, Device]) -> None:
    make_dora(server)
    dora = at["dora"].page
    sign_in(dora, server)
    fen, _, page = seat_pip(server, at)
    address = f"{server.url}/t/{fen.code}/sheet/1/"
    page.route(address, lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.goto(f"{address}?change=sheet.coins.gp", wait_until="networkidle")
    page.locator("form.change [name=value]").fill("78")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("[data-kept]")).to_be_visible()
    page.goto(address)
    spend(dora, server, fen, 90)
    expect(page.get_by_role("link", name="Gold 90, change")).to_be_visible()
    page.get_by_role("link", name="Gold 90, change").tap()
    expect(page.locator("[data-kept]")).to_be_visible()
    expect(page.locator("form.change [name=value]")).to_have_value("78")
    page.unroute(address)
    expect(page.locator(".change .wrong")).to_contain_text("changed this to 90", timeout=15_000)
    page.get_by_role("link", name="Keep the DM’s").tap()
    expect(page.get_by_role("link", name="Gold 90, change")).to_be_visible()
    page.route(address, lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.goto(f"{address}?change=sheet.coins.gp", wait_until="networkidle")
    page.locator("form.change [name=value]").fill("79")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("[data-kept]")).to_be_visible()
    page.wait_for_function(f"() => {KEPT} === 1")
    page.get_by_role("link", name="Cancel").tap()
    expect(page.get_by_role("link", name="Gold 90, change")).to_be_visible()
    page.wait_for_function(f"() => {KEPT} === 0")


def test_a_player_asks_for_what_is_locked_and_is_told_the_answer(server: Server, at: dict[str, Device]) -> None:
    make_dora(server)
    dora = at["dora"].page
    sign_in(dora, server)
    seen = Inspection()
    fen, pip, page = seat_pip(server, at)
    dora.goto(f"{server.url}/c/{fen.number}/")
    at["dora"].await_live()
    page.goto(f"{server.url}/t/{fen.code}/sheet/1/")
    page.get_by_role("link", name="Hit points 3, ask the DM").tap()
    expect(page.get_by_label("Reason, if you like")).to_be_visible()
    page.locator("form.change [name=value]").fill("8")
    page.get_by_label("Reason, if you like").fill("The well at the ford heals")
    pip.screenshot("ask")
    seen.look(pip, "ask")
    page.get_by_role("button", name="Ask the DM", exact=True).tap()
    expect(page.get_by_role("button", name="Withdraw: hit points 3 to 8")).to_be_visible()
    pip.screenshot("asked")
    seen.look(pip, "asked")
    expect(dora.locator("#asks")).to_contain_text("hit points 3 to 8")
    at["dora"].screenshot("campaign")
    seen.look(at["dora"], "campaign")
    dora.get_by_role("button", name="No: Tenser, hit points 3 to 8").click()
    expect(dora.get_by_text("Pip is told no.")).to_be_visible()
    expect(page.get_by_role("button", name="OK: hit points 3 to 8")).to_be_visible()
    pip.screenshot("refused")
    page.get_by_role("button", name="OK: hit points 3 to 8").tap()
    expect(page.locator(".own-asks")).to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 500})
    page.get_by_role("button", name="Sleep: 2 left, spend one: ask the DM").tap()
    expect(page.get_by_role("button", name="Withdraw: sleep spent")).to_be_in_viewport()
    dora.goto(f"{server.url}/c/{fen.number}/character/1/")
    expect(dora.get_by_role("button", name="Yes: Tenser, sleep spent")).to_be_visible()
    at["dora"].screenshot("character")
    dora.get_by_role("button", name="Yes: Tenser, sleep spent").click()
    expect(dora.get_by_text("Tenser has what Pip asked for.")).to_be_visible()
    expect(page.locator(".own-asks")).to_have_count(0)
    at["dora"].screenshot("granted")
    assert_nothing_is_wrong(seen)
