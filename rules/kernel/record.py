"""The records of an encounter's log: inputs with their events; and errors of inputs."""

from dataclasses import dataclass, field

from rules.kernel import events as e
from rules.kernel.forms import Refusal
from rules.kernel.inputs import Input, TakeBack


class BadInput(ValueError):
    """An input that cannot be taken and leaves no trace; ``field`` names the part at fault."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class StaleInput(BadInput):
    """An answer to a question that is no longer open."""


class RulesChanged(RuntimeError):
    """A stage whose stored events differ from those that its inputs give under today's rules."""


@dataclass
class Record:
    """One input of the log, with the events that it gave."""

    position: int
    """The position in the log, from 1."""
    input: Input
    events: list[e.Event] = field(default_factory=list)
    refusal: Refusal | None = None
    """The refusal that the input met, if any."""


def get_taken_back_to(record: Record) -> int | None:
    """Return the position to which a take-back returns; None for any other input."""
    return record.input.to if isinstance(record.input, TakeBack) else None
