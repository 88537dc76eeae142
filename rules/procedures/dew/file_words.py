"""The words of Dew's catalogue in scenario files: fields, rulings and answers.

Files are written from the catalogue, in inches. Both its names and those of the code are understood.
"""

from collections.abc import Iterator, Mapping, Sequence

from rules.kernel.effects import Answer
from rules.kernel.file_words import FileWords, Raw
from rules.kernel.form_fields import Field, OneOf
from rules.kernel.forms import Form
from rules.kernel.state import OpenQuestion
from rules.kernel.terms import HUNDREDTHS

_FIELDS: Mapping[str, Mapping[str, str]] = {
    "EnChanged": {"from": "old", "to": "new"},
    "RangeChanged": {"from": "old", "to": "new"},
    "BreakageWorked": {"roll": "face"},
    "Damaged": {"total": "amount"},
    "Ruled": {"reason": "what", "text": "note"},
}
"""The fields of kinds of events by the catalogue's names."""

_IN_COMBAT, _AFTER_COMBAT = ("option", "parry"), ("noncombat", "trace", "at_stop")
"""Questions of combat, which return while combatants move, and those of the phases after combat."""

_DEFAULTS = {"chase": ("none",), "within": ("weapon reach", "reach")}
"""Words for what an answer says where it leaves the field out."""

_NEEDLESS = {"cease_alert": ("yes", "no"), "positions": ("yes",), "blow": ("active",)}
"""Values that change nothing where the form has no such field."""

_ALERTNESS = "alertness"
"""The step of a movement in which the alert may cease to be alert."""


class DewWords(FileWords):
    """The catalogue's names beside those of the code."""

    rulings = {
        "fall": "fallen",
        "falls": "fallen",
        "drop": "dropped",
        "drops": "dropped",
        "break": "broken",
        "range": "pair_range",
        "damage": "damaged",
        "end_movement": "ends_movement",
        "hp": "en",
    }
    measures = {**dict.fromkeys(("path", "vertices", "position", "within"), HUNDREDTHS), "fraction": 10_000}
    event_measures = {
        "Allowance": ("base", "chase", "result"),
        "Moved": ("length",),
        "TracesRevealed": ("traces",),
        "TraceStep": ("positions",),
        "MovementEnded": ("position",),
    }
    thing_fields = frozenset({"object", "drop", "spell"})

    def name_event(self, entry: Raw) -> Raw:
        """Return an entry of [expect] with the names that events have.

        A loss to a blow, as EnChanged or BdChanged, is Damaged with the pool that it leaves.
        """
        kind, hurt = str(entry.get("kind")), entry.get("why") == "damage"
        if kind == "BdChanged" or (kind == "EnChanged" and hurt):
            return _name_loss(kind, entry)
        names = _FIELDS.get(kind, {})
        return {names.get(name, name): value for name, value in entry.items()}

    def may_answer_now(self, question: OpenQuestion, earlier: Sequence[str], later: Sequence[str]) -> bool:
        """Return whether an entry of combat stands before those of later phases.

        One about borrowed blows stands behind them.
        """
        if question.question not in _IN_COMBAT:
            return True
        before = any(each in _AFTER_COMBAT for each in earlier)
        if not question.facts.get("borrowed"):
            return not before
        return before or not any(each in _AFTER_COMBAT for each in later)

    def read_beforehand(self, question: OpenQuestion, choice: object) -> Answer | None:
        """Return that a combatant ceases to be alert, where its move says so."""
        ceases = isinstance(choice, Mapping) and choice.get("cease_alert") in (True, "yes")
        return {"command": "cease_alert"} if ceases and question.facts.get("step") == _ALERTNESS else None


def _name_loss(kind: str, entry: Raw) -> Raw:
    rest = {name: value for name, value in entry.items() if name not in ("why", "from", "to")}
    start, left = entry.get("from"), entry.get("to")
    if isinstance(start, int) and isinstance(left, int):
        rest["amount"] = start - left
    return {**rest, **({} if left is None else {"left": left}), "kind": "Damaged", "pool": kind[:2].upper()}


# Answers.


def read_answer(form: Form, question: OpenQuestion, written: Answer) -> Answer | None:
    """Return an answer in the fields of the form; None if its command is of another step."""
    answer = {key: value for key, value in written.items() if value not in _DEFAULTS.get(key, ())}
    if isinstance(answer.get("path"), str):
        answer["stop"] = "; ".join(str(answer[key]) for key in ("path", "stop") if answer.get(key))
        del answer["path"]
    commands = next(iter(form.fields), None)
    if not isinstance(commands, OneOf) or commands.name != "command":
        return answer
    if "choice" in answer:
        answer["command"] = answer.pop("choice")
    if "command" not in answer:
        return answer
    known = any(choice.value == answer["command"] for choice in commands.choices)
    return _drop_needless(form, answer) if known else None


def read_consulted(form: Form, question: OpenQuestion, written: Answer) -> Answer | None:
    """Return the answer of the DM; None if it is for another combatant's sake.

    It may be called an adjudication, and may name new ranges of other pairs.
    """
    answer = dict(written)
    if answer.pop("for", question.facts.get("by")) != question.facts.get("by"):
        return None
    for key in ("choice", "command"):
        if answer.get(key) == "adjudicate":
            answer[key] = "rule"
    if "other_pairs" in answer:
        pairs = _as_list(answer.pop("other_pairs"))
        answer["changes"] = [*_as_list(answer.get("changes")), *(_convert_pair(each) for each in pairs)]
    return read_answer(form, question, answer)


def _as_list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _convert_pair(pair: object) -> object:
    """Return the range of two other combatants, [a, b, range], as a change."""
    if not isinstance(pair, list) or len(pair) != 3:
        return pair
    return {"who": pair[0], "what": "pair_range", "value": pair[1:]}


def _drop_needless(form: Form, answer: Answer) -> Answer:
    """Return the answer without keys that the form does not ask for and that change nothing."""
    asked = set(_list_field_names(form.fields, answer))
    return {key: value for key, value in answer.items() if key in asked or not _is_needless(key, value)}


def _is_needless(key: str, value: object) -> bool:
    return value in ("no", "", []) or value in _NEEDLESS.get(key, ())


def _list_field_names(fields: Sequence[Field], answer: Answer) -> Iterator[str]:
    """Yield the names of the fields that the form shows for what is chosen."""
    for field in fields:
        yield field.name
        if isinstance(field, OneOf):
            for choice in field.choices:
                if choice.value == answer.get(field.name):
                    yield from _list_field_names(choice.then(), answer)
