"""Lakofka 9.1: a weapon that is set against a charge is no blow to parry."""

import pytest

from rules.kernel import events as e
from tests.registered import layered_by
from tests.rules.players import hand, prepare_combatant, spear, sword


@pytest.mark.parametrize("ruleset", layered_by("lakofka"))
def test_nobody_is_asked_to_parry_a_weapon_that_is_set(ruleset: str) -> None:
    otis = prepare_combatant("otis", "party", weapons=(sword(),), played=True)
    orc = prepare_combatant("orc", "foes", weapons=(spear(),))
    orders = {"orc": {"action": "F", "weapon": "spear", "target": "otis"}}
    faces = {("initiative", "party"): (2,), ("initiative", "foes"): (5,)}
    events = hand([otis, orc], orders, faces, ruleset=ruleset).play_round()
    assert any(isinstance(event, e.WeaponSet) for event in events)
    assert [event.who for event in events if isinstance(event, e.Asked) and event.question == "parry"] == []
