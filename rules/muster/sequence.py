"""A combatant of Dew's detailed sequence: its attributes under ``dew``, its weapons as inline tables."""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

from rules.dew_figure import (
    ArmorClass,
    DewArmor,
    DewFigure,
    DewLedger,
    DewMode,
    DewShield,
    DewSpell,
    DewWeapon,
)
from rules.dice_text import parse
from rules.muster.reading import Fields
from rules.reference import Attribute, dew_character, dew_part
from rules.terms import HUNDREDTHS

_CHARACTER = tuple(dew_part("character"))
_LEDGER = tuple(key for key in dew_part("ledger") if not key.startswith("borrowed_"))
AC_KEYS = ("ac_base", "ac_mod1", "ac_mod2")
"""The three numbers of the armor class by themselves: each goes before that of ``ac``."""
DEW_KEYS = ("like", *_CHARACTER, "ac", *AC_KEYS, "spells", "shield", "armor", "weapons", "ranges", *_LEDGER, "borrowed")
WEAPON_KEYS = ("id", *dew_part("weapon"), "modes")
MODE_KEYS = tuple(dew_part("mode"))
SHIELD_KEYS = tuple(dew_part("shield"))
ARMOR_KEYS = (*dew_part("armor"), "unworn_ac")
SPELL_KEYS = ("name", "en_cost", "note")
PREPARATION_KEYS = ("weapon", "mode", "count")
BORROWED_KEYS = ("active", "reactive")


def read_dew(fields: Fields) -> DewFigure | None:
    """The ``dew`` table of a combatant, with its weapons; None where it has no such table. Raises BadEntry."""
    given = fields.table.get("dew")
    if given is None:
        return None
    if not isinstance(given, Mapping):
        raise fields.bad("dew", "must be a table such as { dx = 12 }")
    own = fields.within("dew", _with_weapons(fields, given), DEW_KEYS)
    table = {**_like(own), **own.table}
    return _figure(Fields(table, DEW_KEYS, own.where, own.path))


def _with_weapons(fields: Fields, given: Mapping[str, object]) -> Mapping[str, object]:
    """The combatant's own ``weapons`` and ``spells`` count as those of its ``dew`` table."""
    beside = {key: fields.table[key] for key in ("weapons", "spells") if key in fields.table}
    return {**given, **beside}


def _like(own: Fields) -> Mapping[str, object]:
    if "like" not in own:
        return {}
    with own.at("like"):
        return dew_character(own.text("like"))


def _plain(own: Fields, of: str) -> dict[str, Any]:
    """The attributes of a part that are one number, word, or yes or no. What is left out has its default."""
    return {key: _value(own, each) for key, each in dew_part(of).items() if each.kind in _READ}


def _value(own: Fields, each: Attribute) -> Any:
    if each.key not in own:
        return each.default
    return _READ[each.kind](own, each)


def _number(own: Fields, each: Attribute) -> Fraction:
    """Inches, or a weight, to the hundredth."""
    number = Fraction(own.feet(each.key, 0), HUNDREDTHS)
    if not each.least <= number <= each.most:
        raise own.bad(each.key, f"must be from {each.least} to {each.most}")
    return number


def _dice(own: Fields, each: Attribute) -> str:
    with own.at(each.key):
        return str(parse(own.text(each.key).lower()))


_READ: dict[str, Callable[[Fields, Attribute], object]] = {
    "whole": lambda own, each: own.whole(each.key, 0, each.least, each.most),
    "length": _number,
    "weight": _number,
    "flag": lambda own, each: own.flag(each.key),
    "choice": lambda own, each: own.choice(each.key, each.choices, each.choices[0]),
    "dice": _dice,
}


def _figure(own: Fields) -> DewFigure:
    plain = _plain(own, "character")
    for key in ("en", "bd"):
        full = f"{key}_max"
        plain[full] = max(plain[key], 1) if plain[full] is None else plain[full]
    return DewFigure(
        **{**plain, "move": int(plain["move"] * HUNDREDTHS)},
        ac=_whole_armor_class(own),
        spells=tuple(_spell(each) for each in _within(own, "spells", SPELL_KEYS)),
        shield=_shield(own),
        armor=_armor(own),
        weapons=_weapons(own),
        ledger=_ledger(own),
        ranges=_ranges(own),
    )


def _within(fields: Fields, key: str, known: Sequence[str]) -> list[Fields]:
    """The inline tables of a list: an error in the second of them is one of "key.2."."""
    return [fields.within(f"{key}.{n}", each, known) for n, each in enumerate(_tables(fields, key), 1)]


def _tables(fields: Fields, key: str) -> list[Mapping[str, object]]:
    entries = fields.entries(key)
    for each in entries:
        if not isinstance(each, Mapping):
            raise fields.bad(key, f"{each!r} is no inline table")
    return cast("list[Mapping[str, object]]", entries)


def _armor_class(fields: Fields, key: str, default: ArmorClass = (9, 0, 0)) -> ArmorClass:
    value = fields.table.get(key, list(default))
    if not _are_whole(value, 3):
        raise fields.bad(key, "must be three whole numbers: armor class and its two modifiers")
    base, first, second = cast("Sequence[int]", value)
    for each, number in zip(dew_part("armor_class").values(), (base, first, second), strict=True):
        if not each.least <= number <= each.most:
            raise fields.bad(key, f"{each.label.lower()} must be from {each.least} to {each.most}")
    return base, first, second


def _whole_armor_class(own: Fields) -> ArmorClass:
    """The armor class as three numbers, or each by its own key."""
    numbers = zip(AC_KEYS, dew_part("armor_class").values(), _armor_class(own, "ac"), strict=True)
    base, first, second = (own.whole(key, number, each.least, each.most) for key, each, number in numbers)
    return base, first, second


def _are_whole(value: object, count: int) -> bool:
    if not isinstance(value, list | tuple) or len(value) != count:
        return False
    return all(isinstance(each, int) and not isinstance(each, bool) and abs(each) <= 999 for each in value)


def _weapons(own: Fields) -> tuple[DewWeapon, ...]:
    found: dict[str, DewWeapon] = {}
    for inline in _within(own, "weapons", WEAPON_KEYS):
        weapon = _weapon(inline)
        if weapon.id in found:
            raise inline.bad("id", f"'{weapon.id}' is another's already")
        found[weapon.id] = weapon
    return tuple(found.values())


def _weapon(inline: Fields) -> DewWeapon:
    id = inline.id()
    modes = tuple(_mode(each) for each in _within(inline, "modes", MODE_KEYS))
    if not modes:
        raise inline.bad("modes", "a weapon has one mode at least")
    name = inline.text("name", id.replace("_", " "))
    return DewWeapon(id=id, name=name, shots=_shots(inline), modes=modes, **_plain(inline, "weapon"))


def _shots(inline: Fields) -> tuple[tuple[int, int], ...]:
    bands = inline.table.get("shots", [])
    if not isinstance(bands, list | tuple) or not all(_are_whole(each, 2) for each in bands):
        raise inline.bad("shots", "must be bands of a greatest range and a modifier, such as [[6, 0]]")
    return tuple((far, modifier) for far, modifier in cast("Sequence[Sequence[int]]", bands))


def _mode(inline: Fields) -> DewMode:
    return DewMode(crit_by_ac=_criticals(inline), **_plain(inline, "mode"))


def _criticals(inline: Fields) -> tuple[tuple[int, int], ...]:
    value = inline.table.get("crit_by_ac", {})
    if not isinstance(value, Mapping):
        raise inline.bad("crit_by_ac", "must be a table such as { 5 = 9 }")
    least, most = dew_part("mode")["crit_by_ac"].least, dew_part("mode")["crit_by_ac"].most
    found = []
    for armor_class, number in value.items():
        if not re.fullmatch(r"-?\d{1,2}", armor_class) or type(number) is not int or not least <= number <= most:
            raise inline.bad("crit_by_ac", f"gives critical numbers, {least} to {most}, by armor class")
        found.append((int(armor_class), number))
    return tuple(found)


def _spell(inline: Fields) -> DewSpell:
    return DewSpell(inline.text("name", None), note=inline.text("note", ""), **_plain(inline, "spell"))


def _shield(own: Fields) -> DewShield | None:
    """A shield; false where the character he is like has one and he has none."""
    inner = None if own.table.get("shield") is False else own.inner("shield", SHIELD_KEYS)
    return None if inner is None else DewShield(**_plain(inner, "shield"))


def _armor(own: Fields) -> DewArmor | None:
    """Armor that can be adjusted; false where the character he is like has some and he has none."""
    inner = None if own.table.get("armor") is False else own.inner("armor", ARMOR_KEYS)
    if inner is None:
        return None
    plain = _plain(inner, "armor")
    plain["enc"] = plain["basic_enc"] if plain["enc"] is None else plain["enc"]
    weights = {key: Fraction(plain[key]) for key in ("wt", "basic_enc", "enc")}
    return DewArmor(worn=plain["worn"], unworn_ac=_armor_class(inner, "unworn_ac"), **weights)


def _ledger(own: Fields) -> DewLedger:
    known = dew_part("ledger")
    borrowed = own.inner("borrowed", BORROWED_KEYS)
    taken = {key: _borrowed(borrowed, key, known[f"borrowed_{key}"]) for key in BORROWED_KEYS}
    plain = {key: _value(own, known[key]) for key in _LEDGER if known[key].kind in _READ}
    return DewLedger(
        active=plain["active"],
        reactive=plain["reactive"],
        blows=plain["blows_this_round"],
        en_phase=plain["en_spent_phase"],
        en_round=plain["en_spent_round"],
        en_previous=plain["en_spent_previous_round"],
        preparations=_preparations(own),
        passed=plain["passed"],
        fought=plain["fought"],
        borrowed_active=taken["active"],
        borrowed_reactive=taken["reactive"],
        acted=plain["acted"] or "",
    )


def _borrowed(borrowed: Fields | None, key: str, each: Attribute) -> int:
    return borrowed.whole(key, 0, each.least, each.most) if borrowed else 0


def _preparations(own: Fields) -> tuple[tuple[str, str, int], ...]:
    """Preparations as a list, or counts by weapon, or by weapon and mode."""
    value = own.table.get("preparations")
    if isinstance(value, Mapping):
        listed = [each for weapon, counts in value.items() for each in _counted(own, weapon, counts)]
        own = Fields({**own.table, "preparations": listed}, DEW_KEYS, own.where, own.path)
    return tuple(_preparation(each) for each in _within(own, "preparations", PREPARATION_KEYS))


def _counted(own: Fields, weapon: str, counts: object) -> list[Mapping[str, object]]:
    """Those of one weapon: a count for the first mode that it has, or one for each mode."""
    if isinstance(counts, Mapping):
        return [{"weapon": weapon, "mode": mode, "count": count} for mode, count in counts.items()]
    first = next((each.modes[0].mode for each in _weapons(own) if each.id == weapon), "1h")
    return [{"weapon": weapon, "mode": first, "count": counts}]


def _preparation(inline: Fields) -> tuple[str, str, int]:
    return (
        inline.text("weapon", None),
        inline.choice("mode", dew_part("mode")["mode"].choices, "1h"),
        inline.whole("count", 1, 1, 99),
    )


def _ranges(own: Fields) -> Mapping[str, int]:
    value = own.table.get("ranges", {})
    if not isinstance(value, Mapping):
        raise own.bad("ranges", "must be a table such as { cora = 3 }")
    for other, points in value.items():
        if not isinstance(points, int) or isinstance(points, bool) or not 1 <= points <= 999:
            raise own.bad(f"ranges.{other}", "must be a whole number of points, 1 to 999")
    return dict(value)
