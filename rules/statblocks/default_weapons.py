"""Weapons of a stat block when an entry names none, and the natural attacks of a monster."""

from dataclasses import replace

from rules.kernel.dice_text import parse_dice
from rules.kernel.stat_block import StatBlock, Weapon, WeaponBlow
from rules.reference import MonsterAttack, MonsterEntry, lookup_monk, lookup_weapon
from rules.statblocks.gear import UNLISTED_DAMAGE, lookup_natural_reach

_BY_WEAPON = "1d8"
_LIKE = {"S": "sword_short", "M": "sword_long", "L": "sword_two_handed"}


def add_default_weapons(
    stat_block: StatBlock, entry: MonsterEntry | None, given: tuple[Weapon, ...] | None
) -> tuple[Weapon, ...]:
    """Return the weapons of a stat block; ``given`` is None where the entry names none.

    A monster keeps its natural attacks as one routine. A blow by weapon in that routine (a centaur's) uses the first
    weapon given. Without weapons an armed monster has the damage of its table, or 1d8 if the table says only "by
    weapon". A character without weapons has fists, a monk an open hand.
    """
    if entry is not None:
        routine = _build_routine(stat_block, entry, given or ())
        if given is None and not entry.natural:
            given = () if routine else (_make_unnamed(stat_block.creature.size, _lookup_armed_damage(entry)),)
        return (*(given or ()), *routine)
    if given is not None:
        return given
    if stat_block.attack.natural:
        return (
            _make_natural(
                stat_block.creature.size, (WeaponBlow("Natural attack", UNLISTED_DAMAGE, UNLISTED_DAMAGE),), None
            ),
        )
    if stat_block.creature.hit_dice:
        return (_make_unnamed(stat_block.creature.size, _BY_WEAPON),)
    return (_make_hands(stat_block),)


def _build_routine(stat_block: StatBlock, entry: MonsterEntry, given: tuple[Weapon, ...]) -> tuple[Weapon, ...]:
    """Return the natural routine; empty where every attack is by weapon."""
    if all(each.by_weapon for each in entry.attack.routine):
        return ()
    blows = tuple(blow for each in entry.attack.routine for blow in _build_blows(each, given))
    return (_make_natural(stat_block.creature.size, blows, entry.attack.hug),)


def _build_blows(attack: MonsterAttack, given: tuple[Weapon, ...]) -> tuple[WeaponBlow, ...]:
    in_hand = next((each.blows[0] for each in given if each.melee), None)
    if attack.by_weapon and in_hand is not None:
        return (in_hand,) * attack.count
    damage = _read_first_dice(attack.damage)
    return (WeaponBlow(attack.name.capitalize(), damage, damage),) * attack.count


def _lookup_armed_damage(entry: MonsterEntry) -> str:
    return next(_read_first_dice(each.damage) for each in entry.attack.routine if each.by_weapon)


def _read_first_dice(damage: str) -> str:
    """Return the first dice of "1d8 or weapon"; 1d8 for a text without any."""
    first = damage.split(" or ")[0]
    try:
        return str(parse_dice(first))
    except ValueError:
        return _BY_WEAPON


def _make_natural(size: str, blows: tuple[WeaponBlow, ...], hug: str | None) -> Weapon:
    return Weapon("natural", "Natural attacks", blows, lookup_natural_reach(size), natural=True, hug=hug, size=size)


def _make_unnamed(size: str, damage: str) -> Weapon:
    """Return a weapon known only by its damage, as long as a sword for this size.

    It has no speed factor.
    """
    return Weapon(
        "weapon", "Weapon", (WeaponBlow("Weapon", damage, damage),), lookup_weapon(_LIKE[size]).length, size=size
    )


def _make_hands(stat_block: StatBlock) -> Weapon:
    fist = lookup_weapon("fist")
    if stat_block.creature.kind != "monk":
        return fist
    dice = lookup_monk(stat_block.creature.level).open_hand
    return replace(fist, name="Open hand", blows=(WeaponBlow("Open hand", dice, dice),))
