"""A round in four browsers.

A spell is spoiled by a blow, the power fails, nothing secret is sent.

The round is played once; each test tells one thing of it. What happened when is in story.py.
"""

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.browser.console import list_unexpected
from tests.browser.story import DM_SEED, RECAP, Story, played
from tests.browser.table import ROWS_FROM, database
from tests.server import Server

pytestmark = pytest.mark.reports("no server", "no signal")

PLAYERS = ("pip", "quill", "sam")
EVERYBODY = ("dora", *PLAYERS)

SECRETS = {
    "the spell that never came about": ("umbrafall", ("pip", "sam"), ""),
    "the one who waits unseen": ("ixquaril|ghoul", PLAYERS, ""),
    "the foes' ids": ("vexgrin|quorl", PLAYERS, ""),
    "the foes' hit points": (r"(?<!\w)4(9|8)\d\d(?!\w)", PLAYERS, ""),
    "a foe's armor class": (r"AC -9|armor class -9|>-9<", PLAYERS, ""),
    "the DM's seed": (DM_SEED, PLAYERS, ""),
    "numbers of rows": (rf"{ROWS_FROM // 1000}\d\d\d", PLAYERS, ""),
    "Gash's order, before his blow": ("moonclaw", PLAYERS, "the blow"),
    "Snagga's order, before his blow": ("frostfang", PLAYERS, "the blow"),
    "Otis's order, before his blow": ("zornblade", ("quill", "sam"), "Quill has no line"),
}
"""What is in nothing that these people were sent: never, or not before a moment."""


@pytest.fixture(scope="module")
def story(browser: Browser, module_server: Server) -> Iterator[Story]:
    """Yield the round, as it was played."""
    with played(browser, module_server) as story:
        yield story


def shown(story: Story, moment: str, name: str) -> str:
    return story.moments[moment][name].shown


# Orders.


def test_players_are_asked_when_the_foes_are_sealed(story: Story) -> None:
    assert "What will you do?" not in shown(story, "the hidden one waits", "pip")
    assert "What will you do?" in shown(story, "the foes are sealed", "pip")


def test_nothing_is_sent_of_the_order_of_one_who_is_hidden(story: Story) -> None:
    for name in PLAYERS:
        before, after = (story.moments[moment][name].sent for moment in ("orders open", "the hidden one waits"))
        assert after.removeprefix(before).replace('{"tick": true}', "").split() == []


def test_the_hidden_are_not_counted(story: Story) -> None:
    assert "none sealed yet" in shown(story, "the foes are sealed", "sam")


def test_a_sealed_order_is_received_and_covered(story: Story) -> None:
    sealed = shown(story, "Tenser is sealed", "quill")
    assert "Your order is sealed" in sealed
    assert "Received by the table" in sealed
    assert "Umbrafall" not in sealed


def test_the_dms_board_covers_what_players_sealed(story: Story) -> None:
    assert "Umbrafall" not in shown(story, "Tenser is sealed", "dora")
    assert "moonclaw on Tenser" in shown(story, "Tenser is sealed", "dora")


def test_two_taps_are_one_input(story: Story) -> None:
    assert story.facts["inputs of a double tap"] == 1


# The round.


def test_everybody_sees_the_same_segment(story: Story) -> None:
    assert all("Round 1, segment 3" in shown(story, "segment 3", name) for name in PLAYERS)
    assert "Segment 3, 12 to 18 seconds" in shown(story, "segment 3", "dora")


def test_a_spell_is_a_spell_to_those_who_watch(story: Story) -> None:
    assert "Tenser begins a spell." in shown(story, "segment 3", "sam")
    assert "You begin umbrafall on Gash." in shown(story, "segment 3", "quill")


def test_the_blow_spoils_the_spell(story: Story) -> None:
    for name in ("pip", "sam"):
        assert "Gash hits Tenser with the moonclaw." in shown(story, "the blow", name)
        assert "Tenser’s spell is broken off." in shown(story, "the blow", name)
    assert "Your umbrafall is broken off, and out of memory." in shown(story, "the blow", "quill")


def test_only_quill_reads_what_tenser_has_left(story: Story) -> None:
    assert "You take 3 damage, 27 left." in shown(story, "the blow", "quill")
    assert "27 left" not in shown(story, "the blow", "sam")
    assert "Tenser 27 of 30 hp" in shown(story, "the blow", "sam"), "the table shows companions in numbers"


def test_pip_types_what_his_die_shows(story: Story) -> None:
    assert "Roll d20 to hit Snagga, segment 1" in shown(story, "Otis rolls", "pip")
    assert "You miss Snagga with the zornblade." in shown(story, "the blow", "pip")


def test_what_dora_tells_is_what_is_read(story: Story) -> None:
    assert f"Recap of round 1 {RECAP}" in shown(story, "the recap", "sam")
    assert RECAP in story.facts["replayed"]


# The line.


def test_every_frame_follows_on_the_one_before(story: Story) -> None:
    for name in EVERYBODY:
        frames = story.devices[name].pushed[story.moments["the power is back"][name].frames :]
        assert len(frames) > 5
        assert all(later["prev"] == earlier["at"] < later["at"] for earlier, later in pairwise(frames))


def test_a_frame_has_a_cursor_and_html_and_nothing_else(story: Story) -> None:
    known = {"at", "epoch", "prev", "html", "full"}
    for name in PLAYERS:
        frames = story.devices[name].frames
        assert all(set(frame) <= known or frame == {"tick": True} or set(frame) == {"beside"} for frame in frames)


def test_quill_is_sent_the_whole_screen_once_after_a_gap(story: Story) -> None:
    (frame,) = story.facts["frames after the tunnel"]
    assert frame["full"] is True
    assert frame["at"] > int(story.moments["Quill has no line"]["quill"].cursor[0])


def test_everybody_reads_that_the_line_is_down(story: Story) -> None:
    for name in EVERYBODY:
        assert "No signal for" in shown(story, "the power is cut", name)


def test_the_foot_of_every_screen_stays_in_sight(story: Story) -> None:
    assert story.facts["feet in sight"] == dict.fromkeys(EVERYBODY, True)


def test_nothing_can_be_sent_while_the_line_is_down(story: Story) -> None:
    assert story.facts["next is disabled"]


@pytest.mark.parametrize("moment", ["segment 3", "the round is over"])
def test_after_the_power_cut_every_page_shows_what_it_would_show_afresh(story: Story, moment: str) -> None:
    assert story.afresh[moment] == {name: {} for name in EVERYBODY}


def test_nobody_has_had_to_load_a_page_again(story: Story) -> None:
    assert story.facts["never loaded again"] == dict.fromkeys(EVERYBODY, True)


def test_no_page_complains_but_of_the_line(story: Story) -> None:
    complaints = [words for device in story.devices.values() for words in device.complaints]
    assert list_unexpected(complaints, ["no server", "no signal"]) == []


# Secrets.


def test_all_that_the_players_were_sent_was_read(story: Story) -> None:
    assert [story.devices[name].unread for name in PLAYERS] == [[], [], []]


@pytest.mark.parametrize("secret", SECRETS)
def test_nobody_is_sent(story: Story, secret: str) -> None:
    pattern, people, until = SECRETS[secret]
    names = list(story.moments)
    told = names[: names.index(until)] if until else names
    for name in people:
        found = [each for each in told if re.search(pattern, story.moments[each][name].sent, re.IGNORECASE)]
        assert (name, found) == (name, [])


def test_what_is_secret_is_really_in_the_fight(story: Story) -> None:
    told = story.moments["the blow"]["dora"].sent
    missing = [secret for secret, (pattern, *_) in SECRETS.items() if not re.search(pattern, told, re.IGNORECASE)]
    assert missing == ["the DM's seed"]


def test_the_dms_seed_is_really_the_rounds(story: Story, module_server: Server) -> None:
    with database(module_server) as open_:
        seeds = open_.execute("SELECT dm_seed FROM encounters_round WHERE number = 1").fetchall()
    assert seeds == [(DM_SEED,)]


# Strangers.


def line_of(story: Story, module_server: Server, origin: str | None) -> ClientConnection:
    """Open Pip's own socket from a page of this origin."""
    cookies = story.pip.page.context.cookies()
    mine = "; ".join(f"{each['name']}={each['value']}" for each in cookies)
    address = f"ws://127.0.0.1:{module_server.port}/live/1/seat?at=1&epoch=1.0"
    given: Any = {"origin": origin, "additional_headers": {"Cookie": mine}, "proxy": None}
    return connect(address, **given)


@pytest.mark.parametrize("origin", ["http://rex.example", "null", None])
def test_a_page_of_another_site_opens_no_socket(story: Story, module_server: Server, origin: str | None) -> None:
    with pytest.raises(InvalidStatus) as refused:
        line_of(story, module_server, origin)
    assert refused.value.response.status_code == 403


def test_our_own_page_opens_it_and_is_sent_what_it_lacks(story: Story, module_server: Server) -> None:
    with line_of(story, module_server, module_server.url) as line:
        frame = json.loads(line.recv(5))
    assert frame["full"] is True
    assert str(frame["at"]) == story.moments["the recap"]["pip"].cursor[0]
