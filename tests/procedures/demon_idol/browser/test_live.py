"""A fight under Demon Idol in four browsers, through its eleven phases; see fight.py."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.story import Story
from tests.procedures.demon_idol.browser.fight import played
from tests.server import Server

PHASES = {
    "opening morale": "4 Opening morale",
    "surprise orders": "5 Surprise segments",
    "the clocks run": "6 Declarations",
    "initiative and cases": "8 Resolution",
    "round 1 is over": "10 Recap",
    "recovery": "11 Recovery",
}
"""What the DM's bar says is the phase at hand, of those at which the table stops."""


pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def story(browser: Browser, module_server: Server) -> Iterator[Story]:
    """Yield the fight, as it was played."""
    with played(browser, module_server) as story:
        yield story


def shown(story: Story, moment: str, name: str) -> str:
    return story.moments[moment][name].shown


def test_the_clocks_panel_breaks_no_rule_of_access(story: Story) -> None:
    assert story.facts["the clock's panel"] == []


def test_no_page_complains(story: Story) -> None:
    assert [words for device in story.devices.values() for words in device.complaints] == []


# The phases.


@pytest.mark.parametrize("moment", PHASES)
def test_the_dm_reads_which_phase_it_is(story: Story, moment: str) -> None:
    assert PHASES[moment] in shown(story, moment, "dora")


def test_players_and_spectators_read_which_phase_it_is(story: Story) -> None:
    assert "The opening, phase 4: opening morale" in shown(story, "opening morale", "pip")
    assert "Round 1, phase 6: declarations" in shown(story, "the clocks run", "sam")
    assert "Round 2, phase 11: recovery" in shown(story, "recovery", "sam")


def test_what_happened_by_itself_is_in_the_log(story: Story) -> None:
    log = shown(story, "opening morale", "dora")
    for words in (
        "The foes, as they look: uncertain negative.",
        "The foes are surprised.",
        "Between them lie 40 feet.",
    ):
        assert words in log


def test_a_turn_passes_when_the_fight_is_over(story: Story) -> None:
    for name in ("dora", "sam"):
        assert "10 minutes pass" in shown(story, "the fight is over", name)
    assert "Jaroo bleeds." in shown(story, "recovery", "dora")


# The clock.


def test_each_player_sees_his_own_clock(story: Story) -> None:
    late = "Jaroo asks and Tenser is late"
    assert "1 segment late" in shown(story, late, "quill")
    assert "Your clock is stopped until the DM restarts it." in shown(story, late, "pip")
    assert "segment late" not in shown(story, late, "pip")
    assert "segment late" not in shown(story, late, "sam")


def test_the_dm_sees_everybodys(story: Story) -> None:
    late = shown(story, "Jaroo asks and Tenser is late", "dora")
    assert "Jaroo asks you something" in late
    assert "1 segment late" in late
    assert "Jaroo declares first (die 2)" in late


def test_the_dms_panel_tells_what_was_measured(story: Story) -> None:
    assert "The clock of Tenser" in story.facts["panel"]
    assert "Shown by the phone" in story.facts["panel"]
    assert re.search(r"Stopped by you \d+:\d\d, not counted", story.facts["panel"]) is not None


def test_what_was_lost_is_told_and_drawn(story: Story) -> None:
    lost = re.search(r"Tenser hesitates: (\d+ segments?) lost\.", shown(story, "initiative and cases", "sam"))
    assert lost is not None
    assert f"You hesitate: {lost[1]} lost." in shown(story, "initiative and cases", "quill")
    assert "Jaroo hesitates" not in shown(story, "initiative and cases", "sam")


def test_who_has_sealed_one_order_is_asked_for_the_next(story: Story) -> None:
    assert "Ask the DM" in story.facts["Otis's clock"]


def test_in_turn_the_others_are_asked_later(story: Story) -> None:
    assert "asked later" in shown(story, "asked in turn", "dora")
    assert "Ask the DM" not in shown(story, "asked in turn", "quill")


# Prepared, charged, cancelled.


def test_what_was_prepared_goes_off(story: Story) -> None:
    asked = "asked Does this set off what Tenser has prepared?"
    assert "magic missile on Gash, when anybody charges" in shown(story, asked, "dora")
    assert "Gash sets off what Tenser prepared." in shown(story, "round 1 is over", "dora")


def test_nobody_else_is_sent_what_was_prepared_or_what_sets_it_off(story: Story) -> None:
    asked = "asked Does this set off what Tenser has prepared?"
    for name in ("pip", "sam"):
        assert "is prepared" in shown(story, asked, name)
        assert "anybody charges" not in story.moments[asked][name].sent
        assert "agic missile" not in story.moments[asked][name].sent


def test_a_charge_is_retaliated_against(story: Story) -> None:
    assert "Jaroo: retaliate?" in shown(story, "asked retaliate?", "dora")
    assert "Jaroo retaliates against Gash." in shown(story, "round 1 is over", "dora")


def test_an_order_is_cancelled_and_nobody_learns_what_it_was(story: Story) -> None:
    assert "You cancel the order." in shown(story, "Tenser has cancelled", "quill")
    for name in ("pip", "sam"):
        sent = story.moments["Tenser has cancelled"][name].sent
        assert "Tenser changes course." in shown(story, "Tenser has cancelled", name)
        assert re.findall(r"\bsleep\b", sent, re.IGNORECASE) == []
