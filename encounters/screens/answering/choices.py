"""The options of a question as they are listed: under headings, with boxes, or as letters."""

from collections.abc import Sequence

from encounters.screens.answering.shown import Choice, make_choice
from rules.api import Field, OneOf, Option, Refusal, SomeOf

BOTH = ">"
"""The separator between the two values of a choice that is made in one list."""


def are_all_forbidden(options: Sequence[Option]) -> bool:
    """Return whether every option is forbidden.

    Such a choice is shown as a step of its own, with the reasons.
    """
    return all(option.refusal is not None for option in options)


def find_block(fields: Sequence[Field]) -> Refusal | None:
    """Return the refusal of the first option where the first field allows none; otherwise None."""
    match fields:
        case (OneOf(optional=False, options=options), *_) if options and are_all_forbidden(options):
            return options[0].refusal
    return None


def has_fields(option: Option) -> bool:
    """Return whether the option is allowed and opens further fields."""
    return option.refusal is None and bool(option.then())


def has_any_fields(options: Sequence[Option]) -> bool:
    """Return whether an allowed option opens further fields."""
    return any(has_fields(option) for option in options)


def merge_lists(options: Sequence[Option]) -> list[Option]:
    """Return options that each open a list as one list, in which their labels are headings.

    Forbidden options stay in the list, with the reason. Options with letters are returned as they are.
    """
    rows: list[Option] = []
    if are_letters(options):
        return list(options)
    for option in options:
        nested = list(option.then()) if option.refusal is None else []
        first = nested[0] if nested else None
        if isinstance(first, OneOf) and not first.optional and has_any_fields(first.options):
            rows += [_put_under(option, each) for each in first.options]
        else:
            rows.append(option)
    return rows


def _put_under(way: Option, option: Option) -> Choice:
    value = f"{way.value}{BOTH}{option.value}"
    letter = option.value if len(option.value) == 1 else ""
    return make_choice(option, value=value, group=way.label, box=option.box or letter)


def list_choices(asked: Field, values: Sequence[str]) -> Sequence[Option]:
    if not isinstance(asked, OneOf | SomeOf):
        return ()
    return [make_choice(each, checked=each.value in values) for each in asked.options]


def find_shape(options: Sequence[Option]) -> str:
    """Return the way options are drawn: "letters", "boxes" (a sign before each) or "rows"."""
    if are_letters(options):
        return "letters"
    return "boxes" if any(each.box for each in options) else "rows"


def list_complete(options: Sequence[Option]) -> list[Option]:
    """Return the allowed options that are complete answers; they are shown as buttons below."""
    return [each for each in options if each.at_once and each.refusal is None]


def are_letters(options: Sequence[Option]) -> bool:
    """Return whether all values are single letters, as in a list of actions.

    Such a list keeps its shape.
    """
    return all(len(option.value) == 1 for option in options)
