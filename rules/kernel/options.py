"""The options of a procedure, with the values that each may have."""

from collections.abc import Callable
from dataclasses import field

from rules.kernel.frozen import frozen
from rules.kernel.terms import ClauseId


@frozen
class OptionSpec:
    """One of a procedure's options: its key, default, choices and clause."""

    key: str
    default: object
    choices: tuple[object, ...]
    clause: ClauseId
    reads: Callable[[object], object] | None = field(default=None, compare=False, repr=False)
    """Return the value that is kept, of a written value that is not among the choices.

    It raises ValueError for an impossible value.
    """

    def read_value(self, written: object) -> object:
        """Return the value that is kept, of a written value. Raises ValueError, naming the key."""
        if any(is_same(written, choice) for choice in self.choices):
            return written
        choices = ", ".join(str(choice) for choice in self.choices)
        if self.reads is None:
            raise ValueError(f"'{self.key}' is one of {choices}; not {written!r}")
        try:
            return self.reads(written)
        except ValueError as error:
            raise ValueError(f"'{self.key}' is one of {choices}, or {error}; not {written!r}") from error


def is_same(value: object, other: object) -> bool:
    """Return whether two values are of one type and equal."""
    return value is other or (type(value) is type(other) and value == other)
