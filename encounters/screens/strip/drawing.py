"""The drawing of a strip's marks: percent across, pixels down, as SVG attributes."""

from dataclasses import dataclass, replace
from functools import cached_property

from encounters.screens.strip.marks import Mark, MarkKind, MarkState, StripColumn

DRAWN_BY = {
    MarkKind.SPELL: "spell",
    MarkKind.CHARGE: "charge",
    MarkKind.MOVE: "charge",
    MarkKind.PSIONIC: "psionic",
    MarkKind.PREPARED: "prepared",
    MarkKind.LATE: "late",
    MarkKind.ASKED: "asked",
    MarkKind.WORD: "word",
    MarkKind.DOWN: "fallen",
    MarkKind.DEAD: "fallen",
    MarkKind.SHIELD: "shield",
    MarkKind.TURN: "turn",
    MarkKind.OPPORTUNITY: "opportunity",
}
"""The template under components/marks/ of each kind; every other kind is a box."""

UNBOXED = (MarkKind.WORD, MarkKind.DOWN, MarkKind.DEAD, MarkKind.ASKED, MarkKind.CHARGE, MarkKind.MOVE)
"""The kinds whose label may reach beyond the mark."""

STANDALONE = (MarkKind.WORD, MarkKind.DOWN, MarkKind.DEAD, MarkKind.ASKED)
"""The kinds of these whose label is all there is to see."""

ICONS = {
    MarkKind.BLOW: "sword",
    MarkKind.MISSILE: "arrow",
    MarkKind.DEVICE: "spark",
    MarkKind.TURNING: "shield",
    MarkKind.TASK: "hand",
}


TIP = 17
"""The pixels that the end of a blow takes at the right of its mark."""

LOW, LOW_PILL = 38, 0.86
"""The height below which a row of the table screen is low, and the part of it that a pill takes then."""

TABLE_WIDTH = 1336
"""The least pixels that the columns of the table screen take together: 72 units of 24 pixels, without the names."""

DESK_WIDTH, TABLET_WIDTH = 930, 680
"""The least pixels that the columns take together beside the rows of the DM's laptop, and of a tablet."""

BESIDE_SIGN = 2
"""The letters by which a column has more room for the label of a charge than for that of a box."""

NUMBER_AT = {"hit": "-12", "miss": "-18"}
"""The place of the number in the end of a blow, by its outcome."""


def to_percent(value: float) -> str:
    """Return a length for SVG: 12.5 becomes "12.5%"."""
    return f"{round(value, 3):g}%"


@dataclass(frozen=True, slots=True)
class ColumnWidths:
    """The widths of columns by their state, in ordinary ones.

    The style sheets give the heads the same shares.
    """

    done: float
    now: float
    busy: float
    """The width of a column to come in which a deed is awaited."""
    to_come: float


@dataclass(frozen=True, slots=True)
class Size:
    """The measures of a lane, as strings for SVG attributes."""

    lane: int = 27
    """The height of a lane in pixels."""
    font: float = 14.5
    """The height of its text in pixels."""
    is_table: bool = False
    """It is read from afar: rows are as high as there is room for."""
    widths: ColumnWidths | None = None
    """The widths of columns while a round is played; None where all are alike."""
    room: int = 1135
    """The pixels that all columns take together."""
    letter: float = 7.1
    """The pixels that a letter takes."""
    sign: int = 35
    """The pixels of a box that its sign and its ends take."""
    ends: int = 40
    """The pixels of a spell that its ring and its diamond take."""
    fits: bool = False
    """A label that a mark has no room for is shortened, or left out whole."""

    def _to_px(self, value: float) -> str:
        return f"{round(value, 2):g}"

    @property
    def pill(self) -> float:
        """Return the height of a spell's pill in pixels; in a low row it takes nearly all of it."""
        return self.lane * (LOW_PILL if self.is_table and self.lane < LOW else 0.72)

    @property
    def mid(self) -> str:
        return self._to_px(self.lane / 2)

    @property
    def text_y(self) -> str:
        return self._to_px(self.lane / 2 + 0.5)

    @property
    def pill_y(self) -> str:
        return self._to_px((self.lane - self.pill) / 2)

    @property
    def pill_h(self) -> str:
        return self._to_px(self.pill)

    @property
    def pill_r(self) -> str:
        return self._to_px(self.pill / 2)

    @property
    def icon_y(self) -> str:
        return self._to_px(self.lane / 2 - 8)

    @property
    def ring_x(self) -> str:
        return self._to_px(self.pill / 2 + 1.5)

    @property
    def text_x(self) -> str:
        return self._to_px(self.pill / 2 + 12)

    @property
    def diamond(self) -> str:
        """Return the path of a diamond at the end of a spell, large enough for a number."""
        half = self._to_px(self.font * 0.62)
        return f"M0 {self._to_px(self.lane / 2 - self.font * 0.62)}l{half} {half}-{half} {half}-{half}-{half}z"

    @property
    def diamond_x(self) -> str:
        """Return the place of its middle from the end of the spell."""
        return self._to_px(-self.font * 0.48)

    @property
    def clear(self) -> str:
        """Return the pixels at the end of a spell that its text leaves to the diamond."""
        return self._to_px(self.font * 1.17)

    @property
    def clear_text_x(self) -> str:
        """Return the left edge of a spell's text, in a box moved to the left by ``clear``."""
        return self._to_px(self.pill / 2 + 12 + self.font * 1.17)

    @property
    def notch(self) -> str:
        return f"M-5 {self._to_px(self.lane / 2 - 5)} 0 {self.mid} -5 {self._to_px(self.lane / 2 + 5)}"

    @property
    def arrow(self) -> str:
        """Return the path of an arrow head, large enough for a number."""
        back, half = self._to_px(-self.font * 1.03), self.font * 0.55
        return f"M{back} {self._to_px(self.lane / 2 - half)} -1 {self.mid} {back} {self._to_px(self.lane / 2 + half)}z"

    @property
    def arrow_x(self) -> str:
        """Return the place of the number in an arrow head."""
        return self._to_px(-self.font * 0.76)

    @property
    def open_arrow(self) -> str:
        """Return the path of an arrow head without a back, of a charge that missed."""
        return self.arrow.removesuffix("z")

    @property
    def hit(self) -> str:
        """Return the path of the pointed right end of a blow that hit."""
        top, half = self._to_px((self.lane - self.pill) / 2), self._to_px(self.pill / 2)
        return f"M-{TIP + 1} {top}h7l8 {half}-8 {half}h-7"

    @property
    def miss(self) -> str:
        """Return the path of the cleft right end of a blow that missed."""
        top, half = self._to_px((self.lane - self.pill) / 2), self._to_px(self.pill / 2)
        return f"M-{TIP + 1} {top}h15l-8 {half} 8 {half}h-15"

    @property
    def said_x(self) -> str:
        """Return the left edge of the text beside a sign."""
        return self._to_px(self.font + 9)

    @property
    def sign_y(self) -> str:
        """Return the top of a sign as high as the text."""
        return self._to_px((self.lane - self.font) / 2)

    @property
    def zigzag(self) -> str:
        outer, inner = self._to_px(self.pill * 0.35), self._to_px(self.pill * 0.375)
        top = self._to_px((self.lane - self.pill) / 2 - 4)
        return f"M-1 {top} l6 {outer} l-8 {inner} l8 {inner} l-6 {outer}"

    @property
    def turn(self) -> str:
        """Return the radius of the ring that marks a turn."""
        return self._to_px(self.lane * 0.16)

    @property
    def barb(self) -> str:
        """Return the path of the barbed left end of a blow out of turn."""
        top, half = self._to_px((self.lane - self.pill) / 2), self._to_px(self.pill / 2)
        return f"M2 {top} h14 v{self._to_px(self.pill)} h-14 l7 -{half}z"

    @property
    def dart(self) -> str:
        """Return the path of the dart in front of a blow out of turn, and of the edge behind it."""
        top, half = self._to_px((self.lane - self.pill) / 2), self._to_px(self.pill / 2)
        return f"M3 {top}l7 {half}-7 {half}zM16 {top}v{self._to_px(self.pill)}"

    def count_letters(self, columns: int) -> int:
        """Return how many letters fit into a box if there are this many columns."""
        widest = self.widths.now / 10 if self.widths is not None and not self.is_table else 1 / columns
        return int((self.room * widest - self.sign) / self.letter)

    def fit_label(self, mark: Mark, width: float) -> str:
        """Return the longest label that fits into a mark, or "".

        ``width`` is that of the mark in percent. A label is left out whole: the story, or the row, tells it.
        """
        letters = self._count_letters_in(mark, width)
        labels = (mark.text, mark.label, mark.label.partition(",")[0], mark.label.partition(" at ")[0])
        return next((label for label in labels if len(label) <= letters), "")

    def is_tight(self, mark: Mark, width: float) -> bool:
        """Return whether the label of a mark has no room on a tablet."""
        return len(mark.text) > replace(self, room=TABLET_WIDTH)._count_letters_in(mark, width)

    def _count_letters_in(self, mark: Mark, width: float) -> float:
        """Return how many letters fit into a mark of this width in percent."""
        return (self.room * width / 100 - self.sign) / self.letter - self.count_end_letters(mark.outcome)

    def count_end_letters(self, outcome: str) -> int:
        """Return how many letters the number in the end of a blow takes up; 0 for what is no blow."""
        if not outcome:
            return 0
        return 2 if outcome == "miss" else 1

    def count_spell_letters(self, columns: int) -> int:
        """Return how many letters fit into a spell of one column, between its ring and its diamond."""
        return int((self.room / columns - self.ends) / self.letter)

    def measure_text(self, text: str) -> str:
        """Return the most pixels that a text takes, for the paper behind it."""
        return self._to_px(len(text) * self.font * 0.43 + 10)

    def draw_pennant(self, text: str) -> str:
        """Return the path of the flag behind a question: long enough for its words, swallow-tailed."""
        tail = self._to_px(len(text) * self.font * 0.5 + 34)
        half = self._to_px(self.lane / 2 - 3.5)
        return f"M3 3.5 H{tail} l-8 {half} l8 {half} H3z"


TABLE_COLUMNS = ColumnWidths(done=1, now=1.75, busy=0.42, to_come=0.42)
DESK_COLUMNS = ColumnWidths(done=0.8, now=2.4, busy=1.1, to_come=0.5)

LAPTOP = Size()
TABLE = Size(
    lane=42, font=23.0, is_table=True, widths=TABLE_COLUMNS, room=TABLE_WIDTH, letter=11.3, sign=50, ends=56, fits=True
)
DESK = Size(lane=26, widths=DESK_COLUMNS, room=DESK_WIDTH, sign=34, fits=True)
"""The measures beside the rows of the DM's page, which say by themselves what is done."""


@dataclass(frozen=True)
class Grid:
    """The edges of the columns in percent of the width."""

    columns: tuple[StripColumn, ...]
    now: str | None = None
    """The label of the column in play."""
    room: int = 0
    """The number of columns that take up the whole width at least."""
    widths: ColumnWidths | None = None
    """The widths of columns by their state; None where all are alike."""
    busy: frozenset[str] = frozenset()
    """The labels of the columns to come in which a deed is awaited."""

    @cached_property
    def edges(self) -> tuple[float, ...]:
        """Return the left edges of the columns, and the right edge of the last."""
        widths = [self._measure_column(n) for n in range(len(self.columns))]
        whole = max(self.room, sum(widths)) or 1.0
        done, edges = 0.0, [0.0]
        for width in widths:
            done += width
            edges.append(100 * done / whole)
        return tuple(edges)

    def _measure_column(self, n: int) -> float:
        """Return the width of a column in ordinary ones."""
        column, shares = self.columns[n], self.widths
        if shares is None or self.now is None:
            return column.width
        now = self.index[self.now]
        if n <= now:
            return column.width * (shares.now if n == now else shares.done)
        return column.width * (shares.busy if column.label in self.busy else shares.to_come)

    @cached_property
    def index(self) -> dict[str, int]:
        """Return the index of the column that each label heads."""
        return {column.label: n for n, column in enumerate(self.columns)}

    def find_left(self, label: str) -> float:
        """Return the left edge of a column. Raises KeyError for a label that heads no column."""
        return self.edges[self.index[label]]

    def find_right(self, label: str) -> float:
        """Return the right edge of a column. Raises KeyError for a label that heads no column."""
        return self.edges[self.index[label] + 1]

    def find_place(self, label: str, share: float) -> float:
        """Return a place within a column: 0 is its left edge, 1 its right.

        Raises KeyError for a label that heads no column.
        """
        left, right = self.find_left(label), self.find_right(label)
        return left + share * (right - left)


@dataclass(frozen=True, slots=True)
class LaneLine:
    """A line between lanes at ``y`` pixels."""

    y: int
    sep: bool
    """It separates two sides."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """A bracket that joins the deeds of one moment, at the left of a column."""

    x: str
    """The left edge of the column, in percent."""
    path: str
    """The path from lane to lane, in pixels."""


@dataclass(frozen=True, slots=True)
class Notch:
    """A mark for the place of a mover at the end of a segment."""

    x: str
    """The place in percent."""
    todo: bool
    """The segment is still to come."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A mark with its places: percent across, pixels down. Equal ones look alike."""

    mark: Mark
    size: Size
    side: str
    edges: tuple[float, ...]
    """The edges of the columns."""
    y: int
    begin: float
    end: float
    gone: float
    """How far the mark has come."""
    chip: str
    """The label of a charge."""
    is_tight: bool = False
    """Its label is left out where the columns are as narrow as on a tablet."""

    @property
    def template(self) -> str:
        return f"components/marks/{DRAWN_BY.get(self.mark.kind, 'deed')}.html"

    @property
    def icon(self) -> str:
        return ICONS.get(self.mark.kind, "sword")

    @property
    def name_width(self) -> str:
        return self.size.measure_text(self.chip)

    @property
    def flag(self) -> str:
        return self.size.draw_pennant(self.mark.text)

    @property
    def tip(self) -> int:
        """Return the pixels that the end of a blow takes."""
        return TIP

    @property
    def own_x(self) -> str:
        """Return the left edge of the box with its own segment, in front of the end of a blow."""
        return "-37" if self.mark.outcome else "-21"

    @property
    def own_mid(self) -> str:
        """Return the middle of that box."""
        return "-28.5" if self.mark.outcome else "-12.5"

    @property
    def number_x(self) -> str:
        """Return the place of the number at its end, in pixels."""
        return NUMBER_AT.get(self.mark.outcome, "-9")

    @property
    def note_width(self) -> str:
        """Return the pixels that the numbers of its differences take."""
        return f"{8 + 6 * len(self.mark.note)}"

    @property
    def note_mid(self) -> str:
        """Return the middle of these numbers in pixels."""
        return f"{5 + 3 * len(self.mark.note)}"

    @property
    def x(self) -> str:
        return to_percent(self.begin)

    @property
    def width(self) -> str:
        return to_percent(self.end - self.begin)

    @property
    def end_x(self) -> str:
        return to_percent(self.end)

    @property
    def gone_x(self) -> str:
        return to_percent(self.gone)

    @property
    def gone_width(self) -> str:
        return to_percent(self.gone - self.begin) if self.gone > self.begin else ""

    @property
    def rest_width(self) -> str:
        return to_percent(self.end - self.gone) if self.end > self.gone else ""

    @property
    def notches(self) -> list[Notch]:
        """Return the edges of columns that lie inside the mark."""
        edges = [edge for edge in self.edges if self.begin < edge < self.end]
        return [Notch(to_percent(edge), edge > self.gone) for edge in edges]

    @property
    def starts(self) -> list[str]:
        """Return the left edge of each column that the mark spans."""
        return [to_percent(edge) for edge in self.edges if self.begin <= edge < self.end]

    @property
    def ticks(self) -> list[str]:
        """Return the middle of each column that the mark spans."""
        pairs = zip(self.edges, self.edges[1:], strict=False)
        return [to_percent((a + b) / 2) for a, b in pairs if self.begin <= a and b <= self.end]


def place_mark(grid: Grid, size: Size, side: str, mark: Mark, y: int) -> Placed:
    """Return a mark of this side's lane, whose top is at ``y`` pixels, with its places."""
    begin = grid.find_place(mark.begin, mark.share[0]) if mark.begin is not None else 0.0
    end = grid.find_place(mark.end, mark.share[1]) if mark.end is not None else 100.0
    gone = _find_gone(grid, mark, begin, end)
    if not size.fits or mark.kind in (UNBOXED if size.is_table else STANDALONE):
        return Placed(mark, size, side, grid.edges, y, begin, end, gone, _shorten_chip(grid, size, mark))
    room = _find_room(mark, begin, end, gone)
    mark = replace(mark, label=size.fit_label(mark, room), beyond="")
    tight = not size.is_table and size.is_tight(mark, room)
    return Placed(mark, size, side, grid.edges, y, begin, end, gone, mark.text, tight)


def _find_room(mark: Mark, begin: float, end: float, gone: float) -> float:
    """Return the percent of the width in which a mark has its label."""
    return gone - begin if mark.state in (MarkState.SPOILED, MarkState.FRAYED) else end - begin


def _find_gone(grid: Grid, mark: Mark, begin: float, end: float) -> float:
    """Return how far a mark from ``begin`` to ``end`` has come, in percent.

    It ends where the deed is done, where it was cut, or with the column in play.
    """
    if mark.state is MarkState.DONE:
        return end
    if mark.state in (MarkState.PENDING, MarkState.SUPERSEDED):
        return begin
    reached = mark.cut if mark.state is MarkState.SPOILED else grid.now
    at = grid.find_right(reached) if reached is not None else begin
    return min(max(at, begin), end)


def _shorten_chip(grid: Grid, size: Size, mark: Mark) -> str:
    """Return the label of a charge, without its target if that would reach the bracket."""
    index = grid.index
    is_short = mark.begin in index and mark.end in index and index[mark.end] - index[mark.begin] == 1
    fits = len(mark.text) <= size.count_letters(len(grid.columns)) + BESIDE_SIGN
    return mark.text if fits or not (is_short and mark.moment) else mark.text.partition(" at ")[0]
