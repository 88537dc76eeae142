"""What an ``[[answer]]`` means to a form where a file may say it as shortly, or in the same keys, as a declaration."""

from collections.abc import Mapping, Sequence

from rules.figure import Figure
from rules.forms import OneOf
from rules.ruleset import get_ruleset
from rules.scenario.declaring import answer_of
from rules.state import OpenQuestion, State, evolve
from rules.terms import HUNDREDTHS

Answer = Mapping[str, object]


def meant(state: State, question: OpenQuestion, answer: Answer) -> Answer:
    """The answer as the form takes it: a target by itself is aimed at, a deed by itself is a change to it."""
    if question.question == "aim":
        return _aimed(answer)
    if question.question == "change" and "choice" not in answer:
        if "action" in answer:
            return {"choice": "change", **answer_of(answer, state.combatants[question.who])}
        if "warn" in answer:
            return {"choice": "warn", "target": answer["warn"]}
    return answer


def standing_at(figure: Figure, place: Sequence[float]) -> Figure:
    """The figure at this place, in the file's feet or inches."""
    x, y = (round(each * HUNDREDTHS) for each in place)
    return evolve(figure, position=(x, y))


def offers_to_stop(state: State, question: OpenQuestion) -> bool:
    """Whether one of the choices is to break off what was begun."""
    form = get_ruleset(state.ruleset).questions[question.question].form(state, question)
    first = form.fields[0] if form is not None and form.fields else None
    return isinstance(first, OneOf) and any(option.value == "stop" for option in first.options)


def _aimed(answer: Answer) -> Answer:
    at = answer.get("choice", answer.get("target"))
    whom = {} if at is None else {"target": at if isinstance(at, list) else [at]}
    to = answer.get("to")
    where = {} if to is None else {"to": _in_hundredths(to)}
    return {**{key: value for key, value in answer.items() if key not in ("choice", "target", "to")}, **whom, **where}


def _in_hundredths(place: object) -> object:
    if not isinstance(place, list) or not all(isinstance(each, int | float) for each in place):
        return place
    return [round(each * HUNDREDTHS) for each in place]
