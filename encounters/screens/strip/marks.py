"""The parts of a strip: combatants' lanes, columns of time, and the marks in them."""

from dataclasses import dataclass
from enum import StrEnum

from encounters.screens.graded_health import GradedHealth
from encounters.screens.tokens import Token
from rules.api import MarkKind

SEGMENTS = 10

NARROW = 0.6
"""The width of a surprise column, or one ahead of the first, in ordinary columns.

shared/strip.css gives the head the same share.
"""


class MarkState(StrEnum):
    """The state of a mark, which decides its line."""

    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    SPOILED = "spoiled"
    SUPERSEDED = "superseded"
    FRAYED = "frayed"
    """The deed goes on, and this viewer cannot know until when."""


FALLEN = (MarkKind.DOWN, MarkKind.DEAD)
"""The marks of a combatant that falls."""

ASIDE = frozenset({MarkKind.LATE, MarkKind.ASKED, MarkKind.WORD, MarkKind.SHIELD, MarkKind.TURN, *FALLEN})
"""Marks that are no deeds: the head does not count them."""


@dataclass(frozen=True, slots=True)
class StripColumn:
    """One column."""

    label: str
    """The label at its head."""
    word: str = ""
    """A word to print at its head instead of the usual one."""
    narrow: bool = False

    @property
    def width(self) -> float:
        """Return the width in ordinary columns."""
        return NARROW if self.narrow else 1.0


@dataclass(frozen=True, slots=True)
class Mark:
    """One deed in a lane, from the left edge of one column to the right edge of another."""

    kind: MarkKind
    state: MarkState
    begin: str | None
    """The label of the first column; None where the deed began before the first one."""
    end: str | None
    """The label of the last column; None where the deed lasts beyond the last one."""
    label: str
    order: int | None = None
    """The number of its moment among those of its column, from 1."""
    moment: str = ""
    """The name of its moment; marks of one moment are joined by a bracket."""
    own: str = ""
    """The deed's own segment, where it differs from the column in which it is played."""
    cut: str | None = None
    """The column in which a spoiled deed was lost."""
    word: str = ""
    beyond: str = ""
    """The time until which it lasts beyond the last column: "round 4, segment 2"."""
    share: tuple[float, float] = (0.0, 1.0)
    """The part of its one column that it takes up, where others of its lane have the rest."""
    note: str = ""
    """The number of the difference that it is part of, where strips stand side by side.

    Several numbers are separated by spaces.
    """

    struck: tuple[bool, ...] = ()
    """For each attack of the mark, whether it hit."""

    @property
    def outcome(self) -> str:
        """Return "hit" where any of its attacks hit, else "miss"; "" where it has none."""
        return "" if not self.struck else "hit" if any(self.struck) else "miss"

    @property
    def is_mixed(self) -> bool:
        """Return whether some attacks of the mark hit, and some did not."""
        return True in self.struck and False in self.struck

    @property
    def result(self) -> str:
        """Return how many of its attacks hit: "hits", "misses", "2 of 3 hit"; or ""."""
        if len(self.struck) == 1:
            return "hits" if self.struck[0] else "misses"
        return f"{sum(self.struck)} of {len(self.struck)} hit" if self.struck else ""

    @property
    def text(self) -> str:
        """Return the text in the mark. Its own segment, where it differs, is written beside it."""
        return f"{self.label}, to {self.beyond}" if self.beyond else self.label

    @property
    def told(self) -> str:
        """Return the words for the mark in a sentence."""
        own = f" (its own segment {self.own})" if self.own else ""
        note = f" (difference {self.note.replace(' ', ', ')})" if self.note else ""
        return f"{self.result if self.is_mixed else self.text}{own}{note}"


@dataclass(frozen=True, slots=True)
class Pips:
    """Things that are used up one by one."""

    name: str
    pip: str
    """The shape of each: diamond or circle."""
    pips: tuple[bool, ...]
    """True for each that is left."""
    left: int


@dataclass(frozen=True, slots=True)
class Lane:
    """One combatant's row."""

    name: str
    token: Token
    what: str = ""
    code: str = ""
    """The letter of the action ordered."""
    marks: tuple[Mark, ...] = ()
    acting: bool = False
    sealed: bool | None = None
    """Its order is sealed; None draws no seal at all."""
    card: str = ""
    """The address of its card, which its name opens; "" where it has none for the viewer."""
    out: str = ""
    """Why the combatant is out of the fight: "dead", "down"; "" while it stands."""
    left: tuple[Pips, ...] = ()
    """The things left for the round, where they are counted and the viewer may know them."""
    who: tuple[str, ...] = ()
    """The ids of those whose row it is."""
    others: str = ""
    """The names in a row of several who have nothing to show: their names may take the whole width."""
    health: GradedHealth | None = None
    """The health of those whose row it is, where the screen shows it."""

    @property
    def is_idle(self) -> bool:
        """Return whether there is nothing to show in the row."""
        return not self.marks and not self.acting


def number_columns(first: int, last: int, *, before: str = "", last_word: str = "") -> tuple[StripColumn, ...]:
    """Return the columns of a round from ``first`` to ``last``.

    With ``before``, a narrow column of that label comes ahead of them.
    """
    ahead = (StripColumn(before, narrow=True),) if before else ()
    return (*ahead, *(StripColumn(str(n), last_word if n == last else "") for n in range(first, last + 1)))


def list_segments(surprise: int = 0, last_word: str = "") -> tuple[StripColumn, ...]:
    """Return the ten segments of a round.

    Before them come as many narrow columns S1, S2, ... as there are surprise segments.
    """
    before = tuple(StripColumn(f"S{n}", narrow=True) for n in range(1, surprise + 1))
    return before + number_columns(1, SEGMENTS, last_word=last_word)
