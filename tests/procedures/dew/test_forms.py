"""Forms of Dew: options, maneuvers and choices offered, each refusal in some scenario."""

import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import cast

import pytest

from rules.kernel import events as e
from rules.kernel.form_fields import Choice, OneOf
from rules.kernel.forms import Form
from rules.kernel.game import Game
from rules.kernel.inputs import BeginRound, Change, GiveAnswer, MakeRuling
from rules.kernel.state import OpenQuestion
from rules.procedures import get_ruleset
from rules.procedures.dew.consultation import Reason
from rules.procedures.dew.options import OFFERED
from rules.procedures.dew.questions import QUESTIONS, REASONS
from rules.procedures.dew.refusals import Message
from rules.scenarios import ScenarioRun, make_opening, parse_scenario, play_scenario
from rules.scenarios.library import find_scenario_files, load_library_script
from tests.rules.random_play import SeededDice

UNSAID = {"trace": {"stay_alert"}, "consult": {"done", "adjudicate"}}
"""What is never chosen in a scenario: what happens where nothing is said, and another name for "rule"."""


@cache
def runs() -> tuple[ScenarioRun, ...]:
    files: list[Path] = list(find_scenario_files("dew").values())
    return tuple(play_scenario(parse_scenario(file.read_text(encoding="utf-8"), f"dew/{file.name}")) for file in files)


def game_of(name: str) -> Game:
    game = Game(make_opening(load_library_script(name)), SeededDice(1))
    game.submit(BeginRound())
    return game


def asked(game: Game, who: str) -> OpenQuestion:
    return next(each for each in game.state.open if each.who == who)


def form_of(game: Game, who: str) -> Form:
    question = asked(game, who)
    form = get_ruleset("dew").questions[question.question].form(game.state, question)
    assert form is not None
    return form


def commands(form: Form) -> dict[str, Choice]:
    field = form.fields[0]
    assert isinstance(field, OneOf)
    return {option.value: option for option in field.choices}


@pytest.mark.parametrize(("name", "who"), [("dew/two_rounds.toml", "bran"), ("dew/1.2.5f.2.toml", "dain")])
def test_combat_offers_every_option_priced_or_refused(name: str, who: str) -> None:
    offered = commands(form_of(game_of(name), who))
    assert list(offered) == [each.id for each in OFFERED]
    assert [value for value, option in offered.items() if not (option.price or option.refusal)] == []


def test_of_one_who_cannot_pay_everything_but_pass_is_refused() -> None:
    offered = commands(form_of(game_of("dew/1.1.1g.toml"), "bran"))
    assert [value for value, option in offered.items() if option.refusal is None] == ["pass"]


def test_a_maneuver_is_one_of_five_kinds() -> None:
    maneuver = commands(form_of(game_of("dew/1.2.3Mi.toml"), "cora"))["maneuver"]
    kinds = next(field for field in maneuver.then() if isinstance(field, OneOf))
    assert [option.value for option in kinds.choices] == ["close", "open", "step_close", "step_open", "change_range"]


def test_a_parry_says_what_it_loses() -> None:
    game = game_of("dew/1.2.4i.toml")
    attack = {"command": "attack", "weapon": "spear", "mode": "1h", "use": "melee", "target": "bran"}
    game.submit(GiveAnswer(asked(game, "cora").token, attack))
    assert commands(form_of(game, "bran"))["parry"].price == "loses 1 preparations"


def test_a_choice_is_refused_if_a_ruling_forbids_it_before_all_have_chosen() -> None:
    game = game_of("dew/1.1.3b.toml")
    attack = {"command": "attack", "weapon": "spear", "mode": "1h", "use": "melee", "target": "bran"}
    game.submit(GiveAnswer(asked(game, "cora").token, attack))
    game.submit(MakeRuling((Change("cora", "broken", "spear"),)))
    events = game.submit(GiveAnswer(asked(game, "dain").token, {"command": "pass"})).events
    refused = [event for event in events if isinstance(event, e.Refused)]
    assert [(event.who, event.clause) for event in refused] == [("cora", "DEW.1.2.5.1.3ac")]
    assert not any(isinstance(event, e.Attacked) for event in events)


def test_a_combatant_charged_en_while_it_chooses_takes_no_noncombat_option() -> None:
    game = game_of("dew/2.1.2a.toml")
    game.submit(GiveAnswer(asked(game, "dain").token, {"command": "pass"}))
    game.submit(MakeRuling((Change("dain", "charged", 2),)))
    record = game.submit(GiveAnswer(asked(game, "dain").token, {"command": "rest"}))
    assert record.refusal is not None
    assert record.refusal.clause == "DEW.2.1b"


@pytest.mark.parametrize("reason", REASONS, ids=lambda each: each.id)
def test_a_reason_names_the_commands_of_the_answers(reason: Reason) -> None:
    game = game_of("dew/two_rounds.toml")
    facts = {"reason": reason.id, "movers": ["bran"], "targets": ["bran", "cora"]}
    form = get_ruleset("dew").questions["consult"].form(game.state, OpenQuestion("1", 0, "consult", "dm", facts, ()))
    assert form is not None
    assert sorted(commands(form)) == sorted(reason.commands)
    assert form.find_refusal(reason.default) is None


def test_dice_fall_in_the_order_of_the_text() -> None:
    run = play_scenario(load_library_script("dew/R4a.toml"))
    fallen = [roll.purpose for event in run.events for roll in event.rolls]
    assert fallen == ["hit", "break.attack", "break.parry", "break.shield", "crit", "damage"]


def chosen(question: str) -> Iterator[str]:
    for run in runs():
        for entry in run.script.entries.answers:
            if entry.question == question:
                yield str(cast("Mapping[str, object]", entry.choice).get("command"))


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_choice_is_made_in_some_scenario(question: str) -> None:
    assert set(QUESTIONS[question].commands) - UNSAID.get(question, set()) - set(chosen(question)) == set()


@cache
def reasons() -> tuple[str, ...]:
    """Return the reasons of all refusals in all scenarios."""
    return tuple(event.reason for run in runs() for event in run.events if isinstance(event, e.Refused))


def list_messages() -> dict[str, Message]:
    """Return the messages of refusals of all modules, by their names."""
    modules = [module for name, module in sorted(sys.modules.items()) if name.startswith("rules.procedures.dew.")]
    return {name: value for each in modules for name, value in vars(each).items() if isinstance(value, Message)}


ELSEWHERE = ("SPENT_IN_COMBAT",)
"""Refused only by a ruling while somebody chooses, which is tested above."""


@pytest.mark.parametrize("name", [name for name in list_messages() if name not in ELSEWHERE])
def test_every_refusal_is_met_in_some_scenario(name: str) -> None:
    pattern = re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(list_messages()[name])))
    assert [reason for reason in reasons() if pattern.fullmatch(reason)]
