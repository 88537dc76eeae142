"""The translation of questions and answers between the log's ids and a viewer's."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rules.kernel.effects import Answer
from rules.kernel.forms import ChangesField, Field, Form, OneOf, Option, Refusal, Several, SomeOf
from rules.kernel.reveal.knowledge import Knowledge


def show_form(known: Knowledge, form: Form) -> Form:
    """Return the form in the viewer's ids and names.

    Options about combatants that the viewer has not met are left out.
    """
    return Form(
        _show_fields(known, form.fields),
        check=lambda answer: _show_refusal(known, form.check(restore_answer(known, answer))),
        count_usage=lambda answer: form.count_usage(restore_answer(known, answer)),
    )


def _show_fields(known: Knowledge, fields: Sequence[Field]) -> tuple[Field, ...]:
    return tuple(_show_field(known, each) for each in fields)


def _show_field(known: Knowledge, field: Field) -> Field:
    if isinstance(field, OneOf | SomeOf):
        return replace(field, label=known.show_words(field.label), options=_show_options(known, field.options))
    if isinstance(field, ChangesField):
        return replace(field, label=known.show_words(field.label), who=_show_options(known, field.who))
    if isinstance(field, Several):
        return replace(
            field,
            label=known.show_words(field.label),
            each=lambda: _show_fields(known, field.each()),
            after=_show_after(known, field),
        )
    return replace(field, label=known.show_words(field.label))


def _show_after(known: Knowledge, field: Several) -> Callable[[Answer], Sequence[Field]] | None:
    after = field.after
    return None if after is None else lambda answer: _show_fields(known, after(restore_answer(known, answer)))


def _show_refusal(known: Knowledge, refusal: Refusal | None) -> Refusal | None:
    return replace(refusal, reason=known.show_words(refusal.reason)) if refusal is not None else None


def _show_options(known: Knowledge, options: Sequence[Option]) -> tuple[Option, ...]:
    return tuple(_show_option(known, each) for each in options if _may_choose(known, each.value))


def _may_choose(known: Knowledge, value: str) -> bool:
    return value not in known.truth.combatants or known.has_met(value)


def _show_option(known: Knowledge, option: Option) -> Option:
    then = option.then
    return replace(
        option,
        value=known.show_text(option.value) if option.value in known.truth.combatants else option.value,
        label=known.show_words(option.label),
        price=known.show_words(option.price),
        refusal=_show_refusal(known, option.refusal),
        then=lambda: _show_fields(known, then()),
    )


def restore_answer(known: Knowledge, answer: Answer) -> dict[str, object]:
    """Return the answer in the log's ids.

    An id of the log that is not one of the viewer's becomes "", which no form accepts.
    """
    return {key: _restore_value(known, value) for key, value in answer.items()}


def _restore_value(known: Knowledge, value: object) -> object:
    if isinstance(value, str):
        real = known.names.reals.get(value)
        if real is not None and known.has_met(real):
            return real
        return "" if value in known.truth.combatants else value
    if isinstance(value, Mapping):
        return {key: _restore_value(known, each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_restore_value(known, each) for each in value]
    return value
