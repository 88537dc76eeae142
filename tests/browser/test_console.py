"""A report of a fault by a page fails the test that opened it, unless the test is marked."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.console import REPORTS, list_unexpected

WRONG = {
    "an error": "console.error('wrong')",
    "a warning": "console.warn('wrong')",
    "uncaught": "setTimeout(() => { throw new Error('wrong'); })",
}
POLICY = "<meta http-equiv='Content-Security-Policy' content=\"style-src 'none'\">"


@pytest.mark.parametrize("script", WRONG.values(), ids=WRONG)
def test_what_a_page_reports_is_heard(page: Page, script: str) -> None:
    page.evaluate(f"() => {{ {script}; }}")
    page.wait_for_timeout(50)
    assert ["wrong" in each for each in REPORTS.take()] == [True]


def test_a_style_that_the_policy_refuses_is_heard_in_a_context_that_a_test_opens_itself(browser: Browser) -> None:
    page = browser.new_context().new_page()
    page.set_content(f"{POLICY}<p style='color: red'>wrong</p>")
    page.wait_for_timeout(50)
    page.context.close()
    assert ["Content Security Policy" in each for each in REPORTS.take()] == [True]


def test_a_test_may_provoke_what_it_is_marked_for_and_nothing_else() -> None:
    reports = ["/me/: net::ERR_INTERNET_DISCONNECTED", "/me/: wrong"]
    assert list_unexpected(reports, ["no signal"]) == ["/me/: wrong"]
    assert list_unexpected(reports, []) == reports
