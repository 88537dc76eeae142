"""What every event carries, and the register of event kinds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.effects import Rolled
from rules.terms import PUBLIC, ClauseId

KINDS: dict[str, type["Event"]] = {}
"""Every event kind by its name, in the order they are defined."""


@dataclass(slots=True, kw_only=True)
class Event:
    """Something that happened, in the past tense. Nobody changes an event once it is in the log.

    ``round`` is 0 in the opening. ``segment`` is the deed's own number, ``clock`` the column in which it was played.
    ``moment`` counts within the round. ``perceived_by`` names figures, "public" or "dm". The referee fills in round,
    clock, moment, and the segment where the clock's number is that of every deed.
    """

    round: int = 0
    segment: int | None = None
    clock: int | None = None
    moment: int | None = None
    clauses: tuple[ClauseId, ...] = ()
    rolls: tuple[Rolled, ...] = ()
    perceived_by: tuple[str, ...] = (PUBLIC,)
    kind: ClassVar[str] = "Event"

    def __init_subclass__(cls) -> None:
        # A slotted dataclass is made twice, the second time with its slots: the later class replaces the first.
        cls.kind = cls.__name__
        KINDS[cls.__name__] = cls


Facts = Mapping[str, object]
