"""Two rounds of Dew in four browsers.

A secret choice, a chase along traces, a great blow that is parried.

Pip plays Bran on a small phone, Quill Cora and Dain on a larger one by lamplight; Sam watches; Dora runs it. In the
first round all keep out of combat: Cora does something else, and is chased. In the second Bran prepares a great blow
and strikes; Cora parries before Dain has chosen.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, expect

from rules.kernel.dice import draw_face
from tests.browser import table
from tests.browser.inspection import violations
from tests.browser.story import Story, await_answer
from tests.browser.table import LAPTOP, LARGE_PHONE, PHONE, SCREEN, Device, choose, tap
from tests.server import Server

FIGHT = """
ruleset = "dew"
title = "The ford at Nulb"
[options]
"dew.movement_mode" = "trace"
[[combatant]]
id = "bran"
name = "Bran"
side = "party"
played = true
position = [0, 0]
dew = { like = "bran" }
[[combatant]]
id = "cora"
name = "Cora"
side = "foes"
played = true
position = [3, 0]
dew = { like = "cora" }
[[combatant]]
id = "dain"
name = "Dain"
side = "foes"
played = true
position = [3, 1]
dew = { like = "cora" }
"""

SCREENS = {"dora": LAPTOP, "pip": PHONE, "quill": LARGE_PHONE, "sam": SCREEN}
WHISTLE = "whistles the zephyrlamp tune"
TRACE = ((3, 0), (4.37, 0.91))
"""Where Cora goes: a corner that nobody else names."""


@contextmanager
def played(browser: Browser, server: Server) -> Iterator[Story]:
    """Play the rounds, and keep the browsers open while the tests look at them."""
    with table.devices(browser, SCREENS, dark=("quill",)) as devices:
        story = Story(server, devices, folder="dew")
        prepare(story)
        keep_out_of_combat(story)
        choose_in_secret(story)
        draw(story)
        walk(story)
        strike(story)
        yield story


def seed() -> str:
    """Return a seed by which Bran hits with a great blow, a little and not critically."""

    def shown(found: str, purpose: str, sides: int, n: int = 0) -> int:
        return draw_face(found, (purpose, "bran", sides, n))

    for n in range(100_000):
        found = f"ford-{n}"
        hit = shown(found, "hit", 10), shown(found, "hit", 10, 1)
        harmless = 2 <= shown(found, "crit", 12) <= 6 and max(shown(found, "damage", 6, die) for die in (0, 1)) <= 3
        if 17 <= sum(hit) < 20 and harmless:
            return found
    raise AssertionError("no seed gives that blow")


def prepare(story: Story) -> None:
    """Dora imports the fight and opens the table and the first round; the others sit down."""
    table.make_dora(story.server)
    table.number_rows_from(story.server)
    dora = story.dora.page
    table.sign_in(dora, story.server)
    story.encounter = table.bring_in(dora, story.server, FIGHT)
    with table.database(story.server) as open_:
        open_.execute(
            "INSERT INTO encounters_round (encounter_id, number, attempt, open_seed, dm_seed, dm_seed_published, recap)"
            " SELECT id, 2, 1, ?, 'nightshade', 0, '' FROM encounters_encounter",
            (seed(),),
        )
    story.code = table.open_table(dora, story.encounter)
    for name, characters in (("pip", ("Bran",)), ("quill", ("Cora", "Dain")), ("sam", ())):
        sit_down(story, story.devices[name], *characters)
    for device in story.devices.values():
        device.await_live()
    dora.get_by_role("button", name="Open round 1").click()
    expect(story.pip.page.locator("#banner")).to_contain_text("Initiative is yours")
    look_into(story, story.pip, "the first initiative")


def sit_down(story: Story, device: Device, *characters: str) -> None:
    """Somebody takes these characters, or watches."""
    page = device.page
    page.goto(f"{story.server.url}/join/")
    page.get_by_label("Code of the table").fill(story.code)
    page.get_by_role("button", name="Join").click()
    for each in characters or ("I only watch",):
        tap(page.locator("label").filter(has_text=each))
    page.get_by_label("Your name at this table").fill(device.name.capitalize())
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/me/" if characters else "**/watch/")


# What people do again and again.


def turn_to(page: Page, who: str) -> None:
    """Show this character, who is asked something, on the phone of two."""
    if page.locator(".ph-top h1").text_content() != who:
        tap(page.locator(".people a").filter(has_text=who))
        expect(page.locator(".ph-top h1")).to_have_text(who)
    expect(page.locator("form.question")).to_be_visible()


def look_into(story: Story, device: Device, moment: str) -> None:
    """Remember this moment, and which rules of access this phone breaks at it."""
    story.settle()
    story.note(moment)
    story.facts[f"violations: {moment}"] = violations(device.page)


def give(story: Story, device: Device, *words: str, send: str = "Send it") -> None:
    """Choose these, and send it."""
    choose(device.page, *words)
    press(story, device, send)


def press(story: Story, device: Device, words: str) -> None:
    """Tap this, and wait until the table has taken it."""
    before = story.dora.cursor
    tap(device.page.get_by_role("button", name=words).first)
    expect(story.dora.page.locator("body")).not_to_have_attribute("data-at", before[0])
    expect(device.page.locator("form[data-busy]")).to_have_count(0)


def say_nothing_comes_of_it(story: Story) -> None:
    """Dora is consulted, and rules that nothing happens."""
    dora = story.dora.page
    before = story.dora.cursor
    form = dora.locator("#prompts form.question").first
    form.locator(".ask-body button").filter(has_text="Nothing").first.click()
    dora.locator("#prompts form.question").get_by_role("button", name="Apply").click()
    await_answer(story.dora, before)


# The first round.


def keep_out_of_combat(story: Story) -> None:
    """Bran passes; Cora and Dain, who are equal, pass together."""
    pip, quill = story.pip, story.quill
    give(story, pip, "Pass")
    turn_to(quill.page, "Cora")
    story.settle()
    story.note("two have the initiative")
    give(story, quill, "Pass")
    turn_to(quill.page, "Dain")
    give(story, quill, "Pass")
    expect(pip.page.locator("#banner")).to_contain_text("In secret")


def choose_in_secret(story: Story) -> None:
    """Cora does something else; nobody learns of it until Bran, the last, has chosen nothing."""
    pip, quill = story.pip, story.quill
    turn_to(quill.page, "Cora")
    look_into(story, quill, "what else")
    choose(quill.page, "Something else")
    quill.page.locator("form.question textarea").fill(WHISTLE)
    press(story, quill, "Seal: something else")
    expect(quill.page.locator("#order")).to_contain_text("Others see only that you chose")
    look_into(story, quill, "Cora has chosen")
    turn_to(quill.page, "Dain")
    give(story, quill, "Nothing", send="Seal: nothing")
    story.settle()
    story.note("Bran chooses last")
    give(story, pip, "Nothing", send="Seal: nothing")
    story.settle()
    story.note("all have chosen")
    say_nothing_comes_of_it(story)
    expect(pip.page.locator("#banner")).to_contain_text("Draw where you move")


def draw(story: Story) -> None:
    """Cora draws a way with her finger and Dain stands; Bran, the last to draw, chases Cora."""
    pip, quill = story.pip, story.quill
    turn_to(quill.page, "Cora")
    drag(quill.page, *TRACE)
    look_into(story, quill, "Cora draws")
    story.facts["drawn"] = quill.page.locator("[data-corners]").input_value()
    press(story, quill, "Seal this trace")
    expect(quill.page.locator("#order")).to_contain_text("Others see only that you chose")
    turn_to(quill.page, "Dain")
    press(story, quill, "Stand")
    story.settle()
    story.note("two traces are sealed")
    tap(pip.page.locator("label").filter(has_text="Cora"))
    story.note("Bran chases")
    story.facts["chased"] = pip.page.locator("[data-corners]").input_value()
    press(story, pip, "Seal this trace")
    story.settle()
    story.note("the traces are revealed")


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw a way from here to there."""
    svg = page.locator("[data-draw]")
    svg.scroll_into_view_if_needed()
    there = "(svg, at) => { const p = new DOMPoint(...at).matrixTransform(svg.getScreenCTM()); return [p.x, p.y]; }"
    page.mouse.move(*svg.evaluate(there, list(start)))
    page.mouse.down()
    page.mouse.move(*svg.evaluate(there, list(end)), steps=8)
    page.mouse.up()
    expect(page.locator("[data-drawn]")).not_to_have_text("0")


def walk(story: Story) -> None:
    """Let all go on to where they drew, and do nothing at the end."""
    dora = story.dora.page
    over = dora.get_by_label("Recap of round 1")
    for _ in range(TRIES):
        dora.wait_for_function(
            "() => document.querySelector('#recap textarea') || document.querySelector('#prompts .prompt, #board')"
        )
        if over.count():
            break
        for device in (story.pip, story.quill):
            answer_what_is_asked(story, device)
    expect(over).to_be_visible()
    story.settle()
    story.note("the first round is over")
    story.compare("the first round is over")
    before = story.dora.cursor
    dora.get_by_role("button", name="Post recap").click()
    await_answer(story.dora, before)


TRIES = 20


def answer_what_is_asked(story: Story, device: Device) -> None:
    """Answer for each of this phone's characters: go on, and having stopped do nothing."""
    page = device.page
    story.settle()
    for who in ["Cora", "Dain"] if device is story.quill else ["Bran"]:
        if device is story.quill:
            page.goto(page.url.partition("?")[0] + f"?who={who.lower()}")
            device.await_live()
        if not page.locator("form.question").count():
            continue
        if who == "Bran" and "Bran may stop near Cora" not in story.moments:
            story.note("Bran may stop near Cora")
        if page.get_by_text("Keep my plan").count():
            give(story, device, "Keep my plan", send="Seal: keep my plan")
        else:
            give(story, device, "Nothing")


# The second round.


def strike(story: Story) -> None:
    """Prepare with Bran, pass with the others, and strike at Cora, who parries before Dain.

    What Cora did out of combat has cost her her alertness, without which nobody parries: she takes it up again.
    """
    pip, quill = story.pip, story.quill
    expect(pip.page.locator("#banner")).to_contain_text("Initiative is yours")
    give(story, pip, "Prepare a great blow")
    story.settle()
    story.note("a great blow is prepared")
    turn_to(quill.page, "Cora")
    give(story, quill, "Pass", "Become alert?")
    turn_to(quill.page, "Dain")
    give(story, quill, "Pass")
    expect(pip.page.locator("#left")).to_contain_text("2 active")
    story.settle()
    story.note("Bran may strike")
    choose(pip.page, "Attack", "Cora")
    story.note("Bran aims")
    press(story, pip, "Send it")
    turn_to(quill.page, "Cora")
    look_into(story, quill, "Cora may parry")
    press(story, quill, "Parry, 1 reactive")
    story.settle()
    story.note("Cora has answered")
    turn_to(quill.page, "Dain")
    story.note("Dain may parry for her")
    press(story, quill, "Do not parry")
    story.settle()
    story.note("the blow")
    story.compare("the blow")
    tap(pip.page.get_by_role("link", name="Sheet"))
    expect(pip.page.locator("#sheet")).to_contain_text("BD")
    story.note("the sheet")
