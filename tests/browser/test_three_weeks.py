"""Three weeks of a campaign through the pages: three linked fights, each by another text.

Dora makes the campaign; Pip and Quill play on their phones, Sam is the television. In week 1 Otis shoots, Tenser casts;
a night is rested, and spells are there again. In week 2 Ydra dies, and a treasure makes levels; a week is rested. In
week 3 the fight is a copy, with Melf, who is new. It is played by `make soak`, which prints what each week cost;
pictures stand in screenshots/weeks/.
"""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, expect

from rules.procedures import get_ruleset, split_layer
from tests.any_procedure import FAMILY
from tests.browser.counting import Cost, count_from_now, read_cost
from tests.browser.evening import Evening
from tests.browser.inspection import THEME
from tests.browser.lobbies import make_campaign_by_hand
from tests.browser.table import LAPTOP, LARGE_PHONE, PHONE, SCREEN, SEAL, devices, make_dora, plain, sign_in, tap
from tests.browser.test_two_evenings import make_fight, write_cast
from tests.server import Server

pytestmark = pytest.mark.soak

WEEKS = [id for id in FAMILY if not split_layer(id)[1]][:3]
"""The procedures of the three fights."""

WHO = {"dora": LAPTOP, "pip": LARGE_PHONE, "quill": PHONE, "sam": SCREEN}
PLAYERS = {"pip": "Otis", "quill": "Tenser"}
NAME = "The Ford and the Fen"
PARTY = (
    "Otis, ranger 4, AC 2, 38 hp, long bow, long sword, 12 arrows",
    "Tenser, magic-user 4, AC 4, 24 hp, dagger, magic missile, sleep",
    "Serten, cleric 4, AC 2, 30 hp, footman's mace, bless, cure light wounds",
    "Ydra, fighter 4, AC 2, 36 hp, battle axe",
)
ROUND_IS_OPEN = ", ".join(
    f"{each}:visible" for each in ("#board", "#console form[data-next]", "#prompts .prompt", "#compose form")
)
TREASURE = "60000"
MOST_TURNS, MOST_TABS = 120, 5


@dataclass
class Week:
    """One week: its costs, and the sheets that it left."""

    ruleset: str
    costs: dict[str, Cost] = field(default_factory=dict)
    seconds: float = 0.0
    carried: str = ""
    rested: str = ""


@dataclass
class Weeks:
    """The campaign, everybody's browser, and what was noted on the way."""

    evening: Evening
    campaign: str = ""
    """The address of its page."""
    table: str = ""
    """The address of its table, as phones have it."""
    weeks: list[Week] = field(default_factory=list)
    shown: dict[str, str] = field(default_factory=dict)
    """The words of a part of a page at a moment."""

    @property
    def dora(self) -> Page:
        """Return the DM's page."""
        return self.evening.dora

    @property
    def now(self) -> Week:
        """Return the week that is played."""
        return self.weeks[-1]

    def keep(self, step: str, *names: str) -> None:
        """Keep the pictures of these people, or of everybody, by day and by lamplight."""
        for name in names or WHO:
            device = self.evening.devices[name]
            for theme in ("dark", "light"):
                device.page.evaluate(THEME, theme)
                device.screenshot(f"{len(self.weeks)}-{step}-{theme}")

    def note_cost(self, what: str) -> None:
        """Note what Dora has pressed and typed since the last note."""
        self.now.costs[what] = read_cost(self.dora)

    def go_to_campaign(self) -> None:
        """Show the campaign's page, as it is now; what was pressed before is not counted."""
        self.dora.goto(self.campaign)
        read_cost(self.dora)


# Before the first fight.


def begin(weeks: Weeks) -> None:
    """Make the campaign, and let everybody sit down."""
    evening, dora = weeks.evening, weeks.dora
    make_dora(evening.server)
    sign_in(dora, evening.server)
    weeks.table = f"{evening.server.url}/t/{make_campaign_by_hand(dora, NAME)}/"
    weeks.campaign = dora.url
    for name in (*PLAYERS, "sam"):
        page = evening.devices[name].page
        page.goto(weeks.table)
        if name == "sam":
            page.locator("label").filter(has_text="I only watch").click()
        else:
            page.get_by_label("Your name at this table").fill(name.capitalize())
        tap(page.get_by_role("button", name="Sit down"))
        expect(page.locator("#lobby")).to_be_visible()


# The fights.


def prepare_first(weeks: Weeks) -> None:
    """Prepare the first fight from nothing, and open it."""
    weeks.go_to_campaign()
    make_fight(weeks.dora, "The weir at Hommlet", weeks.now.ruleset)
    write_cast(weeks.dora, *PARTY, "4 orcs")
    open_table(weeks)
    weeks.note_cost("before the table opens")
    for name, character in PLAYERS.items():
        page = weeks.evening.devices[name].page
        tap(page.get_by_role("link", name="Pick a character"))
        tap(page.locator("label").filter(has_text=character))
        tap(page.get_by_role("button", name=re.compile("^Take")))
        expect(page.locator("#me")).to_contain_text(character)


def prepare_second(weeks: Weeks) -> None:
    """Prepare the second fight from the first page: the party comes by itself."""
    dora = weeks.dora
    dora.goto(weeks.evening.server.url)
    read_cost(dora)
    weeks.keep("home", "dora")
    dora.get_by_role("link", name="Prepare an encounter").click()
    expect(dora.locator("input[name=title]")).to_be_focused()
    choose_rules(dora, weeks.now.ruleset)
    dora.get_by_role("button", name="Create").click()
    expect(dora).to_have_url(re.compile(r"/prepare/$"))
    dora.keyboard.press("/")
    dora.keyboard.type("orc 5")
    dora.keyboard.press("Enter")
    expect(dora.locator("#cast")).to_contain_text("Orcs 1-5")
    dora.get_by_role("button", name="Line them up").click()
    expect(dora.locator("#ready")).not_to_contain_text("no place")
    weeks.keep("prepared", "dora")
    open_table(weeks)
    weeks.note_cost("before the table opens")


def choose_rules(page: Page, ruleset: str) -> None:
    """Choose other rules by keyboard: by Tab, and the first letters of their name."""
    box = page.get_by_label("Ruleset")
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if box.evaluate("each => each === document.activeElement"):
            break
    page.keyboard.type(get_ruleset(ruleset).title.split()[0])  # a blank would open the list
    expect(box).to_have_value(ruleset)


def prepare_third(weeks: Weeks) -> None:
    """Copy the second fight, under other rules: Ydra is dead, and Melf comes."""
    dora = weeks.dora
    dora.goto(weeks.evening.server.url)
    read_cost(dora)
    dora.get_by_role("link", name="See the campaign").click()
    dora.get_by_label("More for Encounter 2").click()
    dora.get_by_role("button", name="Copy Encounter 2").click()
    expect(dora.locator("#cast")).to_contain_text("Melf")
    weeks.shown["copied"] = plain(dora.locator("#cast").inner_text())
    dora.get_by_text("Change", exact=True).first.click()
    choose_rules(dora, weeks.now.ruleset)
    expect(dora.locator("#rules summary, details[data-keep=rules] summary").first).to_contain_text(
        get_ruleset(weeks.now.ruleset).title
    )
    dora.get_by_role("button", name="Line it up").click()
    expect(dora.locator("#ready")).not_to_contain_text("no place")
    weeks.keep("prepared", "dora")
    open_table(weeks)
    weeks.note_cost("before the table opens")


def open_table(weeks: Weeks) -> None:
    """Open the table from the page of preparation."""
    weeks.dora.get_by_role("button", name="Open the table").click()
    expect(weeks.dora).to_have_url(re.compile(r"/e/\d+/$"))
    weeks.evening.devices["dora"].await_live()


def play(weeks: Weeks, orders: dict[str, tuple[str, ...]]) -> None:
    """Play one round, and show it."""
    evening = weeks.evening
    for name, character in PLAYERS.items():
        expect(evening.devices[name].page.locator("#me")).to_contain_text(character)
        evening.devices[name].await_live()
    evening.press(" ")
    await_round(weeks)
    if weeks.dora.locator("#board:visible").count():
        evening.round = len(weeks.weeks)
        evening.order_foes()
        for name in PLAYERS:
            evening.order(name, orders[name])
        evening.close_orders()
        evening.play_segments()
    else:
        take_turns(weeks, orders)
    evening.settle()
    weeks.keep("played")


def await_round(weeks: Weeks) -> None:
    """Wait until the round is open: orders are given in it first, or each acts in turn."""
    expect(weeks.dora.locator(ROUND_IS_OPEN).first).to_be_visible()
    weeks.evening.settle()


def take_turns(weeks: Weeks, orders: dict[str, tuple[str, ...]]) -> None:
    """Play a round in which each chooses when it is their turn; the phones choose for their own."""
    evening, dora, left = weeks.evening, weeks.dora, dict(orders)
    for _ in range(MOST_TURNS):
        evening.settle()
        asked = next((name for name in PLAYERS if evening.is_asked(name)), "")
        if dora.locator("#recap").count() or evening.is_over():
            return
        if asked and asked in left:
            form = evening.phones[asked].locator("#ask")
            for each in left.pop(asked):
                evening.tap(asked, evening.find_option(form, each))
            evening.tap(asked, evening.phones[asked].locator(SEAL))
        elif evening.find_question():
            evening.answer()
        elif dora.locator("#compose form.question").count():
            evening.click(evening.find_option(dora.locator("#compose form.question .ask-body"), "Await"))
            evening.click(dora.locator("#compose").locator("button[name=done]"))
        else:
            evening.press("s")
    raise AssertionError("the round does not end")


def fell(weeks: Weeks, name: str) -> None:
    """Take all hit points from somebody by hand."""
    dora = weeks.dora
    row = dora.locator(f"#strip [data-who={name.lower()}]:visible").first
    row.locator(".hpn").click()
    expect(dora.locator("#roster li.here [name=value]").first).to_be_focused()
    dora.keyboard.type("-45")
    dora.keyboard.press("Enter")
    weeks.evening.settle()
    weeks.shown["fallen"] = plain(row.inner_text())


def end_fight(weeks: Weeks, *, found: str = "", treasure: str = "", died: bool = False) -> None:
    """End the fight, carry it over to the sheets, and send everybody to the lobby."""
    dora = weeks.dora
    read_cost(dora)
    dora.get_by_role("button", name="More", exact=True).click()
    dora.get_by_role("link", name="End the fight").click()
    dora.get_by_role("button", name="End it").click()
    expect(dora.locator("#console")).to_contain_text("The fight is over")
    weeks.evening.settle()
    weeks.keep("ended")
    dora.get_by_role("link", name="Carry over to the sheets").click()
    if treasure:
        dora.get_by_label("Gold pieces brought home").click()
        dora.keyboard.type(treasure)
        dora.keyboard.press("Enter")
        expect(dora.get_by_text("may train").first).to_be_visible()
    if died and dora.get_by_text("Died", exact=True).count():  # at -10 nobody asks
        dora.get_by_text("Died", exact=True).click()
    if found:
        dora.get_by_label("Arrows that Otis found again").click()
        dora.keyboard.type(found)
    weeks.keep("sheets", "dora")
    dora.get_by_role("button", name=re.compile("^Carry over")).click()
    expect(dora.get_by_role("heading", name=re.compile("You carried this over"))).to_be_visible()
    weeks.now.carried = plain(dora.locator(".carried .rows").inner_text())
    weeks.keep("carried", "dora")
    dora.get_by_role("link", name="To the campaign").click()
    dora.get_by_role("button", name="Send phones to the lobby").click()
    for name in (*PLAYERS, "sam"):
        expect(weeks.evening.devices[name].page.locator("#lobby")).to_be_visible()
        weeks.evening.devices[name].await_live()
    weeks.note_cost("end and carry over")
    weeks.keep("lobby", "pip", "quill", "sam")


# Between the fights.


def rest(weeks: Weeks, how: str) -> None:
    """Let the party rest, from the campaign's page."""
    dora = weeks.dora
    weeks.go_to_campaign()
    weeks.keep("campaign", "dora")
    dora.get_by_text("Rest", exact=True).click()
    if how != "night":
        dora.locator(".rest").get_by_text(f"A {how}", exact=True).click()
    dora.get_by_role("button", name=f"Rest a {how}").click()
    expect(dora.get_by_text("Rested until").first).to_be_visible()
    weeks.note_cost(f"rest a {how}")
    weeks.now.rested = plain(dora.locator(".time-last").inner_text())
    weeks.keep("rested")


def make_melf(weeks: Weeks) -> None:
    """Make a new character."""
    dora = weeks.dora
    weeks.go_to_campaign()
    dora.get_by_role("link", name="New character").click()
    dora.get_by_label("Name", exact=True).click()
    dora.keyboard.type("Melf")
    weeks.keep("new-character", "dora")
    dora.get_by_role("button", name="Save character").click()
    expect(dora.get_by_role("heading", name="Melf")).to_be_visible()
    weeks.note_cost("a new character")


def look_at_the_dead(weeks: Weeks) -> None:
    """Look at the sheet of Ydra, who is dead."""
    weeks.dora.goto(weeks.campaign)
    weeks.dora.locator("summary", has_text="The dead and the retired").click()
    weeks.keep("dead", "dora")
    weeks.dora.get_by_role("link", name="Ydra").click()
    weeks.shown["Ydra"] = plain(weeks.dora.locator("main").inner_text())
    weeks.keep("sheet-of-the-dead", "dora")


def read_party(weeks: Weeks, moment: str) -> None:
    """Note how the campaign's page shows the party."""
    weeks.dora.goto(weeks.campaign)
    weeks.shown[moment] = plain(weeks.dora.locator("table.party").inner_text())


# The story.


def play_weeks(weeks: Weeks) -> None:
    """Play the three weeks."""
    begun = time.monotonic()

    def start(ruleset: str) -> None:
        nonlocal begun
        begun = time.monotonic()
        weeks.weeks.append(Week(ruleset))

    start(WEEKS[0])
    begin(weeks)
    prepare_first(weeks)
    play(weeks, {"pip": ("Cast, shoot", "Orc 1"), "quill": ("Cast, shoot", "Sleep", "Orc 2")})
    end_fight(weeks, found="1")
    read_party(weeks, "after week 1")
    rest(weeks, "night")
    read_party(weeks, "rested a night")
    weeks.now.seconds = time.monotonic() - begun
    start(WEEKS[1])
    prepare_second(weeks)
    play(weeks, {"pip": ("Cast, shoot", "Orc 1"), "quill": ("Await",)})
    fell(weeks, "Ydra")
    end_fight(weeks, treasure=TREASURE, died=True)
    read_party(weeks, "after week 2")
    rest(weeks, "week")
    look_at_the_dead(weeks)
    make_melf(weeks)
    weeks.now.seconds = time.monotonic() - begun
    start(WEEKS[2])
    prepare_third(weeks)
    play(weeks, {"pip": ("Cast, shoot", "Orc 1"), "quill": ("Await",)})
    end_fight(weeks)
    read_party(weeks, "after week 3")
    weeks.keep("campaign", "dora")
    weeks.now.seconds = time.monotonic() - begun


def print_weeks(weeks: Weeks) -> None:
    """Print what the weeks cost, a row for each thing that was done."""
    rows = [f"{'week':<6}{'what':<26}{'presses':>8}{'fields':>8}"]
    for number, week in enumerate(weeks.weeks, 1):
        rows += [f"{number:<6}{what:<26}{cost.presses:>8}{cost.fields:>8}" for what, cost in week.costs.items()]
        rows.append(f"{number:<6}{week.ruleset}, {week.seconds:.0f} seconds")
        rows += [f"      carried: {week.carried}", f"      rested: {week.rested or 'not'}"]
    print("\n" + "\n".join(rows))  # noqa: T201


@pytest.fixture(scope="module")
def weeks(browser: Browser, module_server: Server) -> Iterator[Weeks]:
    """Yield the three weeks as they were played; what they cost is printed at the end."""
    with devices(browser, WHO) as at:
        for each in at.values():
            each.folder = "weeks"
        count_from_now(at["dora"].page)
        found = Weeks(Evening(module_server, at, players=PLAYERS))
        try:
            play_weeks(found)
        except Exception:
            for each in at.values():
                each.screenshot("failed")
            raise
        finally:
            print_weeks(found)
        yield found


def test_the_second_week_is_prepared_with_few_presses(weeks: Weeks) -> None:
    """Other rules cost two presses more than those of the last fight, and are chosen, not typed."""
    cost = weeks.weeks[1].costs["before the table opens"]
    assert (cost.presses <= 8, cost.fields) == (True, 2)


def test_a_copied_fight_is_prepared_without_a_typed_field(weeks: Weeks) -> None:
    cost = weeks.weeks[2].costs["before the table opens"]
    assert (cost.presses <= 8, cost.fields) == (True, 1)  # the rules are chosen


@pytest.mark.parametrize(("week", "how"), [(0, "night"), (1, "week")])
def test_a_rest_costs_at_most_three_presses(weeks: Weeks, week: int, how: str) -> None:
    cost = weeks.weeks[week].costs[f"rest a {how}"]
    assert (cost.presses <= 3, cost.fields) == (True, 0)


def test_spells_are_spent_and_there_again(weeks: Weeks) -> None:
    assert "Sleep" in weeks.weeks[0].carried
    assert "Tenser: 1 spell again" in weeks.weeks[0].rested


def test_arrows_that_are_found_again_are_on_the_sheet(weeks: Weeks) -> None:
    assert "11 arrows" in weeks.shown["after week 1"]


def test_the_dead_stay_dead_and_the_new_come(weeks: Weeks) -> None:
    assert "Died in Encounter 2" in weeks.shown["Ydra"]
    assert "Ydra" not in weeks.shown["copied"]
    assert "Melf" in weeks.shown["copied"]


def test_a_level_is_reached(weeks: Weeks) -> None:
    assert "may train" in weeks.shown["after week 2"]
