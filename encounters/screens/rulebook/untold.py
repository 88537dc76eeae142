"""Sentences for events that a log omits, for the page of the clause that they cite."""

from collections.abc import Callable, Mapping
from typing import Any

from encounters.narration.columns import name_column
from encounters.narration.names import describe_deed, name_of
from encounters.narration.questions import write_title
from encounters.narration.voice import ScreenVoice
from rules.api import Deed, OpenQuestion, State
from rules.api import events as e

Deeds = Mapping[tuple[int, str], Deed]
"""The deeds of a fight by round and id."""


def untold(state: State, event: e.Event, deeds: Deeds) -> str:
    """Return the sentence for an event that a log omits."""
    said = _SAID.get(type(event))
    if said is not None:
        return said(state, event, deeds)
    voice = ScreenVoice(state)
    own = voice.write_plain(event.narrate_in_rulebook(voice))
    if own:
        return own
    words = "".join(f" {c.lower()}" if c.isupper() else c for c in event.kind).strip()
    return f"{words.capitalize()}."


def why(state: State, event: e.MomentBegan, because: e.Because, deeds: Deeds) -> str:
    """Return one precedence of a moment: "Otis: sword on Orc before Orc: axe on Otis."."""
    relation = "together with" if because.relation == "together" else because.relation
    return f"{_deed(state, event, because.deed, deeds)} {relation} {_deed(state, event, because.other, deeds)}."


def _deed(state: State, event: e.Event, id: str, deeds: Deeds) -> str:
    deed = deeds.get((event.round, id))
    return f"{name_of(state, deed.who)}: {describe_deed(state, deed)}" if deed is not None else id


def _asked(state: State, event: e.Asked, deeds: Deeds) -> str:
    asked = OpenQuestion(event.id, event.epoch, event.question, event.who, event.facts, event.clauses)
    return f"Asked: {write_title(state, asked)}"


def _surprised(state: State, event: e.SideSurprised, deeds: Deeds) -> str:
    return f"Not surprised: the {event.side.replace('_', ' ')}."


def _segment(state: State, event: e.SegmentBegan, deeds: Deeds) -> str:
    words = name_column(state, event.clock or 0, event.round)
    return f"{words[:1].upper()}{words[1:]} begins."


def _dropped(state: State, event: e.PrecedenceDropped, deeds: Deeds) -> str:
    first, then = (_deed(state, event, id, deeds) for id in (event.first, event.then))
    relation = "together with" if event.together else "before"
    return f"Dropped, because it contradicts what is stronger: {first} {relation} {then}."


def _agenda(state: State, event: e.AgendaChanged, deeds: Deeds) -> str:
    return "What is to come is set."


_SAID: dict[type[e.Event], Callable[[State, Any, Deeds], str]] = {
    e.Asked: _asked,
    e.SideSurprised: _surprised,
    e.SegmentBegan: _segment,
    e.PrecedenceDropped: _dropped,
    e.AgendaChanged: _agenda,
}
