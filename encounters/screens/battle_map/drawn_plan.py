"""The plan of the battle map as it is drawn.

It is made from the viewer's state, which has nothing hidden in it; only the DM's has hidden parts, drawn as such.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from encounters.narration.names import to_units
from encounters.pictures import MAP
from encounters.screens.battle_map.plan_lines import describe_feature
from rules.api import MAP_PICTURE, FeatureKind, MapFeature, MapPicture, MapPlan, Place, PlanChange, list_wall_pieces

AJAR = (0.5, 0.87)
"""The cosine and the sine of the angle at which an open door stands to its wall."""


def write_path(points: Iterable[Place]) -> str:
    """Return a path through these places."""
    return "M" + "L".join(f"{to_units(x)} {to_units(y)}" for x, y in points)


@dataclass(frozen=True, slots=True)
class DrawnDoor:
    """A door: its place in the wall, and its leaf where it stands open."""

    id: str
    open: bool
    hidden: bool
    path: str
    leaf: str
    ends: str
    """Both ends as numbers, for a script."""


@dataclass(frozen=True, slots=True)
class DrawnPicture:
    """The picture underneath: the place of its corner, and its size, in units."""

    x: str
    y: str
    width: str
    height: str
    hidden: bool
    who: str = MAP
    """What stands for it among the pictures."""


@dataclass(frozen=True, slots=True)
class PartChange:
    """A change that the DM may make of a part of the plan in play."""

    label: str
    value: str
    """The change and the part, as they are posted."""
    turns: bool
    """It opens or closes a door: a tap on the door makes it, too."""


@dataclass(frozen=True, slots=True)
class PlanPart:
    """A part of the plan, with the changes that the DM may make of it."""

    id: str
    words: str
    changes: tuple[PartChange, ...]


def _build_part(feature: MapFeature) -> PlanPart:
    changes = [PlanChange.REVEALED if feature.hidden else PlanChange.HIDDEN, PlanChange.REMOVED]
    if feature.kind is FeatureKind.DOOR and not feature.hidden:
        changes.insert(0, PlanChange.CLOSED if feature.open else PlanChange.OPENED)
    turns = (PlanChange.OPENED, PlanChange.CLOSED)
    buttons = (PartChange(each.capitalize(), f"{each} {feature.id}", each in turns) for each in changes)
    return PlanPart(feature.id, describe_feature(feature), tuple(buttons))


def _build_picture_part(picture: MapPicture) -> PlanPart:
    changes = (PlanChange.REVEALED if picture.hidden else PlanChange.HIDDEN, PlanChange.REMOVED)
    buttons = (PartChange(each.capitalize(), f"{each} {MAP_PICTURE}", turns=False) for each in changes)
    return PlanPart(MAP_PICTURE, f"{'Hidden p' if picture.hidden else 'P'}icture underneath", tuple(buttons))


@dataclass(frozen=True)
class DrawnPlan:
    """The plan as one viewer sees it."""

    plan: MapPlan

    @property
    def is_empty(self) -> bool:
        """Return whether there is nothing to draw."""
        return self.plan == MapPlan()

    @property
    def picture(self) -> DrawnPicture | None:
        """Return the picture underneath; None without one."""
        shown = self.plan.picture
        if shown is None:
            return None
        x, y = shown.corner
        return DrawnPicture(to_units(x), to_units(y), to_units(shown.width), to_units(shown.height), shown.hidden)

    @cached_property
    def walls(self) -> str:
        """Return the path of all walls, without the doors in them."""
        return "".join(write_path(piece) for piece in list_wall_pieces(self.plan))

    @property
    def hidden_walls(self) -> str:
        """Return the path of the walls that the DM alone sees."""
        hidden = [each for each in self.plan.list_kind(FeatureKind.WALL) if each.hidden]
        return "".join(write_path(each.points) for each in hidden)

    @property
    def areas(self) -> list[tuple[str, bool]]:
        """Return the outline of each area of difficult ground, and whether the DM alone sees it."""
        return [(f"{write_path(each.points)}Z", each.hidden) for each in self.plan.list_kind(FeatureKind.ROUGH)]

    @property
    def doors(self) -> list[DrawnDoor]:
        return [_draw_door(each) for each in self.plan.list_kind(FeatureKind.DOOR)]

    @property
    def words(self) -> list[str]:
        """Return each feature in words."""
        return [describe_feature(each) for each in self.plan.features]

    @property
    def parts(self) -> list[PlanPart]:
        """Return each feature with the changes that the DM may make of it, doors first."""
        parts = [_build_part(each) for each in sorted(self.plan.features, key=lambda each: each.kind)]
        return parts if self.plan.picture is None else [_build_picture_part(self.plan.picture), *parts]

    def list_places(self) -> list[Place]:
        """Return the corners of all that is drawn."""
        corners = [point for each in self.plan.features for point in each.points]
        under = self.plan.picture
        if under is not None:
            x, y = under.corner
            corners += [(x, y), (x + under.width, y + under.height)]
        return corners


def _draw_door(door: MapFeature) -> DrawnDoor:
    (x, y), (to_x, to_y) = door.points
    across, down = to_x - x, to_y - y
    ajar = (round(x + across * AJAR[0] - down * AJAR[1]), round(y + across * AJAR[1] + down * AJAR[0]))
    return DrawnDoor(
        id=door.id,
        open=door.open,
        hidden=door.hidden,
        path=write_path(door.points),
        leaf=write_path([(x, y), ajar]) if door.open else "",
        ends=" ".join(to_units(each) for point in door.points for each in point),
    )
