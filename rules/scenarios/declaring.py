"""``[[declare]]`` entries, converted to answers of the declare form."""

from collections.abc import Collection, Mapping

from rules.kernel.file_words import FileWords
from rules.kernel.order_keys import KeyKind, OrderKey
from rules.kernel.state import Combatant
from rules.kernel.terms import HUNDREDTHS, Action
from rules.scenarios.own_words import list_order_fields

Deed = Mapping[str, object]


def make_answer(deed: Deed, me: Combatant, words: FileWords) -> dict[str, object]:
    """Return the answer that declares this deed for this combatant.

    ``words`` say which way of acting the keys mean, and what is meant where a key is left out.
    """
    answer: dict[str, object] = {"action": Action(str(deed["action"])).value}
    for name, key in list_order_fields().items():
        if name in deed and (deed[name] or key.kind not in (KeyKind.FLAG, KeyKind.PLACE)):
            answer[name] = key.write_answer(deed[name])
    if "target" in deed:
        answer["target"] = deed["target"]
    words.complete_order(answer, deed, me)
    prepared, further = deed.get("prepared"), deed.get("with")
    if isinstance(prepared, Mapping):
        answer.update(_convert_prepared(prepared))
    if isinstance(further, list | tuple):
        answer["with"] = [make_answer(each, me, words) for each in further]
    return answer


def make_order(deed: Deed, me: Combatant, words: FileWords, own: Collection[str] = ()) -> dict[str, object]:
    """Return the answer that declares this deed. ``own`` are keys of some procedures only.

    A warning that is declared is given as soon as its combatant notices something.
    """
    warning = {"warn": deed["warn"]} if "warn" in deed and "warn" in own else {}
    return {**make_answer(deed, me, words), **warning}


def make_change(deed: Deed, me: Combatant, words: FileWords) -> dict[str, object]:
    """Return the answer that changes to another deed, or to warning another combatant."""
    if "warn" in deed:
        return {"choice": "warn", "target": deed["warn"]}
    return {"choice": "change", **make_answer(deed, me, words)}


# The other way: the keys of an answer.


def write_deed(answer: Mapping[str, object], words: FileWords) -> dict[str, object]:
    """Return the keys of a file for an answer of the declare form.

    Some answers have no such keys: what is written must be read again and compared.
    """
    raw = {key: answer[key] for key in ("action", "target") if key in answer}
    for name, key in list_order_fields().items():
        if name in answer and (key.kind is not KeyKind.FLAG or answer[name] == "yes"):
            raw[name] = _write_value(key, answer[name])
    if flag := words.order_ways.get((str(answer["action"]), str(answer.get("how") or ""))):
        raw[flag] = True
    raw.update({key: answer[key] for key in ("segment", "warn") if key in answer})
    if answer.get("prepared") == "yes":
        names = {"when": "when", "watch": "who", "part": "part"}
        raw["prepared"] = {written: answer[name] for name, written in names.items() if name in answer}
    further = answer.get("with")
    if isinstance(further, list | tuple):
        raw["with"] = [write_deed(each, words) for each in further if isinstance(each, Mapping)]
    return raw


def _write_value(key: OrderKey, value: object) -> object:
    if key.kind is KeyKind.FLAG:
        return True
    return _write_place(value) if key.kind is KeyKind.PLACE else value


def _write_place(place: object) -> object:
    """Return a place in feet, of hundredths."""
    if not isinstance(place, list | tuple) or not all(type(each) is int for each in place):
        return place
    return [each // HUNDREDTHS if each % HUNDREDTHS == 0 else each / HUNDREDTHS for each in place]


def _convert_prepared(prepared: Mapping[str, object]) -> dict[str, object]:
    names = {"when": "when", "who": "watch", "part": "part"}
    return {"prepared": "yes", **{names[key]: value for key, value in prepared.items()}}
