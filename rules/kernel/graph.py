"""Directed graphs of few nodes, as bit masks.

``before[n]`` has a bit set for every node that goes before n.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from rules.kernel.frozen import frozen


def list_bits(mask: int) -> list[int]:
    """Return the positions of the bits set in a mask, lowest first."""
    if not mask & (mask - 1):
        return [mask.bit_length() - 1] if mask else []
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def find_circles(before: Sequence[int], within: int) -> list[int]:
    """Return the strongly connected groups of two or more nodes within a mask.

    They are masks, in the order of their first nodes.
    """
    left = _find_core(before, within)
    found: list[int] = []
    while left:
        start = (left & -left).bit_length() - 1
        circle = _reach(before, start, left) & _reach_back(before, start, left)
        if circle & (circle - 1):
            found.append(circle)
        left &= ~(circle | 1 << start)
    return found


def _find_core(before: Sequence[int], left: int) -> int:
    """Return the nodes left after removing those without predecessor or successor, repeatedly."""
    changed = True
    while changed and left:
        changed = False
        needed = 0
        for at in list_bits(left):
            if before[at] & left:
                needed |= before[at]
            else:
                left &= ~(1 << at)
                changed = True
        if left & ~needed:
            left &= needed
            changed = True
    return left


def _reach_back(before: Sequence[int], start: int, within: int) -> int:
    seen, front = 1 << start, 1 << start
    while front:
        further = 0
        for at in list_bits(front):
            further |= before[at]
        front = further & within & ~seen
        seen |= front
    return seen


def _reach(before: Sequence[int], start: int, within: int) -> int:
    seen = 1 << start
    grown = True
    while grown:
        grown = False
        for at in list_bits(within & ~seen):
            if before[at] & seen:
                seen |= 1 << at
                grown = True
    return seen


def is_mutual(before: Sequence[int], group: int) -> bool:
    """Return whether every edge within a group goes both ways."""
    return all(before[first] >> then & 1 for then in list_bits(group) for first in list_bits(before[then] & group))


class Edge(NamedTuple):
    """A relation of two nodes: the first goes before the other, or both go together."""

    first: int
    then: int
    together: bool = False


@frozen(slots=True)
class Contradiction:
    """An edge that cannot stand, because it closes a circle with stronger edges."""

    edge: Edge
    """The edge that gives way."""
    first: int
    """The node where the edge begins, as it lies on the circle that it closes."""
    then: int
    """The node where it ends."""
    circle: tuple[tuple[int, int], ...]
    """The edges that stand against it: a path from ``then`` to ``first``."""


def find_contradictions(edges: Iterable[Edge], size: int) -> list[Contradiction]:
    """Return the edges that give way, of edges given from strong to weak.

    An edge gives way if, with stronger edges that stand, it closes a circle that contains a strict *before*.
    It is the weakest of that circle. No two edges that stand contradict each other.
    """
    standing = _Standing(size)
    return [found for edge in edges if (found := standing.add(edge)) is not None]


class _Standing:
    """Edges without a contradiction.

    It holds for each node its group, and all nodes strictly before and after it.
    """

    def __init__(self, size: int) -> None:
        self._group = [1 << node for node in range(size)]
        self._earlier = [0] * size
        self._later = [0] * size
        self._onward = [0] * size  # for each node, those that it goes before or together with by an edge of its own

    def add(self, edge: Edge) -> Contradiction | None:
        """Add an edge, or return the contradiction that it would make."""
        first, then = edge.first, edge.then
        if self._earlier[first] >> then & 1 or (not edge.together and self._group[first] >> then & 1):
            return self._build_contradiction(edge, first, then)
        if edge.together and self._earlier[then] >> first & 1:
            return self._build_contradiction(edge, then, first)
        self._onward[first] |= 1 << then
        if edge.together:
            self._onward[then] |= 1 << first
            self._join(first, then)
        elif not self._earlier[then] >> first & 1:
            self._put_before(self._earlier[first] | self._group[first], self._later[then] | self._group[then])
        return None

    def _put_before(self, earlier: int, later: int) -> None:
        for node in list_bits(earlier):
            self._later[node] |= later
        for node in list_bits(later):
            self._earlier[node] |= earlier

    def _join(self, first: int, other: int) -> None:
        group = self._group[first] | self._group[other]
        if group == self._group[first]:
            return
        earlier = self._earlier[first] | self._earlier[other]
        later = self._later[first] | self._later[other]
        for node in list_bits(group):
            self._group[node] = group
        self._put_before(earlier, group | later)
        self._put_before(earlier | group, later)

    def _build_contradiction(self, edge: Edge, first: int, then: int) -> Contradiction:
        path = _find_path(self._onward, then, first)
        return Contradiction(edge, first, then, tuple(pairwise(path)))


def _find_path(onward: Sequence[int], start: int, goal: int) -> list[int]:
    """Return a shortest path; of equally short paths, the path of the lowest nodes."""
    came_from = {start: start}
    front = [start]
    while goal not in came_from:
        further: list[int] = []
        for node in front:
            for each in list_bits(onward[node]):
                if each not in came_from:
                    came_from[each] = node
                    further.append(each)
        front = further
    path = [goal]
    while path[-1] != start:
        path.append(came_from[path[-1]])
    return path[::-1]
