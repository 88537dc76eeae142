"""What has happened, as marks of the strip: each kind of event that is drawn, and the lane and column it falls in."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

from encounters.pages.clock import clock_of, column_label, is_apart
from encounters.pages.wording import deed_words, device_word, names_of, spell_word, weapon_short
from encounters.strip import LAPTOP, Kind, Mark, Size, State
from rules import events as e
from rules.state import Deed
from rules.state import State as Table
from rules.terms import SEGMENTS

KINDS = {
    "spell": Kind.SPELL,
    "casting": Kind.SPELL,
    "charge": Kind.CHARGE,
    "melee": Kind.BLOW,
    "missile": Kind.MISSILE,
    "device": Kind.DEVICE,
    "turning": Kind.TURNING,
    "psionic": Kind.PSIONIC,
    "move": Kind.MOVE,
    "flee": Kind.MOVE,
    "set": Kind.PREPARED,
}
"""The mark of each kind of deed; every other is a task."""

GREAT_BLOW = "great blow"

UNMARKED = ("wait", "begin")
"""Deeds that draw no mark: nothing is to be seen of them."""


@dataclass
class Drawing:
    """The marks of a round as they are gathered, by figure."""

    table: Table
    size: Size = LAPTOP
    marks: dict[str, list[Mark]] = field(default_factory=dict)
    deeds: dict[str, Deed] = field(default_factory=dict)
    moments: dict[str, dict[int, int]] = field(default_factory=dict)

    @cached_property
    def surprise(self) -> bool:
        """Whether the columns are segments of surprise."""
        return is_apart(self.table)

    def label(self, clock: int | None) -> str:
        """What heads the column of this clock; of none, what comes before the first, or the first."""
        clocks = clock_of(self.table)
        if clock is None and clocks.before and self.table.round > 0:
            return clocks.before
        first, last = (1, max(clock or 1, 1)) if self.surprise else clocks.span(self.table)
        return column_label(self.table, first if clock is None else min(max(clock, first), last))

    @cached_property
    def room(self) -> int:
        """Letters that a box of one column has room for."""
        clock = clock_of(self.table)
        first, last = (1, 1) if self.surprise else clock.span(self.table)
        return self.size.letters(max(clock.room or SEGMENTS, last - first + 1))

    @property
    def now(self) -> str:
        """The column being played."""
        return self.label(self.table.clock)

    def add(self, who: str, mark: Mark) -> None:
        """One more mark in a figure's lane."""
        if who in self.table.combatants:
            self.marks.setdefault(who, []).append(mark)

    def place(self, event: e.Event, mark: Mark) -> Mark:
        """The mark with its moment: the numeral of its place in the column, and what brackets it."""
        if event.moment is None:
            return mark
        column = self.moments.setdefault(self.label(event.clock), {})
        order = column.setdefault(event.moment, len(column) + 1)
        apart = event.segment not in (None, event.clock) and not self.surprise
        own = str(event.segment) if apart else ""
        return replace(mark, order=order, moment=str(event.moment), own=own)

    def last(self, who: str, kind: Kind, *states: State) -> int | None:
        """The latest mark of this kind and state in a lane."""
        found = [n for n, mark in enumerate(self.marks.get(who, ())) if mark.kind is kind and mark.state in states]
        return found[-1] if found else None


def later(*clocks: int | None) -> int | None:
    """The latest of these columns; None is before the first."""
    return max((clock for clock in clocks if clock is not None), default=None)


def _agenda(drawing: Drawing, event: e.AgendaChanged) -> None:
    drawing.deeds.update({deed.id: deed for deed in event.deeds})


def _spell_began(drawing: Drawing, event: e.SpellBegan) -> None:
    at = f" on {names_of(drawing.table, event.targets)}" if event.targets else ""
    label = spell_word(drawing.table, event.who, event.spell) + at
    begin = drawing.label(event.clock)
    drawing.add(event.who, Mark(Kind.SPELL, State.FRAYED, begin, drawing.now, label))


def _spell_completed(drawing: Drawing, event: e.SpellCompleted) -> None:
    end = drawing.label(event.clock)
    at = f" on {names_of(drawing.table, event.targets)}" if event.targets else ""
    label = spell_word(drawing.table, event.who, event.spell) + at
    n = drawing.last(event.who, Kind.SPELL, State.FRAYED)
    if n is None:
        drawing.add(event.who, drawing.place(event, Mark(Kind.SPELL, State.DONE, end, end, label)))
        return
    lane = drawing.marks[event.who]
    lane[n] = drawing.place(event, replace(lane[n], state=State.DONE, end=end, label=label))


def _spell_spoiled(drawing: Drawing, event: e.SpellSpoiled) -> None:
    cut = drawing.label(event.clock)
    n = drawing.last(event.who, Kind.SPELL, State.FRAYED)
    deed = drawing.deeds.get(event.deed)
    end = drawing.label(later(event.clock, deed.number)) if deed is not None else cut
    if n is None:
        label = spell_word(drawing.table, event.who, event.spell)
        if event.cause == CANCELLED:
            drawing.add(event.who, Mark(Kind.SPELL, State.SUPERSEDED, cut, cut, label, word=CANCELLED))
            return
        drawing.add(event.who, Mark(Kind.SPELL, State.SPOILED, cut, end, label, cut=cut, word="spoiled"))
        return
    lane = drawing.marks[event.who]
    lane[n] = replace(lane[n], state=State.SPOILED, end=end, cut=cut, word="spoiled")


def _charge_began(drawing: Drawing, event: e.ChargeBegan) -> None:
    label = f"charge at {names_of(drawing.table, (event.target,))}"
    begin, end = drawing.label(event.clock), drawing.now
    drawing.add(event.who, Mark(Kind.CHARGE, State.RUNNING, begin, end, label))


def _charge_met(drawing: Drawing, event: e.ChargeMet) -> None:
    end = drawing.label(event.clock)
    n = drawing.last(event.who, Kind.CHARGE, State.RUNNING)
    if n is not None:
        lane = drawing.marks[event.who]
        lane[n] = drawing.place(event, replace(lane[n], state=State.DONE, end=end))


def _attacked(drawing: Drawing, event: e.Attacked) -> None:
    at = drawing.label(event.clock)
    kind = Kind.BLOW if event.mode == "melee" else Kind.MISSILE
    kind = Kind.OPPORTUNITY if event.opportunity else kind
    weapon = GREAT_BLOW if event.preparations else weapon_short(drawing.table, event.who, event.weapon)
    label = fitting(weapon, names_of(drawing.table, (event.target,)), drawing.room)
    drawing.add(event.who, drawing.place(event, Mark(kind, State.DONE, at, at, label)))


def _prepared(drawing: Drawing, event: e.Prepared) -> None:
    at = drawing.label(event.clock)
    if event.weapon:
        count = f" × {event.count}" if event.count and event.count > 1 else ""
        drawing.add(event.who, Mark(Kind.PREPARED, State.DONE, at, at, f"{GREAT_BLOW}{count}"))
    else:
        drawing.add(event.who, Mark(Kind.WORD, State.DONE, at, at, "prepared"))


def fitting(deed: str, target: str, room: int, between: str = ", ") -> str:
    """What goes into one column: deed (or weapon) and target where both have room."""
    both = f"{deed}{between}{target}"
    if len(both) <= room:
        return both
    return deed if len(deed) <= room + 1 else f"{deed[:room]}…"


def _device(drawing: Drawing, event: e.DeviceUsed) -> None:
    at = drawing.label(event.clock)
    label = device_word(drawing.table, event.who, event.device)
    drawing.add(event.who, drawing.place(event, Mark(Kind.DEVICE, State.DONE, at, at, label)))


def _turned(drawing: Drawing, event: e.UndeadTurned) -> None:
    at = drawing.label(event.clock)
    drawing.add(event.who, drawing.place(event, Mark(Kind.TURNING, State.DONE, at, at, "turns")))


def _moved(drawing: Drawing, event: e.Moved) -> None:
    if not event.feet or drawing.last(event.who, Kind.CHARGE, State.RUNNING, State.DONE) is not None:
        return
    at = drawing.label(event.clock)
    if event.relocated:
        label = fitting("lands", f"{event.feet} ft off", drawing.room, " ")
    elif event.closes:
        label = fitting("closes", names_of(drawing.table, (event.closes,)), drawing.room, " with ")
    else:
        label = fitting("moves", f"{event.feet} ft", drawing.room, " ")
    drawing.add(event.who, drawing.place(event, Mark(Kind.MOVE, State.DONE, at, at, label)))


def _fled(drawing: Drawing, event: e.Fled) -> None:
    at = drawing.label(event.clock)
    label = event.manner.replace("_", " ")
    drawing.add(event.who, drawing.place(event, Mark(Kind.MOVE, State.DONE, at, at, label)))


def _task(drawing: Drawing, event: e.TaskDone) -> None:
    at = drawing.label(event.clock)
    drawing.add(event.who, drawing.place(event, Mark(Kind.TASK, State.DONE, at, at, event.task)))


def _psionic(drawing: Drawing, event: e.PsionicExchanged) -> None:
    at = drawing.label(event.clock)
    n = drawing.last(event.who, Kind.PSIONIC, State.DONE)
    if n is None:
        label = (event.attack_mode or event.defense_mode).replace("_", " ")
        drawing.add(event.who, Mark(Kind.PSIONIC, State.DONE, at, at, label))
    else:
        lane = drawing.marks[event.who]
        lane[n] = replace(lane[n], end=at)


def _lost(drawing: Drawing, event: e.DeedLost) -> None:
    deed = drawing.deeds.get(event.deed)
    if deed is None or deed.kind in UNMARKED or deed.kind == "spell":
        return
    at = drawing.label(later(event.clock, deed.number))
    kind = KINDS.get(deed.kind, Kind.TASK)
    if kind is Kind.CHARGE:
        n = drawing.last(event.who, Kind.CHARGE, State.RUNNING)
        if n is not None:
            lane = drawing.marks[event.who]
            lane[n] = replace(lane[n], state=State.SPOILED, cut=drawing.label(event.clock), end=at, word="stopped")
        return
    drawing.add(event.who, Mark(kind, State.SUPERSEDED, at, at, deed_words(drawing.table, deed), word="lost"))


def _turn(drawing: Drawing, event: e.TurnBegan) -> None:
    at = drawing.label(event.clock)
    drawing.add(event.who, Mark(Kind.TURN, State.DONE, at, at, ""))


def _delayed(drawing: Drawing, event: e.Delayed) -> None:
    """The segments that were lost before anything was declared."""
    first, last = clock_of(drawing.table).span(drawing.table)
    end = drawing.label(min(last, first + event.segments - 1))
    drawing.add(event.who, Mark(Kind.LATE, State.DONE, drawing.label(first), end, f"{event.segments} late"))


def _engaged(drawing: Drawing, event: e.Engaged) -> None:
    """Where two meet is drawn as the move or the blow that brings them together."""
    if event.clock is not None:
        at = drawing.label(event.clock)
        drawing.add(event.who, Mark(Kind.WORD, State.DONE, at, at, "breaks away" if event.apart else "engaged"))


def _mind(drawing: Drawing, event: e.MindChanged) -> None:
    if event.what == CANCELLED:
        at = drawing.label(event.clock)
        drawing.add(event.who, Mark(Kind.WORD, State.DONE, at, at, "cancels"))


def _warned(drawing: Drawing, event: e.Warned) -> None:
    """A threat is drawn with the one who is told of it, a warning with the one who gives it."""
    at = drawing.label(event.clock)
    warns = bool(event.target) and not event.what
    who = event.who if warns or not event.target else event.target
    drawing.add(who, Mark(Kind.WORD, State.DONE, at, at, "warns" if warns else "warned"))


def _word(word: Callable[[e.Event], str]) -> Callable[[Drawing, e.Event], None]:
    def drawn(drawing: Drawing, event: e.Event) -> None:
        at = drawing.label(event.clock)
        drawing.add(str(getattr(event, "who", "")), Mark(Kind.WORD, State.DONE, at, at, word(event)))

    return drawn


CANCELLED = "cancelled"
"""What a change of mind cost, where the order was given up."""

RECOVERING = {"rest": "rests", "tend": "tends", "cast": "casts", "bind": "ties up"}
"""What somebody does in the turn after a fight."""

DRAWN: dict[type[e.Event], Callable[[Drawing, e.Event], None]] = {
    e.AgendaChanged: _agenda,  # type: ignore[dict-item]
    e.SpellBegan: _spell_began,  # type: ignore[dict-item]
    e.SpellCompleted: _spell_completed,  # type: ignore[dict-item]
    e.SpellSpoiled: _spell_spoiled,  # type: ignore[dict-item]
    e.ChargeBegan: _charge_began,  # type: ignore[dict-item]
    e.ChargeMet: _charge_met,  # type: ignore[dict-item]
    e.Attacked: _attacked,  # type: ignore[dict-item]
    e.DeviceUsed: _device,  # type: ignore[dict-item]
    e.DeviceFailed: _device,  # type: ignore[dict-item]
    e.UndeadTurned: _turned,  # type: ignore[dict-item]
    e.Moved: _moved,  # type: ignore[dict-item]
    e.Fled: _fled,  # type: ignore[dict-item]
    e.TaskDone: _task,  # type: ignore[dict-item]
    e.PsionicExchanged: _psionic,  # type: ignore[dict-item]
    e.DeedLost: _lost,  # type: ignore[dict-item]
    e.TurnBegan: _turn,  # type: ignore[dict-item]
    e.Delayed: _delayed,  # type: ignore[dict-item]
    e.MindChanged: _mind,  # type: ignore[dict-item]
    e.Engaged: _engaged,  # type: ignore[dict-item]
    e.Prepared: _prepared,  # type: ignore[dict-item]
    e.Retaliated: _word(lambda event: "retaliates"),
    e.Bled: _word(lambda event: "bleeds"),
    e.Recovered: _word(lambda event: RECOVERING.get(str(getattr(event, "how", "")), "busy")),
    e.Warned: _warned,  # type: ignore[dict-item]
    e.MissileHeld: _word(lambda event: "too late to shoot" if getattr(event, "lost", False) else "holds"),
    e.Parried: _word(lambda event: "parries"),
    e.HeldToCourse: _word(lambda event: "held to it" if getattr(event, "held", False) else "rallies"),
    e.Dropped: _word(lambda event: "drops it"),
    e.HelplessMade: _word(lambda event: "falls"),
    e.Slain: _word(lambda event: "dies"),
    e.Surrendered: _word(lambda event: "yields"),
    e.EffectBegan: _word(lambda event: str(getattr(event, "effect", "")).replace("_", " ")),
}
