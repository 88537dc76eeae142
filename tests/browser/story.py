"""One round played once in four browsers: what each was sent and showed, and when.

Pip's Otis strikes Snagga; Quill's Tenser casts for eight segments; Gash, whose order was sealed before either was
asked, strikes Tenser in the fifth. Quill's phone loses its line before segment 2; the server is killed after it.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser import table
from tests.browser.table import Device, choose, declare, tap
from tests.server import Server

DM_SEED = "nightshade-under-the-weir"
RECAP = "A claw tears the darkness from Tenser’s hands."

REGIONS = {
    "dora": ("strip", "log", "console", "field"),
    "pip": ("me", "left", "banner", "ask", "order", "now"),
    "quill": ("me", "left", "banner", "ask", "order", "now"),
    "sam": ("title", "strip", "told", "field", "replay"),
}
"""What of each page is compared with the same page, loaded afresh."""


@dataclass(frozen=True)
class Moment:
    """One person's browser at a moment: all it was sent, its frames, its page, its socket."""

    sent: str
    frames: int
    shown: str
    cursor: tuple[str, str]
    line: str


@dataclass
class Story:
    """The round: who sat where, and each moment by its name and whose browser it was."""

    server: Server
    devices: dict[str, Device]
    encounter: str = ""
    code: str = ""
    moments: dict[str, dict[str, Moment]] = field(default_factory=dict)
    afresh: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    folder: str = "round"

    def __post_init__(self) -> None:
        for device in self.devices.values():
            device.folder = self.folder

    def __getattr__(self, name: str) -> Device:
        """Return somebody's browser: ``story.pip``."""
        try:
            return self.__dict__["devices"][name]
        except KeyError as problem:
            raise AttributeError(name) from problem

    def note(self, moment: str) -> None:
        """Remember this moment, and keep its pictures."""
        step = f"{len(self.moments) + 1:02}-{re.sub('[^A-Za-z0-9]+', '-', moment).strip('-')}"
        self.moments[moment] = {name: self._now(device) for name, device in self.devices.items()}
        for device in self.devices.values():
            device.screenshot(step)

    def _now(self, device: Device) -> Moment:
        body = device.page.locator("body")
        shown = table.plain(body.inner_text())
        line = body.get_attribute("data-line") or ""
        return Moment(device.everything(), len(device.pushed), shown, device.cursor, line)

    def compare(self, moment: str) -> None:
        """Note what each page shows beside what it would show if it were loaded afresh."""
        self.afresh[moment] = {name: compared(device) for name, device in self.devices.items()}

    def settle(self) -> None:
        """Wait until everybody's page shows as much as there is for it to see."""
        for device in self.devices.values():
            device.settle()


LOAD_AFRESH = """async ids => {
    const answer = await fetch(location.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const read = part => {
        const copy = part.cloneNode(true);
        copy.querySelectorAll(".scale, .ft, .ring-name, [data-march-words]").forEach(each => each.remove());
        return copy.textContent.replace(/\\s+/g, " ").trim();
    };
    const words = of => ids.map(id => of.getElementById(id) ? read(of.getElementById(id)) : "nothing");
    return [words(document), words(page)];
}"""


def compared(device: Device) -> dict[str, str]:
    """Return the regions that differ from the same page loaded afresh, with both texts.

    What scripts write is left out: a scale that fits what one looks at, the place of a running movement, and tokens,
    whose names are written where there is room. The list beneath a map names everybody.
    """
    ids = list(REGIONS[device.name])
    here, there = device.page.evaluate(LOAD_AFRESH, ids)
    return {id: f"{one}\n{two}" for id, one, two in zip(ids, here, there, strict=True) if one != two}


@contextmanager
def played(browser: Browser, server: Server) -> Iterator[Story]:
    """Play the round, and keep the browsers open while the tests look at it."""
    with table.devices(browser) as devices:
        story = Story(server, devices)
        prepare(story)
        give_orders(story)
        play(story)
        yield story


def prepare(story: Story) -> None:
    """Import and open the fight as Dora, with one more hidden in it; the others join."""
    table.make_dora(story.server)
    table.number_rows_from(story.server)
    dora = story.dora.page
    table.sign_in(dora, story.server)
    story.encounter = table.bring_in(dora, story.server)
    table.hide(dora, story.encounter, table.LURKER)
    story.code = table.open_table(dora, story.encounter)
    for name, *characters in (("pip", "Otis"), ("quill", "Tenser"), ("sam",)):
        table.join(story.devices[name].page, story.server, story.code, name.capitalize(), *characters)
    roll_real_dice(story)
    for device in story.devices.values():
        device.await_live()
    story.note("seated")


def roll_real_dice(story: Story) -> None:
    """Dora types what Gash's dice show, Pip what his own show; the other dice are the table's."""
    dora, pip = story.dora.page, story.pip.page
    dora.goto(f"{story.encounter}combatant/vexgrin/")
    dora.get_by_role("button", name="Roll real dice for this combatant").click()
    expect(dora).to_have_url(story.encounter)
    tap(pip.get_by_role("link", name="Sheet"))
    pip.wait_for_url(re.compile("/me/sheet/"))  # a page that is left before all of it has come is not read
    tap(pip.get_by_role("button", name="I roll my own dice"))
    expect(pip.get_by_role("button", name="Let the table roll my dice")).to_be_visible()
    pip.wait_for_load_state()
    tap(pip.get_by_role("link", name="Now"))
    expect(pip.locator("#now")).to_be_visible()


# Orders.


def give_orders(story: Story) -> None:
    """Give the foes' orders as Dora, then Quill's and Pip's by tapping."""
    dora = story.dora.page
    table.commit_seeds(story.server, {1: (table.seed_giving(party=5, foes=1), DM_SEED)})
    dora.get_by_role("button", name="Open round 1").click()
    expect(dora.locator("#board")).to_be_visible()
    story.settle()
    story.note("orders open")
    dora.get_by_role("link", name="Declare for Ixquaril").click()
    dora.locator("#compose h2").filter(has_text="Ixquaril").wait_for()
    declare(dora, "Await")
    expect(dora.locator("#board")).to_contain_text("1 of 3 in")
    story.note("the hidden one waits")
    for who, words in (("Gash", ("Strike", "Tenser")), ("Snagga", ("Strike", "Otis"))):
        dora.locator("#compose h2").filter(has_text=who).wait_for()
        declare(dora, *words)
    for phone in (story.quill, story.pip):
        expect(phone.page.locator("#ask form")).to_be_visible()
    story.settle()
    story.note("the foes are sealed")
    order_by_tapping(story)


def order_by_tapping(story: Story) -> None:
    """Four taps each at most; Pip's finger slips and seals twice."""
    quill, pip = story.quill.page, story.pip.page
    declare(quill, "Cast, shoot or use", "Umbrafall", "Gash")
    expect(quill.locator("#order")).to_contain_text("Received by the table")
    story.settle()
    story.note("Tenser is sealed")
    before = table.count_inputs(story.server)
    choose(pip, "Strike", "Zornblade", "Snagga")
    story.pip.screenshot("05-almost-sealed")
    pip.get_by_role("button", name="Seal this order").evaluate("button => { button.click(); button.click(); }")
    console = story.dora.page.locator("#console")
    expect(console).to_contain_text("All orders are in")
    story.settle()
    story.facts["inputs of a double tap"] = table.count_inputs(story.server) - before
    console.get_by_role("button", name="Close orders").click()
    expect(console).to_contain_text("Next segment")
    story.settle()
    story.note("all are sealed")


# Segments.


def play(story: Story) -> None:
    """Play segment by segment, through a tunnel and a power cut, to the round's end and recap."""
    step_to(story, 1)
    lose_a_line(story)
    cut_the_power(story)
    step_to(story, 5)
    story.settle()
    story.note("the blow")
    finish(story)
    tell(story)


def step_to(story: Story, segment: int) -> None:
    """Step as Dora until this segment is played, and type the real dice that are awaited."""
    now = story.dora.page.locator("#console .say")
    while f"Segment {segment}," not in table.plain(now.text_content() or ""):
        step(story)
    type_dice(story)


def step(story: Story) -> None:
    """Type what is awaited, and play the next segment as Dora."""
    type_dice(story)
    before = story.dora.cursor
    story.dora.page.locator("#console form[data-next] button").click()
    await_answer(story.dora, before)


def await_answer(device: Device, before: tuple[str, str]) -> None:
    """Wait until what was sent is answered, and the page shows more than before."""
    expect(device.page.locator("body")).not_to_have_attribute("data-at", before[0])
    expect(device.page.locator("form[data-busy]")).to_have_count(0)


def type_dice(story: Story) -> None:
    """Gash rolls 20 and then 3; Otis rolls 2, which hits nobody."""
    dora, pip = story.dora.page, story.pip.page
    while (wanted := awaited(story)) != "":
        before = story.dora.cursor
        if "Gash" in wanted:
            if "to hit" in wanted:
                story.settle()
                story.note("Gash rolls")
            dora.locator("#prompts input[type=number]").fill("20" if "to hit" in wanted else "3")
            dora.get_by_role("button", name="Enter this roll").click()
        else:
            expect(pip.locator("#banner")).to_contain_text("Roll d20 to hit")
            story.note("Otis rolls")
            tap(pip.locator("#ask .keys label").filter(has_text="2").first)
            tap(pip.get_by_role("button", name="Send 2"))
        await_answer(story.dora, before)


def awaited(story: Story) -> str:
    """Return, in Dora's words, whose dice are awaited."""
    prompts = story.dora.page.locator("#prompts .prompt:has(input[type=number]) h2")
    return table.plain(prompts.first.text_content() or "") if prompts.count() else ""


def lose_a_line(story: Story) -> None:
    """Quill goes through a tunnel while segment 2 is played, and comes out of it."""
    quill = story.quill
    story.settle()
    story.facts["cursor before the tunnel"] = quill.cursor
    quill.page.context.set_offline(True)
    expect(quill.page.locator("body")).not_to_have_attribute("data-line", "live")
    step_to(story, 2)
    expect(story.sam.page.locator("#title")).to_contain_text("segment 2")
    story.facts["frames before the tunnel's end"] = len(quill.pushed)
    story.note("Quill has no line")
    quill.page.context.set_offline(False)
    quill.await_live()
    story.settle()
    story.facts["frames after the tunnel"] = quill.pushed[story.facts["frames before the tunnel's end"] :]
    story.note("Quill is back")


def cut_the_power(story: Story) -> None:
    """Between segments 2 and 3 the server is killed, and started again."""
    for device in story.devices.values():
        device.page.evaluate("window.neverLoadedAgain = true")
    story.server.kill()
    for device in story.devices.values():
        expect(device.page.locator("body")).to_have_attribute("data-line", "down")
        expect(device.page.get_by_text("No signal for")).to_be_visible()
    story.note("the power is cut")
    feet = {"dora": "#console", "pip": "#tabbar", "quill": "#tabbar", "sam": "#replay"}
    story.facts["feet in sight"] = {
        name: each.page.locator(feet[name]).evaluate("foot => foot.getBoundingClientRect().bottom <= innerHeight + 1")
        for name, each in story.devices.items()
    }
    story.facts["next is disabled"] = story.dora.page.locator("#console form[data-next] button").is_disabled()
    story.server.start()
    for device in story.devices.values():
        device.page.locator("[data-retry]").dispatch_event("click")  # the line may be back before a finger is
        device.await_live()
    story.note("the power is back")
    step_to(story, 3)
    story.settle()
    story.note("segment 3")
    story.compare("segment 3")


def finish(story: Story) -> None:
    """Play the rest of the round."""
    while story.dora.page.locator("#console form[data-next]").count():
        step(story)
    story.settle()
    story.note("the round is over")
    story.compare("the round is over")


def tell(story: Story) -> None:
    """Dora tells the round in her own words, and opens the next."""
    dora = story.dora.page
    dora.get_by_label("Recap of round 1").fill(RECAP)
    dora.get_by_role("button", name="Post recap").click()
    expect(dora.locator("#board")).to_be_visible()
    expect(story.sam.page.locator("#recap")).to_contain_text(RECAP)
    story.settle()
    story.note("the recap")
    marked = "window.neverLoadedAgain === true"
    story.facts["never loaded again"] = {name: each.page.evaluate(marked) for name, each in story.devices.items()}
    sam = story.sam.page
    sam.goto(f"{story.server.url}/t/{story.code}/round/1/")
    story.facts["replayed"] = table.plain(sam.locator("main").inner_text())
    story.sam.screenshot("20-the-replay")
