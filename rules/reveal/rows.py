"""Rows of the table of secrecy, and what they are made of: who sees a field, through which mask, and what instead."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.events import Event
from rules.reveal import masks
from rules.reveal.masks import Mask

ALL, PERCEIVERS, OWNER, DM_ONLY = "all", "perceivers", "owner", "dm"
NEEDED, OWN_NEEDED = "needed", "own needed"
"""As the option table.show_needed has it; the same, and the owner in any case."""


def clock(event: Event) -> int | None:
    """the column in which it is played"""
    return event.clock


@dataclass(frozen=True)
class Sees:
    """Who sees a field, through which mask, and what the rest see: a value, or a function of the event."""

    to: str
    mask: Mask = masks.as_is
    instead: Any = None


@dataclass(frozen=True)
class Row:
    """Who is told of an event of this kind, and its fields."""

    to: str
    fields: Mapping[str, Sees]


class Unlisted(LookupError):
    """An event kind, or a field of one, that the table does not have: nobody may see it."""


PLAIN = Sees(ALL)
DOER = Sees(ALL, masks.doer)
FIGURE = Sees(ALL, masks.figure)
FIGURES = Sees(ALL, masks.figures)
SIDE = Sees(ALL, masks.side)
WORDS = Sees(ALL, masks.words)
FACE = Sees(ALL, masks.face)
LEFT = Sees(ALL, masks.hit_points)
NO_MOMENT = Sees(DM_ONLY)
COMMON = {
    "round": PLAIN,
    "segment": PLAIN,
    "clock": PLAIN,
    "moment": Sees(ALL, masks.moment),
    "clauses": PLAIN,
    "rolls": Sees(ALL, masks.rolls),
    "perceived_by": Sees(ALL, masks.perceived),
}
BEGUN = {"segment": Sees(OWNER, instead=clock), "clauses": Sees(OWNER, instead=())}
"""What began and is not over tells neither when it would be done nor, by its clauses, what it is."""


def owner(instead: Any, mask: Mask = masks.as_is) -> Sees:
    """A field for the owner of the event's figure."""
    return Sees(OWNER, mask, instead)


def needed(instead: Any, mask: Mask = masks.face) -> Sees:
    """A field for those to whom the table shows what dice needed."""
    return Sees(NEEDED, mask, instead)


def own_needed(instead: Any) -> Sees:
    """A field for the owner, and for those to whom the table shows what dice needed."""
    return Sees(OWN_NEEDED, masks.face, instead)


def row(to: str, /, **own: Sees) -> Row:
    """A row: the fields that every event has, and this kind's own."""
    return Row(to, {**COMMON, **own})


def of_table(to: str, /, **own: Sees) -> Row:
    """A row of an event that is outside any moment, even where the log stamps it with the last one."""
    return row(to, **{"moment": NO_MOMENT, **own})


def private(**own: Sees) -> Row:
    """A row of an event between the table and one figure's player."""
    return of_table(OWNER, **{"perceived_by": Sees(ALL, masks.privately), **own})


def spell(**own: Sees) -> Row:
    """A row of a spell that is not complete: its owner knows which, and at whom."""
    aimed = {"spell": owner(""), "targets": owner((), masks.figures)}
    return row(PERCEIVERS, who=DOER, **{**BEGUN, **aimed, **own})
