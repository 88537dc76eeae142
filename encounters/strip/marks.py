"""What a strip is made of: combatants' lanes, columns of time, and the marks in them."""

from dataclasses import dataclass
from enum import StrEnum

from rules.api import MarkKind

SEGMENTS = 10

NARROW = 0.6
"""Width of a surprise column, or one ahead of the first, in ordinary ones; strip.css gives the head the same share."""


class MarkState(StrEnum):
    """How a mark stands; each state has its own line. FRAYED goes on, and this viewer cannot know until when."""

    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    SPOILED = "spoiled"
    SUPERSEDED = "superseded"
    FRAYED = "frayed"


ASIDE = frozenset({MarkKind.LATE, MarkKind.ASKED, MarkKind.WORD, MarkKind.SHIELD, MarkKind.TURN})
"""Marks that are no deeds: they are not counted in the head."""


@dataclass(frozen=True, slots=True)
class Token:
    """A combatant's sign: a letter or number in the shape of its side (party, foes, other)."""

    side: str
    letter: str


@dataclass(frozen=True, slots=True)
class Column:
    """One column: what stands at its head, a word to print there instead of the usual one, and its width."""

    label: str
    word: str = ""
    narrow: bool = False

    @property
    def width(self) -> float:
        """In ordinary columns."""
        return NARROW if self.narrow else 1.0


@dataclass(frozen=True, slots=True)
class Mark:
    """One deed in a lane, from the left edge of column ``begin`` to the right edge of column ``end`` (labels).

    ``begin`` None: it was begun before the first column; ``end`` None: it lasts beyond the last, and ``beyond`` says
    until when ("round 4, segment 2"). ``cut`` is the column in which a spoiled one was lost. ``order`` counts the
    moments of one column from 1; marks of one ``moment`` are bracketed. ``own`` is the deed's own segment where it
    differs from the column in which it is played. ``share`` is the part of its one column that it takes up, where
    others of its lane have parts of it. ``note`` is the number of a difference that it is part of (several: with
    spaces), where strips stand side by side.
    """

    kind: MarkKind
    state: MarkState
    begin: str | None
    end: str | None
    label: str
    order: int | None = None
    moment: str = ""
    own: str = ""
    cut: str | None = None
    word: str = ""
    beyond: str = ""
    share: tuple[float, float] = (0.0, 1.0)
    note: str = ""

    @property
    def text(self) -> str:
        """What is written in the mark; its own segment, where it differs, has a place beside it."""
        return f"{self.label}, to {self.beyond}" if self.beyond else self.label

    @property
    def told(self) -> str:
        """What is said of the mark in a sentence."""
        own = f" (its own segment {self.own})" if self.own else ""
        note = f" (difference {self.note.replace(' ', ', ')})" if self.note else ""
        return f"{self.text}{own}{note}"


@dataclass(frozen=True, slots=True)
class Pips:
    """Things used up one by one: what they are called, their shape (diamond, circle), each with whether it is left."""

    name: str
    pip: str
    pips: tuple[bool, ...]
    left: int


@dataclass(frozen=True, slots=True)
class Lane:
    """One combatant's row. ``code`` is the letter of the action ordered; ``sealed``: None draws no wax at all.

    ``left`` is what it has left of the round, where that is counted and the viewer may know.
    """

    name: str
    token: Token
    what: str = ""
    code: str = ""
    marks: tuple[Mark, ...] = ()
    acting: bool = False
    sealed: bool | None = None
    left: tuple[Pips, ...] = ()


def numbered_columns(first: int, last: int, *, before: str = "", last_word: str = "") -> tuple[Column, ...]:
    """The columns of a round from ``first`` to ``last``, after a narrow one for what came ahead of them, if any did."""
    ahead = (Column(before, narrow=True),) if before else ()
    return (*ahead, *(Column(str(n), last_word if n == last else "") for n in range(first, last + 1)))


def segment_columns(surprise: int = 0, last_word: str = "") -> tuple[Column, ...]:
    """The ten segments of a round, after as many narrow columns S1, S2, ... as there are surprise segments."""
    before = tuple(Column(f"S{n}", narrow=True) for n in range(1, surprise + 1))
    return before + numbered_columns(1, SEGMENTS, last_word=last_word)
