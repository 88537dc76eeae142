"""The kinds of things that the ten rules name, read from the ids of things."""

import re
import tomllib
from collections.abc import Mapping
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path

_WORD = re.compile(r"[a-z]+")


class NamedThing(Enum):
    """A kind of weapon or device that a rule names; ``named_things.toml`` has the words of each."""

    DAGGER = "dagger"
    DART = "dart"
    BOW = "bow"
    STAFF = "staff"
    NAMED_STAFF = "named_staff"
    MAGIC_MISSILES = "magic_missiles"
    AGAINST_FALLS = "against_falls"
    PROTECTION = "protection"
    ARMOR = "armor"


@lru_cache(maxsize=1000)
def read_kinds(id: str) -> frozenset[NamedThing]:
    """Return the kinds of a weapon or device with this id."""
    words = f"_{'_'.join(_WORD.findall(id.lower()))}_"
    return frozenset(kind for kind, names in _load().items() if any(f"_{name}_" in words for name in names))


@cache
def _load() -> Mapping[NamedThing, tuple[str, ...]]:
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return {kind: tuple(table[kind.value]) for kind in NamedThing}
