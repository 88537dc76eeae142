"""A page of another version offers to be loaded again when that disturbs nobody.

A table screen does it by itself.
"""

import json
from collections.abc import Callable

import pytest
from django.template import engines
from playwright.sync_api import Page, expect

from tests.browser.test_scripts import ORIGIN, Table, until

PAGE = """{% extends "base.html" %}
{% block scripts %}{% include "components/scripts.html" with entry="js/spectator/main.js" %}{% endblock %}
{% block body_attrs %}data-live="/ws/" data-at="5" data-epoch="a" ATTRIBUTES{% endblock %}
{% block main %}
  <p id="link"><span data-words></span></p>
  <section id="one" data-at="5" data-epoch="a"></section>
  <form method="post" action="/post/"><label>Note <textarea name="note"></textarea></label>
    <select name="what" aria-label="What"><option>first</option><option>second</option></select>
    <input type="radio" name="lasting" aria-label="Always" checked><input type="radio" name="lasting" aria-label="Once">
  </form>
{% endblock %}"""
FRAME = json.dumps({"version": "the next one"})
Open = Callable[..., Table]


@pytest.fixture
def open_page(page: Page) -> Open:
    """Return a function that opens a page, which has learnt of another version."""

    def open_page(attributes: str = "", frame: str = FRAME) -> Table:
        source = engines["django"].from_string(PAGE.replace("ATTRIBUTES", attributes))
        table = Table(page, str(source.render({})))
        page.goto(f"{ORIGIN}/")
        expect(page.locator("#link")).to_have_text("Live")
        page.evaluate("window.isFirst = true")
        if frame:
            table.sockets[-1].send(frame)
        return table

    return open_page


def push(table: Table, at: int, attributes: str = "") -> None:
    """Push a region with these attributes, and wait until it is shown."""
    table.push(f'<section id="one" data-at="{at}" data-epoch="a" {attributes}></section>', at=at)
    expect(table.page.locator(f'#one[data-at="{at}"]')).to_have_count(1)


def is_loaded_again(page: Page) -> bool:
    return not page.evaluate("window.isFirst")


def test_a_page_of_the_running_version_offers_nothing(page: Page, open_page: Open) -> None:
    table = open_page(frame='{"tick": true}')
    push(table, 6)
    expect(page.locator("#renewal:not([hidden])")).to_have_count(0)


def test_a_page_of_another_version_is_loaded_again_at_a_press(page: Page, open_page: Open) -> None:
    table = open_page()
    page.get_by_role("button", name="Reload").click()
    until(page, lambda: len(table.sockets) > 1)
    expect(page.locator("#renewal:not([hidden])")).to_have_count(0)


def test_it_is_offered_when_nobody_is_asked_any_more(page: Page, open_page: Open) -> None:
    table = open_page(frame="")
    push(table, 6, 'data-title="Your order"')
    table.sockets[-1].send(FRAME)
    push(table, 7, 'data-title="Your order"')
    expect(page.locator("#renewal:not([hidden])")).to_have_count(0)
    push(table, 8)
    expect(page.locator("#renewal")).to_be_visible()


def test_it_is_not_offered_before_what_was_typed_is_sent(page: Page, open_page: Open) -> None:
    table = open_page(frame="")
    page.get_by_label("Note").fill("half a sentence")
    page.get_by_label("Note").blur()
    table.sockets[-1].send(FRAME)
    push(table, 6)
    expect(page.locator("#renewal:not([hidden])")).to_have_count(0)
    page.get_by_label("Note").fill("")
    page.get_by_label("Once").check()
    page.get_by_label("Once").blur()
    expect(page.locator("#renewal:not([hidden])")).to_have_count(0)
    page.get_by_label("Always").check()
    page.get_by_label("Always").blur()
    expect(page.locator("#renewal")).to_be_visible()


def test_a_press_loses_nothing_that_was_typed_meanwhile(page: Page, open_page: Open) -> None:
    open_page()
    expect(page.locator("#renewal")).to_be_visible()
    page.get_by_label("Note").fill("half a sentence")
    page.get_by_role("button", name="Reload").dispatch_event("click")
    expect(page.locator("#alert")).to_contain_text("Send what you have entered first")
    assert not is_loaded_again(page)


IMPATIENT = """Math.random = () => 0.1;
const wait = setTimeout;
window.setTimeout = (act, after) => wait(act, after > 30000 ? 0 : after);"""
"""A script by which a page waits no half minute."""


def test_a_table_screen_loads_itself_again_until_the_new_version_answers(page: Page, open_page: Open) -> None:
    page.add_init_script(IMPATIENT)
    table = open_page("data-renews")
    for times in range(1, 5):
        until(page, lambda: len(table.sockets) > times)  # noqa: B023
        expect(page.locator("#link")).to_have_text("Live")
        expect(page.locator("#renewal:not([hidden])")).to_have_count(0)
        table.sockets[-1].send(FRAME)  # the page came from a process of the version before
    expect(page.locator("#renewal")).to_be_visible()
    assert len(table.sockets) == 5
