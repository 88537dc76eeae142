"""What a figure strikes with that was given no weapons, and what a monster adds to those it was given."""

from dataclasses import replace

from rules.dice_text import parse
from rules.figure import Blow, Figure, Weapon
from rules.muster.gear import UNLISTED_DAMAGE, natural_reach
from rules.reference import MonsterAttack, MonsterEntry, lookup_monk, weapon

_BY_WEAPON = "1d8"
_LIKE = {"S": "sword_short", "M": "sword_long", "L": "sword_two_handed"}


def arm(figure: Figure, entry: MonsterEntry | None, given: tuple[Weapon, ...] | None) -> tuple[Weapon, ...]:
    """The weapons of a figure, of which ``given`` were named (None: nothing was said of weapons).

    A monster keeps its natural attacks as one routine. Where that routine has a blow by weapon (a centaur's), it
    is done with the first weapon given. Without weapons an armed monster has the damage of its table, 1d8 where
    the table says no more than "by weapon"; a character has his fists, a monk his open hand.
    """
    if entry is not None:
        routine = _routine(figure, entry, given or ())
        if given is None and not entry.natural:
            given = () if routine else (_unnamed(figure.size, _armed_damage(entry)),)
        return (*(given or ()), *routine)
    if given is not None:
        return given
    if figure.natural:
        return (_natural(figure.size, (Blow("Natural attack", UNLISTED_DAMAGE, UNLISTED_DAMAGE),), None),)
    if figure.hit_dice:
        return (_unnamed(figure.size, _BY_WEAPON),)
    return (_hands(figure),)


def _routine(figure: Figure, entry: MonsterEntry, given: tuple[Weapon, ...]) -> tuple[Weapon, ...]:
    """The natural routine, empty where every attack is by weapon."""
    if all(each.by_weapon for each in entry.attacks):
        return ()
    blows = tuple(blow for each in entry.attacks for blow in _blows(each, given))
    return (_natural(figure.size, blows, entry.hug),)


def _blows(attack: MonsterAttack, given: tuple[Weapon, ...]) -> tuple[Blow, ...]:
    in_hand = next((each.blows[0] for each in given if each.melee), None)
    if attack.by_weapon and in_hand is not None:
        return (in_hand,) * attack.count
    damage = _dice(attack.damage)
    return (Blow(attack.name.capitalize(), damage, damage),) * attack.count


def _armed_damage(entry: MonsterEntry) -> str:
    return next(_dice(each.damage) for each in entry.attacks if each.by_weapon)


def _dice(damage: str) -> str:
    """The dice of "1d8 or weapon" (the first of several); 1d8 where there are none."""
    first = damage.split(" or ")[0]
    try:
        return str(parse(first))
    except ValueError:
        return _BY_WEAPON


def _natural(size: str, blows: tuple[Blow, ...], hug: str | None) -> Weapon:
    return Weapon("natural", "Natural attacks", blows, natural_reach(size), natural=True, hug=hug, size=size)


def _unnamed(size: str, damage: str) -> Weapon:
    """A weapon of which only the damage is known: as long as a sword for one of that size, without speed factor."""
    return Weapon("weapon", "Weapon", (Blow("Weapon", damage, damage),), weapon(_LIKE[size]).length, size=size)


def _hands(figure: Figure) -> Weapon:
    fist = weapon("fist")
    if figure.kind != "monk":
        return fist
    dice = lookup_monk(figure.level).open_hand
    return replace(fist, name="Open hand", blows=(Blow("Open hand", dice, dice),))
