"""What is in hand and how far it goes: hands, modes, ranges of pairs, reach and shots."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from rules.dew.paths import Point, nearest, root_up, squared
from rules.dew.refusals import refuse
from rules.dew.terms import MELEE, MISSILE, attributes, name_of, now, number, option
from rules.dew_figure import DewMode, DewWeapon
from rules.dew_state import SHIELD, Pair, pair_of
from rules.forms import Refusal
from rules.state import State
from rules.terms import HUNDREDTHS, CombatantId

FAR = 999
"""The range of a pair of which nothing is known."""


def weapon_of(state: State, who: CombatantId, id: str) -> DewWeapon:
    """A combatant's weapon. Raises KeyError for one that it does not have."""
    found = attributes(state, who).weapon(id)
    if found is None:
        raise KeyError(id)
    return found


def mode_of(weapon: DewWeapon, mode: str, use: str) -> DewMode | None:
    """How a weapon is used in this grip for this kind of attack; None where it is not."""
    return next((each for each in weapon.modes if (each.mode, each.use) == (mode, use)), None)


def in_hand(state: State, who: CombatantId) -> Iterator[DewWeapon]:
    """The weapons that a combatant holds, whole or broken."""
    carried = now(state, who).carried
    return (each for each in attributes(state, who).weapons if carried.get(each.id) == "hand")


def held(state: State, who: CombatantId) -> tuple[str, ...]:
    """Everything in a combatant's hands: weapons, shield, other things."""
    each = now(state, who)
    shield = (SHIELD,) if each.shield_held else ()
    return (*(weapon.id for weapon in in_hand(state, who)), *shield, *each.objects)


def free_hands(state: State, who: CombatantId) -> int:
    """Hands that hold nothing. A two-handed weapon may be carried, not used, in one hand."""
    return attributes(state, who).hands - len(held(state, who))


def bar_hands(state: State, who: CombatantId, needed: int, dropped: int = 0) -> Refusal | None:
    """Whether a hand is lacking once so many things were dropped."""
    if not option(state, "enforce_hands") or free_hands(state, who) + dropped >= needed:
        return None
    return refuse("NO_FREE_HAND", "1.2.2d", who=name_of(state, who))


def bar_use(state: State, who: CombatantId, weapon: DewWeapon) -> Refusal | None:
    """Whether a weapon is not held, or broken."""
    if now(state, who).carried.get(weapon.id) != "hand":
        return refuse("NOT_HELD", "1.2f", who=name_of(state, who), item=weapon.name)
    if weapon.id in now(state, who).broken:
        return refuse("BROKEN", "1.2.5.1.3ac", item=weapon.name)
    return None


# Ranges of pairs.


def range_of(state: State, one: CombatantId, other: CombatantId) -> int:
    """The range of a pair: as it was last set, else from what is known at first."""
    known = state.dew.ranges.get(pair_of(one, other))
    return first_range(state, one, other) if known is None else known


def in_roster_order(state: State, one: CombatantId, other: CombatantId) -> Pair:
    """Return these two in roster order: how an event names a pair."""
    return next((one, other) if who == one else (other, one) for who in state.combatants if who in (one, other))


def first_range(state: State, one: CombatantId, other: CombatantId) -> int:
    """The range with which a pair begins: as entered (for him, or for his count), else from positions, else far."""
    for mine, theirs in ((one, other), (other, one)):
        ranges = attributes(state, mine).ranges
        for named in (theirs, state.combatants[theirs].figure.mob):
            if named in ranges:
                return ranges[named]
    if has_place(state, one) and has_place(state, other):
        return range_from_places(state, one, other)
    return FAR


def has_place(state: State, who: CombatantId) -> bool:
    """Whether it is known where on the map a combatant is."""
    each = state.combatants[who]
    return each.figure.position is not None or each.place != (0, 0)


def range_from_places(state: State, one: CombatantId, other: CombatantId) -> int:
    """Return the range of two for where they are on the map (DEW.R1a)."""
    return range_between(state, point_of(state, one), point_of(state, other))


def range_between(state: State, one: Point, other: Point) -> int:
    """Return max(least, ceil(distance / unit - tolerance)) for the exact distance of two points (DEW.R1a)."""
    unit = hundredths(str(option(state, "range_unit_inches")))
    tolerance = Fraction(hundredths(str(option(state, "range_tolerance_inches"))), HUNDREDTHS)
    return max(number(state, "range_min"), root_up(squared(one, other) / unit**2, tolerance))


def point_of(state: State, who: CombatantId) -> Point:
    """Return the exact point where a combatant is: a place is only that point in whole hundredths."""
    exact, (x, y) = now(state, who).exact, state.combatants[who].place
    return exact if exact is not None and nearest(exact) == (x, y) else (Fraction(x), Fraction(y))


@cache
def hundredths(decimal: str) -> int:
    """A number of an option's, as whole hundredths: of an inch, of a point of range."""
    return int(Fraction(decimal) * HUNDREDTHS)


# Reach and shots.


def bar_reach(state: State, who: CombatantId, target: CombatantId, weapon: DewWeapon, mode: DewMode) -> Refusal | None:
    """Whether a target is outside a weapon's reach, or beyond its shot (DEW.1.2.5p)."""
    apart = range_of(state, who, target)
    if in_reach(state, who, apart, weapon, mode):
        return None
    if mode.use == MELEE:
        lowest = max(mode.reach_min, 0)
        return refuse("OUT_OF_REACH", "1.2.5p", "1.2f", range=apart, lo=lowest, hi=mode.reach, item=weapon.name)
    far = furthest(state, who, weapon, mode)
    return refuse("BEYOND_SHOT", "1.2.5p", "1.2f", range=apart, max=far, item=weapon.name)


def in_reach(state: State, who: CombatantId, apart: int, weapon: DewWeapon, mode: DewMode) -> bool:
    """Whether a weapon used so goes as far as this range."""
    least = max(mode.reach_min, 0) if mode.use == MELEE else 0
    return least <= apart <= furthest(state, who, weapon, mode)


def stretch(state: State, who: CombatantId, weapon: DewWeapon, mode: DewMode) -> int:
    """By what a shot's bands are multiplied: preparations + 1 for a missile weapon (DEW.1.2.4m)."""
    return 1 + now(state, who).prepared(weapon.id, mode.mode) if mode.use == MISSILE else 1


def furthest(state: State, who: CombatantId, weapon: DewWeapon, mode: DewMode) -> int:
    """The furthest range of an attack."""
    if mode.use == MELEE:
        return mode.reach
    return max((far for far, _ in weapon.shots), default=0) * stretch(state, who, weapon, mode)


def shot_modifier(state: State, who: CombatantId, weapon: DewWeapon, mode: DewMode, apart: int) -> int:
    """What is added to the hit roll of a shot over this range."""
    if mode.use == MELEE:
        return 0
    times = stretch(state, who, weapon, mode)
    return next((modifier for far, modifier in weapon.shots if apart <= far * times), 0)


def great_blow(state: State, who: CombatantId) -> tuple[int, int, int, int]:
    """What each preparation comes to: to hit, to critical, damage, breakage. The DM may change it for one attack."""
    ruled = now(state, who).great_blow
    return (ruled[0], ruled[1], ruled[2], ruled[3]) if ruled else (1, 1, 2, 1)
