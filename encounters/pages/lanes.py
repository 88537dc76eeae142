"""The strip of one viewer, made from what that viewer was shown: his state, and his events of the round.

What has happened is drawn from events. What is to come is drawn from pending deeds, which a viewer has only of his
own figures (the DM of all): nobody else's lane holds anything to the right of now.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from encounters.pages.wording import deed_words, device_word, names_of, order_words, spell_word, token_of, weapon_short
from encounters.strip import LAPTOP, Column, Kind, Lane, Mark, Size, State, Strip, segment_columns
from rules import events as e
from rules.state import Combatant, Deed
from rules.state import State as Table
from rules.terms import SEGMENTS

KINDS = {
    "spell": Kind.SPELL,
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

ROOM = 11
"""Letters that a box of one column has room for on a laptop."""

UNMARKED = ("wait",)
"""Deeds that draw no mark: nothing is to be seen of them."""


@dataclass
class Drawing:
    """The marks of a round as they are gathered, by figure. ``now`` is the column being played."""

    table: Table
    surprise: bool
    marks: dict[str, list[Mark]] = field(default_factory=dict)
    deeds: dict[str, Deed] = field(default_factory=dict)
    moments: dict[str, dict[int, int]] = field(default_factory=dict)

    def label(self, clock: int | None) -> str:
        """What heads the column of this clock."""
        within = min(max(clock or 1, 1), SEGMENTS)
        return f"S{max(clock or 1, 1)}" if self.surprise else str(within)

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
        own = str(event.segment) if event.segment and event.segment != event.clock and not self.surprise else ""
        return replace(mark, order=order, moment=str(event.moment), own=own)

    def last(self, who: str, kind: Kind, *states: State) -> int | None:
        """The latest mark of this kind and state in a lane."""
        found = [n for n, mark in enumerate(self.marks.get(who, ())) if mark.kind is kind and mark.state in states]
        return found[-1] if found else None


def strip_of(
    state: Table, events: Sequence[e.Event], *, size: Size = LAPTOP, foretells: bool = True, orders: bool = False
) -> Strip:
    """The strip of the round in play (or the last one): ``events`` are those of it that the viewer was shown, in order.

    ``orders``: the round's orders are still being given: lanes show who has sealed, and of orders only what this
    viewer may read on a shared screen.
    """
    drawing = Drawing(state, surprise=state.round == 0)
    for event in events:
        drawn = DRAWN.get(type(event))
        if drawn is not None:
            drawn(drawing, event)
    _to_come(drawing)
    _asked(drawing)
    columns = _columns(drawing, state)
    over = state.between_rounds and state.round >= 0
    now = drawing.label(state.clock) if state.clock and not over else None
    lanes = tuple(_lane(drawing, each, orders) for each in state.combatants.values())
    return Strip(_title(state), columns, lanes, now, over, size=size, foretells=foretells)


def _title(state: Table) -> str:
    if state.round < 0:
        return "Before the first round"
    return "The opening, by segments of surprise" if state.round == 0 else f"Round {state.round}, ten segments"


def _columns(drawing: Drawing, state: Table) -> tuple[Column, ...]:
    if not drawing.surprise:
        return segment_columns()
    lost = max([*state.lost_segments.values(), *(each.segments for each in state.surprise.values())], default=0)
    return segment_columns(surprise=max(lost, state.clock or 0, 1))


def _lane(drawing: Drawing, each: Combatant, orders: bool) -> Lane:
    state = drawing.table
    declared = state.declared.get(each.id)
    asked = next((q for q in state.open if q.question == "declare" and q.who == each.id), None)
    what = order_words(state, declared) if declared is not None else ""
    acting = any(deed.who == each.id for deed in state.acting)
    if orders and (each.figure.played or declared is None):
        sealed = None if asked is None and declared is None else declared is not None
        return Lane(each.name, token_of(each), _choosing(asked is not None, declared is not None), sealed=sealed)
    code = declared.action if declared is not None else ""
    marks = _unhidden(drawing, _joined(drawing.marks.get(each.id, ())))
    return Lane(each.name, token_of(each), what, code, tuple(marks), acting)


def _unhidden(drawing: Drawing, marks: Sequence[Mark]) -> list[Mark]:
    """Without the words that another mark of the lane would be drawn over; the roster and the log have them too."""
    place = {column.label: n for n, column in enumerate(_columns(drawing, drawing.table))}
    shapes = [mark for mark in marks if mark.kind is not Kind.WORD]

    def covered(word: Mark) -> bool:
        at = place.get(word.begin or "", 0)
        return any(place.get(m.begin or "", 0) <= at <= place.get(m.end or "", len(place)) for m in shapes)

    return [mark for mark in marks if mark.kind is not Kind.WORD or not covered(mark)]


def _joined(marks: Sequence[Mark]) -> list[Mark]:
    """Blows of one lane that fall in one column are one box: "2 × bow". That of a charge is its arrow's head."""
    boxes: dict[tuple[object, ...], list[Mark]] = {}
    heads = {mark.end for mark in marks if mark.kind is Kind.CHARGE and mark.state is State.DONE}
    for n, mark in enumerate(marks):
        if mark.kind is Kind.BLOW and mark.begin in heads:
            heads.discard(mark.begin)
            continue
        same = (mark.kind, mark.state, mark.begin) if mark.kind in (Kind.BLOW, Kind.MISSILE) else (n,)
        boxes.setdefault(same, []).append(mark)
    return [box[0] if len(box) == 1 else _one_box(box) for box in boxes.values()]


def _one_box(box: Sequence[Mark]) -> Mark:
    weapon = box[0].label.partition(", ")[0]
    return replace(box[-1], label=f"{len(box)} × {weapon}")


def _choosing(asked: bool, declared: bool) -> str:
    if declared:
        return "sealed"
    return "choosing" if asked else ""


# What has happened.


def _agenda(drawing: Drawing, event: e.AgendaChanged) -> None:
    drawing.deeds.update({deed.id: deed for deed in event.deeds})


def _spell_began(drawing: Drawing, event: e.SpellBegan) -> None:
    at = f" on {names_of(drawing.table, event.targets)}" if event.targets else ""
    label = spell_word(drawing.table, event.who, event.spell) + at
    begin = drawing.label(event.clock)
    drawing.add(event.who, Mark(Kind.SPELL, State.FRAYED, begin, drawing.label(drawing.table.clock), label))


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
    end = drawing.label(max(event.clock or 1, deed.number)) if deed is not None and deed.number else cut
    if n is None:
        label = spell_word(drawing.table, event.who, event.spell)
        drawing.add(event.who, Mark(Kind.SPELL, State.SPOILED, cut, end, label, cut=cut, word="spoiled"))
        return
    lane = drawing.marks[event.who]
    lane[n] = replace(lane[n], state=State.SPOILED, end=end, cut=cut, word="spoiled")


def _charge_began(drawing: Drawing, event: e.ChargeBegan) -> None:
    label = f"charge at {names_of(drawing.table, (event.target,))}"
    begin, end = drawing.label(event.clock), drawing.label(drawing.table.clock)
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
    weapon = weapon_short(drawing.table, event.who, event.weapon)
    label = fitting(weapon, names_of(drawing.table, (event.target,)))
    drawing.add(event.who, drawing.place(event, Mark(kind, State.DONE, at, at, label)))


def fitting(weapon: str, target: str) -> str:
    """What goes into a box of one column: weapon and target where both have room."""
    both = f"{weapon}, {target}"
    return both if len(both) <= ROOM else weapon


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
    label = f"closes with {names_of(drawing.table, (event.closes,))}" if event.closes else f"moves {event.feet} ft"
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
    at = drawing.label(max(event.clock or 1, deed.number or 1))
    kind = KINDS.get(deed.kind, Kind.TASK)
    if kind is Kind.CHARGE:
        n = drawing.last(event.who, Kind.CHARGE, State.RUNNING)
        if n is not None:
            lane = drawing.marks[event.who]
            lane[n] = replace(lane[n], state=State.SPOILED, cut=drawing.label(event.clock), end=at, word="stopped")
        return
    drawing.add(event.who, Mark(kind, State.SUPERSEDED, at, at, deed_words(drawing.table, deed), word="lost"))


def _word(word: Callable[[e.Event], str]) -> Callable[[Drawing, e.Event], None]:
    def drawn(drawing: Drawing, event: e.Event) -> None:
        at = drawing.label(event.clock)
        drawing.add(str(getattr(event, "who", "")), Mark(Kind.WORD, State.DONE, at, at, word(event)))

    return drawn


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
    e.HelplessMade: _word(lambda event: "falls"),
    e.Slain: _word(lambda event: "dies"),
    e.Surrendered: _word(lambda event: "yields"),
    e.EffectBegan: _word(lambda event: str(getattr(event, "effect", "")).replace("_", " ")),
}


# What is to come.


def _to_come(drawing: Drawing) -> None:
    for deed in drawing.table.pending:
        if deed.kind in UNMARKED:
            continue
        if deed.kind in ("spell", "charge") and _goes_on(drawing, deed):
            continue
        at = drawing.label(max(drawing.table.clock or 1, deed.number or 1))
        mark = Mark(KINDS.get(deed.kind, Kind.TASK), State.PENDING, at, at, _deed_label(drawing, deed))
        drawing.add(deed.who, _spanning(drawing, deed, mark))


def _deed_label(drawing: Drawing, deed: Deed) -> str:
    words = deed_words(drawing.table, deed)
    boxed = KINDS.get(deed.kind) in (Kind.BLOW, Kind.MISSILE) and len(words) > ROOM
    return words.partition(", ")[0] if boxed else words


def _goes_on(drawing: Drawing, deed: Deed) -> bool:
    """A spell or charge that has begun: its mark reaches to where it will end. False where it has not begun."""
    kind, states = KINDS[deed.kind], (State.FRAYED, State.RUNNING)
    n = drawing.last(deed.who, kind, *states)
    if n is None:
        # The blow of a charge whose contact was made comes with it.
        return deed.part == "blow" and drawing.last(deed.who, kind, State.DONE, State.PENDING) is not None
    lane = drawing.marks[deed.who]
    if deed.standing or deed.number is None:
        lane[n] = replace(lane[n], state=State.RUNNING, end=None, beyond="a later round")
    else:
        end = drawing.label(max(deed.number, drawing.table.clock or 1))
        lane[n] = replace(lane[n], state=State.RUNNING, end=end)
    return True


def _spanning(drawing: Drawing, deed: Deed, mark: Mark) -> Mark:
    """Spells, charges and psionics not yet begun are drawn from the first column."""
    begin = drawing.label(1)
    if deed.kind == "psionic":
        return replace(mark, begin=begin, end=drawing.label(SEGMENTS))
    if deed.standing:
        return replace(mark, begin=begin, end=None, beyond="a later round")
    return replace(mark, begin=begin) if deed.kind in ("spell", "charge") else mark


def _asked(drawing: Drawing) -> None:
    at = drawing.label(drawing.table.clock)
    for question in drawing.table.open:
        if question.question not in ("declare", "next") and not question.sealed:
            words = f"{question.question.replace('_', ' ')}?"
            drawing.add(question.who, Mark(Kind.ASKED, State.PENDING, at, at, words))


def round_events(events: Iterable[e.Event], number: int) -> list[e.Event]:
    """The events of one round, in order, of its latest beginning."""
    found: list[e.Event] = []
    for event in events:
        if isinstance(event, e.RoundBegan) and event.round == number:
            found = []
        if event.round == number:
            found.append(event)
    return found
