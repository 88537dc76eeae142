"""Who played whom from when until when: by it an audience's view is told from every other's."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from encounters.viewers import Role, Viewer


@dataclass(frozen=True, slots=True)
class Hold:
    """A figure played from an input's position until another's, both counted in."""

    combatant: str
    begin: int
    end: int | None

    def covers(self, position: int | None) -> bool:
        """Whether what the input at this position gave was perceived under this hold; None: whether it still lasts."""
        if position is None:
            return self.end is None
        return self.begin <= position and (self.end is None or position <= self.end)


@dataclass(frozen=True, slots=True)
class AudienceName:
    """The name of an audience, for as long as it has it: from an input's position on, until before another's."""

    name: str
    begin: int
    end: int | None


def audience_names(viewer: Viewer, holds: Sequence[Hold]) -> Iterator[AudienceName]:
    """Yield the names that a viewer's audience has had, the last one first.

    A name tells the seat, and whom it had played until then: two views of one name have been shown the same, up to
    the same input. A seat that has played nobody has been shown what spectators are.
    """
    turns = sorted({0, *(each.begin for each in holds), *(each.end + 1 for each in holds if each.end is not None)})
    ends = [*turns[1:], None]
    for begin, end in zip(reversed(turns), reversed(ends), strict=True):
        yield AudienceName(_name_at(viewer, holds, begin), begin, end)


def _name_at(viewer: Viewer, holds: Sequence[Hold], position: int) -> str:
    played = [
        (each.combatant, each.begin, each.end if each.end is not None and each.end < position else None)
        for each in holds
        if each.begin <= position
    ]
    if viewer.is_dm:
        return Role.DM.value
    if not played:
        return Role.SPECTATOR.value
    return hashlib.sha256(json.dumps([viewer.seat_id, played]).encode()).hexdigest()
