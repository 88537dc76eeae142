"""What was said under one procedure, put into the form that another asks with: what fits is kept, the rest is named."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from rules.effects import Answer
from rules.forms import BadAnswer, Changes, Field, Form, Number, OneOf, Option, Place, Several, SomeOf, Text
from rules.terms import Action

PREPARED = ("prepared", "when", "watch", "part")
"""The fields by which an act is prepared instead of done."""


@dataclass(frozen=True)
class Fitted:
    """An answer of the form's shape, and the fields that the form has no place for. ``waits``: see ``fit``."""

    answer: Mapping[str, object]
    left_out: tuple[str, ...] = ()
    waits: bool = False


def fit(form: Form, answer: Answer) -> Fitted:
    """The answer in this form. Raises BadAnswer where a choice that the form needs cannot be said in it.

    A prepared act, where nothing can be prepared, becomes waiting (for the one who is watched) and then doing it.
    """
    fitted = _fit(form.fields, answer)
    if "prepared" in fitted.left_out and answer.get("prepared") == "yes":
        awaited = _fit(form.fields, _awaiting(answer))
        return Fitted(awaited.answer, awaited.left_out, waits=True)
    return fitted


def _awaiting(answer: Answer) -> Answer:
    deed = {name: value for name, value in answer.items() if name not in PREPARED}
    watched = {"target": answer["watch"]} if answer.get("watch") else {}
    return {"action": Action.AWAIT.value, **watched, "with": [deed]}


def _fit(fields: Sequence[Field], answer: Answer) -> Fitted:
    left, taken, lost = dict(answer), dict[str, object](), list[str]()
    _take(fields, left, taken, lost)
    return Fitted(taken, tuple(dict.fromkeys([*lost, *left])))


def _take(fields: Sequence[Field], left: dict[str, object], taken: dict[str, object], lost: list[str]) -> None:
    for field in fields:
        if field.name not in left:
            if not _may_be_missing(field):
                raise BadAnswer(field.name, f"'{field.name}' is asked here")
            continue
        value = left.pop(field.name)
        try:
            _take_one(field, value, left, taken, lost)
        except BadAnswer:
            if not _may_be_missing(field):
                raise
            lost.append(field.name)


def _may_be_missing(field: Field) -> bool:
    if isinstance(field, SomeOf):
        return field.least == 0
    return isinstance(field, Several) or (isinstance(field, OneOf | Number | Text | Place | Changes) and field.optional)


def _take_one(field: Field, value: object, left: dict[str, object], taken: dict[str, object], lost: list[str]) -> None:
    match field:
        case OneOf():
            option = _option(field, value, lost)
            taken[field.name] = option.value
            _take(option.then(), left, taken, lost)
        case SomeOf():
            taken[field.name] = _some(field, value, lost)
        case Several():
            taken[field.name] = _several(field, value, lost)
        case _:
            alone = Form((field,))
            alone.refusal({field.name: value})
            taken[field.name] = value


def _option(field: OneOf, value: object, lost: list[str]) -> Option:
    """The option that is meant; of several the first that can be chosen."""
    meant = list(value) if isinstance(value, list | tuple) else [value]
    found = [option for each in meant for option in field.options if option.value == each]
    if not found:
        raise BadAnswer(field.name, f"'{value}' cannot be chosen for '{field.name}' here")
    if len(meant) > 1:
        lost.append(f"more than one {field.name}")
    return found[0]


def _some(field: SomeOf, value: object, lost: list[str]) -> list[str]:
    meant = list(value) if isinstance(value, list | tuple) else [value]
    known = [option.value for option in field.options]
    found = [cast("str", each) for each in dict.fromkeys(meant) if each in known]
    if len(found) < max(field.least, 1 if meant else 0):
        raise BadAnswer(field.name, f"'{field.name}' cannot be said here")
    if len(found) < len(meant) or len(found) > field.most:
        lost.append(f"some of {field.name}")
    return found[: field.most]


def _several(field: Several, value: object, lost: list[str]) -> list[Mapping[str, object]]:
    deeds = list(value) if isinstance(value, list | tuple) else []
    fitted = [_fit(tuple(field.each()), each) for each in deeds[: field.most]]
    if len(deeds) > field.most:
        lost.append(f"more than {field.most} of {field.name}")
    lost.extend(name for each in fitted for name in each.left_out)
    return [each.answer for each in fitted]
