"""The columns of a round as a ruleset has them: what one is called, which there are, and whose turn comes when."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.state import State
from rules.terms import SEGMENTS, CombatantId


def ten_segments(state: State) -> tuple[int, int]:
    """The first and the last segment of a round."""
    return 1, SEGMENTS


def nobodys(state: State) -> Mapping[CombatantId, int]:
    """Where all have declared together nobody has a turn of his own."""
    return {}


def from_the_first(state: State, who: CombatantId, segments: int) -> int | None:
    """Whoever casts began in the first segment; what takes more than the round is complete in a later one."""
    return segments if segments <= SEGMENTS else None


@dataclass(frozen=True)
class Clock:
    """The clock of a ruleset, as pages name and draw it.

    ``unit`` is what a column is called; ``opening`` what one of the opening is, where that is another thing; ``before``
    what happens ahead of the first column, where anything does. ``seconds`` is how long a column lasts, 0 where no text
    says. ``span`` gives the first and the last column that there are, played or not. ``turns`` is whose turn is still
    to come and in which column, where each chooses on his own. ``complete`` is the column in which a spell that takes
    so many segments is complete at the earliest, if it is chosen now; None: after this round. ``room`` is how many
    columns take up the whole width, where each is appended as it is reached and none is foreseen; 0 where all there
    are do. ``signs`` are the kinds of marks that its columns hold most: spell, charge, blow, move, to come.
    """

    unit: str = "segment"
    opening: str = "surprise segment"
    before: str = ""
    seconds: int = 6
    span: Callable[[State], tuple[int, int]] = ten_segments
    turns: Callable[[State], Mapping[CombatantId, int]] = nobodys
    complete: Callable[[State, CombatantId, int], int | None] = from_the_first
    room: int = 0
    signs: tuple[str, ...] = ("spell", "charge", "to come")
    numbers: bool = False
    lowest_first: bool = False
    """Whether the lowest of the sides' initiative dice wins."""


TEN_SEGMENTS = Clock()
