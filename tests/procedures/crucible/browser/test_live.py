"""A round of Crucible in four browsers: all act on their counts, and secrets are kept.

The round is played once; each test tells one thing of it. What happened when is in story.py.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.story import Story
from tests.browser.table import ROWS_FROM
from tests.procedures.crucible.browser.story import DM_SEED, played
from tests.server import Server

PLAYERS = ("pip", "quill", "sam")
EVERYBODY = ("dora", *PLAYERS)

SECRETS = {
    "the spell that never came about": ("umbrafall", ("pip", "sam"), ""),
    "the one who waits unseen": ("ixquaril|ghoul", PLAYERS, ""),
    "the foes' ids": ("vexgrin|quorl", PLAYERS, ""),
    "the foes' hit points": (r"(?<!\w)4(9|8)\d\d(?!\w)", PLAYERS, ""),
    "the DM's seed": (DM_SEED, PLAYERS, ""),
    "numbers of rows": (rf"{ROWS_FROM // 1000}\d\d\d", PLAYERS, ""),
    "Otis's warning": ("moving draws|this move draws", ("quill", "sam"), ""),
    "Tenser's warning": ("casting draws|casting here", ("pip", "sam"), ""),
    "what Gash strikes with, before his blow": ("moonclaw", PLAYERS, "the spell is lost"),
    "what Otis strikes with, before his blow": ("zornblade", ("quill", "sam"), "Gash has an opening"),
}
"""What is in nothing that these people were sent: never, or not before a moment."""


@pytest.fixture(scope="module")
def story(browser: Browser, module_server: Server) -> Iterator[Story]:
    """Yield the round, as it was played."""
    with played(browser, module_server) as story:
        yield story


def shown(story: Story, moment: str, name: str) -> str:
    return story.moments[moment][name].shown


def test_the_columns_are_counts(story: Story) -> None:
    assert "Count 3" in shown(story, "their count", "dora")
    assert "Next count" in shown(story, "their count", "dora")
    for name in PLAYERS:
        assert "count 3" in shown(story, "their count", name)
        assert "segment 3" not in shown(story, "their count", name)


def test_nobody_is_asked_before_his_count(story: Story) -> None:
    assert "You are next: count 3" in shown(story, "before their count", "pip")
    assert "What will you do" not in shown(story, "before their count", "pip")
    assert "Your turn, count 3" in shown(story, "their count", "pip")


def test_a_spell_is_complete_by_its_time_from_the_casters_count(story: Story) -> None:
    assert "count 11 at the earliest" in shown(story, "the spell is chosen", "quill")


def test_what_one_has_chosen_is_covered_until_all_of_the_count_have(story: Story) -> None:
    assert "Umbrafall" not in shown(story, "Tenser has chosen", "dora")
    assert "umbrafall on Gash" not in shown(story, "Tenser has chosen", "dora")
    assert "changes course" not in shown(story, "the round is over", "sam")


def test_each_reads_his_own_warning(story: Story) -> None:
    assert "You have been warned: this move draws an attack of opportunity by Snagga." in shown(
        story, "both are warned", "pip"
    )
    quill = shown(story, "both are warned", "quill")
    assert "casting here draws an attack of opportunity by Gash, and harm loses the spell." in quill


def test_whoever_is_warned_may_do_something_else(story: Story) -> None:
    over = shown(story, "the spell is lost", "pip")
    assert "zornblade" in over
    assert "You move" not in over


def test_the_dm_is_asked_for_the_opening_that_casting_gives(story: Story) -> None:
    asked = shown(story, "Gash has an opening", "dora")
    assert "Gash: attack of opportunity?" in asked
    assert "Tenser casts within Gash’s reach." in asked
    assert "attack of opportunity" not in shown(story, "Gash has an opening", "sam")


def test_the_blow_out_of_turn_loses_the_spell(story: Story) -> None:
    for name in ("pip", "sam"):
        told = shown(story, "the spell is lost", name)
        assert "As Tenser casts, Gash hits Tenser with the moonclaw" in told
        assert "Tenser’s spell is broken off." in told
    assert "As you cast, Gash hits you with the moonclaw" in shown(story, "the spell is lost", "quill")
    assert "Your umbrafall is broken off, and out of memory." in shown(story, "the spell is lost", "quill")


def test_a_player_is_asked_for_the_opening_that_flight_gives(story: Story) -> None:
    asked = shown(story, "Snagga runs", "pip")
    assert "Snagga turns and runs from you. Make an attack of opportunity?" in asked
    assert "you cannot pursue" in asked
    assert "As Snagga runs" in shown(story, "the round is over", "sam")


def test_nothing_is_sent_of_the_turn_of_one_who_is_hidden(story: Story) -> None:
    for name in PLAYERS:
        assert "Ixquaril" not in shown(story, "only the hidden one is left", name)


def test_the_round_can_be_told_and_looked_back_at(story: Story) -> None:
    assert "Tenser’s spell was broken off." in story.facts["draft"]
    assert "acts on" not in story.facts["draft"]
    assert "As Tenser casts, Gash hits Tenser" in story.facts["replayed"]
    assert "runs" not in story.facts["replayed"]
    assert "until count" in story.facts["the DM's replay"]


@pytest.mark.parametrize("secret", SECRETS)
def test_what_is_secret_is_in_no_byte(story: Story, secret: str) -> None:
    pattern, names, until = SECRETS[secret]
    for name in names:
        moments = list(story.moments)
        last = moments[moments.index(until) - 1] if until else moments[-1]
        assert not re.search(pattern, story.moments[last][name].sent, re.IGNORECASE), (name, last)


def test_each_secret_is_in_what_its_owner_was_sent(story: Story) -> None:
    sent = {name: story.devices[name].everything() for name in EVERYBODY}
    assert re.search("umbrafall", sent["quill"], re.IGNORECASE)
    assert "this move draws" in sent["pip"]
    assert "casting here draws" in sent["quill"]
    assert "Ixquaril" in sent["dora"]


@pytest.mark.parametrize("moment", ["the spell is lost", "the round is over"])
def test_what_was_pushed_is_what_a_fresh_page_shows(story: Story, moment: str) -> None:
    assert story.afresh[moment] == {name: {} for name in EVERYBODY}


def test_no_browser_complains(story: Story) -> None:
    assert {name: device.complaints for name, device in story.devices.items()} == {name: [] for name in EVERYBODY}
