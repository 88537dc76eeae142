"""Ways on the battle map: ways gone, lines between combatants, and movement by traces.

Each has its words. Places are hundredths of the plane's unit; drawings and words are in the unit itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import atan2, degrees

from encounters.narration.names import to_units
from rules.api import Place


@dataclass(frozen=True, slots=True)
class Trail:
    """A way that was gone, or that is still to go."""

    side: str
    corners: tuple[Place, ...]
    todo: bool = False
    """The way is still to go."""
    ticks: tuple[tuple[Place, str], ...] = ()
    """Places on the way, each with the column in which it was reached."""
    who: str = ""
    """The name of the combatant that went, for viewers who saw it go."""

    @property
    def path(self) -> str:
        return "M" + "L".join(f"{to_units(x)} {to_units(y)}" for x, y in self.corners)

    @property
    def words(self) -> str:
        """Return the way in words; the empty text where nobody is named.

        The words name the start, and each place with its column.
        """
        if not self.who:
            return ""
        (x, y), *_ = self.corners
        past = "".join(f", by {across}, {down} ({column})" for across, down, column in self.numbered)
        return f"{self.who} came from {to_units(x)}, {to_units(y)}{past}"

    @property
    def begun(self) -> tuple[str, str]:
        """Return the place where the way begins."""
        return to_units(self.corners[0][0]), to_units(self.corners[0][1])

    @property
    def numbered(self) -> list[tuple[str, str, str]]:
        return [(to_units(x), to_units(y), words) for (x, y), words in self.ticks]


@dataclass(frozen=True, slots=True)
class MapLine:
    """A line from one combatant to another.

    It is a contact, or in the column in play a charge, a shot or a spell.
    """

    kind: str
    side: str
    start: Place
    end: Place
    words: str
    tick: str = ""

    @property
    def path(self) -> str:
        return f"M{to_units(self.start[0])} {to_units(self.start[1])}L{to_units(self.end[0])} {to_units(self.end[1])}"

    @property
    def angle(self) -> int:
        """Return the direction of the line, in degrees clockwise from straight across."""
        return round(degrees(atan2(self.end[1] - self.start[1], self.end[0] - self.start[0])))

    @property
    def ends(self) -> list[tuple[str, str, str]]:
        """Return both ends: each with its name, across and down."""
        ends = (("from", self.start), ("to", self.end)) if self.start != self.end else (("to", self.end),)
        return [(name, to_units(x), to_units(y)) for name, (x, y) in ends]

    @property
    def mid_x(self) -> str:
        return to_units((self.start[0] + self.end[0]) // 2)

    @property
    def mid_y(self) -> str:
        return to_units((self.start[1] + self.end[1]) // 2)


def format_points(way: Sequence[tuple[Fraction, Place]]) -> str:
    """Return places by time as scripts read them: time, across and down: "0 4 8;0.375 6 8"."""
    return ";".join(f"{float(time):.6g} {to_units(x)} {to_units(y)}" for time, (x, y) in way)


@dataclass(frozen=True, slots=True)
class Run:
    """The trace that a combatant drew, and the way it went."""

    who: str
    side: str
    corners: tuple[Place, ...]
    """The trace as it was drawn."""
    way: tuple[tuple[Fraction, Place], ...]
    """The place at each time so far; the way is straight between them."""
    words: str
    """The way in words."""

    @property
    def points(self) -> str:
        """Return time, across and down of each place on the way: "0 4 8;0.375 6 8"."""
        return format_points(self.way)

    @property
    def trails(self) -> list[Trail]:
        """Return the trace as it was drawn, and the part that was gone."""
        gone = tuple(dict.fromkeys(place for _, place in self.way))
        drawn = [Trail(self.side, self.corners, todo=True)] if len(self.corners) > 1 else []
        return [*drawn, Trail(self.side, gone)] if len(gone) > 1 else drawn


@dataclass(frozen=True, slots=True)
class MarchStop:
    """Combatants who ended their movement together."""

    time: Fraction
    """The time, as a fraction of the movement."""
    words: str
    places: tuple[Place, ...]

    @property
    def at(self) -> str:
        return f"{float(self.time):.6g}"

    @property
    def part(self) -> str:
        return format_part(self.time)

    @property
    def spots(self) -> list[tuple[str, str]]:
        return [(to_units(x), to_units(y)) for x, y in self.places]


SIXTEENTHS = 16
"""The finest fractions of the time that are written as such; finer ones are decimals."""


def format_part(time: Fraction) -> str:
    """Return a fraction of the time in words: "3/8", "0.37", "the start", "the end"."""
    if time in (0, 1):
        return "the end" if time else "the start"
    return str(time) if time.denominator <= SIXTEENTHS else f"{float(time):.2f}"


@dataclass(frozen=True, slots=True)
class March:
    """A movement by traces that were revealed."""

    round: int
    time: Fraction
    """The part of the movement that is over, from 0 to 1."""
    runs: tuple[Run, ...]
    stops: tuple[MarchStop, ...]

    @property
    def until(self) -> str:
        return f"{float(self.time):.6g}"

    @property
    def part(self) -> str:
        return format_part(self.time)
