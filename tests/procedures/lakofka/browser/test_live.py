"""Several deeds in one order on a phone, by the ten rules.

What is left goes down; what is forbidden names its rule.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_phone import BEGIN, run, sit, violations
from tests.registered import layered_by
from tests.server import Server

Screenshot = Callable[[Page, str], None]

pytestmark = pytest.mark.reports("refused")

MAKE = f"""
from django.contrib.auth.models import User
from encounters import services
from encounters.viewers import build_dm_viewer
from tests.encounters.seated import FOES, PARTY
dora = User.objects.create_user("dora", password="ten segments")
notes = {{"start": "melee", "distance_ft": 10, "reaction": "hostile"}}
encounter = services.create_encounter(dora, "Hall of the Broken Pillar", "{layered_by("lakofka")[0]}", {{}}, notes)
services.add_combatants(build_dm_viewer(encounter), (*PARTY, *FOES))
print(encounter.code)
"""


@pytest.fixture
def tenser(browser: Browser, server: Server) -> Iterator[Page]:
    """Yield Pip's phone, on which Tenser is asked for an order."""
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
    """Return the words on what is used of each thing that is counted."""
    return page.locator(".counts li").all_inner_texts()


def refusal(page: Page, words: str) -> tuple[str, str]:
    """Return why this cannot be chosen, and the address of the rule that says so."""
    for folded in page.locator("details:not([open]) > summary").filter(has_text="not possible now").all():
        folded.tap()
    option = page.locator(".no").filter(has_text=words).first
    return option.locator("small").inner_text(), option.locator("a").get_attribute("href") or ""


def do_something(page: Page, what: str) -> None:
    """Add one more deed, and say what it is."""
    choose(page, "Add another action", "Move", "Do something else")
    page.locator("form.question textarea").last.fill(what)


def test_what_is_left_goes_down_and_what_is_barred_names_its_rule(tenser: Page, screenshot: Screenshot) -> None:
    page = tenser
    assert counts(page) == ["Actions: 0 of 3 used, 3 left", "spells 0 of 1", "devices 0 of 2", "attacks 0 of 1"]
    choose(page, "Cast, shoot or use", "Sleep", "Orc 1")
    assert counts(page) == ["Actions: 1 of 3 used, 2 left", "spells 1 of 1", "devices 0 of 1", "attacks 1 of 1"]
    assert violations(page) == []
    screenshot(page, "phone-ten-rules-first")

    choose(page, "Add another action")
    assert refusal(page, "Strike") == ("You have made 1 of 1 attacks 2.1", "/rule/LAKOFKA.2.1")
    assert violations(page) == []
    screenshot(page, "phone-ten-rules-then")
    choose(page, "Cast, shoot or use")
    assert refusal(page, "Web") == ("You have cast a spell this round 1.1", "/rule/LAKOFKA.1.1")
    screenshot(page, "phone-ten-rules-spell")

    page.get_by_label("Back").tap()
    expect(page.locator(".codes")).to_be_visible()
    page.get_by_label("Back").tap()
    expect(page.locator(".pick label", has_text="Orc 1").locator("input")).to_be_checked()
    do_something(page, "call to Otis")
    assert counts(page)[0] == "Actions: 2 of 3 used, 1 left"
    do_something(page, "light a torch")
    assert counts(page)[0] == "Actions: 3 of 3 used, 0 left"
    screenshot(page, "phone-ten-rules-three")
    deeds = page.locator("[role=group].deed")
    task = "Move, Do something else"
    said = ["Deed 1: Cast, shoot or use, Sleep", f"Deed 2: {task}", f"Deed 3: {task}"]
    assert [each.get_attribute("aria-label") for each in deeds.all()] == said
    expect(page.get_by_role("button", name="Add another action")).to_have_count(0)
    expect(page.locator(".full")).to_have_text("Add another action: has used 3 actions of 3 0.1")
    expect(page.locator(".full a")).to_have_attribute("href", "/rule/LAKOFKA.0.1")
    assert violations(page) == []


def test_an_order_of_more_than_three_is_refused_by_its_rule(tenser: Page, screenshot: Screenshot) -> None:
    page = tenser
    choose(page, "Cast, shoot or use", "Sleep", "Orc 1")
    page.locator("form.question").evaluate(
        """form => ["a", "b", "c"].forEach((what, n) => {
            const fields = {action: "E", how: "task", task: what};
            for (const [name, value] of Object.entries(fields)) {
                form.append(Object.assign(document.createElement("input"),
                    {type: "hidden", name: `answer.with.${n}.${name}`, value}));
            }
        })"""
    )
    page.get_by_role("button", name="Seal this order").tap()
    refused = page.get_by_role("alert").filter(has_text="Not possible")
    expect(refused).to_contain_text("Tenser has used 3 actions of 3.")
    expect(refused.locator("a")).to_have_attribute("href", "/rule/LAKOFKA.0.1")
    assert counts(page)[0] == "Actions: 3 of 3 used, 0 left"
    screenshot(page, "phone-ten-rules-refused")


def list_deeds(page: Page) -> list[str]:
    return page.locator("[data-deeds] .of").all_inner_texts()


def test_deeds_are_put_in_another_order_by_button_and_by_dragging(tenser: Page, screenshot: Screenshot) -> None:
    page = tenser
    choose(page, "Cast, shoot or use", "Sleep", "Orc 1")
    do_something(page, "bar the door")
    assert list_deeds(page) == ["Cast, shoot or use, Sleep", "Move, Do something else"]
    assert violations(page) == []
    page.locator("[data-deeds]").evaluate("list => list.scrollIntoView({block: 'center'})")
    screenshot(page, "phone-deeds-in-order")
    page.get_by_role("button", name="Do earlier: Move").tap()
    expect(page.locator("[data-deeds] .of").first).to_have_text("Move, Do something else")
    assert page.locator("form.question textarea").first.input_value() == "bar the door"
    page.locator("[data-deeds]").evaluate("list => list.scrollIntoView({block: 'center'})")
    grip = page.locator("[data-grip]").first.bounding_box()
    last = page.locator("[data-deeds] li").last.bounding_box()
    assert grip is not None
    assert last is not None
    page.mouse.move(grip["x"] + 5, grip["y"] + 5)
    page.mouse.down()
    page.mouse.move(grip["x"] + 5, last["y"] + last["height"] - 2, steps=4)
    page.mouse.up()
    expect(page.locator("[data-deeds] .of").first).to_have_text("Cast, shoot or use, Sleep")
