"""The page's own scripts in Chromium: socket, regions, taps and keys.

The server's part is played here.
"""

import json
import mimetypes
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.template import engines
from django.test import override_settings
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from encounters.page_version import compute_page_version
from tests.encounters.gallery import PARTS

ORIGIN = "http://table.test"
SOURCE = (Path(__file__).parent / "scripts_page.html").read_text()
FORM = (
    '<section id="ask" data-at="{at}" data-epoch="a"><h2>Asked</h2><form id="{key}" data-question method="post" '
    'action="/post/" hx-post="/post/" hx-swap="none"><input type="hidden" name="tap">'
    '<label>Word <input name="word"></label>'
    '<button name="go" value="1" data-needs-line>Go</button><p data-sent></p></form><p>{words}</p></section>'
)


class Table:
    """The server's part: what it was sent, and what it pushes."""

    def __init__(self, page: Page, html: str = "") -> None:
        self.page = page
        self.html = html or _page()
        self.sockets: list[WebSocketRoute] = []
        self.heard: list[dict[str, Any]] = []
        self.posts: list[str] = []
        self.status = 200
        self.reply = ""
        self.refuses = 0
        page.route(f"{ORIGIN}/**", self._answer)
        page.route_web_socket("ws://table.test/**", self._connected)

    def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
        if route.request.method == "POST":
            self.posts.append(route.request.post_data or "")
            self._posted(route)
        elif path.startswith("/static/"):
            found = finders.find(path.removeprefix("/static/"))
            kind = mimetypes.guess_type(path)[0] or "text/plain"
            route.fulfill(
                status=200 if found else 404, content_type=kind, body=Path(found).read_bytes() if found else b""
            )
        elif path.startswith("/rule/"):
            route.fulfill(content_type="text/html", body="<h2>The clause</h2>")
        else:
            route.fulfill(
                content_type="text/html", body=self.html, headers={"Content-Security-Policy": "default-src 'self'"}
            )

    def _posted(self, route: Route) -> None:
        if self.status:
            route.fulfill(status=self.status, content_type="text/html", body=self.reply)
        else:
            route.abort()

    def _connected(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda message: self.heard.append(json.loads(message)))
        if self.refuses:
            socket.close(code=self.refuses)

    def push(self, html: str, at: int, prev: int | None = None, epoch: str = "a", **more: object) -> None:
        frame = {"at": at, "prev": at - 1 if prev is None else prev, "epoch": epoch, "html": html, **more}
        self.sockets[-1].send(json.dumps(frame))

    def taps(self) -> list[str]:
        return [post.partition("tap=")[2].partition("&")[0] for post in self.posts]


def _page() -> str:
    with override_settings(ROOT_URLCONF="tests.encounters.gallery.urls"):
        html = engines["django"].from_string(SOURCE).render({**PARTS, "at": 5, "epoch": "a"})
    return str(html).replace("<!--ask-->", FORM.format(at=5, key="q-1", words="old"))


@pytest.fixture
def table(page: Page) -> Table:
    playing = Table(page)
    page.goto(f"{ORIGIN}/")
    expect(page.locator("#link")).to_have_text("Live")
    return playing


def said(at: int, words: str) -> str:
    return f'<div id="one" data-at="{at}" data-epoch="a"><h2>One</h2><p>{words}</p></div>'


def until(page: Page, happened: Callable[[], object]) -> None:
    """Wait until something has come of what was done."""
    for _ in range(500):
        if happened():
            return
        page.wait_for_timeout(20)
    raise AssertionError("it did not happen")


def cursor(page: Page) -> tuple[str, str]:
    at, epoch = page.evaluate("[document.body.dataset.at, document.body.dataset.epoch]")
    return at, epoch


def test_a_region_that_is_replaced_takes_over_no_inline_style(table: Table, page: Page) -> None:
    # A browser, or what is added to it, leaves such a style on elements; the page's policy forbids to copy it.
    page.locator("#one").evaluate("each => { each.style.color = 'red'; each.style.color = ''; }")
    table.push(said(6, "new"), at=6)
    expect(page.locator("#one")).to_contain_text("new")
    assert page.locator("#one").get_attribute("style") is None


def test_the_socket_names_the_cursor_the_page_was_made_at(table: Table) -> None:
    assert table.sockets[0].url == f"ws://table.test/ws/?version={compute_page_version()}&at=5&epoch=a"


def test_what_is_pushed_next_is_shown_and_remembered(page: Page, table: Table) -> None:
    table.push(said(6, "new"), at=6)
    expect(page.locator("#one")).to_contain_text("new")
    assert cursor(page) == ("6", "a")


def test_what_was_shown_already_is_not_shown_again(page: Page, table: Table) -> None:
    table.push(said(5, "again"), at=5)
    table.push(said(6, "new"), at=6)
    expect(page.locator("#one")).to_contain_text("new")
    assert "again" not in page.inner_text("#one")


def test_a_page_settles_once_however_many_regions_are_pushed(page: Page, table: Table) -> None:
    page.evaluate("document.addEventListener('regions:settled', () => { document.body.dataset.count += 'x'; })")
    page.evaluate("document.body.dataset.count = ''")
    table.push(said(6, "new") + FORM.format(at=6, key="q-1", words="fresh"), at=6)
    expect(page.locator("#ask")).to_contain_text("fresh")
    assert page.locator("body").get_attribute("data-count") == "x"


def test_an_answer_draws_nothing_again_that_a_push_has_brought(page: Page, table: Table) -> None:
    table.push(said(6, "new"), at=6)
    expect(page.locator("#one")).to_contain_text("new")
    page.locator("#one p").evaluate("each => { each.title = 'the same element'; }")
    table.reply = said(6, "new").replace("data-at", 'hx-swap-oob="true" data-at')
    page.get_by_role("button", name="Go").click()
    until(page, table.taps)
    expect(page.get_by_role("button", name="Go")).to_be_enabled()
    assert page.locator("#one p").get_attribute("title") == "the same element"
    table.reply = table.reply.replace("new", "newer")
    page.get_by_role("button", name="Go").click()
    expect(page.locator("#one")).to_contain_text("newer")


def test_a_gap_is_asked_for_and_not_shown(page: Page, table: Table) -> None:
    table.push(said(9, "too far"), at=9)
    until(page, lambda: table.heard)
    assert table.heard == [{"resume": 5, "epoch": "a"}]
    assert "too far" not in page.inner_text("#one")


def test_a_page_that_was_loaded_between_two_frames_lacks_nothing(page: Page, table: Table) -> None:
    table.push(said(7, "new"), at=7, prev=3)
    expect(page.locator("#one")).to_contain_text("new")
    assert cursor(page) == ("7", "a")
    assert table.heard == []


def test_a_new_epoch_is_taken_whole_though_its_cursor_is_lower(page: Page, table: Table) -> None:
    table.push('<div id="one" data-at="2" data-epoch="b"><p>whole</p></div>', at=2, epoch="b", full=True)
    expect(page.locator("#one")).to_contain_text("whole")
    assert cursor(page) == ("2", "b")


def test_what_is_announced_is_spoken_where_readers_listen(page: Page, table: Table) -> None:
    table.push('<div id="announce">Segment 3.</div>', at=6)
    expect(page.locator("#announce[aria-live=polite]")).to_have_text("Segment 3.")


def test_announcements_that_come_at_once_are_joined(page: Page, table: Table) -> None:
    for at, words in enumerate(("One.", "Two.", "Three."), 6):
        table.push(f'<div id="announce">{words}</div>', at=at)
    expect(page.locator("#announce")).to_have_text("Two. Three.", timeout=3000)


def test_a_question_is_not_swapped_while_somebody_types_in_it(page: Page, table: Table) -> None:
    page.get_by_label("Word").fill("half a w")
    table.push(FORM.format(at=6, key="q-1", words="fresh"), at=6)
    page.wait_for_timeout(100)
    assert page.get_by_label("Word").input_value() == "half a w"
    page.get_by_role("button", name="Next").focus()
    expect(page.locator("#ask")).to_contain_text("fresh")


def test_a_question_that_is_gone_is_taken_away_and_focus_stays_near(page: Page, table: Table) -> None:
    page.get_by_label("Word").fill("half a w")
    table.push(FORM.format(at=6, key="q-2", words="another"), at=6)
    expect(page.locator("#ask")).to_contain_text("another")
    expect(page.locator("#ask h2")).to_be_focused()
    expect(page.locator("#alert")).to_contain_text("no longer asked")


CLOCK = (
    '<span data-clock="3" data-least="4" data-runs><b data-time>0:03</b><i data-boxes></i><i data-late></i></span>'
    "<p data-unheard hidden>No signal</p>"
)


@pytest.mark.parametrize("is_heard", [True, False])
def test_a_clock_stands_where_the_server_does_not_hear_the_page(page: Page, is_heard: bool) -> None:
    page.clock.install()
    table = Table(page, _page().replace("<body", '<body data-here="/me/"'))
    page.goto(f"{ORIGIN}/")
    expect(page.locator("#link")).to_have_text("Live")
    table.push(said(6, CLOCK), at=6)
    expect(page.locator("#one")).to_contain_text("0:0")
    for beat in range(1, 6):
        until(page, lambda beat=beat: len(table.heard) >= beat)  # type: ignore[misc]
        if is_heard:
            table.sockets[-1].send(json.dumps({"heard": True}))
        page.clock.run_for(2000)
    assert table.heard[0] == {"here": True}
    expect(page.locator("[data-unheard]")).to_be_visible(visible=not is_heard)
    expect(page.locator("[data-time]")).to_have_text(re.compile("^0:1[234]$" if is_heard else "^0:0[345]$"))


def test_who_is_at_the_table_is_shown(page: Page, table: Table) -> None:
    table.sockets[-1].send(json.dumps({"presence": {"phones": 7}}))
    expect(page.locator("[data-presence=phones]")).to_have_text("7")


def test_an_answer_may_bring_parts_that_are_not_on_this_screen(page: Page, table: Table, complaints: list[str]) -> None:
    table.reply = "".join(
        f'<div id="{id}" data-at="6" data-epoch="a" hx-swap-oob="true"><h2>{id}</h2><p>new</p></div>'
        for id in ("one", "clock-2")
    )
    page.locator("form[data-next] button").click()
    expect(page.locator("#one p")).to_have_text("new")
    assert page.locator("#clock-2").count() == 0
    assert complaints == []


def test_a_part_of_another_screen_is_left_out_however_its_tag_is_written(
    page: Page, table: Table, complaints: list[str]
) -> None:
    lines = '<div\n  id="elsewhere"\n  data-at="6"\n  hx-swap-oob="true"\n  hidden\n>another screen</div>'
    table.reply = said(6, "answered").replace("<div ", '<div hx-swap-oob="true" ', 1) + lines
    page.locator("[name=word]").fill("x")
    page.locator("[name=go]").click()
    expect(page.locator("#one")).to_contain_text("answered")
    assert complaints == []


def test_an_answer_is_shown_though_what_was_tapped_has_been_replaced_meanwhile(
    page: Page, table: Table, complaints: list[str]
) -> None:
    held: list[Route] = []
    page.route(f"{ORIGIN}/post/", lambda route: held.append(route))
    page.locator("#ask button[name=go]").click()
    until(page, lambda: held)
    replaced = FORM.format(at=5, key="q-1", words="as it was")
    page.evaluate("html => { document.getElementById('ask').outerHTML = html; }", replaced)
    answer = FORM.format(at=6, key="q-2", words="the next step").replace("<section", '<section hx-swap-oob="true"', 1)
    held[0].fulfill(content_type="text/html", body=answer)
    expect(page.locator("#ask")).to_contain_text("the next step")
    assert complaints == []


def test_what_is_held_open_to_read_stays_while_it_is_held_also_where_an_answer_comes(page: Page, table: Table) -> None:
    order = '<details data-hold><summary>Hold to read it</summary><p class="read">{}</p></details>'
    table.push(said(6, order.format("pushed")), at=6)
    answer = said(6, order.format("answered")).replace("<div", '<div hx-swap-oob="true"', 1)
    answer += '<section id="ask" data-at="6" data-epoch="a" hx-swap-oob="true">next</section>'
    late: list[Route] = []
    page.route(f"{ORIGIN}/post/", lambda route: late.append(route))
    page.get_by_role("button", name="Go").click()
    until(page, lambda: late)
    page.get_by_text("Hold to read it").dispatch_event("pointerdown")
    late[0].fulfill(content_type="text/html", body=answer)
    expect(page.locator("#ask")).to_have_text("next")
    expect(page.locator(".read")).to_be_visible()
    expect(page.locator(".read")).to_have_text("pushed")
    page.get_by_text("Hold to read it").dispatch_event("pointerup")
    expect(page.locator(".read")).to_have_text("answered")
    expect(page.locator(".read")).to_be_hidden()


def test_an_answer_from_before_a_take_back_comes_too_late(page: Page, table: Table) -> None:
    table.push('<div id="one" data-at="4" data-epoch="0.1"><p>taken back</p></div>', at=4, epoch="0.1", full=True)
    expect(page.locator("#one")).to_contain_text("taken back")
    late = '<div id="{}" data-at="6" data-epoch="0.0" hx-swap-oob="true"><p>too late</p></div>'
    table.reply = late.format("one") + '<section id="ask" data-at="6" data-epoch="0.2" hx-swap-oob="true">new</section>'
    page.get_by_role("button", name="Go").click()
    expect(page.locator("#ask")).to_have_text("new")
    expect(page.locator("#one")).to_have_text("taken back")


def test_what_an_answer_has_brought_is_not_pushed_over_what_came_of_it(page: Page, table: Table) -> None:
    table.reply = FORM.format(at=6, key="q-2", words="two steps on").replace(
        "<section", '<section hx-swap-oob="true"', 1
    )
    page.locator("#ask button[name=go]").click()
    expect(page.locator("#ask")).to_contain_text("two steps on")
    table.push(
        FORM.format(at=6, key="q-1", words="as it began") + '<p id="one" data-at="6" data-epoch="a">new</p>', at=6
    )
    expect(page.locator("#one")).to_have_text("new")
    expect(page.locator("#ask")).to_contain_text("two steps on")


COMPOSER = (
    '<section id="compose" data-at="{at}" data-epoch="a"{oob}><form id="q-{who}" data-question method="post" '
    'action="/post/"><input type="hidden" name="token" value="t-{who}">{taken}<p>{who}</p></form></section>'
)
TAKEN = '<input type="hidden" name="answer.action" value="C">'


@pytest.mark.parametrize("who", ["orc", "otis"])
def test_an_order_half_given_is_taken_up_again_where_the_desk_is_laid_out_anew(
    page: Page, table: Table, who: str
) -> None:
    asked: list[str] = []

    def step(route: Route) -> None:
        asked.append(route.request.url)
        again = COMPOSER.format(at=6, who="otis", taken=TAKEN, oob=' hx-swap-oob="true"')
        route.fulfill(content_type="text/html", body=again)

    page.route(f"{ORIGIN}/?*", step)
    page.evaluate(
        "html => document.getElementById('one').insertAdjacentHTML('afterend', '<div id=work></div>') || "
        "(document.getElementById('work').innerHTML = html)",
        COMPOSER.format(at=5, who="otis", taken=TAKEN, oob=""),
    )
    table.push(f'<div id="work">{COMPOSER.format(at=6, who=who, taken="", oob="")}</div>', at=6)
    expect(page.locator("#compose form")).to_have_attribute("id", "q-otis")
    expect(page.locator("#compose [name='answer.action']")).to_have_value("C")
    assert asked == [f"{ORIGIN}/?for=t-otis&answer.action=C"]


def test_a_line_that_breaks_is_taken_up_again(page: Page, table: Table) -> None:
    table.sockets[0].close(code=1012)
    expect(page.locator("#link")).to_have_text("Reconnecting")
    expect(page.locator("#link")).to_have_text("Live")
    assert len(table.sockets) == 2


def test_a_seat_given_away_is_said_and_not_asked_for_again(page: Page, table: Table) -> None:
    table.sockets[0].close(code=4403)
    expect(page.locator("#link")).to_contain_text("another device")
    expect(page.get_by_role("button", name="Go")).to_be_disabled()
    page.wait_for_timeout(1500)
    assert len(table.sockets) == 1


def test_a_tap_carries_an_id_and_the_button_that_was_pressed(page: Page, table: Table) -> None:
    page.get_by_role("button", name="Go").click()
    until(page, lambda: table.posts)
    assert "go=1" in table.posts[0]
    assert [len(tap) for tap in table.taps()] == [32]


def test_two_taps_at_once_are_one(page: Page, table: Table) -> None:
    page.evaluate("const f = document.getElementById('q-1'); f.requestSubmit(); f.requestSubmit();")
    page.wait_for_timeout(200)
    assert len(table.posts) == 1


@pytest.mark.reports("no signal")
def test_a_tap_that_was_lost_is_tried_again_under_the_same_id(page: Page, table: Table) -> None:
    table.status = 0
    page.get_by_role("button", name="Go").click()
    expect(page.locator("[data-sent]").first).to_have_text("Not sent. Try again when the signal is back.")
    table.status = 200
    page.get_by_role("button", name="Go").click()
    expect(page.locator("[data-sent]").first).to_have_text("")
    assert len(table.taps()) == 2
    assert len(set(table.taps())) == 1


def test_an_answered_tap_is_followed_by_another_id(page: Page, table: Table) -> None:
    go = page.get_by_role("button", name="Go")
    go.click()
    until(page, table.taps)
    expect(go).to_be_enabled()
    go.click()
    until(page, lambda: len(set(table.taps())) == 2)


def test_seconds_are_counted_down_and_then_it_is_said_once(page: Page, table: Table) -> None:
    left = '<span role="timer" data-left="{}" data-up="Time is up." data-said>{}</span>'
    table.push(said(6, left.format(64, "1:04 left")), at=6)
    expect(page.locator("[data-left]")).to_have_text("1:03 left")
    table.push(said(7, left.format(1, "0:01 left")), at=7)
    expect(page.locator("[data-left]")).to_have_text("Time is up.")
    expect(page.locator("#announce")).to_have_text("Time is up.")
    page.evaluate("document.getElementById('announce').textContent = ''")
    table.push(said(8, left.format(0, "Time is up.")), at=8)
    expect(page.locator("#one")).to_have_attribute("data-at", "8")
    expect(page.locator("#announce")).to_have_text("")


def test_what_was_opened_to_read_is_open_in_what_comes_after(page: Page, table: Table) -> None:
    more = '<details data-keep="3"><summary>and 2 more</summary>1.2a</details>'
    table.push(said(6, f"first {more}"), at=6)
    page.locator("#one summary").click()
    table.push(said(7, f"second {more}"), at=7)
    expect(page.locator("#one")).to_contain_text("second")
    expect(page.locator("#one details")).to_have_attribute("open", "")


def test_space_plays_on_but_not_while_typing(page: Page, table: Table) -> None:
    page.get_by_label("Word").focus()
    page.keyboard.press("Space")
    page.wait_for_timeout(100)
    assert table.posts == []
    page.get_by_label("Word").blur()
    page.keyboard.press("Space")
    until(page, lambda: table.posts)
    assert "token=t1" in table.posts[0]


def test_a_number_looks_at_a_segment(page: Page, table: Table) -> None:
    page.keyboard.press("3")
    expect(page.locator("#log [data-clock='3']")).to_be_focused()


def test_the_keys_are_listed_under_a_question_mark(page: Page, table: Table) -> None:
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()


MOB = (
    "<ul data-list><li><button>Otis</button></li><li><details><summary>Orcs</summary>"
    "<ul data-list><li><button>Orc 1</button></li><li><button>Orc 2</button></li></ul></details></li>"
    "<li><button>Witch</button></li></ul>"
)
"""A list with a mob, which opens to its members."""


@pytest.mark.parametrize("is_open", [False, True])
def test_j_and_k_step_over_a_closed_mob_and_through_an_open_one(page: Page, table: Table, is_open: bool) -> None:
    page.evaluate("html => { document.querySelector('main').innerHTML = html; }", MOB)
    page.evaluate("on => { document.querySelector('main details').open = on; }", is_open)
    expected = ["Otis", "Orcs", *(["Orc 1", "Orc 2"] if is_open else []), "Witch"]
    for key, names in (("j", expected), ("k", expected[-2::-1])):
        for name in names:
            page.keyboard.press(key)
            expect(page.locator(":focus")).to_have_text(name)


def test_a_button_keeps_the_focus_while_what_it_sent_is_under_way(page: Page, table: Table) -> None:
    held: list[Route] = []
    page.route(f"{ORIGIN}/post/", lambda route: held.append(route))
    go = page.get_by_role("button", name="Go")
    go.press("Enter")
    until(page, lambda: held and page.evaluate("document.activeElement === document.body"))
    held[0].fulfill(content_type="text/html", body="")
    expect(go).to_be_focused()
    go.press("Enter")
    until(page, lambda: len(held) > 1 and page.evaluate("document.activeElement === document.body"))
    answer = FORM.format(at=6, key="q-2", words="the next step").replace("<section", '<section hx-swap-oob="true"', 1)
    held[1].fulfill(content_type="text/html", body=answer)
    expect(page.locator("#ask h2")).to_be_focused()


def test_covered_orders_open_only_while_alt_is_held(page: Page, table: Table) -> None:
    order = page.locator(".cover .under").first
    expect(order).to_be_hidden()
    page.keyboard.down("Alt")
    expect(order).to_be_visible()
    page.keyboard.up("Alt")
    expect(order).to_be_hidden()


def test_autoplay_posts_the_next_step_and_stops_where_there_is_none(page: Page, table: Table) -> None:
    page.get_by_role("button", name="Autoplay").press("Enter")
    page.wait_for_timeout(2600)
    assert "token=t1" in table.posts[0]
    page.evaluate("document.querySelector('form[data-next]').remove()")
    expect(page.get_by_role("button", name="Autoplay")).to_have_attribute("aria-pressed", "false")


def test_a_clause_opens_where_it_is_cited(page: Page, table: Table) -> None:
    page.locator("#log .grounds:not([open]) > summary").first.press("Enter")
    page.locator("#log a.clause").first.press("Enter")
    expect(page.locator("#note")).to_contain_text("The clause")
    page.keyboard.press("Escape")
    expect(page.locator("#note")).to_be_hidden()


def test_a_place_may_be_pointed_at(page: Page, table: Table) -> None:
    page.locator("[data-aim] [data-map]").click(position={"x": 60, "y": 60})
    assert page.get_by_label("feet across").input_value() != ""


def test_the_page_turns_light_or_dark_with_the_system(page: Page, table: Table) -> None:
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html[data-bs-theme=dark]")).to_have_count(1)
    page.emulate_media(color_scheme="light")
    expect(page.locator("html[data-bs-theme=light]")).to_have_count(1)


def test_light_or_dark_is_remembered(page: Page, table: Table) -> None:
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Light or dark").click()
    page.reload()
    expect(page.locator("html[data-bs-theme=dark]")).to_have_count(1)


def test_the_scripts_keep_to_the_pages_policy(page: Page, table: Table, complaints: list[str]) -> None:
    page.reload()
    table.push(said(6, "new"), at=6)
    expect(page.locator("#one")).to_contain_text("new")
    assert complaints == []


FIGHT_OPENED = 4410
"""The code with which a socket is closed when another fight is on the table."""


def open_campaign(page: Page) -> Table:
    playing = Table(page)
    page.goto(f"{ORIGIN}/c/1/settings/")
    expect(page.locator("#link")).to_have_text("Live")
    return playing


def test_a_page_goes_where_the_table_goes(page: Page) -> None:
    open_campaign(page).sockets[-1].close(code=FIGHT_OPENED)
    expect(page).to_have_url(f"{ORIGIN}/c/1/")


def test_a_page_that_is_being_left_for_the_fight_it_opens_is_not_led_elsewhere(page: Page) -> None:
    page.add_init_script("Math.random = () => 0.9;")
    table, held = open_campaign(page), list[Route]()
    page.route(f"{ORIGIN}/open/", lambda route: held.append(route))
    table.sockets[-1].close(code=FIGHT_OPENED)
    page.evaluate("""() => {
        document.body.insertAdjacentHTML("beforeend", '<form id="opens" method="post" action="/open/"></form>');
        setTimeout(() => document.getElementById("opens").requestSubmit());
    }""")
    until(page, lambda: held)
    page.wait_for_timeout(1500)
    held[0].fulfill(content_type="text/html", body="<h1>The fight</h1>")
    expect(page.get_by_role("heading", name="The fight")).to_be_visible()
    assert page.url == f"{ORIGIN}/open/"
