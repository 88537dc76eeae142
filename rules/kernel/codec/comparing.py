"""Comparison of a fresh event with a stored one, which may lack later fields."""

import types
from collections.abc import Mapping
from dataclasses import is_dataclass
from types import GenericAlias
from typing import Any, Union, get_args, get_origin

from rules.kernel.codec.shapes import find_named_kind, find_shape, is_named
from rules.kernel.codec.versions import READING, convert, find_name
from rules.kernel.stored_forms import CODEC_VERSION, Data


def has_stored_fields(kind: type[Any], stored: Data, fresh: Data) -> bool:
    """Return whether fresh data have every field of stored data of a class, with the same value.

    Fields that the stored data lack were added later, and may have any value. ``stored`` is of the version that is
    being read.
    """
    version = READING.get()
    if version < CODEC_VERSION:
        stored = convert(kind, version, stored)
    hints = find_shape(kind).hints
    return all(name in fresh and _is_same(hints[name], value, fresh[name]) for name, value in stored.items())


def _is_same(hint: Any, stored: Any, fresh: Any) -> bool:
    if stored == fresh:
        return True
    origin, inner = get_origin(hint), get_args(hint)
    if stored is None or fresh is None:
        return False
    if origin in (Union, types.UnionType):
        return any(_is_same(each, stored, fresh) for each in inner)
    if isinstance(stored, dict) and isinstance(fresh, dict):
        return isinstance(hint, type) and is_dataclass(hint) and has_stored_fields(hint, stored, fresh)
    if not isinstance(stored, list) or not isinstance(fresh, list) or len(stored) != len(fresh):
        return _is_same_name(hint, stored, fresh)
    if is_named(hint):
        kind = find_named_kind(hint, find_name(stored[0], READING.get(), hint))
        return kind is not None and kind.__name__ == fresh[0] and has_stored_fields(kind, stored[1], fresh[1])
    return all(map(_is_same, _list_inner(origin, inner, len(stored)), stored, fresh))


def _is_same_name(hint: Any, stored: Any, fresh: Any) -> bool:
    """Return whether both are the name of one class, as it was and as it is."""
    base = get_args(hint)
    return get_origin(hint) is type and isinstance(stored, str) and find_name(stored, READING.get(), base) == fresh


def _list_inner(origin: Any, inner: tuple[Any, ...], count: int) -> list[Any]:
    """Return the hint of each item of a list: of a tuple, or of a mapping as pairs."""
    if isinstance(origin, type) and issubclass(origin, Mapping):
        # Own state is a list of its values; any other mapping is written as pairs.
        return [inner[1] if get_origin(inner[0]) is type else GenericAlias(tuple, inner)] * count
    if len(inner) == 2 and inner[1] is Ellipsis:
        return [inner[0]] * count
    return list(inner) if len(inner) == count else [object] * count
