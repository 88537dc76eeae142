"""Paths on the plane: how long they are, and what lies so far along them.

Corners are places in whole hundredths of the unit (Dew's plane: of an inch). The length of a straight piece is a square
root, taken once, as an integer root to a ten-thousandth of a hundredth and rounded down; whatever follows from it is
exact arithmetic with Fractions, so that two who walk the same ground are at the same point of it, not nearly.
"""

import itertools
from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

from rules.state import Place

FINE = 10_000
"""Parts of a hundredth that a length is measured to where it is no whole number."""

Point = tuple[Fraction, Fraction]
"""An exact point of the plane, in hundredths of the unit."""


def straight(one: Place, other: Place) -> Fraction:
    """The length of a straight piece, in hundredths; more than 0 unless both places are the same."""
    x, y = one[0] - other[0], one[1] - other[1]
    return Fraction(isqrt((x * x + y * y) * FINE * FINE), FINE)


def length(corners: Sequence[Place]) -> Fraction:
    """The length of a path, in hundredths."""
    pairs = itertools.pairwise(corners)
    return sum((straight(one, other) for one, other in pairs), Fraction(0))


def turns(corners: Sequence[Place]) -> list[Fraction]:
    """How far along the path each corner lies, the first at 0. Corners that repeat the one before lie where it does."""
    far = [Fraction(0)]
    for one, other in itertools.pairwise(corners):
        far.append(far[-1] + straight(one, other))
    return far


def along(corners: Sequence[Place], far: Fraction) -> Point:
    """The point so many hundredths along a path; its end where the path is shorter."""
    for one, other in itertools.pairwise(corners):
        piece = straight(one, other)
        if far < piece:
            part = far / piece
            return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part
        far -= piece
    return Fraction(corners[-1][0]), Fraction(corners[-1][1])


def nearest(point: Point) -> Place:
    """The place nearest to a point: whole hundredths, halves upwards."""
    x, y = (coordinate + Fraction(1, 2) for coordinate in point)
    return x.__floor__(), y.__floor__()


def root_up(square: Fraction, less: Fraction) -> int:
    """Return the least whole number that, with ``less`` (not below 0) added, is no smaller than the root of a square.

    The comparison is exact: it is made between squares.
    """
    whole = isqrt(square.__ceil__()) + 1
    while whole - 1 + less >= 0 and (whole - 1 + less) ** 2 >= square:
        whole -= 1
    return whole


def squared(one: Point, other: Point) -> Fraction:
    """The square of the distance of two points: what distances are compared by."""
    x, y = one[0] - other[0], one[1] - other[1]
    return x * x + y * y
