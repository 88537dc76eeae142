"""Plane geometry of the battlefield, in whole hundredths of a foot.

An inch is ten feet indoors and ten yards outdoors. Distances are rounded down to whole hundredths.
"""

from fractions import Fraction
from math import isqrt

from rules.kernel.frozen import frozen
from rules.kernel.map_plan import is_line_barred
from rules.kernel.state import Combatant, State, with_combatant
from rules.kernel.terms import HUNDREDTHS, SEGMENTS, CombatantId, Place, Setting

BIPED = Fraction(4, 3)
QUADRUPED = Fraction(3, 2)
ROUNDED = 2
"""The most hundredths of a foot by which distances differ because places are rounded to hundredths."""
OUT_OF_RANGE = 3
"""The band beyond the long range of a missile."""
MOUTH = 5 * HUNDREDTHS
"""The width of a cone where it begins, in hundredths of a foot."""


@frozen(slots=True)
class Reach:
    """A distance that a combatant reaches, moves or shoots.

    The short, medium and long range of one weapon are three entries with one label. Entries of the kind "reach" can be
    seen of any combatant; the others are known only of own combatants.
    """

    kind: str
    """The kind of distance: reach (hand to hand), move or range."""
    label: str
    far: int
    """The distance, in hundredths of the unit."""


@frozen(slots=True)
class Way:
    """The way of a combatant that runs, from where its run began to where it has come.

    All lengths are in hundredths of a foot.
    """

    begins: int
    """The column in which the run began."""
    begin: Place
    """The place where it began."""
    base: Place
    """The place from which the runner goes straight to its aim."""
    aim: Place
    pace: Fraction
    """The length that it covers in a segment."""
    since: int = 0
    """The segments that it had run when it came to the base."""
    before: int = 0
    """The length that it had covered when it came to the base."""
    covered: int = 0
    """The length that it has covered from the base."""
    ran: int = 0
    """The segments that it has run."""


def measure_between(start: Place, end: Place) -> int:
    """Return the distance between two places, in hundredths of a foot."""
    x, y = start[0] - end[0], start[1] - end[1]
    return abs(x) if y == 0 else isqrt(x * x + y * y)


def measure_distance(state: State, who: CombatantId, other: CombatantId) -> int:
    """Return the distance between two combatants, in hundredths of a foot.

    A ruled range takes precedence over their places.
    """
    me, them = state.combatants[who], state.combatants[other]
    if me.ranges and other in me.ranges:
        return me.ranges[other]
    if them.ranges and who in them.ranges:
        return them.ranges[who]
    return measure_between(me.place, them.place)


def is_sight_barred(state: State, who: CombatantId, other: CombatantId) -> bool:
    """Return whether a wall or a closed door that everybody sees is between two combatants."""
    return is_line_barred(state.plan, state.combatants[who].place, state.combatants[other].place)


def is_in_melee_distance(state: State, who: CombatantId, other: CombatantId) -> bool:
    """Return whether two combatants are at most one inch apart, near enough for hand to hand."""
    return measure_distance(state, who, other) <= state.setting.inch


def compute_stride(state: State, each: Combatant) -> int:
    """Return the hundredths of a foot that a combatant covers in a segment.

    A movement rate of N inches is N feet indoors, N yards outdoors.
    """
    return each.movement * state.setting.inch // SEGMENTS


def compute_charging_stride(state: State, who: CombatantId) -> Fraction:
    """Return the hundredths of a foot that a charge covers in a segment.

    Doubled indoors; outdoors a third more on two legs, half as much again on four.
    """
    each = state.combatants[who]
    pace = Fraction(compute_stride(state, each))
    if state.setting is Setting.INDOORS:
        return pace * 2
    return pace * (QUADRUPED if each.stat_block.creature.legs >= 4 else BIPED)


def compute_contact_segment(gap: int, length: int, pace: Fraction) -> int:
    """Return the segment, at least 1, in which a charge makes contact.

    ``gap`` and the weapon's ``length`` are in hundredths of a foot, ``pace`` in hundredths a segment.
    """
    if pace <= 0:
        return 10 * SEGMENTS
    left = Fraction(max(0, gap - length)) / pace
    return max(1, -(-left.numerator // left.denominator))


def is_in_shape(at: Place, toward: Place, place: Place, shape: str, length: int, width: int) -> bool:
    """Return whether a place lies in a shape that begins at ``at`` and points at ``toward``.

    The shape is a cone or a rectangle.
    """
    across, down = toward[0] - at[0], toward[1] - at[1]
    x, y = place[0] - at[0], place[1] - at[1]
    far = isqrt(across * across + down * down)
    along, aside = x * across + y * down, abs(x * down - y * across)
    if far == 0 or not 0 < along <= length * far:
        return False
    grown = width * far if shape == "rectangle" else MOUTH * far + (width - MOUTH) * along // length
    return 2 * aside <= grown


def find_place_toward(start: Place, goal: Place, far: int) -> Place:
    """Return the place ``far`` hundredths of a foot from start on the way to the goal.

    The goal is returned if it is nearer. Each coordinate is rounded up, away from the start: nobody who comes up to a
    distance stops beyond it.
    """
    if far >= measure_between(start, goal):
        return goal
    return _go_from(start, (goal[0] - start[0], goal[1] - start[1]), far)


def find_place_away(start: Place, threat: Place, far: int) -> Place:
    """Return the place ``far`` hundredths of a foot further from the threat, straight away."""
    if start == threat:
        return (start[0] - far, start[1])
    return _go_from(start, (start[0] - threat[0], start[1] - threat[1]), far)


def _go_from(start: Place, way: Place, far: int) -> Place:
    """Return the place ``far`` hundredths from start along a way, rounded away from start.

    The coordinates of the way are those of its end, seen from its start.
    """
    square = way[0] * way[0] + way[1] * way[1]
    return (start[0] + _compute_part(way[0], square, far), start[1] + _compute_part(way[1], square, far))


def _compute_part(coordinate: int, square: int, far: int) -> int:
    """Return how far ``far`` hundredths along a way lead on one axis, rounded away from zero.

    ``square`` is that of the length of the way.
    """
    exact = (coordinate * far) ** 2
    part = isqrt(exact // square)
    if part * part * square < exact:
        part += 1
    return part if coordinate >= 0 else -part


def move_combatant(state: State, who: CombatantId, to: Place) -> State:
    """Return the state with a combatant at another place."""
    return with_combatant(state, who, place=to)


def relocate_combatant(state: State, who: CombatantId, to: Place) -> State:
    """Return the state with a combatant that magic has put at another place.

    No range that was ruled to or from it holds any more.
    """
    state = with_combatant(state, who, place=to, ranges={})
    for each in state.combatants.values():
        if who in each.ranges:
            kept = {other: far for other, far in each.ranges.items() if other != who}
            state = with_combatant(state, each.id, ranges=kept)
    return state


def to_feet(hundredths: int) -> int:
    """Return whole feet, rounded to the nearest."""
    return (hundredths + HUNDREDTHS // 2) // HUNDREDTHS


def find_range_band(state: State, gap: int, ranges: tuple[int, int, int]) -> int:
    """Return 0 short, 1 medium, 2 long, 3 out of range; ranges are in hundredths of an inch."""
    for band, limit in enumerate(ranges):
        if gap * 100 <= limit * state.setting.inch:
            return band
    return OUT_OF_RANGE


def list_reaches(state: State, who: CombatantId) -> list[Reach]:
    """Return how far a combatant reaches, moves and charges in a segment, and shoots.

    It shoots with the weapon that it has in hand.
    """
    each = state.combatants[who]
    found = [Reach("reach", "hand to hand", state.setting.inch)]
    pace = compute_stride(state, each)
    if pace > 0:
        charge = int(compute_charging_stride(state, who))
        found += [Reach("move", "a segment's move", pace), Reach("move", "a segment's charge", charge)]
    weapon = each.weapon(each.in_hand)
    if weapon is not None and weapon.missile is not None:
        ranges = [far * state.setting.inch // 100 for far in weapon.missile.ranges if far]
        found += [Reach("range", weapon.name, far) for far in dict.fromkeys(ranges)]
    return found
