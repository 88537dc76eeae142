"""The first time at which two who move along straight pieces come within a distance."""

import itertools
from fractions import Fraction
from math import isqrt

from rules.procedures.dew.distance_run import Course
from rules.procedures.dew.paths import Point, compute_squared_distance

TICKS = 1_000_000_000
"""The parts of the time (0 to 1) to which a moment is rounded up if no Fraction gives it exactly."""


def find_meeting_time(one: Course, other: Course, within: int) -> Fraction | None:
    """Return when two courses are first at most ``within`` hundredths apart; None if never.

    The time is exact if it is rational. Otherwise it is the first whole billionth at which they are that near. If they
    pass between two billionths, it is the moment at which they are nearest. At the time returned they are always that
    near.
    """
    square = Fraction(within * within)
    times = sorted(dict.fromkeys(time for course in (one, other) for time, _ in course))
    before = _compute_gap(one, other, times[0])
    if _compute_square(before) <= square:
        return times[0]
    for start, stop in itertools.pairwise(times):
        after = _compute_gap(one, other, stop)
        part = _find_entry(before, after, square)
        if part is not None:
            return _compute_moment(start, stop, before, after, part, square)
        before = after
    return None


Nearest = tuple[Fraction, Fraction | None]
"""The part of a piece (0 to 1) at which two are nearest, then that at which they come near enough, if it is rational.
"""


def _find_entry(before: Point, after: Point, square: Fraction) -> Nearest | None:
    """Return where on a piece two who start too far apart come near enough; None if nowhere."""
    change = (after[0] - before[0], after[1] - before[1])
    a, b = _compute_square(change), 2 * (before[0] * change[0] + before[1] * change[1])
    if a == 0 or b >= 0:
        return None
    nearest = min(Fraction(1), -b / (2 * a))
    if _compute_square(_interpolate(before, after, nearest)) > square:
        return None
    root = _compute_exact_root(b * b - 4 * a * (_compute_square(before) - square))
    return nearest, None if root is None else (-b - root) / (2 * a)


def _compute_moment(
    start: Fraction, stop: Fraction, before: Point, after: Point, found: Nearest, square: Fraction
) -> Fraction:
    nearest, exact = found
    if exact is not None:
        return start + (stop - start) * exact
    low, high = (start * TICKS).__floor__(), ((start + (stop - start) * nearest) * TICKS).__floor__()
    if low == high or not _is_near(Fraction(high, TICKS), start, stop, before, after, square):
        return start + (stop - start) * nearest
    while high - low > 1:
        middle = (low + high) // 2
        if _is_near(Fraction(middle, TICKS), start, stop, before, after, square):
            high = middle
        else:
            low = middle
    return Fraction(high, TICKS)


def _is_near(time: Fraction, start: Fraction, stop: Fraction, before: Point, after: Point, square: Fraction) -> bool:
    return time > start and _compute_square(_interpolate(before, after, (time - start) / (stop - start))) <= square


def _compute_gap(one: Course, other: Course, time: Fraction) -> Point:
    a, b = _find_point(one, time), _find_point(other, time)
    return b[0] - a[0], b[1] - a[1]


def _find_point(course: Course, time: Fraction) -> Point:
    for (start, before), (stop, after) in itertools.pairwise(course):
        if time <= stop:
            return _interpolate(before, after, (time - start) / (stop - start))
    return course[-1][1]


def _interpolate(before: Point, after: Point, part: Fraction) -> Point:
    return before[0] + (after[0] - before[0]) * part, before[1] + (after[1] - before[1]) * part


def _compute_square(vector: Point) -> Fraction:
    return compute_squared_distance(vector, (Fraction(0), Fraction(0)))


def _compute_exact_root(number: Fraction) -> Fraction | None:
    up, down = isqrt(number.numerator), isqrt(number.denominator)
    exact = up * up == number.numerator and down * down == number.denominator
    return Fraction(up, down) if exact else None
