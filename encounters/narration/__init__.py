"""Events as sentences for one viewer: short, calm, in the present tense.

``tell`` makes a sentence of an event that the viewer was shown, in the words of that viewer's state. A viewer's only
character is "you". ``TOLD`` holds the sentences of the kernel's kinds; a procedure's own kinds bring theirs.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from encounters.narration import fight, magic, table
from encounters.narration.columns import write_column_label
from encounters.narration.rulings import drop_repeated_notes
from encounters.narration.voice import Part, ScreenVoice
from rules.api import ClauseId, State, Voice
from rules.api import events as e

TOLD: dict[type[e.Event], Callable[[Voice, Any], str]] = {
    **table.TOLD, **fight.TOLD, **magic.TOLD
}  # fmt: skip
"""The sentence of each of the kernel's kinds; it may be empty."""


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

    @property
    def text(self) -> str:
        """Return the sentence as plain text."""
        return "".join(part.text for part in self.parts)


@dataclass(frozen=True, slots=True)
class Column:
    """The sentences about one column of one round."""

    label: str
    """The column's label: "" before the first, "S2" in segments of surprise."""
    told: tuple[Told, ...]
    round: int = 0

    @property
    def text(self) -> str:
        """Return all sentences as plain text."""
        return " ".join(each.text for each in self.told)

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
    return Told(voice.split_parts(text), event.clauses, who, who in own) if text else None


def write_sentence(event: e.Event, voice: Voice) -> str:
    """Return the sentence for an event in the words of a voice; "" where nothing is narrated."""
    said = TOLD.get(type(event))
    return said(voice, event) if said is not None else event.narrate(voice)


def tell_columns(events: Iterable[e.Event], state: State, own: Sequence[str] = ()) -> list[Column]:
    """Return the sentences about the events of one round by column, without empty columns."""
    found: dict[str, list[e.Event]] = {}
    for event in events:
        found.setdefault(find_label(event, state), []).append(event)
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
    alike: list[e.Event] = []
    for event in _join_continued(_without_the_way(drop_repeated_notes(events))):
        pair = pair_hit(alike[0], event) if len(alike) == 1 else None
        if pair is not None:
            yield tell_hit(*pair, state, own)
            alike = []
            continue
        if alike and not _is_same_deed(event, alike, state, own):
            yield from _tell_together(alike, state, own)
            alike = []
        alike.append(event)
    yield from _tell_together(alike, state, own)


def pair_hit(before: e.Event, event: e.Event) -> tuple[e.Attacked, e.Damaged] | None:
    """Return a hit with its damage, which one sentence tells; None for other events."""
    if not (isinstance(before, e.Attacked) and isinstance(event, e.Damaged)):
        return None
    is_same = before.hit and (before.who, before.target) == (event.by, event.who)
    is_shown = bool(event.amount and before.perceived_by and event.perceived_by)
    return (before, event) if is_same and is_shown else None


def tell_hit(hit: e.Attacked, damage: e.Damaged, state: State, own: Sequence[str] = (), *, knows: bool = False) -> Told:
    """Return the sentence for a hit and its damage: "Otis hits Orc 2 for 7 damage."."""
    voice = ScreenVoice(state, tuple(own), knows=knows)
    text = f"{write_sentence(hit, voice).removesuffix('.')} for {fight.describe_damage(voice, damage)}."
    clauses = tuple(dict.fromkeys([*hit.clauses, *damage.clauses]))
    return Told(voice.split_parts(text), clauses, hit.who, hit.who in own or damage.who in own)


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


def _is_same_deed(event: e.Event, alike: Sequence[e.Event], state: State, own: Sequence[str]) -> bool:
    if type(event) is not type(alike[0]) or any(getattr(event, "who", 0) == getattr(each, "who", 1) for each in alike):
        return False
    rest = _cut_doer(event, state, own)
    return bool(rest) and rest == _cut_doer(alike[0], state, own)


def _cut_doer(event: e.Event, state: State, own: Sequence[str]) -> str:
    """Return the sentence about an event without its doer, for several doers.

    Returns the empty text where the sentence does not begin with the doer.
    """
    voice = ScreenVoice(state, tuple(own), several=True)
    text = write_sentence(event, voice) if event.perceived_by else ""
    doer = voice.name(str(getattr(event, "who", "")))
    return text.removeprefix(doer) if text.startswith(f"{doer} ") else ""


def _tell_together(alike: Sequence[e.Event], state: State, own: Sequence[str]) -> Iterator[Told]:
    if len(alike) < 2:
        told = [tell(event, state, own) for event in alike]
        yield from (each for each in told if each is not None)
        return
    voice = ScreenVoice(state, tuple(own), several=True)
    who = [str(getattr(event, "who", "")) for event in alike]
    parts = voice.split_parts(f"{voice.names(who)}{_cut_doer(alike[0], state, own)}")
    clauses = tuple(dict.fromkeys(clause for event in alike for clause in event.clauses))
    yield Told(parts, clauses, who[0], any(each in own for each in who))


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
    "pair_hit",
    "tell",
    "tell_all",
    "tell_columns",
    "tell_hit",
]
