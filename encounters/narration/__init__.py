"""Events as sentences: a calm referee's, short and in the present tense, for one viewer.

``tell`` makes a sentence of an event that the viewer was shown, in the words of that viewer's state: own characters
are "you" where there is only one. ``TOLD`` holds every kind that is told, ``UNTOLD`` every kind that is deliberately
not: it is drawn, asked or counted instead.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from encounters.narration import fight, magic, table
from encounters.narration.voice import Part, Voice
from rules import events as e
from rules.events import Event
from rules.state import State
from rules.terms import SEGMENTS, ClauseId

TOLD: dict[type[Event], Callable[[Voice, Any], str]] = {**table.TOLD, **fight.TOLD, **magic.TOLD}
"""The sentence of each kind; an event may still have nothing to tell."""

UNTOLD: frozenset[type[Event]] = frozenset(
    (
        e.StageBegan,  # the engine's
        e.SegmentBegan,  # heads what follows
        e.Sealed,  # wax
        e.Asked,  # the banner, the question
        e.Withdrawn,
        e.DiceAsked,
        e.DiceGiven,
        e.AgendaChanged,  # the strip, the graph
        e.MomentBegan,
        e.PrecedenceDropped,
    )
)


@dataclass(frozen=True, slots=True)
class Told:
    """One sentence: its parts, the clauses it rests on, whom it is about, and whether that is the viewer's own."""

    parts: tuple[Part, ...]
    clauses: tuple[ClauseId, ...] = ()
    who: str = ""
    mine: bool = False

    @property
    def text(self) -> str:
        """The sentence as plain words."""
        return "".join(part.text for part in self.parts)


@dataclass(frozen=True, slots=True)
class Column:
    """What happened in one column of one round, under its label: "" before the first, "S2" in segments of surprise."""

    label: str
    told: tuple[Told, ...]
    round: int = 0

    @property
    def text(self) -> str:
        """All of it as plain words."""
        return " ".join(each.text for each in self.told)


def tell(event: Event, state: State, own: Sequence[str] = ()) -> Told | None:
    """The sentence for an event; None where nothing is told. ``state`` is the viewer's, ``own`` his characters."""
    said = TOLD.get(type(event))
    if said is None or not event.perceived_by:
        return None
    voice = Voice(state, tuple(own))
    text = said(voice, event)
    who = str(getattr(event, "who", ""))
    return Told(voice.parts(text), event.clauses, who, who in own) if text else None


def tell_columns(events: Iterable[Event], state: State, own: Sequence[str] = ()) -> list[Column]:
    """The events of one round told column by column, those columns that hold anything."""
    found: dict[str, list[Told]] = {}
    for event in events:
        told = tell(event, state, own)
        column = found.setdefault(label_of(event), [])
        if told is not None:
            column.append(told)
    round_ = max(state.round, 0)
    return [Column(label, tuple(told), round_) for label, told in found.items() if told]


def label_of(event: Event) -> str:
    """What heads the column of an event's clock."""
    if event.clock is None or event.clock < 1:
        return ""
    return f"S{event.clock}" if event.round == 0 else str(min(event.clock, SEGMENTS))


__all__ = ["TOLD", "UNTOLD", "Column", "Part", "Told", "label_of", "tell", "tell_columns"]
