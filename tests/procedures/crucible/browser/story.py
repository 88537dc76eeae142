"""A round of Crucible in four browsers.

Two are warned and one changes his declaration; a spell is lost to an attack of opportunity.

The party acts on count 3, the foes on 7. Quill's Tenser casts beside Gash in spite of the warning; Pip's Otis wants to
walk past Snagga, is warned, and strikes instead. On count 7 Snagga turns and runs, and Otis is asked again.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, expect

from rules.kernel.dice import draw_face
from tests.browser import table
from tests.browser.story import Story, await_answer
from tests.browser.table import choose, tap, type_place
from tests.server import Server

FIGHT = f'ruleset = "crucible"\n{table.WEIR}'
DM_SEED = "nightshade-under-the-weir"
PARTY, FOES = 3, 7
LAST_COUNT = 12
HITS = 18
"""The least number on Gash's die, which is more than Gash needs."""


def seed() -> str:
    """Return a seed by which the party acts on count 3 and the foes on 7, and Gash hits."""
    wanted = {("initiative", "party", 12, 0): PARTY, ("initiative", "foes", 12, 0): FOES}
    for n in range(100_000):
        found = f"weir-{n}"
        rolled = all(draw_face(found, key) == number for key, number in wanted.items())
        if rolled and draw_face(found, ("to_hit", "vexgrin", 20, 0)) >= HITS:
            return found
    raise AssertionError("no seed gives that round")


@contextmanager
def played(browser: Browser, server: Server) -> Iterator[Story]:
    """Play the round, and keep the browsers open while the tests look at it."""
    with table.devices(browser) as devices:
        story = Story(server, devices)
        prepare(story)
        take_the_first_turns(story)
        take_the_foes_turns(story)
        end(story)
        yield story


def prepare(story: Story) -> None:
    """Import and open the fight as Dora, with one more hidden in it; the others join."""
    table.make_dora(story.server)
    table.number_rows_from(story.server)
    dora = story.dora.page
    table.sign_in(dora, story.server)
    story.encounter = table.bring_in(dora, story.server, FIGHT)
    table.hide(dora, story.encounter, table.LURKER)
    story.facts["prepared"] = table.plain(dora.locator("body").inner_text())
    table.commit_seeds(story.server, {1: (seed(), DM_SEED)})
    story.code = table.open_table(dora, story.encounter)
    for name, *characters in (("pip", "Otis"), ("quill", "Tenser"), ("sam",)):
        table.join(story.devices[name].page, story.server, story.code, name.capitalize(), *characters)
    for device in story.devices.values():
        device.await_live()
    dora.get_by_role("button", name="Open round 1").click()
    expect(dora.locator("#console form[data-next]")).to_be_visible()


def step_to(story: Story, count: int) -> None:
    """Dora steps until this count is played."""
    now = story.dora.page.locator("#console .say")
    while f"Count {count}" not in table.plain(now.text_content() or ""):
        step(story)


def step(story: Story) -> None:
    """Dora presses Next once, and waits until it is answered."""
    before = story.dora.cursor
    story.dora.page.locator("#console form[data-next] button").click()
    await_answer(story.dora, before)


def take_the_first_turns(story: Story) -> None:
    """Choose for Otis and Tenser together; both are warned, and the spell is lost."""
    pip, quill, dora = story.pip.page, story.quill.page, story.dora.page
    story.settle()
    story.note("before their count")
    step_to(story, PARTY)
    expect(quill.locator("#banner")).to_contain_text("Your turn, count 3")
    story.settle()
    story.note("their count")
    choose(quill, "Cast, shoot or use", "Umbrafall", "Gash")
    story.note("the spell is chosen")
    tap(quill.get_by_role("button", name="Do this"))
    expect(quill.locator("#ask form.question")).to_have_count(0)
    story.settle()
    story.note("Tenser has chosen")
    choose(pip, "Move")
    tap(pip.locator("form.question [value=move]"))
    type_place(pip, "18", "20")
    tap(pip.get_by_role("button", name="Do this"))
    expect(pip.locator("#ask")).to_contain_text("You have been warned: this move")
    story.settle()
    story.note("both are warned")
    tap(quill.get_by_role("button", name="Do it all the same"))
    expect(quill.locator("#ask form.question")).to_have_count(0)
    choose(pip, "Strike", "Zornblade", "Snagga")
    tap(pip.get_by_role("button", name="Do this"))
    expect(dora.locator("#prompts")).to_contain_text("Gash: attack of opportunity?")
    story.settle()
    story.note("Gash has an opening")
    dora.get_by_role("button", name="Strike now").click()
    expect(dora.locator("#console form[data-next] button")).to_be_enabled()
    story.settle()
    story.note("the spell is lost")
    story.compare("the spell is lost")


def take_the_foes_turns(story: Story) -> None:
    """Gash waits, Snagga flees from Otis, and nobody hears of the third."""
    pip, dora = story.pip.page, story.dora.page
    step_to(story, FOES)
    expect(dora.locator("#compose h2")).to_have_text("Gash")
    story.settle()
    story.note("the foes' count")
    form = dora.locator("#compose form.question")
    for name, words in (("Gash", ("Await",)), ("Snagga", ("Avoid", "Flee")), ("Ixquaril", ("Await",))):
        expect(dora.locator("#compose h2")).to_have_text(name)
        for each in words:
            form.locator(".ask-body").locator("button, label").filter(has_text=each).first.click()
        form.get_by_role("button", name="Do this").click()
        if name == "Snagga":
            story.settle()
            story.note("only the hidden one is left")
    expect(pip.locator("#ask")).to_contain_text("Make an attack of opportunity?")
    story.settle()
    story.note("Snagga runs")
    tap(pip.get_by_role("button", name="Strike now"))
    expect(pip.locator("#ask form.question")).to_have_count(0)


def end(story: Story) -> None:
    """Step through the counts on which nobody acts, end the round, and look back at it."""
    dora, sam = story.dora.page, story.sam.page
    for _ in range(FOES, LAST_COUNT):
        step(story)
    expect(dora.locator("#prompts")).to_contain_text("Should the foes check morale?")
    dora.locator("#prompts").get_by_role("button", name="No").click()
    expect(dora.get_by_label("Recap of round 1")).to_be_visible()
    story.settle()
    story.note("the round is over")
    story.compare("the round is over")
    story.facts["draft"] = dora.get_by_label("Recap of round 1").input_value()
    sam.goto(f"{story.server.url}/t/{story.code}/round/1/?at={PARTY}")
    story.facts["replayed"] = table.plain(sam.locator("main").inner_text())
    dora.goto(f"{story.encounter}round/1/?at={PARTY}")
    story.facts["the DM's replay"] = table.plain(dora.locator("main").inner_text())
