"""The lists of questions and of purposes match the code."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.kernel.forms import OneOf
from rules.kernel.state import OpenQuestion, State
from rules.procedures import get_ruleset, list_rulesets
from rules.scenarios import play_scenario
from rules.scenarios.entries import list_purposes, list_questions
from rules.scenarios.library import index_library, load_library_script
from rules.scenarios.scripted_inputs import ScriptedAnswer, ScriptedInputs

RULES = Path(__file__).parents[2] / "rules"
WITHOUT_FORM = ("declare", "adjudicate")
"""Commands of a file that no form offers as its option: they stand for a whole question."""
WITHOUT_ENTRY = ("declare", "next")
"""Questions that a file answers without an [[answer]]."""


def calls(name: str) -> Iterator[tuple[str, list[ast.expr]]]:
    """Yield the first argument, if literal, and all arguments of each call."""
    for path in (RULES / "procedures").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    yield str(first.value), node.args


def test_a_file_may_answer_every_question_that_any_procedure_asks() -> None:
    asked = {question for id in list_rulesets() for question in get_ruleset(id).questions}
    assert set(list_questions()) == {*asked, "stop", "call"}


def test_every_question_asked_has_a_form() -> None:
    known = {question: None for id in list_rulesets() for question in get_ruleset(id).questions}
    assert [question for question, _ in calls("Ask") if question not in known] == []


def test_a_question_declares_every_default_with_which_it_is_asked() -> None:
    defaults = {
        question: {kind.default for id in list_rulesets() if (kind := get_ruleset(id).questions.get(question))}
        for question in list_questions()
    }
    asked = [
        (question, ast.literal_eval(arguments[2]).get("choice", ""))
        for question, arguments in calls("Ask")
        if question not in WITHOUT_ENTRY and isinstance(arguments[2], ast.Dict)
    ]
    assert len(asked) > 20
    assert [(question, default) for question, default in asked if default not in defaults[question]] == []


def test_what_may_be_commanded_in_a_file_is_what_forms_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    offered: dict[str, set[str]] = {}
    take_answer = ScriptedInputs.take_answer

    # Every form is made when a file answers its question.
    def record_commands(self: ScriptedInputs, state: State, question: OpenQuestion) -> ScriptedAnswer | None:
        form = get_ruleset(state.ruleset).questions[question.question].form(state, question)
        for field in form.fields[:1] if form is not None else ():
            if isinstance(field, OneOf) and field.name == "command":
                offered.setdefault(question.question, set()).update(option.value for option in field.choices)
        return take_answer(self, state, question)

    monkeypatch.setattr(ScriptedInputs, "take_answer", record_commands)
    procedures = [get_ruleset(id) for id in list_rulesets()]
    commanded = {each.id: each for each in procedures if any(kind.commands for kind in each.questions.values())}
    for file in index_library().values():
        if file.ruleset in commanded:
            play_scenario(load_library_script(file.file))
    known = {name: kind.commands for each in commanded.values() for name, kind in each.questions.items()}
    assert {question: sorted(commands) for question, commands in offered.items()} == {
        question: sorted({*commands} - {*WITHOUT_FORM}) for question, commands in known.items()
    }


def test_every_purpose_of_a_roll_is_listed() -> None:
    rolled = [purpose for purpose, _ in calls("Roll")]
    assert "initiative" in rolled
    assert [purpose for purpose in rolled if purpose not in list_purposes()] == []
