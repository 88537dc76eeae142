"""The comparison of two logs of a fight that was moved on the plane."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from rules.kernel import events as e
from rules.kernel.terms import HUNDREDTHS
from tests.rules.relations.motions import Motion
from tests.rules.relations.playing import Column, column

LENGTHS = {"feet": 1, "distance_ft": 1, "old": 1, "new": 1, "distance": HUNDREDTHS}
"""Fields that hold a length, which a place in whole hundredths may change a little, with the parts of a foot."""

ON_THE_WAY = ("covered", "before", "length")
"""Fields that hold a way or a part of it, in hundredths of the unit; they are compared as places are."""

UNCOMPARED = ("source", "stat_blocks", "plan", "picture", "exact")
"""Fields that are not compared: where a face comes from, and what was given at the start."""


@dataclass(frozen=True)
class Tolerance:
    """The most by which two places and two lengths of a fight may differ."""

    places: int = 5
    """In hundredths of the unit: a place is rounded where the fight is moved, and again where a move ends."""
    lengths: int = 1
    """In feet."""


EXACT = Tolerance()
"""Places within 0.05 ft of each other, and whole feet within one."""

TURNED_ASIDE = Tolerance(5 * HUNDREDTHS, 5)
"""Places within 5 ft of each other, where a short distance gave the direction of a long way."""

LOOSE = Tolerance(10_000 * HUNDREDTHS, 10_000)
"""Wherever they stand: the course of the fight alone is compared."""


def find_difference(
    one: Sequence[e.Event],
    other: Sequence[e.Event],
    motion: Motion,
    tolerance: Tolerance = EXACT,
    until: Column | None = None,
) -> str:
    """Return in words where two logs differ, the other moved back; "" where alike.

    Only what comes before the column ``until`` is compared.
    """
    if until is not None:
        one, other = ([event for event in each if column(event) < until] for each in (one, other))
    for mine, theirs in zip_longest(one[1:], other[1:]):
        if mine is None or theirs is None:
            return f"{_brief(mine)}\n   now {_brief(theirs)}"
        if mine == theirs:
            continue
        path = next(_list_differences("", mine, theirs, motion, tolerance), None)
        if path is not None:
            return f"{path}\n{_brief(mine)}\n   now {_brief(theirs)}"
    return ""


def _brief(event: e.Event | None) -> str:
    if event is None:
        return "nothing"
    values = {each.name: getattr(event, each.name) for each in fields(event)}
    shown = [f"{name}={value!r}" for name, value in values.items() if value not in (None, "", (), {}, False)]
    return f"{event.kind} {' '.join(shown)}"[:600]


def _list_differences(name: str, one: Any, other: Any, motion: Motion, tolerance: Tolerance) -> Iterator[str]:
    """Yield the names of the fields that differ."""
    if name in UNCOMPARED or (type(one) is type(other) and one == other):
        return
    if _is_place(one) and _is_place(other):
        if not _is_near(one, other, motion, tolerance):
            yield name
    elif is_dataclass(one) and type(one) is type(other):
        for each in fields(one):
            yield from _list_differences(
                each.name, getattr(one, each.name), getattr(other, each.name), motion, tolerance
            )
    elif isinstance(one, Mapping) and isinstance(other, Mapping):
        if list(one) != list(other):
            yield name
        for key in one.keys() & other.keys():
            yield from _list_differences(str(key), one[key], other[key], motion, tolerance)
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        for mine, theirs in zip(one, other, strict=True):
            yield from _list_differences(name, mine, theirs, motion, tolerance)
    elif isinstance(one, str) and isinstance(other, str) and name == "working":
        if re.sub(r"[\d.]+", "", one) != re.sub(r"[\d.]+", "", other):
            yield name
    elif not (_is_number(one) and _is_number(other) and abs(one - other) <= _find_allowed(name, tolerance)):
        yield f"{name} {one!r} {other!r}"[:300]


def _find_allowed(name: str, tolerance: Tolerance) -> int:
    """Return by how much two numbers in a field may differ."""
    return tolerance.places if name in ON_THE_WAY else tolerance.lengths * LENGTHS.get(name, 0)


def _is_number(thing: object) -> bool:
    return isinstance(thing, int | float | Fraction) and not isinstance(thing, bool)


def _is_place(thing: object) -> bool:
    return isinstance(thing, list | tuple) and len(thing) == 2 and all(map(_is_number, thing))


def _is_near(one: Any, other: Any, motion: Motion, tolerance: Tolerance) -> bool:
    """Return whether two places are the same once the other is moved back.

    Rulings tell theirs in units of the plane, anything else in hundredths.
    """
    for parts in (1, HUNDREDTHS):
        moved = motion.back([Fraction(str(each)) * parts for each in other])
        pairs = zip(one, moved, strict=True)
        if all(abs(Fraction(str(mine)) * parts - theirs) <= tolerance.places for mine, theirs in pairs):
            return True
    return False
