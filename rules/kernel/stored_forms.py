"""The version of everything that is stored, and types and tools for older versions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from rules.kernel.terms import DM

CODEC_VERSION = 11
"""The version of the data written. It is raised with every change of a stored class that needs a converter."""

Data = dict[str, Any]
"""The JSON object of a dataclass."""

Converter = Callable[[Data], Data]
"""Return the fields as the next version has them, from those of one version; the given object stays as it is."""

Converters = Mapping[type[Any], Mapping[int, Converter]]
"""Converters by the class as it is now, and by the version from which each of them leads to the next."""

Renames = Mapping[int, Sequence[tuple[str, type[Any]]]]
"""Names that a version has of classes that have another one now, and the classes.

They are classes that are written by name: kinds of events and inputs, deeds and their statuses, declarations, sheets
and own state. Two classes of different bases may have one name.
"""


def drop_empty_fields(kind: type[Any]) -> Converter:
    """Return a converter that leaves out what a class has no more, where it is empty.

    What holds something is left to the procedure that had it.
    """

    def convert(data: Data) -> Data:
        known = {each.name for each in fields(kind)}
        return {name: value for name, value in data.items() if name in known or value not in (None, "")}

    return convert


def read_private_event(fields: Data) -> Data:
    """Return the fields of an event for one player, perceived by its combatant alone.

    Without a combatant it is the DM's. Up to version 2 some of them said that all perceive it; they were shown to that
    player and the DM all the same.
    """
    return {**fields, "perceived_by": [fields.get("who") or DM]}
