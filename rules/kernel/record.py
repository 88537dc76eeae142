"""The records of an encounter's log, and the faces that dice have shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from rules.kernel import events as e
from rules.kernel.dice import FaceKey
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


class StoredEvents(Protocol):
    """The events of a record as its log has stored them."""

    def read(self) -> Sequence[object]:
        """Return the stored form of each event, in order."""

    def is_equal(self, event: e.Event, data: object) -> bool:
        """Return whether an event is equal to one in its stored form, in every field that is stored."""


@dataclass
class Record:
    """One input of the log, with the events that it gave."""

    position: int
    """The position in the log, from 1."""
    input: Input
    events: list[e.Event] = field(default_factory=list)
    refusal: Refusal | None = None
    """The refusal that the input met, if any."""
    stored: StoredEvents | None = field(default=None, compare=False, repr=False)
    """The events as they are stored; None where the record was not read from a log."""

    def has_stored(self, derived: Sequence[e.Event], begin: int = 0) -> bool:
        """Return whether these events are those of the record from the place ``begin`` on.

        A field that was added after an event was stored may have any value.
        """
        kept = self.events[begin:]
        if list(derived) == kept:
            return True
        if self.stored is None or len(derived) != len(kept):
            return False
        rows = zip(derived, kept, self.stored.read()[begin:], strict=True)
        return all(event == own or self.stored.is_equal(event, data) for event, own, data in rows)


def get_taken_back_to(record: Record) -> int | None:
    """Return the position to which a take-back returns; None for any other input."""
    return record.input.to if isinstance(record.input, TakeBack) else None


FaceShown = tuple[int, str, int]
"""The face that a die showed, its source, and the position of the input that showed it."""

Face = tuple[int, str]
"""The face that a die showed, and its source: seed, typed, ruled, scripted."""


class ShownFaces:
    """The faces of a whole log, events taken back included."""

    def __init__(self) -> None:
        self._faces: dict[tuple[int, FaceKey], list[FaceShown]] = {}

    def remember(self, position: int, given: Input, events: list[e.Event]) -> None:
        """Add the faces of an input and its events; the first showing stands, except for a ruling."""
        if isinstance(given, TakeBack):
            for purpose, by, sides, n, face in given.faces:
                key = (events[0].round, (purpose, by, sides, n))
                self._faces.setdefault(key, []).append((face, "ruled", position))
        for event in events:
            for rolled in event.rolls:
                for at, face in enumerate(rolled.faces):
                    key = (event.round, (rolled.purpose, rolled.by, rolled.sides, rolled.first + at))
                    self._faces.setdefault(key, [(face, rolled.source, position)])

    def know(self, round: int, faces: Mapping[FaceKey, int]) -> None:
        """Add faces that were shown before the log began."""
        for key, face in faces.items():
            self._faces[(round, key)] = [(face, "scripted", 0)]

    def find_before(self, position: int, round: int, key: FaceKey) -> Face | None:
        """Return the face as it was first shown, or last ruled, before this position, or None."""
        for face, source, at in reversed(self._faces.get((round, key), ())):
            if at < position:
                return face, source
        return None

    def list_of_round(self, round: int) -> Mapping[FaceKey, Face]:
        """Return every face of a round that has been shown or ruled, as it stands now."""
        return {key: (faces[-1][0], faces[-1][1]) for (number, key), faces in self._faces.items() if number == round}
