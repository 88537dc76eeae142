"""A combatant of Dew's detailed sequence: its attributes under ``dew``, its weapons as inline tables."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import cast

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
from rules.reference import dew_character

DEW_KEYS = (
    *("like", "kind", "st", "dx", "el", "en_die", "en_max", "en", "bd_max", "bd", "active_blows", "reactive_blows"),
    *("move", "recovery_rate", "ac", "hands", "alert", "conscious", "fallen", "stationary", "spells", "shield"),
    *("armor", "weapons", "ranges"),
    *("active", "reactive", "blows_this_round", "en_spent_phase", "en_spent_round", "en_spent_previous_round"),
    *("preparations", "passed", "fought", "borrowed", "acted"),
)
WEAPON_KEYS = ("id", "name", "weight", "motion", "flexible", "breakage", "carried", "shots", "modes")
MODE_KEYS = (
    *("mode", "use", "hit_number", "damage", "crit_default", "crit_by_ac", "reach", "reach_min", "parry"),
)  # fmt: skip
SHIELD_KEYS = ("ac_mod", "breakage")
ARMOR_KEYS = ("wt", "basic_enc", "enc", "worn", "unworn_ac")
SPELL_KEYS = ("name", "en_cost", "note")
PREPARATION_KEYS = ("weapon", "mode", "count")
BORROWED_KEYS = ("active", "reactive")

EN_DICE = ("AD6", "AD6+2", "AD6+4")
GRIPS = ("1h", "2h")
USES = ("melee", "thrown", "missile")
ACTED = ("rest", "cast", "adjust_armor", "other")


def read_dew(fields: Fields) -> DewFigure | None:
    """The ``dew`` table of a combatant, with its weapons; None where it has no such table. Raises BadEntry."""
    given = fields.table.get("dew")
    if given is None:
        return None
    if not isinstance(given, Mapping):
        raise fields.bad("dew", "must be a table such as { dx = 12 }")
    own = fields.within("dew", _with_weapons(fields, given), DEW_KEYS)
    table = {**_like(own), **own.table}
    return _figure(own.within("dew", table, DEW_KEYS) if table != own.table else own)


def _with_weapons(fields: Fields, given: Mapping[str, object]) -> Mapping[str, object]:
    """The combatant's own ``weapons`` and ``spells`` count as those of its ``dew`` table."""
    beside = {key: fields.table[key] for key in ("weapons", "spells") if key in fields.table}
    return {**given, **beside}


def _like(own: Fields) -> Mapping[str, object]:
    if "like" not in own:
        return {}
    with own.at("like"):
        return dew_character(own.text("like"))


def _figure(own: Fields) -> DewFigure:
    en = own.whole("en", 12, -400, 400)
    bd = own.whole("bd", 10, -400, 100)
    return DewFigure(
        kind=own.choice("kind", ("character", "object"), "character"),
        st=own.whole("st", 10, 1, 30),
        dx=own.whole("dx", 10, 1, 100),
        el=own.whole("el", 1, 0, 40),
        en_die=own.choice("en_die", EN_DICE, "AD6+2"),
        en_max=own.whole("en_max", max(en, 1), 0, 400),
        en=en,
        bd_max=own.whole("bd_max", max(bd, 1), 0, 100),
        bd=bd,
        active_blows=own.whole("active_blows", 2, 0, 12),
        reactive_blows=own.whole("reactive_blows", 1, 0, 12),
        move=own.feet("move", 1200),
        recovery_rate=own.whole("recovery_rate", 2, 0, 50),
        ac=_armor_class(own, "ac"),
        hands=own.whole("hands", 2, 0, 8),
        alert=own.flag("alert", True),
        conscious=own.flag("conscious", True),
        fallen=own.flag("fallen"),
        stationary=own.flag("stationary", True),
        spells=tuple(_spell(own.within("spells", each, SPELL_KEYS)) for each in _tables(own, "spells")),
        shield=_shield(own),
        armor=_armor(own),
        weapons=tuple(_weapon(own.within("weapons", each, WEAPON_KEYS)) for each in _tables(own, "weapons")),
        ledger=_ledger(own),
        ranges=_ranges(own),
    )


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
    return base, first, second


def _are_whole(value: object, count: int) -> bool:
    if not isinstance(value, list | tuple) or len(value) != count:
        return False
    return all(isinstance(each, int) and not isinstance(each, bool) and abs(each) <= 999 for each in value)


def _weapon(inline: Fields) -> DewWeapon:
    id = inline.id()
    modes = tuple(_mode(inline.within("modes", each, MODE_KEYS)) for each in _tables(inline, "modes"))
    if not modes:
        raise inline.bad("modes", "a weapon has one mode at least")
    return DewWeapon(
        id=id,
        name=inline.text("name", id.replace("_", " ")),
        weight=inline.choice("weight", ("light", "medium", "heavy"), "medium"),
        motion=inline.choice("motion", ("swing", "thrust", "bow", "other"), "swing"),
        flexible=inline.flag("flexible"),
        breakage=inline.whole("breakage", 5, 0, 100),
        carried=inline.choice("carried", ("hand", "sheath", "ground"), "sheath"),
        shots=_shots(inline),
        modes=modes,
    )


def _shots(inline: Fields) -> tuple[tuple[int, int], ...]:
    bands = inline.table.get("shots", [])
    if not isinstance(bands, list | tuple) or not all(_are_whole(each, 2) for each in bands):
        raise inline.bad("shots", "must be bands of a greatest range and a modifier, such as [[6, 0]]")
    return tuple((far, modifier) for far, modifier in cast("Sequence[Sequence[int]]", bands))


def _mode(inline: Fields) -> DewMode:
    return DewMode(
        mode=inline.choice("mode", GRIPS, "1h"),
        use=inline.choice("use", USES, "melee"),
        hit_number=inline.whole("hit_number", 16, -20, 60),
        damage=_damage(inline),
        crit_default=inline.whole("crit_default", 9, 1, 40),
        crit_by_ac=_criticals(inline),
        reach=inline.whole("reach", 2, 0, 12),
        reach_min=inline.whole("reach_min", 0, 0, 12),
        parry=inline.whole("parry", 2, 0, 20),
    )


def _damage(inline: Fields) -> str:
    with inline.at("damage"):
        return str(parse(inline.text("damage", "1D8").lower()))


def _criticals(inline: Fields) -> tuple[tuple[int, int], ...]:
    value = inline.table.get("crit_by_ac", {})
    if not isinstance(value, Mapping):
        raise inline.bad("crit_by_ac", "must be a table such as { 5 = 9 }")
    found = []
    for armor_class, number in value.items():
        if not re.fullmatch(r"-?\d{1,2}", armor_class) or not isinstance(number, int) or not 1 <= number <= 40:
            raise inline.bad("crit_by_ac", "gives critical numbers, 1 to 40, by armor class")
        found.append((int(armor_class), number))
    return tuple(found)


def _spell(inline: Fields) -> DewSpell:
    return DewSpell(inline.text("name", None), inline.whole("en_cost", 0, 0, 400), inline.text("note", ""))


def _shield(own: Fields) -> DewShield | None:
    if own.table.get("shield") is False:
        return None
    inner = own.inner("shield", SHIELD_KEYS)
    if inner is None:
        return None
    return DewShield(inner.whole("ac_mod", -2, -20, 0), inner.whole("breakage", 5, 0, 100))


def _armor(own: Fields) -> DewArmor | None:
    inner = own.inner("armor", ARMOR_KEYS)
    if inner is None:
        return None
    basic = _weight(inner, "basic_enc", Fraction(20))
    return DewArmor(
        wt=_weight(inner, "wt", Fraction(10)),
        basic_enc=basic,
        enc=_weight(inner, "enc", basic),
        worn=inner.flag("worn", True),
        unworn_ac=_armor_class(inner, "unworn_ac"),
    )


def _weight(inner: Fields, key: str, default: Fraction) -> Fraction:
    return Fraction(inner.feet(key, int(default * 100)), 100)


def _ledger(own: Fields) -> DewLedger:
    borrowed = own.inner("borrowed", BORROWED_KEYS)
    return DewLedger(
        active=own.whole_or_none("active", 0, 24),
        reactive=own.whole_or_none("reactive", 0, 24),
        blows=own.whole("blows_this_round", 0, 0, 99),
        en_phase=own.whole("en_spent_phase", 0),
        en_round=own.whole("en_spent_round", 0),
        en_previous=own.whole("en_spent_previous_round", 0),
        preparations=tuple(
            _preparation(own.within("preparations", each, PREPARATION_KEYS)) for each in _tables(own, "preparations")
        ),
        passed=own.flag("passed"),
        fought=own.flag("fought"),
        borrowed_active=borrowed.whole("active", 0, 0, 12) if borrowed else 0,
        borrowed_reactive=borrowed.whole("reactive", 0, 0, 12) if borrowed else 0,
        acted=own.choice("acted", ACTED, "rest") if "acted" in own else "",
    )


def _preparation(inline: Fields) -> tuple[str, str, int]:
    return inline.text("weapon", None), inline.choice("mode", GRIPS, "1h"), inline.whole("count", 1, 1, 99)


def _ranges(own: Fields) -> Mapping[str, int]:
    value = own.table.get("ranges", {})
    if not isinstance(value, Mapping):
        raise own.bad("ranges", "must be a table such as { cora = 3 }")
    for other, points in value.items():
        if not isinstance(points, int) or isinstance(points, bool) or not 1 <= points <= 999:
            raise own.bad(f"ranges.{other}", "must be a whole number of points, 1 to 999")
    return dict(value)
