"""Options of a question as they are listed: what leads on, ways under their headings, boxes before them."""

from collections.abc import Sequence

from encounters.forms.shown import Choice, choice_of
from rules.api import Field, OneOf, Option, Refusal, SomeOf

BOTH = ">"
"""Between the two halves of a choice made in one list."""


def all_barred(options: Sequence[Option]) -> bool:
    """Whether the way there is a blind alley: it is shown by itself, with why."""
    return all(option.refusal is not None for option in options)


def blind(fields: Sequence[Field]) -> Refusal | None:
    """Why none of these deeds can be done; None where one can."""
    match fields:
        case (OneOf(optional=False, options=options), *_) if options and all_barred(options):
            return options[0].refusal
    return None


def opens(option: Option) -> bool:
    """Whether choosing this asks for more."""
    return option.refusal is None and bool(option.then())


def any_opens(options: Sequence[Option]) -> bool:
    """Whether choosing one of these asks for more."""
    return any(opens(option) for option in options)


def merged(options: Sequence[Option]) -> list[Option]:
    """Ways that open a list each, as one list under their headings; what is forbidden stays, and says why."""
    rows: list[Option] = []
    if are_letters(options):
        return list(options)
    for option in options:
        nested = list(option.then()) if option.refusal is None else []
        first = nested[0] if nested else None
        if isinstance(first, OneOf) and not first.optional and any_opens(first.options):
            rows += [_under(option, each) for each in first.options]
        else:
            rows.append(option)
    return rows


def _under(way: Option, option: Option) -> Choice:
    value = f"{way.value}{BOTH}{option.value}"
    letter = option.value if len(option.value) == 1 else ""
    return choice_of(option, value=value, group=way.label, box=option.box or letter)


def choices_of(asked: Field, values: Sequence[str]) -> Sequence[Option]:
    if not isinstance(asked, OneOf | SomeOf):
        return ()
    return [choice_of(each, checked=each.value in values) for each in asked.options]


def shape_of(options: Sequence[Option]) -> str:
    """How choices that lead on are drawn: as letters, with a box before each, or as plain rows."""
    if are_letters(options):
        return "letters"
    return "boxes" if any(each.box for each in options) else "rows"


def at_once(options: Sequence[Option]) -> list[Option]:
    """Those that say all that is asked: they stand below, where answers are given."""
    return [each for each in options if each.at_once and each.refusal is None]


def are_letters(options: Sequence[Option]) -> bool:
    """Whether these are the letters of the list of actions, which stay as they are."""
    return all(len(option.value) == 1 for option in options)
