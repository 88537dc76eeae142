"""The DM's log by column, with dice and clauses; entries taken back stay, struck through."""

from typing import Any

from django.utils import timezone
from django.utils.formats import time_format

from encounters.log import Entry
from encounters.narration import each_note_once
from encounters.pages.acts import link
from encounters.pages.clock import column_label, heading
from encounters.pages.dm.desk import Desk
from encounters.pages.dm.lines import Line, folded, grouped, line_of
from encounters.pages.wording import name_of
from rules.api import events as e


def log(desk: Desk, number: int | None = None, last: int | None = None) -> dict[str, Any]:
    """Return the log of the round in play, or of round ``number``.

    It goes up to the entry at position ``last``.
    """
    round_ = max(desk.state.round, 0) if number is None else number
    standing = positions_of(desk, round_)
    end = desk.viewing.count if last is None else last + 1
    entries = [entry for entry in desk.log.of_round(round_) if entry.position < end]
    noted = zip(entries, each_note_once(entry.event for entry in entries), strict=True)
    told = ((event, _lines(desk, entry, event, entry.position in standing)) for entry, event in noted)
    groups = list(grouped(desk.state, told))
    for group in groups:
        group.lines = folded(desk.state, group.lines)
    now = column_label(desk.state, desk.state.clock, round_) if not desk.state.between_rounds else ""
    if groups and number is None and now and groups[-1].label == now:
        groups[-1].words = "now"
    why = link("Why this order?", desk.url("why/"), key="W", icon="why", tone="quiet", small=True)
    return {"acts": [why] if number is None else [], "groups": groups}


def positions_of(desk: Desk, number: int) -> set[int]:
    """Return the positions of a round's entries that stand.

    The first round has those before it as well.
    """
    begin, end = desk.stretch(number)
    first = desk.viewing.rounds[0].cursor if desk.viewing.rounds else 1
    return {cursor - 1 for cursor in desk.viewing.list_cursors(1 if begin == first else begin, end)}


def _lines(desk: Desk, entry: Entry, event: e.Event, stands: bool) -> list[Line]:
    """Return the line of an entry's event, in a list; an empty list where the log shows none.

    ``event`` is the entry's, without a note that was shown with an earlier event.
    """
    line = line_of(desk.state, event)
    if line is None:
        return []
    line |= {"n": entry.position, "of": event}
    if isinstance(event, e.Declared) and desk.covers(event.who) and not desk.is_mine(event.who):
        line = {**line, "text": f"{name_of(desk.state, event.who)}’s order is sealed.", "clauses": ()}
    if stands:
        return [line]
    return [{**line, "state": "back", "clauses": (), "note": f"Taken back; said at {clock(desk, entry)}"}]


def missed(desk: Desk, since: int) -> int:
    """Return the number of lines that the log has got since the cursor ``since``.

    A cursor counts the events of the log, because the DM is shown every event, each once.
    """
    return sum(line_of(desk.state, entry.event) is not None for entry in desk.log[since:])


def clock(desk: Desk, entry: Entry) -> str:
    """Return the time of an entry's input, such as "20:38:41", or "an earlier time"."""
    made = desk.time_of(entry.input)
    return time_format(timezone.localtime(made), "H:i:s") if made else "an earlier time"


def announced(desk: Desk) -> str:
    """Return the text spoken when a column begins: its number, and its events so far."""
    groups = log(desk)["groups"]
    if not groups or desk.state.clock is None:
        return ""
    return " ".join([f"{heading(desk.state, groups[-1].label)}.", *(line["text"] for line in groups[-1].lines)])
