"""Spells of the spell tables, worked out for a caster's level."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rules.figure import Spell
from rules.reference.spell_text import FULL_ROUND, read_casting, read_damage, read_range
from rules.reference.tables import Row, find, rows

REVERSED = ".reversed"
"""Put behind the id of a spell that has a reversed form, this is the id of that form."""

_HEALS = "heal "


@dataclass(frozen=True)
class SpellEntry:
    """A spell as the tables print it. ``level`` is the spell's own; ``casting`` is in segments; texts are printed ones.

    ``casting`` is the full round of 10 where a special casting time is printed (``casting_text`` says so).
    ``save`` is none, negates, half or special. ``damage`` begins with "heal " where it heals.
    """

    id: str
    name: str
    class_: str
    level: int
    casting: int
    casting_text: str
    range_text: str
    area: str
    duration: str
    save: str
    damage: str
    offensive: bool
    relocation: bool


def spell(id: str, level: int) -> Spell:
    """A spell as a caster of this level casts it. A level below 1 counts as 1. Raises UnknownId."""
    entry = spell_entry(id)
    level = max(level, 1)
    heals = entry.damage.startswith(_HEALS)
    amount = read_damage(entry.damage.removeprefix(_HEALS), level)
    return Spell(
        id=entry.id,
        name=entry.name,
        casting=entry.casting,
        offensive=entry.offensive,
        relocation=entry.relocation,
        range=read_range(entry.range_text, level),
        save=entry.save,
        damage=None if heals else amount,
        heals=amount if heals else None,
        level=entry.level,
    )


def spell_entry(id: str) -> SpellEntry:
    """A spell as printed, whoever casts it. Raises UnknownId."""
    return find("spell", id, _spells())


def all_spells(class_: str | None = None, level: int | None = None) -> tuple[SpellEntry, ...]:
    """Every spell in the tables' order, or those of a class or a spell level; reversed forms follow theirs."""
    return tuple(
        each
        for each in _spells().values()
        if (class_ is None or each.class_ == class_) and (level is None or each.level == level)
    )


@cache
def _spells() -> Mapping[str, SpellEntry]:
    entries = [entry for row in rows("spells", "spell") for entry in _entries(row)]
    return {entry.id: entry for entry in entries}


def _entries(row: Row) -> list[SpellEntry]:
    entries = [_entry(row, str(row["id"]), str(row["name"]), "")]
    if "reverse" in row:
        entries.append(_entry(row, f"{row['id']}{REVERSED}", str(row["reverse"]), "reverse_"))
    return entries


def _entry(row: Row, id: str, name: str, form: str) -> SpellEntry:
    return SpellEntry(
        id=id,
        name=name,
        class_=str(row["class"]),
        level=int(row["level"]),
        casting=_casting(row),
        casting_text=str(row["casting_time"]),
        range_text=str(row["range"]),
        area=str(row["area"]),
        duration=str(row["duration"]),
        save=str(row["save"]),
        damage=str(row.get(f"{form}damage", "")),
        offensive=bool(row[f"{form}offensive"]),
        relocation=bool(row["relocation"]) and not form,
    )


def _casting(row: Row) -> int:
    if "casting_segments" in row:
        return int(row["casting_segments"])
    try:
        return read_casting(str(row["casting_time"]))
    except ValueError:
        return FULL_ROUND
