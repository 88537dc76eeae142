"""The lists of questions and of purposes are those of the code."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.effects import PURPOSES
from rules.forms import OneOf
from rules.ruleset import LAYERS, RULESETS, get_ruleset
from rules.scenario import play
from rules.scenario.library import library, library_script
from rules.scenario.sayings import Saying, Sayings
from rules.scenario.script import COMMANDS, QUESTIONS
from rules.state import OpenQuestion, State

RULES = Path(__file__).parents[2] / "rules"
THE_CATALOGUES = ("declare", "adjudicate")
"""Commands by which the catalogue calls what forms offer otherwise."""
BY_ITSELF = ("declare", "next")
"""Questions that a file answers without an [[answer]]."""


def calls(name: str) -> Iterator[tuple[str, list[ast.expr]]]:
    """Every call of Ask or Roll in the procedures: its first argument, where written out, and all of them."""
    for path in [*(RULES / "adnd").rglob("*.py"), *(RULES / "rulesets").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    yield str(first.value), node.args


def test_every_question_of_a_ruleset_may_be_answered_in_a_file() -> None:
    asked = [question for id in (*RULESETS, *LAYERS) for question in get_ruleset(id).questions]
    assert [question for question in asked if question not in (*QUESTIONS, *BY_ITSELF)] == []


def test_every_question_asked_has_a_form() -> None:
    known = {question: None for id in (*RULESETS, *LAYERS) for question in get_ruleset(id).questions}
    assert [question for question, _ in calls("Ask") if question not in known] == []


def test_the_default_is_what_the_list_of_questions_says() -> None:
    defaults = {
        question: ast.literal_eval(arguments[2])
        for question, arguments in calls("Ask")
        if question not in BY_ITSELF and isinstance(arguments[2], ast.Dict)
    }
    assert {question: answer.get("choice", "") for question, answer in defaults.items()} == {
        question: QUESTIONS[question] for question in defaults
    }


def test_what_may_be_commanded_in_a_file_is_what_forms_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    offered: dict[str, set[str]] = {}
    next_of = Sayings.next

    def listening(self: Sayings, state: State, question: OpenQuestion) -> Saying | None:
        form = get_ruleset(state.ruleset).questions[question.question].form(state, question)
        for field in form.fields[:1] if form is not None else ():
            if isinstance(field, OneOf) and field.name == "command":
                offered.setdefault(question.question, set()).update(option.value for option in field.options)
        return next_of(self, state, question)

    monkeypatch.setattr(Sayings, "next", listening)
    for name in library():
        if name.startswith("dew/"):
            play(library_script(name))
    assert {question: sorted(commands) for question, commands in offered.items()} == {
        question: sorted({*commands} - {*THE_CATALOGUES}) for question, commands in COMMANDS.items()
    }


def test_every_purpose_of_a_roll_is_in_the_closed_list() -> None:
    rolled = [purpose for purpose, _ in calls("Roll")]
    assert "initiative" in rolled
    assert [purpose for purpose in rolled if purpose not in PURPOSES] == []
