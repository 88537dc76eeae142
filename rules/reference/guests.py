"""Ready-made characters of each class, made from the tables."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules.kernel.frozen import frozen
from rules.kernel.terms import Load
from rules.reference.abilities import COINS_TO_THE_POUND, lookup_dexterity, lookup_weight_allowance
from rules.reference.encounters import (
    lookup_armor,
    lookup_armor_class,
    lookup_load,
    lookup_load_movement,
)
from rules.reference.gear import lookup_gear
from rules.reference.levels import HitPointDice, compute_hit_point_dice, lookup_class, lookup_level_experience
from rules.reference.spell_slots import count_spell_slots
from rules.reference.tables import Edition, Row, find, index_rows, list_rows, load_table

_UNARMORED = "none"
_OWN_ARMOR_CLASS = "monk"
"""The class whose armor class and movement come from its level."""


@frozen
class Guest:
    """A ready-made character."""

    name: str
    definition: Mapping[str, Any]
    """The keys of its ``[[combatant]]`` table."""
    abilities: Mapping[str, int]
    """The scores by name, such as "strength"."""
    alignment: str
    known: tuple[str, ...]
    """The spells in its book, by id; empty where it needs none."""
    gear: tuple[tuple[str, Fraction], ...]
    """What it wears and carries besides weapons, each with its weight in pounds."""
    gold: int
    experience: int
    """The first point of its level."""


def list_guest_classes() -> tuple[tuple[str, str], ...]:
    """Return the classes of which guests are ready-made, each by id and name."""
    return tuple((str(row["class"]), lookup_class(row["class"]).name) for row in list_rows("guests", "guest"))


def list_guest_levels() -> tuple[int, ...]:
    """Return the levels at which guests are ready-made."""
    return tuple(load_table("guests")["levels"])


def make_guest(class_: str, level: int, taken: Collection[str] = (), edition: Edition = Edition.FIRST) -> Guest:
    """Return the guest of a class and level. Raises UnknownId.

    Nothing is left to chance. Its name is the first of its names that is not ``taken``.
    """
    row = find("class of guests", class_, index_rows(list_rows("guests", "guest"), "class"))
    find("level of guests", str(level), {str(each): each for each in list_guest_levels()})
    abilities = dict(row["abilities"])
    spells = _choose_spells(row, level, edition)
    return Guest(
        name=_find_name(row["names"], taken),
        definition={
            "class": class_,
            "level": level,
            "race": "human",
            "strength": abilities["strength"],
            "weapons": list(row["weapons"]),
            **_write_hit_points(row, level),
            **_write_dexterity(row),
            **_write_load(row),
            **({"charges": dict(row["ammunition"])} if "ammunition" in row else {}),
            **({"spells": spells} if spells else {}),
        },
        abilities=abilities,
        alignment=str(row["alignment"]),
        known=_list_known(row, spells),
        gear=tuple((name, Fraction(weight, COINS_TO_THE_POUND)) for name, weight in _list_gear(row)),
        gold=int(row["coins"]),
        experience=lookup_level_experience(class_, level, edition) or 0,
    )


def compute_guest_dice(class_: str, level: int) -> tuple[HitPointDice, ...]:
    """Return the hit dice of a guest, those of an earlier class first. Raises UnknownId."""
    row = find("class of guests", class_, index_rows(list_rows("guests", "guest"), "class"))
    own = compute_hit_point_dice(class_, level)
    if "earlier" not in row:
        return (own,)
    return (compute_hit_point_dice(row["earlier"]["class"], row["earlier"]["level"]), own)


def _write_hit_points(row: Row, level: int) -> dict[str, int]:
    """Return the average of all dice where an earlier class gave some.

    Otherwise the class alone says it.
    """
    if "earlier" not in row:
        return {}
    dice = compute_guest_dice(row["class"], level)
    return {"hp": int(sum(each.dice * Fraction(each.sides + 1, 2) + each.added for each in dice))}


def _write_dexterity(row: Row) -> dict[str, int]:
    """Return the armor class, and the adjustments of dexterity.

    A class with an armor class by level has none here.
    """
    found = lookup_dexterity(row["abilities"]["dexterity"])
    written = {"reaction": found.reaction, "attacking": found.attacking}
    written = {key: value for key, value in written.items() if value}
    if row["class"] == _OWN_ARMOR_CLASS:
        return written
    written["ac"] = lookup_armor_class(row["armor"] + ("_shield" if row["shield"] else "")) + found.armor_class
    return written | ({"ac_dexterity": found.armor_class} if found.armor_class else {})


def _write_load(row: Row) -> dict[str, Any]:
    """Return the weight carried, the load that it makes, and the movement that armor allows.

    The movement is left out where the load allows no more.
    """
    allowance = lookup_weight_allowance(row["abilities"]["strength"], row["class"]) * COINS_TO_THE_POUND
    weight = _weigh(row)
    load = lookup_load(weight, allowance)
    written: dict[str, Any] = {"carries_lb": -(-weight // COINS_TO_THE_POUND)}
    if load is not Load.LIGHT:
        written["load"] = load.value
    allowed = lookup_armor(row["armor"]).movement
    return written | ({"movement": allowed} if allowed < lookup_load_movement(load) else {})


def _weigh(row: Row) -> int:
    """Return the weight of all that a guest carries, in gold pieces."""
    table = load_table("weapons")
    weapons, missiles = index_rows(table["weapon"]), index_rows(table["ammunition"])
    shot = dict(row.get("ammunition", {}))
    held = [weapons[id]["weight_gp"] for id in row["weapons"] if id not in shot]
    spent = [(missiles.get(id) or weapons[id])["weight_gp"] * many for id, many in shot.items()]
    return int(sum(held) + sum(spent) + sum(weight for _, weight in _list_gear(row)) + row["coins"])


def _list_gear(row: Row) -> list[tuple[str, int]]:
    """Return what is worn and carried besides weapons and coins, with weights in gold pieces."""
    armor = lookup_armor(row["armor"])
    worn = [] if armor.id == _UNARMORED else [(armor.name.capitalize(), armor.weight)]
    things = [lookup_gear(id) for id in ([row["shield"]] if row["shield"] else []) + list(row["gear"])]
    return worn + [(each.name, each.weight) for each in things]


def _choose_spells(row: Row, level: int, edition: Edition) -> list[str]:
    """Return the spells that fill the slots of a level."""
    slots = [
        each for found in count_spell_slots(row["class"], level, row["abilities"], edition) for each in found.slots
    ]
    offered = row.get("spells", ())
    return [listed[n % len(listed)] for listed, many in zip(offered, slots, strict=False) for n in range(many)]


def _list_known(row: Row, spells: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*spells, *row["known"]))) if "known" in row else ()


def _find_name(names: Sequence[str], taken: Collection[str]) -> str:
    folded = {each.casefold() for each in taken}
    numbered = (f"{name} {n}" for n in range(2, len(folded) + 3) for name in names)
    return next(each for each in (*names, *numbered) if each.casefold() not in folded)
