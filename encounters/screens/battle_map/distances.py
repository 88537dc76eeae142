"""Distances between the combatants of a battle map, found without looking at every pair."""

from bisect import insort
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from heapq import merge

from encounters.narration.names import to_units
from encounters.screens.battle_map.shapes import FEET, find_scale
from rules.api import Combatant, Place, State, get_ruleset, measure_between

MOST_NAMED = 8
"""The number of other combatants, the nearest, to which distances are given."""


class Distances:
    """The distances that a map gives: to the nearest others, and those that were ruled.

    A distance is the ruled range, or comes from the places. ``shown`` are the combatants of the map, in its order.
    """

    def __init__(self, state: State, shown: Mapping[str, Combatant]) -> None:
        self._state, self._shown = state, shown
        self._find_gap = get_ruleset(state.ruleset).plane.find_gap
        self._numbers = {who: number for number, who in enumerate(shown, 1)}
        self._near: dict[Place, list[str]] = {}

    def list_gaps(self, who: str) -> tuple[tuple[str, str], ...]:
        """Return the nearest others by name, each with its distance in units of the plane."""
        others = {*self._find_near(self._shown[who].place), *self._ruled.get(who, ())} - {who}
        far = sorted((self._find_gap(self._state, who, other), self._numbers[other], other) for other in others)
        digits = -2 if find_scale(self._state) is FEET else -1
        return tuple((self._shown[other].name, to_units(round(gap, digits))) for gap, _, other in far[:MOST_NAMED])

    def list_ruled(self, who: str) -> tuple[tuple[int, str], ...]:
        """Return the others, by number from 1, to which a range was ruled, with that range in units."""
        here = self._shown[who].place
        said = {other: self._find_gap(self._state, who, other) for other in self._ruled.get(who, ())}
        apart = {other: gap for other, gap in said.items() if gap != measure_between(here, self._shown[other].place)}
        return tuple(sorted((self._numbers[other], to_units(gap)) for other, gap in apart.items()))

    @cached_property
    def _ruled(self) -> dict[str, dict[str, None]]:
        """Find the others to which a range was ruled, by combatant."""
        found: dict[str, dict[str, None]] = {}
        for who, each in self._shown.items():
            for other in each.ranges:
                if other in self._shown:
                    found.setdefault(who, {})[other] = None
                    found.setdefault(other, {})[who] = None
        return found

    @cached_property
    def _here(self) -> dict[Place, list[str]]:
        """Find those who stand at each place."""
        found: dict[Place, list[str]] = {}
        for who, each in self._shown.items():
            found.setdefault(each.place, []).append(who)
        return found

    @cached_property
    def _axis(self) -> int:
        """Choose the axis along which the places extend further."""
        spans = [max(each[axis] for each in self._here) - min(each[axis] for each in self._here) for axis in (0, 1)]
        return spans.index(max(spans))

    @cached_property
    def _places(self) -> dict[Place, int]:
        """Order the places along the axis; return the position of each."""
        ordered = sorted(self._here, key=lambda place: place[self._axis])
        return {place: at for at, place in enumerate(ordered)}

    @cached_property
    def _along(self) -> Sequence[Place]:
        return list(self._places)

    def _find_near(self, place: Place) -> list[str]:
        """Return those nearest to a place, so many that nobody is missing whose range was not ruled."""
        if place not in self._near:
            most = MOST_NAMED + 1 + max(map(len, self._ruled.values()), default=0)
            self._near[place] = self._search(place, most)
        return self._near[place]

    def _search(self, place: Place, most: int) -> list[str]:
        """Return the ``most`` nearest, with those who stand there; of equals, the first of the map."""
        found: list[tuple[int, int, str]] = []
        for aside, other in self._walk_outward(place):
            if len(found) == most and aside > found[-1][0]:
                break
            gap = measure_between(place, other)
            for who in self._here[other]:
                insort(found, (gap, self._numbers[who], who))
                del found[most:]
        return [who for _, _, who in found]

    def _walk_outward(self, place: Place) -> Iterator[tuple[int, Place]]:
        """Yield all places, each after how far aside it is along the axis, the least first."""
        at, middle = self._places[place], place[self._axis]
        before = ((middle - each[self._axis], each) for each in self._step(range(at - 1, -1, -1)))
        after = ((each[self._axis] - middle, each) for each in self._step(range(at, len(self._along))))
        return merge(before, after)

    def _step(self, positions: range) -> Iterator[Place]:
        return (self._along[position] for position in positions)
