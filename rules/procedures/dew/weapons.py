"""Weapons in hand and how far they go: hands, modes, ranges of pairs, reach and shots."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from rules.kernel.forms import Refusal
from rules.kernel.state import State
from rules.kernel.terms import HUNDREDTHS, CombatantId
from rules.procedures.dew.paths import Point, nearest, root_up, squared
from rules.procedures.dew.refusals import refuse
from rules.procedures.dew.sheet import DewMode, DewWeapon
from rules.procedures.dew.state import SHIELD, Pair, pair_of, round_of
from rules.procedures.dew.terms import MELEE, MISSILE, attributes, equipment, name_of, now, number, option, sheet_of

FAR = 999
"""The range of a pair if nothing is known of it."""


def weapon_of(state: State, who: CombatantId, id: str) -> DewWeapon:
    """Return a combatant's weapon. Raises KeyError if it has no such weapon."""
    found = equipment(state, who).weapon(id)
    if found is None:
        raise KeyError(id)
    return found


def mode_of(weapon: DewWeapon, mode: str, use: str) -> DewMode | None:
    """Return the mode of a weapon for this grip and this kind of attack, or None."""
    return next((each for each in weapon.modes if (each.mode, each.use) == (mode, use)), None)


def weapons_in_hand(state: State, who: CombatantId) -> Iterator[DewWeapon]:
    """Return the weapons that a combatant holds, whole or broken."""
    carried = now(state, who).gear.carried
    return (each for each in equipment(state, who).weapons if carried.get(each.id) == "hand")


def items_in_hands(state: State, who: CombatantId) -> tuple[str, ...]:
    """Return everything in a combatant's hands: weapons, shield, other things."""
    each = now(state, who)
    shield = (SHIELD,) if each.gear.shield_held else ()
    return (*(weapon.id for weapon in weapons_in_hand(state, who)), *shield, *each.gear.objects)


def free_hands(state: State, who: CombatantId) -> int:
    """Return the number of hands that hold nothing.

    A two-handed weapon may be carried, but not used, in one hand.
    """
    return attributes(state, who).hands - len(items_in_hands(state, who))


def forbid_hands(state: State, who: CombatantId, needed: int, dropped: int = 0) -> Refusal | None:
    """Return the refusal if a hand is lacking after so many things were dropped."""
    if not option(state, "enforce_hands") or free_hands(state, who) + dropped >= needed:
        return None
    return refuse("NO_FREE_HAND", "1.2.2d", who=name_of(state, who))


def is_usable(state: State, who: CombatantId, weapon: DewWeapon) -> bool:
    """Return whether a weapon is held and whole."""
    return now(state, who).gear.is_usable(weapon.id)


def forbid_use(state: State, who: CombatantId, weapon: DewWeapon) -> Refusal | None:
    """Return the refusal of a weapon that is not held, or is broken."""
    if is_usable(state, who, weapon):
        return None
    if now(state, who).gear.carried.get(weapon.id) != "hand":
        return refuse("NOT_HELD", "1.2f", who=name_of(state, who), item=weapon.name)
    return refuse("BROKEN", "1.2.5.1.3ac", item=weapon.name)


# Ranges of pairs.


def range_of(state: State, one: CombatantId, other: CombatantId) -> int:
    """Return the range of a pair as it was last set, else the range with which it begins."""
    known = round_of(state).ranges.get(pair_of(one, other))
    return first_range(state, one, other) if known is None else known


def in_roster_order(state: State, one: CombatantId, other: CombatantId) -> Pair:
    """Return these two in roster order, as events name a pair."""
    return next((one, other) if who == one else (other, one) for who in state.combatants if who in (one, other))


def first_range(state: State, one: CombatantId, other: CombatantId) -> int:
    """Return the range with which a pair begins.

    It is as entered for the other's id or for its group. Otherwise it is from their places on the map, or else `FAR`.
    """
    for mine, theirs in ((one, other), (other, one)):
        ranges = sheet_of(state.combatants[mine]).ranges
        for named in (theirs, state.combatants[theirs].stat_block.mob):
            if named in ranges:
                return ranges[named]
    if has_place(state, one) and has_place(state, other):
        return range_from_places(state, one, other)
    return FAR


def has_place(state: State, who: CombatantId) -> bool:
    """Return whether the place of a combatant on the map is known."""
    each = state.combatants[who]
    return each.stat_block.position is not None or each.place != (0, 0)


def range_from_places(state: State, one: CombatantId, other: CombatantId) -> int:
    """Return the range of two for where they are on the map (DEW.R1a)."""
    return range_between(state, point_of(state, one), point_of(state, other))


def range_between(state: State, one: Point, other: Point) -> int:
    """Return max(least, ceil(distance / unit - tolerance)) for the exact distance of two points.

    Clause: DEW.R1a.
    """
    unit = hundredths(str(option(state, "range_unit_inches")))
    tolerance = Fraction(hundredths(str(option(state, "range_tolerance_inches"))), HUNDREDTHS)
    return max(number(state, "range_min"), root_up(squared(one, other) / unit**2, tolerance))


def point_of(state: State, who: CombatantId) -> Point:
    """Return the exact point of a combatant; its place is that point in whole hundredths."""
    exact, (x, y) = now(state, who).movement.exact, state.combatants[who].place
    return exact if exact is not None and nearest(exact) == (x, y) else (Fraction(x), Fraction(y))


@cache
def hundredths(decimal: str) -> int:
    """Return a decimal clause option as whole hundredths: of an inch, or of a point of range."""
    return int(Fraction(decimal) * HUNDREDTHS)


# Reach and shots.


def forbid_reach(
    state: State, who: CombatantId, target: CombatantId, weapon: DewWeapon, mode: DewMode
) -> Refusal | None:
    """Return the refusal of a target outside a weapon's reach, or beyond its shot (DEW.1.2.5p)."""
    apart = range_of(state, who, target)
    if in_reach(state, who, apart, weapon, mode):
        return None
    if mode.use == MELEE:
        lowest = max(mode.reach_min, 0)
        return refuse("OUT_OF_REACH", "1.2.5p", "1.2f", range=apart, lo=lowest, hi=mode.reach, item=weapon.name)
    far = greatest_range(state, who, weapon, mode)
    return refuse("BEYOND_SHOT", "1.2.5p", "1.2f", range=apart, max=far, item=weapon.name)


def in_reach(state: State, who: CombatantId, apart: int, weapon: DewWeapon, mode: DewMode) -> bool:
    """Return whether a weapon, used in this mode, reaches this range."""
    least = max(mode.reach_min, 0) if mode.use == MELEE else 0
    return least <= apart <= greatest_range(state, who, weapon, mode)


def shot_multiplier(state: State, who: CombatantId, weapon: DewWeapon, mode: DewMode) -> int:
    """Return the multiplier of a shot's bands: preparations + 1 for a missile weapon.

    Clause: DEW.1.2.4m.
    """
    return 1 + now(state, who).ledger.prepared(weapon.id, mode.mode) if mode.use == MISSILE else 1


def greatest_range(state: State, who: CombatantId, weapon: DewWeapon, mode: DewMode) -> int:
    """Return the greatest range of an attack."""
    if mode.use == MELEE:
        return mode.reach
    return max((far for far, _ in weapon.shots), default=0) * shot_multiplier(state, who, weapon, mode)


def shot_modifier(state: State, who: CombatantId, weapon: DewWeapon, mode: DewMode, apart: int) -> int:
    """Return the number added to the hit roll of a shot over this range."""
    if mode.use == MELEE:
        return 0
    times = shot_multiplier(state, who, weapon, mode)
    return next((modifier for far, modifier in weapon.shots if apart <= far * times), 0)


def great_blow(state: State, who: CombatantId) -> tuple[int, int, int, int]:
    """Return the effect of each preparation: to hit, to critical, damage, breakage.

    The DM may change it for one attack.
    """
    ruled = now(state, who).ruled.great_blow
    return (ruled[0], ruled[1], ruled[2], ruled[3]) if ruled else (1, 1, 2, 1)
