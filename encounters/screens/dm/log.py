"""The DM's log by column, with dice and clauses; entries taken back stay, struck through."""

from dataclasses import dataclass, replace

from django.utils.html import format_html

from encounters.log import Entry
from encounters.narration import drop_repeated_notes
from encounters.narration.columns import write_column_label, write_heading
from encounters.narration.names import name_of
from encounters.screens.dm.dm_view import DmView
from encounters.screens.log_lines import LogGroup, LogLine, build_line, fold_lines, group_lines
from encounters.screens.missed import Missed
from encounters.time_of_day import write_time_of_day
from rules.api import events as e

LOOKED_BACK = 1
"""Rounds before this one in which the answer to a late tap is looked for."""


@dataclass(frozen=True)
class LogPanel:
    """The log of a round."""

    groups: tuple[LogGroup, ...]


def build_log(view: DmView) -> LogPanel:
    """Return the log of the round in play."""
    groups, state = _list_groups_now(view), view.state
    now = write_column_label(state, state.clock, max(state.round, 0)) if not state.between_rounds else ""
    if groups and now and groups[-1].label == now:
        groups[-1] = replace(groups[-1], words="now")
    return LogPanel(tuple(groups))


def _list_groups_now(view: DmView) -> list[LogGroup]:
    """Return the log of the round in play by column, which the log and the announcement show."""
    number = max(view.state.round, 0)
    if number not in view.log_groups:
        view.log_groups[number] = list_groups(view, number)
    return list(view.log_groups[number])


def list_groups(view: DmView, number: int, last: int | None = None) -> list[LogGroup]:
    """Return the log of a round by column, up to the entry at position ``last``."""
    standing = find_positions(view, number)
    end = view.viewer_log.count if last is None else last + 1
    entries = [entry for entry in view.log.list_of_round(number) if entry.position < end]
    noted = zip(entries, drop_repeated_notes(entry.event for entry in entries), strict=True)
    told = ((event, _list_lines(view, entry, event, entry.position in standing)) for entry, event in noted)
    groups = group_lines(view.state, told)
    return [replace(group, lines=tuple(fold_lines(view.state, group.lines))) for group in groups]


def find_positions(view: DmView, number: int) -> set[int]:
    """Return the positions of a round's entries that stand.

    The first round has those before it as well.
    """
    begin, end = view.find_stretch(number)
    first = view.viewer_log.rounds[0].cursor if view.viewer_log.rounds else 1
    return {cursor - 1 for cursor in view.viewer_log.list_cursors(1 if begin == first else begin, end)}


def _list_lines(view: DmView, entry: Entry, event: e.Event, stands: bool) -> list[LogLine]:
    """Return the line of an entry's event, in a list; an empty list where the log shows none.

    ``event`` is the entry's, without a note that was shown with an earlier event.
    """
    line = build_line(view.state, event)
    if line is None:
        return []
    line = replace(line, n=entry.position)
    if isinstance(event, e.Declared) and view.is_covered(event.who) and not view.is_mine(event.who):
        line = replace(line, text=f"{name_of(view.state, event.who)}’s order is sealed.", clauses=(), is_told=False)
    if stands:
        return [line]
    said = write_time_of_day(entry.made_at) if entry.made_at else "an earlier time"
    return [replace(line, state="back", clauses=(), note=format_html("Taken back; said at {}", said))]


def build_missed(view: DmView) -> Missed | None:
    """Return how many lines the log got since the cursor of the page that asks; None for none."""
    since = view.draft.since
    if since is None or not view.has_begun:
        return None
    count = count_missed(view, since)
    return Missed(count, "event" if count == 1 else "events", since) if count else None


def count_missed(view: DmView, since: int) -> int:
    """Return the number of lines that the log has got since the cursor ``since``.

    A cursor counts the events of the log, because the DM is shown every event, each once.
    """
    lines = [line for entry in view.log[since:] if (line := build_line(view.state, entry.event)) is not None]
    return len(fold_lines(view.state, lines))


def build_announcement(view: DmView) -> str:
    """Return the text spoken when a column begins: its number, and its events so far."""
    if view.state.clock is None or not any(isinstance(event, e.SegmentBegan) for event in view.new):
        return ""
    groups = _list_groups_now(view)
    if not groups:
        return ""
    return " ".join([f"{write_heading(view.state, groups[-1].label)}.", *(line.text for line in groups[-1].lines)])


def describe_stale(view: DmView, token: str) -> str:
    """Return words on a question that is no longer open."""
    id = token.partition("~")[0]
    for entry in reversed(view.list_standing_since(LOOKED_BACK)):
        if isinstance(entry.event, e.Answered | e.DiceGiven) and entry.event.id == id:
            return "That question was already answered. Here is the next."
    return "That question is no longer asked. Here is the next."
