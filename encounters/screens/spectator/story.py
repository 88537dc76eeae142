"""The story on the table screen, segment by segment; between rounds the recap."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString

from encounters.narration import Column, Told, split_paragraphs, tell_columns
from encounters.narration.columns import name_round
from encounters.narration.voice import Part
from encounters.screens.snapshot import Snapshot
from encounters.screens.spectator.spectator_view import SpectatorView
from encounters.screens.summary import describe_out
from rules.api import State
from rules.api import events as e

IN_TITLE = (e.RoundBegan, e.RoundEnded, e.EncounterOpened, e.DeclarationsClosed)
"""Events that the screen's title tells."""

LATEST = 20
"""Sentences that a live screen is sent: a phone shows all, the table screen six."""

LARGE, MEDIUM = 330, 700
"""The letters of a recap that a table screen has room for in large type, and in medium type."""


@dataclass(frozen=True)
class Words:
    """A part of a line, in the color of a side."""

    text: str
    side: str = ""
    sign: str = ""
    """The sign before it: hit, miss, down or dead."""
    typed: str = ""
    """Its beginning, where a person typed that: a name or a text."""

    @property
    def said(self) -> SafeString:
        """Return the words for a page."""
        return Part(self.text, self.side, self.typed).__html__()


@dataclass(frozen=True)
class StoryLine:
    """A sentence of the story."""

    label: str
    """The segment, count or beat."""
    parts: tuple[Words, ...]
    clauses: tuple[str, ...]
    repeats: bool = False
    """The sentence before has the same label."""
    is_latest: bool = False


@dataclass(frozen=True)
class Recap:
    """The DM's words on a round, and how everybody is; between rounds it replaces the story."""

    title: str
    paragraphs: tuple[str, ...] = ()
    aftermath: str = ""
    """Who is out of the fight."""
    is_first: bool = False
    """Nothing has happened yet: the map has the room."""

    @property
    def size(self) -> str:
        """Return the class of the letters that its length has room for; "" for large ones."""
        if self.is_first:
            return "first"
        length = sum(map(len, self.paragraphs)) + len(self.aftermath)
        return "" if length <= LARGE else "long" if length <= MEDIUM else "longest"


# What happened.


def build_story(view: SpectatorView) -> tuple[StoryLine, ...]:
    """Return what happened, nothing where a recap is shown instead.

    A live screen has the latest sentence first, so that the page leaves out the oldest where there is no room.
    """
    snapshot = view.snapshot
    if snapshot is None:
        return ()
    if snapshot.is_live and snapshot.is_between:
        number, text = view.find_last_recap()
        if text or number is None:
            return ()
        snapshot = view.take_snapshot(number)
    left_out = (*IN_TITLE, e.EncounterEnded) if has_summary(view) else IN_TITLE
    told = [(column.label, each) for column in narrate_columns(snapshot, view.own, left_out) for each in column.told]
    lines = list(_make_lines(told if view.number is not None else told[-LATEST:]))
    lines[-1:] = [replace(line, is_latest=True) for line in lines[-1:]]
    return tuple(lines if view.number is not None else reversed(lines))


def has_summary(view: SpectatorView) -> bool:
    """Return whether the screen shows how the fight ended: live, after its end."""
    return view.number is None and view.has_begun and bool(view.state.ended)


def narrate_columns(
    snapshot: Snapshot, own: Sequence[str] = (), left_out: tuple[type[e.Event], ...] = IN_TITLE
) -> list[Column]:
    """Return what happened in the round, column by column, without the events of these kinds."""
    return tell_columns([each for each in snapshot.events if not isinstance(each, left_out)], snapshot.state, own)


def _make_lines(told: Sequence[tuple[str, Told]]) -> Iterator[StoryLine]:
    """Yield a line for each sentence."""
    before = ""
    for label, each in told:
        first, *rest = each.parts
        parts = [Words(first.text, first.side, each.sign, first.typed)]
        parts += [Words(part.text, part.side, typed=part.typed) for part in rest]
        yield StoryLine(label, tuple(parts), tuple(dict.fromkeys(each.clauses)), label == before)
        before = label


# The recap.


def build_recap(view: SpectatorView) -> Recap | None:
    """Return what the DM told of the last round that is over; None while a segment is in play."""
    snapshot = view.snapshot
    if snapshot is None:
        return Recap("The table is being set", ("The fight is shown here as soon as it begins.",))
    if not snapshot.is_live:
        text = view.read_recap(snapshot.number or 0)
        return Recap("Recap", split_paragraphs(text)) if text else None
    if not snapshot.is_between:
        return None
    number, text = view.find_last_recap()
    if number is None:
        return None if snapshot.state.ended else _describe_first_round(snapshot)
    if not text:
        return None
    title = name_round(number)
    aftermath = "" if snapshot.state.ended else describe_aftermath(snapshot.state)
    return Recap(f"Recap of {title[:1].lower()}{title[1:]}", split_paragraphs(text), aftermath)


def _describe_first_round(snapshot: Snapshot) -> Recap:
    """Return what is said before anything has happened."""
    if snapshot.orders.open:
        return Recap(f"Round {snapshot.state.round}", ("Orders are being given.",), is_first=True)
    return Recap("Before the first round", ("The fight begins when everybody is seated.",), is_first=True)


def describe_aftermath(state: State) -> str:
    """Return who is out of the fight, as everybody can see."""
    fallen = [f"{each.name} is {out}" for each in state.combatants.values() if (out := describe_out(each))]
    return ". ".join(fallen) + "." if fallen else "Nobody has fallen."
