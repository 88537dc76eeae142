"""Three weeks of a campaign through the pages: three linked fights, each by another text.

Dora makes the campaign; Pip and Quill play on their phones, Sam is the television. In week 1 Otis shoots, Tenser casts;
Quill chooses spells on the phone, and a night is rested. In week 2 Nell comes and plays a guest, Tenser has the spells
that were chosen, Ydra dies, and Otis, who was near it, reaches a level; a week is rested. In week 3 the fight is a
copy, with Melf, who is new. It is played by `make soak`, which prints what each week cost; pictures stand in
screenshots/weeks/.
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
from tests.browser.table import (
    LAPTOP,
    LARGE_PHONE,
    PHONE,
    SCREEN,
    SEAL,
    Device,
    devices,
    make_dora,
    open_device,
    plain,
    sign_in,
    tap,
)
from tests.browser.test_two_evenings import make_fight, write_cast
from tests.server import Server

pytestmark = pytest.mark.soak

WEEKS = [id for id in FAMILY if not split_layer(id)[1]][:3]
"""The procedures of the three fights."""

WHO = {"dora": LAPTOP, "pip": LARGE_PHONE, "quill": PHONE, "sam": SCREEN}
PLAYERS = {"pip": "Otis", "quill": "Tenser"}
GUEST, GUEST_CLASS, GUEST_NAME = "nell", "Ranger", "Rowan"
"""Who comes in week 2, and the guest that is taken."""

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
MOST_TURNS = 120
NEAR = 5
"""The experience that Otis lacks to a level before the second fight."""


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
    opened: dict[str, Device]
    """Everybody's browser."""
    players: dict[str, str]
    """Those who play on phones, with their characters."""
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
        for name in names or self.evening.devices:
            device = self.evening.devices[name]
            for theme in ("dark", "light"):
                device.page.evaluate(THEME, theme)
                device.screenshot(f"{len(self.weeks)}-{step}-{theme}")

    def note_cost(self, what: str, name: str = "dora") -> None:
        """Note what somebody, usually Dora, has pressed and typed since the last note."""
        self.now.costs[what] = read_cost(self.evening.devices[name].page)

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
        sit_down(weeks, name)


def sit_down(weeks: Weeks, name: str) -> None:
    """Let somebody sit down in the lobby."""
    page = weeks.evening.devices[name].page
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
    expect(dora.locator("[data-search] [name=q]")).to_be_focused()
    dora.wait_for_load_state("load")
    dora.keyboard.type("orc 5")
    dora.keyboard.press("Enter")
    expect(dora.locator("#cast")).to_contain_text("Orcs 1-5")
    dora.get_by_role("button", name="Line them up").click()
    expect(dora.locator("#ready")).not_to_contain_text("no place")
    weeks.keep("prepared", "dora")
    open_table(weeks)
    weeks.note_cost("before the table opens")


def choose_rules(page: Page, ruleset: str) -> None:
    """Choose other rules by one press."""
    page.locator(f"label:has([name=ruleset][value='{ruleset}'])").click()
    expect(page.locator(f"[name=ruleset][value='{ruleset}']")).to_be_checked()


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
    for name, character in weeks.players.items():
        expect(evening.devices[name].page.locator("#me")).to_contain_text(character)
        evening.devices[name].await_live()
    evening.press(" ")
    await_round(weeks)
    if weeks.dora.locator("#board:visible").count():
        evening.round = len(weeks.weeks)
        evening.order_foes()
        for name in weeks.players:
            evening.order(name, orders.get(name, ("Await",)))
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
    evening, dora = weeks.evening, weeks.dora
    left = {name: orders.get(name, ("Await",)) for name in weeks.players}
    for _ in range(MOST_TURNS):
        evening.settle()
        asked = next((name for name in weeks.players if evening.is_asked(name)), "")
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


def end_fight(weeks: Weeks, *, found: str = "", counts: str = "", died: bool = False) -> None:
    """End the fight, carry it over to the sheets, and send everybody to the lobby.

    ``counts`` says how much of the foes who were left counts: half or full.
    """
    dora = weeks.dora
    read_cost(dora)
    dora.get_by_role("button", name="More", exact=True).click()
    dora.get_by_role("link", name="End the fight").click()
    dora.get_by_role("button", name="End it").click()
    expect(dora.locator("#console")).to_contain_text("The fight is over")
    weeks.evening.settle()
    weeks.keep("ended")
    dora.get_by_role("link", name="Carry over to the sheets").click()
    expect(dora.get_by_role("button", name=re.compile("^Carry over"))).to_be_visible()
    dora.wait_for_load_state("load")
    left = dora.get_by_label(re.compile("^How much of it counts"))
    if counts and left.count():
        left.first.select_option(counts)
    if counts:
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
    for name in (*weeks.players, "sam"):
        expect(weeks.evening.devices[name].page.locator("#lobby")).to_be_visible()
        weeks.evening.devices[name].await_live()
    weeks.note_cost("end and carry over")
    weeks.keep("lobby", *weeks.players, "sam")


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


def memorise(weeks: Weeks) -> None:
    """Let Quill choose web for the next rest, on the phone."""
    page = weeks.evening.devices["quill"].page
    read_cost(page)
    tap(page.get_by_role("link", name=re.compile("^Choose Tenser’s")))
    expect(page.get_by_role("heading", name="Memorise")).to_be_visible()
    tap(page.get_by_role("button", name="Web: one more", exact=True))
    expect(page.get_by_role("button", name=re.compile("^Memorise these 3"))).to_be_visible()
    weeks.keep("memorise", "quill")
    tap(page.get_by_role("button", name=re.compile("^Memorise these 3")))
    expect(page.get_by_role("link", name="After the rest: magic missile, sleep, web; 2 more are free")).to_be_visible()
    weeks.note_cost("Quill chooses spells", "quill")
    weeks.evening.devices["quill"].await_live()


def come_near_a_level(weeks: Weeks) -> None:
    """Write into the sheet of Otis that a little experience is lacking to the next level."""
    dora = weeks.dora
    weeks.go_to_campaign()
    dora.locator("table.party").get_by_role("link", name="Otis").click()
    expect(dora.get_by_role("heading", name="Otis")).to_be_visible()
    shown = plain(dora.locator("main").inner_text())
    found = re.search(r"experience ([\d,]+) ([\d,]+) to ranger", shown, re.IGNORECASE)
    assert found, shown
    before, lacking = (int(each.replace(",", "")) for each in found.groups())
    dora.get_by_role("link", name=re.compile("^Experience.*change$")).click()
    expect(dora.locator("form.change [name=value]")).to_be_focused()
    dora.keyboard.press("Control+a")
    dora.keyboard.type(f"{before + lacking - NEAR}")
    dora.keyboard.press("Enter")
    expect(dora.locator("main")).to_contain_text(f"{NEAR} to ranger")


def join_as_guest(weeks: Weeks) -> None:
    """Let Nell sit down on a new phone, and take a guest by two taps."""
    browser = weeks.dora.context.browser
    assert browser is not None
    device = open_device(browser, GUEST, PHONE, touch=True)
    device.folder = "weeks"
    weeks.opened[GUEST] = device
    count_from_now(device.page)
    sit_down(weeks, GUEST)
    read_cost(device.page)
    tap(device.page.get_by_role("link", name="Play a guest"))
    expect(device.page.get_by_role("button", name=GUEST_CLASS)).to_be_visible()
    weeks.keep("guests", GUEST)
    tap(device.page.get_by_role("button", name=GUEST_CLASS))
    expect(device.page.locator("#lobby")).to_contain_text(GUEST_NAME)
    weeks.note_cost("Nell takes a guest", GUEST)
    weeks.players[GUEST] = GUEST_NAME


def read_own_sheets(weeks: Weeks) -> None:
    """Note the sheets that the players read on their phones in the fight."""
    for name, character in weeks.players.items():
        page = weeks.evening.devices[name].page
        expect(page.locator("#me")).to_contain_text(character)
        weeks.evening.devices[name].await_live()
        tap(page.get_by_role("link", name="Sheet"))
        expect(page.get_by_role("link", name="Sheet")).to_have_attribute("aria-current", "page")
        weeks.shown[f"{character} in week {len(weeks.weeks)}"] = plain(page.locator("main").inner_text())
        weeks.keep("sheet", name)
        tap(page.get_by_role("link", name="Now"))
        expect(page.locator("#now")).to_be_visible()


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
    memorise(weeks)
    rest(weeks, "night")
    read_party(weeks, "rested a night")
    come_near_a_level(weeks)
    weeks.now.seconds = time.monotonic() - begun
    start(WEEKS[1])
    join_as_guest(weeks)
    prepare_second(weeks)
    read_own_sheets(weeks)
    play(weeks, {"pip": ("Cast, shoot", "Orc 1"), "quill": ("Await",)})
    fell(weeks, "Ydra")
    end_fight(weeks, counts="full", died=True)
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
        for name in ("dora", "quill"):
            count_from_now(at[name].page)
        players = dict(PLAYERS)
        found = Weeks(Evening(module_server, at, players=players), at, players)
        try:
            play_weeks(found)
        except Exception:
            for each in at.values():
                each.screenshot("failed")
            raise
        finally:
            print_weeks(found)
        yield found


def test_the_second_week_is_prepared_with_six_presses_and_one_field(weeks: Weeks) -> None:
    cost = weeks.weeks[1].costs["before the table opens"]
    assert (cost.presses <= 6, cost.fields) == (True, 1)


def test_a_copied_fight_under_other_rules_is_prepared_with_six_presses_and_no_field(weeks: Weeks) -> None:
    cost = weeks.weeks[2].costs["before the table opens"]
    assert (cost.presses <= 6, cost.fields) == (True, 0)


def test_a_guest_comes_by_two_taps_and_keeps_what_the_fight_gave(weeks: Weeks) -> None:
    assert weeks.weeks[1].costs["Nell takes a guest"] == Cost(2, 0)
    assert GUEST_NAME in weeks.weeks[1].carried
    assert GUEST_NAME in weeks.shown["copied"]


@pytest.mark.parametrize(("week", "how"), [(0, "night"), (1, "week")])
def test_a_rest_costs_at_most_three_presses(weeks: Weeks, week: int, how: str) -> None:
    cost = weeks.weeks[week].costs[f"rest a {how}"]
    assert (cost.presses <= 3, cost.fields) == (True, 0)


def test_spells_are_spent_and_others_are_chosen_on_a_phone_for_the_next_fight(weeks: Weeks) -> None:
    assert "sleep spent" in weeks.weeks[0].carried
    assert weeks.weeks[0].costs["Quill chooses spells"] == Cost(3, 0)
    assert re.search("Tenser memorises [^.]*web", weeks.weeks[0].rested)
    shown = weeks.shown["Tenser in week 2"].lower()
    assert ("web" in shown, "sleep" in shown) == (True, True)


def test_arrows_that_are_found_again_are_on_the_sheet_and_in_the_next_fight(weeks: Weeks) -> None:
    assert "11 arrows" in weeks.shown["after week 1"]
    assert re.search(r"arrow\D{0,20}\b11\b|\b11\D{0,20}arrow", weeks.shown["Otis in week 2"], re.IGNORECASE)


def test_the_dead_stay_dead_and_the_new_come(weeks: Weeks) -> None:
    assert re.search(r"Died on day \d+, Encounter 2", weeks.shown["Ydra"])
    assert "Ydra" not in weeks.shown["copied"]
    assert "Melf" in weeks.shown["copied"]


def test_a_level_is_reached_by_the_experience_of_a_fight(weeks: Weeks) -> None:
    assert "may train" not in weeks.shown["rested a night"]
    assert re.search(r"Otis ranger 4\W+may train for ranger 5", weeks.shown["after week 2"])
    gained = re.search(r"(\d+) experience", weeks.weeks[1].carried)
    assert gained
    assert NEAR <= int(gained[1]) < 200
