"""A charge to a place: offered, said, refused and secret."""

import re
from collections.abc import Sequence

import pytest

from encounters.narration.voice import name_order
from encounters.screens.battle_map.build import list_charges
from encounters.screens.battle_map.ways import MapLine
from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.forms import BadAnswer, Choice, Form, OneOf, PlaceField
from rules.kernel.frozen import evolve
from rules.kernel.state import OpenQuestion, State
from rules.procedures import get_ruleset
from rules.procedures.adnd.accepting import read_declaration
from rules.scenarios import ScenarioRun
from tests.any_procedure import ANY, FAMILY
from tests.rules.fights import declare, field_of, run
from tests.rules.hidden import ORC, OTIS, round_of, seen
from tests.rules.stat_block_fields import change_stat_block

CHARGE = {"action": "E", "how": "charge_to", "to": [6000, 0]}
ORDER = declare("otis", "E", "", "charge = true", "to = [60, 0]")


def play(ruleset: str, *more: str) -> ScenarioRun:
    return run(*more, field=field_of(ruleset))


def ask(ruleset: str) -> Form:
    state = evolve(play(ruleset, declare("orc-1", "C")).state, stage="declare", declared={})
    form = get_ruleset(ruleset).questions["declare"].form(state, OpenQuestion("1", 0, "declare", "otis", {}))
    assert form is not None
    return form


def list_ways(form: Form) -> Sequence[Choice]:
    letters = next(field for field in form.fields if isinstance(field, OneOf))
    ways = next(letter for letter in letters.choices if letter.value == "E").then()[0]
    assert isinstance(ways, OneOf)
    return ways.choices


@pytest.mark.parametrize("ruleset", FAMILY)
def test_its_form_asks_for_a_place_and_for_no_target(ruleset: str) -> None:
    way = next(each for each in list_ways(ask(ruleset)) if each.value == "charge_to")
    asked = way.then()
    assert isinstance(asked[0], PlaceField)
    assert not asked[0].optional
    assert "target" not in [each.name for each in asked]


@pytest.mark.parametrize("ruleset", FAMILY)
def test_an_order_with_a_target_and_a_place_is_refused(ruleset: str) -> None:
    form = ask(ruleset)
    assert form.find_refusal(CHARGE) is None
    for wrong in ({**CHARGE, "target": "orc-1"}, {**CHARGE, "how": "charge", "target": "orc-1"}):
        with pytest.raises(BadAnswer):
            form.find_refusal(wrong)


def test_an_order_is_said_with_its_place() -> None:
    played = play(ANY, ORDER)
    assert name_order(played.state, read_declaration(played.state, "otis", CHARGE)) == "charge to 60, 0 ft"


@pytest.mark.parametrize("ruleset", FAMILY)
def test_the_map_shows_where_it_leads_to_those_who_know_the_order(ruleset: str) -> None:
    log = round_of(ruleset, OTIS, change_stat_block(ORC, position=(3000, 0)), orders={"orc": CHARGE})
    began = next(n for n, event in enumerate(log, 1) if isinstance(event, e.ChargeBegan))
    arrived = next(n for n, event in enumerate(log, 1) if isinstance(event, e.Moved))
    (line,) = draw_charges(fold(log[:began]), log[:began])
    assert re.fullmatch(r"Orc charges to 60, 0(, ends in segment \d+)?", line.words)
    assert line.end == (6000, 0)
    others = seen(log[:began], "otis")
    assert draw_charges(others.state, others.shown) == []
    assert draw_charges(fold(log[:arrived]), log[:arrived]) == []


def draw_charges(state: State, events: Sequence[e.Event]) -> list[MapLine]:
    return list(list_charges(state, events, dict(state.combatants)))


@pytest.mark.parametrize("ruleset", FAMILY)
def test_others_learn_where_it_leads_when_it_is_there(ruleset: str) -> None:
    log = round_of(ruleset, OTIS, change_stat_block(ORC, position=(3000, 0)), orders={"orc": CHARGE})
    telling = [event.kind for event in seen(log, "otis").shown if "6000" in repr(event)]
    assert telling == ["Moved"]
