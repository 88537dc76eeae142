"""Seat assignments over time, by which audiences are distinguished."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from encounters.viewers import Role, Viewer


@dataclass(frozen=True, slots=True)
class SeatAssignment:
    """A seat assignment: a combatant that a seat plays, from one input until another."""

    combatant: str
    begin: int
    """The position of the first input."""
    end: int | None
    """The position of the last input; None while the assignment lasts."""

    def is_valid_at(self, position: int | None) -> bool:
        """Return whether the seat perceived the events of the input at this position.

        For None, return whether the assignment still lasts.
        """
        if position is None:
            return self.end is None
        return self.begin <= position and (self.end is None or position <= self.end)


@dataclass(frozen=True, slots=True)
class AudienceName:
    """A name of an audience, and the inputs between which it has this name."""

    name: str
    begin: int
    """The position of the first input."""
    end: int | None
    """The position of the first input after it; None for the present name."""


def list_audience_names(viewer: Viewer, assignments: Sequence[SeatAssignment]) -> Iterator[AudienceName]:
    """Yield the names that a viewer's audience has had, the last one first.

    A name stands for the seat and what it had played until then. Two views of one name have been shown the same, up to
    the same input. A seat that has played nobody has been shown what spectators are shown.
    """
    turns = sorted(
        {0, *(each.begin for each in assignments), *(each.end + 1 for each in assignments if each.end is not None)}
    )
    ends = [*turns[1:], None]
    for begin, end in zip(reversed(turns), reversed(ends), strict=True):
        yield AudienceName(_name_at(viewer, assignments, begin), begin, end)


def _name_at(viewer: Viewer, assignments: Sequence[SeatAssignment], position: int) -> str:
    played = [
        (each.combatant, each.begin, each.end if each.end is not None and each.end < position else None)
        for each in assignments
        if each.begin <= position
    ]
    if viewer.is_dm:
        return Role.DM.value
    if not played:
        return Role.SPECTATOR.value
    return hashlib.sha256(json.dumps([viewer.seat_id, played]).encode()).hexdigest()
