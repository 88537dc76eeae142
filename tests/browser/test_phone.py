"""A phone of 360 by 740 and one thumb, and a table screen of 1920 by 1080.

Joining, an order in four taps, following.
"""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.inspection import violations
from tests.server import Server

Screenshot = Callable[[Page, str], None]

MAKE = """
from tests.encounters.seated import prepared_fight
print(prepared_fight().encounter.code)
"""
BEGIN = """
from encounters.models import Encounter
from encounters.viewers import build_dm_viewer
from tests.encounters.seated import At
encounter = Encounter.objects.get()
At(encounter, build_dm_viewer(encounter)).begin()
"""
PLAY = """
from itertools import count
from encounters import services
from encounters.models import Encounter
from encounters.viewers import build_dm_viewer
from tests.encounters.seated import At
encounter = Encounter.objects.get()
at = At(encounter, build_dm_viewer(encounter), taps=count(1000))
services.close(at.dora, at.tap())
at.step_to(2)
"""
REMOVE = """
from itertools import count
from encounters import services
from encounters.models import Encounter
from encounters.viewers import build_dm_viewer
from rules.kernel.inputs import Change
from tests.encounters.seated import At
encounter = Encounter.objects.get()
at = At(encounter, build_dm_viewer(encounter), taps=count(2000))
services.rule(at.dora, at.tap(), [Change("orc-1", "vanishes", None)])
"""

THUMB, LEAST = 56, 44


def run(server: Server, code: str) -> str:
    """Do something at the server's table."""
    return server.manage("shell", "--no-imports", "-c", code).strip()


@pytest.fixture
def code(server: Server) -> str:
    """Return the code of a prepared fight."""
    return run(server, MAKE)


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    """Yield a phone."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    yield context
    context.close()


@pytest.fixture
def screen(browser: Browser) -> Iterator[BrowserContext]:
    """Yield the table screen."""
    context = browser.new_context(viewport={"width": 1920, "height": 1080})
    yield context
    context.close()


def sit(page: Page, server: Server, code: str, name: str, *characters: str) -> None:
    """Join by the code, pick these characters, and sit down."""
    page.goto(f"{server.url}/join/")
    page.get_by_label("Code of the table").fill(code)
    page.get_by_role("button", name="Join").click()
    for character in characters or ("I only watch",):
        page.locator(".seats label", has_text=character).tap() if characters else page.locator("[name=watch]").check()
    page.get_by_label("Your name at this table").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page).to_have_url(f"{server.url}/t/{code}/{'me' if characters else 'watch'}/")


def small(page: Page, least: int, selector: str) -> list[str]:
    """Return what is to be tapped and is less high than this."""
    found = page.locator(selector)
    boxes = [(each.bounding_box(), each.inner_text()) for each in found.all() if each.is_visible()]
    return [f"{words}: {box['height']}" for box, words in boxes if box is not None and box["height"] < least - 0.5]


def test_quill_gives_an_order_in_four_taps(
    server: Server, code: str, phone: BrowserContext, screenshot: Screenshot
) -> None:
    page = phone.new_page()
    sit(page, server, code, "Quill", "Tenser")
    run(server, BEGIN)
    page.reload()
    assert small(page, THUMB, ".codes button, .ph-foot .b, .tabbar a") == []
    screenshot(page, "phone-letters")

    page.locator(".codes button", has_text="Cast, shoot or use").tap()
    expect(page.get_by_text("Cast a spell")).to_be_visible()
    screenshot(page, "phone-what")
    page.locator(".pick button", has_text="Web").tap()
    page.locator(".pick label", has_text="Orc 2").tap()
    assert small(page, THUMB, ".pick label, .ph-foot .b") == []
    screenshot(page, "phone-targets")
    page.get_by_role("button", name="Seal this order").tap()

    expect(page.get_by_role("heading", name="Your order is sealed")).to_be_visible()
    expect(page.get_by_text("Received by the table")).to_be_visible()
    screenshot(page, "phone-sealed")


def test_a_sealed_order_is_read_only_while_it_is_held(server: Server, code: str, phone: BrowserContext) -> None:
    page = phone.new_page()
    sit(page, server, code, "Quill", "Tenser")
    run(server, BEGIN)
    page.reload()
    page.locator(".codes button", has_text="Await").tap()
    page.get_by_role("button", name="Seal this order").tap()
    held, read = page.get_by_text("Hold to read"), page.locator("#order .held .stake")
    expect(read).to_be_hidden()
    held.dispatch_event("pointerdown")
    expect(read).to_be_visible()
    held.dispatch_event("pointerup")
    expect(read).to_be_hidden()


def test_back_goes_one_step_back(server: Server, code: str, phone: BrowserContext, screenshot: Screenshot) -> None:
    errors: list[str] = []
    phone.on("weberror", lambda error: errors.append(str(error.error)))
    page = phone.new_page()
    sit(page, server, code, "Quill", "Tenser")
    run(server, BEGIN)
    page.reload()
    letters, spells, targets = page.locator(".codes"), page.get_by_text("Cast a spell"), page.locator(".pick label")
    page.locator(".codes button", has_text="Cast, shoot or use").tap()
    expect(spells).to_be_visible()
    page.locator(".pick button", has_text="Web").tap()
    targets.filter(has_text="Orc 2").tap()
    page.go_back()
    expect(spells).to_be_visible()
    expect(targets.filter(has_text="Orc 2")).to_have_count(0)
    expect(page.locator("#tabbar")).to_be_visible()
    screenshot(page, "phone-back")
    page.go_back()
    expect(letters).to_be_visible()
    page.go_forward()
    expect(spells).to_be_visible()

    page.locator(".pick button", has_text="Web").tap()
    expect(targets.first).to_be_visible()
    page.get_by_role("link", name="Back").tap()
    expect(spells).to_be_visible()
    page.go_back()
    expect(letters).to_be_visible()

    page.locator(".codes button", has_text="Await").tap()
    page.get_by_role("button", name="Seal this order").tap()
    expect(page.get_by_role("heading", name="Your order is sealed")).to_be_visible()
    page.go_back()
    expect(page).to_have_url(f"{server.url}/t/{code}/me/")
    expect(page.get_by_role("heading", name="Your order is sealed")).to_be_visible()
    assert errors == []


def test_a_token_on_the_map_is_the_target_and_the_seal_waits_for_it(
    server: Server, code: str, phone: BrowserContext, screenshot: Screenshot
) -> None:
    page = phone.new_page()
    sit(page, server, code, "Quill", "Tenser")
    run(server, BEGIN)
    page.reload()
    page.locator(".codes button", has_text="Cast, shoot or use").tap()
    page.locator(".pick button", has_text="Web").tap()
    seal = page.get_by_role("button", name="Seal this order")
    expect(seal).to_be_hidden()
    expect(page.get_by_text("Choose a target or a place first.")).to_be_visible()
    assert violations(page) == []
    page.locator(".aim .ft[data-pick=orc-2] .hit").tap(force=True)  # two stand there: they are fanned out
    page.locator(".aim .ft[data-pick=orc-2] .hit").tap(force=True)
    expect(page.locator("[value=orc-2]")).to_be_checked()
    expect(seal).to_be_enabled()
    page.evaluate("dispatchEvent(new Event('resize'))")  # all maps are shown again
    on, whole = re.compile(r"\bon\b"), page.locator("label", has_text="Orcs 1-2 (2)")
    expect(page.locator(".aim .ft[data-pick=orc-2]")).to_have_class(on)
    whole.tap()
    expect(page.locator("[value=orc-1]")).to_be_checked()
    expect(page.locator(".aim .ft[data-pick=orc-1]")).to_have_class(on)
    page.locator("[value=orc-1]").uncheck()
    expect(whole.locator("input")).not_to_be_checked()
    expect(page.locator(".aim .ft[data-pick=orc-1]")).not_to_have_class(on)
    screenshot(page, "phone-aimed")
    seal.tap()
    expect(page.get_by_role("link", name="Change it")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("link", name="Change it").tap()
    expect(page.get_by_text("All orders")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Your order is sealed")).to_be_visible()


KEPT = "Your order is kept on this phone. It is sent when the signal is back."


def choose_to_await(server: Server, code: str, phone: BrowserContext) -> tuple[Page, Locator]:
    """Return a phone whose player has chosen to await, and the button that seals the order."""
    page = phone.new_page()
    sit(page, server, code, "Quill", "Tenser")
    run(server, BEGIN)
    page.reload()
    page.locator(".codes button", has_text="Await").tap()
    seal = page.get_by_role("button", name="Seal this order")
    expect(seal).to_be_visible()
    return page, seal


@pytest.mark.reports("no signal")
def test_an_order_without_signal_is_kept_and_sent_later(server: Server, code: str, phone: BrowserContext) -> None:
    page, seal = choose_to_await(server, code, phone)
    page.route("**/me/answer/", lambda route: route.abort())
    seal.tap()
    expect(page.locator("[data-sent]")).to_have_text(KEPT)
    page.unroute("**/me/answer/")
    expect(page.get_by_role("heading", name="Your order is sealed")).to_be_visible()


@pytest.mark.reports("no signal")
def test_an_order_is_sealed_while_the_phone_knows_that_it_has_no_signal(
    server: Server, code: str, phone: BrowserContext
) -> None:
    page, seal = choose_to_await(server, code, phone)
    phone.set_offline(True)
    expect(page.locator("#line")).to_be_visible()
    seal.tap()
    expect(page.locator("[data-sent]")).to_have_text(KEPT)
    phone.set_offline(False)
    expect(page.get_by_role("heading", name="Your order is sealed")).to_be_visible()


@pytest.mark.reports("no signal")
def test_an_order_that_is_kept_belongs_to_the_seat(server: Server, code: str, phone: BrowserContext) -> None:
    page, seal = choose_to_await(server, code, phone)
    page.route("**/me/answer/", lambda route: route.abort())
    seal.tap()
    expect(page.locator("#outbox")).to_be_visible()
    phone.clear_cookies()
    sit(page, server, code, "Pip", "Otis")
    expect(page.locator(".codes")).to_be_visible()
    expect(page.locator("#outbox")).to_be_hidden()
    # A function: the page forbids eval, which a bare expression would need.
    page.wait_for_function("() => !Object.keys(localStorage).some((key) => key.startsWith('outbox'))")


def test_pip_switches_between_two_characters(server: Server, code: str, phone: BrowserContext) -> None:
    page = phone.new_page()
    sit(page, server, code, "Pip", "Otis", "Jaroo")
    run(server, BEGIN)
    page.reload()
    characters = page.get_by_role("navigation", name="Your characters")
    characters.get_by_text("Jaroo").tap()
    size = page.viewport_size
    assert size is not None
    page.set_viewport_size({"width": 360, "height": 420})
    page.locator(".codes button", has_text="Cast").tap()  # which scrolls to it
    expect(page.locator(".crumb")).to_contain_text("Cure light wounds")
    assert page.evaluate("main.scrollHeight - main.clientHeight") > 100
    expect(page.locator("#main")).to_have_js_property("scrollTop", 0)
    page.locator(".crumb a").tap()
    page.set_viewport_size(size)
    page.locator(".codes button", has_text="Await").tap()
    page.get_by_role("button", name="Seal this order").tap()
    # Where hesitation costs segments, the page goes on to Otis by itself.
    expect(characters.get_by_role("link", name=re.compile("Jaroo .*order sealed"))).to_be_visible()
    characters.get_by_text("Jaroo").tap()
    expect(page.get_by_role("heading", name="Your order is sealed")).to_be_visible()
    expect(page.locator("#banner-2")).to_contain_text("Otis is asked")
    assert violations(page) == []
    characters.get_by_text("Otis").tap()
    expect(page.locator(".codes")).to_be_visible()


def test_what_happens_is_followed_on_three_screens(
    server: Server, code: str, phone: BrowserContext, screen: BrowserContext, screenshot: Screenshot
) -> None:
    page, table = phone.new_page(), screen.new_page()
    sit(page, server, code, "Quill", "Tenser")
    sit(table, server, code, "Sam")
    run(server, BEGIN)
    table.reload()
    screenshot(table, "table-orders")
    run(server, PLAY)
    page.goto(f"{server.url}/t/{code}/me/")
    for tab in ("Sheet", "What I saw", "Now"):
        page.get_by_role("link", name=tab, exact=True).tap()
        expect(page.locator(".tabbar .on")).to_have_text(tab)
        page.wait_for_load_state()
        screenshot(page, f"phone-{tab.lower().replace(' ', '-')}")
    table.reload()
    expect(table.locator("#strip")).to_contain_text("now")
    assert table.evaluate("[document.documentElement.scrollHeight, innerHeight]") == [1080, 1080]
    screenshot(table, "table-live")


def test_a_spectators_phone_is_the_same_page_made_narrow(
    server: Server, code: str, phone: BrowserContext, screenshot: Screenshot
) -> None:
    page = phone.new_page()
    sit(page, server, code, "Sam")
    run(server, BEGIN)
    run(server, PLAY)
    page.reload()
    expect(page.locator("#story li.latest")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(page) == []
    screenshot(page, "table-on-a-phone")


def test_an_order_is_given_without_any_script(server: Server, code: str, browser: Browser) -> None:
    plain = browser.new_context(viewport={"width": 360, "height": 740}, java_script_enabled=False)
    page = plain.new_page()
    page.goto(f"{server.url}/t/{code}/")
    page.locator("[value=tenser]").check()
    page.get_by_label("Your name at this table").fill("Quill")
    page.get_by_role("button", name="Sit down").click()
    run(server, BEGIN)
    page.reload()
    page.locator(".codes button", has_text="Strike").click()
    page.locator("[value=orc-1]").check()
    page.get_by_role("button", name="Seal this order").click()
    expect(page.get_by_role("heading", name="Your order is sealed")).to_be_visible()
    plain.close()


def test_a_target_that_leaves_the_fight_leaves_the_list_at_once(
    server: Server, code: str, phone: BrowserContext
) -> None:
    page = phone.new_page()
    sit(page, server, code, "Otis", "Otis")
    run(server, BEGIN)
    page.reload()
    page.locator(".codes button", has_text="Strike").tap()
    page.locator(".pick label", has_text="Orc 2").tap()
    run(server, REMOVE)
    targets = page.locator("input[name='answer.target']")
    expect(targets).to_have_count(2)
    expect(page.locator("input[name='answer.target'][value='orc-1']")).to_have_count(0)
    expect(page.locator("input[name='answer.target'][value='orc-2']")).to_be_checked()
    expect(page.locator("input[name='answer.target'][value='orc-2']")).to_be_focused()
    expect(page.locator("#alert")).to_be_empty()


def test_out_of_reach_is_said_before_the_seal_and_the_button_says_what_happens(
    server: Server, code: str, phone: BrowserContext, screenshot: Screenshot
) -> None:
    page = phone.new_page()
    sit(page, server, code, "Pip", "Otis")
    run(server, BEGIN)
    page.reload()
    page.locator(".codes button", has_text="Strike").tap()
    seal, warning = page.locator("button[name=done]"), page.locator("[data-warned]")
    expect(page.get_by_text("Choose a target first.")).to_be_visible()
    page.locator("label", has_text="Orc 1").tap()
    expect(seal).to_have_text("Seal this order")
    expect(warning).to_be_hidden()
    page.locator("label", has_text="Shaman").tap()
    expect(warning).to_have_text(re.compile("^Shaman is out of reach. You would "))
    expect(seal).to_have_text("Seal: close in")
    screenshot(page, "phone-out-of-reach")
    assert violations(page) == []


ENTRY = "navigation.currentEntry.index"
"""The place of the page in the history of its tab."""

OPEN = """
from encounters import services
from encounters.models import Encounter
from encounters.viewers import build_dm_viewer
services.open_encounter(build_dm_viewer(Encounter.objects.get()))
"""


def test_a_draft_survives_a_reload_and_is_sealed_when_orders_open(
    server: Server, code: str, phone: BrowserContext, screenshot: Screenshot
) -> None:
    page = phone.new_page()
    sit(page, server, code, "Pip", "Otis")
    run(server, OPEN)
    page.reload()
    entry = page.evaluate(ENTRY)
    page.get_by_role("link", name="Draft your order").tap()
    page.locator(".codes button", has_text="Strike").tap()
    page.locator("label", has_text="Orc 1").tap()
    page.get_by_role("button", name="Keep this draft").tap()
    expect(page.locator(".draft")).to_contain_text("Draft, only on this phone")
    page.wait_for_function(f"() => {ENTRY} === {entry}")
    page.reload()
    expect(page.locator(".draft")).to_contain_text("Long sword on Orc 1")
    screenshot(page, "phone-draft")
    assert violations(page) == []
    run(server, BEGIN)
    seal = page.get_by_role("button", name="Seal the draft")
    expect(seal).to_be_visible()
    screenshot(page, "phone-draft-offered")
    assert violations(page) == []
    seal.tap()
    expect(page.get_by_role("heading", name="Your order is sealed")).to_be_visible()
    page.wait_for_function("() => !Object.keys(localStorage).some((key) => key.startsWith('draft '))")


def test_a_draft_half_made_goes_on_as_the_order_when_orders_open(
    server: Server, code: str, phone: BrowserContext
) -> None:
    page = phone.new_page()
    sit(page, server, code, "Pip", "Otis")
    run(server, OPEN)
    page.reload()
    page.get_by_role("link", name="Draft your order").tap()
    page.locator(".codes button", has_text="Strike").tap()
    page.locator("label", has_text="Orc 2").tap()
    run(server, BEGIN)
    expect(page.get_by_role("button", name="Seal this order")).to_be_visible()
    expect(page.locator("[value=orc-2]")).to_be_checked()


def test_the_way_back_leads_out_of_a_draft_step_by_step_and_never_off_the_page(
    server: Server, code: str, phone: BrowserContext
) -> None:
    page = phone.new_page()
    sit(page, server, code, "Quill", "Tenser")
    run(server, OPEN)
    page.reload()
    first = page.url
    page.get_by_role("link", name="Draft your order").tap()
    page.locator(".codes button", has_text="Cast, shoot or use").tap()
    card = page.get_by_role("link", name="What is Web?")
    card.tap()
    expect(page.locator("dialog.card")).to_be_visible()
    page.go_back()
    expect(page.locator("dialog.card")).to_be_hidden()
    expect(card).to_be_visible()
    page.go_back()
    expect(page.locator(".codes button", has_text="Cast, shoot or use")).to_be_visible()
    page.go_forward()
    expect(card).to_be_visible()
    page.reload()
    expect(card).to_be_visible()
    page.go_back()
    expect(page.locator(".codes button", has_text="Cast, shoot or use")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("link", name="Draft your order")).to_be_visible()
    assert page.url == first
