"""Between two fights: phones and the television wait, and go on by themselves."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.lobbies import Fen, make_fen
from tests.browser.table import LARGE_PHONE, PHONE, SCREEN, Device, devices, make_dora
from tests.server import Server

WHO = {"pip": LARGE_PHONE, "quill": PHONE, "sam": SCREEN}


class Waiting:
    """A campaign of Dora's, and those who wait for its fights."""

    def __init__(self, server: Server, at: dict[str, Device]) -> None:
        self.at, self.server = at, server
        make_dora(server)
        self.fen: Fen = make_fen(server)

    def page(self, name: str) -> Page:
        """Return somebody's page."""
        return self.at[name].page

    def sit(self, name: str) -> None:
        """Sit down in the lobby, by the address of the code."""
        page = self.page(name)
        page.goto(f"{self.server.url}/t/{self.fen.code}/")
        if name == "sam":
            page.locator("label").filter(has_text="I only watch").click()
        else:
            page.get_by_label("Your name at this table").fill(name.capitalize())
        page.get_by_role("button", name="Sit down").click()
        expect(page.locator("#lobby")).to_be_visible()


@pytest.fixture
def waiting(browser: Browser, server: Server) -> Iterator[Waiting]:
    with devices(browser, WHO) as at:
        for each in at.values():
            each.folder = "lobby"
        yield Waiting(server, at)


def test_everybody_follows_into_two_fights_and_joins_once(waiting: Waiting) -> None:
    for name in WHO:
        waiting.sit(name)
        waiting.at[name].await_live()
    pip, quill, sam = (waiting.page(name) for name in WHO)
    expect(pip.get_by_role("heading", name="Welcome, Pip")).to_be_visible()
    expect(sam.locator("#lobby")).to_contain_text("Quill")
    expect(pip.locator("#lobby")).to_contain_text("Quill")
    for name in WHO:
        waiting.at[name].screenshot("first")
    fen = waiting.fen
    fen.open(fen.weir)
    for page, name in ((pip, "Otis"), (quill, "Tenser")):
        expect(page.get_by_text("The weir").first).to_be_visible()
        page.goto(f"{waiting.server.url}/t/{fen.code}/me/characters/")
        page.locator("label").filter(has_text=name).tap()
        page.get_by_role("button", name=re.compile("Take|Sit")).tap()
    expect(sam.get_by_text("The weir").first).to_be_visible()
    fen.end(fen.weir)
    fen.clear(fen.weir)
    expect(pip.get_by_role("heading", name="Welcome back, Pip")).to_be_visible()
    expect(pip.locator("#lobby")).to_contain_text("Otis has not slept since.")
    expect(pip.locator("#lobby")).to_contain_text("with Tenser")
    expect(sam.locator("#lobby")).to_contain_text("with Otis")
    for name in WHO:
        waiting.at[name].screenshot("second")
    for width, height in ((1280, 720), (1366, 768), SCREEN):
        sam.set_viewport_size({"width": width, "height": height})
        waiting.at["sam"].screenshot(f"second-{width}")
        assert sam.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
        assert sam.evaluate("document.getElementById('lobby').getBoundingClientRect().bottom <= innerHeight")
    fen.open(fen.mill)
    expect(pip.get_by_text("Otis").first).to_be_visible()
    expect(quill.get_by_text("Tenser").first).to_be_visible()
    expect(sam.get_by_text("The mill").first).to_be_visible()
    for name in WHO:
        waiting.at[name].screenshot("third")


@pytest.mark.reports("no signal")
def test_a_phone_that_slept_through_the_opening_goes_on_when_it_wakes(waiting: Waiting) -> None:
    waiting.sit("pip")
    waiting.at["pip"].await_live()
    page = waiting.page("pip")
    page.context.set_offline(True)
    waiting.fen.open(waiting.fen.weir)
    expect(page.locator("#lobby")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("The weir").first).to_be_visible(timeout=40_000)
