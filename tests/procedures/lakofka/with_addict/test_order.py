"""The order of steps: a combatant's deeds one after another, against single deeds of others."""

from rules.kernel import events as e
from tests.rules.fights import declare, roll, run

FIELD = """\
ruleset = "lakofka"
title = "A tie"
unscripted = "low"
[encounter]
start = "melee"
distance_ft = 5
[[combatant]]
id = "otis"
side = "party"
class = "fighter"
level = 1
hp = 30
weapons = ["sword_long"]
[[combatant]]
id = "orc"
side = "foes"
class = "fighter"
level = 1
hp = 30
weapons = [{ id = "claws", natural = true, length_ft = 2, damage = "1d4" }]
"""


def test_6_1_a_later_step_that_takes_its_time_does_not_tie_with_what_ties_with_the_first() -> None:
    candle = 'with = [{ action = "E", task = "light a candle", segments = 2 }]'
    declared = (declare("otis", "G", "orc", candle), declare("orc", "G", "otis"))
    played = run(*declared, roll("initiative", "party", 3), roll("initiative", "foes", 3), field=FIELD)
    moments = [each.deeds for each in played.events if isinstance(each, e.MomentBegan)]
    assert moments == [("otis:1", "orc:1"), ("otis:task~2",)]
    assert not [each for each in played.events if isinstance(each, e.PrecedenceDropped)]
