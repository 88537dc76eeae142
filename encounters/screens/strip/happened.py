"""The strip's marks of events that last, have a place in a moment, or depend on the state.

A mark of one column that depends on its event alone comes from the event itself (``Event.marks``).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from encounters.narration.columns import get_clock, is_apart, write_column_label
from encounters.narration.names import (
    describe_deed,
    list_names,
    name_device,
    name_spell,
    shorten_weapon,
    shorten_words,
    write_task,
)
from encounters.screens.strip import LAPTOP, Mark, MarkKind, MarkState, Size
from rules.api import SEGMENTS, Deed, DeedGroup, EventMark, State
from rules.api import events as e

KINDS = {
    "spell": MarkKind.SPELL,
    "casting": MarkKind.SPELL,
    "charge": MarkKind.CHARGE,
    "melee": MarkKind.BLOW,
    "missile": MarkKind.MISSILE,
    "device": MarkKind.DEVICE,
    "turning": MarkKind.TURNING,
    "psionic": MarkKind.PSIONIC,
    "move": MarkKind.MOVE,
    "flee": MarkKind.MOVE,
    "set": MarkKind.PREPARED,
}
"""The mark of each kind of deed; every other is a task."""

OWN = 4
"""The letters that a mark's own segment takes up."""

GREAT_BLOW = "great blow"

ENDS = "ends"
"""The word for the end of a charge to a place, which may be too far off to arrive at."""

TO_PLACE = "charge"
"""The label of a charge to a place; that of any other names its target."""

UNMARKED = ("wait", "begin")
"""The kinds of deeds without a mark, because nobody sees anything of them."""


@dataclass
class StripDrawing:
    """The marks of a round while they are collected."""

    table: State
    size: Size = LAPTOP
    marks: dict[str, list[Mark]] = field(default_factory=dict)
    """The marks by combatant."""
    deeds: dict[str, Deed] = field(default_factory=dict)
    """The deeds of the agenda, by id."""
    moments: dict[str, dict[int, int]] = field(default_factory=dict)
    """By column, the moments with their numbers in it, from 1."""

    @cached_property
    def surprise(self) -> bool:
        """Return whether the columns are segments of surprise."""
        return is_apart(self.table)

    def find_label(self, clock: int | None) -> str:
        """Return the label of this clock's column.

        For None it is that of the time before the first column, or of the first column where there is none.
        """
        clocks = get_clock(self.table)
        if clock is None and clocks.before and self.table.round > 0:
            return clocks.before
        first, last = (1, max(clock or 1, 1)) if self.surprise else clocks.span(self.table)
        return write_column_label(self.table, first if clock is None else min(max(clock, first), last))

    @cached_property
    def columns(self) -> int:
        """Return how many columns share the width, at least."""
        clock = get_clock(self.table)
        first, last = (1, 1) if self.surprise else clock.span(self.table)
        return max(clock.room or SEGMENTS, last - first + 1)

    @cached_property
    def room(self) -> int:
        """Return the number of letters for which a box of one column has room."""
        return self.size.count_letters(self.columns)

    def count_end(self, mark: Mark) -> int:
        """Return how many letters of its box a mark leaves to its own segment, or to its number."""
        if mark.own:
            return OWN
        return self.size.count_end_letters(mark.outcome) if mark.order is not None else 0

    @property
    def now(self) -> str:
        """Return the label of the column being played."""
        return self.find_label(self.table.clock)

    def add(self, who: str, mark: Mark) -> None:
        """Add a mark to a combatant's lane."""
        if who in self.table.combatants:
            self.marks.setdefault(who, []).append(mark)

    def add_own(self, event: e.Event, marks: Iterable[EventMark]) -> None:
        """Add the marks that come from the event itself."""
        for mark in marks:
            begin = end = self.find_label(event.clock)
            if mark.columns:
                first, last = get_clock(self.table).span(self.table)
                begin, end = self.find_label(first), self.find_label(min(last, first + mark.columns - 1))
            self.add(mark.who, Mark(mark.kind, MarkState.DONE, begin, end, mark.label))

    def is_apart(self, event: e.Event) -> bool:
        """Return whether an event has its own segment, other than the column in which it is played."""
        return event.segment not in (None, event.clock) and not self.surprise

    def place(self, event: e.Event, mark: Mark) -> Mark:
        """Return the mark with its moment, the moment's number in the column, and its own segment."""
        if event.moment is None:
            return mark
        column = self.moments.setdefault(self.find_label(event.clock), {})
        order = column.setdefault(event.moment, len(column) + 1)
        own = str(event.segment) if self.is_apart(event) else ""
        return replace(mark, order=order, moment=str(event.moment), own=own)

    def find_last(self, who: str, kind: MarkKind, *states: MarkState) -> int | None:
        """Return the index of the last mark of this kind in a lane in one of these states, or None."""
        found = [n for n, mark in enumerate(self.marks.get(who, ())) if mark.kind is kind and mark.state in states]
        return found[-1] if found else None


def find_latest(*clocks: int | None) -> int | None:
    """Return the latest of these columns; None is the time before the first."""
    return max((clock for clock in clocks if clock is not None), default=None)


def _note_agenda(drawing: StripDrawing, event: e.AgendaChanged) -> None:
    drawing.deeds.update({deed.id: deed for deed in event.deeds})


def _draw_spell_begun(drawing: StripDrawing, event: e.SpellBegan) -> None:
    at = f" on {list_names(drawing.table, event.targets)}" if event.targets else ""
    label = name_spell(drawing.table, event.who, event.spell) + at
    begin = drawing.find_label(event.clock)
    drawing.add(event.who, Mark(MarkKind.SPELL, MarkState.FRAYED, begin, drawing.now, label))


def _draw_spell_completed(drawing: StripDrawing, event: e.SpellCompleted) -> None:
    end = drawing.find_label(event.clock)
    name = name_spell(drawing.table, event.who, event.spell)
    label = f"{name} on {list_names(drawing.table, event.targets)}" if event.targets else name
    n = drawing.find_last(event.who, MarkKind.SPELL, MarkState.FRAYED)
    begin = end if n is None else drawing.marks[event.who][n].begin
    room = drawing.size.count_spell_letters(drawing.columns)
    if begin == end and len(label) > room:
        label = name if len(name) <= room else f"{name[: room - 1]}…"
    if n is None:
        drawing.add(event.who, drawing.place(event, Mark(MarkKind.SPELL, MarkState.DONE, end, end, label)))
        return
    lane = drawing.marks[event.who]
    lane[n] = drawing.place(event, replace(lane[n], state=MarkState.DONE, end=end, label=label))


def _draw_spell_spoiled(drawing: StripDrawing, event: e.SpellSpoiled) -> None:
    cut = drawing.find_label(event.clock)
    n = drawing.find_last(event.who, MarkKind.SPELL, MarkState.FRAYED)
    deed = drawing.deeds.get(event.deed)
    end = drawing.find_label(find_latest(event.clock, deed.number)) if deed is not None else cut
    if n is None:
        label = name_spell(drawing.table, event.who, event.spell)
        if event.cause == CANCELLED:
            drawing.add(event.who, Mark(MarkKind.SPELL, MarkState.SUPERSEDED, cut, cut, label, word=CANCELLED))
            return
        drawing.add(event.who, Mark(MarkKind.SPELL, MarkState.SPOILED, cut, end, label, cut=cut, word="spoiled"))
        return
    lane = drawing.marks[event.who]
    lane[n] = replace(lane[n], state=MarkState.SPOILED, end=end, cut=cut, word="spoiled")


def _draw_charge_begun(drawing: StripDrawing, event: e.ChargeBegan) -> None:
    label = f"charge at {list_names(drawing.table, (event.target,))}" if event.target else TO_PLACE
    begin, end = drawing.find_label(event.clock), drawing.now
    drawing.add(event.who, Mark(MarkKind.CHARGE, MarkState.RUNNING, begin, end, label))


def _end_charge_to_place(drawing: StripDrawing, event: e.Moved, n: int) -> None:
    lane = drawing.marks[event.who]
    if lane[n].state is MarkState.RUNNING:
        end = drawing.find_label(event.clock)
        lane[n] = drawing.place(event, replace(lane[n], state=MarkState.DONE, end=end, word=ENDS))


def _draw_charge_met(drawing: StripDrawing, event: e.ChargeMet) -> None:
    end = drawing.find_label(event.clock)
    n = drawing.find_last(event.who, MarkKind.CHARGE, MarkState.RUNNING)
    if n is not None:
        lane = drawing.marks[event.who]
        lane[n] = drawing.place(event, replace(lane[n], state=MarkState.DONE, end=end))


def _draw_attack(drawing: StripDrawing, event: e.Attacked) -> None:
    at = drawing.find_label(event.clock)
    kind = MarkKind.BLOW if event.mode == "melee" else MarkKind.MISSILE
    kind = MarkKind.OPPORTUNITY if event.opportunity else kind
    mark = drawing.place(event, Mark(kind, MarkState.DONE, at, at, "", struck=(event.hit,)))
    room = drawing.room - drawing.count_end(mark)
    label = fit_label(_name_blow(drawing, event), list_names(drawing.table, (event.target,)), room)
    drawing.add(event.who, replace(mark, label=label))


def _name_blow(drawing: StripDrawing, event: e.Attacked) -> str:
    """Return the weapon or the part that struck, in one word: "bow", "bite"."""
    if event.details is not None and (label := event.details.get_label()):
        return label
    return shorten_words(event.blow) if event.blow else shorten_weapon(drawing.table, event.who, event.weapon)


def _draw_preparation(drawing: StripDrawing, event: e.Prepared) -> None:
    at = drawing.find_label(event.clock)
    if event.weapon:
        count = f" × {event.count}" if event.count and event.count > 1 else ""
        drawing.add(event.who, Mark(MarkKind.PREPARED, MarkState.DONE, at, at, f"{GREAT_BLOW}{count}"))
    else:
        drawing.add(event.who, Mark(MarkKind.WORD, MarkState.DONE, at, at, "prepared"))


def write_deed_label(drawing: StripDrawing, deed: Deed) -> str:
    """Return the label of a deed that has not happened, without its target if that is too long."""
    words = describe_deed(drawing.table, deed)
    boxed = KINDS.get(deed.kind) in (MarkKind.BLOW, MarkKind.MISSILE) and len(words) > drawing.room
    return words.partition(", ")[0] if boxed else words


def fit_label(deed: str, target: str, room: int, between: str = ", ") -> str:
    """Return a label that fits into one column: deed and target, or the deed alone, shortened."""
    both = f"{deed}{between}{target}"
    if len(both) <= room:
        return both
    return deed if len(deed) <= room else f"{deed[: room - 1]}…"


def _draw_device(drawing: StripDrawing, event: e.DeviceUsed) -> None:
    at = drawing.find_label(event.clock)
    label = name_device(drawing.table, event.who, event.device)
    drawing.add(event.who, drawing.place(event, Mark(MarkKind.DEVICE, MarkState.DONE, at, at, label)))


def _draw_turning(drawing: StripDrawing, event: e.UndeadTurned) -> None:
    at = drawing.find_label(event.clock)
    drawing.add(event.who, drawing.place(event, Mark(MarkKind.TURNING, MarkState.DONE, at, at, "turns")))


def _draw_move(drawing: StripDrawing, event: e.Moved) -> None:
    n = drawing.find_last(event.who, MarkKind.CHARGE, MarkState.RUNNING, MarkState.DONE)
    if n is not None and drawing.marks[event.who][n].label == TO_PLACE:
        _end_charge_to_place(drawing, event, n)
        return
    if not event.feet or n is not None:
        return
    at = drawing.find_label(event.clock)
    if event.relocated:
        label = fit_label("lands", f"{event.feet} ft off", drawing.room, " ")
    elif event.closes:
        label = fit_label("closes", list_names(drawing.table, (event.closes,)), drawing.room, " with ")
    else:
        label = fit_label("moves", f"{event.feet} ft", drawing.room, " ")
    drawing.add(event.who, drawing.place(event, Mark(MarkKind.MOVE, MarkState.DONE, at, at, label)))


def _draw_flight(drawing: StripDrawing, event: e.Fled) -> None:
    at = drawing.find_label(event.clock)
    label = event.manner.replace("_", " ")
    drawing.add(event.who, drawing.place(event, Mark(MarkKind.MOVE, MarkState.DONE, at, at, label)))


def _draw_task(drawing: StripDrawing, event: e.TaskDone) -> None:
    at = drawing.find_label(event.clock)
    drawing.add(event.who, drawing.place(event, Mark(MarkKind.TASK, MarkState.DONE, at, at, write_task(event.task))))


def _draw_psionics(drawing: StripDrawing, event: e.PsionicExchanged) -> None:
    at = drawing.find_label(event.clock)
    n = drawing.find_last(event.who, MarkKind.PSIONIC, MarkState.DONE)
    if n is None:
        label = (event.attack_mode or event.defense_mode).replace("_", " ")
        drawing.add(event.who, Mark(MarkKind.PSIONIC, MarkState.DONE, at, at, label))
    else:
        lane = drawing.marks[event.who]
        lane[n] = replace(lane[n], end=at)


def _draw_lost_deed(drawing: StripDrawing, event: e.DeedLost) -> None:
    deed = drawing.deeds.get(event.deed)
    if deed is None or deed.kind in UNMARKED or deed.group is DeedGroup.SPELL:
        return
    at = drawing.find_label(find_latest(event.clock, deed.number))
    kind = KINDS.get(deed.kind, MarkKind.TASK)
    if kind is MarkKind.CHARGE:
        # The move of a charge to a place ends its mark, that of a charger who is stopped on the way included.
        ended = (MarkState.DONE,) if not deed.targets else ()
        n = drawing.find_last(event.who, MarkKind.CHARGE, MarkState.RUNNING, *ended)
        if n is not None:
            lane = drawing.marks[event.who]
            cut = drawing.find_label(event.clock)
            lane[n] = replace(lane[n], state=MarkState.SPOILED, cut=cut, end=at, word="stopped")
        return
    drawing.add(event.who, Mark(kind, MarkState.SUPERSEDED, at, at, write_deed_label(drawing, deed), word="lost"))


def _draw_change_of_mind(drawing: StripDrawing, event: e.MindChanged) -> None:
    if event.what == CANCELLED:
        at = drawing.find_label(event.clock)
        drawing.add(event.who, Mark(MarkKind.WORD, MarkState.DONE, at, at, "cancels"))


def _draw_warning(drawing: StripDrawing, event: e.Warned) -> None:
    """Draw a warning in the lane of the combatant that gives it, a threat in its target's."""
    at = drawing.find_label(event.clock)
    warns = bool(event.target) and not event.what
    who = event.who if warns or not event.target else event.target
    drawing.add(who, Mark(MarkKind.WORD, MarkState.DONE, at, at, "warns" if warns else "warned"))


CANCELLED = "cancelled"
"""The result of a change of mind that gave up the order."""

DRAWN: dict[type[e.Event], Callable[[StripDrawing, Any], None]] = {
    e.AgendaChanged: _note_agenda,
    e.SpellBegan: _draw_spell_begun,
    e.SpellCompleted: _draw_spell_completed,
    e.SpellSpoiled: _draw_spell_spoiled,
    e.ChargeBegan: _draw_charge_begun,
    e.ChargeMet: _draw_charge_met,
    e.Attacked: _draw_attack,
    e.DeviceUsed: _draw_device,
    e.DeviceFailed: _draw_device,
    e.UndeadTurned: _draw_turning,
    e.Moved: _draw_move,
    e.Fled: _draw_flight,
    e.TaskDone: _draw_task,
    e.PsionicExchanged: _draw_psionics,
    e.DeedLost: _draw_lost_deed,
    e.MindChanged: _draw_change_of_mind,
    e.Prepared: _draw_preparation,
    e.Warned: _draw_warning,
}
