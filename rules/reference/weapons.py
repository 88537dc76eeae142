"""Weapons of the weapon tables, and the three magic ones that strike first."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache

from rules.kernel.stat_block import Missile, Weapon, WeaponBlow
from rules.reference.tables import Row, find, index_rows, list_rows, load_table, to_hundredths

SPEED_WEAPONS = {
    "crossbow_speed": "crossbow_light",
    "short_sword_quickness": "sword_short",
    "scimitar_speed": "scimitar",
}
"""Weapons that strike first regardless of the dice, with their ordinary weapons."""


def lookup_weapon(id: str) -> Weapon:
    """Return a weapon of the tables. Raises UnknownId.

    A weapon that is only shot or thrown has length 0.
    """
    return find("weapon", id, _load_weapons())


def list_weapons() -> tuple[Weapon, ...]:
    """Return every weapon in the order of the tables."""
    return tuple(_load_weapons().values())


@cache
def list_ammunition() -> Mapping[str, str]:
    """Return the names of what weapons shoot, by id, in the order of the tables."""
    return {str(row["id"]): str(row["name"]) for row in list_rows("weapons", "ammunition")}


def lookup_range_modifier(band: int) -> int:
    """Return the modifier to hit at short (0), medium (1) or long (2) range."""
    meta = load_table("weapons")["meta"]
    return (0, int(meta["missile_medium_to_hit"]), int(meta["missile_long_to_hit"]))[band]


@cache
def _load_weapons() -> Mapping[str, Weapon]:
    ordinary = {str(row["id"]): _read_weapon(row) for row in list_rows("weapons", "weapon")}
    devices = index_rows(list_rows("devices", "device"))
    magic = {id: _read_speed_weapon(devices[id], ordinary[base]) for id, base in SPEED_WEAPONS.items()}
    return ordinary | magic


def _read_weapon(row: Row) -> Weapon:
    name = str(row["name"])
    return Weapon(
        id=str(row["id"]),
        name=name,
        blows=(WeaponBlow(name, str(row["damage_sm"]), str(row["damage_l"])),),
        length=to_hundredths(row.get("length_ft", 0)),
        speed_factor=row.get("speed_factor"),
        missile=_read_missile(row),
        melee=row["kind"] != "missile",
        settable=bool(row["set_vs_charge"]),
        charge_double=bool(row["charge_double"]),
        size=str(row["size_class"]),
        armor_adjustments=tuple(row.get("ac_adj", ())),
    )


def _read_missile(row: Row) -> Missile | None:
    shot = row.get("missile")
    if shot is None:
        return None
    short, medium, long = (to_hundredths(each) for each in shot["range_in"])
    return Missile(
        Fraction(shot["rate_of_fire"]),
        (short, medium, long),
        thrown=bool(row["can_throw"]),
        ammunition=str(row.get("ammunition", row["id"])),
    )


def _read_speed_weapon(row: Row, base: Weapon) -> Weapon:
    missile = base.missile
    if missile is not None:
        missile = replace(missile, rate=missile.rate * row.get("rate_of_fire_multiplier", 1))
    return replace(
        base,
        id=str(row["id"]),
        name=str(row["name"]),
        missile=missile,
        strikes_first=True,
        surprise_shot=row.get("complete_surprise_fire_segment"),
        hit_bonus=int(row["hit_bonus"]),
        damage_bonus=int(row.get("damage_bonus", 0)),
        rate_step=int(row.get("attack_rate_step_up", 0)),
    )
