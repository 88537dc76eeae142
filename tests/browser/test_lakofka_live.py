"""Several deeds in one order on a phone, by the ten rules: what is left goes down, and what is barred names its rule."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_phone import BEGIN, run, sit, violations
from tests.server import Server

Screenshot = Callable[[Page, str], Path]

MAKE = """
from django.contrib.auth.models import User
from encounters import services
from encounters.viewers import dm
from tests.encounters.seated import FOES, PARTY
dora = User.objects.create_user("dora", password="ten segments")
notes = {"start": "melee", "distance_ft": 10, "reaction": "hostile"}
encounter = services.create_encounter(dora, "Hall of the Broken Pillar", "lakofka", {}, notes)
for definition in (*PARTY, *FOES):
    services.put_combatant(dm(encounter), definition)
print(encounter.code)
"""


@pytest.fixture
def tenser(browser: Browser, server: Server) -> Iterator[Page]:
    """Pip's phone, on which Tenser is asked for his order."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    context.set_default_timeout(10_000)
    page = context.new_page()
    sit(page, server, run(server, MAKE), "Pip", "Tenser")
    run(server, BEGIN)
    page.reload()
    yield page
    context.close()


def choose(page: Page, *words: str) -> None:
    """Tap these, one after another: the first option of these words."""
    for each in words:
        asked = page.locator("form.question").element_handle()
        page.locator("form.question").locator("button, label").filter(has_text=each).first.tap()
        if page.locator("form.question label").filter(has_text=each).count() == 0:
            assert asked is not None
            asked.wait_for_element_state("hidden")


def counts(page: Page) -> list[str]:
    """What is said to be used of what is counted."""
    return page.locator(".counts li").all_inner_texts()


def barred(page: Page, words: str) -> tuple[str, str]:
    """Why this cannot be chosen, and the address of the rule that says so."""
    option = page.locator(".no").filter(has_text=words).first
    return option.locator("small").inner_text(), option.locator("a").get_attribute("href") or ""


def test_what_is_left_goes_down_and_what_is_barred_names_its_rule(tenser: Page, screenshot: Screenshot) -> None:
    page = tenser
    assert counts(page) == ["Actions: 0 of 3 used, 3 left", "spells 0 of 1", "devices 0 of 2", "attacks 0 of 1"]
    choose(page, "Discharge", "Sleep")
    page.locator(".pick label", has_text="Orc 1").tap()
    assert counts(page) == ["Actions: 1 of 3 used, 2 left", "spells 1 of 1", "devices 0 of 1", "attacks 1 of 1"]
    assert violations(page) == []
    screenshot(page, "phone-ten-rules-first")

    choose(page, "And then")
    assert barred(page, "Strike") == ("", "")
    screenshot(page, "phone-ten-rules-then")
    choose(page, "Discharge")
    assert barred(page, "Web") == ("", "")
    assert violations(page) == []
    screenshot(page, "phone-ten-rules-spell")

    page.get_by_label("Back").tap()
    choose(page, "Move", "Do something else")
    expect(page.locator(".pick label", has_text="Orc 1").locator("input")).to_be_checked()
    print(page.locator("#ask").inner_html())
    screenshot(page, "phone-ten-rules-task")
