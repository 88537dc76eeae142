"""An ``[[answer]]`` as the form of its question takes it.

A file may say it in words of the catalogue, in inches, as shortly or in the same keys as a declaration, and may leave
out, or say without need, what goes without saying.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from rules.forms import Field, Form, OneOf
from rules.ruleset import get_ruleset
from rules.scenario.called import ruling
from rules.scenario.declaring import changed
from rules.scenario.script import AnswerEntry
from rules.state import OpenQuestion, State
from rules.terms import HUNDREDTHS

_MEASURED = dict.fromkeys(("path", "vertices", "position", "within"), HUNDREDTHS) | {"fraction": 10_000}
"""Keys of answers that measure: in how many parts forms take what files write as a whole or a decimal."""

ALERTNESS = "alertness"
"""The step of a movement in which those who are alert say whether they stay so."""

_LEFT_OUT = {"chase": ("none",), "within": ("weapon reach", "reach")}
"""Words for what a form takes to be meant where the key is left out."""

_NEEDLESS = {"cease_alert": ("yes", "no"), "positions": ("yes",), "blow": ("active",)}
"""What may be said where it is not asked, since nothing turns on it there; so may a no and an empty list."""


Answer = Mapping[str, object]


def said(state: State, question: OpenQuestion, entry: AnswerEntry) -> Answer | None:
    """The answer of an entry to this question; None where it names somebody else, or a command not to be given here.

    One question may be put in several steps, of which each knows its own commands.
    """
    answer = whole_answer(entry, get_ruleset(state.ruleset).rulings)
    if question.question == "consult" and answer.pop("for", question.facts.get("by")) != question.facts.get("by"):
        return None
    if question.question == "aim":
        return _aimed(answer)
    if question.question == "change" and "choice" not in answer and ("action" in answer or "warn" in answer):
        return changed(answer, state.combatants[question.who])
    commands = first_choice(state, question)
    if commands is None or commands.name != "command":
        return answer
    return _commanded(form_of(state, question), commands, answer)


def form_of(state: State, question: OpenQuestion) -> Form:
    """The form of a question; an empty one where nothing is left to decide."""
    return get_ruleset(state.ruleset).questions[question.question].form(state, question) or Form(())


def first_choice(state: State, question: OpenQuestion) -> OneOf | None:
    """What is chosen first of a question, if it is a choice."""
    first = form_of(state, question).fields[:1]
    return first[0] if first and isinstance(first[0], OneOf) else None


def _commanded(form: Form, commands: OneOf, answer: dict[str, object]) -> Answer | None:
    if "choice" in answer:
        answer["command"] = answer.pop("choice")
    if answer.get("command") == "adjudicate":
        answer["command"] = "rule"
    if "other_pairs" in answer:
        pairs = answer.pop("other_pairs")
        answer["changes"] = [*_listed(answer.get("changes")), *(_pair(each) for each in _listed(pairs))]
    if "command" not in answer:
        return answer
    known = any(option.value == answer["command"] for option in commands.options)
    return _as_far_as_asked(form, answer) if known else None


def _aimed(answer: Answer) -> Answer:
    """At a target, whom an answer may name by itself, or at a place."""
    aimed = {key: value for key, value in answer.items() if key not in ("choice", "target")}
    at = answer.get("choice", answer.get("target"))
    whom = {} if at is None else {"target": at if isinstance(at, list) else [at]}
    return {**aimed, **({"to": _in_parts(aimed["to"], HUNDREDTHS)} if "to" in aimed else {}), **whom}


def whole_answer(entry: AnswerEntry, rulings: tuple[str, ...]) -> dict[str, object]:
    """The answer as forms take it: a word or number is the ``choice``, true is yes, inches are hundredths."""
    if not isinstance(entry.choice, Mapping):
        return {"choice": entry.choice}
    kept = {key: value for key, value in entry.choice.items() if value not in _LEFT_OUT.get(key, ())}
    if isinstance(kept.get("path"), str):
        kept["stop"] = "; ".join(str(kept[key]) for key in ("path", "stop") if kept.get(key))
        del kept["path"]
    return {key: _as_asked(key, value, rulings) for key, value in kept.items()}


def ceases(entry: AnswerEntry) -> bool:
    """Whether an entry says, with a move, that one ceases to be alert."""
    return isinstance(entry.choice, Mapping) and entry.choice.get("cease_alert") in (True, "yes")


def _as_asked(key: str, value: object, rulings: tuple[str, ...]) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if key == "changes" and isinstance(value, list):
        return [_change(each, rulings) for each in value]
    return _in_parts(value, _MEASURED[key]) if key in _MEASURED else value


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _pair(pair: object) -> object:
    """The range of two others, [a, b, range], as a change."""
    whole = isinstance(pair, list) and len(pair) == 3
    return {"who": pair[0], "what": "pair_range", "value": pair[1:]} if whole else pair  # type: ignore[index]


def _change(change: object, rulings: tuple[str, ...]) -> object:
    if not isinstance(change, Mapping) or not isinstance(change.get("what"), str):
        return change
    return {**change, "what": ruling(change["what"], rulings)}


def _in_parts(value: object, parts: int) -> object:
    if isinstance(value, list):
        return [_in_parts(each, parts) for each in value]
    return round(Fraction(str(value)) * parts) if isinstance(value, int | float) else value


def _as_far_as_asked(form: Form, answer: Mapping[str, object]) -> Mapping[str, object]:
    """The answer without what is not asked and says nothing."""
    asked = set(_names(form.fields, answer))
    return {key: value for key, value in answer.items() if key in asked or not _says_nothing(key, value)}


def _says_nothing(key: str, value: object) -> bool:
    return value in ("no", "", []) or value in _NEEDLESS.get(key, ())


def _names(fields: Sequence[Field], answer: Mapping[str, object]) -> Iterator[str]:
    """The names of the fields that come up as an answer chooses."""
    for field in fields:
        yield field.name
        if isinstance(field, OneOf):
            for option in field.options:
                if option.value == answer.get(field.name):
                    yield from _names(option.then(), answer)
