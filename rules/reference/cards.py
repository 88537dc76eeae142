"""Cards of spells, devices, weapons and monsters: their words and figures for play."""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache

from rules.reference.tables import find, list_rows
from rules.reference.weapons import SPEED_WEAPONS

MOST_WORDS = 30
"""The most words that a card says of one thing."""


class CardKind(StrEnum):
    """The kinds of things that have cards."""

    SPELL = "spell"
    DEVICE = "device"
    WEAPON = "weapon"
    MONSTER = "monster"


def lookup_words(kind: CardKind, id: str) -> str:
    """Return what this thing does in play. Raises UnknownId.

    The magic weapons that strike first are devices, and have their words there.
    """
    home = CardKind.DEVICE if kind is CardKind.WEAPON and id in SPEED_WEAPONS else kind
    return find(home.value, id, _index_words(home))


@cache
def _index_words(kind: CardKind) -> Mapping[str, str]:
    rows = list_rows(f"words_{kind}s", "text")
    return {str(id): str(row["words"]) for row in rows for id in row["of"]}
