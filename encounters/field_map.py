"""The field seen from above, as data: who stands where, and which ways they have gone. A viewer's map holds only
what that viewer may see; places are hundredths of a foot, the drawing is in feet."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from encounters.strip.marks import Token

Place = tuple[int, int]

MARGIN, LEAST = 800, 4000
"""Ground kept free around the figures, and the least width that is shown: hundredths of a foot."""


def feet(hundredths: int | float) -> str:
    """Hundredths of a foot in feet: 1250 becomes "12.5"."""
    return f"{round(hundredths / 100, 2):g}"


@dataclass(frozen=True, slots=True)
class Figure:
    """A combatant on the field."""

    name: str
    token: Token
    at: Place
    asked: bool = False
    down: bool = False

    @property
    def x(self) -> str:
        return feet(self.at[0])

    @property
    def y(self) -> str:
        return feet(self.at[1])


@dataclass(frozen=True, slots=True)
class Label:
    """Where a figure's name stands beside its sign, in the sign's own units, and which way it is written from there."""

    x: str
    y: str
    anchor: str = "middle"


NEAR_ACROSS, NEAR_DOWN = 11, 5
"""How near, in units of a sign, another figure is in the way of a name written beneath."""


@dataclass(frozen=True, slots=True)
class Trail:
    """A way gone, or (``todo``) still to go."""

    side: str
    corners: tuple[Place, ...]
    todo: bool = False

    @property
    def path(self) -> str:
        return "M" + "L".join(f"{feet(x)} {feet(y)}" for x, y in self.corners)


@dataclass(frozen=True)
class FieldMap:
    """The field of one viewer. ``chosen`` is a place being pointed at, ``range_from`` a ring about a place."""

    figures: Sequence[Figure]
    trails: Sequence[Trail] = ()
    chosen: Place | None = None
    range_ring: tuple[Place, int] | None = None
    note: str = "squares of 10 ft"

    @cached_property
    def _frame(self) -> tuple[int, int, int, int]:
        """Left, top, width and height of what is shown."""
        places = [figure.at for figure in self.figures]
        places += [corner for trail in self.trails for corner in trail.corners]
        places += [self.chosen] if self.chosen else []
        xs, ys = [x for x, _ in places] or [0], [y for _, y in places] or [0]
        width = max(max(xs) - min(xs) + 2 * MARGIN, LEAST)
        height = max(max(ys) - min(ys) + 2 * MARGIN, width // 2)
        return (min(xs) + max(xs) - width) // 2, (min(ys) + max(ys) - height) // 2, width, height

    @property
    def view_box(self) -> str:
        return " ".join(feet(each) for each in self._frame)

    @property
    def ground(self) -> dict[str, str]:
        """The squares: they reach well beyond the frame, since a screen is wider or taller than it."""
        left, top, width, height = self._frame
        edges = {"x": left - 2 * width, "y": top - 3 * height, "width": 5 * width, "height": 7 * height}
        return {name: feet(each) for name, each in edges.items()}

    @property
    def _scale(self) -> float:
        return max(self._frame[2], 2 * self._frame[3]) / 8500

    @property
    def scale(self) -> str:
        """How much larger than one foot a foot's worth of a figure is drawn, so that figures can be read."""
        return f"{self._scale:.2f}"

    @property
    def labelled(self) -> list[tuple[Figure, Label]]:
        """Each figure with where its name stands: beneath it, or on the side where nobody is near."""
        return [(figure, self._label(figure)) for figure in self.figures]

    def _label(self, figure: Figure) -> Label:
        unit = 100 * self._scale
        apart = [(each.at[0] - figure.at[0], each.at[1] - figure.at[1]) for each in self.figures if each is not figure]
        across = [x for x, y in apart if abs(x) < NEAR_ACROSS * unit and abs(y) < NEAR_DOWN * unit]
        aside = 4.0 if figure.asked else 2.9
        if across and min(across) > 0:
            return Label(f"{-aside}", "1", "end")
        if across and max(across) < 0:
            return Label(f"{aside}", "1", "start")
        return Label("0", "-4.2" if figure.asked else "4.8")

    @property
    def ruler(self) -> str:
        """Where the scale of 20 feet stands."""
        left, top, width, _ = self._frame
        return f"translate({feet(left + width - 2600)} {feet(top + 220)})"

    @property
    def chosen_x(self) -> str:
        return feet(self.chosen[0]) if self.chosen else ""

    @property
    def chosen_y(self) -> str:
        return feet(self.chosen[1]) if self.chosen else ""

    @property
    def ring(self) -> tuple[str, str, str] | None:
        """Middle and radius of the range, in feet."""
        if self.range_ring is None:
            return None
        (x, y), radius = self.range_ring
        return feet(x), feet(y), feet(radius)
