"""Weapons of the weapon tables, and the three magic ones that strike first."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache

from rules.figure import Blow, Missile, Weapon
from rules.reference.tables import Row, by_id, find, hundredths, load, rows

SPEED_WEAPONS = {
    "crossbow_speed": "crossbow_light",
    "short_sword_quickness": "sword_short",
    "scimitar_speed": "scimitar",
}
"""Weapons that strike first whatever the dice say, and the ordinary weapons they are made of."""


def weapon(id: str) -> Weapon:
    """A weapon of the tables. Those that are only shot or thrown have length 0. Raises UnknownId."""
    return find("weapon", id, _weapons())


def all_weapons() -> tuple[Weapon, ...]:
    """Every weapon in the order of the tables."""
    return tuple(_weapons().values())


def lookup_range_modifier(band: int) -> int:
    """The modifier to hit at short (0), medium (1) or long (2) range."""
    meta = load("weapons")["meta"]
    return (0, int(meta["missile_medium_to_hit"]), int(meta["missile_long_to_hit"]))[band]


@cache
def _weapons() -> Mapping[str, Weapon]:
    ordinary = {str(row["id"]): _ordinary(row) for row in rows("weapons", "weapon")}
    devices = by_id(rows("devices", "device"))
    magic = {id: _first_striking(devices[id], ordinary[base]) for id, base in SPEED_WEAPONS.items()}
    return ordinary | magic


def _ordinary(row: Row) -> Weapon:
    name = str(row["name"])
    return Weapon(
        id=str(row["id"]),
        name=name,
        blows=(Blow(name, str(row["damage_sm"]), str(row["damage_l"])),),
        length=hundredths(row.get("length_ft", 0)),
        speed_factor=row.get("speed_factor"),
        missile=_missile(row),
        melee=row["kind"] != "missile",
        settable=bool(row["set_vs_charge"]),
        charge_double=bool(row["charge_double"]),
        size=str(row["size_class"]),
    )


def _missile(row: Row) -> Missile | None:
    shot = row.get("missile")
    if shot is None:
        return None
    short, medium, long = (hundredths(each) for each in shot["range_in"])
    return Missile(Fraction(shot["rate_of_fire"]), (short, medium, long), thrown=bool(row["can_throw"]))


def _first_striking(row: Row, base: Weapon) -> Weapon:
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
