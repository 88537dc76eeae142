"""Directed graphs of few nodes, as masks: ``before[n]`` holds a one for every node that goes before n."""

from collections.abc import Iterator, Sequence


def bits(mask: int) -> Iterator[int]:
    """The places of the ones in a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def circles(before: Sequence[int], within: int) -> list[int]:
    """The strongly connected groups of two nodes or more among those within, as masks, by their first node."""
    left = _core(before, within)
    found: list[int] = []
    while left:
        start = (left & -left).bit_length() - 1
        circle = _reach(before, start, left) & _reach_back(before, start, left)
        if circle & (circle - 1):
            found.append(circle)
        left &= ~(circle | 1 << start)
    return found


def _core(before: Sequence[int], left: int) -> int:
    """What is left of a graph when nodes that nothing precedes, and nodes that precede nothing, are peeled off."""
    changed = True
    while changed and left:
        changed = False
        needed = 0
        for at in bits(left):
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
        for at in bits(front):
            further |= before[at]
        front = further & within & ~seen
        seen |= front
    return seen


def _reach(before: Sequence[int], start: int, within: int) -> int:
    seen = 1 << start
    grown = True
    while grown:
        grown = False
        for at in bits(within & ~seen):
            if before[at] & seen:
                seen |= 1 << at
                grown = True
    return seen
