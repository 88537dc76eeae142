"""The strip of one viewer, drawn from the viewer's own state and events of the round.

The past is drawn from events. The future is drawn from pending deeds, which a viewer's state has only for the viewer's
own combatants, and the DM's for all: no other lane shows anything after the present column.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from encounters.narration.columns import find_columns, get_clock, get_column_unit
from encounters.narration.names import describe_deed, list_group
from encounters.narration.questions import find_words
from encounters.narration.voice import ScreenVoice, name_order
from encounters.screens.combatants import find_mobs, read_standing
from encounters.screens.strip import (
    LAPTOP,
    Lane,
    Mark,
    MarkKind,
    MarkState,
    Pips,
    Size,
    Strip,
    StripColumn,
    list_segments,
    number_columns,
)
from encounters.screens.strip.happened import DRAWN, KINDS, UNMARKED, StripDrawing, find_latest, write_deed_label
from encounters.screens.summary import describe_out
from encounters.screens.tokens import build_token, make_token
from rules.api import DECLARE, NEXT, Combatant, Deed, DeedGroup, State
from rules.api import events as e

SMALL = (MarkKind.WORD, MarkKind.TURN)
"""The marks that are left out where another mark covers them."""

ALONE = (*SMALL, MarkKind.ASKED, MarkKind.LATE, MarkKind.SHIELD, MarkKind.PSIONIC)
"""The marks that share their column with no other."""

SHARES = {MarkKind.MOVE: 0.4, MarkKind.PREPARED: 0.25, MarkKind.DOWN: 0.3, MarkKind.DEAD: 0.3}
"""The widths of marks that share a column, beside marks of width 1."""

WHOLE = (0.0, 1.0)
"""The share of a mark that has its column alone."""

OVER = 0.75
"""The part of a column after which a fall stands over a mark that lasts."""

LAST = 0.99
"""The share of a column at which the last of its marks ends, less what dividing it loses."""

PLURALS = {MarkKind.DOWN: "fall", MarkKind.DEAD: "die"}
"""The verbs for several members of a mob that fall in one column."""

ENDS = (MarkKind.WORD, *PLURALS)
"""The marks of a combatant's state, of which a column shows the last."""

SIGN = 5
"""The number of letters that the sign of a box takes up."""

READY = "ready"
"""The deed of becoming prepared."""

GO_ON = ("spell", "casting", "charge")
"""The kinds of deeds that are drawn from their beginning to their end."""


def draw_strip(
    state: State,
    events: Sequence[e.Event],
    *,
    size: Size = LAPTOP,
    foretells: bool = True,
    orders: bool = False,
    known: Collection[str] = (),
) -> Strip:
    """Return the strip of the round in play, or of the last one.

    ``events`` are the round's events that the viewer was shown, in order. ``orders`` is true while the round's orders
    are being given: then the lane of a player's combatant shows only whether its order is sealed, because others may
    read the screen. ``known`` are the combatants whose points left in the round the viewer may see.
    """
    drawing = collect_marks(state, events, size=size, foretells=foretells)
    lanes = tuple(
        replace(build_lane(drawing, who, orders=orders, known=known), who=tuple(who)) for who in list_rows(drawing)
    )
    return build_strip(drawing, lanes, foretells=foretells)


def collect_marks(
    state: State, events: Sequence[e.Event], *, size: Size = LAPTOP, foretells: bool = True
) -> StripDrawing:
    """Return the marks of the round in play, or of the last one, by combatant."""
    drawing, voice = StripDrawing(state, size), ScreenVoice(state)
    for each, clock in find_columns(events):
        event = each if each.clock == clock else replace(each, clock=clock)
        drawn = DRAWN.get(type(event))
        if drawn is not None:
            drawn(drawing, event)
        else:
            drawing.add_own(event, event.list_marks(voice))
    _draw_pending(drawing)
    if foretells:
        _draw_turns(drawing)
    _draw_asked(drawing)
    return drawing


def build_strip(drawing: StripDrawing, lanes: tuple[Lane, ...], *, foretells: bool = True) -> Strip:
    """Return the strip of these lanes."""
    state = drawing.table
    columns = _list_columns(drawing, state)
    over = state.between_rounds and state.round >= 0
    now = drawing.now if state.clock is not None and not over else None
    # After an opening, the columns beyond those of surprise belong to the next round.
    end = next((each.label for each in reversed(columns) if each.narrow), None) if drawing.surprise else None
    more: dict[str, Any] = {
        "size": drawing.size,
        "foretells": foretells,
        "unit": get_column_unit(state),
        "end": end,
        "room": 0 if drawing.surprise else get_clock(state).room,
        "signs": get_clock(state).signs,
    }
    return Strip(_write_title(state), columns, lanes, now, over, **more)


def build_lane(drawing: StripDrawing, who: Sequence[str], *, orders: bool = False, known: Collection[str] = ()) -> Lane:
    """Return the lane of one combatant, or of several whose orders the DM gives."""
    if len(who) > 1:
        return _build_mob_lane(drawing, who)
    each = drawing.table.combatants[who[0]]
    lane = _build_own_lane(drawing, each, orders)
    return replace(lane, left=_list_pips(drawing.table, each) if each.id in known else ())


def _list_pips(state: State, each: Combatant) -> tuple[Pips, ...]:
    return tuple(Pips(pool.name, pool.pip, pool.pips, pool.left) for pool in read_standing(state, each.id).round)


def _write_title(state: State) -> str:
    if state.round < 0:
        return "Before the first round"
    unit = get_column_unit(state)
    if state.round == 0:
        return f"The opening, by {unit}s"
    first, last = get_clock(state).span(state)
    if get_clock(state).room:
        return f"Round {state.round}, {unit} by {unit}"
    return f"Round {state.round}, {unit}s {first} to {last}"


def _list_columns(drawing: StripDrawing, state: State) -> tuple[StripColumn, ...]:
    if not drawing.surprise:
        first, last = get_clock(state).span(state)
        ahead = get_clock(state).before
        drawn = ahead and any(mark.begin == ahead for lane in drawing.marks.values() for mark in lane)
        return number_columns(first, last, before=ahead if drawn else "")
    lost = max([*state.lost_segments.values(), *(each.segments for each in state.surprise.values())], default=0)
    return list_segments(surprise=max(lost, state.clock or 0, 1))


def _build_own_lane(drawing: StripDrawing, each: Combatant, orders: bool) -> Lane:
    state = drawing.table
    declared = state.declared.get(each.id)
    asked = next((q for q in state.open if q.question == DECLARE and q.who == each.id), None)
    acting = any(deed.who == each.id for deed in state.acting)
    if orders and (each.stat_block.played or declared is None):
        sealed = None if asked is None and declared is None else declared is not None
        done = [mark for mark in drawing.marks.get(each.id, ()) if mark.state is not MarkState.PENDING]
        shown = _arrange(drawing, _join_boxes(drawing, done))
        words = _describe_order(asked is not None, declared is not None)
        return Lane(each.name, make_token(each), words, marks=tuple(shown), sealed=sealed, out=describe_out(each))
    marks = _arrange(drawing, _join_boxes(drawing, drawing.marks.get(each.id, ())))
    if asked is not None and each.stat_block.played:
        what = _describe_order(True, asked.sealed)
        return Lane(each.name, make_token(each), what, marks=tuple(marks), acting=acting, sealed=asked.sealed)
    what = name_order(state, declared) if declared is not None else ""
    code = declared.action if declared is not None else ""
    return Lane(each.name, make_token(each), what, code, tuple(marks), acting, out=describe_out(each))


def list_rows(drawing: StripDrawing) -> list[list[str]]:
    """Return who shares each lane: members of a mob whose marks over several columns are alike."""
    mob_of = {who: mob for mob, members in find_mobs(drawing.table).items() for who in members}
    rows: dict[tuple[object, ...], list[str]] = {}
    for who in drawing.table.combatants:
        rows.setdefault((mob_of[who], *list_spans(drawing, who)) if who in mob_of else (who,), []).append(who)
    return list(rows.values())


def list_spans(drawing: StripDrawing, who: str) -> tuple[tuple[object, ...], ...]:
    """Return the spans of a combatant's marks over several columns."""
    return tuple(_get_span(mark) for mark in drawing.marks.get(who, ()) if mark.begin != mark.end)


def _get_span(mark: Mark) -> tuple[object, ...]:
    return mark.kind, mark.state, mark.begin, mark.end, mark.cut


def _build_mob_lane(drawing: StripDrawing, who: Sequence[str]) -> Lane:
    """Return the one lane of several members of a mob, whose orders the DM gives."""
    state = drawing.table
    marks = [mark for each in who for mark in _join_boxes(drawing, drawing.marks.get(each, ()))]
    kept = {(mark.kind, mark.begin) for mark in marks if not _is_given_up(mark)}
    boxes: dict[tuple[object, ...], list[Mark]] = {}
    for mark in marks:
        if _is_given_up(mark) and (mark.kind, mark.begin) in kept:
            continue  # others of the mob do it all the same
        boxes.setdefault((*_get_span(mark), mark.label if mark.kind is MarkKind.WORD else ""), []).append(mark)
    merged = [_merge_mob_box(drawing, box) for box in boxes.values()]
    declared = [state.declared.get(each) for each in who]
    orders = {name_order(state, each) for each in declared if each is not None}
    codes = {each.action for each in declared if each is not None}
    asked = any(each.question == DECLARE and each.who in who and not each.sealed for each in state.open)
    first = state.combatants[who[0]]
    outs = {describe_out(state.combatants[each]) for each in who}
    return Lane(
        list_group(state, who),
        build_token(first.side, first.stat_block.mob or first.name, first.id),
        orders.pop() if len(orders) == 1 and None not in declared else "",
        codes.pop() if len(codes) == 1 and None not in declared else "",
        tuple(_arrange(drawing, merged)),
        any(deed.who in who for deed in state.acting),
        False if asked else None,
        out=outs.pop() if len(outs) == 1 else "" if "" in outs else "down",
    )


def _is_given_up(mark: Mark) -> bool:
    """Return whether a deed was lost, or a charge stopped on its way."""
    return mark.state is MarkState.SUPERSEDED or (mark.kind is MarkKind.CHARGE and mark.state is MarkState.SPOILED)


def _merge_mob_box(drawing: StripDrawing, box: Sequence[Mark]) -> Mark:
    """Return one mark for the same of several members: "7 × spear"."""
    if box[0].kind is MarkKind.WORD:
        return replace(box[-1], label=f"{len(box)} {box[0].label}")
    if len(box) == 1:
        return box[0]
    if box[0].kind in PLURALS:
        return replace(box[-1], label=f"×{len(box)}", word=f"{len(box)} {PLURALS[box[0].kind]}")
    merged = _merge_struck(box)
    labels = {mark.label.partition(", ")[0].rpartition("×")[2].strip() for mark in box}
    return replace(merged, label=_write_count(drawing, merged, len(box), labels.pop() if len(labels) == 1 else ""))


def _write_count(drawing: StripDrawing, merged: Mark, number: int, weapon: str) -> str:
    """Return the label of several blows, as there is room: "2 of 3 hit", "2/3 hit", "2 × bow"."""
    room = drawing.room - drawing.count_end(merged)
    hits, blows = sum(merged.struck), len(merged.struck)
    counted = (merged.result, f"{hits}/{blows} hit", f"{hits}/{blows}")
    plain = (f"{number} × {weapon}", f"{number}×{weapon}") if weapon else ()
    labels = counted if merged.is_mixed else (*plain, f"×{number}")
    if not merged.struck or merged.kind is MarkKind.CHARGE:
        return labels[0]
    return next((label for label in labels if len(label) <= room), labels[-1])


def _merge_struck(box: Sequence[Mark]) -> Mark:
    """Return the last of these marks with the attacks of all."""
    return replace(box[-1], struck=tuple(hit for mark in box for hit in mark.struck))


def _arrange(drawing: StripDrawing, marks: Sequence[Mark]) -> list[Mark]:
    """Return the marks of a lane, so that none covers another.

    Of several words in one column only the last stays, because it is the combatant's present state; a mark that
    would cover it replaces it. The roster and the log show the others. A fall is always shown.
    """
    place = {column.label: n for n, column in enumerate(_list_columns(drawing, drawing.table))}
    shapes = [mark for mark in marks if mark.kind not in SMALL]
    last = {(mark.kind in PLURALS, mark.begin): n for n, mark in enumerate(marks) if mark.kind in ENDS}
    words = {begin for is_fall, begin in last if not is_fall}

    def is_covered(small: Mark, by: Sequence[Mark]) -> bool:
        at = place.get(small.begin or "", 0)
        if small.kind is MarkKind.TURN and small.begin in words:
            return True
        return any(place.get(m.begin or "", 0) <= at <= place.get(m.end or "", len(place)) for m in by)

    kept = [m for n, m in enumerate(marks) if m.kind not in ENDS or last[m.kind in PLURALS, m.begin] == n]
    shown = [mark for mark in kept if mark.kind not in SMALL or not is_covered(mark, shapes)]
    lasting = [mark for mark in shapes if mark.begin != mark.end]
    for n, mark in enumerate(shown):
        if mark.kind in PLURALS and is_covered(mark, lasting):
            shown[n] = replace(mark, share=(OVER, 1.0), label="")
    return _divide_columns(drawing, shown)


def _join_boxes(drawing: StripDrawing, marks: Sequence[Mark]) -> list[Mark]:
    """Join the blows, or the missiles, of a lane in one column to one box: "2 × bow".

    The blow of a charge is left out, because the head of the charge's arrow shows it and its outcome.
    """
    boxes: dict[tuple[object, ...], list[Mark]] = {}
    heads = {mark.end: (n,) for n, mark in enumerate(marks) if _is_arrived(mark)}
    for n, mark in enumerate(marks):
        if mark.kind is MarkKind.BLOW and mark.begin in heads:
            head = heads.pop(mark.begin)
            boxes[head] = [replace(each, struck=mark.struck) for each in boxes.get(head, [marks[head[0]]])]
            continue
        if (n,) in boxes:
            continue
        same = (mark.kind, mark.state, mark.begin) if mark.kind in (MarkKind.BLOW, MarkKind.MISSILE) else (n,)
        boxes.setdefault(same, []).append(mark)
    return [box[0] if len(box) == 1 else _merge_box(drawing, box) for box in boxes.values()]


def _is_arrived(mark: Mark) -> bool:
    return mark.kind is MarkKind.CHARGE and mark.state is MarkState.DONE


def _divide_columns(drawing: StripDrawing, marks: Sequence[Mark]) -> list[Mark]:
    """Divide a column among a lane's marks in it; blows get more than the others."""
    columns: dict[str, list[int]] = {}
    for n, mark in enumerate(marks):
        if mark.begin is not None and mark.begin == mark.end and mark.kind not in ALONE and mark.share == WHOLE:
            columns.setdefault(mark.begin, []).append(n)
    found = list(marks)
    for together in columns.values():
        widths = [SHARES.get(marks[n].kind, 1.0) for n in together]
        at = 0.0
        for n, width in zip(together, widths, strict=True):
            share = (at, at + width / sum(widths))
            found[n] = replace(marks[n], share=share, label=_shorten_label(drawing, marks[n], share))
            at = share[1]
    return found


def _shorten_label(drawing: StripDrawing, mark: Mark, share: tuple[float, float]) -> str:
    """Return the label for a part of a column: whole, without its target, or "".

    How many have fallen stands beyond the column, unless another mark of the lane follows in it.
    """
    width = share[1] - share[0]
    letters = width * (drawing.room + SIGN) - SIGN
    if mark.kind is MarkKind.CHARGE:
        return mark.label.partition(" at ")[0]
    if width > 0.9:
        return mark.label
    short = mark.label.partition(",")[0]
    if mark.kind in PLURALS:
        return mark.label if mark.word and share[1] > LAST else ""
    if width > 0.6 and len(short) <= letters - drawing.count_end(mark):
        return short
    return f"{sum(mark.struck)}/{len(mark.struck)}" if mark.is_mixed else ""


def _merge_box(drawing: StripDrawing, box: Sequence[Mark]) -> Mark:
    merged = _merge_struck(box)
    weapon = box[0].label.partition(", ")[0]
    return replace(merged, label=_write_count(drawing, merged, len(box), weapon))


def _describe_order(asked: bool, declared: bool) -> str:
    if declared:
        return "sealed"
    return "choosing" if asked else ""


# Marks of the future.


def _draw_pending(drawing: StripDrawing) -> None:
    for deed in drawing.table.pending:
        if deed.kind in UNMARKED or deed.kind == READY:
            continue
        if deed.standing and deed.when:
            _draw_prepared(drawing, deed)
            continue
        if deed.kind in GO_ON and _extend_begun(drawing, deed):
            continue
        at = drawing.find_label(find_latest(drawing.table.clock, deed.number))
        mark = Mark(KINDS.get(deed.kind, MarkKind.TASK), MarkState.PENDING, at, at, write_deed_label(drawing, deed))
        drawing.add(deed.who, _widen_mark(drawing, deed, mark))


def _draw_prepared(drawing: StripDrawing, deed: Deed) -> None:
    """Draw a prepared action, from the column in which it is ready to the end of the round."""
    table = drawing.table
    if drawing.find_last(deed.who, MarkKind.PREPARED, MarkState.PENDING) is not None:
        return
    ready = next((each.number for each in table.pending if each.who == deed.who and each.kind == READY), table.clock)
    order = table.declared.get(deed.who)
    words = name_order(table, order) if order is not None else describe_deed(table, deed)
    begin, end = drawing.find_label(ready), drawing.find_label(get_clock(table).span(table)[1])
    drawing.add(deed.who, Mark(MarkKind.PREPARED, MarkState.PENDING, begin, end, words))


def _draw_turns(drawing: StripDrawing) -> None:
    """Draw the turns still to come, under rulesets in which each combatant has its own."""
    for who, at in get_clock(drawing.table).turns(drawing.table).items():
        drawing.add(who, Mark(MarkKind.TURN, MarkState.PENDING, drawing.find_label(at), drawing.find_label(at), ""))


def _extend_begun(drawing: StripDrawing, deed: Deed) -> bool:
    """Extend the mark of a begun spell or charge to its end; return whether it has begun."""
    kind, states = KINDS[deed.kind], (MarkState.FRAYED, MarkState.RUNNING)
    n = drawing.find_last(deed.who, kind, *states)
    if n is None:
        # The mark of a charge that has made contact shows its blow too.
        is_blow = deed.group is DeedGroup.CHARGE_BLOW
        return is_blow and drawing.find_last(deed.who, kind, MarkState.DONE, MarkState.PENDING) is not None
    lane = drawing.marks[deed.who]
    if deed.standing or deed.number is None:
        lane[n] = replace(lane[n], state=MarkState.RUNNING, end=None, beyond="a later round")
    else:
        end = drawing.find_label(find_latest(deed.number, drawing.table.clock))
        lane[n] = replace(lane[n], state=MarkState.RUNNING, end=end)
    return True


def _widen_mark(drawing: StripDrawing, deed: Deed, mark: Mark) -> Mark:
    """Return the mark of a deed not begun yet, spanning the columns from its beginning.

    Only spells, charges, standing deeds and psionics span columns; other marks are returned as they are.
    """
    begin = drawing.find_label(deed.begins or None)
    if deed.kind == "psionic" and deed.standing:
        return replace(mark, begin=begin, end=drawing.find_label(get_clock(drawing.table).span(drawing.table)[1]))
    if deed.standing:
        return replace(mark, begin=begin, end=None, beyond="a later round")
    return replace(mark, begin=begin) if deed.kind in GO_ON else mark


def _draw_asked(drawing: StripDrawing) -> None:
    for question in drawing.table.open:
        if question.question not in (DECLARE, NEXT) and question.awaited and not question.sealed:
            words = find_words(drawing.table, question).short or f"{question.question.replace('_', ' ')}?"
            drawing.add(question.who, Mark(MarkKind.ASKED, MarkState.PENDING, drawing.now, drawing.now, words))
