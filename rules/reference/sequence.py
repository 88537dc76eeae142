"""Dew's detailed sequence: its attributes with the values they may have, and characters ready to fight by it."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from rules.reference.tables import Row, by_id, find, rows
from rules.terms import ClauseId


@dataclass(frozen=True)
class Attribute:
    """One attribute of a character, a weapon or another part (``of``): its name for people, and what it means.

    ``kind`` is whole, length (inches), weight, flag, text, choice, dice, pairs (numbers by number or id) or list.
    Numbers are from ``least`` to ``most``. Without a ``default`` (None) it may be left out. ``clause`` reads it.
    """

    of: str
    key: str
    label: str
    kind: str
    clause: ClauseId
    meaning: str
    default: int | Fraction | bool | str | None = None
    least: int = 0
    most: int = 10_000
    choices: tuple[str, ...] = ()


@cache
def dew_attributes() -> tuple[Attribute, ...]:
    """Every attribute, in the table's order."""
    return tuple(_attribute(row) for row in rows("dew_attributes", "attribute"))


def _attribute(row: Row) -> Attribute:
    choices = tuple(row.get("choices", ()))
    return Attribute(**{**row, "choices": choices})


@cache
def dew_part(of: str) -> dict[str, Attribute]:
    """The attributes of one part (character, armor_class, shield, armor, weapon, mode, spell, ledger, pair), by key."""
    return {each.key: each for each in dew_attributes() if each.of == of}


@cache
def _characters() -> dict[str, Row]:
    return by_id(rows("dew_characters", "character"))


def dew_character(id: str) -> Row:
    """The attributes and weapons of a character of the table, as a ``dew`` table has them. Raises UnknownId."""
    return {key: value for key, value in find("character", id, _characters()).items() if key not in ("id", "about")}


def all_dew_characters() -> tuple[str, ...]:
    """The ids of the table's characters."""
    return tuple(_characters())


def about_dew_character(id: str) -> str:
    """What kind of fighter a character of the table is, in a few words. Raises UnknownId."""
    return str(find("character", id, _characters())["about"])
