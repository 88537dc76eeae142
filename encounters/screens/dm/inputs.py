"""The inputs of the round in words: the list from which something is taken back."""

from bisect import bisect_left
from dataclasses import dataclass
from typing import Any

from encounters.models import Input
from encounters.narration.calls import describe_call
from encounters.narration.columns import write_column_label, write_heading
from encounters.narration.names import name_of
from encounters.narration.questions import write_title
from encounters.narration.voice import name_order
from encounters.screens.dm.dm_view import DmView
from encounters.screens.log_lines import narrate
from encounters.stored import list_standing_inputs as list_stored_standing
from encounters.time_of_day import write_time_of_day
from rules.api import (
    DM,
    NEXT,
    Arrive,
    BeginRound,
    CallMorale,
    CloseQuestions,
    EndEncounter,
    GiveAnswer,
    GiveFaces,
    MakeCall,
    MakeRuling,
    OpenQuestion,
    TakeBack,
    decode_input,
    list_earlier_names,
)
from rules.api import events as e


@dataclass(frozen=True)
class StandingInput:
    """An input that stands, in words."""

    position: int
    by: str
    """The name of the seat; empty for the DM."""
    at: str
    words: str
    undoes: int
    """The number of inputs, with this one, that go if it is taken back."""
    is_take_back: bool
    """It is a take-back: to take it back brings back what it took."""


def list_inputs(view: DmView) -> list[StandingInput]:
    """Return the inputs that stand of the round in play, or of the last one, the newest first.

    The inputs that began the rounds before it follow.
    """
    events: dict[int, list[e.Event]] = {}
    for each in view.viewer_log.rounds[:-1]:
        events[each.input] = [e.RoundBegan(round=each.number)]
    for entry in view.entries:
        if entry.input:
            events.setdefault(entry.input, []).append(entry.event)
    rows = Input.objects.filter(encounter_id=view.viewer.encounter_id, position__in=events).select_related("seat")
    standing = list_standing_inputs(view)
    found = []
    for row in rows.order_by("-position"):
        undoes = len(standing) - bisect_left(standing, row.position)
        by = row.seat.name if row.seat else ""
        at = write_time_of_day(row.made_at)
        words = describe_input(view, row, events[row.position])
        is_take_back = row.payload["type"] in list_earlier_names(TakeBack)
        found.append(StandingInput(row.position, by, at, words, undoes, is_take_back))
    return found


def list_standing_inputs(view: DmView) -> list[int]:
    """Return the positions of the inputs that stand and gave any event, in order."""
    rows = Input.objects.filter(encounter_id=view.viewer.encounter_id)
    idle = {*rows.filter(events=None).values_list("position", flat=True)}
    return [position for position in list_stored_standing(rows, view.log[-1].input) if position not in idle]


def describe_input(view: DmView, row: Any, events: list[e.Event]) -> str:
    """Return one input in words, by its kind and the events that it gave."""
    match decode_input(row.payload):
        case BeginRound():
            return f"Round {events[0].round} opened" if events[0].round else "The opening begun"
        case GiveAnswer():
            return _describe_answer(view, events)
        case GiveFaces(faces=faces):
            return f"Dice typed: {', '.join(map(str, faces))}" if faces else "Dice rolled here"
        case CloseQuestions(who=who):
            return f"Closed for {name_of(view.state, who)}" if who else "Closed with defaults"
        case MakeRuling():
            ruled = (event for event in events if isinstance(event, e.Ruled | e.MapChanged | e.EffectChanged))
            return " ".join(narrate(view.state, event) for event in ruled) or "A ruling"
        case CallMorale(who=who):
            return f"Morale check: {name_of(view.state, who)}"
        case MakeCall(call=call):
            return f"Call: {describe_call(view.state, call)}"
        case Arrive(stat_blocks=stat_blocks):
            return f"{', '.join(each.name for each in stat_blocks)} came"
        case TakeBack():
            return "Taken back"
        case EndEncounter():
            return "The fight ended"


def _describe_answer(view: DmView, events: list[e.Event]) -> str:
    for event in events:
        if isinstance(event, e.Declared):
            covered = event.who in view.players and view.is_covered(event.who)
            order = "an order, sealed" if covered else name_order(view.state, event.declaration)
            return f"{name_of(view.state, event.who)}: {order}"
        if isinstance(event, e.SegmentBegan):
            return write_heading(view.state, write_column_label(view.state, event.clock, event.round))
        if isinstance(event, e.Answered) and event.question != NEXT:
            return _describe_question(view, event)
    return "Next step"


def _describe_question(view: DmView, answered: e.Answered) -> str:
    """Return the question that was answered, such as "Your ruling on hold person"."""
    asked = [entry.event for entry in view.entries if isinstance(entry.event, e.Asked)]
    event = next((each for each in reversed(asked) if each.id == answered.id), None)
    if event is None:
        return f"An answer to “{answered.question.replace('_', ' ')}”"
    what = str(event.facts.get("what") or "")
    if event.who == DM and what:
        return f"Your ruling on {what.lower()}"
    return write_title(view.state, OpenQuestion(event.id, event.epoch, event.question, event.who, event.facts))
