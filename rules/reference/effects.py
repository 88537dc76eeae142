"""Effects of spells and devices on combatants: conditions, numbers and how long they last."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from rules.kernel.frozen import frozen
from rules.reference.tables import Row, find, list_rows


@frozen
class EffectChange:
    """A change of one number, of which one field besides ``what`` is set."""

    what: str
    by: int | Fraction | None = None
    """The amount that is added."""
    to: int | None = None
    """The armor class that it gives where that is better."""
    times: int | Fraction | None = None
    """The factor of a movement."""
    strength: int | None = None
    """The bonus that stands in place of that of one's own strength."""


@frozen
class EffectPart:
    """A condition, or an effect of another name, and the combatants that it falls on."""

    on: str
    """targets, failed, saved, friends, foes or user."""
    name: str
    changes: tuple[EffectChange, ...] = ()


@frozen
class EffectEntry:
    """The effect of one or more spells and devices, as the tables have it."""

    id: str
    magic: tuple[str, ...]
    """The ids of spells and devices."""
    count: int
    """The part of the duration that is the same for everybody."""
    per_level: int
    """The part of the duration for each level of the caster."""
    dice: str
    """The part of the duration that is rolled; "" for none."""
    unit: str
    """segment, round or turn; "" where it lasts until it is ended."""
    parts: tuple[EffectPart, ...]
    ends: tuple[str, ...]
    """The effects that it ends on the same combatants."""
    ends_on_attack: bool
    """It ends when the combatant under it attacks."""
    source: str
    """The book and the entry."""
    confidence: str
    """high, medium or low."""
    note: str
    """What else it does, which is for the DM to decide."""


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
    """Return the names of the effects that end when the combatant under them attacks."""
    return tuple(dict.fromkeys(part.name for each in list_effects() if each.ends_on_attack for part in each.parts))


@cache
def _index_magic() -> Mapping[str, EffectEntry]:
    return {magic: each for each in list_effects() for magic in each.magic}


@cache
def _load_effects() -> Mapping[str, EffectEntry]:
    return {str(row["id"]): _read_effect(row) for row in list_rows("effects", "effect")}


def _read_effect(row: Row) -> EffectEntry:
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
        source=str(row["source"]),
        confidence=str(row["confidence"]),
        note=str(row.get("note", "")),
    )


def _read_part(part: Row) -> EffectPart:
    changes = tuple(EffectChange(**each) for each in part.get("changes", ()))
    return EffectPart(str(part["on"]), str(part["name"]), changes)
