"""A guest on a phone in two taps, and on the desk; looked at by axe in both themes."""

from playwright.sync_api import Browser, Page, expect

from tests.browser import table
from tests.browser.inspection import Inspection
from tests.browser.lobbies import make_fen
from tests.browser.test_accounts import assert_nothing_is_wrong
from tests.server import Server

COUNT = "addEventListener('click', () => sessionStorage.taps = Number(sessionStorage.taps || 0) + 1, true)"
"""It counts what is tapped on the pages of a tab."""


def sit_down(page: Page, server: Server, code: str) -> None:
    """Let Pip sit down in the lobby."""
    page.goto(f"{server.url}/t/{code}/")
    page.get_by_label("Your name at this table").fill("Pip")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#lobby")).to_be_visible()


def test_a_player_has_a_character_after_two_taps(browser: Browser, server: Server) -> None:
    table.make_dora(server)
    fen, seen = make_fen(server), Inspection()
    with table.devices(browser, {"pip": table.PHONE, "dora": table.LAPTOP}) as at:
        pip, dora = at["pip"].page, at["dora"].page
        sit_down(pip, server, fen.code)
        seen.look(at["pip"], "lobby")
        pip.add_init_script(COUNT)
        pip.reload()
        pip.get_by_role("link", name="Play a guest").tap()
        expect(pip.get_by_role("button", name="Ranger")).to_be_visible()
        seen.look(at["pip"], "guests")
        pip.get_by_role("button", name="Ranger").tap()
        expect(pip.locator("#lobby")).to_contain_text("Rowan")
        assert pip.evaluate("sessionStorage.taps") == "2"
        seen.look(at["pip"], "lobby with a guest")
        pip.goto(f"{server.url}/t/{fen.code}/guest/")
        expect(pip.get_by_role("heading", name="You play Rowan")).to_be_visible()
        seen.look(at["pip"], "has a guest")
        table.sign_in(dora, server)
        dora.goto(f"{server.url}/c/{fen.number}/")
        seen.look(at["dora"], "party with a guest")
        dora.get_by_role("link", name="Add a guest").click()
        seen.look(at["dora"], "guests of a campaign")
        dora.get_by_role("button", name="Add a cleric of level 3").click()
        expect(dora.get_by_text("Osric joins the party as a guest.")).to_be_visible()
        seen.look(at["dora"], "guests of a campaign, two")
        dora.get_by_role("button", name="Send Osric home").click()
        expect(dora.get_by_text("Osric has gone home.")).to_be_visible()
        dora.get_by_role("button", name="Offer none").click()
        expect(dora.get_by_text("You give out the characters")).to_be_visible()
    assert_nothing_is_wrong(seen)
    assert {"guests", "my-guest"} <= seen.pages


def test_who_joins_in_a_fight_takes_a_guest_that_the_dm_adds(browser: Browser, server: Server) -> None:
    table.make_dora(server)
    fen, seen = make_fen(server), Inspection()
    fen.open(fen.weir)
    with table.devices(browser, {"pip": table.PHONE, "dora": table.LAPTOP}) as at:
        pip, dora = at["pip"].page, at["dora"].page
        pip.goto(f"{server.url}/t/{fen.code}/")
        pip.get_by_label("I play a guest").check()
        pip.get_by_label("Your name at this table").fill("Pip")
        seen.look(at["pip"], "joins with a guest")
        pip.get_by_role("button", name="Sit down").click()
        pip.get_by_role("button", name="Ranger").tap()
        expect(pip.get_by_text("comes into the next fight")).to_be_visible()
        seen.look(at["pip"], "guest waits")
        pip.get_by_role("link", name="Back to the table").click()
        seen.look(at["pip"], "table without a character")
        table.sign_in(dora, server)
        dora.goto(f"{server.url}/e/{fen.weir}/add/")
        seen.look(at["dora"], "characters to add")
        dora.get_by_role("button", name="Add Rowan").click()
        dora.wait_for_url(f"**/e/{fen.weir}/")
        seen.look(at["dora"], "fight with a guest")
        pip.goto(f"{server.url}/t/{fen.code}/me/")
        expect(pip.get_by_text("Rowan").first).to_be_visible()
        seen.look(at["pip"], "plays the guest")
    assert_nothing_is_wrong(seen)
