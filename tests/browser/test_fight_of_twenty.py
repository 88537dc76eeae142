"""A whole fight against twenty goblins through the pages, from preparing to the end.

The DM, four phones and a television play it once, by `make soak`. Pictures stand in screenshots/, presses are printed.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.any_procedure import ANY
from tests.browser.evening import (
    ON_MAP,
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

BRIDGE = Script(
    folder="bridge",
    scenario=f"""
ruleset = "{ANY}"
title = "The goblins of the toll bridge"
[encounter]
setting = "outdoors"
start = "melee"
reaction = "hostile"
{PARTY}
[[combatant]]
id = "goblin"
name = "Goblin"
side = "foes"
monster = "goblin"
hp = 3
count = 20
position = [30, 6]
weapons = ["spear"]
[[combatant]]
id = "worg"
name = "Worg"
side = "foes"
monster = "worg"
hp = 9
count = 2
position = [60, 20]
wave = 2
""",
    orders={
        1: {"quill": ("Cast, shoot", "Sleep", *name_all("Goblin", *range(1, 9)))},
        2: {"quill": ("Cast, shoot", "Fireball", f"{ON_MAP}12")},
    },
    unheard={1: "wren"},
    sealed={2: miss_a_segment},
)


@pytest.fixture(scope="module")
def bridge(browser: Browser, module_server: Server) -> Iterator[Evening]:
    """Yield the fight against the goblins, and two worgs of a wave, played to its end."""
    with played(browser, module_server, BRIDGE) as evening:
        yield evening


def test_a_round_against_twenty_costs_the_dm_few_presses(bridge: Evening) -> None:
    assert max(counted["dora"] for number, counted in bridge.presses.items() if number) <= 14


def test_the_wave_is_not_known_before_it_comes(bridge: Evening) -> None:
    assert not re.search("worg", list_told(bridge, 1), re.IGNORECASE)
    assert re.search("Worg", list_told(bridge, 2))


def list_told(evening: Evening, number: int) -> str:
    """Return all that the phones and the television told at the end of a round."""
    told = evening.reports[number - 1].story
    return " ".join(sentence for name in (*PLAYERS, "sam") for sentence in told[name])


def test_all_screens_agree_and_nothing_is_wrong_with_a_page(bridge: Evening) -> None:
    check_screens(bridge)


def test_the_log_and_the_stories_tell_what_happened(bridge: Evening) -> None:
    check_stories(bridge)
    check_log_of_damage(bridge)
