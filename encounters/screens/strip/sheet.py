"""The strip of one viewer, as its templates read it: the drawing, and the same in sentences."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate

from encounters.screens.strip.drawing import LAPTOP, Bracket, Grid, LaneLine, Placed, Size, place_mark, to_percent
from encounters.screens.strip.marks import ASIDE, FALLEN, Lane, Mark, MarkKind, MarkState, StripColumn
from encounters.screens.strip.table_rows import share_height

SCROLLS_AFTER = 12
"""The number of lanes that fit; more of them scroll under a head that stays."""

ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth")

ENDINGS = {
    MarkKind.SPELL: "complete",
    MarkKind.CHARGE: "arrives",
    MarkKind.MOVE: "arrives",
    MarkKind.PREPARED: "triggered",
    MarkKind.OPPORTUNITY: "out of turn",
}


@dataclass(frozen=True, slots=True)
class ColumnHead:
    """A column's head."""

    label: str
    state: str
    """"done", "now" or "todo"."""
    word: str
    narrow: bool
    is_busy: bool = False
    """A deed is awaited in it."""


@dataclass(frozen=True, slots=True)
class ColumnWords:
    """A column in words."""

    label: str
    state: str
    """"done", "now" or "to come"."""
    text: str
    heading: str = ""
    """The label as it is said."""


@dataclass(frozen=True)
class Strip:
    """The whole strip of one viewer."""

    title: str
    columns: tuple[StripColumn, ...]
    lanes: tuple[Lane, ...]
    now: str | None = None
    """The label of the column in play."""
    over: bool = False
    """All columns have been played, up to ``end`` where there are columns beyond it."""
    corner: str = ""
    size: Size = LAPTOP
    foretells: bool = True
    """The head names the next column and counts deeds to come; False for viewers who may not know."""
    unit: str = "segment"
    """The word for a column."""
    end: str | None = None
    room: int = 0
    """The number of columns that there is room for, where they are appended one by one."""
    signs: tuple[str, ...] = ("spell", "charge", "to come")
    """The marks of the legend."""

    @cached_property
    def grid(self) -> Grid:
        """Return the edges of the columns; when the round is over, all columns have gone by."""
        widths = self.size.widths if self.is_uneven else None
        busy = frozenset(label for label in self._deeds if self._deeds[label])
        return Grid(self.columns, self._end if self.over else self.now, self.room, widths, busy)

    @property
    def is_uneven(self) -> bool:
        """Return whether the column in play is wide, and those to come are narrow."""
        return self.size.widths is not None and self.now is not None and not self.over and not self.room

    @cached_property
    def _deeds(self) -> dict[str, int]:
        """Return how many deeds are awaited in each column."""
        marks = [mark for lane in self.lanes for mark in lane.marks]
        return {column.label: sum(_is_awaited(mark, column.label) for mark in marks) for column in self.columns}

    @cached_property
    def sizes(self) -> list[Size]:
        """Return the measures of each lane; on the table screen lanes share the height."""
        if not self.size.is_table:
            return [self.size] * len(self.lanes)
        return [replace(self.size, lane=height) for height in share_height(self.lanes)]

    @cached_property
    def tops(self) -> list[int]:
        """Return the top of each lane in pixels, and the foot of the last."""
        return list(accumulate((size.lane for size in self.sizes), initial=0))

    @property
    def _end(self) -> str:
        """Return the last column that was played, of a round that is over."""
        return self.columns[-1].label if self.end is None else self.end

    def find_state(self, label: str) -> str:
        """Return "done", "now" or "todo"."""
        if self.over:
            return "done" if self.grid.index[label] <= self.grid.index[self._end] else "todo"
        if self.now is None or self.grid.index[label] > self.grid.index[self.now]:
            return "todo"
        return "now" if label == self.now else "done"

    @property
    def heads(self) -> list[ColumnHead]:
        """Return the columns' heads, from the left."""
        return [
            ColumnHead(
                c.label, self.find_state(c.label), self._describe_column(c), c.narrow, bool(self._deeds[c.label])
            )
            for c in self.columns
        ]

    def _describe_column(self, column: StripColumn) -> str:
        state = self.find_state(column.label)
        if state != "todo":
            return state
        if column.word or not self.foretells:
            return column.word
        if self.now is not None and self.grid.index[column.label] == self.grid.index[self.now] + 1:
            return "next"
        deeds = self._deeds[column.label]
        return f"{deeds} deed{'s' if deeds > 1 else ''}" if deeds else ""

    @property
    def height(self) -> int:
        """Return the height in pixels, without the head."""
        return self.tops[-1]

    @property
    def is_tall(self) -> bool:
        """Return whether there are more lanes than fit."""
        return len(self.lanes) > SCROLLS_AFTER and not self.size.is_table

    @property
    def look(self) -> str:
        """Return the classes of the strip."""
        found = {"tall": self.is_tall, "appended": bool(self.room), "uneven": self.is_uneven}
        return " ".join(["strip", *(name for name, is_so in found.items() if is_so)])

    @property
    def past_width(self) -> str:
        """Return the width of the columns that have gone by, or ""."""
        if self.over:
            return to_percent(self.grid.find_right(self._end))
        if self.now is None or self.grid.index[self.now] == 0:
            return ""
        return to_percent(self.grid.find_left(self.now))

    @property
    def now_x(self) -> str:
        """Return the left edge of the column in play, or ""."""
        return to_percent(self.grid.find_left(self.now)) if self.now is not None and not self.over else ""

    @property
    def now_end(self) -> str:
        """Return the right edge of the column in play, or ""."""
        return to_percent(self.grid.find_right(self.now)) if self.now is not None else ""

    @property
    def now_width(self) -> str:
        """Return the width of the column in play, or ""."""
        if self.now is None:
            return ""
        return to_percent(self.grid.find_right(self.now) - self.grid.find_left(self.now))

    @property
    def blank(self) -> range:
        """Return the columns that there is room for and that are not there yet."""
        return range(max(0, self.room - len(self.columns)))

    @property
    def inner_edges(self) -> list[str]:
        """Return the lines between columns, and after the last where there is room for more."""
        return [to_percent(edge) for edge in self.grid.edges[1 : None if self.blank else -1]]

    @property
    def rows(self) -> list[tuple[Lane, bool]]:
        """Return the lanes, each with whether another side begins with it."""
        return [(lane, n > 0 and lane.token.side != self.lanes[n - 1].token.side) for n, lane in enumerate(self.lanes)]

    @property
    def lines(self) -> list[LaneLine]:
        """Return the lines between lanes."""
        return [LaneLine(self.tops[n], parts) for n, (_, parts) in enumerate(self.rows) if n]

    @cached_property
    def placed(self) -> list[Placed]:
        """Return every mark with its places, lane by lane."""
        rows = zip(self.lanes, self.sizes, self.tops, strict=False)
        return [place_mark(self.grid, size, lane.token.side, mark, y) for lane, size, y in rows for mark in lane.marks]

    @property
    def brackets(self) -> list[Bracket]:
        """Return a bracket for each moment that has deeds of several lanes."""
        found: dict[tuple[str, str], set[int]] = {}
        for n, lane in enumerate(self.lanes):
            for mark in lane.marks:
                if mark.moment and mark.end is not None:
                    found.setdefault((mark.end, mark.moment), set()).add(n)
        return [self._draw_bracket(label, rows) for (label, _), rows in found.items() if len(rows) > 1]

    def _draw_bracket(self, label: str, rows: set[int]) -> Bracket:
        top, foot = self.tops[min(rows)] + 2, self.tops[max(rows) + 1] - 2
        return Bracket(to_percent(self.grid.find_left(label)), f"M7 {top}H2V{foot}H7")

    @property
    def sentences(self) -> list[ColumnWords]:
        """Return the columns that hold anything, in words."""
        told = [(c.label, tell(self.lanes, c.label, first=n == 0)) for n, c in enumerate(self.columns)]
        words = {"done": "done", "now": "now", "todo": "to come"}
        return [
            ColumnWords(label, words[self.find_state(label)], text, self._name(label)) for label, text in told if text
        ]

    def _name(self, label: str) -> str:
        return label.capitalize() if label.isalpha() else f"{self.unit.capitalize()} {label}"


def _is_awaited(mark: Mark, label: str) -> bool:
    return mark.end == label and mark.kind not in ASIDE and mark.state in (MarkState.PENDING, MarkState.RUNNING)


# The strip in sentences, for people who do not see the drawing.


def tell(lanes: tuple[Lane, ...], label: str, *, first: bool) -> str:
    """Return a column in words: first deeds that have an order, in that order, then the others.

    Returns "" where nothing happens. ``first``: this is the strip's first column, where deeds that began before it are
    said to go on.
    """
    ordered: dict[int, list[str]] = {}
    rest: list[str] = []
    for lane in lanes:
        for mark in lane.marks:
            for phrase, ends in list_phrases(lane, mark, label, first=first):
                if ends and mark.order is not None:
                    ordered.setdefault(mark.order, []).append(phrase)
                else:
                    rest.append(phrase)
    told = [f"{_format_ordinal(n)}, {'; '.join(ordered[n])}." for n in sorted(ordered)]
    return " ".join(told + [f"{phrase}." for phrase in rest])


def list_phrases(lane: Lane, mark: Mark, label: str, *, first: bool) -> Iterator[tuple[str, bool]]:
    """Yield the phrases for a mark in a column, each with whether it is the mark's end.

    Only the end of a mark has an order.
    """
    about = f"{lane.name}: {mark.told}"
    if mark.kind in ASIDE:
        if label == mark.begin:
            yield _describe_aside(lane, mark), True
        return
    if first and mark.begin is None:
        yield f"{about} goes on", False
    if label == mark.begin and label not in (mark.end, mark.cut):
        yield f"{about} begins", False
    if mark.state is MarkState.SPOILED:
        if label == mark.cut:
            yield f"{about}, {mark.word or 'spoiled'}", True
    elif label == mark.end:
        yield f"{about}{_describe_ending(mark)}", True


def _format_ordinal(n: int) -> str:
    return ORDINALS[n - 1] if 0 < n <= len(ORDINALS) else f"Moment {n}"


def _describe_aside(lane: Lane, mark: Mark) -> str:
    if mark.kind is MarkKind.ASKED:
        return f"{lane.name} is asked: {mark.text}".rstrip("?")
    if mark.kind is MarkKind.SHIELD:
        return f"{lane.name} may not be targeted"
    if mark.kind is MarkKind.TURN:
        return f"{lane.name}’s turn" + (" to come" if mark.state is MarkState.PENDING else "")
    return f"{lane.name}: {(mark.kind in FALLEN and mark.word) or mark.text}"


def _describe_ending(mark: Mark) -> str:
    ending = mark.word or ENDINGS.get(mark.kind)
    done = [ending] if ending else []
    done += [mark.result] if mark.struck and not mark.is_mixed else []
    words = {
        MarkState.DONE: "".join(f", {word}" for word in done or ([] if mark.struck else ["done"])),
        MarkState.SUPERSEDED: f", {mark.word or 'lost'}",
        MarkState.FRAYED: " goes on",
    }
    return words.get(mark.state, ", to come")
