"""The version of everything that is stored, and the types of what reads older versions."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

CODEC_VERSION = 2
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
