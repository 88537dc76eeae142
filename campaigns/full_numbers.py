"""The full numbers of missiles and charges, of which a sheet keeps what is left."""

from collections.abc import Mapping
from typing import Any

from campaigns.models import Character

FULL = "sheet.full"
"""The path of the full numbers, by item."""

CHARGES = "definition.charges"
"""The path of what is left of them."""


def find_full(character: Character, item: str, left: int) -> int:
    """Return the full number of an item, of which ``left`` are left."""
    return max(left, _read_full(character).get(item, 0))


def list_full_written(character: Character, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the full numbers that change when these values are written by hand, by path.

    A number above the full one raises it; what is not counted any more has none.
    """
    left = dict(character.definition.get("charges") or {})
    for path, value in values.items():
        if path == CHARGES:
            left = dict(value or {})
        elif path.startswith(f"{CHARGES}."):
            left[path.removeprefix(f"{CHARGES}.")] = value
    before = _read_full(character)
    after = raise_full(before, left)
    return {FULL: after or None} if any(path.startswith(CHARGES) for path in values) and after != before else {}


def raise_full(full: Mapping[str, int], left: Mapping[str, Any]) -> dict[str, int]:
    """Return full numbers that are at least what is left."""
    return {item: max(number, full.get(item, 0)) for item, number in left.items() if isinstance(number, int)}


def _read_full(character: Character) -> dict[str, int]:
    full = character.sheet.get("full")
    numbers = full if isinstance(full, Mapping) else {}
    return {item: number for item, number in numbers.items() if isinstance(number, int)}
