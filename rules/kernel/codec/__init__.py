"""Codec: events, inputs, combatants, declarations and states as JSON, and back.

Objects are JSON objects of their fields; enums stand by value, fractions as "3/2", tuples as lists. A mapping to plain
values is an object; any other mapping, whose order is the roster's, is a list of pairs. Fields typed ``object`` hold
plain JSON values as ``normalise`` leaves them: a value must have been through it to come back equal. An object that is
encoded alone carries the version under "v"; an event its "kind", an input its "type".
"""

import json
from collections.abc import Mapping
from typing import Any, TypeVar, get_args

from rules.kernel.codec.shapes import BadData as BadData
from rules.kernel.codec.shapes import Data, find_shape
from rules.kernel.codec.shapes import normalise as normalise
from rules.kernel.events import KERNEL_KINDS, Event
from rules.kernel.inputs import Input

__all__ = [
    "CODEC_VERSION",
    "BadData",
    "INPUT_TYPES",
    "decode",
    "decode_event",
    "decode_input",
    "encode_text",
    "encode",
    "encode_event",
    "encode_input",
    "decode_text",
    "normalise",
    "normalise_event",
    "normalise_input",
]

CODEC_VERSION = "1"
"""The version of the data written. Fields that are added later have defaults, and old data is read with them."""

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
    if not isinstance(data, Mapping):
        raise BadData("is no object")
    fields = dict(data)
    if fields.pop("v", None) != CODEC_VERSION:
        raise BadData(f"is not of version {CODEC_VERSION}", "v")
    label = "kind" if issubclass(what, Event) else "type" if what.__name__ in INPUT_TYPES else ""
    if label and fields.pop(label, None) != what.__name__:
        raise BadData(f"is not {what.__name__}", label)
    return find_shape(what).decode(fields)


def encode_event(event: Event) -> Data:
    """Return the JSON object of an event."""
    return encode(event)


def decode_event(data: object, kinds: Mapping[str, type[Event]] = KERNEL_KINDS) -> Event:
    """Return the event that was encoded, by this version of the kinds or an older one.

    ``kinds`` are those that it may be of; ``rules.kernel.kinds.get_kinds`` returns them for a procedure with its own.
    Raises BadData.
    """
    return decode(_read_label(data, "kind", kinds), _update_fields(data))


def encode_input(given: Input) -> Data:
    """Return the JSON object of an input."""
    return encode(given)


def decode_input(data: object) -> Input:
    """Return the input that was encoded. Raises BadData."""
    return decode(_read_label(data, "type", INPUT_TYPES), data)


def _read_label(data: object, label: str, known: Mapping[str, type[Thing]]) -> type[Thing]:
    name = data.get(label) if isinstance(data, Mapping) else None
    if not isinstance(name, str) or name not in known:
        raise BadData(f"'{name}' is unknown", label)
    return known[name]


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


# Events that older versions wrote.

_ONE_SEGMENT = "one segment"


def _update_fields(data: object) -> object:
    """Return the JSON object of an event with the fields that its kind has now.

    ``cost`` of MindChanged and Warned once held the words that are ``what`` now. A Warned about the risk of an act
    named the combatant who was warned in ``who``, and the combatant who threatened in ``target``.
    """
    if not isinstance(data, Mapping) or data.get("kind") not in ("MindChanged", "Warned"):
        return data
    words = data.get("cost")
    if not isinstance(words, str):
        return data
    fields: dict[str, Any] = {
        **data,
        "cost": int(words == _ONE_SEGMENT),
        "what": "" if words == _ONE_SEGMENT else words,
    }
    if data["kind"] == "Warned" and fields["what"] and data.get("target"):
        fields.update(who=data["target"], target=data.get("who"))
    return fields
