"""Plain values: those that JSON can hold and give back unchanged."""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from math import isfinite

DEEPEST = 40
"""The most levels of lists and objects inside each other."""


class BadData(ValueError):
    """Data that cannot be read, or a value that JSON cannot hold.

    ``path`` is its place: "stat_blocks[2].weapons".
    """

    def __init__(self, message: str, path: str = "") -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.message = message
        self.path = path

    def with_step(self, step: str) -> "BadData":
        """Return the same error with a path one step longer: a field's name, or "[2]"."""
        joint = "" if not self.path or self.path.startswith("[") else "."
        return BadData(self.message, f"{step}{joint}{self.path}")


def normalise(value: object, depth: int = 0) -> object:
    """Return the value as it comes back from JSON.

    Tuples become lists, enums their values, fractions text; keys are sorted. Normal values are their own normal form.
    Raises BadData for anything that JSON cannot hold: a set, an object, a key that is no text, a number that is not
    finite.
    """
    # Enums are texts or numbers too, so exact types come first.
    kind = type(value)
    if value is None or kind is str or kind is int or kind is bool:
        return value
    if depth > DEEPEST:
        raise BadData("is too deep")
    if isinstance(value, Enum):
        return normalise(value.value, depth)
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, list | tuple):
        return [_normalise_item(at, each, depth) for at, each in enumerate(value)]
    if isinstance(value, Mapping):
        return {key: _normalise_entry(key, value[key], depth) for key in sorted(value, key=_check_key)}
    if isinstance(value, float) and isfinite(value):
        return value
    raise BadData(f"{value!r} is no plain value")


def _normalise_item(at: int, value: object, depth: int) -> object:
    try:
        return normalise(value, depth + 1)
    except BadData as error:
        raise error.with_step(f"[{at}]") from None


def _normalise_entry(key: str, value: object, depth: int) -> object:
    try:
        return normalise(value, depth + 1)
    except BadData as error:
        raise error.with_step(key) from None


def _check_key(key: object) -> str:
    if type(key) is not str:
        raise BadData(f"{key!r} is no text, and keys are")
    return key
