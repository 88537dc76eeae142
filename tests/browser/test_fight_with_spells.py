"""A whole fight with real dice, spells and a hidden ogre is played through the pages.

The DM, four phones and a television play it once, by `make soak`. Pictures stand in screenshots/, presses are printed.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.any_procedure import ANY
from tests.browser.evening import (
    MOST_ROUNDS,
    PARTY,
    PLAYERS,
    Evening,
    Plans,
    at_table,
    check_screens,
    name_all,
    play_round,
)
from tests.server import Server

pytestmark = pytest.mark.soak

HALL = f"""
ruleset = "{ANY}"
title = "The shaman under the broken pillar"
[encounter]
setting = "indoors"
start = "melee"
reaction = "hostile"
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
"""

PLANS: Plans = {
    1: {
        "quill": ("Cast, shoot", "Web", *name_all("Bandit", 1, 2, 3)),
    },
    2: {
        "quill": ("Cast, shoot", "Sleep", *name_all("Bandit", 4, 5, 6)),
        "wren": ("Cast, shoot", "Hold [Pp]erson", "Shaman"),
    },
    3: {
        "wren": ("Cast, shoot", "Bless", "Otis", "Ydra"),
    },
}
FOES = (("Ixquaril", "Await"), ("Shaman", "Cast, shoot", "Serten"))


@pytest.fixture(scope="module")
def hall(browser: Browser, module_server: Server) -> Iterator[Evening]:
    """Yield the fight as it was played to its end."""
    with at_table(browser, module_server, "hall") as evening:
        evening.prepare(HALL)
        evening.sit_down()
        for name in ("pip", "ned"):
            evening.take_real_dice(name)
        evening.keep("00-seated")
        while not evening.is_over():
            assert evening.round < MOST_ROUNDS, "the fight does not end"
            evening.open_round()
            if evening.round == 2:
                reveal_ogre(evening)
            play_round(evening, PLANS, *FOES[: 1 if evening.round > 1 else 2])
            if evening.round == 1:
                take_back_once(evening)
        evening.print_presses("Real dice, spells and a hidden foe")
        yield evening


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


def test_nobody_is_sent_anything_of_the_hidden_ogre(hall: Evening) -> None:
    assert [name for name, sent in hall.sent.items() if re.search("ixquaril|ogre", sent, re.IGNORECASE)] == []
    assert "Ixquaril" in hall.devices["sam"].everything()


def test_spells_propose_what_they_do(hall: Evening) -> None:
    asked = " ".join(hall.asked)
    assert [each for each in ("web", "bless", "sleep", "hold person") if f"Your ruling on {each}" not in asked] == []


def test_real_dice_name_their_target(hall: Evening) -> None:
    assert any(re.match(r"(Otis|Ydra) rolls to hit \w+", each) for each in hall.asked)


def test_all_screens_agree_and_nothing_is_wrong_with_a_page(hall: Evening) -> None:
    check_screens(hall)
