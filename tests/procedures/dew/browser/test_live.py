"""Two rounds of Dew in four browsers: secret choices are kept until all have chosen.

The rounds are played once; each test tells one thing of them. What happened when is in duel.py.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.story import Story
from tests.browser.table import ROWS_FROM, database
from tests.procedures.dew.browser.duel import WHISTLE, played
from tests.server import Server

EVERYBODY = ("dora", "pip", "quill", "sam")
OTHERS = ("pip", "sam")
"""The people who may not learn Cora's choices; each has a browser."""

SECRETS = {
    "what Cora does out of combat": ("Cora does something else", "all have chosen"),
    "where Cora goes": ("", "the traces are revealed"),
    "that Cora parries": (r"Cora(</bdi>)? parries", "the blow"),
}
"""What is in nothing that the others were sent before this moment, and is in what they were sent at it."""

NEVER = {
    "what Cora told the DM": "zephyrlamp",
    "what Cora has left": r"16 of 16 EN|2</b> reactive",
    "numbers of rows": rf"{ROWS_FROM // 1000}\d\d\d",
}
"""What the others are never sent."""


pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def story(browser: Browser, module_server: Server) -> Iterator[Story]:
    """Yield the rounds, as they were played."""
    with played(browser, module_server) as story:
        yield story


def shown(story: Story, moment: str, name: str) -> str:
    return story.moments[moment][name].shown


def pattern_of(story: Story, secret: str) -> str:
    """Return the text to look for; of the trace its corner, as it was drawn."""
    given = SECRETS[secret][0]
    return given or re.escape(story.facts["drawn"].splitlines()[-1].partition(",")[0])


# Secrets.


@pytest.mark.parametrize("secret", SECRETS)
def test_what_is_secret_is_in_no_byte_until_all_have_answered(story: Story, secret: str) -> None:
    moments, until = list(story.moments), SECRETS[secret][1]
    before = moments[moments.index(until) - 1]
    for name in OTHERS:
        assert not re.search(pattern_of(story, secret), story.moments[before][name].sent), name


@pytest.mark.parametrize("secret", SECRETS)
def test_it_arrives_when_all_have_answered(story: Story, secret: str) -> None:
    for name in EVERYBODY:
        assert re.search(pattern_of(story, secret), story.moments[SECRETS[secret][1]][name].sent), name


@pytest.mark.parametrize("secret", NEVER)
def test_what_is_nobody_elses_is_in_no_byte(story: Story, secret: str) -> None:
    for name in OTHERS:
        assert not re.search(NEVER[secret], story.devices[name].everything()), name


def test_cora_is_told_that_her_answer_is_sealed(story: Story) -> None:
    told = shown(story, "Cora has chosen", "quill")
    assert "Your answer is sealed" in told
    assert "Others see only that you chose, until everyone has." in told
    assert "Your answer is sealed" not in shown(story, "all have chosen", "quill")


def test_each_secret_was_given(story: Story) -> None:
    with database(story.server) as open_:
        given = [str(row) for row in open_.execute("SELECT * FROM encounters_input")]
    assert any(WHISTLE in row for row in given)
    assert "16</b>" in story.devices["quill"].everything()


# What the phone shows.


def test_options_stand_with_their_prices(story: Story) -> None:
    told = shown(story, "the first initiative", "pip")
    assert "3 active of 3 left, 1 reactive of 1 left, 24 EN" in told.replace(" ,", ",")
    assert "1A+1 Attack great axe on Cora, range 3, 1 EN" in told
    assert "A: must be an active blow." in told


def test_what_is_impossible_keeps_its_place_and_says_why(story: Story) -> None:
    told = shown(story, "what else", "quill")
    assert re.search(r"S Cast a spell must not be alert for this 2\.1\.2b R Rest", told)
    assert "M Adjust armor You have no armor to adjust 2.1.3b" in told
    assert "You spent no blow. Others see only that you chose" in told


def test_blows_and_en_go_down_as_they_are_spent(story: Story) -> None:
    assert "2 active of 3 left" in shown(story, "a great blow is prepared", "pip")
    assert "0 reactive of 1 left" in shown(story, "the blow", "pip")


def test_a_parry_says_what_it_costs_and_changes(story: Story) -> None:
    told = shown(story, "Cora may parry", "quill")
    assert "Bran attacks you. Parry?" in told
    assert "Great axe, range 3. Secret until all have answered" in told
    assert "Costs 1 reactive blow and no EN. Your armor modifier -3 becomes -6." in told
    assert "It is a great blow." in told
    assert "spear limit 10 in 100" in told


def test_a_parry_shows_how_many_seconds_are_left_to_those_whom_it_concerns(story: Story) -> None:
    for name in EVERYBODY:
        assert bool(re.search(r"\d:\d\d left", shown(story, "Cora may parry", name))) is (name in ("quill", "dora"))


def test_a_helper_is_told_whom_he_would_help(story: Story) -> None:
    told = shown(story, "Dain may parry for her", "quill")
    assert "Bran attacks Cora. Parry?" in told
    assert "The armor modifier of Cora falls by 3." in told


def test_a_trace_is_drawn_within_its_allowance(story: Story) -> None:
    told = shown(story, "Cora draws", "quill")
    assert "1.6 in of 6" in told
    assert "(half of 12)" in told
    assert story.facts["drawn"].startswith("3, 0\n")


def test_a_chase_is_drawn_to_where_the_chased_stands(story: Story) -> None:
    assert story.facts["chased"] == "0, 0\n3, 0"
    assert "(half of 9, less 2 for the chase)" in shown(story, "Bran chases", "pip")
    assert "Stop within great axe’s reach (3) of Cora" in shown(story, "Bran may stop near Cora", "pip")


def test_bd_is_on_the_sheet(story: Story) -> None:
    told = shown(story, "the sheet", "pip")
    assert "BD 12 of 12" in told
    assert "Hit points" not in told


# The pages.


def test_no_phone_breaks_a_rule_of_access(story: Story) -> None:
    found = {name: broken for name, broken in story.facts.items() if name.startswith("violations")}
    assert len(found) == 5
    assert {name: broken for name, broken in found.items() if broken} == {}


@pytest.mark.parametrize("moment", ["the first round is over", "the blow"])
def test_what_was_pushed_is_what_a_fresh_page_shows(story: Story, moment: str) -> None:
    assert story.afresh[moment] == {name: {} for name in EVERYBODY}


def test_no_browser_complains(story: Story) -> None:
    assert {name: device.complaints for name, device in story.devices.items()} == {name: [] for name in EVERYBODY}
