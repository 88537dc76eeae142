"""The plane of a procedure: its unit, distances and reaches, and movement drawn on it."""

from collections.abc import Iterable, Sequence

from rules.kernel import battlefield
from rules.kernel.battlefield import Reach
from rules.kernel.drawn_movement import DrawnMovement
from rules.kernel.events import Event
from rules.kernel.state import State
from rules.kernel.terms import CombatantId


class Plane:
    """The plane on which the fights of a procedure take place."""

    unit: str = "feet"
    """Feet or inches."""
    space: int = 500
    """The room that a combatant takes, in hundredths of the unit; a large one takes twice as much."""

    def list_reaches(self, state: State, who: CombatantId) -> Sequence[Reach]:
        """Return how far a combatant reaches, moves and shoots, in hundredths of the unit."""
        return battlefield.list_reaches(state, who)

    def find_gap(self, state: State, who: CombatantId, other: CombatantId) -> int:
        """Return the distance between two combatants, in hundredths of the unit."""
        return battlefield.measure_distance(state, who, other)

    def find_drawn_movement(self, events: Iterable[Event]) -> DrawnMovement | None:
        """Return the round's movement along paths that these events reveal, or None."""
        return None
