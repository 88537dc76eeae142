"""A DM's password in a browser: set after a link, and forgotten where the site sends mail."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.inspection import Inspection
from tests.browser.table import (
    LAPTOP,
    PASSWORD,
    Device,
    bring_in,
    join,
    make_dora,
    open_device,
    open_table,
    plain,
)
from tests.browser.table import sign_in as sign_in_as_dora
from tests.forked import ForkedServer
from tests.server import Server, clean_environ
from tests.services import free_port

NEW = "eleven segments"


@pytest.fixture
def mails(tmp_path: Path) -> Path:
    """Return the folder into which the mail of the server is written."""
    return tmp_path / "mails"


@pytest.fixture
def mailing(site_folder: Path, tmp_path: Path, mails: Path) -> Iterator[Server]:
    """Yield a server that sends mail."""
    file, port = tmp_path / "served.sqlite3", free_port()
    shutil.copy(site_folder / "empty.sqlite3", file)
    given = {"DATABASE_URL": f"sqlite:///{file}", "VAR_DIR": str(site_folder), "HOST": "127.0.0.1", "PORT": str(port)}
    server = ForkedServer(port, clean_environ(**given, EMAIL_URL=f"filemail:///{mails}"), tmp_path / "log")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def dora(browser: Browser) -> Iterator[Device]:
    """Yield Dora's laptop."""
    device = open_device(browser, "dora", LAPTOP)
    yield device
    device.page.context.close()


def set_password(page: Page) -> None:
    page.get_by_label(re.compile(r"^\s*New password\W*$")).fill(NEW)
    page.get_by_label("New password again").fill(NEW)
    page.get_by_role("button", name="Save password").click()


def sign_in(page: Page, server: Server, name: str) -> None:
    page.goto(f"{server.url}/sign-in/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(NEW)
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(f"{server.url}/")


def assert_nothing_is_wrong(found: Inspection) -> None:
    assert [*found.access, *found.lamplight, *found.wide, *found.styled, *found.small] == []


def test_a_dm_who_was_added_sets_a_password_after_the_link(dora: Device, server: Server) -> None:
    page, seen = dora.page, Inspection()
    link = re.search(r"/sign-in/\S+", server.manage("add_dm", "emil"))
    assert link is not None
    page.goto(server.url + link[0])
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="emil").click()
    page.get_by_role("link", name="Your password").click()
    expect(page.get_by_role("heading", name="Set your password")).to_be_visible()
    seen.look(dora, "first password")
    set_password(page)
    expect(page.get_by_text("Your password is saved.")).to_be_visible()
    seen.look(dora, "password saved")
    page.get_by_role("button", name="emil").click()
    page.get_by_role("button", name="Sign out").click()
    sign_in(page, server, "emil")
    assert_nothing_is_wrong(seen)


def test_after_another_password_the_other_tabs_of_this_browser_go_on_and_other_browsers_do_not(
    browser: Browser, dora: Device, server: Server
) -> None:
    page = dora.page
    make_dora(server)
    sign_in_as_dora(page, server)
    fight = bring_in(page, server)
    dora.await_live()
    elsewhere = open_device(browser, "elsewhere", LAPTOP)
    sign_in_as_dora(elsewhere.page, server)
    elsewhere.page.goto(fight)
    elsewhere.await_live()
    tab = page.context.new_page()
    tab.goto(f"{server.url}/password/")
    tab.get_by_label("Current password").fill(PASSWORD)
    set_password(tab)
    expect(tab.get_by_text("Your password is saved.")).to_be_visible()
    expect(elsewhere.page.locator("#link")).to_have_text(re.compile("You are signed out"))
    code = plain(page.locator(".joinchip").text_content() or "").replace("-", "")
    join(elsewhere.page, server, code, "Sam")
    expect(page.locator("[data-presence=screens]")).to_have_text("1")
    open_table(page, fight)
    elsewhere.page.context.close()


@pytest.mark.reports("refused")
def test_a_dm_who_forgot_the_password_is_mailed_a_link(dora: Device, mailing: Server, mails: Path) -> None:
    page, seen = dora.page, Inspection()
    make_dora(mailing)
    page.goto(f"{mailing.url}/sign-in/")
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_label("Your e-mail address").fill("dora@example.org")
    seen.look(dora, "forgotten password")
    page.get_by_role("button", name="Send link").click()
    expect(page.get_by_role("heading", name="Look in your mail")).to_be_visible()
    seen.look(dora, "mail sent")
    [mail] = mails.iterdir()
    link = re.search(r"http://127\S+", mail.read_text())
    assert link is not None
    page.goto(link[0])
    expect(page.get_by_role("heading", name="Set a new password")).to_be_visible()
    seen.look(dora, "new password")
    set_password(page)
    expect(page.get_by_text("Your new password is saved.")).to_be_visible()
    sign_in(page, mailing, "dora")
    page.goto(link[0])
    expect(page.get_by_role("heading", name="This link no longer works")).to_be_visible()
    seen.look(dora, "mail used", 410)
    assert_nothing_is_wrong(seen)
