"""The lists of questions and of purposes are those of the code."""

import ast
from collections.abc import Iterator
from pathlib import Path

from rules.effects import PURPOSES
from rules.ruleset import LAYERS, RULESETS, get_ruleset
from rules.scenario.script import QUESTIONS

RULES = Path(__file__).parents[2] / "rules"
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


def test_every_purpose_of_a_roll_is_in_the_closed_list() -> None:
    rolled = [purpose for purpose, _ in calls("Roll")]
    assert "initiative" in rolled
    assert [purpose for purpose in rolled if purpose not in PURPOSES] == []
