"""Spells of the spell tables, worked out for a caster's level."""

from collections.abc import Mapping
from functools import cache

from rules.kernel.frozen import frozen
from rules.kernel.stat_block import Spell
from rules.reference.spell_text import FULL_ROUND, read_casting, read_damage, read_range
from rules.reference.tables import Row, find, list_rows

REVERSED = ".reversed"
"""Ending of the id of a spell's reversed form."""

_HEALS = "heal "


@frozen
class SpellEntry:
    """A spell as the tables print it."""

    id: str
    name: str
    class_: str
    level: int
    """The spell's own level, not the caster's."""
    casting: int
    """Segments; a full round of 10 where ``casting_text`` is a special time."""
    casting_text: str
    range_text: str
    area: str
    duration: str
    save: str
    """none, negates, half or special."""
    damage: str
    """Begins with "heal " where it heals."""
    offensive: bool
    relocation: bool


def lookup_spell(id: str, level: int) -> Spell:
    """Return a spell as cast at this level; below 1 counts as 1. Raises UnknownId."""
    entry = lookup_spell_entry(id)
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


def lookup_spell_entry(id: str) -> SpellEntry:
    """Return a spell as printed. Raises UnknownId."""
    return find("spell", id, _load_spells())


def list_spells(class_: str | None = None, level: int | None = None) -> tuple[SpellEntry, ...]:
    """Return every spell, or those of a class or a spell level; reversed forms follow theirs."""
    return tuple(
        each
        for each in _load_spells().values()
        if (class_ is None or each.class_ == class_) and (level is None or each.level == level)
    )


@cache
def _load_spells() -> Mapping[str, SpellEntry]:
    entries = [entry for row in list_rows("spells", "spell") for entry in _read_entries(row)]
    return {entry.id: entry for entry in entries}


def _read_entries(row: Row) -> list[SpellEntry]:
    entries = [_read_entry(row, str(row["id"]), str(row["name"]), "")]
    if "reverse" in row:
        entries.append(_read_entry(row, f"{row['id']}{REVERSED}", str(row["reverse"]), "reverse_"))
    return entries


def _read_entry(row: Row, id: str, name: str, form: str) -> SpellEntry:
    return SpellEntry(
        id=id,
        name=name,
        class_=str(row["class"]),
        level=int(row["level"]),
        casting=_read_casting_time(row),
        casting_text=str(row["casting_time"]),
        range_text=str(row["range"]),
        area=str(row["area"]),
        duration=str(row["duration"]),
        save=str(row["save"]),
        damage=str(row.get(f"{form}damage", "")),
        offensive=bool(row[f"{form}offensive"]),
        relocation=bool(row["relocation"]) and not form,
    )


def _read_casting_time(row: Row) -> int:
    if "casting_segments" in row:
        return int(row["casting_segments"])
    try:
        return read_casting(str(row["casting_time"]))
    except ValueError:
        return FULL_ROUND
