"""The translation of questions and answers between the log's ids and a viewer's."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import cast

from rules.kernel.effects import Answer
from rules.kernel.forms import Changes, Field, Form, OneOf, Option, Refusal, Several, SomeOf
from rules.kernel.reveal.knowledge import Knowledge


def shown_form(k: Knowledge, form: Form) -> Form:
    """Return the form in the viewer's ids and names.

    Options about combatants that the viewer has not met are left out.
    """
    return Form(
        _fields(k, form.fields),
        check=lambda answer: _in_words(k, form.check(real_answer(k, answer))),
        account=lambda answer: form.account(real_answer(k, answer)),
    )


def _fields(k: Knowledge, fields: Sequence[Field]) -> tuple[Field, ...]:
    return tuple(_field(k, each) for each in fields)


def _field(k: Knowledge, field: Field) -> Field:
    if isinstance(field, OneOf | SomeOf):
        return replace(field, label=k.words(field.label), options=_options(k, field.options))
    if isinstance(field, Changes):
        return replace(field, label=k.words(field.label), who=_options(k, field.who))
    if isinstance(field, Several):
        return replace(field, label=k.words(field.label), each=lambda: _fields(k, field.each()), after=_after(k, field))
    return replace(field, label=k.words(field.label))


def _after(k: Knowledge, field: Several) -> Callable[[Answer], Sequence[Field]] | None:
    after = field.after
    return None if after is None else lambda answer: _fields(k, after(real_answer(k, answer)))


def _in_words(k: Knowledge, refusal: Refusal | None) -> Refusal | None:
    return replace(refusal, reason=k.words(refusal.reason)) if refusal is not None else None


def _options(k: Knowledge, options: Sequence[Option]) -> tuple[Option, ...]:
    return tuple(_option(k, each) for each in options if _may_choose(k, each.value))


def _may_choose(k: Knowledge, value: str) -> bool:
    return value not in k.truth.combatants or k.knows(value)


def _option(k: Knowledge, option: Option) -> Option:
    then = option.then
    return replace(
        option,
        value=cast("str", k.plain(option.value)) if option.value in k.truth.combatants else option.value,
        label=k.words(option.label),
        price=k.words(option.price),
        barred=_in_words(k, option.barred),
        then=lambda: _fields(k, then()),
    )


def real_answer(k: Knowledge, answer: Answer) -> dict[str, object]:
    """Return the answer in the log's ids.

    An id of the log that is not one of the viewer's becomes "", which no form accepts.
    """
    return {key: _real(k, value) for key, value in answer.items()}


def _real(k: Knowledge, value: object) -> object:
    if isinstance(value, str):
        real = k.names.reals.get(value)
        if real is not None and k.knows(real):
            return real
        return "" if value in k.truth.combatants else value
    if isinstance(value, Mapping):
        return {key: _real(k, each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_real(k, each) for each in value]
    return value
