"""Reader of Dew combatants: attributes under ``dew``, weapons as inline tables."""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules.kernel.dice import parse_dice
from rules.kernel.own import Attribute, AttributeKind
from rules.kernel.terms import HUNDREDTHS
from rules.procedures.dew.sheet import (
    ATTRIBUTE_KEYS,
    BODY_KEYS,
    PREPARATION_KEYS,
    DewArmor,
    DewAttributes,
    DewEquipment,
    DewLedger,
    DewMode,
    DewSheet,
    DewShield,
    DewSpell,
    DewWeapon,
    lookup_character,
    lookup_part,
)
from rules.procedures.dew.state import ONE_HAND, ArmorClass, Body
from rules.statblocks.fields import Fields

_CHARACTER = tuple(lookup_part("character"))
_LEDGER = tuple(lookup_part("ledger"))
AC_KEYS = ("ac_base", "ac_mod1", "ac_mod2")
"""Keys of the three numbers of the armor class; each overrides its part of ``ac``."""
DEW_KEYS = ("like", *_CHARACTER, "ac", *AC_KEYS, "shield", "armor", "weapons", *_LEDGER, "borrowed")
WEAPON_KEYS = ("id", *lookup_part("weapon"), "modes")
MODE_KEYS = tuple(lookup_part("mode"))
SHIELD_KEYS = tuple(lookup_part("shield"))
ARMOR_KEYS = (*lookup_part("armor"), "unworn_ac")
SPELL_KEYS = tuple(lookup_part("spell"))
BORROWED_KEYS = tuple(lookup_part("borrowed"))


def read_sheet(entry: Mapping[str, object], where: str) -> DewSheet:
    """Return the sheet of a combatant: its ``dew`` table, with its weapons and spells.

    Raises BadEntry.
    """
    fields = Fields(entry, entry, where)
    given = entry["dew"]
    if not isinstance(given, Mapping):
        raise fields.make_error("dew", "must be a table such as { dx = 12 }")
    own = fields.make_inner("dew", _move_into_dew(fields, given), DEW_KEYS)
    table = {**_read_like(own), **own.table}
    return _build_sheet(Fields(table, DEW_KEYS, own.where, own.path))


def _move_into_dew(fields: Fields, given: Mapping[str, object]) -> Mapping[str, object]:
    """Return the ``dew`` table with the combatant's own ``weapons`` and ``spells``."""
    beside = {key: fields.table[key] for key in DewSheet.beside if key in fields.table}
    return {**given, **beside}


def _read_like(own: Fields) -> Mapping[str, object]:
    if "like" not in own:
        return {}
    with own.name_errors("like"):
        return lookup_character(own.read_text("like"))


def _read_plain(own: Fields, of: str) -> dict[str, Any]:
    """Return the attributes of a part that are one number, word or flag, with defaults."""
    return {key: _read_value(own, each) for key, each in lookup_part(of).items() if each.kind in _READERS}


def _read_value(own: Fields, each: Attribute) -> Any:
    if each.key not in own:
        return each.default
    return _READERS[each.kind](own, each)


def _read_number(own: Fields, each: Attribute) -> Fraction:
    """Return inches, or a weight, to the hundredth."""
    number = Fraction(own.read_feet(each.key, 0), HUNDREDTHS)
    if not each.least <= number <= each.most:
        raise own.make_error(each.key, f"must be from {each.least} to {each.most}")
    return number


def _read_dice(own: Fields, each: Attribute) -> str:
    with own.name_errors(each.key):
        return str(parse_dice(own.read_text(each.key).lower()))


_READERS: dict[AttributeKind, Callable[[Fields, Attribute], object]] = {
    AttributeKind.WHOLE: lambda own, each: own.read_whole(each.key, 0, each.least, each.most),
    AttributeKind.LENGTH: _read_number,
    AttributeKind.WEIGHT: _read_number,
    AttributeKind.FLAG: lambda own, each: own.read_flag(each.key),
    AttributeKind.CHOICE: lambda own, each: own.read_choice(each.key, each.choices, each.choices[0]),
    AttributeKind.DICE: _read_dice,
}


def _build_sheet(own: Fields) -> DewSheet:
    plain = _read_plain(own, "character")
    for key in ("en", "bd"):
        full = f"{key}_max"
        plain[full] = max(plain[key], 1) if plain[full] is None else plain[full]
    plain["move"] = int(plain["move"] * HUNDREDTHS)
    return DewSheet(
        kind=plain["kind"],
        attributes=DewAttributes(**{key: plain[key] for key in ATTRIBUTE_KEYS}),
        body=Body(**{key: plain[key] for key in BODY_KEYS}),
        equipment=_read_equipment(own),
        ledger=_read_ledger(own),
        ranges=_read_ranges(own),
    )


def _read_equipment(own: Fields) -> DewEquipment:
    return DewEquipment(
        ac=_read_whole_armor_class(own),
        spells=tuple(_read_spell(each) for each in _read_tables(own, "spells", SPELL_KEYS)),
        shield=_read_shield(own),
        armor=_read_armor(own),
        weapons=_read_weapons(own),
    )


def _read_tables(fields: Fields, key: str, known: Sequence[str]) -> list[Fields]:
    """Return the inline tables of a list. Errors name the second table "key.2"."""
    return [fields.make_inner(f"{key}.{n}", each, known) for n, each in enumerate(_list_tables(fields, key), 1)]


def _list_tables(fields: Fields, key: str) -> list[Mapping[str, object]]:
    tables: list[Mapping[str, object]] = []
    for each in fields.read_list(key):
        if not isinstance(each, Mapping):
            raise fields.make_error(key, f"{each!r} is not an inline table")
        tables.append(each)
    return tables


def _read_armor_class(fields: Fields, key: str, default: ArmorClass = (9, 0, 0)) -> ArmorClass:
    numbers = _list_whole(fields.table.get(key, list(default)), 3)
    if numbers is None:
        raise fields.make_error(key, "must be three whole numbers: armor class and its two modifiers")
    base, first, second = numbers
    for each, number in zip(lookup_part("armor_class").values(), (base, first, second), strict=True):
        if not each.least <= number <= each.most:
            raise fields.make_error(key, f"{each.label.lower()} must be from {each.least} to {each.most}")
    return base, first, second


def _read_whole_armor_class(own: Fields) -> ArmorClass:
    """Return the armor class from three numbers, or from a key for each."""
    numbers = zip(AC_KEYS, lookup_part("armor_class").values(), _read_armor_class(own, "ac"), strict=True)
    base, first, second = (own.read_whole(key, number, each.least, each.most) for key, each, number in numbers)
    return base, first, second


def _list_whole(value: object, count: int) -> list[int] | None:
    """Return so many whole numbers, none beyond 999, or None if the value is something else."""
    if not isinstance(value, list | tuple) or len(value) != count:
        return None
    whole = [each for each in value if isinstance(each, int) and not isinstance(each, bool) and abs(each) <= 999]
    return whole if len(whole) == count else None


def _read_weapons(own: Fields) -> tuple[DewWeapon, ...]:
    found: dict[str, DewWeapon] = {}
    for inline in _read_tables(own, "weapons", WEAPON_KEYS):
        weapon = _read_weapon(inline)
        if weapon.id in found:
            raise inline.make_error("id", f"'{weapon.id}' is another's already")
        found[weapon.id] = weapon
    return tuple(found.values())


def _read_weapon(inline: Fields) -> DewWeapon:
    id = inline.read_id()
    modes = tuple(_read_mode(each) for each in _read_tables(inline, "modes", MODE_KEYS))
    if not modes:
        raise inline.make_error("modes", "a weapon has one mode at least")
    name = inline.read_text("name", id.replace("_", " "))
    return DewWeapon(id=id, name=name, shots=_read_shots(inline), modes=modes, **_read_plain(inline, "weapon"))


def _read_shots(inline: Fields) -> tuple[tuple[int, int], ...]:
    listed = inline.table.get("shots", [])
    bands = [_list_whole(each, 2) for each in listed] if isinstance(listed, list | tuple) else [None]
    if None in bands:
        raise inline.make_error("shots", "must be bands of a greatest range and a modifier, such as [[6, 0]]")
    return tuple((band[0], band[1]) for band in bands if band is not None)


def _read_mode(inline: Fields) -> DewMode:
    return DewMode(crit_by_ac=_read_criticals(inline), **_read_plain(inline, "mode"))


def _read_criticals(inline: Fields) -> tuple[tuple[int, int], ...]:
    value = inline.table.get("crit_by_ac", {})
    if not isinstance(value, Mapping):
        raise inline.make_error("crit_by_ac", "must be a table such as { 5 = 9 }")
    least, most = lookup_part("mode")["crit_by_ac"].least, lookup_part("mode")["crit_by_ac"].most
    found = []
    for armor_class, number in value.items():
        if not re.fullmatch(r"-?\d{1,2}", armor_class) or type(number) is not int or not least <= number <= most:
            raise inline.make_error("crit_by_ac", f"gives critical numbers, {least} to {most}, by armor class")
        found.append((int(armor_class), number))
    return tuple(found)


def _read_spell(inline: Fields) -> DewSpell:
    return DewSpell(inline.read_text("name", None), note=inline.read_text("note", ""), **_read_plain(inline, "spell"))


def _read_shield(own: Fields) -> DewShield | None:
    """Return the shield; None for false, which removes the shield of a ``like`` character."""
    inner = None if own.table.get("shield") is False else own.read_table("shield", SHIELD_KEYS)
    return None if inner is None else DewShield(**_read_plain(inner, "shield"))


def _read_armor(own: Fields) -> DewArmor | None:
    """Return adjustable armor; None for false, which removes that of a ``like`` character."""
    inner = None if own.table.get("armor") is False else own.read_table("armor", ARMOR_KEYS)
    if inner is None:
        return None
    plain = _read_plain(inner, "armor")
    plain["enc"] = plain["basic_enc"] if plain["enc"] is None else plain["enc"]
    weights = {key: Fraction(plain[key]) for key in ("wt", "basic_enc", "enc")}
    return DewArmor(worn=plain["worn"], unworn_ac=_read_armor_class(inner, "unworn_ac"), **weights)


def _read_ledger(own: Fields) -> DewLedger:
    known = lookup_part("ledger")
    borrowed = own.read_table("borrowed", BORROWED_KEYS)
    taken = _read_plain(borrowed, "borrowed") if borrowed else {}
    plain = {key: _read_value(own, known[key]) for key in _LEDGER if known[key].kind in _READERS}
    return DewLedger(
        active=plain["active"],
        reactive=plain["reactive"],
        blows=plain["blows_this_round"],
        en_phase=plain["en_spent_phase"],
        en_round=plain["en_spent_round"],
        en_previous=plain["en_spent_previous_round"],
        preparations=_read_preparations(own),
        passed=plain["passed"],
        fought=plain["fought"],
        borrowed_active=taken.get("active", 0),
        borrowed_reactive=taken.get("reactive", 0),
        acted=plain["acted"] or "",
    )


def _read_preparations(own: Fields) -> tuple[tuple[str, str, int], ...]:
    """Return preparations from a list, or from counts by weapon, or by weapon and mode."""
    value = own.table.get("preparations")
    if isinstance(value, Mapping):
        listed = [each for weapon, counts in value.items() for each in _expand_counts(own, weapon, counts)]
        own = Fields({**own.table, "preparations": listed}, DEW_KEYS, own.where, own.path)
    return tuple(_read_preparation(each) for each in _read_tables(own, "preparations", PREPARATION_KEYS))


def _expand_counts(own: Fields, weapon: str, counts: object) -> list[Mapping[str, object]]:
    """Return a table for each count of one weapon; a plain count is for its first mode."""
    if isinstance(counts, Mapping):
        return [{"weapon": weapon, "mode": mode, "count": count} for mode, count in counts.items()]
    first = next((each.modes[0].mode for each in _read_weapons(own) if each.id == weapon), ONE_HAND)
    return [{"weapon": weapon, "mode": first, "count": counts}]


def _read_preparation(inline: Fields) -> tuple[str, str, int]:
    count = lookup_part("preparation")["count"]
    return (
        inline.read_text("weapon", None),
        inline.read_choice("mode", lookup_part("mode")["mode"].choices, ONE_HAND),
        inline.read_whole("count", 1, count.least, count.most),
    )


def _read_ranges(own: Fields) -> Mapping[str, int]:
    value = own.table.get("ranges", {})
    if not isinstance(value, Mapping):
        raise own.make_error("ranges", "must be a table such as { cora = 3 }")
    least, most = lookup_part("character")["ranges"].least, lookup_part("character")["ranges"].most
    for other, points in value.items():
        if not isinstance(points, int) or isinstance(points, bool) or not least <= points <= most:
            raise own.make_error(f"ranges.{other}", f"must be a whole number of points, {least} to {most}")
    return dict(value)
