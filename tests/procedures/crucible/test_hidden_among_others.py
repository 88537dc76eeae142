"""One who is hidden changes nothing that is shown of the others, by Crucible."""

import pytest

from rules.kernel import events as e
from rules.kernel.effects import Answer
from tests.rules.hidden import ORC, OTIS, SNEAK, asked_of_otis, round_of, seen
from tests.rules.players import hand, opening, spell
from tests.rules.stat_block_fields import change_stat_block


@pytest.mark.parametrize(("hidden", "asked"), [(False, True), (True, False)])
def test_nobody_is_asked_to_strike_at_the_flight_of_one_who_is_hidden(hidden: bool, asked: bool) -> None:
    flees = change_stat_block(SNEAK, hidden=hidden)
    events = round_of("crucible", OTIS, flees, ORC, orders={"sneak": {"action": "A", "avoid": "flee"}})
    assert any(isinstance(event, e.Fled) for event in events)
    assert ("opportunity" in asked_of_otis(events)) is asked


@pytest.mark.parametrize(("hidden", "asked"), [(False, True), (True, False)])
def test_nobody_is_asked_to_follow_one_who_is_hidden(hidden: bool, asked: bool) -> None:
    falls_back = change_stat_block(SNEAK, hidden=hidden)
    events = round_of("crucible", OTIS, falls_back, ORC, orders={"sneak": {"action": "A", "avoid": "fall_back"}})
    assert any(isinstance(event, e.Fled) for event in events)
    assert ("follow" in asked_of_otis(events)) is asked


def test_what_harm_means_to_one_with_spells_is_told_to_its_player() -> None:
    shaman = change_stat_block(ORC, spells=(spell(9),), hit_points=90)
    orders: dict[str, Answer] = {"otis": {"action": "G", "weapon": "sword", "target": "orc"}}
    faces = {("to_hit", "otis"): (20,), ("initiative", "party"): (1,), ("initiative", "foes"): (6,)}
    events = hand([OTIS, shaman], orders, faces, ruleset="crucible", distance_ft=5).play_round()
    log = [opening([OTIS, shaman], ruleset="crucible"), *events]
    cited = {
        who: [event.clauses for event in seen(log, who).shown if isinstance(event, e.Damaged)]
        for who in ("otis", "orc")
    }
    assert cited == {"otis": [()], "orc": [("CRUCIBLE.II.D", "CRUCIBLE.CAST.1")]}
