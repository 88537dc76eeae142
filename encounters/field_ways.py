"""Ways on the field: those that were gone, what flies between figures, and movement by traces, with each in words.

Places are hundredths of the unit of the plane; what is drawn and said is in the unit itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import atan2, degrees

from rules.api import Place


def units(hundredths: int | float) -> str:
    """Hundredths of the unit in units: 1250 becomes "12.5"."""
    return f"{round(hundredths / 100, 2):g}"


@dataclass(frozen=True, slots=True)
class Trail:
    """A way gone, or (``todo``) still to go. ``ticks`` are places on it and the column in which each was reached.

    ``who`` is the name of the figure that went it, where it is to be seen going.
    """

    side: str
    corners: tuple[Place, ...]
    todo: bool = False
    ticks: tuple[tuple[Place, str], ...] = ()
    who: str = ""

    @property
    def path(self) -> str:
        return "M" + "L".join(f"{units(x)} {units(y)}" for x, y in self.corners)

    @property
    def words(self) -> str:
        """Who went it, from where, and by which places in which column; nothing where nobody is named."""
        if not self.who:
            return ""
        (x, y), *_ = self.corners
        past = "".join(f", by {across}, {down} ({column})" for across, down, column in self.numbered)
        return f"{self.who} came from {units(x)}, {units(y)}{past}"

    @property
    def begun(self) -> tuple[str, str]:
        """Where it begins."""
        return units(self.corners[0][0]), units(self.corners[0][1])

    @property
    def numbered(self) -> list[tuple[str, str, str]]:
        return [(units(x), units(y), words) for (x, y), words in self.ticks]


@dataclass(frozen=True, slots=True)
class Line:
    """What goes from one to another in the column that is played: a charge, a shot or a spell, and it in words."""

    kind: str
    side: str
    start: Place
    end: Place
    words: str
    tick: str = ""

    @property
    def path(self) -> str:
        return f"M{units(self.start[0])} {units(self.start[1])}L{units(self.end[0])} {units(self.end[1])}"

    @property
    def angle(self) -> int:
        """Which way it goes, in degrees clockwise from straight across."""
        return round(degrees(atan2(self.end[1] - self.start[1], self.end[0] - self.start[0])))

    @property
    def mid_x(self) -> str:
        return units((self.start[0] + self.end[0]) // 2)

    @property
    def mid_y(self) -> str:
        return units((self.start[1] + self.end[1]) // 2)


def points(way: Sequence[tuple[Fraction, Place]]) -> str:
    """Where somebody is at a time, as scripts read it: time, across and down of each: "0 4 8;0.375 6 8"."""
    return ";".join(f"{float(time):.6g} {units(x)} {units(y)}" for time, (x, y) in way)


@dataclass(frozen=True, slots=True)
class Run:
    """What one drew and how it went: where it was at each time so far, straight between these; and that in words."""

    who: str
    side: str
    corners: tuple[Place, ...]
    way: tuple[tuple[Fraction, Place], ...]
    words: str

    @property
    def points(self) -> str:
        """Time, across and down of each of these: "0 4 8;0.375 6 8"."""
        return points(self.way)

    @property
    def trails(self) -> list[Trail]:
        """The trace as it was drawn, and what was gone of it."""
        gone = tuple(dict.fromkeys(place for _, place in self.way))
        drawn = [Trail(self.side, self.corners, todo=True)] if len(self.corners) > 1 else []
        return [*drawn, Trail(self.side, gone)] if len(gone) > 1 else drawn


@dataclass(frozen=True, slots=True)
class Stop:
    """Some who ended their movement together: when, in words, and where."""

    time: Fraction
    words: str
    places: tuple[Place, ...]

    @property
    def at(self) -> str:
        return f"{float(self.time):.6g}"

    @property
    def part(self) -> str:
        return part(self.time)

    @property
    def spots(self) -> list[tuple[str, str]]:
        return [(units(x), units(y)) for x, y in self.places]


SIXTEENTHS = 16
"""Fractions of the time are said as they are down to these; finer ones in hundredths."""


def part(time: Fraction) -> str:
    """A fraction of the time in words: "3/8", "0.37", "the start", "the end"."""
    if time in (0, 1):
        return "the end" if time else "the start"
    return str(time) if time.denominator <= SIXTEENTHS else f"{float(time):.2f}"


@dataclass(frozen=True, slots=True)
class March:
    """A movement by traces that were revealed: of which round, how far it has come (0 to 1), who ran how, the stops."""

    round: int
    time: Fraction
    runs: tuple[Run, ...]
    stops: tuple[Stop, ...]

    @property
    def until(self) -> str:
        return f"{float(self.time):.6g}"

    @property
    def part(self) -> str:
        return part(self.time)
