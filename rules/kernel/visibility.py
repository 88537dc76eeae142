"""The visibility of events and of their fields, declared where the event is defined.

An event class declares its audience (``audience``). The annotation of each field declares who of that audience sees it,
through which mask, and what the others see instead. A field without such an annotation has no row in the table of
secrecy: ``rules.kernel.reveal`` raises Unlisted for it. The DM sees everything as it is.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any, Protocol, Self, TypeVar

from rules.kernel.frozen import frozen


class Audience(Enum):
    """The viewers who are shown an event, or a field of it."""

    ALL = "all"
    PERCEIVERS = "perceivers"
    """Those who perceive it openly or with a character of theirs; never used for a field."""
    OWNER = "owner"
    """The player of the combatant in ``who``."""
    NEEDED = "needed"
    """The viewers who, by the option table.show_needed, see the number that dice needed."""
    OWN_NEEDED = "own needed"
    """The same viewers, and the owner in any case."""
    DM = "dm"


class Mask(Enum):
    """A way to put a field's value in a viewer's words.

    ``rules.kernel.reveal.masks`` has a function for each.
    """

    AS_IS = "as is"
    DOER = "doer"
    COMBATANT = "combatant"
    COMBATANTS = "combatants"
    SIDE = "side"
    WINNER = "winner"
    FIRST_STRIKER = "first striker"
    WORDS = "words"
    TYPED = "typed"
    SOURCE = "source"
    ROLLS = "rolls"
    FACE = "face"
    CLAUSES = "clauses"
    WORKING = "working"
    PERCEIVED = "perceived"
    PRIVATELY = "privately"
    CLOCK = "clock"
    MOMENT = "moment"
    HIT_POINTS = "hit points"
    SHOWN_STAT_BLOCK = "shown stat block"
    SHOWN_STAT_BLOCKS = "shown stat blocks"
    NEWCOMER = "newcomer"
    NOTES = "notes"
    MAP_PLAN = "map plan"
    OPENING_PLAN = "opening plan"
    MAP_FEATURE = "map feature"
    PLAIN = "plain"
    DECLARATION = "declaration"
    DETAILS = "details"
    OWN_DEEDS = "own deeds"
    OWN_DEED = "own deed"
    OWN_DEED_IDS = "own deed ids"
    OWN_REASONS = "own reasons"
    OF_OWN = "of own"
    OF_THE_SEEN = "of the seen"
    CHOICES = "choices"
    CHOICES_WITHOUT_WORDS = "choices without words"
    NEW_QUESTION = "new question"
    QUESTION = "question"
    EPOCH = "epoch"


@frozen
class Sees:
    """The visibility of one field."""

    to: Audience = Audience.ALL
    """The viewers who see it."""
    mask: Mask = Mask.AS_IS
    """The mask through which they see it."""
    instead: Any = None
    """The others' replacement: a value, or a function of the event."""


class Reader(Protocol):
    """The ids and names of one viewer, for the combatants that a record names."""

    def show_combatant(self, who: str) -> str:
        """Return a combatant's id for the viewer; "" for a combatant that they do not perceive."""

    def show_mapping(self, value: Mapping[str, object], who: str = "") -> Mapping[str, object]:
        """Return plain values with the viewer's ids.

        ``who`` is the combatant for which texts in them were typed.
        """


class EventEntry(ABC):
    """Base of the entries of an event's list, each about one combatant.

    Each entry defines how a viewer reads it.
    """

    __slots__ = ()
    who: str

    @abstractmethod
    def show(self, who: str, reader: Reader) -> Self:
        """Return the record as a viewer reads it; ``who`` is its combatant's id for them."""

    def without_words(self) -> Self:
        """Return the record without the words that its player wrote for the DM."""
        return self


def show_as(mask: Mask) -> Sees:
    """Show a field, through a mask, to all who are shown the event."""
    return Sees(Audience.ALL, mask)


def show_to_owner(instead: Any, mask: Mask = Mask.AS_IS) -> Sees:
    """Show a field to the owner."""
    return Sees(Audience.OWNER, mask, instead)


def show_to_needed(instead: Any, mask: Mask = Mask.FACE) -> Sees:
    """Show a field to the viewers who are shown what dice needed."""
    return Sees(Audience.NEEDED, mask, instead)


def show_to_own_needed(instead: Any, mask: Mask = Mask.FACE) -> Sees:
    """Show a field to the owner, and to the viewers who are shown what dice needed."""
    return Sees(Audience.OWN_NEEDED, mask, instead)


def show_to_dm(instead: Any = None) -> Sees:
    """Show a field to the DM alone."""
    return Sees(Audience.DM, Mask.AS_IS, instead)


PLAIN = Sees()
NEEDS_DOER = show_as(Mask.DOER)
"""A viewer who does not perceive this combatant is not shown the event."""

T = TypeVar("T")
Open = Annotated[T, PLAIN]
"""A field that all who are shown the event see as it is."""
Doer = Annotated[str, NEEDS_DOER]
"""A combatant, or "" for none; viewers who do not perceive it are not shown the event."""
SeenCombatant = Annotated[str, show_as(Mask.COMBATANT)]
"""A combatant that may remain unseen: then ""."""
SeenCombatants = Annotated[tuple[str, ...], show_as(Mask.COMBATANTS)]
"""Combatants; each viewer sees those that they perceive."""
MetSide = Annotated[str, show_as(Mask.SIDE)]
"""A side; viewers who have met nobody of it are not shown the event."""
Words = Annotated[str, show_as(Mask.WORDS)]
"""A text of the engine or the DM, in the viewer's names."""
Typed = Annotated[str, show_as(Mask.TYPED)]
"""A text typed for the combatant in ``who``: a player's as it was typed, the DM's in the viewer's names."""
Face = Annotated[T, show_as(Mask.FACE)]
"""The face of an open die; of a hidden die an empty value."""
HitPoints = Annotated[int, show_as(Mask.HIT_POINTS)]
"""Hit points, as the table shows them."""


def _get_clock(event: Any) -> int | None:
    """the column in which it is played"""
    clock: int | None = event.clock
    return clock


COMMON: Mapping[str, Sees] = {
    "round": PLAIN,
    "segment": PLAIN,
    "clock": show_as(Mask.CLOCK),
    "moment": show_as(Mask.MOMENT),
    "clauses": show_as(Mask.CLAUSES),
    "rolls": show_as(Mask.ROLLS),
    "perceived_by": show_as(Mask.PERCEIVED),
}
"""The fields that every event has."""
OUTSIDE_MOMENTS: Mapping[str, Sees] = {**COMMON, "moment": show_to_dm()}
"""The common fields of an event outside any moment, even where the log stamps it with the last moment."""
PRIVATE: Mapping[str, Sees] = {**OUTSIDE_MOMENTS, "perceived_by": show_as(Mask.PRIVATELY)}
"""The common fields of an event between the table and one combatant's player."""
UNDER_WAY: Mapping[str, Sees] = {
    **COMMON,
    "segment": show_to_owner(_get_clock),
    "clauses": show_to_owner(()),
}
"""The common fields of something that began and is not over.

They show neither when it would be done nor, by its clauses, what it is.
"""
