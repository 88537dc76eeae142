"""The rows of the DM's strip, which fit into a third of the window without scrolling.

The server does not know how high a window is. It arranges the rows for each of a few budgets and sends those that are
the same in several once, with the budgets in which they stand; the style sheet chooses by the height of the window
(docs/decisions/0037).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property

from encounters.narration.columns import get_clock, write_column_label
from encounters.narration.names import list_group
from encounters.narration.voice import name_order
from encounters.screens.combatants import read_standing
from encounters.screens.health import Health, count_health, find_health
from encounters.screens.strip.drawing import Placed, place_mark, to_percent
from encounters.screens.strip.happened import UNMARKED, StripDrawing
from encounters.screens.strip.lanes import build_lane, build_strip, list_rows, list_spans
from encounters.screens.strip.marks import Lane
from encounters.screens.strip.sheet import Strip
from encounters.screens.summary import describe_out, describe_unable
from encounters.screens.tokens import Token
from rules.api import Combatant, State, find_stem, make_plural

BUDGETS = {"a": 190, "b": 220, "c": 240, "d": 256, "e": 295, "f": 360, "g": 480}
"""The pixels that all rows together may take, by the sign of the budget: dm/strip.css chooses one by the window."""

HIGH, LOW = 26, 20
"""The pixels of a row, and of one with no deed this round."""

MOST_BOXES = 10
"""The combatants of a row up to which each has a box of its own."""

LONGEST_NAME = 16
"""The letters of the names of several; longer ones are counted."""


class Stage(IntEnum):
    """The place of a row in the order of rows: the party, then foes by when they act next."""

    PARTY = 0
    NEXT = 1
    """Foes with a deed to come."""
    LATER = 2
    """Foes that act later and share a row."""
    DONE = 3
    IDLE = 4
    OUT = 5


@dataclass(frozen=True, slots=True)
class RowPoints:
    """The points that harm reduces."""

    left: int
    most: int
    low: bool
    title: str


@dataclass(frozen=True, slots=True)
class BracketPiece:
    """The part in one row of a bracket that joins the deeds of a moment."""

    x: str
    path: str


@dataclass(frozen=True, slots=True)
class DeskRow:
    """A row: a combatant, or several, with what they do this round and how they are."""

    lane: Lane
    points: RowPoints | None
    boxes: tuple[Health, ...] = ()
    """The health of each of several."""
    count: str = ""
    """How several are, in words."""
    is_hidden: bool = False
    """Players do not see them."""
    is_low: bool = False
    is_last: bool = False
    """It is the last of the party."""
    brackets: tuple[BracketPiece, ...] = ()
    within: str = ""
    """The budgets in which it stands; "" for all."""

    @property
    def height(self) -> int:
        """Return the height in pixels."""
        return LOW if self.is_low else HIGH

    @property
    def short(self) -> str:
        """Return how several are, as there is room beside their boxes: "3 unhurt", "9 of 12"."""
        if not self.boxes or "," not in self.count:
            return self.count
        standing = sum(box in (Health.FULL, Health.HURT) for box in self.boxes)
        return f"{standing} of {len(self.boxes)}"

    @property
    def drawn_boxes(self) -> tuple[Health, ...]:
        """Return the boxes that there is room for: all, or none."""
        return self.boxes if len(self.boxes) <= MOST_BOXES else ()


@dataclass(frozen=True)
class DeskStrip:
    """The strip of the DM's page."""

    strip: Strip
    """The columns, and a lane for each combatant or mob, of which the sentences tell."""
    rows: tuple[DeskRow, ...]
    href: str = ""
    """The address of the combatants, which a row opens."""

    @cached_property
    def drawn(self) -> list[tuple[DeskRow, list[Placed]]]:
        """Return each row with its marks."""
        return [(row, list(self._place(row))) for row in self.rows]

    def _place(self, row: DeskRow) -> Iterator[Placed]:
        size = replace(self.strip.size, lane=row.height)
        for mark in row.lane.marks:
            yield place_mark(self.strip.grid, size, row.lane.token.side, mark, 0)


@dataclass(frozen=True, slots=True)
class RowDraft:
    """A row while the rows are being arranged."""

    who: tuple[str, ...]
    stage: Stage
    next: int = 0
    """The clock of the next deed."""
    first: int = 0
    """The place of the first of them among the combatants."""
    is_low: bool = False
    what: str = ""
    """The words for several who share a row because there is no room for more."""

    @property
    def height(self) -> int:
        return LOW if self.is_low else HIGH

    @property
    def place(self) -> tuple[int, int, int]:
        """Return the place among the rows."""
        return self.stage, self.next, self.first


def build_desk_strip(drawing: StripDrawing, *, orders: bool) -> DeskStrip:
    """Return the strip with its rows for every budget.

    ``orders`` is true while orders are being given: then the row of a player's combatant shows only whether its order
    is sealed.
    """
    rows = DeskRows(drawing, orders)
    strip = build_strip(drawing, tuple(rows.build_lane(each) for each in rows.own))
    everyone = drawing.table.combatants.values()
    party = sum(each.side == drawing.table.party for each in everyone)
    foes = sum(each.side != drawing.table.party and each.able for each in everyone)
    return DeskStrip(replace(strip, corner=f"{party} of the party, {foes} foes left"), rows.build(strip))


class DeskRows:
    """The rows of one strip, as they are arranged for each budget."""

    def __init__(self, drawing: StripDrawing, orders: bool) -> None:
        self.state: State = drawing.table
        self._drawing = drawing
        self.is_ordering = orders
        self._lanes: dict[tuple[str, ...], Lane] = {}
        self._nexts = dict(_list_nexts(self.state))
        self.own = sorted((self._make_draft(tuple(who)) for who in list_rows(drawing)), key=lambda each: each.place)

    def build(self, strip: Strip) -> tuple[DeskRow, ...]:
        """Return the rows of all budgets, each once."""
        found: dict[DeskRow, str] = {}
        places: dict[DeskRow, tuple[int, int, int]] = {}
        for sign, budget in BUDGETS.items():
            drafts = arrange_rows(self, budget)
            for draft, row in zip(drafts, self._build_rows(strip, drafts), strict=True):
                found[row] = found.get(row, "") + sign
                places[row] = draft.place
        rows = sorted(found, key=lambda row: places[row])
        return tuple(replace(row, within="" if len(found[row]) == len(BUDGETS) else found[row]) for row in rows)

    def _build_rows(self, strip: Strip, drafts: Sequence[RowDraft]) -> Iterator[DeskRow]:
        lanes = [self.build_lane(each) for each in drafts]
        pieces = _draw_brackets(strip, drafts, lanes)
        party = sum(each.stage is Stage.PARTY for each in drafts)
        for n, (draft, lane) in enumerate(zip(drafts, lanes, strict=True)):
            yield self._build_row(draft, lane, 0 < n + 1 == party < len(drafts), tuple(pieces.get(n, ())))

    def _build_row(self, draft: RowDraft, lane: Lane, is_last: bool, pieces: tuple[BracketPiece, ...]) -> DeskRow:
        members = [self.state.combatants[who] for who in draft.who]
        if len(members) == 1:
            pool = read_standing(self.state, draft.who[0]).vigour
            points = RowPoints(pool.left, pool.most, pool.low, pool.title or pool.name)
            row = DeskRow(lane, points)
        else:
            boxes = tuple(find_health(self.state, each) for each in members)
            row = DeskRow(lane, None, boxes, count_health(self.state, members))
        hidden = all(each.hidden for each in members)
        return replace(row, is_hidden=hidden, is_low=draft.is_low, is_last=is_last, brackets=pieces)

    def build_lane(self, draft: RowDraft) -> Lane:
        """Return the lane of a row."""
        key = (*draft.who, draft.what)
        if key not in self._lanes:
            self._lanes[key] = self._make_lane(draft)
        return self._lanes[key]

    def _make_lane(self, draft: RowDraft) -> Lane:
        lane = build_lane(self._drawing, draft.who, orders=self.is_ordering, known=self.state.combatants)
        lane = replace(lane, who=draft.who)
        if draft.what:
            marks = lane.marks if draft.stage is Stage.LATER and not self.is_ordering else ()
            token = Token(lane.token.side, str(len(draft.who)))
            return Lane(self._name(draft.who), token, draft.what, marks=marks, who=draft.who)
        if len(draft.who) == 1 and not lane.out and (unable := describe_unable(self.state.combatants[draft.who[0]])):
            return replace(lane, what=unable)
        if len(draft.who) > 1 and not lane.what and not self.is_ordering:
            return replace(lane, what=self._count_orders(draft.who))
        return lane

    def _name(self, who: Sequence[str]) -> str:
        """Return the names of several, or how many they are: "Goblins 1-3", "8 goblins", "5 foes"."""
        names = list_group(self.state, who)
        if len(names) <= LONGEST_NAME:
            return names
        kinds = {find_stem(self.state.combatants[each].name) for each in who}
        kind = kinds.pop() if len(kinds) == 1 else ""
        return f"{len(who)} {make_plural(kind.lower()) if kind else 'foes'}"

    def _count_orders(self, who: Sequence[str]) -> str:
        """Return the orders of several who do not do the same: "5 spear on Otis, 3 charge"."""
        given = [self.state.declared[each] for each in who if each in self.state.declared]
        counted = Counter(name_order(self.state, each) for each in given).most_common(2)
        return ", ".join(f"{number} {words}" for words, number in counted if words)

    def _make_draft(self, who: tuple[str, ...]) -> RowDraft:
        first = list(self.state.combatants).index(who[0])
        members = [self.state.combatants[each] for each in who]
        if members[0].side == self.state.party:
            return RowDraft(who, Stage.PARTY, first=first)
        if not any(each.able for each in members):
            return RowDraft(who, Stage.OUT, first=first)
        nexts = [self._nexts[each] for each in who if each in self._nexts]
        if nexts:
            return RowDraft(who, Stage.NEXT, min(nexts), first)
        is_done = any(self._drawing.marks.get(each) for each in who)
        return RowDraft(who, Stage.DONE if is_done else Stage.IDLE, first=first)

    def find_likeness(self, draft: RowDraft) -> tuple[object, ...]:
        """Return what rows have in common that are alike; a combatant of no kind is alone."""
        members = [self.state.combatants[each] for each in draft.who]
        kind = find_stem(members[0].name) or members[0].stat_block.mob
        if not kind or any(each.stat_block.played for each in members):
            return draft.who
        lane = self.build_lane(draft)
        spans = tuple(list_spans(self._drawing, each) for each in draft.who[:1])
        return kind, draft.stage, draft.next, lane.what, lane.code, lane.out, lane.sealed, spans

    def is_idle(self, draft: RowDraft) -> bool:
        """Return whether a row has no deed this round."""
        return self.build_lane(draft).is_idle

    def describe_out(self, who: Sequence[str]) -> str:
        """Return why combatants do not act: "7 asleep, 1 dead"."""
        words = Counter(_write_end(self.state.combatants[each]) for each in who)
        return ", ".join(f"{number} {word}" for word, number in words.items())

    def describe_later(self, draft: RowDraft) -> str:
        """Return when several act next."""
        return f"later, next in {write_column_label(self.state, draft.next)}"

    @cached_property
    def now(self) -> int:
        """Return the clock in play."""
        return self.state.clock or 0


def _write_end(each: Combatant) -> str:
    return describe_out(each) or describe_unable(each).partition(",")[0] or "hurt"


def _list_nexts(state: State) -> Iterator[tuple[str, int]]:
    """Yield the clock of the next deed of each combatant that has one to come."""
    found: dict[str, int] = {who: at for who, at in get_clock(state).turns(state).items() if at >= (state.clock or 0)}
    for deed in state.pending:
        if deed.number is not None and not deed.standing and deed.kind not in UNMARKED:
            found[deed.who] = min(found.get(deed.who, deed.number), deed.number)
    for deed in state.acting:
        found[deed.who] = state.clock or 0
    yield from found.items()


# The budget.

Step = Callable[[DeskRows, Sequence[RowDraft], int], list[RowDraft]]


def arrange_rows(rows: DeskRows, budget: int) -> list[RowDraft]:
    """Return the rows for a budget in pixels: step by step in less height, until they fit."""
    drafts: list[RowDraft] = list(rows.own)
    for step in STEPS:
        if measure(drafts) <= budget:
            break
        drafts = sorted(step(rows, drafts, budget), key=lambda each: each.place)
    # Others that share a row may have left room for those with no deed.
    raised = [each if each.what else replace(each, is_low=False) for each in drafts]
    return raised if measure(raised) <= budget else drafts


def measure(drafts: Iterable[RowDraft]) -> int:
    """Return the height of rows in pixels."""
    return sum(each.height for each in drafts)


def _join(drafts: Sequence[RowDraft], stage: Stage, what: str, is_low: bool = True) -> RowDraft:
    who = tuple(who for each in drafts for who in each.who)
    return RowDraft(who, stage, min(each.next for each in drafts), min(each.first for each in drafts), is_low, what)


def _merge_alike(rows: DeskRows, drafts: Sequence[RowDraft], _budget: int) -> list[RowDraft]:
    """Join foes that are alike and do the same."""
    alike: dict[tuple[object, ...], list[RowDraft]] = {}
    for each in drafts:
        alike.setdefault(each.who if each.stage is Stage.PARTY else rows.find_likeness(each), []).append(each)
    return [same[0] if len(same) == 1 else _join(same, same[0].stage, "", False) for same in alike.values()]


def _lower_idle(rows: DeskRows, drafts: Sequence[RowDraft], _budget: int) -> list[RowDraft]:
    """Lower the rows with no deed this round."""
    return [replace(each, is_low=rows.is_idle(each)) for each in drafts]


def _join_stage(drafts: Sequence[RowDraft], stage: Stage, what: Callable[[RowDraft], str]) -> list[RowDraft]:
    """Join the rows of a stage, if they are several."""
    of = [each for each in drafts if each.stage is stage]
    if len(of) < 2:
        return list(drafts)
    joined = _join(of, stage, "")
    return [*(each for each in drafts if each.stage is not stage), replace(joined, what=what(joined))]


def _join_out(rows: DeskRows, drafts: Sequence[RowDraft], _budget: int) -> list[RowDraft]:
    return _join_stage(drafts, Stage.OUT, lambda joined: rows.describe_out(joined.who))


def _join_done(_rows: DeskRows, drafts: Sequence[RowDraft], _budget: int) -> list[RowDraft]:
    return _join_stage(drafts, Stage.DONE, lambda joined: f"done: {len(joined.who)}")


def _join_idle(rows: DeskRows, drafts: Sequence[RowDraft], _budget: int) -> list[RowDraft]:
    """Join foes with no deed: where there are many they would fill the strip."""
    words = "orders to come" if rows.is_ordering else "no deed"
    return _join_stage(drafts, Stage.IDLE, lambda _: words)


def _join_later(rows: DeskRows, drafts: Sequence[RowDraft], budget: int) -> list[RowDraft]:
    """Join foes that act later: as few as need be, the latest first."""
    later = [each for each in drafts if each.stage is Stage.NEXT and each.next > rows.now]
    return _join_last(rows, drafts, later, budget)


def _join_now(rows: DeskRows, drafts: Sequence[RowDraft], budget: int) -> list[RowDraft]:
    """Join foes that act now, too, where there are too many of them."""
    coming = [each for each in drafts if each.stage in (Stage.NEXT, Stage.LATER)]
    return _join_last(rows, drafts, coming, budget)


def _join_last(rows: DeskRows, drafts: Sequence[RowDraft], coming: Sequence[RowDraft], budget: int) -> list[RowDraft]:
    others = [each for each in drafts if each not in coming]
    found = list(drafts)
    for kept in range(len(coming) - 2, -1, -1):
        joined = _join(coming[kept:], Stage.LATER, "", is_low=False)
        words = rows.describe_later(joined) if joined.next > rows.now else f"now and later: {len(joined.who)}"
        found = [*others, *coming[:kept], replace(joined, what=words)]
        if measure(found) <= budget:
            break
    return found


def _join_foes(rows: DeskRows, drafts: Sequence[RowDraft], _budget: int) -> list[RowDraft]:
    """Join all foes: a large party leaves room for no more."""
    foes = [each for each in drafts if each.stage is not Stage.PARTY]
    if len(foes) < 2:
        return list(drafts)
    joined = _join(foes, min(each.stage for each in foes), "")
    who = [rows.state.combatants[each] for each in joined.who]
    return [
        *(each for each in drafts if each.stage is Stage.PARTY),
        replace(joined, what=count_health(rows.state, who), is_low=True),
    ]


def _lower_all(_rows: DeskRows, drafts: Sequence[RowDraft], _budget: int) -> list[RowDraft]:
    return [replace(each, is_low=True) for each in drafts]


STEPS: tuple[Step, ...] = (
    _merge_alike,
    _lower_idle,
    _join_out,
    _join_done,
    _join_idle,
    _join_later,
    _join_now,
    _join_foes,
    _lower_all,
)
"""The steps by which rows take less height, in the order in which they are taken."""


def _draw_brackets(strip: Strip, drafts: Sequence[RowDraft], lanes: Sequence[Lane]) -> Mapping[int, list[BracketPiece]]:
    """Return the pieces of brackets by the place of their row."""
    moments: dict[tuple[str, str], set[int]] = {}
    for n, lane in enumerate(lanes):
        for mark in lane.marks:
            if mark.moment and mark.end is not None:
                moments.setdefault((mark.end, mark.moment), set()).add(n)
    pieces: dict[int, list[BracketPiece]] = {}
    for (label, _), found in moments.items():
        first, last = min(found), max(found)
        for n in range(first, last + 1) if first < last else ():
            top = "M7 2H2" if n == first else "M2 0"
            foot = f"V{drafts[n].height - 2}H7" if n == last else f"V{drafts[n].height}"
            pieces.setdefault(n, []).append(BracketPiece(to_percent(strip.grid.find_left(label)), top + foot))
    return pieces
