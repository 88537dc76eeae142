"""Every page between fights in every state: all of it can be read and reached.

The campaigns are those of `tests.campaigns.browser.states_between`, on one server; no test leaves one in another state.
"""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.inspection import CONTRAST, THEME, violations
from tests.browser.pictures import keep
from tests.browser.sizes import OUT_OF_REACH, PHONES, list_faults
from tests.browser.test_states import SQUEEZED
from tests.campaigns.browser.states_between import LONG_NAME, LONGEST
from tests.server import ROOT, Server

pytestmark = pytest.mark.reports("refused")

SIZES = {
    "dm": ((1024, 768), (1280, 720), (1366, 768)),
    "phone": PHONES,
    "tv": ((1280, 720), (1366, 768), (1920, 1080)),
}
"""The sizes at which a page is shown, by what it is shown on."""

TALL = 3000
"""The height at which a phone shows the whole of a page, which scrolls inside."""

EMPTY_BOXES = """() => [...document.body.querySelectorAll("*")].filter(each => {
    if (!each.checkVisibility({ visibilityProperty: true })) return false;
    if (each.closest("svg, .visually-hidden, .skip, option, textarea, template, script")) return false;
    if (![...each.childNodes].some(node => node.nodeType === 3 && node.data.trim())) return false;
    if (getComputedStyle(each).clipPath !== "none" || getComputedStyle(each).display === "contents") return false;
    const range = document.createRange();
    range.selectNodeContents(each);
    const box = range.getBoundingClientRect();
    return box.width < 3 || box.height < 3 || box.height > 6 * box.width;
}).map(each => `no height or width: ${each.tagName} ${each.className} ${each.textContent.trim().slice(0, 40)}`)"""
"""Names the elements whose words have no height or width, or stand one letter below the other."""

STICKING_OUT = """() => [...document.body.querySelectorAll("*")].filter(each => {
    if (!each.checkVisibility({ visibilityProperty: true })) return false;
    if (each.closest("svg, .visually-hidden, textarea, select")) return false;
    if (![...each.childNodes].some(node => node.nodeType === 3 && node.data.trim())) return false;
    const [range, box] = [document.createRange(), findBox(each).getBoundingClientRect()];
    for (let at = each; at; at = at.parentElement) if (getComputedStyle(at).textOverflow === "ellipsis") return false;
    range.selectNodeContents(each);
    const words = [...range.getClientRects()].filter(line => line.width > 2);
    return box.width > 4 && words.some(line => line.left < box.left - 2 || line.right > box.right + 2);
    function findBox(at) {
        while (["inline", "contents"].includes(getComputedStyle(at).display)) at = at.parentElement;
        return at;
    }
}).map(each => `sticks out: ${each.tagName} ${each.className} ${each.textContent.trim().slice(0, 40)}`)"""
"""Names the elements whose words are wider than their box, unless an ellipsis says so."""

LEADING = """() => {
    const ink = getComputedStyle(document.body).color;
    return [...document.querySelectorAll("a, button")]
        .filter(each => each.checkVisibility() && getComputedStyle(each).backgroundColor === ink)
        .map(each => [...each.childNodes].filter(node => node.nodeName !== "KBD"))
        .map(nodes => nodes.map(node => node.textContent).join(" "))
        .map(words => words.trim().replace(/\\s+/g, " "));
}"""
"""Names the black buttons, without their keys."""

FOLLOW_FOCUS = """() => {
    const fields = "button:enabled, input:enabled:not([type=hidden]), select, textarea";
    const root = document.querySelector("dialog[open]") || document;
    const shown = [...root.querySelectorAll(`a[href], summary, ${fields}`)].filter(each =>
        each.checkVisibility({ visibilityProperty: true }) && each.tabIndex >= 0 && !each.closest("[inert], svg"));
    const found = window.focusFound = { shown, reached: [], faint: [] };
    const isMarked = each => {
        const style = getComputedStyle(each);
        return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
    };
    addEventListener("focusin", event => {
        found.reached.push(event.target);
        const around = [event.target, event.target.parentElement, event.target.parentElement?.parentElement];
        if (!around.some(each => each && isMarked(each))) found.faint.push(event.target);
    });
    return shown.length + 4 * document.querySelectorAll("[type=time], [type=date]").length;
}"""
"""Notes from now on what is focused; returns how often Tab is to be pressed to come to all that is shown."""

MISSED = """() => {
    const { shown, reached, faint } = window.focusFound;
    const name = each => `${each.tagName} ${(each.ariaLabel || each.textContent.trim() || each.name).slice(0, 50)}`;
    const group = each => each.type === "radio" ? [...document.getElementsByName(each.name)] : [each];
    const missed = shown.filter(each => !group(each).some(one => reached.includes(one)));
    const first = [...new Set(reached)];
    const back = first.filter((each, n) => n > 0 && first[n - 1].compareDocumentPosition(each) & 2);
    return [...missed.map(each => `not reached by Tab: ${name(each)}`),
        ...faint.map(each => `focus is not seen: ${name(each)}`),
        ...back.slice(1).map(each => `Tab goes back to ${name(each)}`)];
}"""
"""Names what Tab did not come to, and where the focus is not seen or goes back (once it begins again at the top)."""


@dataclass(frozen=True)
class Between:
    """The server with the campaigns, and the browser that looks at them."""

    server: Server
    browser: Browser
    states: dict[str, Any]
    dms: dict[str, dict[str, str]]
    message: str

    def open(self, case: "Case", *, message: bool = False) -> Page:
        """Open the page of a case in a browser of its own."""
        state = self.states[case.state]
        cookies = self.dms[case.who] if case.on == "dm" else state["cookies"].get(case.who, {})
        page = self.open_context(case.on, cookies | ({"messages": self.message} if message else {})).new_page()
        width, height = SIZES[case.on][0]
        page.set_viewport_size({"width": width, "height": height})
        page.goto(self.server.url + case.address.format(**state))
        return page

    def open_context(self, on: str, cookies: dict[str, str]) -> BrowserContext:
        """Open a browser with these cookies."""
        context = self.browser.new_context(reduced_motion="reduce", has_touch=on == "phone")
        context.add_cookies([{"name": name, "value": value, "url": self.server.url} for name, value in cookies.items()])
        context.set_default_timeout(10_000)
        return context


Act = Callable[[Page, Between], None]


@dataclass(frozen=True)
class Case:
    """A page in a state."""

    state: str
    who: str
    address: str
    says: str
    """Words that the page shows then."""
    leads: str = ""
    """The words of its black button; "" for none."""
    act: Act | None = None
    """What is done on the page; None for reading it again."""
    on: str = "dm"
    has_message: bool = False


@pytest.fixture(scope="module")
def between(browser: Browser, module_server: Server) -> Between:
    """Return the campaigns, one for each state."""
    command = [sys.executable, "-m", "tests.campaigns.browser.states_between"]
    environ = dict(module_server.environ)
    made = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=True)
    found = json.loads(made.stdout.splitlines()[-1])
    return Between(module_server, browser, found["states"], found["dms"], found["message"])


# What is done on a page.


def unfold(page: Page, between: Between) -> None:
    """Open all that unfolds."""
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")


def rest_a_week(page: Page, between: Between) -> None:
    """Open the rest, and choose a week."""
    page.locator("details.rest summary").click()
    page.locator("details.rest").get_by_text("A week", exact=True).click()


def fill(field: str, value: str) -> Act:
    """Return the act that fills a field and sends its form as it is, right or wrong."""

    def fill_field(page: Page, between: Between) -> None:
        unfold(page, between)
        typed = page.locator(f"main form :not(button)[name='{field}']:not([type=hidden])").first
        typed.fill(value)
        typed.evaluate("each => { each.form.noValidate = true; each.form.requestSubmit(); }")

    return fill_field


def write_too_late(page: Page, between: Between) -> None:
    """Save a field whose value is another by now than this page was shown."""
    form = page.locator("form.change")
    form.locator("[name=seen]").evaluate("each => { each.value = '1'; }")
    form.locator("[name=value]").fill("77")
    form.get_by_role("button", name="Save").click()


def find_no_table(page: Page, between: Between) -> None:
    """Enter a code that no table has."""
    page.get_by_label("Code of the table").fill("WRONG1")
    page.get_by_role("button", name="Join").click()


def pick_too_many(page: Page, between: Between) -> None:
    """Choose more spells than there are."""
    for _ in range(2):
        page.locator("button[name^=more], button[aria-label$='one more']").first.click()
    expect(page.get_by_text("more than")).to_be_visible()


def open_card(page: Page, between: Between) -> None:
    """Open the card of the first spell."""
    page.locator(".choice a[data-card], .choice li a").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


MILL, RETURN, CHOOSE = "Open the table", "Return to the fight", "Choose Morwen’s 3 spells"
NEW, NAME, RESTED = "New encounter", "Save the name", "The party rested to day 13"
SHEET, OWN, GUEST = "/c/{c}/character/{n}/", "/t/{code}/sheet/1/", "/t/{code}/guest/"
TABLE, ME, WATCH, END = "/t/{code}/", "/t/{code}/me/", "/t/{code}/watch/", "/e/{e}/outcome/"


def told(case: Case) -> Case:
    """Return a page with a message of the one before."""
    return replace(case, says=RESTED, has_message=True)


def on(device: str, case: Case) -> Case:
    """Return a page that is shown on a phone or table screen."""
    return replace(case, on=device)


HOMES: dict[str, Case] = {
    "home first visit": Case("few", "rex", "/", "A round is ten segments", "Play the demo"),
    "home nothing prepared": Case("empty", "emil", "/", "What happens next", "Prepare an encounter"),
    "home next": Case("few", "dora", "/", "The mill by the bridge", MILL),
    "home message": told(Case("few", "dora", "/", "", MILL)),
    "home in play": Case("running", "finn", "/", "The drowned chapel", RETURN),
    "home to carry over": Case("ended", "gwen", "/", "Goblin ford is not carried over yet", "Prepare an encounter"),
    "home many": Case("many", "cleo", "/", "All 10 fights", MILL, unfold),
    "home search": Case("many", "cleo", "/?q=Nothing-like-it", "No campaign or character is called", MILL),
}
CAMPAIGNS: dict[str, Case] = {
    "campaign empty": Case("empty", "emil", "/c/{c}/", "No characters yet", NEW),
    "campaign": Case("few", "dora", "/c/{c}/", "The mill by the bridge", MILL),
    "campaign message": told(Case("few", "dora", "/c/{c}/", "", MILL)),
    "campaign rest": Case("few", "dora", "/c/{c}/", "Rest a week", MILL, rest_a_week),
    "campaign all open": Case("few", "dora", "/c/{c}/", "What lasts", MILL, unfold),
    "campaign wrong day": Case("few", "dora", "/c/{c}/", "Write a day from 1", MILL, fill("day", "soon")),
    "campaign in play": Case("running", "finn", "/c/{c}/", "as they stand in The drowned chapel", RETURN, unfold),
    "campaign to carry over": Case("ended", "gwen", "/c/{c}/", "Carry over to the sheets", NEW),
    "campaign with dead": Case("carried", "hugo", "/c/{c}/", "The dead and the retired", NEW, unfold),
    "campaign many": Case("many", "cleo", "/c/{c}/", "earlier fights", MILL, unfold),
    "campaign full": Case("full", "ines", "/c/{c}/", "12,345,678", NEW, unfold),
    "campaign own sheets": Case("own", "jana", "/c/{c}/", "Bran", NEW, unfold),
    "new campaign": Case("few", "dora", "/c/new/", "New campaign", "Make the campaign"),
    "new campaign wrong": Case(
        "few", "dora", "/c/new/", "Give the campaign a name", "Make the campaign", fill("name", "")
    ),
}
SETTINGS: dict[str, Case] = {
    "settings": Case("few", "dora", "/c/{c}/settings/", "New code", NAME),
    "settings long": Case("many", "cleo", "/c/{c}/settings/", "New code", NAME),
    "settings message": told(Case("few", "dora", "/c/{c}/settings/", "", NAME)),
    "settings wrong": Case("few", "dora", "/c/{c}/settings/", "Give the campaign a name", NAME, fill("name", "")),
    "settings rest": Case("few", "dora", "/c/{c}/settings/rest/", "Wanderers", "Save"),
    "settings rest wrong": Case("few", "dora", "/c/{c}/settings/rest/", "from 0 to 24", "Save", fill("checks", "99")),
    "settings sheets": Case("few", "dora", "/c/{c}/settings/sheets/", "Hit points", "Save"),
    "players": Case("few", "dora", "/c/{c}/players/", "Pip"),
    "players many": Case("many", "cleo", "/c/{c}/players/", "Otis"),
    "members": Case("few", "dora", "/c/{c}/members/", "dora", "Invite a DM"),
    "members long": Case("many", "cleo", "/c/{c}/members/", "cleo", "Invite a DM"),
    "delete campaign": Case("many", "cleo", "/c/{c}/delete/", "49 fights"),
}
SHEETS: dict[str, Case] = {
    "sheet": Case("few", "dora", SHEET, "Magic missile"),
    "sheet message": told(Case("few", "dora", SHEET, "")),
    "sheet guest": Case("few", "dora", "/c/{c}/character/{guest}/", "ranger"),
    "sheet field": Case("few", "dora", SHEET + "?change=definition.ac", "Cancel"),
    "sheet wrong": Case("few", "dora", SHEET + "?change=definition.ac", "from -10 to 10", act=fill("value", "21")),
    "sheet conflict": Case("few", "dora", SHEET + "?change=experience", "You typed 77", act=write_too_late),
    "sheet weapons": Case("few", "dora", SHEET + "?change=definition.weapons", "Cancel"),
    "sheet gear": Case("full", "ines", SHEET + "?change=sheet.gear", "Cancel"),
    "sheet in play": Case("running", "finn", SHEET, "The drowned chapel is in play"),
    "sheet dead": Case("carried", "hugo", "/c/{c}/character/{dead}/", "Died in Goblin ford"),
    "sheet full": Case("full", "ines", SHEET, "Rope of silk, 19 ft", act=unfold),
    "sheet of many": Case("many", "cleo", SHEET, "fighter"),
    "sheet own": Case("own", "jana", SHEET, "Bran"),
    "sheet own attributes": Case("own", "jana", SHEET + "attributes/", "Bran", "Save"),
    "sheet attributes": Case("full", "ines", SHEET + "attributes/", "Weapons", "Save"),
    "new character": Case("few", "dora", "/c/{c}/character/new/", "only the name is needed", "Save character"),
    "new character wrong": Case(
        "few", "dora", "/c/{c}/character/new/", "Type a name", "Save character", fill("level", "99")
    ),
    "guests": Case("few", "dora", "/c/{c}/character/guests/", "Send home"),
    "guests none": Case("empty", "emil", "/c/{c}/character/guests/", "No guests yet"),
    "guests message": told(Case("few", "dora", "/c/{c}/character/guests/", "")),
    "memorise": Case("few", "dora", "/c/{c}/character/{cleric}/memorise/", "Bless", "Memorise these 3 prayers"),
    "memorise too many": Case(
        "few", "dora", "/c/{c}/character/{cleric}/memorise/", "more than", "Memorise these 5 prayers", pick_too_many
    ),
    "memorise full": Case("full", "ines", SHEET + "memorise/", "Sleep", "Memorise these 40 spells"),
    "end": Case("ended", "gwen", END, "Last words", "Carry over"),
    "end message": told(Case("ended", "gwen", END, "", "Carry over")),
    "end carried over": Case("carried", "hugo", END, "You carried this over", "To the campaign"),
    "end too early": Case("running", "finn", END, "The drowned chapel", RETURN),
}
PHONE: dict[str, Case] = {
    "lobby empty": Case("empty", "Pip", TABLE, "Welcome", "Play a guest"),
    "lobby": Case("few", "Pip", TABLE, "Welcome", CHOOSE),
    "lobby without character": Case("few", "Quill", TABLE, "Play a guest", "Play a guest"),
    "lobby told": Case("carried", "Pip", TABLE, "Last fight", CHOOSE),
    "lobby many": Case("many", LONGEST, TABLE, "Also at the table"),
    "lobby full": Case("full", LONGEST, TABLE, "Welcome", f"Choose {LONG_NAME}’s 13 spells"),
    "lobby message": told(Case("few", "Pip", TABLE, "", CHOOSE)),
    "in play": Case("running", "Pip", ME, "Morwen", "Draft your order"),
    "in play without character": Case("running", "Quill", ME, "The drowned chapel"),
    "ended": Case("ended", "Pip", ME, "The fight is over"),
    "watches the end": Case("ended", "Sam", WATCH, "The party holds the ford"),
    "watches the lobby": Case("carried", "Sam", WATCH, "with Morwen"),
    "sheet": Case("few", "Pip", OWN, "Morwen"),
    "sheet message": told(Case("few", "Pip", OWN, "")),
    "sheet field": Case("few", "Pip", OWN + "?change=sheet.coins.gp", "Cancel"),
    "sheet wrong": Case("few", "Pip", OWN + "?change=sheet.coins.gp", "whole number", act=fill("value", "much")),
    "sheet conflict": Case("few", "Pip", OWN + "?change=sheet.coins.gp", "You typed 77", act=write_too_late),
    "sheet notes": Case("full", LONGEST, OWN + "?change=sheet.notes", "Cancel"),
    "sheet in play": Case("running", "Pip", OWN, "is in play"),
    "sheet full": Case("full", LONGEST, OWN, "Javelin"),
    "sheet own": Case("own", "Pip", OWN, "Bran"),
    "memorise": Case("few", "Pip", "/t/{code}/memorise/1/", "Memorise", "Memorise these 3 spells"),
    "memorise card": Case("few", "Pip", "/t/{code}/memorise/1/", "Range", "Memorise these 3 spells", open_card),
    "memorise full": Case("full", LONGEST, "/t/{code}/memorise/1/", "Memorise", "Memorise these 40 spells"),
    "guest": Case("few", "Quill", GUEST, "Ready-made characters"),
    "guest in play": Case("running", "Quill", GUEST, "A fight is on the table"),
    "has a character": Case("few", "Pip", GUEST, "You play Morwen"),
    "joins": Case("few", "nobody", TABLE, "Who are you?", "Sit down"),
    "joins in play": Case("running", "nobody", TABLE, "Who are you?", "Sit down"),
    "joins many": Case("many", "nobody", TABLE, "Who are you?", "Sit down"),
    "joins wrong": Case("few", "nobody", TABLE, "Type the name", "Sit down", fill("name", "")),
    "joins with a wrong code": Case("few", "nobody", "/join/", "No table has this code", "Join", find_no_table),
}
SCREEN: dict[str, Case] = {
    "lobby empty": Case("empty", "Sam", WATCH, "Pip"),
    "lobby": Case("few", "Sam", WATCH, "Quill"),
    "lobby told": Case("carried", "Sam", WATCH, "with Morwen"),
    "lobby many": Case("many", "Sam", WATCH, "Aldo"),
    "lobby full": Case("full", "Sam", WATCH, "Point a phone"),
    "ended": Case("ended", "Sam", WATCH, "The party holds the ford"),
}
CASES = {
    **HOMES, **CAMPAIGNS, **SETTINGS, **SHEETS, **{f"phone {name}": on("phone", case) for name, case in PHONE.items()},
    **{f"tv {name}": on("tv", case) for name, case in SCREEN.items()},
}  # fmt: skip
EVERY_TIME = {
    "home many", "campaign all open", "campaign full", "settings rest wrong", "sheet full",
    "sheet in play", "sheet own", "end", "phone lobby full", "phone watches the end",
    "phone sheet full", "phone sheet conflict", "phone joins many", "tv lobby many",
}  # fmt: skip
"""The pages that `make test` looks at, each in its fullest state; the others are for `make soak`."""


def list_cases() -> list[Any]:
    """Return the cases; those that `make test` leaves to `make soak` are marked."""
    return [pytest.param(name, marks=() if name in EVERY_TIME else pytest.mark.soak) for name in CASES]


def look(page: Page, case: Case, name: str) -> list[str]:
    """Return what is wrong with a page at any of its sizes."""
    found: list[str] = []
    for width, height in SIZES[case.on]:
        page.set_viewport_size({"width": width, "height": height})
        found += list_faults(page, name)
        seen = [*page.evaluate(EMPTY_BOXES), *page.evaluate(STICKING_OUT), *page.evaluate(SQUEEZED)]
        if case.on == "tv" and page.evaluate("document.documentElement.scrollHeight > innerHeight + 1"):
            seen.append("the screen scrolls")
        found += [f"{name}, {width}x{height}: {each}" for each in seen]
        keep(page, f"between/{name}-{width}", whole=case.on != "tv")
    if case.on == "phone":
        page.set_viewport_size({"width": width, "height": TALL})
        keep(page, f"between/{name}-whole")
    return found


def list_out_of_use(page: Page, case: Case) -> list[str]:
    """Return what cannot be pressed or reached by keyboard, and wrong black buttons.

    The page is as small as it gets.
    """
    width, height = SIZES[case.on][0]
    page.set_viewport_size({"width": width, "height": height})
    found: list[str] = page.evaluate(f"({OUT_OF_REACH})(document.querySelector('dialog[open]') || document.body)")
    black = page.evaluate(LEADING)
    if black != ([case.leads] if case.leads else []):
        found.append(f"black buttons: {black}, not {case.leads!r}")
    page.evaluate("() => { document.activeElement?.blur(); scrollTo(0, 0); }")
    if "?change=" in case.address:
        return found  # Tab saves the open field there, and goes on to the next.
    for _ in range(page.evaluate(FOLLOW_FOCUS) + 2):
        page.keyboard.press("Tab")
    return [*found, *page.evaluate(MISSED)]


@pytest.mark.parametrize("name", list_cases())
def test_a_page_between_fights_holds_in_every_state(between: Between, name: str) -> None:
    case = CASES[name]
    page = between.open(case, message=case.has_message)
    if case.act is not None:
        case.act(page, between)
    elif not case.has_message:
        page.reload()
    expect(page.get_by_text(case.says).locator("visible=true").first).to_be_visible()
    page.wait_for_load_state()
    page.evaluate("() => document.fonts.ready.then(() => true)")
    found = look(page, case, name)
    found += violations(page)
    page.evaluate(THEME, "dark")
    found += [f"dark: {each}" for each in violations(page, CONTRAST)]
    keep(page, f"between/{name}-dark", whole=case.on != "tv")
    page.evaluate(THEME, "light")
    found += list_out_of_use(page, case)
    page.context.close()
    assert not found, "\n".join(found)


WRONG = """() => {
    document.body.innerHTML = "<main><p>Brunhildegardamaria</p><h2>away</h2><b>one below the other</b>"
        + "<button>One</button><button>Two</button></main>";
    const put = (name, style) => document.querySelectorAll(name).forEach(each => Object.assign(each.style, style));
    put("p", { width: "20px" });
    put("h2", { fontSize: "0" });
    put("b", { display: "block", width: "8px", wordBreak: "break-all" });
    put("button", { background: getComputedStyle(document.body).color, outline: "none" });
    addEventListener("keydown", event => document.activeElement.textContent === "One" && event.preventDefault());
}"""
"""The script that makes a page on which everything is wrong."""


def test_the_look_at_a_page_finds_what_is_wrong(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/sign-in/")
    page.evaluate(WRONG)
    case = Case("few", "rex", "/sign-in/", "")
    found = "\n".join([*look(page, case, "wrong"), *list_out_of_use(page, case)])
    kinds = ("sticks out: P", "no height or width: H2", "no height or width: B", "black buttons: ['One', 'Two']")
    focus = ("not reached by Tab: BUTTON Two", "focus is not seen: BUTTON One")
    assert [each for each in (*kinds, *focus) if each not in found] == []


@pytest.mark.parametrize("name", ["sheet", "sheet full", "sheet own"])
def test_a_sheet_is_printed_on_one_page(between: Between, name: str) -> None:
    page = between.open(CASES[name])
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.wait_for_load_state()
    page.set_viewport_size({"width": 711, "height": 1040})  # A4 without its margins
    page.emulate_media(media="print")
    page.evaluate("() => document.fonts.ready.then(() => true)")
    keep(page, f"between/paper {name}", whole=True)
    found = list_faults(page, name)
    hidden = [each for each in (".topbar", ".sheet-tabs", ".past", ".dms") if page.locator(each).first.is_visible()]
    said = page.get_by_text("and 4 more").is_visible(), page.get_by_text("which is not printed").first.is_visible()
    printed = page.pdf(format="A4", prefer_css_page_size=True)
    page.context.close()
    assert (found, hidden) == ([], [])
    assert said == ((True, True) if name == "sheet full" else (False, name == "sheet own"))
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
