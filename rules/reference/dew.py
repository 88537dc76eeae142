"""Dew: the attributes of a combatant, the values they may have, and ready-made characters."""

from functools import cache

from rules.kernel.own import Attribute
from rules.reference.tables import Row, find, index_rows, list_rows


@cache
def list_dew_attributes() -> tuple[Attribute, ...]:
    """Return every attribute, in the table's order."""
    return tuple(_read_attribute(row) for row in list_rows("dew_attributes", "attribute"))


def _read_attribute(row: Row) -> Attribute:
    choices = tuple(row.get("choices", ()))
    return Attribute(**{**row, "choices": choices})


@cache
def lookup_dew_part(of: str) -> dict[str, Attribute]:
    """Return the attributes of one part by key.

    Parts are character, armor_class, shield, armor, weapon, mode, spell, ledger and pair.
    """
    return {each.key: each for each in list_dew_attributes() if each.of == of}


@cache
def _load_characters() -> dict[str, Row]:
    return index_rows(list_rows("dew_characters", "character"))


def lookup_dew_character(id: str) -> Row:
    """Return the attributes and weapons of a ready-made character, as a ``dew`` table has them.

    Raises UnknownId.
    """
    return {
        key: value for key, value in find("character", id, _load_characters()).items() if key not in ("id", "about")
    }


def list_dew_characters() -> tuple[str, ...]:
    """Return the ids of the ready-made characters."""
    return tuple(_load_characters())


def describe_dew_character(id: str) -> str:
    """Return a few words on how a ready-made character fights. Raises UnknownId."""
    return str(find("character", id, _load_characters())["about"])
