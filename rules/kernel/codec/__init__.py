"""Codec: events, inputs, combatants, declarations and states as JSON, and back.

Objects are JSON objects of their fields; enums stand by value, fractions as "3/2", tuples as lists. A mapping to plain
values is an object; any other mapping, whose order is the roster's, is a list of pairs. Fields typed ``object`` hold
plain JSON values as ``normalise`` leaves them: a value must have been through it to come back equal. An object that is
encoded alone carries the version under "v"; an event its "kind", an input its "type".

Data of an older version are converted while they are read (``rules.kernel.codec.versions``).
"""

import json
import types
from collections.abc import Mapping
from dataclasses import is_dataclass
from types import GenericAlias
from typing import Any, TypeVar, Union, get_args, get_origin

from rules.kernel.codec.shapes import BadData as BadData
from rules.kernel.codec.shapes import find_named_kind, find_shape, is_named
from rules.kernel.codec.shapes import normalise as normalise
from rules.kernel.codec.versions import READING, convert, find_name, list_earlier_names, read_as
from rules.kernel.events import KERNEL_KINDS, Event
from rules.kernel.inputs import Input
from rules.kernel.stored_forms import CODEC_VERSION, Data

__all__ = [
    "CODEC_VERSION",
    "BadData",
    "INPUT_TYPES",
    "NewerData",
    "decode",
    "decode_event",
    "decode_input",
    "encode_text",
    "encode",
    "is_as_stored",
    "list_earlier_names",
    "encode_event",
    "encode_input",
    "decode_text",
    "normalise",
    "normalise_event",
    "normalise_input",
]

FIRST = "1"
"""The first version, as it was written; later ones are whole numbers."""

INPUT_TYPES: dict[str, type[Input]] = {each.__name__: each for each in get_args(Input)}
"""Every kind of input by its name."""

Thing = TypeVar("Thing")


def encode(thing: object) -> Data:
    """Return the JSON object of an event, an input or any other dataclass of the rules.

    Raises BadData for a value that JSON cannot hold.
    """
    kind = type(thing)
    data: Data = find_shape(kind).encode(thing)
    data["v"] = CODEC_VERSION
    if isinstance(thing, Event):
        data["kind"] = thing.kind
    elif kind.__name__ in INPUT_TYPES and INPUT_TYPES[kind.__name__] is kind:
        data["type"] = kind.__name__
    return data


def decode(what: type[Thing], data: object) -> Thing:
    """Return the object that was encoded as ``data``.

    Raises BadData naming the path of a value that is missing, unknown or of the wrong kind.
    """
    version = _read_version(data)
    fields = _read_fields(data)
    label = "kind" if issubclass(what, Event) else "type" if what.__name__ in INPUT_TYPES else ""
    if label and find_name(fields.pop(label, None), version, what) != what.__name__:
        raise BadData(f"is not {what.__name__}", label)
    return _decode_fields(what, fields, version)


def _decode_fields(what: type[Thing], fields: Data, version: int) -> Thing:
    if version == CODEC_VERSION:
        return find_shape(what).decode(fields)
    with read_as(version):
        return find_shape(what).decode(fields)


class NewerData(BadData):
    """Data that a later version of the code wrote."""


def _read_version(data: object) -> int:
    """Return the version of data.

    Raises BadData, and NewerData for a version that only later code can read.
    """
    version = data.get("v") if isinstance(data, Mapping) else None
    if version == FIRST:
        return 1
    if type(version) is not int or version < 1:
        raise BadData(f"{version!r} is no version", "v")
    if version > CODEC_VERSION:
        raise NewerData(f"was written in form {version}, and this version reads forms up to {CODEC_VERSION}", "v")
    return version


def _read_fields(data: object) -> Data:
    """Return the fields of stored data with their label, without the version."""
    fields = dict(data) if isinstance(data, Mapping) else {}
    fields.pop("v", None)
    return fields


def encode_event(event: Event) -> Data:
    """Return the JSON object of an event."""
    return encode(event)


def decode_event(data: object, kinds: Mapping[str, type[Event]] = KERNEL_KINDS) -> Event:
    """Return the event that was encoded, by this version of the kinds or an older one.

    ``kinds`` are those that it may be of; ``rules.kernel.kinds.get_kinds`` returns them for a procedure with its own.
    Raises BadData.
    """
    return _decode_one_of(kinds, Event, "kind", data)


def encode_input(given: Input) -> Data:
    """Return the JSON object of an input."""
    return encode(given)


def decode_input(data: object) -> Input:
    """Return the input that was encoded. Raises BadData."""
    return _decode_one_of(INPUT_TYPES, tuple(INPUT_TYPES.values()), "type", data)


def _decode_one_of(
    known: Mapping[str, type[Thing]], base: type[Any] | tuple[type[Any], ...], label: str, data: object
) -> Thing:
    """Return the object of the known class that the data name under ``label``."""
    version = _read_version(data)
    fields = _read_fields(data)
    name = fields.pop(label, None)
    found = known.get(find_name(name, version, base)) if isinstance(name, str) else None
    if found is None:
        raise BadData(f"'{name}' is unknown", label)
    return _decode_fields(found, fields, version)


def encode_text(thing: object) -> str:
    """Return the JSON text: one line, keys sorted, the same bytes for equal things."""
    return json.dumps(encode(thing), sort_keys=True, separators=(",", ":"), allow_nan=False)


def decode_text(what: type[Thing], text: str) -> Thing:
    """Return what ``encode_text`` wrote. Raises BadData, also for text that is not JSON."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadData("is not JSON") from error
    return decode(what, data)


def normalise_event(event: Event) -> Event:
    """Return the event as it would come back from the log, for comparison with a fresh one."""
    return _normalise(event)


def normalise_input(given: Input) -> Input:
    """Return the input as it would come back from the log.

    Inputs are played in this form, so that stored inputs play alike.
    """
    return _normalise(given)


def _normalise(thing: Thing) -> Thing:
    return find_shape(type(thing)).normalise(thing)


# Comparison of a fresh event with a stored one, which may lack later fields.

CITATIONS = ("clauses", "clause", "outranked")
"""The fields that say why something happened. A version that cites otherwise plays the same fight."""


def is_as_stored(event: Event, data: object) -> bool:
    """Return whether an event is equal to a stored one in every field that is stored.

    Fields that were added since then may have any value, and so may citations.
    """
    version = _read_version(data)
    stored, fresh = _read_fields(data), find_shape(type(event)).encode(event)
    if find_name(stored.pop("kind", None), version, Event) != event.kind:
        return False
    with read_as(version):
        return _has_stored_fields(type(event), stored, fresh)


def _has_stored_fields(kind: type[Any], stored: Data, fresh: Data) -> bool:
    """Return whether fresh data have every field of stored data of a class, with the same value.

    Fields that the stored data lack were added later, and may have any value. ``stored`` is of the version that is
    being read.
    """
    version = READING.get()
    if version < CODEC_VERSION:
        stored = convert(kind, version, stored)
    hints = find_shape(kind).hints
    return all(
        name in fresh and (name in CITATIONS or _is_same(hints[name], value, fresh[name]))
        for name, value in stored.items()
    )


def _is_same(hint: Any, stored: Any, fresh: Any) -> bool:
    if stored == fresh:
        return True
    origin, inner = get_origin(hint), get_args(hint)
    if stored is None or fresh is None:
        return False
    if origin in (Union, types.UnionType):
        return any(_is_same(each, stored, fresh) for each in inner)
    if isinstance(stored, dict) and isinstance(fresh, dict):
        return isinstance(hint, type) and is_dataclass(hint) and _has_stored_fields(hint, stored, fresh)
    if not isinstance(stored, list) or not isinstance(fresh, list) or len(stored) != len(fresh):
        return _is_same_name(hint, stored, fresh)
    if is_named(hint):
        kind = find_named_kind(hint, find_name(stored[0], READING.get(), hint))
        return kind is not None and kind.__name__ == fresh[0] and _has_stored_fields(kind, stored[1], fresh[1])
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
