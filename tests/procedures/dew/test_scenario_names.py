"""Scenario files of Dew use the catalogue's names and inches; events hold other words."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from rules.kernel import events as e
from rules.procedures.dew.blows import Complement, EnChanged, RoundStarted
from rules.procedures.dew.borrowing import MovementEnded
from rules.procedures.dew.breakage import BreakageWorked
from rules.procedures.dew.choices import OptionsRevealed
from rules.procedures.dew.declared_attack import ParryMade
from rules.procedures.dew.movement import Allowance
from rules.procedures.dew.parries import ParriesClosed
from rules.procedures.dew.posture import AlertChanged
from rules.procedures.dew.ranges import RangeChanged
from rules.procedures.dew.trace_movement import Traced, TracesRevealed, TraceStep
from rules.scenarios import find_differences, parse_scenario, play_scenario
from tests.rules.fights import expect, make_run

FIELD = """
ruleset = "dew"
title = "Two of them"
[[combatant]]
id = "bran"
side = "party"
position = [0, 0]
dew = { like = "bran" }
[[combatant]]
id = "cora"
side = "foes"
position = [3, 0]
dew = { like = "cora" }
"""
THIRD = Fraction(1, 3)
HAPPENED = (
    RoundStarted(complements=(Complement("bran", 3, 1), Complement("cora", 2, 2))),
    EnChanged(who="bran", old=24, new=22, why="blow"),
    e.Damaged(who="cora", by="bran", amount=7, left=9, pool="EN"),
    e.Damaged(who="cora", by="bran", amount=7, left=3, pool="BD"),
    RangeChanged(a="bran", b="cora", old=3, new=4, why="movement"),
    BreakageWorked(item="axe", owner="bran", multiplier=3, number=4, limit=12, face=55, broke=False),
    e.Ruled(who="cora", what="fallen", note="mud"),
    ParriesClosed(who="bran", target="cora", parries=(ParryMade("cora", "spear", "1h", 3, "reactive"),)),
    Allowance(who="bran", base=900, halved=True, blows=2, chase=0, result=250),
    TracesRevealed(traces=(Traced("bran", ((0, 0), (-250, 0)), "", 250),)),
    TraceStep(time=THIRD, fraction=Fraction(1, 2), enders=("cora",), positions=(("bran", (-83, 0)), ("cora", (3, 0)))),
    MovementEnded(who="bran", time=Fraction(3333, 10_000), position=(-2, 0), alert=True),
    e.Refused(who="bran", clause="DEW.3f", reason="no", clauses=("DEW.3f", "DEW.3.2.1f")),
)

HOLDS = [
    '{ kind = "EnChanged", who = "bran", from = 24, to = 22 }',
    '{ kind = "EnChanged", who = "cora", why = "damage", from = 16, to = 9 }',
    '{ kind = "BdChanged", who = "cora", to = 3 }',
    '{ kind = "RangeChanged", from = 3, to = 4 }',
    '{ kind = "BreakageWorked", roll = 55 }',
    '{ kind = "Ruled", who = "cora", what = "fall", text = "mud" }',
    '{ kind = "RoundStarted", complements = { bran = [3, 1] } }',
    '{ kind = "RoundStarted", complements = { bran = { active = 3 }, cora = { reactive = 2 } } }',
    '{ kind = "ParriesClosed", parries = { cora = { weapon = "spear" } } }',
    '{ kind = "ParriesClosed", parries = [{ who = "cora", blow = "reactive", value = 3 }] }',
    '{ kind = "Allowance", base = 9, result = 2.5, blows = 2 }',
    '{ kind = "Allowance", base = 900, result = 250 }',
    '{ kind = "TracesRevealed", traces = [{ who = "bran", vertices = [[0, 0], [-2.5, 0]], allowance = 2.5 }] }',
    '{ kind = "TraceStep", positions = { bran = [-0.83, 0] } }',
    '{ kind = "TraceStep", time = 0.333, fraction = 0.5 }',
    '{ kind = "TraceStep", time = 0.33333 }',
    '{ kind = "MovementEnded", position = [-0.0205, 0], time = 0.33333 }',
]
FAILS = [
    '{ kind = "RoundStarted", complements = { bran = [3, 2] } }',
    '{ kind = "RoundStarted", complements = { dain = [3, 1] } }',
    '{ kind = "EnChanged", who = "bran", from = 22 }',
    '{ kind = "EnChanged", who = "cora", why = "damage", from = 15, to = 9 }',
    '{ kind = "BdChanged", who = "cora", to = 9 }',
    '{ kind = "Ruled", what = "drop" }',
    '{ kind = "Allowance", base = 90 }',
    '{ kind = "Allowance", blows = 0.02 }',
    '{ kind = "TraceStep", positions = { bran = [-0.84, 0] } }',
    '{ kind = "TraceStep", positions = { dain = [0, 0] } }',
    '{ kind = "TraceStep", time = 0.33 }',
    '{ kind = "TraceStep", time = 0.332 }',
    '{ kind = "TraceStep", fraction = 0.501 }',
    '{ kind = "MovementEnded", time = 0.333 }',
]


def found(line: str, events: Sequence[e.Event] = HAPPENED) -> list[str]:
    return find_differences(make_run(parse_scenario(FIELD + expect(line)), *events))


@pytest.mark.parametrize("event", HOLDS)
def test_an_event_by_the_catalogues_names_and_in_inches_is_found(event: str) -> None:
    assert found(f"events = [{event}]") == []


@pytest.mark.parametrize("event", FAILS)
def test_an_event_that_differs_by_those_names_is_not(event: str) -> None:
    assert found(f"events = [{event}]") != []


@pytest.mark.parametrize("clause", ["DEW.3f", "DEW.3.2.1f"])
def test_a_refusal_is_by_any_clause_it_cites(clause: str) -> None:
    assert found(f'refused = ["{clause}"]') == []


def test_a_refusal_is_not_by_a_clause_it_does_not_cite() -> None:
    assert found('refused = ["DEW.3q"]') != []
    assert found('refused = ["DEW.3f", "DEW.3f"]') != []


ANSWER = """
[[answer]]
round = 1
question = "{question}"
who = "{who}"
choice = {choice}
"""


def moved(**answers: str) -> Sequence[e.Event]:
    said = "".join(ANSWER.format(question="trace", who=who, choice=choice) for who, choice in answers.items())
    return play_scenario(parse_scenario(FIELD + '[encounter]\nstart = "movement"\n' + said)).events


def test_words_for_nothing_may_stand_where_nothing_is_asked() -> None:
    events = moved(bran='{ command = "stay", option_now = false, cease_alert = false }')
    assert not any(isinstance(each, AlertChanged) for each in events)


def test_a_path_in_words_is_told_to_the_dm_with_the_move() -> None:
    events = moved(
        bran='{ command = "move", cease_alert = true, path = "to the door", stop = "at the sill" }',
        cora='{ command = "stay" }',
    )
    told_to_cora = next(each for each in events if isinstance(each, OptionsRevealed))
    assert told_to_cora.options[0].params["stop"] == "to the door; at the sill"


def test_a_word_is_a_command() -> None:
    events = moved(cora='"stay"')
    assert [each.by for each in events if isinstance(each, e.Answered) and each.who == "cora"] == ["default", "cora"]
