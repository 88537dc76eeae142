"""Places for many combatants at once: in ranks that face the other side, or around a spot.

All lengths are in hundredths of the unit of the plane. No two combatants are given the same place.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from rules.kernel.battlefield import find_place_away, measure_between
from rules.kernel.opening import get_distance
from rules.kernel.stat_block import StatBlock
from rules.kernel.state import State
from rules.kernel.terms import HUNDREDTHS, CombatantId, Place

RANK = 10
"""The most combatants who stand side by side; the others stand in ranks behind them."""

PARTS = 5
"""The parts of a space to which a spot is rounded: in feet, whole feet."""

FIRST = "party"
"""The side that stands before the others."""

Standing = tuple[StatBlock, Place]
"""A combatant where it stands."""

APART = 6
"""The spaces between two lines where the encounter has no distance."""


def measure_space(stat_block: StatBlock, space: int) -> int:
    """Return the room that a combatant takes; ``space`` is that of a man."""
    return space * 2 if stat_block.creature.size == "L" else space


def compute_distance(notes: Mapping[str, object], space: int) -> int:
    """Return how far apart two lines stand: the encounter's distance, at least one space."""
    return max(get_distance(notes) * HUNDREDTHS or APART * space, space)


def arrange_ranks(
    stat_blocks: Sequence[StatBlock], facing: Sequence[Place], distance: int, space: int, *, leads: bool
) -> dict[CombatantId, Place]:
    """Return a place for each combatant of a side, in ranks of at most ten that face the others.

    ``facing`` are the places of the others; where there are none, the first rank stands at 0. The side that ``leads``
    stands before them, any other behind them.
    """
    width = max((measure_space(each, space) for each in stat_blocks), default=space)
    step = -1 if leads else 1
    ends = [x for x, _ in facing]
    middle = (min(y for _, y in facing) + max(y for _, y in facing)) // 2 if facing else 0
    front = (min(ends) - distance if leads else max(ends) + distance) if facing else 0
    places: dict[CombatantId, Place] = {}
    for n, each in enumerate(stat_blocks):
        rank, file = divmod(n, RANK)
        abreast = min(RANK, len(stat_blocks) - rank * RANK)
        places[each.id] = (front + step * rank * width, middle + (2 * file - abreast + 1) * width // 2)
    return places


def arrange_sides(
    stat_blocks: Sequence[StatBlock], standing: Sequence[Standing], distance: int, space: int
) -> dict[CombatantId, Place]:
    """Return a place for each combatant in a line of its side, which faces the other sides.

    ``standing`` are the others, who stay where they stand.
    """
    found: dict[CombatantId, Place] = {}
    here = [(each.side, place) for each, place in standing]
    for side in dict.fromkeys(sorted((each.side for each in stat_blocks), key=lambda side: side != FIRST)):
        members = [each for each in stat_blocks if each.side == side]
        facing = [place for other, place in here if other != side]
        found |= arrange_ranks(members, facing, distance, space, leads=side == FIRST)
        here += [(side, found[each.id]) for each in members]
    return found


def gather(
    stat_blocks: Sequence[StatBlock], spot: Place, standing: Sequence[Standing], space: int
) -> dict[CombatantId, Place]:
    """Return a place for each combatant, as near to the spot as others leave room.

    ``standing`` are the others, who stay where they stand.
    """
    full = _Occupied(space)
    for other, place in standing:
        full.add(place, measure_space(other, space))
    # Who takes as much room as somebody before finds the places taken that the other found taken: the walk goes on.
    walks: dict[int, Iterator[Place]] = {}
    found: dict[CombatantId, Place] = {}
    for each in stat_blocks:
        room = measure_space(each, space)
        walk = walks.setdefault(room, _list_around(spot, space))
        found[each.id] = next(place for place in walk if full.has_room(place, room))
        full.add(found[each.id], room)
    return found


class _Occupied:
    """The places that are taken, by squares as wide as the most room that anybody takes."""

    def __init__(self, space: int) -> None:
        self._width = 2 * space
        self._squares: dict[Place, list[tuple[Place, int]]] = {}

    def add(self, place: Place, room: int) -> None:
        """Take a place."""
        self._squares.setdefault(self._find_square(place), []).append((place, room))

    def has_room(self, place: Place, room: int) -> bool:
        """Return whether nobody stands too near to this place for somebody who takes this room."""
        x, y = self._find_square(place)
        near = [(x + left, y + up) for left in (-1, 0, 1) for up in (-1, 0, 1)]
        return all(
            2 * measure_between(place, other) >= room + taken
            for square in near
            for other, taken in self._squares.get(square, ())
        )

    def _find_square(self, place: Place) -> Place:
        return place[0] // self._width, place[1] // self._width


def _list_around(spot: Place, space: int) -> Iterator[Place]:
    """Yield the places of a square grid, the nearest rings first."""
    for ring in count():
        side = range(-ring, ring + 1)
        steps = [(x, y) for x in side for y in side if max(abs(x), abs(y)) == ring]
        for x, y in sorted(steps, key=lambda each: (each[0] ** 2 + each[1] ** 2, each)):
            yield spot[0] + x * space, spot[1] + y * space


def list_standing(state: State) -> list[Standing]:
    """Return the combatants in play with their places."""
    return [(each.stat_block, each.place) for each in state.combatants.values() if each.present]


def place_newcomers(state: State, stat_blocks: Sequence[StatBlock], space: int) -> dict[CombatantId, Place]:
    """Return a place for each newcomer without one: behind its own side, else before the others."""
    found: dict[CombatantId, Place] = {}
    full = list_standing(state)
    full += [(each, each.start.position) for each in stat_blocks if each.start.position is not None]
    for side in dict.fromkeys(each.side for each in stat_blocks):
        members = [each for each in stat_blocks if each.side == side and each.start.position is None]
        gathered = gather(members, _find_spot(state, side, space), full, space)
        full += [(each, gathered[each.id]) for each in members]
        found |= gathered
    return found


def _find_spot(state: State, side: str, space: int) -> Place:
    """Return the spot at which newcomers of a side gather."""
    here = [each for each in state.combatants.values() if each.present]
    own = [each.place for each in here if each.side == side]
    others = [each.place for each in here if each.side != side]
    if not others:
        return own[-1] if own else (0, 0)
    threat = (sum(x for x, _ in others) // len(others), sum(y for _, y in others) // len(others))
    if not own:
        distance = compute_distance(state.notes, space)
        ends = [x for x, _ in others]
        return (min(ends) - distance if side == FIRST else max(ends) + distance), threat[1]
    rear = max(own, key=lambda place: (measure_between(place, threat), place))
    x, y = find_place_away(rear, threat, 2 * space)
    part = space // PARTS
    return x // part * part, y // part * part
