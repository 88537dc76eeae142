"""ADDICT VII.B: one who closes has a blow for a charger, and learns of it only in sight."""

import pytest

from rules.kernel import events as e
from rules.kernel.effects import Answer
from tests.rules.hidden import ORC, OTIS, SNEAK, seen
from tests.rules.players import hand, opening
from tests.rules.stat_block_fields import change_stat_block


@pytest.mark.parametrize(("hidden", "deeds"), [(False, 2), (True, 1)])
def test_a_blow_for_a_hidden_charger_is_not_on_the_agenda(hidden: bool, deeds: int) -> None:
    cast = [
        OTIS,
        change_stat_block(ORC, position=(3000, 0)),
        change_stat_block(SNEAK, hidden=hidden, position=(3000, 300)),
    ]
    orders: dict[str, Answer] = {
        "otis": {"action": "E", "how": "close", "target": "orc"},
        "sneak": {"action": "E", "how": "charge", "target": "otis", "weapon": "sword"},
    }
    events = hand(cast, orders, {}, ruleset="addict", distance_ft=30).play_round()
    viewer_log = seen([opening(cast, ruleset="addict"), *events], "otis")
    agenda = next(event for event in viewer_log.shown if isinstance(event, e.AgendaChanged))
    assert len(agenda.deeds) == deeds


def test_a_blow_at_a_charger_does_not_tell_the_charger_s_armor_class() -> None:
    orders: dict[str, Answer] = {
        "otis": {"action": "G", "target": "orc", "weapon": "sword"},
        "orc": {"action": "E", "how": "charge", "target": "otis", "weapon": "sword"},
    }
    shown = []
    for armor_class in (9, 10):
        cast = [OTIS, change_stat_block(ORC, position=(3000, 0), armor_class=armor_class)]
        events = hand(cast, orders, {}, ruleset="addict", distance_ft=30).play_round()
        blows = [event for event in events if isinstance(event, e.Attacked) and event.who == "otis"]
        assert {"ADDICT.VII.B.2.b", "ADDICT.VII.B.2.c"}.intersection(blows[0].clauses)
        viewer_log = seen([opening(cast, ruleset="addict"), *events], "otis")
        shown.append(next(event.clauses for event in viewer_log.shown if isinstance(event, e.Attacked)))
    assert shown[0] == shown[1]
