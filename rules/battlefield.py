"""Plane geometry of the field, in whole hundredths of a foot.

An inch is ten feet indoors and ten yards outdoors. Distances are rounded down to whole hundredths.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from rules.state import Place, State, evolve, with_combatant
from rules.terms import HUNDREDTHS, SEGMENTS, CombatantId, Setting

BIPED = Fraction(4, 3)
QUADRUPED = Fraction(3, 2)


@dataclass(frozen=True, slots=True)
class Reach:
    """How far something of a figure reaches: reach (hand to hand), move or range; what it is; hundredths of the unit.

    Short, medium and long range of one weapon are three of the same label.

    What belongs to ``reach`` can be seen of anybody, the rest is known of one's own.
    """

    kind: str
    label: str
    far: int


def between(one: Place, other: Place) -> int:
    """The distance between two places, in hundredths of a foot."""
    x, y = one[0] - other[0], one[1] - other[1]
    return abs(x) if y == 0 else isqrt(x * x + y * y)


def distance(state: State, one: CombatantId, other: CombatantId) -> int:
    """The distance between two figures, in hundredths of a foot; a ruled range goes before places."""
    a, b = state.combatants[one], state.combatants[other]
    if a.ranges and other in a.ranges:
        return a.ranges[other]
    if b.ranges and one in b.ranges:
        return b.ranges[one]
    return between(a.place, b.place)


def in_melee_distance(state: State, one: CombatantId, other: CombatantId) -> bool:
    """Whether two figures are no more than one inch apart: near enough to fight hand to hand."""
    return distance(state, one, other) <= state.setting.inch


def stride(state: State, movement: int) -> int:
    """Hundredths of a foot covered in a segment at a movement rate in inches: N feet indoors, N yards outdoors."""
    return movement * state.setting.inch // SEGMENTS


def charging_stride(state: State, who: CombatantId) -> Fraction:
    """Hundredths of a foot a charge covers in a segment.

    Doubled indoors; outdoors a third more on two legs, half as much again on four.
    """
    figure = state.combatants[who].figure
    pace = Fraction(stride(state, figure.movement))
    if state.setting is Setting.INDOORS:
        return pace * 2
    return pace * (QUADRUPED if figure.legs >= 4 else BIPED)


def arrival(gap: int, length: int, pace: Fraction) -> int:
    """The segment in which a charge over ``gap`` with a weapon of ``length`` makes contact; at least the first."""
    if pace <= 0:
        return 10 * SEGMENTS
    left = Fraction(max(0, gap - length)) / pace
    return max(1, -(-left.numerator // left.denominator))


def toward(start: Place, goal: Place, far: int) -> Place:
    """The place ``far`` hundredths of a foot from start on the way to the goal, or the goal if that is nearer."""
    gap = between(start, goal)
    if far >= gap:
        return goal
    return (start[0] + (goal[0] - start[0]) * far // gap, start[1] + (goal[1] - start[1]) * far // gap)


def away(start: Place, threat: Place, far: int) -> Place:
    """The place ``far`` hundredths of a foot further from the threat, straight away from it."""
    gap = between(start, threat)
    if gap == 0:
        return (start[0] - far, start[1])
    return (start[0] + (start[0] - threat[0]) * far // gap, start[1] + (start[1] - threat[1]) * far // gap)


def moved(state: State, who: CombatantId, to: Place) -> State:
    """Return the state with a figure at another place; what it leaves on its turn is noted."""
    each = state.combatants[who]
    turn = evolve(each.turn, left=(*each.turn.left, each.place)) if each.turn.taken else each.turn
    return with_combatant(state, who, place=to, turn=turn)


def relocated(state: State, who: CombatantId, to: Place) -> State:
    """Return the state with a figure that magic has put at another place.

    It has gone no way there, and no range that was ruled to or from it holds any more.
    """
    turn = evolve(state.combatants[who].turn, left=())
    state = with_combatant(state, who, place=to, ranges={}, turn=turn)
    for each in state.combatants.values():
        if who in each.ranges:
            kept = {other: far for other, far in each.ranges.items() if other != who}
            state = with_combatant(state, each.id, ranges=kept)
    return state


def feet(hundredths: int) -> int:
    """Whole feet, rounded to the nearest."""
    return (hundredths + HUNDREDTHS // 2) // HUNDREDTHS


def range_band(state: State, gap: int, ranges: tuple[int, int, int]) -> int:
    """0 short, 1 medium, 2 long, 3 out of range, for ranges in hundredths of an inch."""
    for band, limit in enumerate(ranges):
        if gap * 100 <= limit * state.setting.inch:
            return band
    return 3


def reaches(state: State, who: CombatantId) -> list[Reach]:
    """How far a figure reaches hand to hand, moves and charges in a segment, and shoots with what it has in hand."""
    each = state.combatants[who]
    found = [Reach("reach", "hand to hand", state.setting.inch)]
    pace = stride(state, each.figure.movement)
    if pace > 0:
        charge = int(charging_stride(state, who))
        found += [Reach("move", "a segment's move", pace), Reach("move", "a segment's charge", charge)]
    weapon = each.weapon(each.in_hand)
    if weapon is not None and weapon.missile is not None:
        ranges = [far * state.setting.inch // 100 for far in weapon.missile.ranges if far]
        found += [Reach("range", weapon.name, far) for far in dict.fromkeys(ranges)]
    return found
