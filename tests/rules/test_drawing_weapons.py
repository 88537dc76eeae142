"""A weapon is drawn by a choice; the words of a task put nothing in hand."""

from dataclasses import replace

import pytest

from rules.kernel import events as e
from rules.kernel.effects import Answer
from rules.kernel.inputs import BeginRound
from rules.kernel.state import OpenQuestion
from rules.procedures import get_ruleset
from rules.procedures.adnd.accepting import read_declaration
from rules.procedures.adnd.orders.base import as_order
from rules.procedures.adnd.orders.task import build_draw_field
from rules.scenarios import parse_scenario, play_scenario
from tests.any_procedure import FAMILY
from tests.rules.players import bow, claws, hand, prepare_combatant, sword, weapon

KNIFE = replace(weapon("dagger"), name="Small knife")
OTIS = prepare_combatant("otis", "party", weapons=(bow(), sword(), KNIFE, claws()))
ORC = prepare_combatant("orc", "foes", weapons=(sword(),), position=(6000, 0))
TASK: Answer = {"action": "E", "how": "task", "segments": 1}


def in_hand_after(ruleset: str, **said: object) -> str:
    table = hand((OTIS, ORC), {"otis": {**TASK, **said}}, {}, ruleset=ruleset, distance_ft=60)
    table.play_round()
    return table.state.combatants["otis"].in_hand


@pytest.mark.parametrize("ruleset", FAMILY)
def test_a_weapon_that_is_chosen_is_drawn_whatever_is_said(ruleset: str) -> None:
    assert in_hand_after(ruleset, draw="dagger") == "dagger"
    assert in_hand_after(ruleset, draw="dagger", task="draw sword") == "dagger"


@pytest.mark.parametrize("ruleset", FAMILY)
def test_the_words_of_a_task_put_nothing_in_hand(ruleset: str) -> None:
    assert in_hand_after(ruleset, draw="no", task="draw dagger") == "bow"
    assert in_hand_after(ruleset, draw="no") == "bow"


@pytest.mark.parametrize("ruleset", FAMILY)
@pytest.mark.parametrize("words", ["draw dagger", "draw small knife"])
def test_an_answer_of_an_older_form_draws_what_its_words_name(ruleset: str, words: str) -> None:
    assert in_hand_after(ruleset, task=words) == "dagger"


@pytest.mark.parametrize("ruleset", FAMILY)
def test_a_task_offers_the_weapons_carried_by_name(ruleset: str) -> None:
    table = hand((OTIS, ORC), {}, {}, ruleset=ruleset, distance_ft=60)
    field = build_draw_field(table.state.combatants["otis"])
    assert [(each.value, each.label) for each in field.choices] == [
        ("no", "Nothing"), ("bow", "Bow"), ("sword", "Sword"), ("dagger", "Small knife"),
    ]  # fmt: skip
    form = get_ruleset(ruleset).questions["declare"].form(table.state, OpenQuestion("1", 0, "declare", "otis", {}))
    assert form is not None
    assert form.find_refusal({**TASK, "draw": "dagger"}) is None


def test_a_log_of_an_older_version_draws_by_the_words() -> None:
    table = hand((OTIS, ORC), {}, {})
    table.game.submit(BeginRound())
    for drawn, held in ((None, "dagger"), ("", "bow"), ("sword", "sword")):
        done = e.TaskDone(who="otis", task="draw dagger", drawn=drawn)
        assert done.apply(table.state).combatants["otis"].in_hand == held


def test_a_declaration_is_repeated_with_what_it_draws() -> None:
    table = hand((OTIS, ORC), {}, {})
    for draw, words, kind in (("no", "draw dagger", "draw"), ("dagger", "shout", "other")):
        answer = {**TASK, "task": words, "draw": draw, "kind": kind}
        assert {**as_order(read_declaration(table.state, "otis", answer)).write_answer()} == answer


FILE = """
ruleset = "{ruleset}"
unscripted = "low"
[encounter]
start = "melee"
distance_ft = 60
[[combatant]]
id = "otis"
side = "party"
class = "fighter"
weapons = ["bow_long", "sword_long"]
[[combatant]]
id = "orc"
side = "foes"
level = 1
[[declare]]
who = "otis"
action = "E"
{task}
"""


@pytest.mark.parametrize("ruleset", [each for each in FAMILY if "/" not in each])
@pytest.mark.parametrize("task", ['draw = "sword_long"', 'task = "draw sword_long"'])
def test_a_file_draws_by_its_own_key_or_by_the_words(ruleset: str, task: str) -> None:
    run = play_scenario(parse_scenario(FILE.format(ruleset=ruleset, task=task), "draw"))
    done = [event for event in run.events if isinstance(event, e.TaskDone)]
    assert [(event.task, event.drawn) for event in done] == [("draw sword_long", "sword_long")]
