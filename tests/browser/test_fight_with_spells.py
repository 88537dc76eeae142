"""A whole fight with real dice, spells and a hidden ogre is played through the pages.

The DM, four phones and a television play it once, by `make soak`. Pictures stand in screenshots/, presses are printed.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.any_procedure import ANY
from tests.browser.evening import (
    PARTY,
    PLAYERS,
    Evening,
    Script,
    check_log_of_damage,
    check_screens,
    check_stories,
    miss_a_segment,
    name_all,
    played,
)
from tests.server import Server

pytestmark = [pytest.mark.soak, pytest.mark.reports("no signal")]

BLESSED_ROUNDS = 2


def reveal_ogre(evening: Evening) -> None:
    """Reveal the ogre, after what was sent so far is remembered."""
    evening.sent = {name: evening.devices[name].everything() for name in (*PLAYERS, "sam")}
    evening.reveal("Ixquaril")
    evening.keep("02-0-revealed")


def take_back_once(evening: Evening) -> None:
    """Take the last segment back, and play it again."""
    evening.take_back()
    evening.keep("01-6-taken-back")
    evening.play_segments()
    evening.keep("01-7-played-again")


HALL = Script(
    folder="hall",
    scenario=f"""
ruleset = "{ANY}"
title = "The shaman under the broken pillar"
[encounter]
setting = "indoors"
start = "melee"
reaction = "hostile"
[[effect]]
magic = ["cleric_bless"]
lasts = {{ count = {BLESSED_ROUNDS}, unit = "round" }}
parts = [{{ on = "targets", name = "blessed", changes = [{{ what = "to_hit", by = 1 }}] }}]
{PARTY}
[[combatant]]
id = "bandit"
name = "Bandit"
side = "foes"
monster = "bandit"
hp = 5
count = 6
position = [40, 2]
weapons = ["sword_short"]
[[combatant]]
id = "shaman"
name = "Shaman"
side = "foes"
class = "cleric"
level = 3
hp = 8
ac = 8
position = [60, 10]
weapons = ["mace_foot"]
spells = ["cleric_hold_person"]
[[combatant]]
id = "ixquaril"
name = "Ixquaril"
side = "foes"
monster = "ogre"
ac = 8
hp = 9
position = [70, 16]
hidden = true
""",
    orders={
        1: {
            "quill": ("Cast, shoot", "Web", *name_all("Bandit", 1, 2, 3)),
            "wren": ("Cast, shoot", "Bless", "Otis", "Ydra"),
        },
        2: {"quill": ("Cast, shoot", "Sleep", *name_all("Bandit", 4, 5, 6))},
    },
    foes={
        1: (("Ixquaril", "Await"), ("Shaman", "Await")),
        2: (("Ixquaril", "Await"), ("Shaman", "Cast, shoot", "Tenser")),
        **dict.fromkeys(range(3, 9), (("Ixquaril", "Await"),)),
    },
    rollers=("pip", "ned"),
    opened={2: reveal_ogre},
    over={1: take_back_once},
    unheard={2: "wren"},
    sealed={1: miss_a_segment},
)


@pytest.fixture(scope="module")
def hall(browser: Browser, module_server: Server) -> Iterator[Evening]:
    """Yield the fight as it was played to its end."""
    with played(browser, module_server, HALL) as evening:
        yield evening


def test_nobody_is_sent_anything_of_the_hidden_ogre(hall: Evening) -> None:
    assert [name for name, sent in hall.sent.items() if re.search("ixquaril|ogre", sent, re.IGNORECASE)] == []
    assert "Ixquaril" in hall.devices["sam"].everything()


def test_spells_propose_what_they_do(hall: Evening) -> None:
    asked = " ".join(hall.asked)
    assert [each for each in ("web", "bless", "sleep", "hold person") if f"Your ruling on {each}" not in asked] == []


@pytest.mark.parametrize(("name", "character"), [("pip", "Otis"), ("ned", "Ydra")])
def test_a_blessing_begins_and_ends_on_the_roster_and_the_phone(hall: Evening, name: str, character: str) -> None:
    for screen in ("dora", name):
        shown = ["blessed" in report.conditions[screen][character] for report in hall.reports]
        assert shown.count(True) == BLESSED_ROUNDS
        assert not shown[-1]


def test_real_dice_name_their_target(hall: Evening) -> None:
    assert any(re.match(r"(Otis|Ydra) rolls to hit \w+", each) for each in hall.asked)


def test_all_screens_agree_and_nothing_is_wrong_with_a_page(hall: Evening) -> None:
    check_screens(hall)


def test_the_log_and_the_stories_tell_what_happened(hall: Evening) -> None:
    check_stories(hall)
    check_log_of_damage(hall)
