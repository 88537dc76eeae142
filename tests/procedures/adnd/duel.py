"""The head of a scenario file: Otis, within reach of one foe that the test adds."""

from tests.any_procedure import ANY

DUEL = f"""
ruleset = "{ANY}"
unscripted = "low"
[encounter]
start = "melee"
distance_ft = 3
[[combatant]]
id = "otis"
name = "Otis"
side = "party"
class = "fighter"
"""
