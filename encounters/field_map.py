"""The field seen from above, as data: who stands where, which ways they have gone, what flies between them.

A viewer's map holds only what that viewer may see: its frame, its numbers and its words come from that alone. Places
are hundredths of the unit of the plane (a foot, or under some procedures an inch); the drawing is in the unit itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, sqrt

from encounters.field_ways import Line, March, Run, Trail, units
from encounters.strip.marks import Token
from rules.api import Place, State, get_ruleset


@dataclass(frozen=True, slots=True)
class Scale:
    """What a plane is measured in: the unit in words, the side of a square, of its parts, and what is shown at least.

    ``margin`` is ground kept free around the figures, ``least`` the least width that is shown, both in hundredths.
    ``pattern`` is the drawing of the squares, ``step`` how far an arrow key moves a figure, in units.
    """

    unit: str
    short: str
    square: int
    part: int
    margin: int
    least: int
    pattern: str
    step: str


SCALES = {
    "feet": Scale("feet", "ft", 10, 5, 800, 4000, "squares", "1"),
    "inches": Scale("inches", "in", 1, 1, 160, 1000, "inches", "0.1"),
}
FEET = SCALES["feet"]


def scale_of(state: State) -> Scale:
    """What the plane of the ruleset in play is measured in."""
    return SCALES.get(get_ruleset(state.ruleset).unit, FEET)


@dataclass(frozen=True, slots=True)
class Ring:
    """How far something of a figure reaches: what, and the radius in hundredths. ``kind``: reach, move or range."""

    kind: str
    label: str
    radius: int

    @property
    def r(self) -> str:
        return units(self.radius)


@dataclass(frozen=True, slots=True)
class Figure:
    """A combatant on the field. ``rings`` is how far it reaches; ``gaps`` who is how far from it, nearest first.

    ``handle`` is what moving it names, for whom may move it; ``unseen``: only this viewer knows of it. ``run`` is how
    it went by traces, to be shown again. ``ruled``: to whom, by number, it is another distance than the places say.
    """

    name: str
    token: Token
    at: Place
    asked: bool = False
    down: bool = False
    unseen: bool = False
    rings: tuple[Ring, ...] = ()
    gaps: tuple[tuple[str, str], ...] = ()
    handle: str = ""
    run: Run | None = None
    ruled: tuple[tuple[int, str], ...] = ()

    @property
    def x(self) -> str:
        return units(self.at[0])

    @property
    def y(self) -> str:
        return units(self.at[1])


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a figure is drawn: beside its place where others stand on the very same, and where its name stands.

    ``x`` and ``y`` are of the sign, ``name_x``, ``name_y`` and ``anchor`` of the name, in the sign's own units.
    ``words`` say what the drawing does of it, ``reaches`` its rings.
    """

    figure: Figure
    words: str
    reaches: str
    x: str
    y: str
    name_x: str
    name_y: str
    anchor: str = "middle"


NEAR_ACROSS, NEAR_DOWN = 11, 5
"""How near, in units of a sign, another figure is in the way of a name written beneath."""

BESIDE = 4.3
"""How far apart, in units of a sign, those are drawn who stand on one place."""


@dataclass(frozen=True)
class FieldMap:
    """The field of one viewer. ``chosen`` is a place being pointed at, ``range_ring`` a ring about a place.

    ``put`` is the address to which a figure that was moved is posted, for whom may move them; ``prepares``: it is moved
    before the fight, in the form of places. ``remark`` is said beside the heading. ``placed``: the table plays with
    places; without them only distances are said and nothing is drawn. ``inches`` are the feet of an inch of movement,
    where those who measure want to know: what kind of ground, and how many. ``march`` is a movement by traces. ``room``
    is ground that is shown in any case: about a place, so far.
    """

    figures: Sequence[Figure]
    trails: Sequence[Trail] = ()
    lines: Sequence[Line] = ()
    chosen: Place | None = None
    range_ring: tuple[Place, int] | None = None
    scale_of: Scale = FEET
    put: str = ""
    prepares: bool = False
    remark: str = ""
    placed: bool = True
    inches: tuple[tuple[str, int], ...] = ()
    march: March | None = None
    room: tuple[Place, int] | None = None

    @property
    def note(self) -> str:
        """What one square is."""
        return f"squares of {self.scale_of.square} {self.scale_of.short}"

    @property
    def unit(self) -> Scale:
        """What the plane is measured in."""
        return self.scale_of

    @cached_property
    def _bounds(self) -> tuple[int, int, int, int]:
        """The least and the greatest across and down of all that is shown."""
        places = [figure.at for figure in self.figures]
        places += [corner for trail in self.trails for corner in trail.corners]
        places += [self.chosen] if self.chosen else []
        if self.room is not None:
            (x, y), far = self.room
            places += [(x - far, y - far), (x + far, y + far)]
        xs, ys = [x for x, _ in places] or [0], [y for _, y in places] or [0]
        return min(xs), min(ys), max(xs), max(ys)

    @cached_property
    def _frame(self) -> tuple[int, int, int, int]:
        """Left, top, width and height of what is shown, where no script fits it to the screen."""
        left, top, right, bottom = self._bounds
        margin = self.scale_of.margin
        width = max(right - left + 2 * margin, self.scale_of.least)
        height = max(bottom - top + 2 * margin, width // 2)
        return (left + right - width) // 2, (top + bottom - height) // 2, width, height

    @property
    def bounds(self) -> str:
        return " ".join(units(each) for each in self._bounds)

    @property
    def least(self) -> str:
        """The least width that is shown."""
        return units(self.scale_of.least)

    @property
    def view_box(self) -> str:
        return " ".join(units(each) for each in self._frame)

    @property
    def ground(self) -> dict[str, str]:
        """The squares: they reach well beyond the frame, since a screen is wider or taller than it, and is panned."""
        left, top, width, height = self._frame
        edges = {"x": left - 4 * width, "y": top - 6 * height, "width": 9 * width, "height": 13 * height}
        return {name: units(each) for name, each in edges.items()}

    @property
    def _scale(self) -> float:
        return max(self._frame[2], 2 * self._frame[3]) / 8500

    @property
    def scale(self) -> str:
        """How much larger than one unit a unit's worth of a figure is drawn, so that figures can be read."""
        return f"{self._scale:.3g}"

    @property
    def spots(self) -> list[Spot]:
        """Each figure with where it and its name are drawn: beneath it, or on the side where nobody is near."""
        places = [self._drawn_at(n) for n in range(len(self.figures))]
        return [self._spot(n, at, [*places[:n], *places[n + 1 :]]) for n, at in enumerate(places)]

    def _drawn_at(self, n: int) -> Place:
        """Those who stand on one place are drawn in rows, in the order they come."""
        x, y = at = self.figures[n].at
        here = [m for m, each in enumerate(self.figures) if each.at == at]
        down, across = divmod(here.index(n), ceil(sqrt(len(here))))
        far = BESIDE * 100 * self._scale
        return x + round(across * far), y + round(down * far)

    def _spot(self, n: int, at: Place, others: Sequence[Place]) -> Spot:
        figure = self.figures[n]
        unit = 100 * self._scale
        apart = [(x - at[0], y - at[1]) for x, y in others]
        across = [x for x, y in apart if abs(x) < NEAR_ACROSS * unit and abs(y) < NEAR_DOWN * unit]
        aside = 4.0 if figure.asked else 2.9
        name = ("0", "-4.2" if figure.asked else "4.8", "middle")
        if across and min(across) > 0:
            name = (f"{-aside}", "1", "end")
        elif across and max(across) < 0:
            name = (f"{aside}", "1", "start")
        return Spot(figure, self._words(figure), self._reaches(figure), units(at[0]), units(at[1]), *name)

    def _words(self, figure: Figure) -> str:
        """A figure in words: where it stands, how it is, and how far from others."""
        how = [word for word, on in (("hidden", figure.unseen), ("down", figure.down), ("asked", figure.asked)) if on]
        short = self.scale_of.short
        place = [f"{figure.x} across, {figure.y} down"] if self.placed else []
        gaps = ", ".join(f"{gap} {short} to {name}" for name, gap in figure.gaps)
        stands = f"{figure.name}: {', '.join([*place, *how])}. " if place or how else f"{figure.name}: "
        return f"{stands}{f'{gaps}.' if gaps else 'Nobody else is seen.'}"

    def _reaches(self, figure: Figure) -> str:
        """How far it reaches, in words: what has one name is said once."""
        names = list(dict.fromkeys(ring.label for ring in figure.rings))
        far = {name: ", ".join(ring.r for ring in figure.rings if ring.label == name) for name in names}
        told = ", ".join(f"{name} {far[name]} {self.scale_of.short}" for name in names)
        return f"{told[:1].upper()}{told[1:]}." if told else ""

    @property
    def chosen_x(self) -> str:
        return units(self.chosen[0]) if self.chosen else ""

    @property
    def chosen_y(self) -> str:
        return units(self.chosen[1]) if self.chosen else ""

    @property
    def ring(self) -> tuple[str, str, str] | None:
        """Middle and radius of the range."""
        if self.range_ring is None:
            return None
        (x, y), radius = self.range_ring
        return units(x), units(y), units(radius)
