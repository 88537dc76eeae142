"""Rows of the table of secrecy: the audience of a kind of event, and of each of its fields.

A row is read from the event's class, which declares all of it. A kind that does not declare everything is shown to
nobody: ``lookup_row`` raises.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, ClassVar, get_origin, get_type_hints

from rules.kernel.deeds import Declaration
from rules.kernel.event import Event
from rules.kernel.frozen import frozen
from rules.kernel.own import Own, OwnDetails
from rules.kernel.visibility import NEEDS_DOER, Audience, Mask, Sees


@frozen
class Row:
    """The audience of a kind of event, and the visibility of its fields."""

    to: Audience
    fields: Mapping[str, Sees]
    plain: tuple[str, ...]
    """The fields that all of the audience see as they are: most of them."""
    masked: Mapping[str, Sees]
    """The other fields."""
    needed: tuple[str, ...]
    """The fields with combatants without which there is nothing to see."""


class Unlisted(LookupError):
    """An event kind that does not declare its audience, or that of a field; it is never shown."""


_read: dict[type[Event], Row] = {}


def lookup_row(kind: type[Event]) -> Row:
    """Return the row of a kind of event.

    Raises Unlisted where the kind does not declare its audience, or that of a field.
    """
    found = _read.get(kind)
    if found is None:
        found = _read[kind] = _read_row(kind)
    return found


def _read_row(kind: type[Event]) -> Row:
    if "audience" not in vars(kind):
        raise Unlisted(f"{kind.__name__} does not declare its audience")
    own = {
        name: sees
        for name, hint in get_type_hints(kind, include_extras=True).items()
        if (sees := _find_visibility(hint))
    }
    found = {**kind.inherited, **own}
    names = [each.name for each in fields(kind)]
    different = sorted(set(names) ^ set(found))
    if different:
        raise Unlisted(f"{kind.__name__} does not say who sees {', '.join(different)}")
    return build_row(kind.audience, {name: found[name] for name in names})


def build_row(to: Audience, fields: Mapping[str, Sees]) -> Row:
    """Return the row of a kind of event with this audience and these fields."""
    plain = tuple(name for name, sees in fields.items() if (sees.to, sees.mask) == (Audience.ALL, Mask.AS_IS))
    masked = {name: sees for name, sees in fields.items() if name not in plain}
    return Row(to, fields, plain, masked, tuple(name for name, sees in fields.items() if sees is NEEDS_DOER))


_read_fields: dict[type[Declaration] | type[Own], Mapping[str, Sees]] = {}


def lookup_fields(kind: type[Declaration] | type[Own]) -> Mapping[str, Sees]:
    """Return the visibility of the own fields of a class.

    It is one of declarations, of additions, or of details of an event. Only a detail may be shown to some alone.
    Raises Unlisted where a field does not declare its visibility.
    """
    found = _read_fields.get(kind)
    if found is None:
        found = _read_fields[kind] = _find_fields(kind)
    return found


def _find_fields(kind: type[Declaration] | type[Own]) -> Mapping[str, Sees]:
    header = get_type_hints(Declaration)
    hints = get_type_hints(kind, include_extras=True)
    own = {name: hint for name, hint in hints.items() if name not in header and get_origin(hint) is not ClassVar}
    declared = {name: sees for name, hint in own.items() if (sees := _find_visibility(hint))}
    found = {name: sees for name, sees in declared.items() if sees.to is Audience.ALL or issubclass(kind, OwnDetails)}
    if undeclared := sorted(set(own) - set(found)):
        raise Unlisted(f"{kind.__name__} does not declare who sees {', '.join(undeclared)}")
    return found


def _find_visibility(hint: Any) -> Sees | None:
    return next((each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Sees)), None)


def replace_hidden(sees: Sees, event: Event) -> Any:
    """Return the replacement that viewers get who do not see a field."""
    given: Any = sees.instead
    replacement: Callable[[Event], Any] | None = given if callable(given) else None
    return replacement(event) if replacement is not None else given
