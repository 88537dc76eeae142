"""Answers of a file, converted to the form of their question.

A file may use words and measures of its procedure, or the keys of a declaration.
"""

from collections.abc import Mapping

from rules.kernel.file_words import FileWords, convert_measure
from rules.kernel.forms import Form, OneOf
from rules.kernel.procedure import Procedure
from rules.kernel.question_words import QuestionAct
from rules.kernel.state import OpenQuestion, State
from rules.procedures import get_ruleset
from rules.scenarios.declaring import make_change
from rules.scenarios.own_words import resolve_ruling_name
from rules.scenarios.script import AnswerEntry

Answer = Mapping[str, object]


def fit_answer(state: State, question: OpenQuestion, entry: AnswerEntry) -> Answer | None:
    """Return the answer of an entry to this question; None if it does not fit.

    It does not fit if it names another combatant, or a command that this step of the question does not know.
    """
    rules = get_ruleset(state.ruleset)
    answer = _normalize_answer(entry, rules)
    if (act := _find_act(state, question, entry.choice)) is not None:
        return act.answer
    if question.question == "change" and "choice" not in answer and ("action" in answer or "warn" in answer):
        return make_change(answer, state.combatants[question.who], rules.file_words)
    read = rules.questions[question.question].read_written
    return answer if read is None else read(make_form(state, question), question, answer)


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


def _normalize_answer(entry: AnswerEntry, rules: Procedure) -> Answer:
    """Return the answer in the form's terms.

    A word or number is the ``choice``, true is yes, measures are in parts of their units.
    """
    if not isinstance(entry.choice, Mapping):
        return {"choice": entry.choice}
    return {key: _convert_value(key, value, rules) for key, value in entry.choice.items()}


def write_choice(answer: Answer, words: FileWords) -> object:
    """Return the choice of a file for an answer: a word or number, or a table of its fields.

    Some answers have no such choice: what is written must be read again and compared.
    """
    if set(answer) == {"choice"} and isinstance(answer["choice"], str | int):
        return answer["choice"]
    parts = words.measures
    return {key: _write_measure(value, parts[key]) if key in parts else value for key, value in answer.items()}


def _write_measure(value: object, parts: int) -> object:
    if isinstance(value, list | tuple):
        return [_write_measure(each, parts) for each in value]
    if type(value) is not int:
        return value
    return value // parts if value % parts == 0 else value / parts


def _convert_value(key: str, value: object, rules: Procedure) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if key == "changes" and isinstance(value, list):
        return [_convert_change(each, rules) for each in value]
    parts = rules.file_words.measures.get(key)
    return value if parts is None else convert_measure(value, parts)


def _convert_change(change: object, rules: Procedure) -> object:
    if not isinstance(change, Mapping) or not isinstance(change.get("what"), str):
        return change
    return {**change, "what": resolve_ruling_name(rules, change["what"], rules.rulings.of_combatants)}
