"""II-IV.several: an order of several deeds, as it is asked for, said and done."""

import pytest

from encounters.screens.answering.answer import Data, find_next_step, read_answer
from rules.kernel import events as e
from rules.kernel.forms import BadAnswer, Form
from rules.kernel.frozen import evolve
from rules.kernel.state import OpenQuestion
from rules.procedures import get_ruleset
from rules.procedures.adnd.orders.base import AlsoMoves, Beforehand
from rules.scenarios import ScenarioRun
from tests.rules.fights import declare, error_of, field_of, run

FIELD = field_of("addict")
DRAW: Data = {"answer.action": ["E"], "answer.how": ["task"], "answer.task": ["draw sword"], "answer.segments": ["1"]}
MOVE: Data = {"answer.action": ["E"], "answer.how": ["move"], "answer.to.x": ["0"], "answer.to.y": ["30"]}
STRIKE: Data = {
    "answer.with.0.action": ["G"],
    "answer.with.0.weapon": ["sword_long"],
    "answer.with.0.target": ["orc-1"],
}
FETCH = 'task = "fetch scroll"\nsegments = 2'


def field_by(rule: str) -> str:
    return FIELD.replace("[encounter]", f'[options]\n"addict.several_deeds" = "{rule}"\n[encounter]', 1)


def ask(rule: str = "tasks-and-moves", who: str = "otis") -> Form:
    state = evolve(run(declare("orc-1", "C"), field=field_by(rule)).state, stage="declare", declared={})
    form = get_ruleset("addict").questions["declare"].form(state, OpenQuestion("1", 0, "declare", who, {}))
    assert form is not None
    return form


def list_offered(form: Form, data: Data) -> list[str]:
    step = find_next_step(form, {**data, "more": ["with"]})
    return [option.value for field in step.fields for option in field.choices] if step.goes_on else []


def find_declared(played: ScenarioRun, who: str) -> e.Declared:
    return next(each for each in played.events if isinstance(each, e.Declared) and each.who == who)


def test_after_a_task_any_act_is_offered_but_a_charge_and_a_set_weapon() -> None:
    assert list_offered(ask(), DRAW) == ["D", "E", "G"]
    assert list_offered(ask(), {**DRAW, "answer.with.0.action": ["E"]}) == ["close", "move", "task"]


def test_after_a_move_missiles_and_magic_are_offered_by_option() -> None:
    assert list_offered(ask("tasks-and-moves"), MOVE) == ["D", "G"]
    shot = {"action": "D", "how": "shoot", "weapon": "bow_long", "target": "orc-1"}
    with pytest.raises(BadAnswer, match="'D' cannot be chosen"):
        ask("tasks").find_refusal({"action": "E", "how": "move", "to": [0, 3000], "with": [shot]})


def test_nothing_goes_with_a_blow_or_a_second_act() -> None:
    form, blow = ask(), {"action": "G", "weapon": "sword_long", "target": "orc-1"}
    task = {"action": "E", "how": "task", "task": "draw sword"}
    refusal = form.find_refusal({**task, "with": [blow, blow]})
    assert refusal is not None
    assert (refusal.clause, refusal.reason) == ("ADDICT.II-IV.several", "nothing more goes with this")
    with pytest.raises(BadAnswer):
        form.find_refusal({**task, "with": [{}]})


def test_the_posted_order_is_one_that_the_form_takes() -> None:
    form = ask()
    answer = read_answer(form, {**DRAW, **STRIKE})
    assert form.find_refusal(answer) is None


def test_the_act_stands_for_the_order_and_says_what_comes_before_it() -> None:
    blow = '{ action = "G", target = "orc-1", weapon = "sword_long" }'
    played = run(declare("otis", "E", "", 'task = "draw sword"', f"with = [{blow}]"), field=FIELD)
    order = find_declared(played, "otis").declaration
    assert (order.action, order.own(Beforehand).tasks, order.own(Beforehand).lengths) == ("G", "draw sword", (1,))


def test_a_spell_takes_its_time_after_the_task() -> None:
    spell = 'with = [{ action = "D", spell = "magic_user_sleep", target = "orc-1" }]'
    played = run(declare("tenser", "E", "", FETCH, spell), field=FIELD)
    [begun] = [each for each in played.events if isinstance(each, e.SpellBegan)]
    [done] = [each for each in played.events if isinstance(each, e.SpellCompleted)]
    assert (begun.clock, done.segment) == (3, 3)


def test_a_move_before_a_spell_takes_the_segments_that_it_needs() -> None:
    spell = 'with = [{ action = "D", spell = "magic_user_sleep", target = "orc-1" }]'
    played = run(declare("tenser", "E", "", "to = [-60, 0]", spell), field=FIELD)
    assert find_declared(played, "tenser").declaration.own(AlsoMoves).moves_first
    assert [each.segment for each in played.events if isinstance(each, e.SpellCompleted)] == [4]


def test_a_table_that_allows_one_deed_says_which_key_is_too_much() -> None:
    blow = 'with = [{ action = "G", target = "orc-1" }]'
    error = error_of(declare("otis", "E", "", 'task = "draw sword"', blow), field=field_by("one"), playing=True)
    assert "with" in error
