"""The rule book in Chromium: searched, opened from a log and a phone, and the way back."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from encounters.templatetags.look import shorten_clause
from rules.catalogue import index_clauses
from rules.scenarios.library import index_library
from tests.any_procedure import ANY, find_fight, find_other
from tests.browser.inspection import SMALL, TARGET, WIDER, Inspection, violations
from tests.browser.pictures import keep
from tests.browser.table import PHONE, Device, open_device
from tests.server import Server

Screenshot = Callable[[Page, str], None]

FIGHT = find_fight()
CLAUSE = index_library()[FIGHT].clauses[0]
WORDS = " ".join(re.findall(r"\w{4,}", index_clauses()[CLAUSE].says)[:4])
"""Words by which a search finds the clause."""

TABLE = """
from tests.encounters.seated import prepared_fight
at = prepared_fight()
print(at.encounter.code)
"""
PLAY = """
from itertools import count
from encounters import services
from encounters.models import Encounter
from encounters.viewers import build_dm_viewer
from tests.encounters.seated import At
encounter = Encounter.objects.get()
at = At(encounter, build_dm_viewer(encounter), taps=count(1000))
at.begin()
services.close(at.dora, at.tap())
at.step_to(2)
"""


@pytest.fixture
def reader(browser: Browser) -> Iterator[Device]:
    """Yield a reader of the book on a phone, of which no page may complain."""
    device = open_device(browser, "reader", PHONE, touch=True)
    yield device
    device.page.context.close()
    assert device.complaints == []


def wrong(page: Page) -> list[str]:
    """Return what is wrong with a page: rules of access, width, size of what commits."""
    return [*violations(page), *page.evaluate(WIDER), *page.evaluate(SMALL, TARGET)]


def run(server: Server, code: str) -> str:
    """Do something at the server's table."""
    return server.manage("shell", "--no-imports", "-c", code).strip()


def test_every_kind_of_page_can_be_read_on_a_phone(server: Server, reader: Device) -> None:
    pages = {
        "contents": "/rules/",
        "found": "/rules/?q=casting+time",
        "procedure": f"/rules/{ANY}/",
        "order": f"/rules/{find_other()}/order/",
        "clause": f"/rule/{CLAUSE}",
        "fight": f"/rules/fight/{FIGHT}?clause={CLAUSE}",
    }
    found = Inspection()
    for each, address in pages.items():
        reader.page.goto(server.url + address)
        found.look(reader, f"book {each}")
    assert [*found.access, *found.lamplight, *found.wide, *found.styled, *found.small] == []


def test_a_search_finds_as_it_is_typed_and_stays_when_one_comes_back(server: Server, page: Page) -> None:
    page.goto(f"{server.url}/rules/")
    page.get_by_label("Words or a clause id").press_sequentially(WORDS)
    found = page.locator(f'#found a[href^="/rule/{CLAUSE}"]')
    expect(found).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="clause")).to_be_visible()
    page.locator("[name=in]").select_option(find_other())
    expect(found).to_have_count(0)
    page.locator("[name=in]").select_option(ANY)
    found.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(shorten_clause(CLAUSE))
    page.go_back()
    expect(found).to_be_visible()
    expect(page.get_by_label("Words or a clause id")).to_have_value(WORDS)


def test_a_fight_is_played_where_the_clause_is_read_by_keyboard_alone(
    server: Server, page: Page, complaints: list[str], screenshot: Screenshot
) -> None:
    page.goto(f"{server.url}/rule/{CLAUSE}")
    play = page.get_by_role("link", name=f"Play: {index_library()[FIGHT].title}")
    play.focus()
    page.keyboard.press("Enter")
    fight = page.locator(".fight")
    expect(fight).to_contain_text("comes out as its file expects")
    expect(fight.locator(".cites").first).to_contain_text(shorten_clause(CLAUSE))
    expect(page).to_have_url(f"{server.url}/rule/{CLAUSE}")
    assert wrong(page) == []
    screenshot(page, "book-fight-played")
    fight.locator(".cites a.clause").first.click()
    expect(page.locator("#note")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#note")).to_be_hidden()
    assert complaints == []


def test_without_script_all_of_it_is_there(server: Server, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server.url}/rules/")
    page.get_by_label("Words or a clause id").fill(WORDS)
    page.get_by_role("button", name="Search").click()
    page.locator(f'#found a[href^="/rule/{CLAUSE}"]').click()
    page.get_by_role("link", name=re.compile("^Play")).first.click()
    expect(page.get_by_text("comes out as its file expects")).to_be_visible()
    page.get_by_role("link", name=shorten_clause(CLAUSE)).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(shorten_clause(CLAUSE))
    context.close()


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[tuple[BrowserContext, Page]]:
    """Yield Pip's phone at the table, in the second segment of the round."""
    code = run(server, TABLE)
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{server.url}/t/{code}/")
    page.locator(".seats label", has_text="Otis").tap()
    page.get_by_label("Your name at this table").fill("Pip")
    page.get_by_role("button", name="Sit down").click()
    run(server, PLAY)
    page.reload()
    yield context, page
    context.close()


def test_pip_taps_an_id_on_his_phone_reads_on_and_comes_back(
    server: Server, phone: tuple[BrowserContext, Page], screenshot: Screenshot
) -> None:
    _, page = phone
    told = page.url
    mark = page.locator("#now .said > summary").first
    mark.tap()
    id = page.locator("#now a.clause").first
    words = id.inner_text()
    screenshot(page, "book-phone-told")
    id.tap()
    note = page.locator("#note")
    expect(note).to_be_visible()
    expect(note).to_contain_text(words)
    assert violations(page) == []
    keep(page, "book-phone-note")
    note.get_by_role("button", name="Close").tap()
    expect(note).to_be_hidden()
    id.tap()
    note.get_by_role("link", name=re.compile("In the rule book")).tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text(words)
    page.get_by_role("link", name="Rule book: contents").tap()
    page.locator(f'.row2 a[href^="/rules/{ANY}/"]').first.tap()
    page.get_by_role("link", name="Back to where you were").tap()
    expect(page).to_have_url(told)
    expect(mark).to_be_visible()


def test_pip_finds_the_book_at_the_foot_of_his_sheet(phone: tuple[BrowserContext, Page]) -> None:
    _, page = phone
    page.get_by_role("link", name="Sheet").tap()
    page.get_by_role("link", name="Rule book").tap()
    expect(page.get_by_role("heading", name="Rule book", level=1)).to_be_visible()
    page.go_back()
    expect(page.locator("#sheet")).to_be_visible()
