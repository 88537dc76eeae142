"""The copies of everything, in the browser of the person who runs the site."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.inspection import Inspection
from tests.browser.table import LAPTOP, PHONE, make_demo, make_dora, open_device, sign_in
from tests.browser.test_accounts import assert_nothing_is_wrong
from tests.server import Server


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_copy_is_made_and_its_page_says_how_it_is_restored(
    server: Server, browser: Browser, size: tuple[int, int], screenshot: Callable[[Page, str], None]
) -> None:
    make_dora(server)
    make_demo(server)
    device, seen = open_device(browser, "dora", size), Inspection()
    page = device.page
    sign_in(page, server)
    page.goto(f"{server.url}/password/")
    seen.look(device, "password")
    page.get_by_role("link", name="Copies of everything").click()
    page.get_by_role("button", name="Make a copy now").click()
    expect(page.get_by_text("Everything is copied.")).to_be_visible()
    seen.look(device, "copies")
    screenshot(page, f"copies-{size[0]}")
    page.get_by_role("link", name=re.compile("Restore the copy of")).first.click()
    expect(page.get_by_text("Stop the server.")).to_be_visible()
    seen.look(device, "a copy")
    screenshot(page, f"copy-{size[0]}")
    assert_nothing_is_wrong(seen)
    page.context.close()
