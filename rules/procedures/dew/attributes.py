"""Dew: the attributes of a combatant, the values they may have, and ready-made characters."""

from functools import cache
from pathlib import Path

from rules.kernel.own import Attribute
from rules.reference.tables import Row, find, index_rows, list_rows

DATA = Path(__file__).parent / "data"


@cache
def list_every_attribute() -> tuple[Attribute, ...]:
    """Return every attribute, in the table's order."""
    return tuple(_read_attribute(row) for row in list_rows("attributes", "attribute", DATA))


def _read_attribute(row: Row) -> Attribute:
    choices = tuple(row.get("choices", ()))
    return Attribute(**{**row, "choices": choices})


@cache
def lookup_part(of: str) -> dict[str, Attribute]:
    """Return the attributes of one part by key.

    Parts are character, armor_class, shield, armor, weapon, mode, spell, ledger and pair.
    """
    return {each.key: each for each in list_every_attribute() if each.of == of}


@cache
def _load_characters() -> dict[str, Row]:
    return index_rows(list_rows("characters", "character", DATA))


def lookup_character(id: str) -> Row:
    """Return the attributes and weapons of a ready-made character, as a ``dew`` table has them.

    Raises UnknownId.
    """
    return {
        key: value for key, value in find("character", id, _load_characters()).items() if key not in ("id", "about")
    }


def describe_characters() -> dict[str, str]:
    """Return a few words on how each ready-made character fights, by its id."""
    return {id: str(row["about"]) for id, row in _load_characters().items()}
