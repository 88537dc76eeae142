"""Characters ready to fight by Dew's detailed sequence, as tables that muster reads."""

from functools import cache

from rules.reference.tables import Row, by_id, find, rows


@cache
def _characters() -> dict[str, Row]:
    return by_id(rows("dew_characters", "character"))


def dew_character(id: str) -> Row:
    """The attributes and weapons of a character of the table, as a ``dew`` table has them. Raises UnknownId."""
    return {key: value for key, value in find("character", id, _characters()).items() if key != "id"}


def all_dew_characters() -> tuple[str, ...]:
    """The ids of the table's characters."""
    return tuple(_characters())
