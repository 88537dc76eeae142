"""The presses that acts cost the DM in Chromium: counted, printed, and held to a limit.

A press is a click, a tap, a shortcut or Enter. Letters typed into a field are free; how often something is typed is
counted where a fight is prepared.
"""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.server import ROOT, Server

GOBLINS: dict[str, Any] = {
    "id": "goblin", "name": "Goblin", "side": "foes", "monster": "goblin", "hp": 3, "count": 20, "position": [6, 5],
    "weapons": ["spear"],
}  # fmt: skip
ORC: dict[str, Any] = {"side": "foes", "monster": "orc", "hp": 60}
FOES: tuple[dict[str, Any], ...] = (
    {"id": "orc", "name": "Orc", **ORC, "count": 5, "weapons": ["axe_battle"], "position": [4, 0]},
    {"id": "archer", "name": "Archer", **ORC, "weapons": ["bow_short", "dagger"], "position": [60, 30]},
    {"id": "runner", "name": "Runner", **ORC, "weapons": ["spear"], "position": [50, 0]},
    {"id": "shaman", "name": "Shaman", "side": "foes", "class": "cleric", "level": 7, "hp": 60, "weapons": ["club"],
     "spells": ["cleric_hold_person"], "position": [40, 12]},
    {"id": "mage", "name": "Mage", "side": "foes", "class": "magic_user", "level": 5, "hp": 60, "weapons": ["dagger"],
     "spells": ["magic_user_fireball"], "devices": ["wand_magic_missiles"], "position": [45, 16]},
    {"id": "witch", "name": "Witch", "side": "foes", "class": "magic_user", "level": 5, "hp": 60, "weapons": ["dagger"],
     "devices": ["wand_magic_missiles"], "position": [45, 26]},
)  # fmt: skip
"""One foe for each kind of order that a DM gives."""


@dataclass
class Players:
    """The program that plays the players."""

    process: subprocess.Popen[str]

    def ask(self, **what: Any) -> Any:
        """Have it do something, and return its answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


@dataclass
class Hand:
    """The DM's hand: it presses and counts."""

    page: Page
    players: Players
    presses: int = 0
    typed: int = 0
    """How often something was typed."""
    counts: dict[str, int] = field(default_factory=dict)

    def click(self, target: Locator) -> None:
        """Click, which is a press."""
        target.first.click()
        self.presses += 1

    def press(self, key: str) -> None:
        """Press a shortcut or Enter, which is a press."""
        self.page.keyboard.press(key)
        self.presses += 1

    def type(self, text: str) -> None:
        """Type into the field that has the focus."""
        self.page.keyboard.type(text)
        self.typed += 1

    def choose(self, *words: str) -> None:
        """Choose these options of the order in the composer, one after the other."""
        for each in words:
            body = self.page.locator("#compose .ask-body")
            self.click(body.locator("button, label").filter(has_text=re.compile(each)))
            self.settle()

    def seal(self) -> None:
        """Seal the order in the composer."""
        self.click(self.page.locator("#compose").get_by_role("button", name="Seal this order"))
        self.settle()

    def settle(self) -> None:
        """Wait until nothing that was posted is under way."""
        self.page.wait_for_timeout(60)
        expect(self.page.locator("form[data-busy], .htmx-request")).to_have_count(0)
        self.page.wait_for_load_state("load")

    def count(self, what: str, do: Callable[[], None]) -> int:
        """Do an act of the DM, and return the presses that it cost, for the table as well."""
        before = self.presses
        do()
        self.settle()
        cost = self.presses - before
        self.counts[what] = cost
        return cost

    def open(self, server: Server, title: str, *foes: dict[str, Any]) -> None:
        """Open a fight against these foes, and show it."""
        made = self.players.ask(open=title, foes=foes)
        host = {"url": server.url, "name": made["cookie"], "value": made["session"]}
        self.page.context.add_cookies([host])  # type: ignore[list-item]  # a TypedDict of the same keys
        self.page.goto(f"{server.url}/e/{made['encounter']}/")
        self.await_live()

    def await_live(self) -> None:
        """Wait until the page's scripts have come and keys act."""
        expect(self.page.locator("body")).to_have_attribute("data-line", "live", timeout=20_000)

    def compose_for(self, name: str) -> None:
        """Show the form of this foe's order; a press only if another's is shown."""
        if self.page.locator("#compose h2").inner_text() != name:
            self.click(self.page.get_by_role("link", name=f"Declare for {name}", exact=True))
            self.settle()


@pytest.fixture(scope="module")
def players(module_server: Server) -> Iterator[Players]:
    """Yield the program that plays the players at the server's tables."""
    command = [sys.executable, "-m", "tests.browser.players", str(module_server.port)]
    environ = {**module_server.environ, "DJANGO_SETTINGS_MODULE": "combat_site.settings"}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, env=environ, stdin=pipe, stdout=pipe, text=True) as process:
        yield Players(process)
        assert process.stdin is not None
        process.stdin.close()


@pytest.fixture(scope="module")
def hand(browser: Browser, players: Players) -> Iterator[Hand]:
    """Yield the DM's hand on a laptop; the table of counts is printed at the end."""
    context = browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    context.set_default_timeout(10_000)
    hand = Hand(context.new_page(), players)
    yield hand
    print("\n" + "\n".join(f"{what:<24}{count}" for what, count in hand.counts.items()))  # noqa: T201
    context.close()


def close_orders(hand: Hand) -> None:
    """Close orders when all are in."""
    expect(hand.page.locator("#console")).to_contain_text("All orders are in")
    hand.press("Space")
    expect(hand.page.locator("#log")).to_be_visible()


def play_on(hand: Hand) -> None:
    """Play the segments to the round's end; every question is closed with its default."""
    over = hand.page.locator("#recap")
    for _ in range(60):
        hand.settle()
        if over.count():
            return
        prompts = hand.page.locator("#prompts .prompt")
        if prompts.get_by_role("button", name="Use the default").count():
            hand.press("h")
        elif prompts.locator("button.go").count():
            hand.click(prompts.locator("button.go"))
        else:
            hand.press("s")
    raise AssertionError("the round does not end")


@pytest.mark.soak
def test_orders(hand: Hand, module_server: Server) -> None:
    hand.open(module_server, "Every kind", *FOES)
    hand.press("Space")
    hand.settle()
    hand.compose_for("Orc 1")
    assert hand.count("melee", lambda: order(hand, "Strike", "Serten")) <= 3
    assert hand.count("likely foe order", lambda: take_offer(hand, "Otis")) <= 1
    for _ in range(3):
        order(hand, "Strike", "Otis")
    hand.compose_for("Archer")
    assert hand.count("missile", lambda: order(hand, "Cast, shoot", "[Bb]ow", "Tenser")) <= 4
    hand.compose_for("Runner")
    assert hand.count("charge", lambda: order(hand, "Move", "Charge", "Otis")) <= 4
    hand.compose_for("Shaman")
    assert hand.count("spell at one", lambda: order(hand, "Cast, shoot", "Hold [Pp]erson", "Otis")) <= 4
    hand.compose_for("Mage")
    assert hand.count("spell at an area", lambda: order_area(hand)) <= 6
    hand.compose_for("Witch")
    assert hand.count("device", lambda: order(hand, "Cast, shoot", "Wand", "Otis")) <= 4
    hand.players.ask(orders=1)
    close_orders(hand)
    play_on(hand)
    hand.press("Space")
    hand.settle()
    expect(hand.page.locator("#board")).to_be_visible()
    # Nobody of the party aims at the archer, nor can two arrows fell Tenser, whatever the dice.
    hand.compose_for("Archer")
    assert hand.count("same as last round", lambda: take_offer(hand, "as last round")) <= 1


def order_area(hand: Hand) -> None:
    """Order a fireball at a place, and two who are caught."""
    hand.choose("Cast, shoot", "Fireball")
    hand.click(hand.page.locator("#compose .ask-body").get_by_text("Otis", exact=True))
    hand.click(hand.page.locator("#compose .ask-body label").filter(has_text=re.compile("Serten.*ft", re.DOTALL)))
    hand.click(hand.page.locator("#compose .ask-body label").filter(has_text=re.compile("Ydra.*ft", re.DOTALL)))
    hand.seal()


def order(hand: Hand, *words: str) -> None:
    """Choose an order in the composer by these words, and seal it."""
    hand.choose(*words)
    hand.seal()


def take_offer(hand: Hand, words: str) -> None:
    """Seal the first offer with these words."""
    hand.click(hand.page.locator("#compose .offers li").filter(has_text=re.compile(words)).locator("button"))
    hand.settle()


def test_by_hand(hand: Hand, module_server: Server) -> None:
    hand.open(module_server, "By hand", *FOES)
    assert hand.count("damage by hand", lambda: hurt(hand, "Otis")) <= 2
    assert hand.count("condition on five", lambda: hold_five(hand)) <= 4
    assert hand.count("undo it", lambda: hand.click(hand.page.get_by_role("button", name="Undo"))) <= 1
    expect(hand.page.locator("#roster").get_by_text("held")).to_have_count(0)
    assert hand.count("condition on a row", lambda: hold_row(hand)) <= 5
    assert hand.count("damage to a row", lambda: hand.click(step(hand, "-5"))) <= 1
    assert hand.count("add two ogres", lambda: add_ogres(hand)) <= 3
    hand.press("Space")
    hand.settle()
    assert hand.count("a save from everybody", lambda: call_saves(hand)) <= 5
    assert hand.count("select who failed", lambda: select_failed(hand)) <= 1
    hand.press("y")
    expect(hand.page.get_by_role("heading", name="Call for a roll")).to_be_visible()


def hurt(hand: Hand, name: str) -> None:
    """Take five hit points from somebody: click them in the strip, type, Enter."""
    row = hand.page.locator(f"#strip [data-who={name.lower()}]:visible")
    hand.click(row.locator(".hpn"))
    expect(hand.page.locator("#roster li.here [name=value]").first).to_be_focused()
    hand.page.keyboard.type("-5")
    hand.press("Enter")
    expect(row.locator(".hpn")).to_contain_text("33 of 38")


def hold_five(hand: Hand) -> None:
    """Have five orcs, who are one group, be held."""
    hand.click(hand.page.get_by_label("Select all: Orcs 1-5"))
    hold(hand)
    expect(hand.page.locator("#roster").get_by_text("held, ")).to_have_count(5)


def hold_row(hand: Hand) -> None:
    """Have five foes in a row be held: the first is clicked, the last with Shift."""
    hand.click(hand.page.get_by_role("button", name="Clear"))
    hand.presses -= 1
    hand.click(hand.page.get_by_label("Select Archer", exact=True))
    hand.page.get_by_label("Select Witch", exact=True).click(modifiers=["Shift"])
    hand.presses += 1
    hold(hand)


def hold(hand: Hand) -> None:
    """Have the selected ones be held for three rounds."""
    bar = hand.page.locator("#selection")
    hand.click(bar.locator("summary", has_text="Condition"))
    hand.click(bar.get_by_text("3 rounds"))
    hand.click(bar.get_by_role("button", name="held", exact=True))
    hand.settle()


def call_saves(hand: Hand) -> None:
    """Have everybody save against breath."""
    hand.press("u")
    sides = hand.page.locator("#roster .side-h [data-select-all]")
    expect(sides).to_have_count(2)
    for n in range(sides.count()):
        hand.click(sides.nth(n))
    hand.click(hand.page.locator("#selection summary", has_text="Call"))
    hand.click(hand.page.locator("#selection").get_by_role("button", name="Breath"))
    hand.settle()
    expect(hand.page.locator("#call-results")).to_contain_text("Save against breath")


def select_failed(hand: Hand) -> None:
    """Select those who failed."""
    hand.click(hand.page.get_by_role("button", name="Select those who failed"))
    expect(hand.page.locator("[data-selected]")).to_contain_text("selected")


def step(hand: Hand, change: str) -> Locator:
    """Return the button that changes the hit points of the selected ones."""
    return hand.page.locator("#selection").get_by_role("button", name=f"Hit points {change}")


def add_ogres(hand: Hand) -> None:
    """Add two ogres, who come at once."""
    hand.click(hand.page.get_by_role("button", name="More", exact=True))
    hand.click(hand.page.get_by_role("link", name="Add combatant"))
    expect(hand.page.locator("[name=q][type=search]")).to_be_focused()
    hand.page.keyboard.type("2 ogre")
    hand.click(hand.page.get_by_role("button", name="Add 2 Ogre", exact=True))
    expect(hand.page.locator("#strip [data-who~=ogre-2]").first).to_be_attached()


MOST_IN_A_ROUND = 7
"""The presses from the opening of a round to that of the next; one of them orders all goblins."""


def test_whole_round(browser: Browser, players: Players, module_server: Server) -> None:
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    context.set_default_timeout(10_000)
    hand = Hand(context.new_page(), players)
    hand.page.clock.install()
    hand.open(module_server, "Twenty goblins", GOBLINS)
    assert hand.count("a whole round", lambda: play_round(hand)) <= MOST_IN_A_ROUND
    print(f"\na whole round {hand.presses}")  # noqa: T201
    context.close()


def play_round(hand: Hand) -> None:
    """Play a round against twenty goblins, from its opening to the opening of the next."""
    hand.press("Space")
    hand.settle()
    assert hand.count("mob order", lambda: order_mob(hand)) <= 1
    hand.players.ask(orders=1)
    close_orders(hand)
    play_by_itself(hand)
    hand.press("Space")
    expect(hand.page.locator("#board")).to_be_visible()


def play_by_itself(hand: Hand) -> None:
    """Have the segments play by themselves, and again where something has stopped them."""
    over, button = hand.page.locator("#recap"), hand.page.locator("[data-autoplay]")
    for _ in range(40):
        hand.settle()
        if over.count():
            return
        if hand.page.locator("#prompts").get_by_role("button", name="Use the default").count():
            hand.press("h")
        elif button.get_attribute("aria-pressed") != "true":
            # It may have gone on by itself meanwhile: then this press stops it, and the next one lets it go on.
            hand.press("a")
        hand.page.clock.run_for(4_100)
    raise AssertionError("the round does not end")


def order_mob(hand: Hand) -> None:
    """Order all twenty to attack, each the nearest."""
    hand.press("o")
    expect(hand.page.locator("#board")).to_contain_text("sealed")
    hand.settle()


PARTY = (
    "Brunhild, fighter 4, AC 3, 30 hp, long sword, long bow",
    "Father Aldo, cleric 3, AC 4, 17 hp, footman's mace, bless, cure light wounds",
    "Morwen, magic-user 3, AC 8, 9 hp, dagger, sleep",
    "Sly Pip, thief 4, AC 6, 14 hp, short sword",
)
HORDE = ("8 goblins", "4 bugbears", "2 ogres")


@pytest.mark.soak
def test_preparing(hand: Hand, module_server: Server) -> None:
    hand.open(module_server, "Before the larder", *FOES)
    hand.page.goto(f"{module_server.url}/e/")
    assert hand.count("preparing 4 and 14", lambda: prepare_fight(hand)) <= 20
    hand.counts["typed in preparing"] = hand.typed
    assert hand.typed <= 15
    expect(hand.page.locator("#strip")).to_contain_text("Sly Pip")
    expect(hand.page.locator("#strip")).to_contain_text("Goblins 1-8")


def prepare_fight(hand: Hand) -> None:
    """Prepare four characters and fourteen foes from nothing, and open the table."""
    page = hand.page
    hand.click(page.get_by_role("link", name="New encounter"))
    hand.click(page.get_by_label("Title"))
    hand.type("The larder")
    hand.press("Enter")
    expect(page).to_have_url(re.compile(r"/prepare/$"))
    hand.await_live()
    expect(page.locator("[data-search] [name=q]")).to_be_focused()
    for line in (*PARTY, *HORDE):
        hand.type(line)
        hand.press("Enter")
        expect(page.locator("[data-search] [name=q]")).to_have_value("")
        expect(page.locator("#cast")).to_contain_text(line.partition(",")[0] if "," in line else line[2:].capitalize())
    hand.click(page.get_by_role("button", name="Line them up"))
    expect(page.locator("#ready")).not_to_contain_text("no place")
    hand.press("Control+Enter")
    expect(page).to_have_url(re.compile(r"/e/\d+/$"))
    hand.await_live()


# A player's phone: the presses of an order, from the first screen to the seal. Nothing is typed.

GOBLINS_NEAR: dict[str, Any] = {**GOBLINS, "count": 6, "position": [14, 5]}


@dataclass
class Thumb:
    """A player's thumb: it taps and counts."""

    page: Page
    taps: int = 0

    def tap(self, target: Locator) -> None:
        """Tap, and wait until what was asked is there."""
        target.first.tap()
        self.taps += 1
        self.page.wait_for_timeout(60)
        expect(self.page.locator("form[data-busy], .htmx-request")).to_have_count(0)

    def choose(self, *words: str) -> None:
        """Choose these options, one after the other."""
        for each in words:
            options = self.page.locator("#ask .ask-body").locator("button, label")
            self.tap(options.filter(has_text=re.compile(each)))

    def seal(self) -> int:
        """Seal the order, and return the taps that it cost."""
        self.tap(self.page.locator("#ask button[name=done]"))
        expect(self.page.get_by_role("heading", name="Your order is sealed")).to_be_visible()
        return self.taps


def tap_a_place(thumb: Thumb) -> None:
    """Tap the first goblin on the map: the area lies about it."""
    expect(thumb.page.locator("[data-typed=folded]")).to_have_count(1)
    token = thumb.page.locator(".aim .ft.foes").first
    for _ in range(2):
        token.locator(".hit").tap(force=True)
        thumb.taps += 1
        if thumb.page.locator(".aim .fan").count() == 0:
            return


PLAYER_LIMITS = {"melee": 3, "likely order": 2, "spell at one": 4, "spell at an area": 5, "bless": 4, "potion": 3}
"""The most taps that each kind of order may cost a player."""


@pytest.mark.soak
def test_a_players_orders(browser: Browser, players: Players, module_server: Server) -> None:
    fight = players.ask(open="A thumb", foes=[GOBLINS_NEAR])
    players.ask(begin=fight["encounter"])
    thumbs: dict[str, Thumb] = {}
    for who, cookies in fight["phones"].items():
        context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
        context.add_cookies(
            [{"name": name, "value": value, "url": module_server.url} for name, value in cookies.items()]
        )
        thumbs[who] = Thumb(context.new_page())

    def begin(who: str) -> Thumb:
        thumb = thumbs[who]
        thumb.page.goto(f"{module_server.url}/t/{fight['code']}/me/")
        change = thumb.page.get_by_role("link", name="Change it")
        if change.count():
            change.tap()
        expect(thumb.page.locator("#ask .codes")).to_be_visible()
        expect(thumb.page.locator("body")).to_have_attribute("data-line", "live", timeout=20_000)
        thumb.taps = 0
        return thumb

    counts: dict[str, int] = {}
    thumb = begin("otis")
    thumb.choose("Strike", "Goblin 1")
    counts["melee"] = thumb.seal()
    thumb = begin("otis")
    thumb.tap(thumb.page.locator("a.offer"))
    counts["likely order"] = thumb.seal()
    thumb = begin("serten")
    thumb.choose("Cast, shoot", "Hold person", "Goblin 1")
    counts["spell at one"] = thumb.seal()
    thumb = begin("serten")
    thumb.choose("Cast, shoot", "Bless", "All of the party")
    counts["bless"] = thumb.seal()
    thumb = begin("tenser")
    thumb.choose("Cast, shoot", "Fireball")
    tap_a_place(thumb)
    expect(thumb.page.locator("[data-aimed]")).to_have_text(
        re.compile(r"^\d inside: Goblins? [-\d, ]+\.( None of yours\.)?$")
    )
    counts["spell at an area"] = thumb.seal()
    thumb = begin("ydra")
    thumb.choose("Cast, shoot", "[Pp]otion")
    counts["potion"] = thumb.seal()
    print("\n" + "\n".join(f"{what:<24}{count}" for what, count in counts.items()))  # noqa: T201
    for each in thumbs.values():
        each.page.context.close()
    assert {what: count for what, count in counts.items() if count > PLAYER_LIMITS[what]} == {}
