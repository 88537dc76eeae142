"""One event as a line of a log, and lines under the column they belong to: the log's, and the rule book's fights."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from encounters.narration.rulings import SAID, in_words_alone
from encounters.pages.clock import clock_of, column_label
from encounters.pages.dm.said import said
from encounters.pages.wording import side_shape
from rules.api import State, get_ruleset
from rules.api import events as e

Line = dict[str, Any]


AFTER = "After the round"
"""What heads that which comes between a round and the next."""


@dataclass
class Group:
    """The lines of one column, or of what came before the first."""

    label: str
    words: str = ""
    lines: list[Line] = field(default_factory=list)


def grouped(state: State, told: Iterable[tuple[e.Event, Sequence[Line]]]) -> Iterator[Group]:
    """Events of one round, each with its lines or none, as groups: a column that began heads what follows.

    A take-back leads to another column, or before the first, or to the round's end.
    """
    group: Group | None = None
    all_told = list(told)
    end = max((at for at, (event, _) in enumerate(all_told) if isinstance(event, e.RoundEnded)), default=len(all_told))
    for at, (event, lines) in enumerate(all_told):
        if group is None:
            group = Group(_before(state, event))
        if isinstance(event, e.SegmentBegan | e.TakenBack):
            if group.lines:
                yield group
            group = Group(_began_at(state, event, at > end))
        group.lines += lines
        if isinstance(event, e.RoundEnded):
            if group.lines or _is_column(group):
                yield group
            group = Group(AFTER)
    if group is not None and (group.lines or _is_column(group)):
        yield group


def _is_column(group: Group) -> bool:
    return group.label[-1:].isdigit()


def _began_at(state: State, event: e.SegmentBegan | e.TakenBack, is_after: bool) -> str:
    """Return what heads that which follows: a column; without one what comes before the first, or after the round.

    ``is_after``: no end of the round follows, though there was one.
    """
    if event.clock is not None:
        return column_label(state, event.clock, event.round)
    is_open = state.round == event.round and not state.between_rounds
    return AFTER if is_after and not is_open else _before(state, event)


def _before(state: State, first: e.Event) -> str:
    """What heads that which comes before the first column."""
    if first.round == 0:
        return "Opening"
    return "Orders" if get_ruleset(state.ruleset).orders else clock_of(state).before.capitalize()


def folded(state: State, lines: Sequence[Line]) -> list[Line]:
    """Lines one after the other that say the same, or that go on from each other, as one that has them all.

    Each has ``of``, its event. What was ruled or taken back stands by itself.
    """
    runs: list[list[Line]] = []
    for line in lines:
        if runs and _goes_on(runs[-1][-1], line):
            runs[-1].append(line)
        else:
            runs.append([line])
    return [run[0] if len(run) == 1 else _added_up(state, run) for run in runs]


def _goes_on(last: Line, line: Line) -> bool:
    one, other = last["of"], line["of"]
    kinds = [(type(each), getattr(each, "who", "")) for each in (one, other)]
    if kinds[0] != kinds[1] or last.get("state") or line.get("state"):
        return False
    return one.join(other) is not None or bool(last["text"] == line["text"])


def _added_up(state: State, run: Sequence[Line]) -> Line:
    """Return one line for several, which it keeps; its place in the log is that of the last."""
    joined = _joined([line["of"] for line in run])
    times = "twice" if len(run) == 2 else f"{len(run)} times"
    return {
        **run[-1],
        "text": said(state, joined) if joined is not None else str(run[0]["text"]),
        "note": f"in {len(run)} steps" if joined is not None else times,
        "dice": [face for line in run for face in line["dice"]],
        "clauses": tuple(dict.fromkeys(clause for line in run for clause in line["clauses"])),
        "folded": list(run),
    }


def _joined(events: Sequence[e.Event]) -> e.Event | None:
    """Return events that go on from each other as one; None where they are the same said again."""
    joined: e.Event | None = events[0]
    for event in events[1:]:
        joined = joined.join(event) if joined is not None else None
    return joined


def line_of(state: State, event: e.Event) -> Line | None:
    """An event in the DM's words with its dice, numbers and clauses; None for what tells nothing."""
    told = said(state, event)
    if not told or not event.is_logged():
        return None
    line = {"text": told, "side": _side(state, event), "clauses": event.clauses, "dice": dice_of(event)}
    if isinstance(event, e.Ruled | e.TakenBack):
        # The note stands beneath what was ruled; who ruled it does so once, there or above.
        alone = isinstance(event, e.Ruled) and in_words_alone(event)
        text = told if alone else said(state, replace(event, note=SAID))
        return {**line, "text": text, "state": "ruled", "note": "" if alone else _note(event, text)}
    return {**line, "note": _numbers(event)}


def dice_of(event: e.Event) -> list[dict[str, Any]]:
    """The dice of an event as squares: face, sides, whether a person typed it."""
    return [
        {"face": face, "sides": rolled.sides, "typed": "typed" in rolled.source}
        for rolled in event.rolls
        for face in rolled.faces
    ]


def _note(event: e.Ruled | e.TakenBack, text: str) -> str:
    note = event.note.strip()
    if event.note == SAID or text.startswith("The DM"):
        return note
    return f"Ruled by the DM: {note}" if note else "Ruled by the DM"


def _side(state: State, event: e.Event) -> str:
    who = str(getattr(event, "who", "") or getattr(event, "side", ""))
    each = state.combatants.get(who)
    return side_shape(each.side if each is not None else who) if who else ""


def _numbers(event: e.Event) -> str:
    needed = getattr(event, "needed", None)
    words = [f"needed {needed}"] if needed not in (None, "") else []
    if event.rolls and any("typed" in rolled.source for rolled in event.rolls):
        words.append("typed")
    working = getattr(event, "working", "")
    return ", ".join([*words, *([str(working)] if working else [])])
