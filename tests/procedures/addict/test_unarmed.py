"""Combatants without a weapon may not strike or charge; one with a bow charges with a sword."""

import pytest

from rules.kernel import events as e
from tests.rules.fights import run

FIELD = """
ruleset = "addict"
title = "Empty hands"
unscripted = "high"
[encounter]
start = "melee"
distance_ft = 30
[[combatant]]
id = "pip"
side = "party"
class = "fighter"
level = 3
weapons = {weapons}
[[combatant]]
id = "orc"
side = "foes"
monster = "orc"
[[declare]]
round = 1
who = "pip"
action = "{action}"
target = "orc"
{more}
"""


@pytest.mark.parametrize(("action", "more"), [("G", ""), ("E", "charge = true")])
def test_who_has_no_weapon_is_refused_with_the_clause(action: str, more: str) -> None:
    played = run(field=FIELD.format(weapons="[]", action=action, more=more))
    assert [event.clause for event in played.events if isinstance(event, e.Refused)] == ["ADDICT.VII.A.4"]


def test_who_holds_a_bow_charges_with_his_sword() -> None:
    played = run(field=FIELD.format(weapons='["bow_long", "sword_long"]', action="E", more="charge = true"))
    assert [event.weapon for event in played.events if isinstance(event, e.Attacked)] == ["sword_long"]
