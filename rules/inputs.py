"""Inputs: everything a person at the table says, in one order per encounter.

Inputs and the seeds reproduce everything. Each has a position in the encounter's one log, counted from 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.figure import Figure

SECONDS_IN_A_SEGMENT = 6


def segments_of_delay(seconds: int, paused: int = 0) -> int:
    """Whole segments that somebody hesitated in so many seconds; those of an open question to the DM do not count."""
    return max(0, seconds - paused) // SECONDS_IN_A_SEGMENT


@dataclass(frozen=True)
class BeginRound:
    """The next round is opened, with its own seeds."""


@dataclass(frozen=True)
class GiveAnswer:
    """A person's answer to the question with this token. ``by`` is who gave it ("dm", or a seat's name).

    ``delay`` is whole segments that he hesitated, where the table counts that; ``paused`` whether the count stood still
    meanwhile for a question to the DM.
    """

    token: str
    answer: Mapping[str, object]
    by: str = ""
    delay: int = 0
    paused: bool = False


@dataclass(frozen=True)
class GiveFaces:
    """Faces of real dice for the open roll with this token; None asks the server to roll it."""

    token: str
    faces: tuple[int, ...] | None
    by: str = ""


@dataclass(frozen=True)
class CloseQuestions:
    """The DM closes what is open: every missing answer becomes its default, every missing die is rolled.

    With ``who`` only that person's questions are closed.
    """

    who: str = ""


@dataclass(frozen=True)
class Change:
    """One thing the DM changes: of whom, what, its new value, and until when (round, clock)."""

    who: str
    what: str
    value: object = None
    until: tuple[int, int] | None = None


@dataclass(frozen=True)
class Rule:
    """A ruling at any stop, with a note; ``secret`` rulings are seen by the DM alone."""

    changes: tuple[Change, ...]
    note: str = ""
    secret: bool = False


@dataclass(frozen=True)
class CallMorale:
    """The DM calls for a morale check."""

    who: str
    """A figure, a group of figures alike, or a side."""
    occasion: str = ""
    """What calls for it: an id of the tables' occasions, or none."""
    modifier: int = 0
    """What else is added to the roll: above 0 is worse."""


@dataclass(frozen=True)
class Arrive:
    """Figures come into play, whole; hidden ones stay unseen until a ruling shows them."""

    figures: tuple[Figure, ...]
    note: str = ""


@dataclass(frozen=True)
class TakeBack:
    """Everything after the input at position ``to`` is taken back. ``note`` says why.

    ``faces`` rules what dice show from here on: purpose, by, sides, n-th of its kind this round (from 0), face. With
    faces ``to`` may be the last input: then nothing is taken back, and only what is yet to fall is ruled.
    """

    to: int
    note: str = ""
    faces: tuple[tuple[str, str, int, int, int], ...] = ()


@dataclass(frozen=True)
class EndEncounter:
    """The DM ends the encounter."""

    note: str = ""


Input = BeginRound | GiveAnswer | GiveFaces | CloseQuestions | Rule | CallMorale | Arrive | TakeBack | EndEncounter
