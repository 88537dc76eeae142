"""The things of the tables as which things of somebody's own count, where a rule names one."""

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import cache, lru_cache

from rules.reference.devices import list_devices
from rules.reference.tables import list_rows
from rules.reference.weapons import list_weapons

ARMOR = "armor"
"""What armor of any kind counts as."""

_WORD = re.compile(r"[a-z]+")


class GearSort(StrEnum):
    """The two sorts of things that count as another: each has its own table of words."""

    WEAPON = "weapon"
    DEVICE = "device"


@cache
def list_likenesses() -> tuple[str, ...]:
    """Return the ids that a thing can count as: weapons and devices of the tables, and armor."""
    tables = (*(each.id for each in list_weapons()), *(each.id for each in list_devices()), ARMOR)
    return tuple(dict.fromkeys(tables))


@lru_cache(maxsize=1000)
def find_likeness(sort: GearSort, id: str) -> str:
    """Return what a thing with this id counts as.

    "" for a thing of the tables, and where no word of the id says so.
    """
    if id in list_likenesses():
        return ""
    words = f"_{'_'.join(_WORD.findall(id.lower()))}_"
    return next((like for name, like in _load(sort).items() if f"_{name}_" in words), "")


@cache
def _load(sort: GearSort) -> Mapping[str, str]:
    return {str(words): str(row["like"]) for row in list_rows("likenesses", sort) for words in row["words"]}
