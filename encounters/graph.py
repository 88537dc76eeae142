"""The graph of precedences as data: deeds in boxes, with an arrow for each "before"."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from textwrap import shorten

WIDTH, HEIGHT = 214, 40
ACROSS, DOWN = 292, 92
"""The size of a box, and the distance from box to box, in units of the drawing."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A deed, to be drawn as a box."""

    key: str
    title: str
    """The combatant and the deed."""
    detail: str
    """A line of detail."""
    side: str
    state: str = ""
    """"now", "gone" or nothing."""


@dataclass(frozen=True, slots=True)
class Precedence:
    """A precedence: the deed ``first`` comes before the deed ``then``."""

    first: str
    then: str
    """The keys of the two deeds."""
    clause: str
    """The clause that decides."""
    words: str = ""
    """The values that were compared."""
    together: bool = False
    """Both deeds happen at once; no arrow is drawn."""
    dropped: bool = False
    """Another precedence outranked this one."""
    by: str = ""
    """The precedence that outranked this one, in words."""


@dataclass(frozen=True, slots=True)
class Box:
    """A deed with its place."""

    deed: Deed
    x: int
    y: int

    @property
    def text_x(self) -> int:
        return self.x + 11

    @property
    def title(self) -> str:
        return shorten(self.deed.title, 31, placeholder=" ...")

    @property
    def detail(self) -> str:
        return shorten(self.deed.detail, 34, placeholder=" ...")


@dataclass(frozen=True, slots=True)
class Arrow:
    """A precedence with its path and the place of its label."""

    precedence: Precedence
    path: str
    x: int
    """The left edge of the label."""
    y: int
    """The baseline of the label's first line."""
    width: int
    said: bool = True
    """The label is drawn: of arrows that leave one deed for the same reason only the first has it."""


@dataclass(frozen=True)
class Graph:
    """Deeds and the precedences among them, laid out from top to bottom."""

    deeds: Sequence[Deed]
    precedences: Sequence[Precedence]
    across: int = 99
    """The number of boxes that fit side by side; more of them stand in a row below."""

    @cached_property
    def boxes(self) -> dict[str, Box]:
        """Return the boxes by key.

        A deed stands below those that come before it, and under the first of them where there is room.
        """
        columns: dict[str, int] = {}
        found: dict[str, Box] = {}
        for row, deeds in enumerate(self._rows):
            taken: set[int] = set()
            for deed in deeds:
                column = self._find_column(deed.key, columns, taken)
                columns[deed.key] = column
                taken.add(column)
                found[deed.key] = Box(deed, 4 + column * ACROSS, 1 + row * DOWN)
        return found

    @property
    def _rows(self) -> list[list[Deed]]:
        """Return the deeds of each row, from the top."""
        ranks = [[deed for deed in self.deeds if self._rank[deed.key] == n] for n in sorted(set(self._rank.values()))]
        return [rank[at : at + self.across] for rank in ranks for at in range(0, len(rank), self.across)]

    def _find_column(self, key: str, columns: dict[str, int], taken: set[int]) -> int:
        above = [columns[p.first] for p in self._strict if p.then == key and p.first in columns]
        wanted = above[0] if above else 0
        free = [n for n in range(min(self.across, len(self.deeds))) if n not in taken]
        return min(free, key=lambda n: (abs(n - wanted), n))

    @cached_property
    def _strict(self) -> list[Precedence]:
        """Return the precedences that put one deed below another."""
        known = {deed.key for deed in self.deeds}
        return [p for p in self.precedences if not p.dropped and not p.together and {p.first, p.then} <= known]

    @cached_property
    def _rank(self) -> dict[str, int]:
        """Return the row of each deed, from the top.

        A deed that nothing precedes stands just above the first deed that it precedes.
        """
        rank = {deed.key: 0 for deed in self.deeds}
        for _ in self.deeds:  # a cycle ends after as many turns as there are deeds
            for each in self._strict:
                rank[each.then] = min(max(rank[each.then], rank[each.first] + 1), len(rank))
        followers: dict[str, list[int]] = {}
        for each in self._strict:
            followers.setdefault(each.first, []).append(rank[each.then])
        preceded = {each.then for each in self._strict}
        for key, below in followers.items():
            if key not in preceded:
                rank[key] = max(min(below) - 1, 0)
        rows = {old: new for new, old in enumerate(sorted(set(rank.values())))}
        return {key: rows[old] for key, old in rank.items()}

    @property
    def arrows(self) -> list[Arrow]:
        """Return the arrows of the precedences between deeds that are shown, without those dropped."""
        known = self.boxes
        drawn = [p for p in self.precedences if not p.dropped and {p.first, p.then} <= known.keys()]
        reasons: set[tuple[str, str, str]] = set()
        arrows = []
        for each in drawn:
            reason = (each.first, each.clause, each.words)
            several = sum(other.first == each.first for other in drawn) > 1
            arrows.append(replace(self._draw_arrow(each, several), said=reason not in reasons))
            reasons.add(reason)
        return arrows

    def _draw_arrow(self, precedence: Precedence, several: bool) -> Arrow:
        """Return the arrow of a precedence.

        Its label stands by the deed that it leaves, or, where ``several`` arrows leave there, by the deed that it
        reaches.
        """
        first, then = self.boxes[precedence.first], self.boxes[precedence.then]
        words = max(len(precedence.clause.partition(".")[2]), len(precedence.words))
        width = round(words * 6.3) + 8
        if first.y == then.y:
            left, right = sorted((first, then), key=lambda box: box.x)
            path = f"M{left.x + WIDTH} {left.y + HEIGHT // 2}H{right.x}"
            return Arrow(precedence, path, left.x + WIDTH + 4, left.y + 12, width)
        x, y = first.x + WIDTH // 2, first.y + HEIGHT
        to_x, to_y = then.x + WIDTH // 2, then.y - 1
        path = f"M{x} {y}{_draw_way(x, y, to_x, to_y)}"
        if several:
            return Arrow(precedence, path, to_x + 8, to_y - 26, width)
        return Arrow(precedence, path, x + 8, (y + to_y) // 2 - 4 if x == to_x else y + 15, width)

    @property
    def width(self) -> int:
        right = [box.x + WIDTH for box in self.boxes.values()] + [arrow.x + arrow.width for arrow in self.arrows]
        return max(right, default=WIDTH) + 4

    @property
    def height(self) -> int:
        return max((box.y + HEIGHT for box in self.boxes.values()), default=HEIGHT) + 3

    @property
    def sentences(self) -> list[tuple[Precedence, str, str]]:
        """Return each precedence with the titles of its two deeds."""
        names = {deed.key: deed.title for deed in self.deeds}
        return [(p, names.get(p.first, p.first), names.get(p.then, p.then)) for p in self.precedences]

    @property
    def dropped(self) -> list[tuple[Precedence, str, str]]:
        """Return the precedences that were outranked."""
        return [each for each in self.sentences if each[0].dropped]

    @property
    def kept(self) -> list[tuple[Precedence, str, str]]:
        """Return the precedences that decided."""
        return [each for each in self.sentences if not each[0].dropped]


def _draw_way(x: int, y: int, to_x: int, to_y: int) -> str:
    """Return the path from one box to the top of another.

    It is straight, bent, or goes round the boxes between.
    """
    if x != to_x:
        return f"C{x} {y + 26} {to_x} {to_y - 28} {to_x} {to_y}"
    if to_y - y < DOWN:
        return f"V{to_y}"
    aside = x + WIDTH // 2 + 80
    return f"C{aside} {y + 24} {aside} {to_y - 30} {to_x + 60} {to_y}"
