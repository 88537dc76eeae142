"""The scripts that signal.

The server's part is played here, and the device's.
"""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser import felt as device
from tests.browser.test_scripts import ORIGIN, Table

ALL = "orders asked next received nudge touch sound"


@pytest.fixture
def table(page: Page) -> Table:
    """Return a page that somebody has tapped, with nothing turned on."""
    device.record(page)
    playing = Table(page)
    page.goto(f"{ORIGIN}/")
    expect(page.locator("#link")).to_have_text("Live")
    page.locator("#one").click()
    return playing


def push(table: Table, at: int, on: str = ALL, **cues: str) -> None:
    """Push the part that says what is to be signalled, and wait for it.

    ``awake="1"``: the screen stays lit.
    """
    given = "".join(f' data-cue-{name}="{keys}"' for name, keys in cues.items() if name != "awake")
    lit = " data-awake" if "awake" in cues else ""
    table.push(f'<div id="signals" hidden data-signals="{on}" data-of="{at}"{lit}{given}></div>', at=at)
    expect(table.page.locator(f'#signals[data-of="{at}"]')).to_have_count(1)


def turn_on(table: Table, at: int = 6) -> None:
    """Turn signals on, and tap the page, which may then make a sound."""
    push(table, at)
    table.page.locator("#one").click()


def test_nothing_is_felt_or_heard_before_it_is_turned_on(page: Page, table: Table) -> None:
    push(table, 6, on="", asked="q-1")
    push(table, 7, on="", orders="q-2", received="0.1")
    assert device.felt(page) == []
    assert device.heard(page) == 0


def test_a_question_is_felt_and_heard_once_however_often_it_is_drawn(page: Page, table: Table) -> None:
    turn_on(table)
    push(table, 7, asked="q-1")
    push(table, 8, asked="q-1")
    push(table, 9)
    push(table, 10, asked="q-1")
    assert device.felt(page) == ["120,60,120"]
    device.expect_tones(page, 2)
    push(table, 11, asked="q-2")
    assert device.felt(page) == ["120,60,120"] * 2


@pytest.mark.parametrize(
    ("cue", "pattern"), [("orders", "60"), ("asked", "120,60,120"), ("next", "40,40,40"), ("received", "20")]
)
def test_each_has_a_pattern_of_its_own(page: Page, table: Table, cue: str, pattern: str) -> None:
    turn_on(table)
    push(table, 7, **{cue: "k"})
    assert device.felt(page) == [pattern]
    page.wait_for_function("() => heard.length > 0")


def test_what_comes_at_once_is_one_signal_that_of_what_matters_most(page: Page, table: Table) -> None:
    turn_on(table)
    push(table, 7, received="0.1", next="0.1.3.0", asked="q-1")
    assert device.felt(page) == ["120,60,120"]


def test_what_was_not_chosen_and_how_stays_silent(page: Page, table: Table) -> None:
    push(table, 6, on="asked touch")
    page.locator("#one").click()
    push(table, 7, on="asked touch", asked="q-1", orders="q-2")
    push(table, 8, on="asked touch", received="0.1")
    assert device.felt(page) == ["120,60,120"]
    assert device.heard(page) == 0


def test_a_loaded_page_does_not_signal_what_it_was_loaded_with(page: Page, table: Table) -> None:
    turn_on(table)
    push(table, 7, asked="q-0")
    assert device.felt(page) == []
    push(table, 8, asked="q-0 q-1")
    assert device.felt(page) == ["120,60,120"]


def test_a_reminder_is_felt_heard_and_spoken(page: Page, table: Table) -> None:
    turn_on(table)
    table.sockets[-1].send(json.dumps({"nudge": True}))
    expect(page.locator("#alert")).to_have_text("The DM reminds you: the table waits for you.")
    assert device.felt(page) == ["200"]
    device.expect_tones(page, 4)


def test_a_device_without_vibration_or_sound_misses_nothing_else(
    page: Page, table: Table, complaints: list[str]
) -> None:
    page.add_init_script("delete navigator.vibrate; delete window.AudioContext")
    page.add_init_script("Object.defineProperty(navigator, 'wakeLock', { value: undefined })")
    page.reload()
    expect(page.locator("#link")).to_have_text("Live")
    turn_on(table)
    push(table, 7, asked="q-1", awake="1")
    assert complaints == []


def test_the_screen_is_lit_while_one_is_asked_and_no_longer(page: Page, table: Table) -> None:
    push(table, 6, on="", asked="q-1", awake="1")
    device.expect_value(page, "lit", ["lit"])
    push(table, 7, on="", asked="q-1", awake="1")
    push(table, 8, on="")
    device.expect_value(page, "lit", ["lit", "dark"])
    push(table, 9, on="", asked="q-2", awake="1")
    device.expect_value(page, "lit", ["lit", "dark", "lit"])


def test_a_screen_that_was_turned_away_is_lit_again(page: Page, table: Table) -> None:
    push(table, 6, on="", asked="q-1", awake="1")
    device.expect_value(page, "lit", ["lit"])
    hide = "Object.defineProperty(document, 'hidden', { value: %s, configurable: true }); document.dispatchEvent("
    page.evaluate(hide % "true" + "new Event('visibilitychange'))")
    device.expect_value(page, "lit", ["lit", "dark"])
    page.evaluate(hide % "false" + "new Event('visibilitychange'))")
    device.expect_value(page, "lit", ["lit", "dark", "lit"])


def test_a_screen_ticks_once_it_is_asked_to_and_remembers_it(page: Page, table: Table) -> None:
    push(table, 6, on="", segment="1.3")
    assert device.heard(page) == 0
    page.get_by_role("button", name="Clock tick").click()
    expect(page.get_by_role("button", name="Clock tick")).to_have_attribute("aria-pressed", "true")
    device.expect_tones(page, 1)  # as it will sound
    push(table, 7, on="", segment="1.4")
    push(table, 8, on="", segment="1.4")
    device.expect_tones(page, 2)
    page.reload()
    expect(page.get_by_role("button", name="Clock tick")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Clock tick").click()
    push(table, 6, on="", segment="1.5")
    assert device.heard(page) == 0


def test_a_seat_that_was_given_away_keeps_no_screen_lit(page: Page, table: Table) -> None:
    push(table, 6, on="", asked="q-1", awake="1")
    device.expect_value(page, "lit", ["lit"])
    table.sockets[-1].close(code=4403)
    device.expect_value(page, "lit", ["lit", "dark"])


RENDERED = """async () => {
    const made = new OfflineAudioContext(1, 2 * 44100, 44100);
    Object.defineProperty(made, "state", { value: "running" });
    window.AudioContext = function () { return made; };
    const { startAudio, playSound } = await import("/static/js/shared/page.js");
    startAudio();
    await Promise.all(["orders", "asked", "next", "received", "nudge", "segment"].map(playSound));
    const samples = (await made.startRendering()).getChannelData(0), end = samples.slice(1.5 * 44100);
    const peak = all => all.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
    return [samples.every(Number.isFinite), peak(samples) > 0.1, peak(end)];
}"""


def test_every_sound_can_be_heard_and_ends(page: Page, table: Table) -> None:
    assert page.evaluate(RENDERED) == [True, True, 0]
