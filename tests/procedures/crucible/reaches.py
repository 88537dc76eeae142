"""The reaches of Crucible: a square or the length of the weapon, ten feet when engaged."""

from collections.abc import Iterator
from dataclasses import replace
from math import hypot

from rules.kernel import events as e
from rules.kernel.battlefield import measure_between
from rules.kernel.state import State
from rules.kernel.terms import HUNDREDTHS, Place
from rules.procedures.adnd.state import are_engaged
from tests.procedures.adnd.reaches import find_long_range, meeting
from tests.rules.reaches.checking import Claim, Exemption, Point, is_within

SQUARE = 5 * HUNDREDTHS
STANDING = 10 * HUNDREDTHS


def find_claims(point: Point) -> Iterator[Claim]:
    """Yield what an event claims of reaches."""
    event, state = point.event, point.state
    if isinstance(event, e.Attacked):
        if event.mode != "melee":
            yield Claim(event.who, event.target, find_long_range(state, event.who, event.weapon))
        else:
            weapon = state.combatants[event.who].weapon(event.weapon)
            yield Claim(event.who, event.target, max(SQUARE, weapon.length if weapon is not None else 0))
    elif isinstance(event, e.ChargeMet):
        yield Claim(event.who, event.target, SQUARE)


def is_on_the_way(point: Point, claim: Claim) -> bool:
    """Return whether an attack of opportunity is at somebody whose way leads through the reach."""
    event, state = point.event, point.state
    if not isinstance(event, e.Attacked) or event.opportunity != "moving":
        return False
    mover = state.combatants[event.target]
    stood = [each.combatants[event.who].place for each in (state, point.began)]
    moved = next((each for each in point.later if isinstance(each, e.Moved | e.Fled) and each.who == mover.id), None)
    if moved is None or (moved.round, moved.clock) != (event.round, event.clock):
        return True  # stopped by the blow
    near = min(measure_to_way(place, mover.place, moved.to or mover.place) for place in stood)
    return near <= find_allowed(state, claim) + ROUNDED


ROUNDED = 2
"""Hundredths of a foot by which a way in whole hundredths may miss a reach."""


def measure_to_way(place: Place, start: Place, end: Place) -> float:
    """Return how near a straight way comes to a place."""
    way = (end[0] - start[0], end[1] - start[1])
    long = way[0] ** 2 + way[1] ** 2
    along = ((place[0] - start[0]) * way[0] + (place[1] - start[1]) * way[1]) / long if long else 0
    along = min(1, max(0, along))
    return hypot(start[0] + along * way[0] - place[0], start[1] + along * way[1] - place[1])


def find_allowed(state: State, claim: Claim) -> int:
    """Return how far a blow reaches: up to ten feet where the two fight hand to hand."""
    return max(claim.far, STANDING) if are_engaged(state, claim.who, claim.target) else claim.far


def is_near_on_the_count(point: Point, claim: Claim) -> bool:
    """Return whether one was in reach of the other where they are, or were as the count began."""
    for mine in (point.state, point.began, point.column):
        for theirs in (point.state, point.began, point.column):
            places = mine.combatants[claim.who].place, theirs.combatants[claim.target].place
            if measure_between(*places) <= max(find_allowed(mine, claim), find_allowed(theirs, claim)):
                return True
    return False


EXEMPTIONS = [
    Exemption(
        "CRUCIBLE.II.E", "who fights hand to hand with somebody can do so up to ten feet apart",
        lambda point, claim: is_within(point.state, replace(claim, far=find_allowed(point.state, claim))),
    ),
    meeting("CRUCIBLE.II.F"),
    Exemption("CRUCIBLE.III.F", "who moves is struck on the way", is_on_the_way),
    Exemption("CRUCIBLE.II.F", "on a count all act at once, also from where it found them", is_near_on_the_count),
]  # fmt: skip

EXEMPTED = tuple(
    ("crucible", each.name, fight)
    for each, fight in zip(
        EXEMPTIONS,
        ("crucible/III.E.toml", 63, "crucible/AoO.3.close.toml", "crucible/II.F.mover.away.toml"),
        strict=True,
    )
)
