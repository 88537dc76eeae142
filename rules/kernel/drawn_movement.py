"""A movement along paths that were drawn beforehand, as far as a viewer's events tell of it."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from rules.kernel.frozen import frozen
from rules.kernel.terms import CombatantId, Place

Way = tuple[tuple[Fraction, Place], ...]
"""The place of a combatant at a time, in straight lines between these entries. Time runs from 0 to 1."""


@frozen(slots=True)
class DrawnPath:
    """The path that one combatant drew."""

    corners: tuple[Place, ...]
    length: Fraction
    """Its length in hundredths of the unit."""
    chased: CombatantId | None = None
    """The combatant that it chases."""


@frozen(slots=True)
class MovementStop:
    """Those who ended their movement together at a time."""

    time: Fraction
    who: tuple[CombatantId, ...]
    places: Mapping[CombatantId, Place]
    apart: Mapping[tuple[CombatantId, CombatantId], int]
    """The distance of each of them from everybody else, in hundredths."""


@frozen(slots=True)
class DrawnMovement:
    """A movement so far."""

    time: Fraction
    """The time that it has reached."""
    paths: Mapping[CombatantId, DrawnPath]
    """The paths that were drawn."""
    ways: Mapping[CombatantId, Way]
    """The places where each combatant has been."""
    stops: tuple[MovementStop, ...]
    """Those who ended, and when."""
    find_way_to_come: Callable[[CombatantId], Way]
    """Return a combatant's places from now to the end if nobody stops before. Raises KeyError without a path."""
