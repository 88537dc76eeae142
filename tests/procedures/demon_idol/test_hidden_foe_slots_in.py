"""Demon Idol 8: a foe who is hidden, and goes before others or with them, is not told by it."""

from fractions import Fraction

import pytest

from rules.kernel import events as e
from rules.kernel.effects import Answer
from rules.procedures.demon_idol.deed_types import SlottedIn
from tests.rules.hidden import ORC, OTIS, SNEAK, seen
from tests.rules.players import hand, opening
from tests.rules.stat_block_fields import change_stat_block


@pytest.mark.parametrize("hidden", [False, True])
def test_a_place_before_a_foe_is_told_to_nobody_before_the_blow(hidden: bool) -> None:
    cast = [
        change_stat_block(OTIS, routines=Fraction(2)),
        change_stat_block(ORC, position=(400, 0)),
        change_stat_block(SNEAK, hidden=hidden, position=(0, 300)),
    ]
    orders: dict[str, Answer] = {
        "otis": {"action": "G", "target": "orc", "weapon": "sword"},
        "sneak": {"action": "G", "target": "otis", "weapon": "sword"},
    }
    faces = {("initiative", "party"): (1,), ("initiative", "foes"): (6,)}
    events = hand(cast, orders, faces, ruleset="demon_idol", distance_ft=5).play_round()
    planned = [deed for event in events if isinstance(event, e.AgendaChanged) for deed in event.deeds]
    assert any(deed.status is SlottedIn for deed in planned) is not hidden
    viewer_log = seen([opening(cast, ruleset="demon_idol"), *events], "otis")
    shown = [deed for event in viewer_log.shown if isinstance(event, e.AgendaChanged) for deed in event.deeds]
    assert shown
    assert [deed for deed in shown if deed.status is not None] == []


@pytest.mark.parametrize("place", [4000, 6000, 9000])
def test_a_player_may_cancel_before_every_segment_in_which_a_hidden_foe_holds_up_the_order(place: int) -> None:
    cast = [
        change_stat_block(OTIS, position=(0, 0)),
        change_stat_block(ORC, position=(0, 9000)),
        change_stat_block(SNEAK, position=(place, 0)),
    ]
    charge = {"action": "E", "how": "charge", "target": "otis", "weapon": "sword"}
    orders: dict[str, Answer] = {
        "otis": {"action": "E", "how": "move", "to": [0, 500]},
        "sneak": {**charge, "prepared": "yes", "when": "acts", "watch": "orc"},
    }
    faces = {("initiative", "party"): (2,), ("initiative", "foes"): (2,)}
    events = hand(cast, orders, faces, ruleset="demon_idol", distance_ft=90).play_round()
    moved = next(event.clock for event in events if isinstance(event, e.Moved) and event.who == "otis")
    asked = [event.clock or 0 for event in events if isinstance(event, e.Asked) and event.question == "cancel"]
    assert moved is not None
    assert sorted(set(asked)) == list(range(moved))
