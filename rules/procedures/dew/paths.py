"""Paths on the plane: their length, and the point at a distance along them.

Corners are places in whole hundredths of the unit (in Dew: of an inch). The length of a straight piece is a square
root. It is taken once, as an integer root to a ten-thousandth of a hundredth, rounded down. All that follows from it is
exact arithmetic with Fractions. So two who walk the same ground are at exactly the same point of it.
"""

import itertools
from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

from rules.kernel.terms import Place

FINE = 10_000
"""Parts of a hundredth to which a length is measured if it is no whole number."""

Point = tuple[Fraction, Fraction]
"""An exact point of the plane, in hundredths of the unit."""


def measure_straight(one: Place, other: Place) -> Fraction:
    """Return the length of a straight piece, in hundredths.

    It is more than 0 unless both places are the same.
    """
    x, y = one[0] - other[0], one[1] - other[1]
    return Fraction(isqrt((x * x + y * y) * FINE * FINE), FINE)


def measure_length(corners: Sequence[Place]) -> Fraction:
    """Return the length of a path, in hundredths."""
    pairs = itertools.pairwise(corners)
    return sum((measure_straight(one, other) for one, other in pairs), Fraction(0))


def measure_turns(corners: Sequence[Place]) -> list[Fraction]:
    """Return the distance of each corner along the path, in hundredths; the first is at 0.

    A corner that repeats the corner before has the same distance.
    """
    far = [Fraction(0)]
    for one, other in itertools.pairwise(corners):
        far.append(far[-1] + measure_straight(one, other))
    return far


def find_point_along(corners: Sequence[Place], far: Fraction) -> Point:
    """Return the point so many hundredths along a path, or its end if the path is shorter."""
    for one, other in itertools.pairwise(corners):
        piece = measure_straight(one, other)
        if far < piece:
            part = far / piece
            return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part
        far -= piece
    return Fraction(corners[-1][0]), Fraction(corners[-1][1])


def find_nearest_place(point: Point) -> Place:
    """Return the place nearest to a point: whole hundredths, halves rounded up."""
    x, y = (coordinate + Fraction(1, 2) for coordinate in point)
    return x.__floor__(), y.__floor__()


def compute_root_up(square: Fraction, less: Fraction) -> int:
    """Return the least whole number that, with ``less`` added, is at least the root of a square.

    ``less`` is not below 0. The comparison is exact: it is made between squares.
    """
    whole = isqrt(square.__ceil__()) + 1
    while whole - 1 + less >= 0 and (whole - 1 + less) ** 2 >= square:
        whole -= 1
    return whole


def compute_squared_distance(one: Point, other: Point) -> Fraction:
    """Return the square of the distance of two points; distances are compared by it."""
    x, y = one[0] - other[0], one[1] - other[1]
    return x * x + y * y
