"""Events as sentences for one viewer: short, calm, in the present; a recap in the past.

``tell`` makes a sentence of an event that the viewer was shown, in the words of that viewer's state. A viewer's only
character is "you".
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from encounters.narration.columns import find_columns, write_column_label
from encounters.narration.recap import split_paragraphs, write_recap
from encounters.narration.rulings import drop_repeated_notes
from encounters.narration.runs import Run, split_runs, write_run
from encounters.narration.sentences import TOLD, write_sentence
from encounters.narration.voice import Part, ScreenVoice, Sentence
from rules.api import ClauseId, MarkKind, State, Voice
from rules.api import events as e


@dataclass(frozen=True, slots=True)
class Told:
    """One sentence."""

    parts: tuple[Part, ...]
    clauses: tuple[ClauseId, ...] = ()
    """The clauses on which the event rests."""
    who: str = ""
    """The id of the combatant that the sentence is about."""
    mine: bool = False
    """That combatant is the viewer's own."""
    sign: str = ""
    """What it shows beside the words: hit, miss, down or dead."""

    @property
    def text(self) -> Sentence:
        """Return the sentence as text."""
        return Sentence.join_parts(self.parts)


@dataclass(frozen=True, slots=True)
class Column:
    """The sentences about one column of one round."""

    label: str
    """The column's label: "" before the first, "S2" in segments of surprise."""
    told: tuple[Told, ...]
    round: int = 0

    @property
    def text(self) -> Sentence:
        """Return all sentences as one text."""
        parts = [(*each.parts, Part(" ")) for each in self.told]
        return Sentence.join_parts([part for each in parts for part in each][:-1])

    @property
    def clauses(self) -> tuple[ClauseId, ...]:
        """Return the clauses of all sentences, each once."""
        return tuple(dict.fromkeys(clause for each in self.told for clause in each.clauses))


def tell(event: e.Event, state: State, own: Sequence[str] = (), *, knows: bool = False) -> Told | None:
    """Return the sentence for an event; None where nothing is narrated.

    ``state`` is the viewer's, ``own`` the viewer's characters. ``knows``: the viewer is shown every number as it is, as
    the DM is.
    """
    if not event.perceived_by:
        return None
    voice = ScreenVoice(state, tuple(own), knows=knows)
    text = write_sentence(event, voice)
    who = str(getattr(event, "who", ""))
    if not text:
        return None
    return Told(voice.split_parts(text), event.clauses, who, who in own, find_sign(event, voice))


def find_sign(event: e.Event, voice: Voice) -> str:
    """Return the sign of an event: hit, miss, down or dead; "" for others."""
    if isinstance(event, e.Attacked):
        return "hit" if event.hit else "miss"
    kinds = [mark.kind for mark in event.list_marks(voice)]
    return next((kind.value for kind in (MarkKind.DEAD, MarkKind.DOWN) if kind in kinds), "")


def count_late(events: Iterable[e.Event], state: State, who: str) -> int:
    """Return the segments that hesitating over a combatant's last order cost."""
    voice = ScreenVoice(state)
    marks = [mark for each in events if getattr(each, "who", "") == who for mark in each.list_marks(voice)]
    return next((mark.columns for mark in reversed(marks) if mark.kind is MarkKind.LATE), 0)


def tell_columns(events: Iterable[e.Event], state: State, own: Sequence[str] = ()) -> list[Column]:
    """Return the sentences about the events of one round by column, without empty columns."""
    found: dict[str, list[e.Event]] = {}
    for event, clock in find_columns(events):
        found.setdefault(write_column_label(state, clock, event.round), []).append(event)
    told = {label: tuple(_drop_repeats(tell_all(each, state, own))) for label, each in found.items()}
    columns = [Column(label, each, max(state.round, 0)) for label, each in told.items()]
    return [column for column in columns if column.told]


def _drop_repeats(told: Iterable[Told]) -> Iterator[Told]:
    """Yield the sentences, without those that repeat the words of the one before."""
    last = ""
    for each in told:
        if each.text != last:
            yield each
        last = each.text


def tell_all(events: Iterable[e.Event], state: State, own: Sequence[str] = ()) -> Iterator[Told]:
    """Yield sentences about events; one sentence covers several combatants who do the same.

    They must do so one after the other.
    """
    narrated = [each for each in _join_continued(_without_the_way(drop_repeated_notes(events))) if each.is_narrated]
    for run in split_runs(narrated, state, own):
        yield from tell_run(run, state, own)


def tell_run(run: Run, state: State, own: Sequence[str] = (), *, knows: bool = False) -> Iterator[Told]:
    """Yield the sentence about the events of a run, if there is one."""
    events = [event for each in run for event in each]
    if len(events) < 2:
        told = [tell(event, state, own, knows=knows) for event in events]
        yield from (each for each in told if each is not None)
        return
    voice = ScreenVoice(state, tuple(own), several=len(run) > 1, knows=knows)
    text = write_run(run, voice)
    who = [str(getattr(each[0], "who", "")) for each in run]
    clauses = tuple(dict.fromkeys(clause for event in events for clause in event.clauses))
    mine = any(getattr(event, "who", "") in own for event in events)
    signs = [find_sign(each[0], voice) for each in run]
    yield Told(voice.split_parts(text), clauses, who[0], mine, "hit" if "hit" in signs else signs[0])


def _without_the_way(events: Iterable[e.Event]) -> Iterator[e.Event]:
    """Yield the events without the run of a charge that arrives, as its arrival is narrated."""
    waiting: e.Event | None = None
    for event in events:
        arrives = isinstance(event, e.ChargeMet) and isinstance(waiting, e.Moved) and waiting.who == event.who
        if waiting is not None and not arrives:
            yield waiting
        waiting = event
    if waiting is not None:
        yield waiting


def _join_continued(events: Iterable[e.Event]) -> Iterator[e.Event]:
    """Yield the events; one that only continues another is joined to it.

    No narrated event may come between the two.
    """
    waiting: e.Event | None = None
    for event in events:
        joined = waiting.join(event) if waiting is not None else None
        if joined is not None:
            waiting = joined
            continue
        if waiting is not None and event.is_narrated:
            yield waiting
            waiting = None
        if type(event).join is not e.Event.join:
            waiting = event
        else:
            yield event
    if waiting is not None:
        yield waiting


def find_label(event: e.Event, state: State) -> str:
    """Return the label of the column of an event's clock."""
    return write_column_label(state, event.clock, event.round)


__all__ = [
    "TOLD",
    "Column",
    "Part",
    "Told",
    "drop_repeated_notes",
    "find_label",
    "split_paragraphs",
    "split_runs",
    "tell",
    "tell_all",
    "tell_columns",
    "tell_run",
    "write_recap",
]
