"""A procedure from outside the project, registered by a setting.

On the DM's page, a phone and a screen.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import table
from tests.browser.table import WEIR, Device, declare, tap
from tests.procedures.toy.courage import KEPT_ON
from tests.server import Server

PLACE = "courage=tests.procedures.toy.courage:CourageProcedure"
SCREENS = {"dora": table.LAPTOP, "pip": table.PHONE, "sam": table.SCREEN}


@pytest.fixture
def devices(browser: Browser, serve: Callable[..., Server]) -> Iterator[dict[str, Device]]:
    """Yield Dora's laptop, Pip's phone and Sam's screen in the toy's first round."""
    server = serve(PROCEDURES=PLACE)
    with table.devices(browser, SCREENS) as opened:
        dora, pip, sam = (opened[name].page for name in SCREENS)
        for device in opened.values():
            device.folder = "toy"
        table.make_dora(server)
        table.sign_in(dora, server)
        encounter = table.bring_in(dora, server, f'ruleset = "courage"\n{WEIR}')
        code = table.open_table(dora, encounter)
        table.join(pip, server, code, "Pip", "Otis")
        table.join(sam, server, code, "Sam")
        for device in opened.values():
            device.await_live()
        yield opened


def test_a_procedure_of_its_own_is_played_on_every_screen(devices: dict[str, Device]) -> None:
    dora, pip, sam = (devices[name].page for name in SCREENS)
    dora.get_by_role("button", name="Open round 1").click()
    for who, words in (("Gash", ("Strike", "Otis")), ("Snagga", ("Wait",)), ("Tenser", ("Wait",))):
        dora.get_by_role("link", name=f"Declare for {who}").click()
        dora.locator("#compose h2").filter(has_text=who).wait_for()
        declare(dora, *words)
        expect(dora.locator("#board")).to_contain_text("sealed")
    declare(pip, "Strike", "Gash")
    dora.get_by_role("button", name="Close orders").click()
    for _ in range(2):
        next_column = dora.get_by_role("button", name="Next segment")
        expect(next_column).to_be_enabled()
        next_column.click()
        rally(dora, pip)
    expect(dora.locator("body")).to_contain_text("Recap of round 1")
    for device in devices.values():
        device.screenshot("round")
    expect(dora.locator("#log")).to_contain_text(f"Otis stands with courage 2 (kept on {KEPT_ON})")
    expect(pip.locator("#now")).to_contain_text("You stand with courage 3")
    expect(sam.locator("#story")).to_contain_text("Gash stands with courage 2")
    for name in ("pip", "sam"):
        assert str(KEPT_ON) not in devices[name].everything()
    assert {name: device.complaints for name, device in devices.items()} == {name: [] for name in SCREENS}


def rally(dora: Page, pip: Page) -> None:
    """Answer for the one who was struck: Pip's Otis rallies, Dora's Gash does not."""
    otis, gash = dora.get_by_text("Otis: rally at once?"), dora.get_by_text("Gash: rally at once?")
    expect(otis.or_(gash)).to_be_visible()
    if otis.is_visible():
        expect(pip.locator("#ask")).to_contain_text("Gash has shaken your courage.")
        tap(pip.locator("#ask").get_by_role("button", name="Yes"))
        expect(otis).to_be_hidden()
    else:
        dora.get_by_role("button", name="No", exact=True).click()
        expect(gash).to_be_hidden()
