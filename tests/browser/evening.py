"""Play an evening: the DM on a laptop, four phones and a television, by the words on them.

Presses are counted for each person and each round. A press is a click, a tap, a shortcut or Enter.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser import table
from tests.browser.console import list_unexpected
from tests.browser.inspection import WIDER
from tests.browser.table import LAPTOP, LARGE_PHONE, PHONE, SEAL, Device, plain, show_who, tap
from tests.server import Server

PLAYERS = {"pip": "Otis", "quill": "Tenser", "wren": "Serten", "ned": "Ydra"}
"""Who holds which character."""

SCREENS = {
    "dora": LAPTOP, "pip": LARGE_PHONE, "quill": LARGE_PHONE, "wren": PHONE, "ned": PHONE, "sam": LAPTOP
}  # fmt: skip

PARTY = """
[[combatant]]
id = "otis"
name = "Otis"
side = "party"
class = "ranger"
level = 5
played = true
hp = 41
ac = 1
position = [0, 0]
weapons = ["sword_long", "bow_long"]
[[combatant]]
id = "tenser"
name = "Tenser"
side = "party"
class = "magic_user"
level = 5
played = true
hp = 16
ac = 6
position = [-15, 6]
weapons = ["dagger"]
spells = ["magic_user_sleep", "magic_user_web", "magic_user_magic_missile", "magic_user_fireball"]
[[combatant]]
id = "serten"
name = "Serten"
side = "party"
class = "cleric"
level = 5
played = true
hp = 30
ac = 1
position = [-4, 12]
weapons = ["mace_foot"]
spells = ["cleric_bless", "cleric_hold_person", "cleric_cure_light_wounds"]
[[combatant]]
id = "ydra"
name = "Ydra"
side = "party"
class = "fighter"
level = 5
played = true
hp = 44
ac = 0
position = [0, 18]
weapons = ["axe_battle", "spear"]
"""

FACES = cycle((17, 14, 18, 16))
"""What real dice show, as far as they have so many sides."""

MOST_STEPS, MOST_ROUNDS = 80, 12

PICTURED = 2
"""The rounds of which every stage is pictured; of the others only the end."""

ON_MAP = "on the map: "

Plans = Mapping[int, Mapping[str, Sequence[str]]]
"""What is ordered on the phones, by round and person, as the words of the choices."""

Act = Callable[["Evening"], None]


@dataclass(frozen=True)
class Script:
    """A fight to be played: who orders what, and what else is done in which round."""

    folder: str
    """Where the pictures are kept, below screenshots/."""
    scenario: str
    orders: Plans
    foes: Mapping[int, Sequence[tuple[str, ...]]] = field(default_factory=dict)
    """By round, the foes whose orders are chosen, each with the words of the choices."""
    rollers: Sequence[str] = ()
    """The players who roll real dice."""
    opened: Mapping[int, Act] = field(default_factory=dict)
    """By round, what is done once it is open."""
    sealed: Mapping[int, Act] = field(default_factory=dict)
    """By round, what is done once the orders are closed."""
    over: Mapping[int, Act] = field(default_factory=dict)
    """By round, what is done once it has been played."""
    unheard: Mapping[int, str] = field(default_factory=dict)
    """By round, the player whose order is sealed while the phone has no signal."""


@dataclass(frozen=True)
class Report:
    """The texts of the screens at one moment."""

    health: Mapping[str, Mapping[str, str]]
    """The hit points of each character, by screen and by name."""
    conditions: Mapping[str, Mapping[str, str]]
    """The conditions of each character, as the DM's roster and as its own player's phone list them."""
    story: Mapping[str, Sequence[str]]
    """The sentences of the round, by screen."""


@dataclass
class Evening:
    """A fight, with everybody's browser and what they pressed."""

    server: Server
    devices: Mapping[str, Device]
    players: Mapping[str, str] = field(default_factory=lambda: PLAYERS)
    code: str = ""
    encounter: str = ""
    presses: dict[int, Counter[str]] = field(default_factory=dict)
    round: int = 0
    wide: list[str] = field(default_factory=list)
    reports: list["Report"] = field(default_factory=list)
    """What each screen showed at the end of each round."""
    sent: dict[str, str] = field(default_factory=dict)
    """What the others were sent before something was revealed."""
    asked: list[str] = field(default_factory=list)
    """The titles of the questions that stopped the fight."""

    @property
    def dora(self) -> Page:
        """Return the DM's page."""
        return self.devices["dora"].page

    @property
    def phones(self) -> dict[str, Page]:
        """Return the players' pages."""
        return {name: self.devices[name].page for name in self.players}

    # Pressing, and waiting for what comes of it.

    def count(self, name: str) -> None:
        """Count a press of this person."""
        self.presses.setdefault(self.round, Counter())[name] += 1

    def press(self, key: str) -> None:
        """Press a key on the DM's laptop."""
        self.count("dora")
        self.await_change(lambda: self.dora.keyboard.press(key))

    def click(self, target: Locator) -> None:
        """Click on the DM's laptop."""
        self.count("dora")
        self.await_change(target.first.click)

    def tap(self, name: str, target: Locator) -> None:
        """Tap on a phone."""
        self.count(name)
        self.await_change(lambda: tap(target.first), name)

    def await_change(self, do: Callable[[], None], name: str = "dora") -> None:
        """Do something, and wait until nothing that was posted is under way."""
        do()
        page = self.devices[name].page
        page.wait_for_timeout(60)
        expect(page.locator("form[data-busy], .htmx-request")).to_have_count(0)
        page.wait_for_load_state("load")

    def settle(self, *names: str) -> None:
        """Wait until every page, or those of these people, show as much as there is for them to see."""
        for name in names or self.devices:
            self.devices[name].settle()

    def keep(self, step: str) -> None:
        """Keep everybody's picture, and note what is wider than its screen."""
        self.settle()
        for name, device in self.devices.items():
            device.screenshot(step)
            self.wide += [f"{name}, {step}: {each}" for each in device.page.evaluate(WIDER)]

    # Before the fight.

    def prepare(self, scenario: str) -> None:
        """Import the fight and open the table."""
        table.make_dora(self.server)
        table.sign_in(self.dora, self.server)
        self.encounter = table.bring_in(self.dora, self.server, scenario)
        self.dora.goto(f"{self.encounter}prepare/")
        self.devices["dora"].screenshot("00-prepared")
        table.commit_seeds(self.server, {n: (f"open-{n}", f"hidden-{n}") for n in range(1, MOST_ROUNDS + 1)})
        self.code = table.open_table(self.dora, self.encounter)

    def sit_down(self) -> None:
        """Let everybody join; the television watches."""
        for name, *characters in (*self.players.items(), ("sam",)):
            table.join(self.devices[name].page, self.server, self.code, name.capitalize(), *characters)
        for device in self.devices.values():
            device.await_live()

    def take_real_dice(self, name: str) -> None:
        """Say on a phone that this player rolls real dice."""
        page = self.phones[name]
        self.tap(name, page.get_by_role("link", name="Sheet"))
        self.tap(name, page.get_by_role("button", name="I roll my own dice"))
        expect(page.get_by_role("button", name="Let the table roll my dice")).to_be_visible()
        self.tap(name, page.get_by_role("link", name="Now"))
        expect(page.locator("#now")).to_be_visible()

    # A round.

    def open_round(self) -> None:
        """Open the next round; after a round, its recap is posted by the same press."""
        self.round += 1
        self.press(" ")
        expect(self.dora.locator("#board")).to_be_visible()
        self.settle()

    def order_foes(self, *plan: tuple[str, ...]) -> None:
        """Give the foes' orders: those of the plan by name, the others as a group, or as is likely."""
        for name, *words in plan:
            declare = self.dora.get_by_role("link", name=f"Declare for {name}", exact=True)
            if declare.count():
                self.click(declare)
                expect(self.dora.locator("#compose h2").first).to_have_text(name)
                for each in words:
                    self.click(self.find_option(self.dora.locator("#compose"), each))
                self.click(self.dora.locator("#compose").get_by_role("button", name="Seal this order"))
        console = self.dora.locator("#console")
        if console.get_by_role("button", name=re.compile("standing order")).count():
            self.press(" ")
        if self.dora.locator("#compose .group").count():
            self.press("o")
        while self.dora.get_by_text("yours to give").count():
            self.click(self.dora.locator("#compose").locator(".offers").get_by_role("button", name=re.compile("^Seal")))
            self.settle()
        expect(self.dora.locator("#board")).not_to_contain_text("yours to give")

    def take_back(self) -> None:
        """Take the last step back, and say that it is."""
        self.press("z")
        self.click(self.dora.get_by_role("button", name="Take back to here"))
        self.settle()

    def reveal(self, name: str) -> None:
        """Reveal a combatant who was hidden."""
        show_who(self.dora)
        self.click(self.dora.get_by_label(f"Select {name}", exact=True))
        self.click(self.dora.locator("#selection").get_by_role("button", name="Reveal"))
        self.settle()
        self.dora.keyboard.press("Escape")  # nobody is selected any more
        self.dora.keyboard.press("Escape")  # the tab is closed

    def find_option(self, form: Locator, words: str) -> Locator:
        """Return the choice with these words in a form, or the token with these letters on its map."""
        if words.startswith(ON_MAP):
            return form.locator("[data-map]").get_by_text(words.removeprefix(ON_MAP), exact=True).first
        return form.locator("button, label, a.offer").filter(has_text=re.compile(words)).first

    def order(self, name: str, words: Sequence[str] = (), *, unheard: bool = False) -> None:
        """Give an order on a phone: these choices one after the other, or the likeliest.

        ``unheard``: its last tap is made without signal.
        """
        page = self.phones[name]
        ask = page.locator("#ask")
        if self.players[name] not in plain(self.dora.locator("#console .say").inner_text()):
            return
        expect(ask.locator("form").first).to_be_visible()
        self.settle(name)
        if words and self.find_option(ask, words[0]).count():
            for each in words:
                if each.startswith(ON_MAP):
                    table.tap_token(ask.locator("[data-map]"), each.removeprefix(ON_MAP))
                else:
                    self.tap(name, self.find_option(ask, each))
            self.devices[name].screenshot(f"{self.round:02}-2-order")
        elif ask.get_by_role("list", name="Likely orders").count():
            self.tap(name, ask.get_by_role("list", name="Likely orders").get_by_role("link"))
        else:
            self.tap(name, self.find_option(ask, "Await"))
        if unheard:
            self.lose_signal(name)
        self.tap(name, page.locator(SEAL))
        if unheard:
            expect(page.locator("[data-sent]")).to_contain_text("is kept on this phone")
            self.devices[name].screenshot(f"{self.round:02}-2-unheard")
            self.find_signal(name)
        expect(page.get_by_role("heading", name="Your order is sealed")).to_be_visible()

    def lose_signal(self, name: str) -> None:
        """Take the signal away from a phone, until the phone says so."""
        page = self.phones[name]
        page.context.set_offline(True)
        expect(page.locator("#line")).to_be_visible()

    def find_signal(self, name: str) -> None:
        """Give a phone its signal back, until it shows as much as the others."""
        page = self.phones[name]
        page.context.set_offline(False)
        expect(page.locator("#line")).to_be_hidden(timeout=20_000)
        self.settle(name)

    def is_asked(self, name: str) -> bool:
        """Return whether this phone has a question."""
        return self.phones[name].locator("#ask form").count() > 0

    def close_orders(self) -> None:
        """Close the orders when all are in."""
        expect(self.dora.locator("#console")).to_contain_text("All orders are in")
        self.press(" ")
        expect(self.dora.locator("#log")).to_be_visible()
        self.settle()

    def play_segments(self) -> None:
        """Play to the round's end, and keep pictures of the first question of each kind."""
        for _ in range(MOST_STEPS):
            self.settle()
            if self.is_over() or self.dora.locator("#recap").count():
                return
            title = self.find_question()
            if not title:
                self.press("s")
                continue
            if title not in self.asked:
                self.keep(f"{self.round:02}-4-{re.sub('[^a-z]+', '-', title.lower()).strip('-')}")
            self.asked.append(title)
            self.answer()
        raise AssertionError(f"round {self.round} does not end: {self.asked[-3:]}")

    def find_question(self) -> str:
        """Return the title of the question for which the DM's page waits; "" for none."""
        title = self.dora.locator("#prompts .prompt:not(.quiet) h2")
        return plain(title.first.inner_text()) if title.count() else ""

    def answer(self) -> None:
        """Answer on the phone that is asked, or apply what is proposed, or take the default."""
        for name in self.players:
            if self.is_asked(name):
                self.answer_on_phone(name)
                return
        apply = self.dora.locator("#prompts").get_by_role("button", name="Apply", exact=True)
        has_default = self.dora.get_by_role("button", name="Use the default").count() > 0
        if apply.count():
            self.click(apply)
        elif not has_default and (first := self.dora.locator("#prompts .prompt:not(.quiet) button.go")).count():
            self.click(first)
        else:
            self.press("h")

    def answer_on_phone(self, name: str) -> None:
        """Type real dice or a distance, or take the first answer."""
        ask = self.phones[name].locator("#ask")
        for box in ask.locator("input[inputmode]:visible").all():
            box.fill("5")
        for die in ask.locator(".keys").all():
            faces = die.locator("label")
            self.tap(name, faces.nth((next(FACES) - 1) % faces.count()))
        send = ask.get_by_role("button", name=re.compile("^Send"))
        self.tap(name, send if send.count() else ask.locator(".ph-foot button"))

    def is_over(self) -> bool:
        """Return whether the fight is over, as the DM reads it."""
        return "The fight is over" in self.dora.locator("#console").inner_text()

    # What each shows.

    def report(self) -> None:
        """Note what each screen shows at the end of a round."""
        self.settle()
        show_who(self.dora)
        self.reports.append(Report(self.read_health(), self.read_conditions(), self.read_story()))
        self.dora.keyboard.press("Escape")

    def read_health(self) -> dict[str, dict[str, str]]:
        """Return the hit points of each character, as each screen shows them."""
        found: dict[str, dict[str, str]] = {"dora": {}}
        for row in self.dora.locator("#roster li:has(> .meters)").all():
            name = plain(row.locator(".who b").first.text_content() or "").split()[0]
            if name in self.players.values():
                found["dora"][name] = plain(row.locator(".hp b").first.text_content() or "")
        for name, page in self.phones.items():
            own = {self.players[name]: plain(page.locator("#me .num").inner_text()).removesuffix(" hp")}
            rows = page.locator("#company .mates li").all()
            mates = {plain(row.locator("b").inner_text()): row.locator(".num").inner_text() for row in rows}
            found[name] = {**own, **{mate: plain(text).partition(" hp")[0] for mate, text in mates.items()}}
        return found

    def read_conditions(self) -> dict[str, dict[str, str]]:
        """Return the conditions of each character, without the numbers that they change."""
        listed = {"dora": self.dora.evaluate(CONDITIONS, "#roster li:has(> .meters)")}
        for name, page in self.phones.items():
            own = page.locator("#company .conds .cond").all_inner_texts()
            listed[name] = {self.players[name]: [re.sub(r" \(.*?\)", "", each) for each in own]}
        return {
            name: {who: "; ".join(map(plain, words)) for who, words in of.items() if who in self.players.values()}
            for name, of in listed.items()
        }

    def read_story(self) -> dict[str, list[str]]:
        """Return the sentences that the DM's log, the television and the phones tell of the round."""
        where = {
            "dora": "#log .e > p, #log .folded > summary",
            "sam": "#told li > span",
            **dict.fromkeys(self.players, "#now li p"),
        }
        return {name: self.devices[name].page.evaluate(SENTENCES, selector) for name, selector in where.items()}

    def read_summary(self) -> dict[str, str]:
        """Return who stands and who fell in the end, as each screen says."""
        parts = ".summary > h2, .summary > .sides"
        return {
            name: plain(" ".join(device.page.locator(parts).all_inner_texts())) for name, device in self.devices.items()
        }

    def list_complaints(self) -> list[str]:
        """Return what the consoles of all browsers say, but for the lost signal."""
        return [
            f"{name}: {each}"
            for name, device in self.devices.items()
            for each in list_unexpected(device.complaints, ["no signal"])
        ]

    def print_presses(self, title: str) -> None:
        """Print a table of presses: a row for each round."""
        names = ["dora", *self.players]
        rows = [f"{'round':<8}" + "".join(f"{name:>8}" for name in names)]
        for number, counted in sorted(self.presses.items()):
            rows.append(f"{number or 'before':<8}" + "".join(f"{counted[name]:>8}" for name in names))
        print(f"\n{title}\n" + "\n".join(rows))  # noqa: T201


CONDITIONS = """selector => Object.fromEntries([...document.querySelectorAll(selector)].map(row => [
    row.querySelector(".who b").firstChild.textContent.trim(),
    [...row.querySelectorAll(".cond:not(:has(svg))")].map(each => each.textContent),
]))"""
"""The conditions of each combatant in the roster; what the combatant is asked or rolls is none and has a sign."""

SENTENCES = """selector => [...document.querySelectorAll(selector)].flatMap(each => {
    const copy = each.cloneNode(true);
    copy.querySelectorAll(".ids").forEach(ids => ids.remove());
    return copy.textContent.replace(/\\s+/g, " ").trim().split(/(?<=\\.) (?=[A-Z])/);
})"""
"""The sentences of some elements."""


@contextmanager
def played(browser: Browser, server: Server, script: Script) -> Iterator[Evening]:
    """Play a fight to its end, and keep everybody's browser open while tests look at it."""
    with table.devices(browser, SCREENS) as devices:
        for device in devices.values():
            device.folder = script.folder
        evening = Evening(server, devices)
        try:
            play(evening, script)
        except Exception:
            for device in devices.values():
                device.screenshot("failed")
            raise
        evening.print_presses(script.folder)
        yield evening


def play(evening: Evening, script: Script) -> None:
    """Play a fight from preparing to its end."""
    evening.prepare(script.scenario)
    evening.sit_down()
    for name in script.rollers:
        evening.take_real_dice(name)
    evening.keep("00-seated")
    while not evening.is_over():
        assert evening.round < MOST_ROUNDS, "the fight does not end"
        evening.open_round()
        script.opened.get(evening.round, do_nothing)(evening)
        play_round(evening, script)
        script.over.get(evening.round, do_nothing)(evening)
        evening.report()


def do_nothing(_: Evening) -> None:
    """Do nothing more in this round."""


def play_round(evening: Evening, script: Script) -> None:
    """Play the round that was opened to its end, and keep pictures of it."""
    step = f"{evening.round:02}"
    pictured = evening.round <= PICTURED
    if pictured:
        evening.keep(f"{step}-1-foes-orders")
    evening.order_foes(*script.foes.get(evening.round, ()))
    if pictured:
        evening.keep(f"{step}-2-orders")
    for name in PLAYERS:
        words = script.orders.get(evening.round, {}).get(name, ())
        evening.order(name, words, unheard=script.unheard.get(evening.round) == name)
    if pictured:
        evening.keep(f"{step}-3-sealed")
    evening.close_orders()
    script.sealed.get(evening.round, do_nothing)(evening)
    evening.play_segments()
    evening.keep(f"{step}-5-over")


def miss_a_segment(evening: Evening) -> None:
    """Play a segment while one phone has no signal, which then reads what it missed."""
    evening.lose_signal("wren")
    evening.press("s")
    evening.settle(*(name for name in evening.devices if name != "wren"))
    evening.devices["wren"].screenshot(f"{evening.round:02}-4-unheard")
    evening.find_signal("wren")
    evening.devices["wren"].screenshot(f"{evening.round:02}-4-heard-again")


def name_all(name: str, *numbers: int) -> tuple[str, ...]:
    """Return the words for several of a kind."""
    return tuple(rf"{name} {number}\b" for number in numbers)


# What is true of every fight.


def check_screens(evening: Evening) -> None:
    """Check that the screens show the same hit points, conditions and end, without faults."""
    for number, report in enumerate(evening.reports, 1):
        for shown in (report.health, report.conditions):
            for name, known in shown.items():
                assert known == {who: shown["dora"][who] for who in known}, (number, name)
    summaries = set(evening.read_summary().values())
    assert len(summaries) == 1
    assert "The fight is over" in summaries.pop()
    assert evening.list_complaints() == []
    assert evening.wide == []


def check_stories(evening: Evening) -> None:
    """Check that the log, the television and the phones tell the same, as far as each may know."""
    for number, report in enumerate(evening.reports, 1):
        log = report.story["dora"]
        assert [each for each in report.story["sam"] if each not in log and not VEILED.search(each)] == [], number
        for name, character in PLAYERS.items():
            others = [each for each in report.story["sam"] if character not in each]
            assert [each for each in others if each not in report.story[name]] == [], (number, name)


def check_log_of_damage(evening: Evening) -> None:
    """Check that each round characters have lost the hit points that the DM's log tells of."""
    left = {who: int(points.split()[-1]) for who, points in evening.reports[0].health["dora"].items()}
    for number, report in enumerate(evening.reports, 1):
        for who, points in report.health["dora"].items():
            left[who] -= sum(read_damage(each, who) for each in report.story["dora"])
            assert points.split()[0] == str(left[who]), (number, who)


def read_damage(sentence: str, who: str) -> int:
    """Return the damage that a sentence tells of; 0 where it tells of somebody else."""
    doers = rf"^(?:[^.]*(?:, | and ))?{who}(?:(?:,| and )[^.]*)? takes?"
    found = re.search(rf"(?:(?:hits?|attack) {who} with .*? for|{doers}) (\d+)(?: damage)", sentence)
    return int(found[1]) if found else 0


VEILED = re.compile(r"begins a (spell|prayer)|’s (spell|prayer) ")
"""What is told to those who do not know the spell."""
