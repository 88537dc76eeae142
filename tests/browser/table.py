"""A table of real browsers, and what each was sent.

Dora's laptop, the phones of Pip and Quill, Sam's screen.
"""

import json
import re
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, Request, expect

from rules.kernel.dice import draw_face
from tests.any_procedure import ANY
from tests.browser.console import listen
from tests.browser.pictures import keep
from tests.server import Server

expect.set_options(timeout=15_000)  # four browsers and a server share a machine

LAPTOP, SCREEN, PHONE = (1366, 768), (1920, 1080), (360, 740)
LARGE_PHONE = (390, 844)
SEAL = "form.question button[name=done]"
"""The button that seals an order; it says what happens where the target is out of reach."""
PASSWORD = "ten segments, six seconds"

WEIR = """
title = "The weir at Hommlet"
[encounter]
setting = "indoors"
start = "melee"
reaction = "hostile"
[[combatant]]
id = "otis"
name = "Otis"
side = "party"
class = "ranger"
level = 4
played = true
hp = 38
ac = 4
position = [10, 20]
weapons = [{ id = "zornblade", speed_factor = 5, length_ft = 4, damage = "1d8" }, "dagger"]
[[combatant]]
id = "tenser"
name = "Tenser"
side = "party"
class = "magic_user"
level = 5
played = true
hp = 30
ac = 10
position = [10, 10]
weapons = ["dagger"]
spells = [{ id = "umbrafall", casting = "8 segments", offensive = true, range_ft = 60, damage = "2d6" }]
[[combatant]]
id = "vexgrin"
name = "Gash"
side = "foes"
monster = "orc"
hp = 4937
ac = -9
position = [13, 10]
weapons = [{ id = "moonclaw", natural = true, damage = "1d4" }]
[[combatant]]
id = "quorl"
name = "Snagga"
side = "foes"
monster = "orc"
hp = 4871
ac = 9
position = [13, 20]
weapons = [{ id = "frostfang", natural = true, damage = "1d4" }]
"""
"""Gash stands by Tenser, whose spell takes eight segments. A natural weapon strikes a caster before the spell is done,
or on the segment of the side's initiative die, six at the latest: whatever the dice, the blow comes first."""

FIGHT = f'ruleset = "{ANY}"\n{WEIR}'

LURKER = {"id": "ixquaril", "name": "Ixquaril", "side": "foes", "monster": "ghoul", "x": "40", "y": "41"}
"""Waits unseen, and is added by hand: the scenario file has no word for it."""

ROWS_FROM = 7_300_000
"""Numbers of the database's rows begin here, so that none can be mistaken for anything else."""


EMPTY = (204, 301, 302, 303, 304)
"""Responses without a body."""


IS_UP_TO_DATE = """async () => {
    const answer = await fetch(location.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.body.dataset.at === document.body.dataset.at;
}"""


@dataclass(frozen=True)
class Heard:
    """Something a browser was sent: a frame or a body, from where, and whole."""

    kind: str
    url: str
    text: str


@dataclass
class Device:
    """One person's browser, with everything that it was sent and every error that it reported.

    ``unread`` are bodies that were gone before they could be read: of a page that was left at once.
    """

    name: str
    page: Page
    heard: list[Heard] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    folder: str = "round"

    def __post_init__(self) -> None:
        self.page.on("websocket", lambda socket: socket.on("framereceived", lambda data: self._frame(socket.url, data)))
        self.page.on("requestfinished", self._body)
        listen(self.page.context, self.complaints.append)

    def _frame(self, url: str, data: str | bytes) -> None:
        self.heard.append(Heard("frame", url, data if isinstance(data, str) else data.decode()))

    def _body(self, request: Request) -> None:
        if request.resource_type not in ("document", "xhr", "fetch"):
            return
        try:
            response = request.response()
            if response is not None and response.status not in EMPTY:
                self.heard.append(Heard("body", request.url, response.text()))
        except Error:
            self.unread.append(request.url)

    # What it was sent.

    @property
    def frames(self) -> list[dict[str, Any]]:
        """Return the frames of its sockets, in order."""
        return [json.loads(each.text) for each in self.heard if each.kind == "frame"]

    @property
    def pushed(self) -> list[dict[str, Any]]:
        """Return the frames that changed the page."""
        return [each for each in self.frames if "html" in each]

    def everything(self) -> str:
        """Return all that it was sent so far."""
        return "\n".join(each.text for each in self.heard)

    # What it shows.

    @property
    def cursor(self) -> tuple[str, str]:
        """Return how many events the page shows, and of which epoch."""
        body = self.page.locator("body")
        return body.get_attribute("data-at") or "", body.get_attribute("data-epoch") or ""

    def text(self, region: str) -> str:
        """Return the words of a region, in one line."""
        return plain(self.page.locator(f"#{region}").text_content() or "")

    def await_live(self) -> None:
        """Wait until its socket is open."""
        expect(self.page.locator("body")).to_have_attribute("data-line", "live", timeout=20_000)

    def settle(self) -> None:
        """Wait until the page shows as much as there is for it to see."""
        self.page.wait_for_function(IS_UP_TO_DATE, timeout=20_000)

    def screenshot(self, step: str) -> None:
        """Keep what is on the screen as screenshots/FOLDER/STEP-NAME.png."""
        keep(self.page, f"{self.folder}/{step}-{self.name}")


def plain(text: str) -> str:
    """Return a text with every run of spaces as one."""
    return " ".join(text.split())


def open_device(
    browser: Browser, name: str, size: tuple[int, int], *, touch: bool = False, dark: bool = False
) -> Device:
    """Open a browser of somebody's own, on a screen of this size."""
    context: BrowserContext = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=touch,
        is_mobile=touch,
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
    )
    context.set_default_timeout(10_000)
    return Device(name, context.new_page())


SCREENS = {"dora": LAPTOP, "pip": PHONE, "quill": PHONE, "sam": SCREEN}
"""Who usually sits at a table, and what they look at."""


@contextmanager
def devices(
    browser: Browser, screens: Mapping[str, tuple[int, int]] = SCREENS, *, dark: Collection[str] = ()
) -> Iterator[dict[str, Device]]:
    """Open everybody's browser for as long as the table lasts.

    ``dark`` names those who sit in lamplight.
    """
    opened = {
        name: open_device(browser, name, size, touch=is_phone(size), dark=name in dark)
        for name, size in screens.items()
    }
    try:
        yield opened
    finally:
        for device in opened.values():
            device.page.context.close()


def is_phone(size: tuple[int, int]) -> bool:
    """Return True if a screen of this size is held in the hand."""
    return size[0] < 600


# What people do.


def make_dora(server: Server) -> None:
    """Dora may sign in."""
    who = ("--noinput", "--username=dora", "--email=dora@example.org")
    server.manage("createsuperuser", *who, DJANGO_SUPERUSER_PASSWORD=PASSWORD)


def make_demo(server: Server) -> None:
    """Make Dora and the demo fight."""
    server.manage("demo", "--ruleset", ANY)


def sign_in(page: Page, server: Server) -> None:
    """Dora signs in and sees her first page."""
    page.goto(f"{server.url}/")
    page.get_by_role("link", name="Sign in").click()
    page.get_by_label("Username").fill("dora")
    page.get_by_label("Password").fill(PASSWORD)
    follow(page.get_by_role("button", name="Sign in"))
    expect(page).to_have_url(f"{server.url}/")


def follow(link: Locator) -> None:
    """Click what leads to another page, and wait until that page and its scripts are loaded."""
    with link.page.expect_navigation():
        link.click()


def bring_in(page: Page, server: Server, text: str = FIGHT) -> str:
    """Dora imports a scenario file. The address of the encounter."""
    page.goto(f"{server.url}/import/")
    page.get_by_label("Or paste it").fill(text)
    page.locator("form button.go").click()
    expect(page).to_have_url(re.compile(r"/prepare/$"))
    return page.url.removesuffix("prepare/")


def hide(page: Page, encounter: str, combatant: dict[str, str]) -> None:
    """Dora adds a combatant that waits unseen."""
    page.goto(f"{encounter}add/new/")
    page.locator("details").evaluate_all("all => all.forEach(each => { each.open = true; })")
    for name, value in combatant.items():
        control = page.locator(f"[name={name}]")
        if name == "monster":
            control.select_option(value)
        elif name == "side":
            page.get_by_role("radio", name=value).check()
        else:
            control.fill(value)
    page.locator("[name=hidden]").check()
    page.locator("form button.go").click()
    expect(page).to_have_url(re.compile(r"/prepare/$"))


def open_table(page: Page, encounter: str) -> str:
    """Dora opens the table. Its code."""
    page.goto(f"{encounter}prepare/")
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(encounter)
    return plain(page.locator(".joinchip").text_content() or "").replace("-", "")


def join(page: Page, server: Server, code: str, name: str, *characters: str) -> None:
    """Join as this person by the code; without a character, join to watch."""
    page.goto(f"{server.url}/join/")
    page.get_by_label("Code of the table").fill(code)
    page.get_by_role("button", name="Join").click()
    for each in characters or ("I only watch",):
        tap(page.locator("label").filter(has_text=each))
    page.get_by_label("Your name at this table").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page).to_have_url(re.compile(r"/me/(\?.*)?$" if characters else r"/watch/$"))


def tap(target: Locator) -> None:
    """Tap with a finger on a phone, else click."""
    size = target.page.viewport_size
    if size is not None and is_phone((size["width"], size["height"])):
        target.tap()
    else:
        target.click()


IS_WHO_SHOWN = """() => {
    const [who, strip] = ["roster", "strip"].map(id => Number(document.getElementById(id).dataset.at));
    return who >= strip;
}"""


def show_who(page: Page) -> None:
    """Open the tab with the combatants on the DM's page, and wait until it is up to date."""
    page.evaluate("location.hash = 'tab-who'")
    page.wait_for_function(IS_WHO_SHOWN)


def tap_token(drawn: Locator, letters: str) -> None:
    """Tap the token with these letters on a map.

    Where several stand together, the first tap fans them out.
    """
    token = drawn.locator(".ft").filter(has=drawn.page.locator(".mk", has_text=re.compile(rf"^{letters}$"))).first
    for _ in range(2):
        box = token.locator(".sign").bounding_box()
        assert box is not None
        drawn.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if drawn.locator(".fan").count() == 0:
            return


def choose(page: Page, *words: str) -> None:
    """Choose these options of the question on the screen, one after the other."""
    for each in words:
        tap(page.locator("form.question .ask-body").locator("button, label").filter(has_text=each).first)


def type_place(page: Page, across: str, down: str) -> None:
    """Type a place in feet, where it could be tapped on the map as well."""
    typed = page.locator("[data-place] [data-typed]")
    expect(typed).to_have_attribute("data-typed", "folded")
    tap(typed.locator("summary"))
    typed.locator("[data-x]").fill(across)
    typed.locator("[data-y]").fill(down)


def open_clause(page: Page) -> None:
    """Open the grounds of the first line of the log that has clauses, and the first of these."""
    grounds = page.locator("#log .e > .meta > .grounds:has(a.clause)").first
    grounds.locator("summary").click()
    grounds.locator("a.clause").first.click()


def declare(page: Page, *words: str) -> None:
    """Choose, and seal the order."""
    choose(page, *words)
    tap(page.locator(SEAL))


# What the table keeps.


def database(server: Server) -> sqlite3.Connection:
    """Open the server's own file."""
    return sqlite3.connect(server.environ["DATABASE_URL"].removeprefix("sqlite:///"))


def find_seed(name: str, *faces: tuple[str, str, int, int]) -> str:
    """Return a seed whose first dice show these faces: purpose, by, sides, face."""
    for n in range(100_000):
        seed = f"{name}-{n}"
        if all(draw_face(seed, (purpose, by, sides, 0)) == wanted for purpose, by, sides, wanted in faces):
            return seed
    raise AssertionError(f"no seed gives {faces}")


def seed_giving(**initiative: int) -> str:
    """Return a seed by which the sides roll these faces for initiative with the open dice."""
    return find_seed("weir", *(("initiative", side, 6, face) for side, face in initiative.items()))


def commit_seeds(server: Server, seeds: Mapping[int, tuple[str, str]]) -> None:
    """Store open seeds and the DM's for rounds of the only encounter, before they are opened."""
    columns = "encounter_id, number, attempt, open_seed, dm_seed, dm_seed_published, recap"
    with database(server) as open_:
        open_.executemany(
            f"INSERT INTO encounters_round ({columns}) SELECT id, ?, 1, ?, ?, 0, '' FROM encounters_encounter",
            [(number, *both) for number, both in seeds.items()],
        )


def count_inputs(server: Server) -> int:
    """Return how many inputs were recorded."""
    with database(server) as open_:
        return int(open_.execute("SELECT count(*) FROM encounters_input").fetchone()[0])


def number_rows_from(server: Server, first: int = ROWS_FROM) -> None:
    """Have every table but the encounters' count its rows from ``first``."""
    tables = ("seat", "seathold", "round", "input", "event", "declaration", "combatant")
    with database(server) as open_:
        for each in tables:
            open_.execute("DELETE FROM sqlite_sequence WHERE name = ?", (f"encounters_{each}",))
            open_.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (f"encounters_{each}", first))
