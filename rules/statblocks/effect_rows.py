"""Readers of effects of magic that a DM writes, with the keys of the table of effects."""

import re
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from rules.kernel.effect_entries import AFFECTED, AMOUNTS, UNITS, EffectEntry, replace_effect
from rules.kernel.stat_block import StatBlock
from rules.kernel.state import CHANGED
from rules.reference import (
    find_similar,
    list_devices,
    list_monsters,
    list_spells,
    read_effect,
    suggest_ids,
)
from rules.statblocks.fields import Fields, make_entry_error

EFFECT_KEYS = ("id", "magic", "lasts", "ends_on", "ends", "parts", "source", "confidence", "note")
_LASTS_KEYS = ("count", "per_level", "dice", "unit")
_PART_KEYS = ("on", "name", "changes")
_CHANGE_KEYS = ("what", *AMOUNTS)
_FRACTIONAL = ("movement", "routines")
_NAME = re.compile(r"[a-z][a-z0-9_ '-]{0,39}", re.ASCII)
MOST_EFFECTS = 100
_TOO_MANY = f"a fight changes at most {MOST_EFFECTS} effects"
MOST_PARTS = 6
_MOST_MAGIC = 40
_LONGEST_NOTE = 300
_MOST_CHANGED = 1000


def read_effects(
    rows: Sequence[Mapping[str, object]], stat_blocks: Sequence[StatBlock], where: str = "effect"
) -> tuple[EffectEntry, ...]:
    """Return the effects of these rows. Raises BadEntry, also for magic that two of them have."""
    if len(rows) > MOST_EFFECTS:
        raise make_entry_error(where, "magic", _TOO_MANY)
    taken: dict[str, int] = {}
    entries = []
    for nth, row in enumerate(rows):
        entry = read_effect_row(row, stat_blocks, where)
        for magic in entry.magic:
            if magic in taken:
                raise make_entry_error(where, "magic", f"two effects are of {magic}")
            taken[magic] = nth
        entries.append(entry)
    return tuple(entries)


def read_effect_row(row: Mapping[str, object], stat_blocks: Sequence[StatBlock], where: str) -> EffectEntry:
    """Return the effect of one row. Raises BadEntry.

    Its magic is a spell or device of the tables, or of one of the combatants.
    """
    fields = Fields(row, EFFECT_KEYS, where)
    magic = _read_magic(fields, stat_blocks)
    lasts = _read_lasts(fields)
    parts = [_read_part(fields, each) for each in fields.read_list("parts")]
    if not 1 <= len(parts) <= MOST_PARTS:
        raise fields.make_error("parts", f"has from 1 to {MOST_PARTS} tables: on whom, name, changes")
    ends = [check_name(fields, "ends", each) for each in fields.read_list("ends")]
    on_attack = {"ends_on": fields.read_choice("ends_on", ("attack",), "attack")} if "ends_on" in fields else {}
    if len(fields.read_text("note", "-")) > _LONGEST_NOTE:
        raise fields.make_error("note", f"has at most {_LONGEST_NOTE} letters")
    return read_effect(
        {
            "id": fields.read_text("id", magic[0]),
            "magic": magic,
            "lasts": lasts,
            "parts": parts,
            "ends": ends,
            **on_attack,
            "source": fields.read_text("source", "the DM"),
            "confidence": fields.read_choice("confidence", ("high", "medium", "low"), "high"),
            "note": fields.read_text("note", "") if row.get("note") else "",
        }
    )


def read_effect_change(
    value: object, effects: Sequence[EffectEntry], stat_blocks: Sequence[StatBlock], where: str = "effect"
) -> tuple[tuple[str, ...], EffectEntry | None]:
    """Return the magic that a ruling changes, and its effect from now on.

    The value is a row, or the id of magic that one of ``effects`` changed: then the effect is None, that of the tables.
    Raises BadEntry.
    """
    if isinstance(value, str):
        [magic] = _read_magic(Fields({"magic": [value]}, EFFECT_KEYS, where), stat_blocks)
        before = next((each for each in effects if magic in each.magic), None)
        if before is None:
            raise make_entry_error(where, "magic", f"{magic} was not changed")
        return before.magic, None
    if not isinstance(value, Mapping):
        raise make_entry_error(where, "magic", "a change is a table, or the id of magic that was changed")
    entry = read_effect_row(value, stat_blocks, where)
    if entry in effects:
        raise make_entry_error(where, "magic", "it does that already")
    if len(replace_effect(effects, entry.magic, entry)) > MOST_EFFECTS:
        raise make_entry_error(where, "magic", _TOO_MANY)
    return entry.magic, entry


def list_known_magic(stat_blocks: Sequence[StatBlock]) -> dict[str, str]:
    """Return the names of all magic of the tables and of these combatants, by id."""
    spells = {each.id: each.name for each in list_spells()}
    devices = {each.id: each.name for each in list_devices()}
    powers = {power.id: power.name for each in list_monsters() for power in each.innate}
    return spells | devices | powers | list_own_magic(stat_blocks)


def list_own_magic(stat_blocks: Sequence[StatBlock]) -> dict[str, str]:
    """Return the names of the spells, devices and powers of these combatants, by id."""
    spells = {spell.id: spell.name for each in stat_blocks for spell in each.powers.spells}
    return spells | {device.id: device.name for each in stat_blocks for device in each.gear.devices}


def _read_magic(fields: Fields, stat_blocks: Sequence[StatBlock]) -> list[str]:
    known = list_known_magic(stat_blocks)
    magic = fields.read_list("magic")
    if not 1 <= len(magic) <= _MOST_MAGIC:
        raise fields.make_error("magic", "is a list of spells and devices, by id")
    for each in magic:
        if not isinstance(each, str) or each not in known:
            said = f'no spell or device is called "{each}"'
            raise fields.make_error("magic", said + suggest_ids(find_similar(str(each), list(known))))
    return list(dict.fromkeys(str(each) for each in magic))


def _read_lasts(fields: Fields) -> dict[str, object]:
    inner = fields.read_table("lasts", _LASTS_KEYS)
    if inner is None:
        return {}
    count, per_level = inner.read_whole("count", 0), inner.read_whole("per_level", 0, 0, 1000)
    dice = inner.read_dice("dice")
    if not (count or per_level or dice):
        raise inner.make_error("count", "is missing: how many, per_level or dice")
    unit = {"unit": inner.read_choice("unit", UNITS, "")}
    return {"count": count, "per_level": per_level, **unit, **({"dice": dice} if dice else {})}


def _read_part(fields: Fields, given: object) -> dict[str, object]:
    if not isinstance(given, Mapping):
        raise fields.make_error("parts", 'holds tables such as { on = "targets", name = "blessed" }')
    inner = fields.make_inner("parts", given, _PART_KEYS)
    changes = inner.read_list("changes")
    if len(changes) > len(CHANGED):
        raise inner.make_error("changes", f"has at most {len(CHANGED)}")
    return {
        "on": inner.read_choice("on", AFFECTED, "targets"),
        "name": check_name(inner, "name", inner.read_text("name", None)),
        "changes": [read_change_row(inner, each) for each in changes],
    }


def is_effect_name(name: str) -> bool:
    """Return whether an effect may have this name: small letters, at most 40."""
    return _NAME.fullmatch(name) is not None


def check_name(fields: Fields, key: str, name: object) -> str:
    """Return the name of an effect. Raises BadEntry for one that is not possible."""
    if not isinstance(name, str) or _NAME.fullmatch(name) is None:
        raise fields.make_error(key, f"'{name}' is no name of an effect: small letters, at most 40")
    return name


def read_change_row(part: Fields, given: object) -> dict[str, object]:
    """Return a change of one number as a row of the table has it. Raises BadEntry."""
    if not isinstance(given, Mapping):
        raise part.make_error("changes", 'holds tables such as { what = "to_hit", by = 1 }')
    inner = part.make_inner("changes", given, _CHANGE_KEYS)
    what = inner.read_choice("what", CHANGED, "")
    amounts = [key for key in AMOUNTS if key in inner]
    if len(amounts) != 1:
        raise inner.make_error("by", "is one of by, to, times and strength")
    key = amounts[0]
    if not _is_possible(key, what):
        raise inner.make_error(key, f"does not go with {what}")
    return {"what": what, key: _read_amount(inner, key, what in _FRACTIONAL)}


def _is_possible(key: str, what: str) -> bool:
    places: Mapping[str, Collection[str]] = {
        "to": ("ac",),
        "times": ("movement",),
        "strength": ("to_hit", "damage"),
    }
    return what in places.get(key, CHANGED)


def _read_amount(inner: Fields, key: str, may_be_fraction: bool) -> int | Fraction:
    value = inner.table[key]
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= _MOST_CHANGED:
        raise inner.make_error(key, f"must be a number from {-_MOST_CHANGED} to {_MOST_CHANGED}")
    number = Fraction(str(value))
    if number.denominator != 1 and not may_be_fraction:
        raise inner.make_error(key, "must be a whole number")
    if key == "times" and number < 0:
        raise inner.make_error(key, "must not be less than 0")
    return number.numerator if number.denominator == 1 else number
