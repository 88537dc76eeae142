"""Answers of a file, converted to the form of their question.

A file may use words of the catalogue, inches, or the keys of a declaration. It may leave defaults out, or add
needless ones.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from rules.kernel.forms import Field, Form, OneOf
from rules.kernel.question_words import QuestionAct
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import HUNDREDTHS
from rules.procedures import get_ruleset
from rules.scenarios.aliases import resolve_ruling_name
from rules.scenarios.declaring import make_change
from rules.scenarios.script import AnswerEntry

_MEASURED = dict.fromkeys(("path", "vertices", "position", "within"), HUNDREDTHS) | {"fraction": 10_000}
"""Keys with a measure in a file, and the parts of one unit that forms count in."""

ALERTNESS = "alertness"
"""The step of a movement in which the alert may cease to be alert."""

_DEFAULT_WORDS = {"chase": ("none",), "within": ("weapon reach", "reach")}
"""Words for the default of a key: forms expect the key to be left out."""

_NEEDLESS = {"cease_alert": ("yes", "no"), "positions": ("yes",), "blow": ("active",)}
"""Values that change nothing where the form does not ask for them."""


Answer = Mapping[str, object]


def fit_answer(state: State, question: OpenQuestion, entry: AnswerEntry) -> Answer | None:
    """Return the answer of an entry to this question; None if it does not fit.

    It does not fit if it names another combatant, or a command that this step of the question does not know.
    """
    answer = normalize_answer(entry, get_ruleset(state.ruleset).rulings)
    if question.question == "consult" and answer.pop("for", question.facts.get("by")) != question.facts.get("by"):
        return None
    if question.question == "aim":
        return _fit_aim(answer)
    if (act := _find_act(state, question, entry.choice)) is not None:
        return act.answer
    if question.question == "change" and "choice" not in answer and ("action" in answer or "warn" in answer):
        return make_change(answer, state.combatants[question.who])
    commands = find_first_choice(state, question)
    if commands is None or commands.name != "command":
        return answer
    return _fit_command(make_form(state, question), commands, answer)


def _find_act(state: State, question: OpenQuestion, name: object) -> QuestionAct | None:
    """Return the act of this name that answers a question about an effect, or None."""
    build_info = get_ruleset(state.ruleset).questions[question.question].question_info
    if not isinstance(name, str) or build_info is None or question.question != "effect":
        return None
    info = build_info(state, question)
    return next((each for each in info.acts if each.name == name), None) if info is not None else None


def make_form(state: State, question: OpenQuestion) -> Form:
    """Return the form of a question; an empty one if nothing is left to decide."""
    return get_ruleset(state.ruleset).questions[question.question].form(state, question) or Form(())


def find_first_choice(state: State, question: OpenQuestion) -> OneOf | None:
    """Return the first field of a question's form, if it is a choice."""
    first = make_form(state, question).fields[:1]
    return first[0] if first and isinstance(first[0], OneOf) else None


def _fit_command(form: Form, commands: OneOf, answer: dict[str, object]) -> Answer | None:
    if "choice" in answer:
        answer["command"] = answer.pop("choice")
    if answer.get("command") == "adjudicate":
        answer["command"] = "rule"
    if "other_pairs" in answer:
        pairs = answer.pop("other_pairs")
        answer["changes"] = [*_as_list(answer.get("changes")), *(_convert_pair(each) for each in _as_list(pairs))]
    if "command" not in answer:
        return answer
    known = any(option.value == answer["command"] for option in commands.options)
    return _drop_needless(form, answer) if known else None


def _fit_aim(answer: Answer) -> Answer:
    """Return the answer with its target as a list, or with its place in hundredths."""
    aimed = {key: value for key, value in answer.items() if key not in ("choice", "target")}
    at = answer.get("choice", answer.get("target"))
    target = {} if at is None else {"target": at if isinstance(at, list) else [at]}
    return {**aimed, **({"to": _convert_measure(aimed["to"], HUNDREDTHS)} if "to" in aimed else {}), **target}


def normalize_answer(entry: AnswerEntry, rulings: tuple[str, ...]) -> dict[str, object]:
    """Return the answer in the form's terms.

    A word or number is the ``choice``, true is yes, inches are hundredths.
    """
    if not isinstance(entry.choice, Mapping):
        return {"choice": entry.choice}
    kept = {key: value for key, value in entry.choice.items() if value not in _DEFAULT_WORDS.get(key, ())}
    if isinstance(kept.get("path"), str):
        kept["stop"] = "; ".join(str(kept[key]) for key in ("path", "stop") if kept.get(key))
        del kept["path"]
    return {key: _convert_value(key, value, rulings) for key, value in kept.items()}


def write_choice(answer: Answer) -> object:
    """Return the choice of a file for an answer: a word or number, or a table of its fields.

    Some answers have no such choice: what is written must be read again and compared.
    """
    if set(answer) == {"choice"} and isinstance(answer["choice"], str | int):
        return answer["choice"]
    return {key: _write_measure(value, _MEASURED[key]) if key in _MEASURED else value for key, value in answer.items()}


def _write_measure(value: object, parts: int) -> object:
    if isinstance(value, list | tuple):
        return [_write_measure(each, parts) for each in value]
    if type(value) is not int:
        return value
    return value // parts if value % parts == 0 else value / parts


def is_ceasing_alertness(entry: AnswerEntry) -> bool:
    """Return whether a move also says that its combatant ceases to be alert."""
    return isinstance(entry.choice, Mapping) and entry.choice.get("cease_alert") in (True, "yes")


def _convert_value(key: str, value: object, rulings: tuple[str, ...]) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if key == "changes" and isinstance(value, list):
        return [_convert_change(each, rulings) for each in value]
    return _convert_measure(value, _MEASURED[key]) if key in _MEASURED else value


def _as_list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _convert_pair(pair: object) -> object:
    """Return the range of two other combatants, [a, b, range], as a change."""
    if not isinstance(pair, list) or len(pair) != 3:
        return pair
    return {"who": pair[0], "what": "pair_range", "value": pair[1:]}


def _convert_change(change: object, rulings: tuple[str, ...]) -> object:
    if not isinstance(change, Mapping) or not isinstance(change.get("what"), str):
        return change
    return {**change, "what": resolve_ruling_name(change["what"], rulings)}


def _convert_measure(value: object, parts: int) -> object:
    if isinstance(value, list):
        return [_convert_measure(each, parts) for each in value]
    return round(Fraction(str(value)) * parts) if isinstance(value, int | float) else value


def _drop_needless(form: Form, answer: Mapping[str, object]) -> Mapping[str, object]:
    """Return the answer without keys that the form does not ask for and that change nothing."""
    asked = set(_list_field_names(form.fields, answer))
    return {key: value for key, value in answer.items() if key in asked or not _is_needless(key, value)}


def _is_needless(key: str, value: object) -> bool:
    return value in ("no", "", []) or value in _NEEDLESS.get(key, ())


def _list_field_names(fields: Sequence[Field], answer: Mapping[str, object]) -> Iterator[str]:
    """Yield the names of the fields that the form shows for the options chosen."""
    for field in fields:
        yield field.name
        if isinstance(field, OneOf):
            for option in field.options:
                if option.value == answer.get(field.name):
                    yield from _list_field_names(option.then(), answer)
