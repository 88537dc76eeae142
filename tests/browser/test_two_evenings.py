"""Two evenings of one campaign, through the pages alone: what it costs to come back.

Dora makes the campaign and invites Emil. Pip, Quill and Wren play on their phones, Sam is the television. A week later
Quill has a new phone, Wren is away, and Emil opens the second fight, by another procedure. It is played by `make soak`;
pictures stand in screenshots/.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.any_procedure import ANY, find_other
from tests.browser.counting import count_from_now, read_cost
from tests.browser.lobbies import make_campaign_by_hand
from tests.browser.table import (
    LAPTOP,
    LARGE_PHONE,
    PASSWORD,
    PHONE,
    SCREEN,
    SEAL,
    Device,
    devices,
    make_dora,
    plain,
    show_who,
    sign_in,
    tap,
)
from tests.server import Server

WHO = {
    "dora": LAPTOP,
    "emil": LAPTOP,
    "pip": LARGE_PHONE,
    "quill": PHONE,
    "wren": PHONE,
    "sam": SCREEN,
    "new phone": PHONE,
}
PLAYERS = {"pip": "Otis", "quill": "Tenser", "wren": "Serten"}
NAME = "The Ford and the Fen"
WEIR, MILL = "The weir at Hommlet", "The drowned mill"
PARTY = (
    "Otis, ranger 4, AC 4, 38 hp, long bow, long sword, 3 arrows",
    "Tenser, magic-user 4, AC 8, 14 hp, dagger, sleep",
    "Serten, cleric 4, AC 4, 24 hp, footman's mace, bless",
)
MOST_STEPS = 60

pytestmark = pytest.mark.soak


@dataclass
class Evenings:
    """The campaign, everybody's browser, and what was noted on the way."""

    server: Server
    at: dict[str, Device]
    campaign: str = ""
    """The address of its page."""
    table: str = ""
    """The address of its table, as phones have it."""
    costs: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Presses and typed fields by what they were for."""
    arrows: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The arrows of Otis at a moment, on Pip's phone and on the DM's page."""
    refused: str = ""
    """The words of Pip's form that refuse a shot without arrows."""
    sent: dict[str, str] = field(default_factory=dict)
    """All that a phone or the television was sent before the second fight was opened, by whose it is."""
    seats: dict[str, list[str]] = field(default_factory=dict)
    """The names of the seats, by the page that lists them."""
    shown: dict[str, str] = field(default_factory=dict)
    """The words of a part of a page at a moment."""
    pictures: int = 0

    def page(self, name: str) -> Page:
        """Return somebody's page."""
        return self.at[name].page

    def keep(self, step: str, *names: str) -> None:
        """Keep the pictures of these people, or of everybody."""
        self.pictures += 1
        for name in names or self.at:
            self.at[name].screenshot(f"{self.pictures:02}-{step}")

    def settle(self, *names: str) -> None:
        """Wait until these pages show as much as there is for them to see."""
        for name in names:
            self.at[name].settle()

    def count(self, name: str) -> tuple[int, int]:
        """Return the presses and typed fields of somebody since they were last read."""
        cost = read_cost(self.page(name))
        return cost.presses, cost.fields


# What a DM does.


def make_campaign(evenings: Evenings) -> None:
    """Make the campaign as Dora, and invite Emil."""
    make_dora(evenings.server)
    dora, emil = evenings.page("dora"), evenings.page("emil")
    sign_in(dora, evenings.server)
    evenings.table = f"{evenings.server.url}/t/{make_campaign_by_hand(dora, NAME)}/"
    evenings.campaign = dora.url
    evenings.keep("campaign", "dora")
    dora.get_by_role("link", name="DMs").click()
    dora.get_by_role("button", name="Invite a DM").click()
    emil.goto(dora.locator("code").inner_text())
    evenings.keep("invitation", "dora", "emil")
    emil.get_by_label("Your name").fill("emil")
    for label in (re.compile(r"^\s*Password\W*$"), "Password again"):
        emil.get_by_label(label).fill(PASSWORD)
    emil.get_by_role("button", name="Make an account").click()
    expect(emil).to_have_url(re.compile("/members/$"))
    evenings.keep("helper", "emil")


def make_fight(page: Page, title: str, ruleset: str) -> None:
    """Make a fight of the campaign, from its page."""
    page.get_by_role("link", name="New encounter").click()
    page.get_by_label("Title").fill(title)
    page.locator(f"label:has([name=ruleset][value='{ruleset}'])").click()
    page.get_by_role("button", name="Create").click()
    expect(page).to_have_url(re.compile(r"/prepare/$"))
    expect(page.locator("body")).to_have_attribute("data-line", "live", timeout=20_000)


def write_cast(page: Page, *lines: str) -> None:
    """Write who is in a fight, a line for each, and give all a place."""
    search = page.locator("[data-search] [name=q]")
    search.click()
    for line in lines:
        page.keyboard.type(line)
        page.keyboard.press("Enter")
        expect(search).to_have_value("")
        expect(page.locator("#cast")).to_contain_text(line.partition(",")[0] if "," in line else line[2:].capitalize())
    page.get_by_role("button", name="Line them up").click()
    expect(page.locator("#ready")).not_to_contain_text("no place")


def open_fight(evenings: Evenings, name: str) -> None:
    """Open the fight that is prepared, from the campaign's page."""
    page = evenings.page(name)
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile(r"/e/\d+/$"))
    evenings.at[name].await_live()


def await_change(page: Page) -> None:
    """Wait until nothing that was posted is under way."""
    page.wait_for_timeout(60)
    expect(page.locator("form[data-busy], .htmx-request")).to_have_count(0)
    page.wait_for_load_state("load")


def press(device: Device, key: str) -> None:
    """Press a key on the DM's page, and wait for what comes of it."""
    device.page.keyboard.press(key)
    await_change(device.page)
    device.settle()


def open_round(device: Device, foe: str) -> None:
    """Open the next round, and have the two foes of this name await what comes."""
    press(device, " ")
    expect(device.page.locator("#board")).to_be_visible()
    for number in (1, 2):
        have_await(device, f"{foe} {number}")


def have_await(device: Device, name: str) -> None:
    """Order somebody to await, on the DM's page."""
    form = device.page.locator("#compose")
    device.page.get_by_role("link", name=f"Declare for {name}", exact=True).click()
    expect(form.locator("h2").first).to_have_text(name)
    form.locator("button, label, a.offer").filter(has_text="Await").first.click()
    await_change(device.page)
    form.get_by_role("button", name="Seal this order").click()
    await_change(device.page)
    device.settle()


def play_segments(device: Device) -> None:
    """Close orders, and play to the round's end; a question is closed by its default."""
    expect(device.page.locator("#console")).to_contain_text("All orders are in")
    press(device, " ")
    for _ in range(MOST_STEPS):
        if device.page.locator("#recap").count():
            return
        prompt = device.page.locator("#prompts .prompt:not(.quiet)")
        press(device, "h" if prompt.count() else "s")
    raise AssertionError("the round does not end")


def end_fight(evenings: Evenings, name: str, *phones: str) -> None:
    """End the fight, carry it over to the sheets, and send everybody from its end to the lobby.

    Otis finds no arrow again.
    """
    page = evenings.page(name)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("link", name="End the fight").click()
    page.get_by_role("button", name="End it").click()
    expect(page.locator("#console")).to_contain_text("The fight is over")
    evenings.settle(*phones, "sam")
    evenings.keep("ended", name, *phones, "sam")
    page.get_by_role("link", name="Carry over to the sheets").click()
    page.get_by_label("Arrows that Otis found again").fill("0")
    evenings.keep("sheets", name)
    page.get_by_role("button", name=re.compile("^Carry over")).click()
    evenings.keep("carried", name)
    page.get_by_role("link", name="To the campaign").click()
    page.get_by_role("button", name="Send phones to the lobby").click()
    for each in (*phones, "sam"):
        expect(evenings.page(each).locator("#lobby")).to_be_visible()
        evenings.at[each].await_live()
    evenings.keep("lobby", name, *phones, "sam")


# What a player does.


def take_seat(evenings: Evenings, name: str) -> None:
    """Sit down in the lobby by the address of the code; the television only watches."""
    page = evenings.page(name)
    page.goto(evenings.table)
    if name == "sam":
        page.locator("label").filter(has_text="I only watch").click()
    else:
        page.get_by_label("Your name at this table").fill(name.capitalize())
    tap(page.get_by_role("button", name="Sit down"))
    expect(page.locator("#lobby")).to_be_visible()


def pick(evenings: Evenings, name: str) -> None:
    """Pick the character of this player in the fight that was opened."""
    page = evenings.page(name)
    tap(page.get_by_role("link", name="Pick a character"))
    tap(page.locator("label").filter(has_text=PLAYERS[name]))
    evenings.keep("pick", name)
    tap(page.get_by_role("button", name=re.compile("^Take")))
    expect(page.locator("#me")).to_contain_text(PLAYERS[name])


def order(device: Device, *words: str) -> None:
    """Give an order on a phone by these choices."""
    ask = device.page.locator("#ask")
    expect(ask.locator("form").first).to_be_visible()
    device.settle()
    for each in words:
        tap(ask.locator("button, label, a.offer").filter(has_text=each).first)
        await_change(device.page)
    tap(device.page.locator(SEAL))
    expect(device.page.get_by_role("heading", name="Your order is sealed")).to_be_visible()


# What is read.


def read_arrows(evenings: Evenings, dm: str) -> tuple[str, str]:
    """Return the arrows of Otis, as Pip's sheet and the DM's page of Otis show them."""
    pip, page = evenings.page("pip"), evenings.page(dm)
    tap(pip.get_by_role("link", name="Sheet"))
    expect(pip.locator("#sheet")).to_be_visible()
    evenings.settle("pip")
    evenings.keep("sheet", "pip")
    own = plain(pip.locator(MISSILES).inner_text())
    tap(pip.get_by_role("link", name="Now"))
    expect(pip.locator("#now")).to_be_visible()
    fight = page.url.partition("#")[0]
    show_who(page)
    page.get_by_role("link", name="More for Otis").click()
    evenings.keep("facts", dm)
    facts = plain(page.locator(MISSILES).inner_text())
    page.goto(fight)
    evenings.at[dm].await_live()
    return own, facts.removesuffix(" change")


MISSILES = "dl.facts dt:text-is('Missiles') + dd"


def list_seats(evenings: Evenings, dm: str) -> None:
    """Note who has a seat, as the campaign's page and the television list them."""
    page, sam = evenings.page(dm), evenings.page("sam")
    evenings.seats[f"{dm}'s page"] = [plain(each) for each in page.locator("#seats .seats b").all_inner_texts()]
    evenings.seats[f"television, {dm}"] = [plain(each) for each in sam.locator("#lobby li b").all_inner_texts()]


# The story.


def play_first_evening(evenings: Evenings) -> None:
    """Everybody sits down; Otis shoots all arrows, of which a take-back returns the last."""
    dora, at = evenings.page("dora"), evenings.at
    make_campaign(evenings)
    for name in (*PLAYERS, "sam"):
        take_seat(evenings, name)
    evenings.costs["first seat"] = evenings.count("pip")
    dora.goto(evenings.campaign)
    make_fight(dora, WEIR, ANY)
    write_cast(dora, *PARTY, "2 hill giants")
    evenings.keep("prepared", "dora")
    dora.goto(evenings.campaign)
    evenings.keep("lobby", "dora", *PLAYERS, "sam")
    list_seats(evenings, "dora")
    open_fight(evenings, "dora")
    for name in PLAYERS:
        pick(evenings, name)
    evenings.keep("opened", "dora", *PLAYERS, "sam")
    for words in (("Cast, shoot", "Hill giant 1"), ("Same as last round",)):
        open_round(at["dora"], "Hill giant")
        order(at["pip"], *words)
        order(at["quill"], "Await")
        order(at["wren"], "Await")
        play_segments(at["dora"])
        evenings.arrows[f"after {words[0]}"] = read_arrows(evenings, "dora")
    open_round(at["dora"], "Hill giant")
    refuse_shot(evenings)
    take_back_to_round_2(evenings)
    evenings.arrows["taken back"] = read_arrows(evenings, "dora")
    end_fight(evenings, "dora", *PLAYERS)
    evenings.shown["rounds"] = plain(dora.locator(".fights .state").inner_text())


def refuse_shot(evenings: Evenings) -> None:
    """Note how Pip's form leaves out the shot without arrows."""
    ask = evenings.page("pip").locator("#ask")
    expect(ask.locator("form").first).to_be_visible()
    evenings.settle("pip")
    tap(ask.locator("summary").filter(has_text="not possible now"))
    evenings.keep("no arrows", "pip", "dora")
    evenings.refused = plain(ask.locator("details").filter(has_text="not possible now").inner_text())


def take_back_to_round_2(evenings: Evenings) -> None:
    """Take back as the DM all that was done since the end of round 1."""
    dora = evenings.page("dora")
    press(evenings.at["dora"], "z")
    dora.get_by_label("Round 2 opened").check()
    dora.get_by_role("button", name="Take back to here").click()
    await_change(dora)
    evenings.settle("dora", "pip", "sam")
    evenings.keep("taken back", "dora", "pip", "sam")


def play_second_evening(evenings: Evenings) -> None:
    """Quill has a new phone, Wren is away; Emil opens the second fight."""
    emil, at = evenings.page("emil"), evenings.at
    for name in PLAYERS:
        evenings.page(name).goto("about:blank")
    emil.goto(evenings.server.url)
    evenings.keep("home", "emil")
    emil.get_by_role("link", name=f"Open {NAME}").click()
    make_fight(emil, MILL, find_other())
    expect(emil.locator("#cast")).to_contain_text("Otis")  # the party comes with the campaign
    write_cast(emil, "2 ghouls")
    evenings.keep("prepared", "emil")
    emil.goto(evenings.campaign)
    come_back(evenings)
    ask_with_a_new_phone(evenings)
    evenings.keep("lobby", "emil", "pip", "new phone", "sam")
    list_seats(evenings, "emil")
    evenings.sent = {name: at[name].everything() for name in ("pip", "new phone", "sam")}
    open_fight(evenings, "emil")
    follow(evenings)
    open_round(at["emil"], "Ghoul")
    order(at["pip"], "Cast, shoot", "Ghoul 1")
    order(at["new phone"], "Await")
    have_await(at["emil"], "Serten")
    evenings.keep("for Wren", "emil")
    evenings.shown["order of Serten"] = plain(emil.locator("#board tr", has_text="Serten").inner_text())
    play_segments(at["emil"])
    evenings.arrows["second fight"] = read_arrows(evenings, "emil")
    evenings.keep("over", "emil", "pip", "new phone", "sam")
    end_fight(evenings, "emil", "pip", "new phone")
    evenings.shown["party"] = plain(emil.locator("table.party").inner_text())


def come_back(evenings: Evenings) -> None:
    """Open the table's address on Pip's phone, which is known."""
    pip = evenings.page("pip")
    pip.goto(evenings.table)
    evenings.count("pip")  # what was pressed a week ago
    expect(pip.locator("#lobby")).to_contain_text("Welcome back, Pip")
    evenings.at["pip"].await_live()


def ask_with_a_new_phone(evenings: Evenings) -> None:
    """Ask for Quill's seat with a phone that has none, and let it in as Emil."""
    phone, emil, old = evenings.page("new phone"), evenings.page("emil"), evenings.page("quill")
    phone.goto(evenings.table)
    evenings.keep("who are you", "new phone")
    tap(phone.get_by_role("button", name="Quill"))
    expect(phone.get_by_role("heading", name="Waiting for the DM")).to_be_visible()
    yes = emil.get_by_role("button", name="It’s Quill")
    expect(yes).to_be_visible()
    evenings.keep("asked", "emil", "new phone")
    evenings.count("emil")
    yes.click()
    expect(phone.locator("#lobby")).to_contain_text("Welcome back, Quill")
    expect(yes).to_have_count(0)
    evenings.costs["a DM's yes"] = evenings.count("emil")
    evenings.at["new phone"].await_live()
    old.goto(evenings.table)
    evenings.shown["old phone"] = plain(old.locator("main").inner_text())
    old.goto("about:blank")


def follow(evenings: Evenings) -> None:
    """Wait until everybody who is here has come into the fight, without a touch."""
    for name, character in (("pip", "Otis"), ("new phone", "Tenser")):
        expect(evenings.page(name).locator("#me")).to_contain_text(character)
        evenings.at[name].await_live()
        evenings.shown[f"{name}'s fight"] = evenings.at[name].everything()
    expect(evenings.page("sam").locator("#title")).to_contain_text(MILL)
    evenings.at["sam"].await_live()
    evenings.shown["sam's fight"] = evenings.at["sam"].everything()
    evenings.costs["known phone"] = evenings.count("pip")
    evenings.costs["new phone"] = evenings.count("new phone")
    evenings.keep("followed", "emil", "pip", "new phone", "sam")


@pytest.fixture(scope="module")
def evenings(browser: Browser, module_server: Server) -> Iterator[Evenings]:
    """Yield the two evenings as they were played; what they cost is printed at the end."""
    with devices(browser, WHO) as at:
        for each in at.values():
            each.folder = "evenings"
            count_from_now(each.page)
        found = Evenings(module_server, at)
        try:
            play_first_evening(found)
            play_second_evening(found)
        except Exception:
            found.keep("failed")
            raise
        rows = (f"{what:<16}{presses:>3} presses{fields:>3} fields" for what, (presses, fields) in found.costs.items())
        print("\n" + "\n".join(rows))  # noqa: T201
        yield found


def test_to_sit_down_for_the_first_time_is_a_press_and_a_name(evenings: Evenings) -> None:
    assert evenings.costs["first seat"] == (1, 1)


def test_a_known_phone_is_in_the_next_fight_without_a_press(evenings: Evenings) -> None:
    assert evenings.costs["known phone"] == (0, 0)


def test_a_new_phone_costs_its_player_two_presses_and_the_dm_one(evenings: Evenings) -> None:
    presses, fields = evenings.costs["new phone"]
    assert 1 <= presses <= 2
    assert fields == 0
    assert evenings.costs["a DM's yes"] == (1, 0)


def test_the_replaced_phone_has_no_seat_any_more(evenings: Evenings) -> None:
    assert evenings.shown["old phone"].startswith("Who are you?")


@pytest.mark.parametrize("name", ["pip", "new phone", "sam"])
def test_the_lobby_knows_neither_title_nor_foes_of_the_fight_to_come(evenings: Evenings, name: str) -> None:
    assert MILL in evenings.shown[f"{name}'s fight"]
    assert "Ghoul" in evenings.shown[f"{name}'s fight"]
    assert re.findall(rf"{MILL}|ghoul", evenings.sent[name], re.IGNORECASE) == []


def test_nobody_has_two_seats(evenings: Evenings) -> None:
    for page, names in evenings.seats.items():
        watching = [] if "television" in page else ["Spectator"]
        assert sorted(names) == sorted(["Pip", "Quill", "Wren", *watching]), page


def test_arrows_run_out_and_a_take_back_returns_them(evenings: Evenings) -> None:
    assert list(evenings.arrows.values()) == [
        ("1 of 3 arrows",) * 2,
        ("0 of 3 arrows",) * 2,
        ("1 of 3 arrows",) * 2,
        ("0 of 1 arrow",) * 2,
    ]
    assert "You have no missiles left" in evenings.refused
    assert "no arrows" in evenings.shown["party"]


def test_the_dm_plays_for_who_is_away(evenings: Evenings) -> None:
    assert re.search("Wren’s phone.* sealed", evenings.shown["order of Serten"])


def test_rounds_that_were_taken_back_are_not_counted(evenings: Evenings) -> None:
    assert evenings.shown["rounds"] == "1 round"
