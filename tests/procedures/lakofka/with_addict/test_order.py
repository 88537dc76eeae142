"""The order of steps: a combatant's deeds one after another, against single deeds of others."""

from rules.kernel import events as e
from rules.kernel.effects import Answer
from rules.kernel.inputs import BeginRound, GiveAnswer
from tests.rules.fights import declare, roll, run
from tests.rules.players import hand, prepare_combatant, sword

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
    fight = run(*declared, roll("initiative", "party", 3), roll("initiative", "foes", 3), field=FIELD)
    moments = [each.deeds for each in fight.events if isinstance(each, e.MomentBegan)]
    assert moments == [("otis:1", "orc:1"), ("otis:task~2",)]
    assert not [each for each in fight.events if isinstance(each, e.PrecedenceDropped)]


def test_6_a_later_charge_takes_as_long_whoever_has_declared_first() -> None:
    otis = prepare_combatant("otis", "party", weapons=(sword(),), played=True)
    orc = prepare_combatant("orc", "foes", weapons=(sword(),), position=(6000, 0), played=True)
    candle = {"action": "E", "how": "task", "task": "light a candle", "segments": 1}
    orders: dict[str, Answer] = {
        "otis": {
            "action": "E", "how": "close", "target": "orc",
            "with": [{"action": "E", "how": "charge_to", "to": [3000, 6000]}],
        },
        "orc": {"action": "E", "how": "move", "to": [0, 6000], "with": [candle]},
    }  # fmt: skip
    faces = {("initiative", "party"): (6,), ("initiative", "foes"): (2,)}
    arrivals = []
    for first in ("otis", "orc"):
        table = hand([otis, orc], orders, faces, ruleset="lakofka")
        table.game.submit(BeginRound())
        asked = next(each for each in table.state.open if each.who == first)
        table.game.submit(GiveAnswer(asked.token, orders[first]))
        while not table.state.between_rounds:
            table.step()
        arrivals.append([each.segment for each in table.game.list_live_events() if isinstance(each, e.ChargeBegan)])
    assert arrivals[0] == arrivals[1] != []
