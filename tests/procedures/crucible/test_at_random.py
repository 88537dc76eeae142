"""Crucible's fights at random say nothing that contradicts itself."""

import pytest

from rules.kernel import events as e
from tests.rules.test_play_at_random import chatter
from tests.soak import runs

pytestmark = pytest.mark.soak


@pytest.mark.parametrize("seed", range(runs(300)))
def test_a_fight_says_nothing_that_contradicts_itself(seed: int) -> None:
    records = chatter(seed, "crucible").play().records
    assert not [event for record in records for event in record.events if isinstance(event, e.PrecedenceDropped)]


@pytest.mark.timeout(120)
def test_no_blow_with_a_weapon_that_is_not_in_hand_is_brought_forward() -> None:
    # In this fight somebody has dropped the weapon that they named, and is entered upon.
    events = chatter(988, "crucible").play().list_live_events()
    brought = [each for each in events if isinstance(each, e.AgendaChanged) and each.why == "brought forward"]
    lost = [each for each in events if isinstance(each, e.DeedLost) and each.cause == "nothing in hand"]
    assert {(each.round, each.deeds[-1].id) for each in brought}.isdisjoint((each.round, each.deed) for each in lost)
