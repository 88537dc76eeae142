"""Choices that lead nowhere: all that follows is forbidden. They are shown with why, as if forbidden themselves."""

from collections.abc import Iterable

from rules.api import Field, OneOf, Option, Refusal

Reason = tuple[int, Refusal]
"""Why, and after how many choices it turns out."""


def why_not(option: Option, without: str = "") -> Refusal | None:
    """Why an option cannot be carried through: the reason that turns up furthest along. None: there is a way.

    ``without`` is a value that is no choice to anybody: whoever is asked, among those whom it is about.
    """
    found = _reason(option, without, 0)
    return found[1] if found is not None else None


def _reason(option: Option, without: str, depth: int) -> Reason | None:
    if option.refusal is not None:
        return depth, option.refusal
    return _of_fields(option.then(), without, depth + 1)


def _of_fields(fields: Iterable[Field], without: str, depth: int) -> Reason | None:
    for each in fields:
        if isinstance(each, OneOf) and not each.optional:
            found = [_reason(option, without, depth) for option in each.options if option.value != without]
            reasons = [reason for reason in found if reason is not None]
            if reasons and len(reasons) == len(found):
                return max(reasons, key=lambda reason: reason[0])
    return None
