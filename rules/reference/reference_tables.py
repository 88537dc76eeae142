"""The tables of figures as the DM looks them up: to hit, saving throws, turning, weapons."""

from fractions import Fraction
from functools import cache

from rules.kernel.reference_table import ReferenceRow, ReferenceTable
from rules.kernel.stat_block import Missile, Weapon
from rules.kernel.terms import Save
from rules.reference.tables import Row, list_rows, load_table
from rules.reference.weapons import list_weapons

SAVES = {
    Save.PARALYSIS_POISON_DEATH: "Paralysis, poison, death",
    Save.PETRIFICATION_POLYMORPH: "Petrification, polymorph",
    Save.ROD_STAFF_WAND: "Rod, staff, wand",
    Save.BREATH: "Breath",
    Save.SPELL: "Spell",
}
TURNING = "T turned, D destroyed, D* 7 to 12 destroyed, - no effect"


@cache
def list_reference_tables() -> tuple[ReferenceTable, ...]:
    """Return the tables in the order in which a round needs them."""
    return (
        _list_attacks(),
        _list_monster_attacks(),
        _list_saves(),
        _list_turning(),
        _list_weapons(),
        _list_missiles(),
    )


def _list_attacks() -> ReferenceTable:
    rows = tuple(_make_attack_row(_name_band(row), row) for row in list_rows("attack_tables", "attack_row"))
    return ReferenceTable("to-hit", "To hit: characters", _list_armor_classes(), rows, "The number on the d20")


def _list_monster_attacks() -> ReferenceTable:
    rows = tuple(_make_attack_row(f"HD {row['hd']}", row) for row in list_rows("attack_tables", "monster_attack_row"))
    return ReferenceTable("to-hit-monsters", "To hit: monsters", _list_armor_classes(), rows, "The number on the d20")


def _list_armor_classes() -> tuple[str, ...]:
    return tuple(f"AC {each}" for each in load_table("attack_tables")["meta"]["ac_order"])


def _make_attack_row(label: str, row: Row) -> ReferenceRow:
    return ReferenceRow(label, tuple(str(each) for each in row["to_hit"]))


def _name_band(row: Row) -> str:
    """Return a group with its levels: "Fighter 5-6", "Cleric 19+"."""
    first, last = row["level_min"], row.get("level_max")
    levels = str(first) if first == last else f"{first}+" if last is None else f"{first}-{last}"
    return f"{str(row['group']).replace('_', '-').capitalize()} {levels}"


def _list_saves() -> ReferenceTable:
    rows = tuple(
        ReferenceRow(_name_band(row), tuple(str(row[save.value]) for save in SAVES))
        for row in list_rows("attack_tables", "save_row")
    )
    note = "The number on the d20. Monsters save as fighters with as many levels as hit dice"
    return ReferenceTable("saves", "Saving throws", tuple(SAVES.values()), rows, note)


def _list_turning() -> ReferenceTable:
    rows = tuple(
        ReferenceRow(str(row["undead"]).replace("_", " ").capitalize(), tuple(map(str, row["results"])))
        for row in list_rows("attack_tables", "turn_row")
    )
    levels = tuple(f"Level {each}" for each in load_table("attack_tables")["turn_meta"]["columns"])
    return ReferenceTable("turning", "Turning undead", levels, rows, TURNING)


def _list_weapons() -> ReferenceTable:
    columns = ("Speed factor", "Length", "Damage, small or man-sized", "Damage, large", "Against a charge")
    rows = tuple(_make_weapon_row(each) for each in list_weapons() if each.melee)
    return ReferenceTable("weapons", "Weapons", columns, rows)


def _make_weapon_row(weapon: Weapon) -> ReferenceRow:
    speed = str(weapon.speed_factor) if weapon.speed_factor is not None else "-"
    blow = weapon.blows[0]
    charge = "may be set" if weapon.settable else "doubles on a charge" if weapon.charge_double else ""
    return ReferenceRow(weapon.name, (speed, f"{_format(weapon.length)} ft", blow.damage, blow.damage_large, charge))


def _list_missiles() -> ReferenceTable:
    columns = ("Shots a round", "Short", "Medium", "Long", "Damage, small or man-sized", "Damage, large")
    rows = tuple(_make_missile_row(each, each.missile) for each in list_weapons() if each.missile is not None)
    return ReferenceTable("missiles", "Missiles", columns, rows, _describe_ranges())


def _make_missile_row(weapon: Weapon, missile: Missile) -> ReferenceRow:
    ranges = tuple(f"{_format(each)} in" for each in missile.ranges)
    blow = weapon.blows[0]
    return ReferenceRow(weapon.name, (_format_rate(missile.rate), *ranges, blow.damage, blow.damage_large))


def _describe_ranges() -> str:
    meta = load_table("weapons")["meta"]
    penalties = f"medium range {meta['missile_medium_to_hit']}, long range {meta['missile_long_to_hit']} to hit"
    return f"{meta['range_scale']}; {penalties}"


def _format(hundredths: int) -> str:
    return f"{hundredths / 100:g}"


def _format_rate(rate: Fraction) -> str:
    return str(rate) if rate.denominator == 1 else f"{rate.numerator} in {rate.denominator} rounds"
