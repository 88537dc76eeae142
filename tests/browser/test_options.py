"""The options of a fight in Chromium: the search among them."""

from playwright.sync_api import Page, expect

from tests.browser.table import bring_in, make_dora, sign_in
from tests.server import Server


def test_a_search_leaves_the_options_that_have_all_its_words(page: Page, server: Server) -> None:
    make_dora(server)
    sign_in(page, server)
    bring_in(page, server)
    page.locator("details.fold", has_text="Change").first.locator("summary").first.click()
    options = page.locator(".opt-group > :not(summary)")
    before = options.filter(visible=True).count()
    words = page.locator(".opt-group > :not(summary)").first.text_content() or ""
    page.get_by_label("Find an option").fill(" ".join(words.split()[:4]).upper())
    expect(options.first).to_be_visible()
    found = options.filter(visible=True).count()
    assert 0 < found < options.count()
    page.get_by_label("Find an option").fill("no option says this")
    expect(page.locator(".opt-group").filter(visible=True)).to_have_count(0)
    page.get_by_label("Find an option").fill("")
    expect(options.filter(visible=True)).to_have_count(before)
