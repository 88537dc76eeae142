"""Every page, at every stage of a fight: no rule of access is broken, by day or lamplight.

The pages are looked at once, in the order in which a fight comes to them; each test tells one thing of all of them.
"""

import re
from collections.abc import Iterator

import pytest
from django.urls import URLPattern, get_resolver
from playwright.sync_api import Browser, Page, expect

from rules.scenarios.library import index_library
from tests.any_procedure import ANY, find_clause, find_fight
from tests.browser import table
from tests.browser.inspection import Inspection
from tests.browser.table import LAPTOP, PHONE, SCREEN, Device, choose, declare, open_clause, open_device, plain, tap
from tests.server import Server

pytestmark = [pytest.mark.reports("refused"), pytest.mark.timeout(1800)]
"""All pages are walked through before the first test: minutes, on a slow machine."""

NO_PAGES = {
    *("livez", "readyz", "healthz", "stored-of-player", "export", "stored", "what-i-saw-text"),
    *(
        "begin-round",
        "reopen",
        "end-anyway",
        "next-step",
        "answer",
        "answer-step",
        "faces",
        "nudge",
        "recap",
        "publish",
        "put",
        "show",
        "bring-in",
    ),
    *(
        "types-dice",
        "plays",
        "pick-combatants",
        "add-party",
        "places",
        "count-combatant",
        "split-group",
        "set-arrival",
        "put-back",
        "choose-points",
        "remove-combatant",
        "move-combatant",
        "combatant-plays",
        "open",
        "like-template",
    ),
    *("door", "code", "seat", "copy", "my-answer", "my-draft", "my-dice", "my-types-dice", "sign-out"),
    *("clock", "i-am-here", "i-am-away", "i-am-ready", "ask-the-dm", "missed", "mute-all"),
    *("try-alone", "order-all", "throw-away"),
    *("rule-several", "undo", "combatant-note", "old-combatant", "arrange", "list-offers"),
    *("picture", "large-picture", "seat-picture", "save-picture", "place-picture"),
    *("change-map", "draw-map", "restore-effect", "restore-in-play"),
    *("campaign-door", "campaign-code", "campaign-request", "clear-table", "plan-encounter", "play-demo"),
    *("skip", "change-number", "order-group", "standing-orders", "service-worker", "manifest"),
    *("withdraw-invitation", "ask-for-seat", "answer-request"),
    *("pass-time", "set-clock", "rest", "check-for-wanderers", "take-back-time", "add-lasting", "remove-lasting"),
    *("settle-guest", "guest-level", "answer-ask", "sheet-in-fight", "take-back-change"),
    "keep-copy",
    *("save-character-picture", "character-picture", "large-character-picture", "own-picture", "large-own-picture"),
}
"""Routes that show nothing of their own: what is posted to them leads to a page, or they are files."""

TIMED = {"clock-of", "mob"}
"""Shown only where answers are timed, as in the fight with a declaration clock, or where there is a mob."""

ELSEWHERE = {
    *("own-card", "combatant-card", "password-mail-sent", "new-password"),
    *("members", "invite", "invitation", "leave-campaign", "remove-member", "hand-over"),
    *("ending", "character", "character-attributes", "new-character", "player-sheet"),
    *("guests", "my-guest"),
    *("memorise", "character-memorise"),
    *("kept-copies", "kept-copy"),
}
"""Looked at by test_cards: nobody here has what a card counts, or a card of its own. By test_accounts: the pages that
need mail. By test_members: the DMs of a campaign. By test_ending: a fight that is carried over. By
test_character: the sheets. By test_player_sheet: that of a player. By test_guests: the guests. By test_memorise: the
choice of spells. By test_copies: those of the person who runs the site."""

BOOK = {
    "rule book": "/rules/?q=casting",
    "a procedure": f"/rules/{ANY}/",
    "who goes first": f"/rules/{ANY}/order/",
    "tables of figures": f"/rules/{ANY}/tables/",
    "without signal": "/offline/",
    "what is stored": "/privacy/",
    "key of the strip": "/rules/strip/",
    "a rule": f"/rule/{find_clause()}",
    "a card": "/card/spell/magic_user_web",
    "a fight of the book": f"/rules/fight/{find_fight()}?clause={index_library()[find_fight()].clauses[0]}",
}
"""The rule book's pages; tests of its own read them on a phone too."""

PANELS = (
    *(
        "ruling/?who=otis&what=hp",
        "effects/",
        "effects/?magic=magic_user_web",
        "take-back/",
        "countdown/",
        "call/",
        "end/",
        "add/",
    ),
    *("why/", "who/", "combatant/vexgrin/", "dice/1/", "round/1/", "fault/", "monster/orc/", "paper/"),
)
"""Dora's panels in play, each at its own address."""


@pytest.fixture(scope="module")
def seen(browser: Browser, module_server: Server) -> Iterator[Inspection]:
    """Yield every page, looked at."""
    devices = {
        "dora": open_device(browser, "dora", LAPTOP),
        "quill": open_device(browser, "quill", PHONE, touch=True),
        "sam": open_device(browser, "sam", SCREEN),
    }
    walk = Walk(module_server, Inspection(), **devices)
    try:
        walk.prepare()
        walk.sit_down()
        walk.give_orders()
        walk.play()
        walk.look_back()
        walk.leave()
        yield walk.seen
    finally:
        for device in devices.values():
            device.page.context.close()


class Walk:
    """A fight of Dora's from signing in to signing out.

    Quill is at a phone and Sam at the table screen.
    """

    def __init__(self, server: Server, seen: Inspection, dora: Device, quill: Device, sam: Device) -> None:
        self.server, self.seen = server, seen
        self.dora, self.quill, self.sam = dora, quill, sam
        self.fight = self.code = ""

    def at(self, device: Device, address: str, where: str, status: int = 200) -> None:
        """Open an address and look at it."""
        answer = device.page.goto(address if "://" in address else self.server.url + address)
        assert answer is not None
        assert answer.status == status, f"{address}: {answer.status}"
        self.seen.look(device, where, status)

    def prepare(self) -> None:
        """Signing in, the list, importing, preparing."""
        table.make_dora(self.server)
        dora = self.dora.page
        self.at(self.dora, "/sign-in/", "sign in")
        link = re.search(r"/sign-in/\S+", self.server.manage("sign_in_link"))
        assert link is not None
        self.at(self.dora, link[0], "sign in by link")
        self.at(self.dora, "/password/forgotten/", "forgotten password without mail")
        table.sign_in(dora, self.server)
        self.seen.look(self.dora, "first visit")
        self.at(self.dora, "/e/", "no encounters yet")
        self.make_campaign()
        self.at(self.dora, "/password/", "own password")
        dora.get_by_label("Current password").fill("wrong")
        dora.get_by_label(re.compile(r"^\s*New password\W*$")).fill("short")
        dora.get_by_label("New password again").fill("shorter")
        dora.get_by_role("button", name="Save password").click()
        expect(dora.get_by_text("Your old password was entered incorrectly")).to_be_visible()
        self.seen.look(self.dora, "own password with faults")
        self.at(self.dora, "/new/", "new")
        self.at(self.dora, "/import/", "import")
        dora.get_by_label("Or paste it").fill("nonsense = ")
        dora.locator("form button.go").click()
        expect(dora.locator(".invalid-feedback, .errs, [role=alert]").first).to_be_visible()
        self.seen.look(self.dora, "import of nonsense", 400)
        self.fight = table.bring_in(dora, self.server)
        table.hide(dora, self.fight, table.LURKER)
        self.at(self.dora, f"{self.fight}prepare/?q=orc", "prepare")
        self.at(self.dora, f"{self.fight}prepare/effects/", "what magic does")
        self.at(self.dora, f"{self.fight}add/new/", "a combatant by hand")
        self.at(self.dora, f"{self.fight}prepare/1/", "a combatant changed")
        dora.goto(f"{self.fight}add/paste/")
        dora.get_by_label("Statblocks").fill("Bear: AC 6, HD 3, ML 8\n\nGrue: AC 5")
        dora.get_by_role("button", name="Read it").click()
        expect(dora.get_by_text("hit dice are missing")).to_be_visible()
        self.seen.look(self.dora, "statblocks that are pasted")
        self.at(self.dora, f"{self.fight}delete/", "delete")
        self.at(self.dora, f"{self.fight}join/", "join before the fight")
        self.at(self.dora, "/e/", "the list")
        for where, address in BOOK.items():
            self.at(self.dora, address, where)
        self.at(self.dora, "/e/999/", "not found", 404)

    def make_campaign(self) -> None:
        """Make a campaign, and look at its pages before its first fight."""
        dora = self.dora.page
        self.at(self.dora, "/c/new/", "new campaign")
        dora.get_by_label("Name of the campaign").fill("The Ford and the Fen")
        dora.get_by_role("button", name="Make the campaign").click()
        expect(dora.get_by_text("Nothing is prepared")).to_be_visible()
        self.seen.look(self.dora, "empty campaign")
        campaign = dora.url
        self.at(self.dora, f"{campaign}settings/", "settings")
        self.at(self.dora, f"{campaign}settings/rest/", "choices for rest")
        self.at(self.dora, f"{campaign}settings/sheets/", "what players may change")
        self.at(self.dora, f"{campaign}players/", "no players yet")
        self.at(self.dora, f"{campaign}delete/", "delete the campaign")

    def name_campaign(self) -> None:
        """Make a campaign of the fight in play."""
        dora = self.dora.page
        dora.goto(f"{self.server.url}/")
        self.seen.look(self.dora, "where she stopped")
        dora.get_by_label(re.compile("More for The weir")).click()
        dora.get_by_role("link", name=re.compile("Make a campaign of")).click()
        expect(dora.get_by_role("button", name="Make it a campaign")).to_be_visible()
        self.seen.look(self.dora, "a campaign of a fight")
        dora.get_by_label("Name of the campaign").fill("The weirs")
        dora.get_by_role("button", name="Make it a campaign").click()
        expect(dora.get_by_role("link", name="Return to the fight")).to_be_visible()
        self.seen.look(self.dora, "campaign in play")

    def sit_down(self) -> None:
        """Open the table, and let Quill take Tenser and then Otis, too."""
        self.code = table.open_table(self.dora.page, self.fight)
        quill = self.quill.page
        self.at(self.quill, "/join/", "join")
        quill.get_by_label("Code of the table").fill("WRONG1")
        quill.get_by_role("button", name="Join").click()
        expect(quill.get_by_text("No table has this code.")).to_be_visible()
        self.seen.look(self.quill, "join with a wrong code", 404)
        self.at(self.quill, f"/t/{self.code}/", "who are you")
        table.join(quill, self.server, self.code, "Quill", "Tenser")
        self.seen.look(self.quill, "seated")
        table.join(self.sam.page, self.server, self.code, "Sam")
        self.seen.look(self.sam, "before the fight")
        self.at(self.quill, f"/t/{self.code}/me/characters/", "characters")
        tap(quill.locator("label").filter(has_text="Otis"))
        tap(quill.get_by_role("button", name="Take them too"))
        expect(quill).to_have_url(re.compile("/me/$"))
        self.at(self.quill, f"/t/{self.code}/me/sheet/?who=otis", "sheet")
        tap(quill.get_by_role("button", name="I roll my own dice"))
        expect(quill.get_by_role("button", name="Let the table roll my dice")).to_be_visible()
        self.at(self.dora, self.fight, "before the first round")
        self.at(self.dora, f"{self.fight}join/", "seats")
        self.dora.page.get_by_role("link", name="Forget a player").click()
        self.seen.look(self.dora, "players")
        self.dora.page.get_by_role("link", name="Forget Quill").click()
        self.seen.look(self.dora, "forget a player")

    def give_orders(self) -> None:
        """Give the foes' orders by default, the players' by tapping."""
        self.name_campaign()
        dora, quill, url = self.dora.page, self.quill.page, f"/t/{self.code}/me/"
        dora.goto(self.fight)
        dora.get_by_role("button", name="Open round 1").click()
        expect(dora.locator("#board")).to_be_visible()
        self.seen.look(self.dora, "orders")
        choose(dora, "Strike")
        expect(dora.locator("#compose .crumb")).to_be_visible()
        self.seen.look(self.dora, "an order composed")
        self.at(self.dora, f"{self.fight}close/", "close with defaults")
        dora.get_by_role("button", name="Close with these defaults").click()
        expect(dora.locator("#board")).to_contain_text("Tenser")
        self.seen.look(self.dora, "players choosing")
        self.at(self.quill, f"{url}?who=tenser", "letters")
        choose(quill, "Cast, shoot or use")
        expect(quill.locator("#ask .crumb, #ask-2 .crumb")).to_be_visible()
        self.seen.look(self.quill, "a spell")
        choose(quill, "Umbrafall")
        expect(quill.get_by_text("Target", exact=True)).to_be_visible()
        self.seen.look(self.quill, "at whom")
        choose(quill, "Gash")
        tap(quill.get_by_role("button", name="Seal this order"))
        # Where hesitation costs segments, the page goes on to Otis by itself.
        expect(quill.get_by_text("Received by the table").or_(quill.locator(".codes"))).to_be_visible()
        quill.goto(f"{self.server.url}{url}?who=tenser")
        expect(quill.get_by_text("Received by the table")).to_be_visible()
        self.seen.look(self.quill, "sealed")
        self.at(self.sam, f"/t/{self.code}/watch/", "orders")
        quill.goto(f"{self.server.url}{url}?who=otis")
        declare(quill, "Strike", "Zornblade", "Snagga")

    def play(self) -> None:
        """Play the round, with Otis's dice on the phone, and every panel of Dora's."""
        dora, quill, url = self.dora.page, self.quill.page, f"/t/{self.code}/me/"
        closing, log = dora.get_by_role("button", name="Close orders"), dora.locator("#log")
        expect(closing.and_(dora.locator(":enabled")).or_(dora.locator("#log:visible")).first).to_be_visible()
        if closing.count():
            closing.click()
        expect(log).to_be_visible()
        while not quill.locator("#banner, #banner-2").get_by_text("to hit").count():
            self.step()
            quill.goto(f"{self.server.url}{url}?who=otis")
        self.seen.look(self.quill, "dice to be typed")
        self.at(self.quill, f"{url}?who=tenser", "following")
        foe = self.quill.page.locator("a[href*='/seen/']").first
        self.at(self.quill, foe.evaluate("link => link.href"), "a foe as it was seen")
        self.at(self.quill, f"{url}missed/?who=tenser", "missed")
        self.at(self.quill, f"{url}signals/?who=tenser", "signals")
        self.seen.look(self.dora, "dice awaited")
        self.at(self.sam, f"/t/{self.code}/watch/", "live")
        for rest in PANELS:
            self.at(self.dora, self.fight + rest, rest.partition("/")[0])
        dora.goto(f"{self.fight}dice/1/")
        self.at(self.dora, dora.locator("a[href*='/face/']").first.evaluate("link => link.href"), "a face ruled")
        dora.goto(self.fight)
        open_clause(dora)
        expect(dora.locator("#note")).to_be_visible()
        self.seen.look(self.dora, "a rule noted")
        dora.goto(self.fight)
        while dora.locator("#console form[data-next]").count():
            self.step()

    def step(self) -> None:
        """Play the next segment; what is still asked takes its default."""
        dora = self.dora.page
        button = dora.locator("#console form[data-next] button")
        if button.is_enabled():
            button.click()
            expect(dora.locator("form[data-busy]")).to_have_count(0)
        else:
            self.seen.look(self.dora, plain(dora.locator("#prompts h2").first.inner_text()))
            dora.goto(f"{self.fight}close/")
            dora.get_by_role("button", name="Close with these defaults").click()
            expect(dora).to_have_url(self.fight)
        # The push and the answer come in either order.
        dora.reload()

    def look_back(self) -> None:
        """Look at the recap, what was seen, replays, dice, and the end."""
        dora, url = self.dora.page, f"/t/{self.code}/"
        self.seen.look(self.dora, "recap to be told")
        self.at(self.sam, f"{url}watch/", "round over")
        dora.get_by_role("button", name="Post recap").click()
        expect(dora.locator("#board")).to_be_visible()
        self.at(self.sam, f"{url}watch/", "told")
        for device in (self.quill, self.sam):
            self.at(device, f"{url}round/1/", "replay")
            self.at(device, f"{url}round/1/?at=1", "replay of a segment")
            self.at(device, f"{url}rounds/", "all rounds")
            self.at(device, f"{url}dice/", "dice")
            self.at(device, f"{url}dice/1/", "dice of a round")
        self.at(self.quill, f"{url}me/saw/", "what I saw")
        self.at(self.dora, f"{self.fight}round/1/compare/", "compared")
        dora.goto(f"{self.fight}end/")
        dora.get_by_role("button", name="End it").click()
        expect(dora).to_have_url(self.fight)
        self.seen.look(self.dora, "ended")
        self.at(self.quill, f"{url}me/", "ended")
        self.at(self.sam, f"{url}watch/", "ended")
        self.at(self.dora, "/", "first page after")
        dora.get_by_role("link", name="Open The weirs").click()
        expect(dora.get_by_role("button", name="Send phones to the lobby")).to_be_visible()
        self.seen.look(self.dora, "campaign after")
        self.at(self.dora, "/e/", "the list after")

    def leave(self) -> None:
        """Another device, and signing out."""
        quill, dora = self.quill.page, self.dora.page
        self.ask_on_another_phone()
        quill.goto(f"{self.server.url}/t/{self.code}/me/sheet/")
        tap(quill.get_by_role("link", name="Move this seat to another device"))
        expect(quill.get_by_role("heading", name="The link of Quill")).to_be_visible()
        self.seen.look(self.quill, "link")
        self.at(self.quill, quill.locator(".seat-address code").inner_text(), "take the seat")
        self.at(self.quill, f"/t/{self.code}/seat/nothing/", "take no seat")
        dora.get_by_role("button", name="Sign out").click()
        expect(dora).to_have_url(re.compile("/sign-in/$"))

    def ask_on_another_phone(self) -> None:
        """Say on Sam's device, without its seat, that it is Quill's, and take the request back."""
        sam = self.sam.page
        sam.context.clear_cookies()
        sam.goto(f"{self.server.url}/t/{self.code}/")
        sam.get_by_role("button", name="Quill").click()
        expect(sam.get_by_role("heading", name="Waiting for the DM")).to_be_visible()
        self.seen.look(self.sam, "asked")
        sam.get_by_role("button", name="Cancel").click()
        expect(sam.get_by_role("heading", name="Who are you?")).to_be_visible()


WRONG = """() => {
    document.body.innerHTML = "<main><h1>Wrong</h1><p>wide</p><form><button>x</button></form></main>";
    const p = document.querySelector("p");
    Object.assign(p.style, {width: "3000px", color: "#999", background: "#aaa"});
}"""


def test_an_inspection_finds_what_is_wrong(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/sign-in/")
    page.evaluate(WRONG)
    found = Inspection()
    found.look(Device("rex", page), "wrong")
    assert all([found.access, found.lamplight, found.wide, found.styled, found.small])
    assert found.pages == {"sign-in"}


def names(patterns: object) -> Iterator[str]:
    """Yield the names of all routes of the site but the administration's."""
    for each in patterns:  # type: ignore[attr-defined]
        if isinstance(each, URLPattern):
            yield str(each.name)
        elif getattr(each, "namespace", None) != "admin":
            yield from names(each.url_patterns)


def test_every_page_was_looked_at(seen: Inspection) -> None:
    assert sorted(set(names(get_resolver().url_patterns)) - NO_PAGES - TIMED - ELSEWHERE - seen.pages) == []


def test_no_page_breaks_a_rule_of_access(seen: Inspection) -> None:
    assert seen.access == []


def test_by_lamplight_all_can_be_read(seen: Inspection) -> None:
    assert seen.lamplight == []


def test_no_page_is_wider_than_its_screen(seen: Inspection) -> None:
    assert seen.wide == []


def test_no_page_has_a_style_of_its_own(seen: Inspection) -> None:
    assert seen.styled == []


def test_what_commits_is_large_enough_for_a_thumb(seen: Inspection) -> None:
    assert seen.small == []
