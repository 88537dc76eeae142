"""The site opens in a real browser, by every address a phone would use."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from combat_site.addresses import list_machine_addresses
from tests.server import Server

Screenshot = Callable[[Page, str], None]


def open_sign_in(page: Page, address: str) -> None:
    answer = page.goto(f"{address}/sign-in/")
    assert answer is not None
    assert answer.status == 200


def test_health_is_reported(page: Page, server: Server) -> None:
    answer = page.goto(f"{server.url}/readyz")
    assert answer is not None
    assert answer.json()["status"] == "ready"


def test_dora_finds_a_sign_in_page_without_complaints(
    page: Page, server: Server, complaints: list[str], screenshot: Screenshot
) -> None:
    open_sign_in(page, server.url)
    expect(page.get_by_label("Username")).to_be_visible()
    screenshot(page, "sign-in")
    assert complaints == []


def test_the_sign_in_page_is_styled_from_our_own_files_only(page: Page, server: Server) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_sign_in(page, server.url)
    assert any(url.endswith(".css") for url in asked)
    assert [url for url in asked if not url.startswith(server.url)] == []


def test_pip_reaches_the_table_by_the_machines_own_address(
    page: Page, serve: Callable[..., Server], complaints: list[str]
) -> None:
    address = list_machine_addresses()[0]
    server = serve(host="0.0.0.0")
    open_sign_in(page, server.url_at(address))
    expect(page.get_by_label("Username")).to_be_visible()
    assert complaints == []


@pytest.mark.reports("no server")
def test_a_killed_server_comes_back_on_the_same_address(page: Page, server: Server) -> None:
    open_sign_in(page, server.url)
    server.kill()
    with pytest.raises(Exception, match="ERR_CONNECTION_REFUSED"):
        page.goto(server.url)
    server.start()
    open_sign_in(page, server.url)
    expect(page.get_by_label("Username")).to_be_visible()
