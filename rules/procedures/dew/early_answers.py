"""Answers that the table, by option, shows before all are in."""

from collections.abc import Callable, Sequence

from rules.kernel import events as e
from rules.kernel.effects import Answer
from rules.kernel.state import OpenQuestion, State
from rules.procedures.dew import events as dew
from rules.procedures.dew.terms import ids, option

Accept = Callable[[State, OpenQuestion, Answer], Sequence[e.Event]]

SECRET = "R3a"
"""The clause by which answers of several stay secret until they are revealed together."""

CLAUSES = {"secret_parries": "1.2.5n", "trace_visibility": "3.2.1a"}


def show_at_once(key: str, *, when: object) -> Accept:
    """Return a function that shows everybody an answer at once if an option has this value.

    ``key`` is the name of the option.
    """

    def accept(state: State, question: OpenQuestion, answer: Answer) -> Sequence[e.Event]:
        if option(state, key) != when or question.facts.get("step", "plan") != "plan":
            return ()
        named = sorted(answer, key=lambda name: (name != "command", name))  # in a fixed order
        choice = " ".join(str(answer[name]) for name in named)
        clauses = ids(CLAUSES[key])
        return (dew.PlanShown(who=question.who, question=question.question, choice=choice, clauses=clauses),)

    return accept
