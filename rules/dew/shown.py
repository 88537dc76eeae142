"""Answers that the table, by option, does not keep secret until all are in."""

from collections.abc import Callable, Sequence

from rules import events as e
from rules.dew.terms import ids, option
from rules.effects import Answer
from rules.state import OpenQuestion, State

Hearing = Callable[[State, OpenQuestion, Answer], Sequence[e.Event]]

CLAUSES = {"secret_parries": "1.2.5n", "trace_visibility": "3.2.1a"}


def shown_at_once(key: str, openly: object) -> Hearing:
    """What hearing an answer tells everybody: what was chosen, where the option says so, else nothing."""

    def heard(state: State, question: OpenQuestion, answer: Answer) -> Sequence[e.Event]:
        if option(state, key) != openly or question.facts.get("step", "plan") != "plan":
            return ()
        named = sorted(answer, key=lambda name: (name != "command", name))  # whatever order it was kept in
        choice = " ".join(str(answer[name]) for name in named)
        clauses = ids(CLAUSES[key])
        return (e.PlanShown(who=question.who, question=question.question, choice=choice, clauses=clauses),)

    return heard
