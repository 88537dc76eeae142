"""Effects that no table describes: the DM's words are narrated, and the rulings happen."""

from rules.kernel import events as e
from rules.scenarios import ScenarioRun
from tests.any_procedure import ANY
from tests.rules.fights import declare, run

FIELD = f"""
ruleset = "{ANY}"
title = "Sleep"
unscripted = "low"
[encounter]
start = "melee"
distance_ft = 30
[[combatant]]
id = "tenser"
side = "party"
class = "magic_user"
level = 5
spells = ["magic_user_sleep"]
[[combatant]]
id = "orc"
side = "foes"
monster = "orc"
"""


def sleep(choice: str) -> ScenarioRun:
    """Tenser casts sleep at an orc, and the DM answers what comes of it."""
    answer = f'[[answer]]\nround = 1\nquestion = "effect"\nwho = "dm"\nchoice = {choice}\n'
    return run(declare("tenser", "D", "orc", 'spell = "magic_user_sleep"'), answer, field=FIELD)


def test_words_alone_are_told_and_change_nothing() -> None:
    played = sleep('{ text = "The orc yawns" }')
    described = [(event.who, event.text) for event in played.events if isinstance(event, e.EffectDescribed)]
    assert described == [("tenser", "The orc yawns")]
    assert played.state.combatants["orc"].able


def test_a_ruling_in_the_answer_happens_and_carries_the_words() -> None:
    played = sleep('{ text = "He sleeps", changes = [{ who = "orc", what = "asleep", until = [9, 1] }] }')
    begun = [event for event in played.events if isinstance(event, e.EffectBegan)]
    assert [(event.who, event.effect, event.text) for event in begun] == [("orc", "asleep", "He sleeps")]
    assert not any(isinstance(event, e.EffectDescribed) for event in played.events)
    assert not played.state.combatants["orc"].able
