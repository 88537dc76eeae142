"""One input of an encounter's log with the events it gave, and why an input cannot be taken."""

from dataclasses import dataclass, field

from rules import events as e
from rules.forms import Refusal
from rules.inputs import Input, TakeBack


class BadInput(ValueError):
    """An input that cannot be taken; it leaves no trace. ``field`` names what is wrong with it."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class Stale(BadInput):
    """An answer to a question that is no longer open."""


class RulesChanged(RuntimeError):
    """The stored events of a stage are not those its inputs give under the present rules."""


@dataclass
class Record:
    """One input at its position (from 1), with the events it gave and the refusal it met, if any."""

    position: int
    input: Input
    events: list[e.Event] = field(default_factory=list)
    refusal: Refusal | None = None


def covers(record: Record) -> int | None:
    """Return the position that a take-back returns to; None for any other input."""
    return record.input.to if isinstance(record.input, TakeBack) else None
