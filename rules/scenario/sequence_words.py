"""What the catalogue of Dew's sequence calls otherwise than the forms do: a file may use its words too."""

from collections.abc import Mapping
from typing import cast

from rules.fold.sequence import dew_of
from rules.state import OpenQuestion, State

Answer = Mapping[str, object]

RULINGS = {
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
"""What may be ruled, by the catalogue's words and those that other rulesets have for it."""

FIELDS: Mapping[str, Mapping[str, str]] = {
    "BreakageWorked": {"roll": "face"},
    "Damaged": {"total": "amount"},
    "EnChanged": {"from": "old", "to": "new"},
    "RangeChanged": {"from": "old", "to": "new"},
    "Ruled": {"reason": "what", "text": "note"},
}
"""Fields of events by the catalogue's names."""

OF_ONE = "for"
"""Of several whom the DM is asked about one after the other, the one whom an answer is for."""


def in_event_words(kind: object, entry: Mapping[str, object]) -> Mapping[str, object]:
    """What is expected of an event of this kind, by the names of its fields."""
    names = FIELDS.get(str(kind), {})
    return {names.get(key, key): value for key, value in entry.items()}


def in_form_words(state: State, question: OpenQuestion, answer: Answer) -> Answer:
    """An answer as the form of this question takes it."""
    if question.question == "consult":
        return _consulted(answer)
    if question.question == "trace":
        return _traced(state, question, answer)
    return answer


def is_for(question: OpenQuestion, answer: Answer) -> bool:
    """Whether an answer names nobody, or the one about whom the DM is asked."""
    return answer.get(OF_ONE, question.facts.get("by")) == question.facts.get("by")


def ceases(question: OpenQuestion, answer: Answer) -> Answer | None:
    """What a move, said beforehand with ``cease_alert``, answers to the question of staying alert; None: nothing."""
    moves = answer.get("command") in ("move", "stay")
    alertness = question.question == "trace" and question.facts.get("step") == "alertness"
    return {"command": "cease_alert"} if moves and alertness and answer.get("cease_alert") == "yes" else None


def _consulted(answer: Answer) -> Answer:
    taken = {key: value for key, value in answer.items() if key not in (OF_ONE, "other_pairs")}
    if taken.get("command") == "adjudicate":
        taken["command"] = "rule"
    changes = [*_listed(answer, "changes"), *(_pair(each) for each in _listed(answer, "other_pairs"))]
    if changes:
        taken["changes"] = [_change(each) for each in changes]
    return taken


def _listed(answer: Answer, key: str) -> list[object]:
    value = answer.get(key)
    return value if isinstance(value, list) else []


def _pair(pair: object) -> object:
    """The range of two others, [a, b, range], as a change."""
    if not isinstance(pair, list) or len(pair) != 3:
        return pair
    return {"who": pair[0], "what": "pair_range", "value": pair[1:]}


def _change(change: object) -> object:
    if not isinstance(change, Mapping):
        return change
    return {**change, "what": RULINGS.get(cast("str", change.get("what")), change.get("what"))}


def _traced(state: State, question: OpenQuestion, answer: Answer) -> Answer:
    """Without what was asked before, or need not be said: nobody to chase, within the weapon's own reach."""
    left_out = [key for key, value in answer.items() if (key, value) == ("chase", "none")]
    left_out += ["within"] if isinstance(answer.get("within"), str) else []
    asked = question.facts.get("step") == "draw" and dew_of(state.combatants[question.who]).alert
    left_out += [] if asked else ["cease_alert"]
    return {key: value for key, value in answer.items() if key not in left_out}
