"""The log, read downward: what happened, column by column, with dice and clauses; what was taken back stays, struck."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone
from django.utils.formats import time_format

from encounters.log import Entry
from encounters.pages.acts import link
from encounters.pages.clock import clock_of, column_label, heading
from encounters.pages.dm.desk import Desk
from encounters.pages.dm.said import said
from encounters.pages.wording import side_shape
from rules import events as e


@dataclass
class Group:
    """The lines of one column, or of what came before the first."""

    label: str
    words: str = ""
    lines: list[dict[str, Any]] = field(default_factory=list)


def log(desk: Desk, number: int | None = None) -> dict[str, Any]:
    """The log of the round in play (or of round ``number``)."""
    round_ = max(desk.state.round, 0) if number is None else number
    groups = list(_grouped(desk, [entry for entry in desk.log if entry.event.round == round_]))
    if groups and number is None and not desk.state.between_rounds and desk.state.clock is not None:
        groups[-1].words = "now"
    why = link("Why this order?", desk.url("why/"), key="W", icon="why", tone="quiet", small=True)
    return {"acts": [why] if number is None else [], "groups": groups}


def _grouped(desk: Desk, entries: Sequence[Entry]) -> Iterator[Group]:
    standing = {entry.position for entry in desk.standing}
    group = Group(_before(desk, entries))
    for entry in entries:
        event = entry.event
        if isinstance(event, e.SegmentBegan):
            if group.lines:
                yield group
            group = Group(column_label(desk.state, event.clock, event.round))
            if entry.position in standing:
                continue
        line = _line(desk, entry, entry.position in standing)
        if line is not None:
            group.lines.append(line)
    if group.lines or group.label[-1:].isdigit():
        yield group


def _before(desk: Desk, entries: Sequence[Entry]) -> str:
    if entries and entries[0].event.round == 0:
        return "Opening"
    return "Orders" if desk.ruleset.orders else clock_of(desk.state).before.capitalize()


def _line(desk: Desk, entry: Entry, stands: bool) -> dict[str, Any] | None:
    event = entry.event
    told = said(desk.state, event)
    if not told:
        return None
    line = {"text": told, "side": _side(desk, event), "clauses": event.clauses, "dice": dice_of(event)}
    if not stands:
        return {**line, "state": "back", "clauses": (), "note": f"Taken back; said at {clock(desk, entry)}"}
    if isinstance(event, e.Ruled | e.TakenBack):
        return {**line, "state": "ruled", "note": _note(event)}
    return {**line, "note": _numbers(event)}


def _note(event: e.Ruled | e.TakenBack) -> str:
    who = "Ruled by the DM" if isinstance(event, e.Ruled) else "Taken back by the DM"
    return f"{who}: {event.note}" if event.note else who


def _side(desk: Desk, event: e.Event) -> str:
    who = str(getattr(event, "who", "") or getattr(event, "side", ""))
    each = desk.state.combatants.get(who)
    return side_shape(each.side if each is not None else who) if who else ""


def dice_of(event: e.Event) -> list[dict[str, Any]]:
    """The dice of an event as squares: face, sides, whether a person typed it."""
    return [
        {"face": face, "sides": rolled.sides, "typed": "typed" in rolled.source}
        for rolled in event.rolls
        for face in rolled.faces
    ]


def _numbers(event: e.Event) -> str:
    needed = getattr(event, "needed", None)
    words = [f"needed {needed}"] if needed not in (None, "") else []
    if event.rolls and any("typed" in rolled.source for rolled in event.rolls):
        words.append("typed")
    working = getattr(event, "working", "")
    return ", ".join([*words, *([str(working)] if working else [])])


def clock(desk: Desk, entry: Entry) -> str:
    """When an entry's input was made: "20:38:41"."""
    made = desk.times.get(entry.input)
    return time_format(timezone.localtime(made), "H:i:s") if made else "an earlier time"


def announced(desk: Desk) -> str:
    """What is spoken when a column begins: its number, and what happened in it so far."""
    groups = log(desk)["groups"]
    if not groups or desk.state.clock is None:
        return ""
    return " ".join([f"{heading(desk.state, groups[-1].label)}.", *(line["text"] for line in groups[-1].lines)])
