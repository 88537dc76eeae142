"""The rounds that the player's characters saw, and what was missed while the phone was away."""

from collections.abc import Sequence
from dataclasses import dataclass

from encounters.addresses import add_query
from encounters.narration import find_label
from encounters.narration.columns import get_column_unit, name_round, write_heading
from encounters.screens.actions import Act, Link
from encounters.screens.missed import Missed
from encounters.screens.phone.now import ColumnLine, TextPart, make_past_line, narrate, narrate_round
from encounters.screens.phone.player_view import PlayerView
from rules.api import events as e

SAW_AT_ONCE = 5
"""The number of rounds on one page of the rounds seen."""

SILENT = (TextPart("You perceived nothing."),)


# Missed events.


@dataclass(frozen=True)
class MissedRound:
    """The part of a round that was missed."""

    title: str
    lines: tuple[ColumnLine, ...]


def build_missed(view: PlayerView) -> Missed | None:
    """Return how many columns began since the cursor of the page that asks; None for none.

    The page that tells of them does not count them.
    """
    since = view.page.since
    if since is None or view.page.tab == "missed" or not view.own:
        return None
    began = sum(isinstance(event, e.SegmentBegan) for event in view.viewer_log.list_between(since + 1))
    unit = get_column_unit(view.state) + ("s" if began != 1 else "")
    address = add_query(view.make_own_url("what-i-missed"), f"from={since}&epoch={view.epoch}")
    return Missed(began, unit, since, address) if began else None


@dataclass(frozen=True)
class MissedRounds:
    """The events shown since the phone was away."""

    rounds: tuple[MissedRound, ...]
    back: str
    """The address of the first screen."""


def build_missed_rounds(view: PlayerView) -> MissedRounds:
    """Return the events shown after a cursor, by round; without one the round in play."""
    since = view.page.since
    if not view.own:
        return MissedRounds((), view.make_own_url())
    events = view.viewer_log.list_between(since + 1) if since is not None else view.events
    numbers = dict.fromkeys(event.round for event in events if event.round >= 0)
    rounds = [MissedRound(name_round(each), _list_missed(view, events, each)) for each in numbers]
    return MissedRounds(tuple(each for each in rounds if each.lines), view.make_own_url())


def _list_missed(view: PlayerView, events: Sequence[e.Event], number: int) -> tuple[ColumnLine, ...]:
    mine = [event for event in events if event.round == number]
    found = {column.label: make_past_line(column) for column in narrate(view, mine)}
    began = [find_label(event, view.state) for event in mine if isinstance(event, e.SegmentBegan)]
    labels = dict.fromkeys([*(label for label in found if label not in began), *began])
    return tuple(found.get(label) or ColumnLine(label, SILENT) for label in labels)


# Rounds seen.


@dataclass(frozen=True)
class Paragraph:
    """The story of a column, or the DM's words on a round."""

    text: str
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True)
class SeenRound:
    """A round as the player's characters saw it."""

    title: str
    paragraphs: tuple[Paragraph, ...]
    replay: Act
    """The link to its replay."""


@dataclass(frozen=True)
class SeenRounds:
    """The latest rounds that the player's characters saw."""

    rounds: tuple[SeenRound, ...] = ()
    older: str = ""
    """The address of earlier rounds."""
    newer: str = ""
    """The address of the latest rounds."""
    export: str = ""
    """The address of all of them as text."""


def build_saw(view: PlayerView) -> SeenRounds:
    """Return the latest rounds as this player's characters saw them, with the DM's recaps."""
    if not view.has_begun:
        return SeenRounds()
    before = view.page.before
    numbers = [number for number in reversed(view.numbers) if before is None or number < before]
    shown, left = numbers[:SAW_AT_ONCE], numbers[SAW_AT_ONCE:]
    address = view.make_own_url("what-i-saw")
    recaps = view.read_recaps(shown)
    return SeenRounds(
        tuple(_build_round(view, number, recaps[number]) for number in shown),
        older=add_query(address, f"before={shown[-1]}") if left else "",
        newer=address if before is not None else "",
        export=view.make_url("what-i-saw-text") if view.numbers else "",
    )


def _build_round(view: PlayerView, number: int, words: str) -> SeenRound:
    recap = [Paragraph(f"Recap: {each}") for each in words.splitlines() if each.strip()]
    told = [
        Paragraph(column.text.put_after(_make_heading(view, column.label)), column.clauses)
        for column in narrate_round(view, number)
    ]
    nothing = (Paragraph("You perceived nothing."),)
    return SeenRound(
        name_round(number), (*recap, *told) or nothing, Link("Replay", view.make_url("watch-round", number=number))
    )


def _make_heading(view: PlayerView, label: str) -> str:
    return f"{write_heading(view.state, label)}. " if label else ""


def write_export(view: PlayerView) -> str:
    """Return all rounds that were seen, as plain text."""
    names = ", ".join(view.state.combatants[who].name for who in view.own) if view.has_begun else ""
    lines = [view.encounter.title, f"As seen by {names or view.viewer.name}", ""]
    recaps = view.read_recaps(view.numbers)
    for told in (_build_round(view, number, recaps[number]) for number in view.numbers):
        lines += [told.title, *(each.text for each in told.paragraphs), ""]
    return "\n".join(lines)
