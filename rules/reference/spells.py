"""Spells of the tables, worked out for a caster's level, and readers of their short texts."""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from rules.kernel.dice import DiceText, parse_dice
from rules.kernel.frozen import frozen
from rules.kernel.stat_block import Spell
from rules.kernel.terms import Save
from rules.reference.tables import Row, find, list_rows

REVERSED = ".reversed"
"""Ending of the id of a spell's reversed form."""

_HEALS = "heal "


@frozen
class SpellSave:
    """The save that a form of a spell allows."""

    kind: str
    """none, negates, half or special."""
    text: str
    """As printed: "Neg."."""
    note: str
    """What the printed form leaves out: "negates at the eyes"."""
    column: Save


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
    components: str
    """Letters with commas: V, S, M."""
    range_text: str
    area: str
    duration: str
    save: SpellSave
    damage: str
    """Begins with "heal " where it heals."""
    offensive: bool
    relocation: bool
    element: str
    """The kind of harm that it does, where that makes a difference: fire; else ""."""


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
        save=entry.save.kind,
        save_column=entry.save.column,
        damage=None if heals else amount,
        heals=amount if heals else None,
        level=entry.level,
        element=entry.element,
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
        components=str(row["components"]),
        range_text=str(row["range"]),
        area=str(row["area"]),
        duration=str(row.get(f"{form}duration", row["duration"])),
        save=_read_save(row, form),
        damage=str(row.get(f"{form}damage", "")),
        offensive=bool(row[f"{form}offensive"]),
        relocation=bool(row["relocation"]) and not form,
        element=str(row.get("element", "")) if not form else "",
    )


def _read_save(row: Row, form: str) -> SpellSave:
    own = form if f"{form}save" in row else ""
    return SpellSave(
        kind=str(row[f"{own}save"]),
        text=str(row[f"{own}save_text"]),
        note=str(row.get(f"{form}save_note", "")),
        column=Save(row.get(f"{own}save_column", Save.SPELL)),
    )


def _read_casting_time(row: Row) -> int:
    if "casting_segments" in row:
        return int(row["casting_segments"])
    try:
        return read_casting(str(row["casting_time"]))
    except ValueError:
        return FULL_ROUND


# Readers of short texts in the tables: casting times, ranges and damage.


_UNITS = {"segment": 1, "round": 10, "turn": 100, "hour": 600}
_CASTING = re.compile(r"(?P<number>\d+)(?P<more>-\d+\+?)? (?P<unit>segment|round|turn|hour)s?(?:/\w+)?")
_NUMBER = r"\d+(?:/\d+)?"
_RANGE = re.compile(
    rf'(?:(?P<base>{_NUMBER})")?(?: \+ )?(?:(?P<step>{_NUMBER})"/level)?(?:, (?:maximum )?(?P<most>\d+)"(?: max)?)?',
    re.IGNORECASE,
)

FULL_ROUND = 10
"""Segments of a spell with a special casting time: it takes the round."""

_MISSILES = "; missiles = (level + 1) / 2"


def read_casting(text: str) -> int:
    """Return a casting time in segments: "3 segments" is 3, "1 round" 10, "2 turns" 200.

    Of "1-24 hours" the least counts, of "1 round/seed" one. Raises ValueError for a text without such a number.
    """
    match = _CASTING.fullmatch(text)
    if match is None:
        raise ValueError(f'"{text}" is not a casting time such as "3 segments" or "1 round"')
    return int(match["number"]) * _UNITS[match["unit"]]


def read_range(text: str, level: int) -> int | None:
    """Return a range in hundredths of an inch at a caster's level; touch and 0 are 0.

    None for a range that is not in inches (miles, unlimited, special, a radius).
    """
    if text in ("Touch", "0"):
        return 0
    match = _RANGE.fullmatch(text)
    if not text or match is None:
        return None
    reach = Fraction(match["base"] or 0) + Fraction(match["step"] or 0) * level
    if match["most"]:
        reach = min(reach, Fraction(match["most"]))
    return int(reach * 100)


def read_damage(text: str, level: int) -> str | None:
    """Return damage as dice at a caster's level; None for a text that says more than dice.

    Spaces matter. "1d4+1 per level" is one die and one point for each level; "1d4 + 1 per level" is one die and a
    point for each level. Missiles are (level + 1) / 2, rounded down.
    """
    if text.endswith(_MISSILES):
        return _multiply_dice(text.removesuffix(_MISSILES).removesuffix(" per missile"), (level + 1) // 2)
    if not text.endswith(" per level"):
        return _multiply_dice(text, 1)
    first, plus, second = text.removesuffix(" per level").rpartition(" + ")
    growing = _multiply_dice(second.removeprefix("(").removesuffix(")"), level)
    if not plus or growing is None:
        return growing
    return _add_dice(first, growing)


def _multiply_dice(text: str, times: int) -> str | None:
    try:
        dice = parse_dice(text)
    except ValueError:
        return None
    return str(DiceText(dice.count * times, dice.sides, dice.plus * times))


def _add_dice(first: str, second: str) -> str | None:
    try:
        one, other = parse_dice(first), parse_dice(second)
    except ValueError:
        return None
    if one.count and other.count and one.sides != other.sides:
        return None
    return str(DiceText(one.count + other.count, max(one.sides, other.sides), one.plus + other.plus))
