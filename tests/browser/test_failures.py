"""Failures of the server: the person who pressed sees why, and can press again."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.table import Device, bring_in, devices, make_dora, open_table, sign_in
from tests.server import Server


@pytest.fixture
def at(browser: Browser) -> Iterator[dict[str, Device]]:
    with devices(browser, {"dora": (1280, 720)}) as at:
        yield at


def rename(server: Server, name: str, new: str) -> None:
    """Rename a table of the server's database."""
    with closing(sqlite3.connect(server.environ["DATABASE_URL"].removeprefix("sqlite:///"))) as file:
        file.execute(f"ALTER TABLE {name} RENAME TO {new}")


@pytest.mark.reports("failed")
def test_a_step_that_fails_says_so_in_sight_and_can_be_pressed_again(at: dict[str, Device], server: Server) -> None:
    dora = at["dora"].page
    make_dora(server)
    sign_in(dora, server)
    open_table(dora, bring_in(dora, server))
    at["dora"].await_live()
    rename(server, "encounters_input", "away")
    dora.keyboard.press("Space")
    warning = dora.locator("#warning")
    expect(warning).to_be_visible()
    expect(warning).to_contain_text("was not recorded. Try again in a moment. If you report this, say: ")
    expect(dora.locator("#alert")).to_have_text(warning.inner_text())
    at["dora"].screenshot("failed-step")
    rename(server, "away", "encounters_input")
    dora.keyboard.press("Space")
    expect(dora.locator("#board")).to_be_visible()
    expect(warning).to_be_hidden()
