"""Answers of one procedure, fitted to the form of another."""

from collections.abc import Mapping, Sequence

from rules.kernel.effects import Answer
from rules.kernel.forms import (
    BadAnswer,
    ChangesField,
    Choice,
    Field,
    Form,
    Number,
    OneOf,
    PlaceField,
    Several,
    SomeOf,
    Text,
    widen_field,
)
from rules.kernel.frozen import frozen
from rules.kernel.terms import Action

PREPARED = ("prepared", "when", "watch", "part")
"""The fields that prepare a deed."""


@frozen
class Fitted:
    """An answer in the shape of a form."""

    answer: Mapping[str, object]
    left_out: tuple[str, ...] = ()
    """Fields that the form has no place for."""
    waits: bool = False
    """A prepared deed became waiting."""


def fit(form: Form, answer: Answer) -> Fitted:
    """Return the answer in this form. Raises BadAnswer if the form needs a choice it lacks.

    If nothing can be prepared, a prepared deed becomes waiting (for the combatant watched) and then the deed.
    """
    fitted = _fit_all(form.fields, answer)
    if "prepared" in fitted.left_out and answer.get("prepared") == "yes":
        awaited = _fit_all(form.fields, _make_awaiting(answer))
        return Fitted(awaited.answer, awaited.left_out, waits=True)
    return fitted


def _make_awaiting(answer: Answer) -> Answer:
    deed = {name: value for name, value in answer.items() if name not in PREPARED}
    watched = {"target": answer["watch"]} if answer.get("watch") else {}
    return {"action": Action.AWAIT.value, **watched, "with": [deed]}


def _fit_all(fields: Sequence[Field], answer: Answer) -> Fitted:
    left, taken, lost = dict(answer), dict[str, object](), list[str]()
    _fit_fields(fields, left, taken, lost)
    return Fitted(taken, tuple(dict.fromkeys([*lost, *left])))


def _fit_fields(fields: Sequence[Field], left: dict[str, object], taken: dict[str, object], lost: list[str]) -> None:
    for field in fields:
        if field.name not in left:
            if not _may_be_missing(field):
                raise BadAnswer(field.name, f"'{field.name}' is asked here")
            continue
        value = left.pop(field.name)
        try:
            _fit_field(field, value, left, taken, lost)
        except BadAnswer:
            if not _may_be_missing(field):
                raise
            lost.append(field.name)


def _may_be_missing(field: Field) -> bool:
    if isinstance(field, SomeOf):
        return field.least == 0
    return isinstance(field, Several) or (
        isinstance(field, OneOf | Number | Text | PlaceField | ChangesField) and field.optional
    )


def _fit_field(field: Field, value: object, left: dict[str, object], taken: dict[str, object], lost: list[str]) -> None:
    if isinstance(value, list | tuple):
        field = widen_field(field)
    match field:
        case OneOf():
            choice = _fit_choice(field, value, lost)
            taken[field.name] = choice.value
            _fit_fields(choice.then(), left, taken, lost)
        case SomeOf():
            taken[field.name] = _fit_some(field, value, lost)
        case Several():
            taken[field.name] = _fit_several(field, value, lost)
        case _:
            alone = Form((field,))
            alone.find_refusal({field.name: value})
            taken[field.name] = value


def _fit_choice(field: OneOf, value: object, lost: list[str]) -> Choice:
    """Return the chosen choice; of several, the first that the form has."""
    meant = list(value) if isinstance(value, list | tuple) else [value]
    found = [choice for each in meant for choice in field.choices if choice.value == each]
    if not found:
        raise BadAnswer(field.name, f"'{value}' cannot be chosen for '{field.name}' here")
    if len(meant) > 1:
        lost.append(f"more than one {field.name}")
    return found[0]


def _fit_some(field: SomeOf, value: object, lost: list[str]) -> list[str]:
    meant = list(value) if isinstance(value, list | tuple) else [value]
    known = [choice.value for choice in field.choices]
    found = [each for each in dict.fromkeys(meant) if isinstance(each, str) and each in known]
    if len(found) < max(field.least, 1 if meant else 0):
        raise BadAnswer(field.name, f"'{field.name}' cannot be said here")
    if len(found) < len(meant) or len(found) > field.most:
        lost.append(f"some of {field.name}")
    return found[: field.most]


def _fit_several(field: Several, value: object, lost: list[str]) -> list[Mapping[str, object]]:
    deeds = list(value) if isinstance(value, list | tuple) else []
    fitted = [_fit_all(tuple(field.each()), each) for each in deeds[: field.most]]
    if len(deeds) > field.most:
        lost.append(f"more than {field.most} of {field.name}")
    lost.extend(name for each in fitted for name in each.left_out)
    return [each.answer for each in fitted]
