"""Dora presses "This is wrong" at her laptop, and reads the file that comes."""

from pathlib import Path

from playwright.sync_api import Page, expect

from rules.scenarios import find_differences, parse_scenario, play_scenario
from tests.browser.test_dm import Screenshot, begin, fight
from tests.browser.test_dm import browser_context_args as browser_context_args
from tests.browser.test_dm import dora as dora
from tests.browser.test_dm import table as table


def test_dora_saves_the_fight_as_a_file(dora: Page, screenshot: Screenshot) -> None:
    fight(dora)
    begin(dora)
    dora.get_by_role("button", name="More").click()
    dora.get_by_role("link", name="This is wrong").click()
    expect(dora.get_by_role("heading", name="This is wrong")).to_be_visible()
    dora.get_by_label("What did you expect?").fill("Orc 1 goes first.")
    button = dora.get_by_role("button", name="Save the fight")
    expect(button).to_be_in_viewport()
    screenshot(dora, "dm-wrong")
    for secret in (False, True):
        dora.get_by_label("Without secrets").set_checked(secret)
        with dora.expect_download() as coming:
            button.click()
        assert coming.value.suggested_filename.startswith("fight-")
        text = Path(coming.value.path()).read_text(encoding="utf-8")
        assert "# Expected: Orc 1 goes first.\n" in text
        assert ("Otis" in text) != secret
        assert find_differences(play_scenario(parse_scenario(text))) == []
    expect(button).to_be_enabled()
