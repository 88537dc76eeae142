"""Effects of spells and devices on combatants: conditions, numbers and how long they last."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from rules.kernel.effect_entries import AMOUNTS, EffectChange, EffectEntry, EffectPart
from rules.reference.tables import Row, find, list_rows


def list_effects() -> tuple[EffectEntry, ...]:
    """Return every effect in the order of the table."""
    return tuple(_load_effects().values())


def lookup_effect(id: str) -> EffectEntry:
    """Return an effect. Raises UnknownId."""
    return find("effect", id, _load_effects())


def find_effect(magic: str) -> EffectEntry | None:
    """Return the effect of a spell or device, by its id; None where the table has none."""
    return _index_magic().get(magic)


@cache
def list_effects_ended_by_attack() -> tuple[str, ...]:
    """Return the names of the table's effects that end when the one under them attacks."""
    return list_names_ended_by_attack(list_effects())


def list_names_ended_by_attack(entries: Sequence[EffectEntry]) -> tuple[str, ...]:
    """Return the names of these effects that end when the one under them attacks."""
    return tuple(dict.fromkeys(part.name for each in entries if each.ends_on_attack for part in each.parts))


@cache
def _index_magic() -> Mapping[str, EffectEntry]:
    return {magic: each for each in list_effects() for magic in each.magic}


@cache
def _load_effects() -> Mapping[str, EffectEntry]:
    return {str(row["id"]): read_effect(row) for row in list_rows("effects", "effect")}


def read_effect(row: Row) -> EffectEntry:
    """Return an effect from a row with the keys of the table."""
    lasts: Mapping[str, Any] = row.get("lasts", {})
    return EffectEntry(
        id=str(row["id"]),
        magic=tuple(row["magic"]),
        count=lasts.get("count", 0),
        per_level=lasts.get("per_level", 0),
        dice=str(lasts.get("dice", "")),
        unit=str(lasts.get("unit", "")),
        parts=tuple(_read_part(part) for part in row["parts"]),
        ends=tuple(row.get("ends", ())),
        ends_on_attack=row.get("ends_on") == "attack",
        source=str(row.get("source", "")),
        confidence=str(row.get("confidence", "high")),
        note=str(row.get("note", "")),
    )


def _read_part(part: Row) -> EffectPart:
    changes = tuple(read_effect_change_row(each) for each in part.get("changes", ()))
    return EffectPart(str(part["on"]), str(part["name"]), changes)


def read_effect_change_row(row: Row) -> EffectChange:
    """Return a change of one number from a row of a part's ``changes``."""
    [how] = [key for key in row if key in AMOUNTS]
    return EffectChange(str(row["what"]), row[how], how)
