"""An event as a line of a log, and lines in groups, by the column to which they belong."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from encounters.narration import split_runs, tell, tell_run
from encounters.narration.columns import get_clock, write_column_label
from encounters.narration.names import get_side_shape
from encounters.narration.rulings import SAID, is_note_only
from encounters.screens.dice import Face
from rules.api import State, get_ruleset
from rules.api import events as e

MOST_DICE = 6
"""The dice for which a line that adds up others has room."""

AFTER = "After the round"
"""The heading of events between a round and the next."""


@dataclass(frozen=True)
class LogLine:
    """An event in words."""

    text: str
    of: e.Event = field(compare=False)
    """Lines of two events that read the same are equal."""
    side: str = ""
    """The shape of the side that it concerns."""
    clauses: tuple[str, ...] = ()
    dice: tuple[Face, ...] = ()
    note: str = ""
    """Words of the DM, when it was taken back, or how often it was said."""
    working: str = ""
    """The arithmetic: what was needed on the die, and what changed that number."""
    state: str = ""
    """ruled, back (it was taken back), or empty."""
    n: int | None = None
    """Its position in the log."""
    folded: tuple["LogLine", ...] = ()
    """The lines that this one adds up."""
    is_told: bool = True
    """The text is the event's own sentence."""
    cites: bool = False
    """It rests on the clause that the page is about."""


@dataclass(frozen=True)
class LogGroup:
    """The lines of one column, or of the time before the first."""

    label: str
    words: str = ""
    lines: tuple[LogLine, ...] = ()


def group_lines(state: State, told: Iterable[tuple[e.Event, Sequence[LogLine]]]) -> Iterator[LogGroup]:
    """Yield the lines of one round in groups: a column that begins heads the lines after it.

    ``told`` has each event with its lines or none. A take-back leads to another column, to before the first, or to
    the round's end.
    """
    label, lines = "", list[LogLine]()
    all_told = list(told)
    end = max((at for at, (event, _) in enumerate(all_told) if isinstance(event, e.RoundEnded)), default=len(all_told))
    for at, (event, more) in enumerate(all_told):
        label = label or _name_start(state, event)
        if isinstance(event, e.SegmentBegan | e.TakenBack):
            if lines:
                yield LogGroup(label, lines=tuple(lines))
            label, lines = _name_heading(state, event, at > end), []
        lines.extend(more)
        if isinstance(event, e.RoundEnded):
            if lines or _is_column(label):
                yield LogGroup(label, lines=tuple(lines))
            label, lines = AFTER, []
    if lines or _is_column(label):
        yield LogGroup(label, lines=tuple(lines))


def _is_column(label: str) -> bool:
    return label[-1:].isdigit()


def _name_heading(state: State, event: e.SegmentBegan | e.TakenBack, is_after: bool) -> str:
    """Return the heading of the lines after this event.

    It is a column; without one it is the heading before the first column, or after the round. ``is_after``: the event
    comes after the last end of the round.
    """
    if event.clock is not None:
        return write_column_label(state, event.clock, event.round)
    is_open = state.round == event.round and not state.between_rounds
    return AFTER if is_after and not is_open else _name_start(state, event)


def _name_start(state: State, first: e.Event) -> str:
    """Return the heading of lines before the first column."""
    if first.round == 0:
        return "Opening"
    return "Orders" if get_ruleset(state.ruleset).orders else get_clock(state).before.capitalize()


def fold_lines(state: State, lines: Sequence[LogLine]) -> list[LogLine]:
    """Join successive lines that one sentence covers.

    These are a hit and its damage, or what several do alike.

    A line of a ruling or a take-back stays by itself, and one whose text is not its event's own.
    """
    steps: list[list[LogLine]] = []
    for line in lines:
        if steps and _is_continued(steps[-1][-1], line):
            steps[-1].append(line)
        else:
            steps.append([line])
    found: list[LogLine] = []
    for is_told, part in groupby([_add_up(state, step) for step in steps], _is_as_told):
        joined = list(part)
        found += _fold_runs(state, joined) if is_told else joined
    return found


def _is_as_told(line: LogLine) -> bool:
    return line.is_told and not line.state


def _is_continued(last: LogLine, line: LogLine) -> bool:
    kinds = [(type(each.of), getattr(each.of, "who", "")) for each in (last, line)]
    if last.state or line.state:
        return False
    if _is_arrival(last, line):
        return True
    if kinds[0] != kinds[1]:
        return False
    return last.of.join(line.of) is not None or last.text == line.text


def _is_arrival(last: LogLine, line: LogLine) -> bool:
    """Return whether a charge arrives, whose run the line before tells."""
    return isinstance(last.of, e.Moved) and isinstance(line.of, e.ChargeMet) and last.of.who == line.of.who


def _add_up(state: State, step: Sequence[LogLine]) -> LogLine:
    """Return one line for several that go on from each other, or say the same.

    Its place is that of the last.
    """
    if len(step) == 1:
        return step[0]
    if _is_arrival(*step[-2:]):
        return _put_together(step)
    joined = _join([line.of for line in step])
    times = "twice" if len(step) == 2 else f"{len(step)} times"
    return replace(
        _put_together(step),
        text=narrate(state, joined) if joined is not None else step[0].text,
        note=f"in {len(step)} steps" if joined is not None else times,
        is_told=False,
    )


def _fold_runs(state: State, lines: Sequence[LogLine]) -> Iterator[LogLine]:
    """Yield the lines, those as one that one sentence covers."""
    rest = iter(lines)
    for run in split_runs([line.of for line in lines], state):
        part = [next(rest) for step in run for _ in step]
        told = next(tell_run(run, state, knows=True), None)
        if len(part) == 1 or told is None:
            yield from part
        else:
            yield replace(_put_together(part), text=told.text, side=part[0].side)


def _put_together(lines: Sequence[LogLine]) -> LogLine:
    """Return the last of the lines with the dice, if they are few, and the clauses of all."""
    dice = [face for line in lines for face in line.dice]
    return replace(
        lines[-1],
        working="",
        dice=tuple(dice) if len(dice) <= MOST_DICE else (),
        clauses=tuple(dict.fromkeys(clause for line in lines for clause in line.clauses)),
        folded=tuple(lines),
    )


def _join(events: Sequence[e.Event]) -> e.Event | None:
    """Return events that go on from each other as one; None where they are the same said again."""
    joined: e.Event | None = events[0]
    for event in events[1:]:
        joined = joined.join(event) if joined is not None else None
    return joined


def narrate(state: State, event: e.Event) -> str:
    """Return an event in words for a log, every number as it is; "" for one without words."""
    told = tell(event, state, knows=True)
    return told.text if told is not None else ""


def build_line(state: State, event: e.Event) -> LogLine | None:
    """Return an event as the DM's line: text, dice, notes, clauses; None where no log has it."""
    told = narrate(state, event)
    if not told or not event.is_logged():
        return None
    line = LogLine(told, event, _find_side(state, event), event.clauses, list_faces(event))
    if isinstance(event, e.Ruled | e.EffectChanged | e.TakenBack):
        # The note stands below the ruling. The DM is named as its author once: there, or in the text.
        alone = isinstance(event, e.Ruled) and is_note_only(event)
        text = told if alone else narrate(state, replace(event, note=SAID))
        return replace(line, text=text, state="ruled", note="" if alone else _describe_note(event, text))
    return replace(line, working=_describe_numbers(event))


def list_faces(event: e.Event) -> tuple[Face, ...]:
    """Return the faces of an event's dice."""
    return tuple(Face(face, rolled.sides, "typed" in rolled.source) for rolled in event.rolls for face in rolled.faces)


def _describe_note(event: e.Ruled | e.EffectChanged | e.TakenBack, text: str) -> str:
    note = event.note.strip()
    if event.note == SAID or text.startswith("The DM"):
        return note
    return f"Ruled by the DM: {note}" if note else "Ruled by the DM"


def _find_side(state: State, event: e.Event) -> str:
    who = str(getattr(event, "who", "") or getattr(event, "side", ""))
    each = state.combatants.get(who)
    return get_side_shape(each.side if each is not None else who) if who else ""


def _describe_numbers(event: e.Event) -> str:
    needed = getattr(event, "needed", None)
    words = [f"needed {needed}"] if needed not in (None, "") else []
    if event.rolls and any("typed" in rolled.source for rolled in event.rolls):
        words.append("typed")
    working = getattr(event, "working", "")
    return ", ".join([*words, *([str(working)] if working else [])])
