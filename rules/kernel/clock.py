"""The columns of a round as a procedure has them: their names, their range, and turns."""

from collections.abc import Callable, Mapping

from rules.kernel.frozen import frozen
from rules.kernel.state import State
from rules.kernel.terms import SEGMENTS, CombatantId


def get_ten_segments(state: State) -> tuple[int, int]:
    """Return the first and the last segment of a round."""
    return 1, SEGMENTS


def get_no_turns(state: State) -> Mapping[CombatantId, int]:
    """Return no turns: where all have declared together, nobody has a turn of their own."""
    return {}


def count_from_first(state: State, who: CombatantId, segments: int) -> int | None:
    """Return the segment in which a spell is complete that began in the first segment.

    None: it takes more than the round and is complete in a later one.
    """
    return segments if segments <= SEGMENTS else None


@frozen
class Clock:
    """The clock of a procedure, as pages name and draw it."""

    unit: str = "segment"
    """The name of a column."""
    opening: str = "surprise segment"
    """The name of a column of the opening, where that is something else."""
    before: str = ""
    """The name of the part of the round before the first column, if there is one."""
    seconds: int = 6
    """The duration of a column in seconds; 0 where no text gives it."""
    span: Callable[[State], tuple[int, int]] = get_ten_segments
    """Return the first and the last column that exist, played or not."""
    turns: Callable[[State], Mapping[CombatantId, int]] = get_no_turns
    """Return the combatants whose turn is still to come, with its column, where each chooses on their own."""
    complete: Callable[[State, CombatantId, int], int | None] = count_from_first
    """Return the earliest column in which a spell of so many segments, chosen now, is complete.

    None: after this round.
    """
    after: tuple[str, ...] = ()
    """The stages after the last column, whose events have no clock."""
    room: int = 0
    """The number of columns that take up the whole width, where each is appended as it is reached.

    0: all columns that exist take up the width.
    """
    signs: tuple[str, ...] = ("spell", "charge", "to come")
    """The kinds of marks that its columns mostly hold: spell, charge, blow, move, to come."""
    numbers: bool = False
    """The number of a column is also the segment of every event that is played in it."""
    lowest_first: bool = False
    """True where the lowest of the sides' initiative dice wins."""


TEN_SEGMENTS = Clock()
