"""Weapons in hand and how far they go: hands, modes, reach and shots."""

from rules.kernel.form_fields import Refusal
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.procedures.dew.refusals import NOT_HELD, REFUSED, Message, refuse
from rules.procedures.dew.sheet import DewMode, DewShield, DewWeapon
from rules.procedures.dew.state import SHIELD
from rules.procedures.dew.terms import MELEE, MISSILE, get_attributes, get_dew, get_equipment, get_name, get_settings

NO_FREE_HAND = Message("has no free hand; to drop something first is free")
BROKEN = Message("{item} is broken.")
OUT_OF_REACH = Message("At range {range}; {item} reaches {lo} to {hi}.")
BEYOND_SHOT = Message("At range {range}; {item} goes as far as {max}.")


def get_weapon(state: State, who: CombatantId, id: str) -> DewWeapon:
    """Return a combatant's weapon. Raises KeyError if it has no such weapon."""
    found = get_equipment(state, who).weapon(id)
    if found is None:
        raise KeyError(id)
    return found


def find_mode(weapon: DewWeapon, mode: str, use: str) -> DewMode | None:
    """Return the mode of a weapon for this grip and this kind of attack, or None."""
    return next((each for each in weapon.modes if (each.mode, each.use) == (mode, use)), None)


def list_weapons_in_hand(state: State, who: CombatantId) -> list[DewWeapon]:
    """Return the weapons that a combatant holds, whole or broken."""
    carried = get_dew(state, who).gear.carried
    return [each for each in get_equipment(state, who).weapons if carried.get(each.id) == "hand"]


def list_items_in_hands(state: State, who: CombatantId) -> tuple[str, ...]:
    """Return everything in a combatant's hands: weapons, shield, other things."""
    each = get_dew(state, who)
    shield = (SHIELD,) if each.gear.shield_held else ()
    return (*(weapon.id for weapon in list_weapons_in_hand(state, who)), *shield, *each.gear.objects)


def count_free_hands(state: State, who: CombatantId) -> int:
    """Return the number of hands that hold nothing.

    A two-handed weapon may be carried, but not used, in one hand.
    """
    return get_attributes(state, who).hands - len(list_items_in_hands(state, who))


def forbid_hands(state: State, who: CombatantId, needed: int, dropped: int = 0) -> Refusal | None:
    """Return the refusal if a hand is lacking after so many things were dropped."""
    if not get_settings(state).enforce_hands or count_free_hands(state, who) + dropped >= needed:
        return None
    return refuse(NO_FREE_HAND, "1.2.2d", who=get_name(state, who))


def is_usable(state: State, who: CombatantId, weapon: DewWeapon) -> bool:
    """Return whether a weapon is held and whole."""
    return get_dew(state, who).gear.is_usable(weapon.id)


def forbid_use(state: State, who: CombatantId, weapon: DewWeapon) -> Refusal | None:
    """Return the refusal of a weapon that is not held, or is broken."""
    if is_usable(state, who, weapon):
        return None
    if get_dew(state, who).gear.carried.get(weapon.id) != "hand":
        return refuse(NOT_HELD, REFUSED, who=get_name(state, who), item=weapon.name)
    return forbid_broken(weapon)


def forbid_broken(weapon: DewWeapon) -> Refusal:
    """Return the refusal of a broken weapon."""
    return refuse(BROKEN, "1.2.5.1.3ac", item=weapon.name)


# The shield.


def find_shield(state: State, who: CombatantId) -> DewShield | None:
    """Return the shield that a combatant holds, if it is whole."""
    gear = get_dew(state, who).gear
    return get_equipment(state, who).shield if gear.shield_held and SHIELD not in gear.broken else None


def get_shield_modifier(state: State, who: CombatantId) -> int:
    """Return what a shield, held and whole, adds to the first armor modifier."""
    shield = find_shield(state, who)
    return shield.ac_mod if shield is not None else 0


# Reach and shots.


def forbid_reach(state: State, who: CombatantId, apart: int, weapon: DewWeapon, mode: DewMode) -> Refusal | None:
    """Return the refusal of a range outside a weapon's reach, or beyond its shot (DEW.1.2.5p)."""
    if is_in_reach(state, who, apart, weapon, mode):
        return None
    if mode.use == MELEE:
        lowest = max(mode.reach_min, 0)
        return refuse(OUT_OF_REACH, "1.2.5p", REFUSED, range=apart, lo=lowest, hi=mode.reach, item=weapon.name)
    far = compute_greatest_range(state, who, weapon, mode)
    return refuse(BEYOND_SHOT, "1.2.5p", REFUSED, range=apart, max=far, item=weapon.name)


def is_in_reach(state: State, who: CombatantId, apart: int, weapon: DewWeapon, mode: DewMode) -> bool:
    """Return whether a weapon, used in this mode, reaches this range."""
    least = max(mode.reach_min, 0) if mode.use == MELEE else 0
    return least <= apart <= compute_greatest_range(state, who, weapon, mode)


def compute_shot_multiplier(state: State, who: CombatantId, weapon: DewWeapon, mode: DewMode) -> int:
    """Return the multiplier of a shot's bands: preparations + 1 for a missile weapon.

    Clause: DEW.1.2.4m.
    """
    return 1 + get_dew(state, who).ledger.count_prepared(weapon.id, mode.mode) if mode.use == MISSILE else 1


def compute_greatest_range(state: State, who: CombatantId, weapon: DewWeapon, mode: DewMode) -> int:
    """Return the greatest range of an attack."""
    if mode.use == MELEE:
        return mode.reach
    return max((far for far, _ in weapon.shots), default=0) * compute_shot_multiplier(state, who, weapon, mode)


def compute_shot_modifier(state: State, who: CombatantId, weapon: DewWeapon, mode: DewMode, apart: int) -> int:
    """Return the number added to the hit roll of a shot over this range."""
    if mode.use == MELEE:
        return 0
    times = compute_shot_multiplier(state, who, weapon, mode)
    return next((modifier for far, modifier in weapon.shots if apart <= far * times), 0)
