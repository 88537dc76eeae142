"""Codec: what is stored and sent, as JSON and back: events, inputs, figures, declarations, states.

Objects are JSON objects of their fields; enums stand by value, fractions as "3/2", tuples as lists. A mapping to plain
values is an object; any other mapping, whose order is the roster's, is a list of pairs. Fields typed ``object`` hold
plain JSON values as ``normal`` leaves them: whatever is kept in one must have been through it to come back equal.
What is encoded alone carries the version under "v"; an event its "kind", an input its "type".
"""

import json
from collections.abc import Mapping
from typing import Any, TypeVar, cast, get_args

from rules.codec.older import updated
from rules.codec.plain import BadData as BadData
from rules.codec.plain import normal as normal
from rules.codec.shapes import Data, shape_of
from rules.events import KINDS, Event
from rules.inputs import Input

__all__ = [
    "VERSION",
    "BadData",
    "INPUT_TYPES",
    "decode",
    "decode_event",
    "decode_input",
    "dumps",
    "encode",
    "encode_event",
    "encode_input",
    "loads",
    "normal",
    "normal_event",
    "normal_input",
]

VERSION = "1"
"""The version of what is written here. Fields that are added later have defaults, and old data is read with them."""

INPUT_TYPES: dict[str, type[Input]] = {each.__name__: each for each in get_args(Input)}
"""Every kind of input by its name."""

Thing = TypeVar("Thing")


def encode(thing: object) -> Data:
    """The JSON object of an event, an input or any other dataclass of the rules. Raises BadData for what is no JSON."""
    kind = type(thing)
    data: Data = shape_of(kind).encode(thing)
    data["v"] = VERSION
    if isinstance(thing, Event):
        data["kind"] = thing.kind
    elif kind.__name__ in INPUT_TYPES and INPUT_TYPES[kind.__name__] is kind:
        data["type"] = kind.__name__
    return data


def decode(what: type[Thing] | str, data: object) -> Thing:
    """The object that was encoded as ``data``: of a class, or of a kind of event or input by its name.

    Raises BadData naming the path of what is missing, unknown or of the wrong kind.
    """
    if not isinstance(data, Mapping):
        raise BadData("is no object")
    fields = dict(cast("Mapping[str, Any]", data))
    if fields.pop("v", None) != VERSION:
        raise BadData(f"is not of version {VERSION}", "v")
    kind = _named(what) if isinstance(what, str) else what
    label = "kind" if issubclass(kind, Event) else "type" if kind.__name__ in INPUT_TYPES else ""
    if label and fields.pop(label, None) != kind.__name__:
        raise BadData(f"is not {kind.__name__}", label)
    return cast("Thing", shape_of(kind).decode(fields))


def _named(name: str) -> type[Any]:
    found: type[Any] | None = KINDS.get(name) or INPUT_TYPES.get(name)
    if found is None:
        raise BadData(f"'{name}' is no kind of event or input", "kind")
    return found


def encode_event(event: Event) -> Data:
    """The JSON object of an event."""
    return encode(event)


def decode_event(data: object) -> Event:
    """The event that was encoded, by this version of the kinds or an older one. Raises BadData."""
    return cast("Event", decode(_label(data, "kind", KINDS), updated(data)))


def encode_input(given: Input) -> Data:
    """The JSON object of an input."""
    return encode(given)


def decode_input(data: object) -> Input:
    """The input that was encoded. Raises BadData."""
    return cast("Input", decode(_label(data, "type", INPUT_TYPES), data))


def _label(data: object, label: str, known: Mapping[str, object]) -> str:
    name = data.get(label) if isinstance(data, Mapping) else None
    if not isinstance(name, str) or name not in known:
        raise BadData(f"'{name}' is none that is known", label)
    return name


def dumps(thing: object) -> str:
    """The JSON text: one line, keys sorted, the same bytes for equal things."""
    return json.dumps(encode(thing), sort_keys=True, separators=(",", ":"), allow_nan=False)


def loads(what: type[Thing] | str, text: str) -> Thing:
    """What ``dumps`` wrote. Raises BadData, for text that is no JSON too."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadData("is no JSON") from error
    return decode(what, data)


def normal_event(event: Event) -> Event:
    """The event as it would come back from the log: what a fresh one is compared with."""
    return cast("Event", shape_of(type(event)).normal(event))


def normal_input(given: Input) -> Input:
    """The input as it would come back from the log: inputs are played as this, so that stored ones play alike."""
    return cast("Input", shape_of(type(given)).normal(given))
