"""The plan of the battle map: walls, doors, difficult ground, and a picture underneath.

The plan only shows, except where a procedure's text speaks of sight. A hidden part is known to the DM alone and bars
nothing; a hidden door is taken for wall by everybody until it is revealed.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from math import gcd

from rules.kernel.frozen import frozen
from rules.kernel.terms import HUNDREDTHS

Point = tuple[int, int]
"""A place: x and y in hundredths of the plane's unit."""

Segment = tuple[Point, Point]

MOST_FEATURES = 300
MOST_CORNERS = 60
FURTHEST_CORNER = 10_000 * HUNDREDTHS
"""The greatest number of either coordinate, in hundredths of the unit."""

MAP_PICTURE = "picture"
"""The id of the picture underneath in a change of the plan."""


class FeatureKind(StrEnum):
    """The kind of a feature on the battle map."""

    WALL = "wall"
    DOOR = "door"
    ROUGH = "rough"


LEAST_CORNERS = {FeatureKind.WALL: 2, FeatureKind.DOOR: 2, FeatureKind.ROUGH: 3}


@frozen
class MapFeature:
    """A wall, a door, or an area of difficult ground."""

    id: str
    """Its id for the DM: "door-1". Others are shown none."""
    kind: FeatureKind
    points: tuple[Point, ...]
    """The corners of a wall or an area, the two ends of a door."""
    open: bool = False
    """A door that stands open."""
    hidden: bool = False
    """The DM alone knows of it."""

    @property
    def segments(self) -> tuple[Segment, ...]:
        """Return the straight pieces of a wall or a door."""
        return tuple(pairwise(self.points))


@frozen
class MapPicture:
    """A picture underneath the battle map."""

    corner: Point
    """The place of its left upper corner."""
    width: int
    """Its width, in hundredths of the unit, as is its height."""
    height: int
    hidden: bool = False


@frozen
class MapPlan:
    """All that is drawn of the ground."""

    features: tuple[MapFeature, ...] = ()
    picture: MapPicture | None = None

    def list_kind(self, kind: FeatureKind) -> tuple[MapFeature, ...]:
        """Return the features of one kind."""
        return tuple(each for each in self.features if each.kind is kind)

    def find_feature(self, id: object) -> MapFeature:
        """Return the feature with this id. Raises ValueError where there is none."""
        found = next((each for each in self.features if each.id == id), None)
        if found is None:
            raise ValueError(f"the map has no '{id}'")
        return found

    def with_feature(self, feature: MapFeature) -> "MapPlan":
        """Return the plan with a feature in place of the one with its id."""
        return replace(self, features=tuple(feature if each.id == feature.id else each for each in self.features))


NO_PLAN = MapPlan()


# What everybody sees of it.


def show_plan(plan: MapPlan) -> MapPlan:
    """Return the plan as all but the DM see it.

    Hidden doors are wall. Walls are one piece wherever they join in a line, and everything stands in the order of its
    places, so that neither joints, numbers nor order tell of what is hidden.
    """
    if plan == NO_PLAN:
        return plan
    walls = [MapFeature("", FeatureKind.WALL, piece) for piece in list_wall_pieces(plan)]
    others = [replace(each, id="") for each in plan.features if not each.hidden and each.kind is not FeatureKind.WALL]
    others.sort(key=lambda each: (each.kind, each.points))
    picture = None if plan.picture is None or plan.picture.hidden else plan.picture
    return MapPlan((*walls, *others), picture)


def show_feature(feature: MapFeature) -> MapFeature:
    """Return a feature as all but the DM see it: without its id, a hidden door as wall."""
    kind = FeatureKind.WALL if feature.hidden and feature.kind is FeatureKind.DOOR else feature.kind
    return MapFeature("", kind, feature.points, feature.open)


@lru_cache(maxsize=64)
def list_wall_pieces(plan: MapPlan) -> tuple[Segment, ...]:
    """Return the straight pieces of wall that everybody sees, without the doors in them."""
    walls = [each for each in plan.features if _is_taken_for_wall(each)]
    doors = [each for each in plan.list_kind(FeatureKind.DOOR) if not each.hidden]
    return _cut_doors([s for each in walls for s in each.segments], [s for each in doors for s in each.segments])


def _is_taken_for_wall(feature: MapFeature) -> bool:
    is_door = feature.kind is FeatureKind.DOOR
    return feature.hidden if is_door else feature.kind is FeatureKind.WALL and not feature.hidden


Line = tuple[int, int, int]
"""A straight line without ends: its direction, and how far it lies from the origin."""


@frozen
class _Stretch:
    """A segment on its line, from one distance along it to another."""

    line: Line
    start: int
    end: int

    def to_segment(self) -> Segment:
        """Return its ends; a distance along the line and the line's offset give each."""
        dx, dy, offset = self.line
        length = dx * dx + dy * dy
        start, end = (((at * dx - offset * dy) // length, (at * dy + offset * dx) // length)
                      for at in (self.start, self.end))  # fmt: skip
        return start, end


def _measure(segment: Segment) -> _Stretch:
    (x, y), (to_x, to_y) = sorted(segment)
    part = gcd(to_x - x, to_y - y) or 1
    dx, dy = (to_x - x) // part, (to_y - y) // part
    return _Stretch((dx, dy, dx * y - dy * x), dx * x + dy * y, dx * to_x + dy * to_y)


def _cut_doors(walls: Iterable[Segment], doors: Iterable[Segment]) -> tuple[Segment, ...]:
    """Return the walls, joined where they touch in a line, less the doors in them."""
    on_line: dict[Line, list[_Stretch]] = {}
    for wall in map(_measure, walls):
        on_line.setdefault(wall.line, []).append(wall)
    gaps = [_measure(door) for door in doors]
    pieces = []
    for line, stretches in on_line.items():
        left = _join(stretches)
        for gap in gaps:
            left = [piece for each in left for piece in _cut(each, gap)] if gap.line == line else left
        pieces += [each.to_segment() for each in left]
    return tuple(sorted(pieces))


def _join(stretches: Iterable[_Stretch]) -> list[_Stretch]:
    joined: list[_Stretch] = []
    for each in sorted(stretches, key=lambda stretch: stretch.start):
        if joined and each.start <= joined[-1].end:
            joined[-1] = replace(joined[-1], end=max(joined[-1].end, each.end))
        else:
            joined.append(each)
    return joined


def _cut(stretch: _Stretch, gap: _Stretch) -> list[_Stretch]:
    before = replace(stretch, end=min(stretch.end, gap.start))
    after = replace(stretch, start=max(stretch.start, gap.end))
    if gap.end <= stretch.start or gap.start >= stretch.end:
        return [stretch]
    return [each for each in (before, after) if each.start < each.end]


# Sight.


def is_line_barred(plan: MapPlan, start: Point, end: Point) -> bool:
    """Return whether a wall or a closed door touches the line between two places."""
    if plan == NO_PLAN or start == end:
        return False
    closed = (each for each in plan.list_kind(FeatureKind.DOOR) if not each.open and not each.hidden)
    barriers = [*list_wall_pieces(plan), *(segment for each in closed for segment in each.segments)]
    return any(_is_crossed(start, end, barrier) for barrier in barriers)


def _is_crossed(start: Point, end: Point, barrier: Segment) -> bool:
    """Return whether a barrier, ends included, meets the line from start to end, ends excluded."""
    way, wall = _subtract(end, start), _subtract(barrier[1], barrier[0])
    apart, across = _subtract(barrier[0], start), _multiply(way, wall)
    if across == 0:
        return _multiply(apart, way) == 0 and _has_overlap(way, apart, _subtract(barrier[1], start))
    sign = 1 if across > 0 else -1
    along_way, along_wall = _multiply(apart, wall) * sign, _multiply(apart, way) * sign
    return 0 < along_way < abs(across) and 0 <= along_wall <= abs(across)


def _has_overlap(way: Point, first: Point, second: Point) -> bool:
    """Return whether a barrier on the same line lies between the ends of the way."""
    near, far = sorted(way[0] * x + way[1] * y for x, y in (first, second))
    return far > 0 and near < way[0] * way[0] + way[1] * way[1]


def _subtract(one: Point, other: Point) -> Point:
    return one[0] - other[0], one[1] - other[1]


def _multiply(one: Point, other: Point) -> int:
    return one[0] * other[1] - one[1] * other[0]


# Changes by the DM in play.


class PlanChange(StrEnum):
    """A change of the plan."""

    OPENED = "open"
    CLOSED = "close"
    REVEALED = "reveal"
    HIDDEN = "hide"
    ADDED = "add"
    REMOVED = "remove"


def change_plan(plan: MapPlan, value: object) -> tuple[PlanChange, MapFeature | None, MapPlan]:
    """Return the change, its feature and the plan after a ruling with this value.

    The feature is None for the picture. A value is the change and an id, or "add" and a table with the keys of
    ``MapFeature``, in units. Raises ValueError that says what is wrong.
    """
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise ValueError("the value is a change and what it changes")
    try:
        change = PlanChange(value[0])
    except ValueError as error:
        raise ValueError(f"'{value[0]}' is none of {', '.join(PlanChange)}") from error
    if change is PlanChange.ADDED:
        feature = _read_feature(plan, value[1])
        return change, feature, replace(plan, features=(*plan.features, feature))
    if value[1] == MAP_PICTURE:
        return change, None, _change_picture(plan, change)
    before = plan.find_feature(value[1])
    if change is PlanChange.REMOVED:
        return change, before, replace(plan, features=tuple(each for each in plan.features if each is not before))
    after = _FEATURE_CHANGES[change](before)
    return change, before if change is PlanChange.HIDDEN else after, plan.with_feature(after)


def _set_open(feature: MapFeature, is_open: bool) -> MapFeature:
    if feature.kind is not FeatureKind.DOOR:
        raise ValueError("only a door opens and closes")
    if feature.hidden:
        raise ValueError("a hidden door stays closed: reveal it first")
    return replace(feature, open=is_open)


def _hide(feature: MapFeature) -> MapFeature:
    return replace(feature, open=False, hidden=True)


_FEATURE_CHANGES: Mapping[PlanChange, Callable[[MapFeature], MapFeature]] = {
    PlanChange.OPENED: lambda feature: _set_open(feature, True),
    PlanChange.CLOSED: lambda feature: _set_open(feature, False),
    PlanChange.REVEALED: lambda feature: replace(feature, hidden=False),
    PlanChange.HIDDEN: _hide,
}


def _change_picture(plan: MapPlan, change: PlanChange) -> MapPlan:
    if plan.picture is None:
        raise ValueError("the map has no picture")
    if change is PlanChange.REMOVED:
        return replace(plan, picture=None)
    if change not in (PlanChange.REVEALED, PlanChange.HIDDEN):
        raise ValueError("a picture is revealed, hidden or removed")
    return replace(plan, picture=replace(plan.picture, hidden=change is PlanChange.HIDDEN))


def _read_feature(plan: MapPlan, value: object) -> MapFeature:
    if not isinstance(value, Mapping):
        raise ValueError("a feature is a table")
    if unknown := [key for key in value if key not in ("kind", "points", "open", "hidden")]:
        raise ValueError(f"a feature has no '{unknown[0]}'")
    try:
        kind = FeatureKind(str(value.get("kind")))
    except ValueError as error:
        raise ValueError(f"the kind is one of {', '.join(FeatureKind)}") from error
    points = value.get("points")
    if not isinstance(points, list | tuple):
        raise ValueError("the points are a list")
    return add_feature(plan, kind, [read_point(each) for each in points], value.get("open"), value.get("hidden"))


def read_point(value: object) -> Point:
    """Return a point that is written in units. Raises ValueError."""
    if not isinstance(value, list | tuple) or len(value) != 2 or not all(_is_number(each) for each in value):
        raise ValueError("a point is [x, y]")
    x, y = (round(each * HUNDREDTHS) for each in value)
    if max(abs(x), abs(y)) > FURTHEST_CORNER:
        raise ValueError(f"a point is no further than {FURTHEST_CORNER // HUNDREDTHS}")
    return x, y


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == value and abs(value) < 1e9


def add_feature(
    plan: MapPlan, kind: FeatureKind, points: Iterable[Point], is_open: object = None, hidden: object = None
) -> MapFeature:
    """Return a new feature with the next free id of its kind.

    Raises ValueError that says what is wrong.
    """
    corners = tuple(points)
    if not all(flag is None or isinstance(flag, bool) for flag in (is_open, hidden)):
        raise ValueError("open and hidden are true or false")
    if len(corners) < LEAST_CORNERS[kind] or (kind is FeatureKind.DOOR and len(corners) > 2):
        raise ValueError({"wall": "a wall has two points or more", "door": "a door has two points",
                          "rough": "difficult ground has three points or more"}[kind])  # fmt: skip
    if len(corners) > MOST_CORNERS:
        raise ValueError(f"{MOST_CORNERS} points are the most")
    if any(one == other for one, other in pairwise(corners)):
        raise ValueError("two points that follow each other are the same")
    if is_open and (kind is not FeatureKind.DOOR or hidden):
        raise ValueError("only a door that is not hidden stands open")
    if len(plan.features) >= MOST_FEATURES:
        raise ValueError(f"{MOST_FEATURES} walls, doors and areas are the most")
    taken = [int(each.id.rpartition("-")[2]) for each in plan.features if each.kind is kind]
    return MapFeature(f"{kind}-{max(taken, default=0) + 1}", kind, corners, bool(is_open), bool(hidden))
