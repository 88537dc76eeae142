"""Dead ends of a form: options that are allowed, but after which every choice is forbidden.

They are shown as forbidden, with the reason.
"""

from collections.abc import Iterable

from rules.api import Field, OneOf, Option, Refusal

Reason = tuple[int, Refusal]
"""The number of choices made before the refusal is met, and the refusal."""


def find_dead_end(option: Option, without: str = "") -> Refusal | None:
    """Return the refusal that makes an option a dead end, or None where it can be completed.

    Of several refusals the one met after most choices is returned. Options whose value is ``without`` do not count:
    for example the combatant that is asked, in a list of targets.
    """
    found = _find_reason(option, without, 0)
    return found[1] if found is not None else None


def _find_reason(option: Option, without: str, depth: int) -> Reason | None:
    if option.refusal is not None:
        return depth, option.refusal
    return _find_reason_in_fields(option.then(), without, depth + 1)


def _find_reason_in_fields(fields: Iterable[Field], without: str, depth: int) -> Reason | None:
    for each in fields:
        if isinstance(each, OneOf) and not each.optional:
            found = [_find_reason(option, without, depth) for option in each.options if option.value != without]
            reasons = [reason for reason in found if reason is not None]
            if reasons and len(reasons) == len(found):
                return max(reasons, key=lambda reason: reason[0])
    return None
