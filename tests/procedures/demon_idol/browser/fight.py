"""A fight under Demon Idol, played once in four browsers through all eleven phases.

Pip plays Otis and Jaroo on one phone, Quill Tenser; Sam watches; Dora runs it from her laptop.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Locator, expect

from tests.any_procedure import find_other
from tests.browser import table
from tests.browser.inspection import violations
from tests.browser.story import Story, await_answer
from tests.browser.table import Device, choose, declare, find_seed, tap
from tests.server import Server

FIGHT = f"""
ruleset = "{find_other("demon_idol")}"
title = "The idol under Hommlet"
[encounter]
setting = "indoors"
start = "encounter"
distance_ft = 40
reaction = "uncertain_negative"
surprised = ["foes"]
[[combatant]]
id = "otis"
name = "Otis"
side = "party"
class = "ranger"
level = 4
played = true
hp = 38
ac = 2
position = [10, 20]
weapons = ["sword_long", "bow_long"]
[[combatant]]
id = "jaroo"
name = "Jaroo"
side = "party"
class = "cleric"
level = 4
played = true
hp = 24
ac = 2
position = [10, 30]
weapons = ["mace_foot"]
spells = ["cleric_bless"]
[[combatant]]
id = "tenser"
name = "Tenser"
side = "party"
class = "magic_user"
level = 5
played = true
hp = 14
position = [4, 12]
weapons = ["dagger"]
spells = ["magic_user_magic_missile", "magic_user_sleep"]
[[combatant]]
id = "gash"
name = "Gash"
side = "foes"
monster = "orc"
hp = 60
position = [50, 30]
weapons = ["sword_short"]
[[combatant]]
id = "snagga"
name = "Snagga"
side = "foes"
monster = "orc"
hp = 60
position = [50, 20]
weapons = ["axe_battle"]
"""
"""Both orcs come charging; each can stand what the party has."""

LEFT_LATE = """() => fetch(document.body.dataset.away, {
    method: "POST", headers: JSON.parse(document.body.getAttribute("hx-headers")),
})"""
"""The page before says that it was left, and is heard after the one that took its place."""

TRIES = 50


@contextmanager
def played(browser: Browser, server: Server) -> Iterator[Story]:
    """Play the fight, and keep the browsers open while the tests look at it."""
    with table.devices(browser) as devices:
        story = Story(server, devices, folder="demon")
        prepare(story)
        open_the_fight(story)
        first_round(story)
        second_round(story)
        yield story


def give_seeds(story: Story) -> None:
    """Store seeds for one segment of surprise and two rounds.

    The party wins round 1, and Jaroo is first to declare; round 2 is tied.
    """
    seeds = {
        0: find_seed("idol", ("surprise", "foes", 6, 5)),
        1: find_seed("idol", ("initiative", "party", 6, 5), ("initiative", "foes", 6, 2), ("roster", "dm", 3, 2)),
        2: find_seed("idol", ("initiative", "party", 6, 3), ("initiative", "foes", 6, 3), ("roster", "dm", 2, 1)),
    }
    table.commit_seeds(story.server, {number: (seed, f"moss-{number}") for number, seed in seeds.items()})


# Preparing.


def prepare(story: Story) -> None:
    """Import the fight as Dora, choose Demon Idol and look through its options; seat the others."""
    table.make_dora(story.server)
    dora = story.dora.page
    table.sign_in(dora, story.server)
    story.encounter = table.bring_in(dora, story.server, FIGHT)
    dora.get_by_text("Change", exact=True).click()
    dora.locator("label:has([name=ruleset][value=demon_idol])").click()
    expect(dora.locator("body")).to_contain_text("Order one after the other")
    story.note("prepared")
    give_seeds(story)
    story.code = table.open_table(dora, story.encounter)
    for name, *characters in (("pip", "Otis", "Jaroo"), ("quill", "Tenser"), ("sam",)):
        table.join(story.devices[name].page, story.server, story.code, name.capitalize(), *characters)
    for device in story.devices.values():
        device.await_live()
    story.note("seated")


# Phases 1 to 5.


def open_the_fight(story: Story) -> None:
    """Play the opening: reaction, surprise, distance, morale, and a segment for the party alone."""
    dora = story.dora.page
    click(story, dora.get_by_role("button", name="Begin"))
    expect(dora.locator("#prompts")).to_contain_text("check its morale")
    story.settle()
    story.note("opening morale")
    click(story, dora.locator("#prompts").get_by_role("button", name="No", exact=True))
    step(story)
    expect(dora.locator("#board")).to_be_visible()
    story.settle()
    story.note("surprise orders")
    order(story.pip, "Otis", "Cast, shoot or use", "Gash")
    order(story.pip, "Jaroo", "Await")
    order(story.quill, "", "Await")
    expect(dora.locator("#console")).to_contain_text("The opening is over")
    story.settle()
    story.note("the opening is over")


# Phases 6 to 10, the first time.


def first_round(story: Story) -> None:
    """Play the round with the clock.

    There are a question to the DM, a segment lost, an act prepared, two charges, a retaliation.

    The clocks count real seconds, so Dora stops each as soon as it has shown what it is there for.
    """
    dora, pip, quill = story.dora.page, story.pip.page, story.quill.page
    click(story, dora.get_by_role("button", name="Post recap"))
    for who, target in (("Gash", "Jaroo"), ("Snagga", "Otis")):
        dora.locator("#compose h2").filter(has_text=who).wait_for()
        declare(dora, "Move", "Charge", target)
    tap(pip.get_by_role("button", name="Ask the DM"))
    expect(quill.get_by_role("button", name="Ask the DM")).to_be_visible()
    story.note("the clocks run")
    expect(dora.locator("#prompts")).to_contain_text("Jaroo asks you something")
    expect(quill.locator("#clock")).to_contain_text("1 segment late", timeout=20_000)
    stop_the_clock(story, "Tenser")
    expect(quill.locator("#clock")).to_contain_text("The DM has stopped your clock.")
    expect(dora.locator("#board")).to_contain_text("1 segment late")
    story.settle()
    story.note("Jaroo asks and Tenser is late")
    look_at_the_clock(story)
    dora.get_by_role("button", name="Answered: clock restarted").click()
    expect(pip.get_by_role("button", name="Ask the DM")).to_be_visible()
    stop_the_clock(story, "Jaroo")
    with pip.expect_response("**/me/here/"):  # Otis's question is reported as shown
        declare(pip, "Await")
        expect(pip.locator("#me")).to_contain_text("Otis")
    with pip.expect_response("**/me/here/"):
        pip.evaluate(LEFT_LATE)
    expect(pip.get_by_role("button", name="Ask the DM")).to_be_visible()
    # At once: the clock stands still, and asks nothing, where a phone seems to have been away.
    story.facts["Otis's clock"] = pip.locator("#clock").inner_text()
    story.note("Otis is asked next")
    stop_the_clock(story, "Otis")
    declare(pip, "Cast, shoot or use", "Snagga")
    choose(quill, "Cast, shoot or use", "Magic missile", "Gash")
    tap(quill.get_by_role("button", name="Prepare it"))
    choose(quill, "charges")
    story.quill.screenshot("an-act-prepared")
    tap(quill.get_by_role("button", name="Seal this order"))
    expect(dora.locator("#console")).to_contain_text("All orders are in")
    dora.get_by_role("button", name="Close orders").click()
    expect(dora.locator("#console form[data-next]")).to_be_visible()
    story.settle()
    story.note("initiative and cases")
    play_on(story)
    story.settle()
    story.note("round 1 is over")


def stop_the_clock(story: Story, who: str) -> None:
    dora = story.dora.page
    dora.get_by_role("button", name=f"Pause the clock of {who}").click()
    expect(dora.get_by_role("button", name=f"Restart the clock of {who}")).to_be_visible()


def look_at_the_clock(story: Story) -> None:
    """Look, on Dora's panel, at what was measured of Tenser's clock."""
    dora = story.dora.page
    dora.locator("#board tr").filter(has_text="Tenser").locator(".to-clock").click()
    expect(dora.locator("#panel")).to_contain_text("Shown by the phone")
    story.dora.screenshot("the-clock-of-tenser")
    story.facts["the clock's panel"] = violations(story.dora.page)
    story.facts["panel"] = table.plain(dora.locator("#panel").inner_text())
    dora.get_by_role("link", name="Close", exact=True).click()
    expect(dora.locator("#board")).to_be_visible()


# Phases 6 to 11, the second time.


def second_round(story: Story) -> None:
    """Play the round in turn.

    Jaroo lies bleeding; the dice are tied; Tenser cancels; the foes fall, and a turn passes.
    """
    dora, quill = story.dora.page, story.quill.page
    rule(story, "Jaroo", "hp", "=-3")
    rule(story, "the encounter itself", "option", "demon.declare_in_turn, yes")
    click(story, dora.get_by_role("button", name="Post recap"))
    for who, target in (("Gash", "Otis"), ("Snagga", "Otis")):
        dora.locator("#compose h2").filter(has_text=who).wait_for()
        declare(dora, "Strike", target)
    expect(dora.locator("#board")).to_contain_text("asked later")
    story.settle()
    story.note("asked in turn")
    declare(story.pip.page, "Strike", "Snagga")
    declare(quill, "Cast, shoot or use", "Sleep", "Gash")
    expect(dora.locator("#console form[data-next]")).to_be_visible()
    story.settle()
    story.note("tied dice")
    before = story.dora.cursor
    tap(quill.get_by_role("button", name="Cancel"))
    expect(dora.locator("body")).not_to_have_attribute("data-at", before[0])
    step(story)
    story.settle()
    story.note("Tenser has cancelled")
    for who in ("Gash", "Snagga"):
        rule(story, who, "dead", "yes")
    play_on(story)
    story.settle()
    story.note("recovery")
    choose(story.pip.page, "Bind wounds")
    tap(story.pip.page.get_by_role("button", name="Send it"))
    choose(quill, "Rest")
    tap(quill.get_by_role("button", name="Send it"))
    expect(dora.locator("#console")).to_contain_text("The fight is over")
    story.settle()
    story.note("the fight is over")


# What is done again and again.


def order(device: Device, who: str, *words: str) -> None:
    """Give a player's order; ``who`` is one of those on the player's phone."""
    if who:
        link = device.page.locator("#people a, #people-2 a").filter(has_text=who)
        if link.count() and link.get_attribute("aria-current") is None:
            tap(link)
            expect(device.page.locator(".ph-top h1")).to_have_text(who)
    declare(device.page, *words)


def click(story: Story, button: Locator) -> None:
    """Dora clicks, and her page shows more than before."""
    before = story.dora.cursor
    button.first.click()
    await_answer(story.dora, before)


def step(story: Story) -> None:
    """Dora takes the next step."""
    click(story, story.dora.page.locator("#console form[data-next] button"))


def rule(story: Story, who: str, what: str, value: str) -> None:
    """Dora rules."""
    dora = story.dora.page
    dora.goto(f"{story.encounter}ruling/")
    dora.locator("#panel [name=who]").select_option(label=who)
    dora.locator("#panel [name=what]").select_option(what)
    dora.locator("#panel [name=value]").fill(value)
    dora.locator("#panel [name=note]").fill("for the story")
    dora.get_by_role("button", name="Apply").click()
    expect(dora).to_have_url(story.encounter)
    story.dora.await_live()


def play_on(story: Story) -> None:
    """Step until the round is over or somebody must recover.

    What is asked on the way is answered yes.
    """
    for _ in range(TRIES):
        if not answer_what_is_asked(story):
            if not story.dora.page.locator("#console form[data-next] button:enabled").count():
                return
            step(story)


def answer_what_is_asked(story: Story) -> bool:
    """Answer what is asked, and return True if anything was.

    Each sort of question is noted the first time.
    """
    prompts = story.dora.page.locator("#prompts > .prompt:not(.quiet)")
    if not prompts.count():
        return False
    title = table.plain(prompts.first.locator("h2").inner_text())
    if "turn that follows" in title:
        return False
    kind = title.partition(": ")[2] or title
    story.settle()
    if f"asked {kind}" not in story.moments:
        story.note(f"asked {kind}")
    before = story.dora.cursor
    form = prompts.first.locator("form.question")
    number = form.locator("input[type=number]")
    if number.count():
        number.fill("20")
        form.get_by_role("button", name="Apply").click()
    else:
        form.get_by_role("button", name="Yes").click()
    await_answer(story.dora, before)
    return True
