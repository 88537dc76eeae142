"""The battle map seen from above, as data: the combatants' places, ways and lines.

A viewer's map holds only what that viewer may see, so its frame, numbers and words give nothing else away. Places are
hundredths of the plane's unit (a foot, or under some procedures an inch). The drawing is in the unit itself.
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from encounters.narration.names import SHORT, to_units
from encounters.screens.battle_map.drawn_plan import DrawnPlan
from encounters.screens.battle_map.ways import MapLine, March, Run, Trail
from encounters.screens.tokens import Token
from rules.api import HUNDREDTHS, MapPlan, Place, State, find_stem, get_ruleset, make_plural


@dataclass(frozen=True, slots=True)
class Scale:
    """The measures of a plane."""

    unit: str
    """The unit in words."""
    square: int
    """The side of a square of the drawing, in units."""
    part: int
    """The side of the smaller squares, in units."""
    margin: int
    """The ground kept free around the combatants, in hundredths."""
    least: int
    """The least width that is shown, in hundredths."""
    pattern: str
    """The drawing of the squares."""
    step: str
    """The distance that an arrow key moves a combatant, in units."""
    footprint: str
    """The ground that one combatant of a man's size takes up across, in units: three feet."""

    @property
    def short(self) -> str:
        """Return the unit in short."""
        return SHORT[self.unit]


SCALES = {
    "feet": Scale("feet", 10, 5, 800, 4000, "squares", "1", "3"),
    "inches": Scale("inches", 1, 1, 160, 1000, "inches", "0.1", "0.3"),
}
FEET = SCALES["feet"]


def find_scale(state: State) -> Scale:
    """Return the measures of the plane under the ruleset in play."""
    return SCALES.get(get_ruleset(state.ruleset).plane.unit, FEET)


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle that shows how far something of a combatant reaches."""

    kind: str
    """"reach", "move" or "range"."""
    label: str
    radius: int
    """The radius in hundredths."""

    @property
    def r(self) -> str:
        return to_units(self.radius)


@dataclass(frozen=True, slots=True)
class Charges:
    """The charges of a combatant at others, in preparing."""

    unit: str
    """The word for a column of time: "segment"."""
    columns: tuple[str, ...]
    """The column in which a charge at each combatant of the map arrives, in the map's order.

    It is OWN_SIDE for its own side, and LATER for those who are farther than a round.
    """
    nearest: tuple[int, str]
    """The nearest of another side: its number on the map, from 1, and its name."""

    @property
    def words(self) -> str:
        """Return when a charge at the nearest arrives, in a sentence."""
        number, name = self.nearest
        column = self.columns[number - 1]
        when = "in a later round" if column == LATER else f"in {self.unit} {column}"
        return f"A charge at {name} arrives {when}."


LATER = "later"
"""The mark of a charge that takes longer than a round."""
OWN_SIDE = "-"
"""The mark of a combatant of one's own side."""


@dataclass(frozen=True, slots=True)
class MapCombatant:
    """A combatant on the battle map."""

    name: str
    token: Token
    at: Place
    asked: bool = False
    """It is asked something now."""
    down: bool = False
    unseen: bool = False
    """Only this viewer sees it."""
    rings: tuple[Ring, ...] = ()
    gaps: tuple[tuple[str, str], ...] = ()
    """The distances to the others, nearest first, each as name and distance."""
    handle: str = ""
    """The name that a form posts to move the combatant; empty for a viewer who may not move it."""
    pick: str = ""
    """The value that a tap on it chooses in a form; empty where it cannot be chosen."""
    run: Run | None = None
    """The way that the combatant went by traces, to be replayed."""
    ruled: tuple[tuple[int, str], ...] = ()
    """The distances that the DM ruled otherwise than the places say: the other's number and the distance."""
    card: str = ""
    """The address of its card, which its name opens; "" where it has none for the viewer."""
    charges: Charges | None = None
    """Its charges, in preparing, under procedures whose columns measure time."""

    @property
    def x(self) -> str:
        return to_units(self.at[0])

    @property
    def y(self) -> str:
        return to_units(self.at[1])


@dataclass(frozen=True, slots=True)
class Spot:
    """A combatant of the map with what is said of it."""

    combatant: MapCombatant
    words: str
    """The sentence about the combatant."""
    reaches: str
    """The rings in words."""

    @property
    def rest(self) -> str:
        """Return what is said of the combatant after its name."""
        return self.words.removeprefix(self.combatant.name)


LAYERS = ("foes", "other", "party")
"""The sides in the order in which they are drawn, each above the one before."""

NEAR_SQUARES = 2
"""The squares from the combatants within which walls are shown in any case."""

NOTHING_DRAWN = DrawnPlan(MapPlan())


def find_layer(combatant: MapCombatant) -> tuple[bool, bool, int]:
    """Return where a combatant is drawn among the others, the lowest first."""
    return combatant.asked, not combatant.down, LAYERS.index(combatant.token.side)


def find_box(places: Sequence[Place]) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of these places."""
    xs, ys = [x for x, _ in places] or [0], [y for _, y in places] or [0]
    return min(xs), min(ys), max(xs), max(ys)


@dataclass(frozen=True, slots=True)
class MapChanges:
    """The addresses to which a viewer may post changes of a battle map."""

    put: str = ""
    """That for a moved combatant; empty for a viewer who may not move any."""
    plan: str = ""
    """That for changes of the plan; empty for a viewer who may not make any."""
    picture: str = ""
    """That for the picture under the map, in preparing."""
    prepares: bool = False
    """The map is prepared: all that is drawn of it is in sight."""


@dataclass(frozen=True)
class BattleMap:
    """The battle map of one viewer."""

    combatants: tuple[MapCombatant, ...]
    trails: tuple[Trail, ...] = ()
    lines: tuple[MapLine, ...] = ()
    range_ring: tuple[Place, int] | None = None
    """A ring: its middle and its radius."""
    scale_of: Scale = FEET
    placed: bool = True
    """The table plays with places; without them only distances are said and nothing is drawn."""
    inches: tuple[tuple[str, int], ...] = ()
    """The feet of one inch of movement, by kind of ground; empty where the plane is in inches."""
    march: March | None = None
    """The movement by traces that is shown."""
    room: tuple[Place, int] | None = None
    """Ground that is shown in any case: its middle and how far it extends."""
    plan: DrawnPlan = NOTHING_DRAWN
    """Walls, doors and difficult ground."""
    changes: MapChanges = MapChanges()
    blow: MapLine | None = None
    """The blow that is shown for a few seconds: who struck is ringed, and who was struck."""

    @property
    def note(self) -> str:
        """Return the words for the size of a square."""
        return f"squares of {self.scale_of.square} {self.scale_of.short}"

    @property
    def time(self) -> str:
        """Return the word for the columns in which charges arrive; "" where none are shown."""
        return next((each.charges.unit for each in self.combatants if each.charges is not None), "")

    @property
    def unit(self) -> Scale:
        """Return the measures of the plane."""
        return self.scale_of

    @cached_property
    def _bounds(self) -> tuple[int, int, int, int]:
        """Return left, top, right and bottom of all that is shown."""
        places = [each.at for each in self.combatants]
        places += [corner for trail in self.trails for corner in trail.corners]
        if self.room is not None:
            (x, y), far = self.room
            places += [(x - far, y - far), (x + far, y + far)]
        return find_box([*places, *self._list_near_corners(places)])

    def _list_near_corners(self, places: Sequence[Place]) -> list[Place]:
        """Return the corners of the plan that are shown in any case.

        In play they are those near the combatants: a large map must not make these small.
        """
        corners = self.plan.list_places()
        if self.changes.prepares or not places:
            return corners
        left, top, right, bottom = find_box(places)
        near = NEAR_SQUARES * self.scale_of.square * HUNDREDTHS
        return [(x, y) for x, y in corners if left - near <= x <= right + near and top - near <= y <= bottom + near]

    @cached_property
    def _frame(self) -> tuple[int, int, int, int]:
        """Return left, top, width and height of the picture, where no script fits it to the screen."""
        left, top, right, bottom = self._bounds
        margin = self.scale_of.margin
        width = max(right - left + 2 * margin, self.scale_of.least)
        height = max(bottom - top + 2 * margin, width // 2)
        return (left + right - width) // 2, (top + bottom - height) // 2, width, height

    @property
    def plurals(self) -> str:
        """Return the plural of each kind of which several are shown, as JSON; "" for none."""
        counted = Counter(find_stem(each.name) for each in self.combatants)
        found = {kind: make_plural(kind) for kind, number in counted.items() if kind and number > 1}
        return json.dumps(found, ensure_ascii=False) if found else ""

    @property
    def bounds(self) -> str:
        return " ".join(to_units(each) for each in self._bounds)

    @property
    def least(self) -> str:
        """Return the least width that is shown."""
        return to_units(self.scale_of.least)

    @property
    def view_box(self) -> str:
        return " ".join(to_units(each) for each in self._frame)

    @property
    def ground(self) -> dict[str, str]:
        """Return the rectangle of the squares.

        It reaches well beyond the frame: a screen may be wider or taller, and the map is panned.
        """
        left, top, width, height = self._frame
        edges = {"x": left - 4 * width, "y": top - 6 * height, "width": 9 * width, "height": 13 * height}
        return {name: to_units(each) for name, each in edges.items()}

    @property
    def _scale(self) -> float:
        return max(self._frame[2], 2 * self._frame[3]) / 8500

    @property
    def scale(self) -> str:
        """Return how much larger than to scale tokens are drawn, so that they can be read."""
        return f"{self._scale:.3g}"

    @cached_property
    def spots(self) -> list[Spot]:
        """Return the combatants, each with what is said of it."""
        return [Spot(each, self._describe(each), self._describe_reaches(each)) for each in self.combatants]

    @property
    def layers(self) -> list[tuple[int, Spot]]:
        """Return the spots with their numbers as they are drawn, the lowest first.

        Who is down is drawn beneath all others, who is asked above them.
        """
        return sorted(enumerate(self.spots, 1), key=lambda each: find_layer(each[1].combatant))

    def _describe(self, combatant: MapCombatant) -> str:
        """Return a combatant in words: its place, its condition, and how far it is from others."""
        marks = (("hidden", combatant.unseen), ("down", combatant.down), ("asked", combatant.asked))
        how = [word for word, on in marks if on]
        short = self.scale_of.short
        place = [f"{combatant.x} across, {combatant.y} down"] if self.placed else []
        gaps = ", ".join(f"{gap} {short} to {name}" for name, gap in combatant.gaps)
        stands = f"{combatant.name}: {', '.join([*place, *how])}. " if place or how else f"{combatant.name}: "
        charge = f" {combatant.charges.words}" if combatant.charges is not None else ""
        return f"{stands}{f'{gaps}.' if gaps else 'Nobody else is seen.'}{charge}"

    def _describe_reaches(self, combatant: MapCombatant) -> str:
        """Return how far the combatant reaches, in words; rings of one name are named once."""
        names = list(dict.fromkeys(ring.label for ring in combatant.rings))
        far = {name: ", ".join(ring.r for ring in combatant.rings if ring.label == name) for name in names}
        told = ", ".join(f"{name} {far[name]} {self.scale_of.short}" for name in names)
        return f"{told[:1].upper()}{told[1:]}." if told else ""

    @property
    def ring(self) -> tuple[str, str, str] | None:
        """Return the middle and the radius of the range."""
        if self.range_ring is None:
            return None
        (x, y), radius = self.range_ring
        return to_units(x), to_units(y), to_units(radius)
