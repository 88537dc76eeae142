"""The translation of questions and answers between the log's ids and a viewer's."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import cast

from rules.kernel.effects import Answer
from rules.kernel.forms import Changes, Field, Form, OneOf, Option, Refusal, Several, SomeOf
from rules.kernel.reveal.knowledge import Knowledge


def shown_form(known: Knowledge, form: Form) -> Form:
    """Return the form in the viewer's ids and names.

    Options about combatants that the viewer has not met are left out.
    """
    return Form(
        _fields(known, form.fields),
        check=lambda answer: _in_words(known, form.check(real_answer(known, answer))),
        account=lambda answer: form.account(real_answer(known, answer)),
    )


def _fields(known: Knowledge, fields: Sequence[Field]) -> tuple[Field, ...]:
    return tuple(_field(known, each) for each in fields)


def _field(known: Knowledge, field: Field) -> Field:
    if isinstance(field, OneOf | SomeOf):
        return replace(field, label=known.words(field.label), options=_options(known, field.options))
    if isinstance(field, Changes):
        return replace(field, label=known.words(field.label), who=_options(known, field.who))
    if isinstance(field, Several):
        return replace(
            field, label=known.words(field.label), each=lambda: _fields(known, field.each()), after=_after(known, field)
        )
    return replace(field, label=known.words(field.label))


def _after(known: Knowledge, field: Several) -> Callable[[Answer], Sequence[Field]] | None:
    after = field.after
    return None if after is None else lambda answer: _fields(known, after(real_answer(known, answer)))


def _in_words(known: Knowledge, refusal: Refusal | None) -> Refusal | None:
    return replace(refusal, reason=known.words(refusal.reason)) if refusal is not None else None


def _options(known: Knowledge, options: Sequence[Option]) -> tuple[Option, ...]:
    return tuple(_option(known, each) for each in options if _may_choose(known, each.value))


def _may_choose(known: Knowledge, value: str) -> bool:
    return value not in known.truth.combatants or known.knows(value)


def _option(known: Knowledge, option: Option) -> Option:
    then = option.then
    return replace(
        option,
        value=cast("str", known.plain(option.value)) if option.value in known.truth.combatants else option.value,
        label=known.words(option.label),
        price=known.words(option.price),
        refusal=_in_words(known, option.refusal),
        then=lambda: _fields(known, then()),
    )


def real_answer(known: Knowledge, answer: Answer) -> dict[str, object]:
    """Return the answer in the log's ids.

    An id of the log that is not one of the viewer's becomes "", which no form accepts.
    """
    return {key: _real(known, value) for key, value in answer.items()}


def _real(known: Knowledge, value: object) -> object:
    if isinstance(value, str):
        real = known.names.reals.get(value)
        if real is not None and known.knows(real):
            return real
        return "" if value in known.truth.combatants else value
    if isinstance(value, Mapping):
        return {key: _real(known, each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_real(known, each) for each in value]
    return value
