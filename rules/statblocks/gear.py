"""Weapons, spells and devices that a combatant carries, by id or as inline tables.

An inline table takes nothing from the tables of the books, even where its id is in them.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from rules.kernel.dice import parse_dice
from rules.kernel.rulings import MOST_CHARGES
from rules.kernel.stat_block import Device, Missile, Spell, StatBlock, Weapon, WeaponBlow
from rules.kernel.terms import HUNDREDTHS, Setting
from rules.reference import (
    GearSort,
    MonsterAttack,
    MonsterEntry,
    find_likeness,
    find_similar,
    list_likenesses,
    lookup_device,
    lookup_monk,
    lookup_spell,
    lookup_spell_entry,
    lookup_weapon,
    read_casting,
    suggest_ids,
)
from rules.statblocks.base_stat_blocks import find_caster_level
from rules.statblocks.fields import MOST_A_ROUND, Fields, read_item

T = TypeVar("T")

WEAPON_KEYS = (
    "id",
    "speed_factor",
    "length_ft",
    "damage",
    "damage_large",
    "blows",
    "size",
    "missile",
    "natural",
    "strikes_first",
    "surprise_shot",
    "extra",
    "power",
    "balanced",
    "like",
)
SPELL_KEYS = ("id", "casting", "offensive", "relocation", "cantrip", "range_ft", "save", "damage")
DEVICE_KEYS = ("id", "activation", "attack", "relocation", "worn", "spell", "spells", "like")
SIZES = ("S", "M", "L")

UNLISTED_DAMAGE = "1d6"
"""Damage of a blow without any given."""

UNLISTED_RANGE = 1_000 * HUNDREDTHS
"""The range of an inline missile in hundredths of an inch: short range, however far."""

SAVES = ("none", "negates", "half", "special")
_REACH_FEET = {"S": 1, "M": 2, "L": 4}


def lookup_natural_reach(size: str) -> int:
    """Return the reach of natural attacks, in hundredths of a foot.

    It is 1, 2 or 4 feet by size.
    """
    return _REACH_FEET[size] * HUNDREDTHS


def read_weapons(fields: Fields, size: str, natural: bool) -> tuple[Weapon, ...]:
    """Return the weapons of a combatant of this size.

    An inline weapon of a ``natural`` stat block is natural unless it says otherwise.
    """
    return _read_gear(fields, "weapons", WEAPON_KEYS, lookup_weapon, lambda inline: _read_weapon(inline, size, natural))


def read_spells(fields: Fields, stat_block: StatBlock, setting: Setting) -> tuple[Spell, ...]:
    """Return the spells at their caster's level, with ``range_ft`` as inches of the setting.

    One of several classes casts a spell of the tables at its level in the spell's class, any other at its highest.
    """
    creature, highest = stat_block.creature, find_caster_level(stat_block)

    def find(id: str) -> Spell:
        class_ = lookup_spell_entry(id).class_
        if not creature.classes or not creature.has_class(class_):
            return lookup_spell(id, highest)
        return replace(lookup_spell(id, creature.get_level(class_)), caster_class=class_)

    return _read_gear(fields, "spells", SPELL_KEYS, find, lambda inline: _read_spell(inline, setting))


def add_weapon_powers(devices: tuple[Device, ...], weapons: tuple[Weapon, ...]) -> tuple[Device, ...]:
    """Return the devices of a stat block, and a device for each weapon with a power."""
    listed = [each.id for each in devices]
    powers = (
        Device(each.id, each.name, item=read_item(each.id), like=each.like)
        for each in weapons
        if each.power and each.id not in listed
    )
    return (*devices, *powers)


def read_devices(fields: Fields, spells: tuple[Spell, ...]) -> tuple[Device, ...]:
    """Return the devices. An inline device casts a spell of the tables or of the stat block."""
    own = {each.id for each in spells}
    return _read_gear(fields, "devices", DEVICE_KEYS, lookup_device, lambda inline: _read_device(inline, own))


def leave_charges_to_devices(weapons: tuple[Weapon, ...], devices: tuple[Device, ...]) -> tuple[Weapon, ...]:
    """Return the weapons, without missiles whose id is that of a device with charges.

    Those missiles are not counted.
    """
    items = {each.charged_item for each in devices}
    return tuple(
        replace(each, missile=replace(each.missile, ammunition=""))
        if each.missile is not None and each.missile.ammunition in items
        else each
        for each in weapons
    )


def read_charges(
    fields: Fields,
    devices: tuple[Device, ...],
    weapons: tuple[Weapon, ...],
    uses: tuple[tuple[str, int], ...] = (),
) -> tuple[tuple[str, int], ...]:
    """Return the charges and missiles of counted items, as given, and the uses of powers.

    An item that is used up by one use has 1 by default.
    """
    missiles = (each.missile.ammunition for each in weapons if each.missile is not None and each.missile.ammunition)
    items = tuple(dict.fromkeys((*(each.charged_item for each in devices), *missiles)))
    given = fields.read_table("charges", items or ("wand_fire",))
    single = {each.charged_item: 1 for each in devices if each.single_use}
    counted = {item: given.read_whole(item, 0, 0, MOST_CHARGES) for item in given.table} if given is not None else {}
    return tuple((dict(uses) | single | counted).items())


def _read_gear(
    fields: Fields, key: str, known: tuple[str, ...], listed: Callable[[str], T], inline: Callable[[Fields], T]
) -> tuple[T, ...]:
    found = []
    for entry in fields.read_list(key):
        if isinstance(entry, Mapping):
            found.append(inline(fields.make_inner(key, entry, known)))
        else:
            with fields.name_errors(key):
                found.append(listed(entry))
    return tuple(found)


def _read_weapon(inline: Fields, size: str, natural: bool) -> Weapon:
    id = inline.read_id()
    name = _to_name(id)
    damage = inline.read_dice("damage", UNLISTED_DAMAGE) or UNLISTED_DAMAGE
    missile = _read_missile(inline, id)
    in_hand = missile is None or "speed_factor" in inline or "length_ft" in inline
    return Weapon(
        id=id,
        name=name,
        blows=_read_blows(inline, name) or (WeaponBlow(name, damage, inline.read_dice("damage_large") or damage),),
        length=inline.read_feet("length_ft", lookup_natural_reach(size) if in_hand else 0),
        speed_factor=inline.read_whole_or_none("speed_factor", 0, 20),
        missile=missile,
        melee=in_hand,
        natural=inline.read_flag("natural", natural),
        strikes_first=inline.read_flag("strikes_first"),
        surprise_shot=inline.read_whole_or_none("surprise_shot", 1, 10),
        extra=inline.read_whole("extra", 0, 0, 10),
        power=inline.read_flag("power"),
        balanced=inline.read_flag("balanced") if "balanced" in inline else None,
        size=inline.read_choice("size", SIZES, "M"),
        like=_read_like(inline, GearSort.WEAPON, id),
    )


def _read_like(inline: Fields, sort: GearSort, id: str) -> str:
    """Return what an inline thing counts as: by the words of its id, where it does not say."""
    if "like" not in inline:
        return find_likeness(sort, id)
    like = inline.read_text("like")
    if like not in list_likenesses():
        raise inline.make_error("like", f'no table has "{like}"' + suggest_ids(find_similar(like, list_likenesses())))
    return like


def _read_blows(inline: Fields, name: str) -> tuple[WeaponBlow, ...]:
    """Return a routine of blows from the damage of each; empty without ``blows``."""
    given = inline.table.get("blows", [])
    if not isinstance(given, (list, tuple)):
        raise inline.make_error("blows", "must be a list")
    if len(given) > MOST_A_ROUND:
        raise inline.make_error("blows", f"has at most {MOST_A_ROUND}")
    if given and "damage" in inline:
        raise inline.make_error("blows", "either the damage of one blow or of several, not both")
    dice = [Fields({"blows": each}, ("blows",), inline.where, inline.path).read_dice("blows") or "" for each in given]
    return tuple(WeaponBlow(name, each, each) for each in dice)


def _read_missile(inline: Fields, id: str) -> Missile | None:
    """Return the rate of fire, whether it is ready, and what each shot takes.

    That is the weapon itself, where nothing else is named. A missile with a length or a speed factor is thrown.
    """
    shot = inline.read_table("missile", ("rate", "ready", "ammunition"))
    if shot is None:
        return None
    thrown = "speed_factor" in inline or "length_ft" in inline
    ranges = (UNLISTED_RANGE, UNLISTED_RANGE, UNLISTED_RANGE)
    rate, ammunition = shot.read_times_a_round("rate", Fraction(1)), shot.read_text("ammunition", id)
    return Missile(rate, ranges, shot.read_flag("ready"), thrown, ammunition)


def _read_spell(inline: Fields, setting: Setting) -> Spell:
    """Return an inline spell. The default casting time is 1 segment for a cantrip.

    Other spells require one.
    """
    id = inline.read_id()
    cantrip = inline.read_flag("cantrip")
    with inline.name_errors("casting"):
        casting = read_casting(inline.read_text("casting", "1 segment" if cantrip else None))
    return Spell(
        id=id,
        name=_to_name(id),
        casting=casting,
        offensive=inline.read_flag("offensive"),
        relocation=inline.read_flag("relocation"),
        cantrip=cantrip,
        range=_convert_to_inches(inline.read_feet("range_ft", 0), setting) if "range_ft" in inline else None,
        save=inline.read_choice("save", SAVES, "none"),
        damage=inline.read_dice("damage"),
    )


def _convert_to_inches(feet: int, setting: Setting) -> int:
    """Convert hundredths of a foot to hundredths of an inch, rounded up to keep the whole range."""
    return -(-feet * HUNDREDTHS // setting.inch)


def _read_device(inline: Fields, own_spells: set[str]) -> Device:
    id = inline.read_id()
    cast = inline.read_text("spell") or None
    if cast is not None and cast not in own_spells:
        with inline.name_errors("spell"):
            lookup_spell_entry(cast)
    return Device(
        id=id,
        name=_to_name(id),
        activation=inline.read_whole_or_none("activation", 0, 1000),
        attack=inline.read_flag("attack"),
        relocation=inline.read_flag("relocation"),
        worn=inline.read_flag("worn"),
        spell=cast,
        spells=inline.read_whole("spells", 1, 1, 10),
        item=read_item(id),
        like=_read_like(inline, GearSort.DEVICE, id),
    )


def _to_name(id: str) -> str:
    return id.replace("_", " ").capitalize()


# Weapons of a stat block when an entry names none, and the natural attacks of a monster.


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
    if not stat_block.creature.has_class("monk"):
        return fist
    dice = lookup_monk(stat_block.creature.get_level("monk")).open_hand
    return replace(fist, name="Open hand", blows=(WeaponBlow("Open hand", dice, dice),))
