"""The table entries that a combatant may have, as choices of fields and by typed name."""

from collections.abc import Callable, Sequence
from typing import Any

from rules.api import (
    find_similar,
    list_attack_modes,
    list_classes,
    list_defense_modes,
    list_devices,
    list_monsters,
    list_spells,
    list_undead,
    list_weapons,
    search,
    suggest_ids,
)


def _format_id(id: str) -> str:
    return id.replace("_", " ")


CLASSES = tuple((each, _format_id(each)) for each in list_classes())
MONSTERS = tuple((each.id, each.name) for each in sorted(list_monsters(), key=lambda each: each.name))
UNDEAD = tuple((each, _format_id(each)) for each in list_undead())
ATTACK_MODES = tuple((each.id, _format_id(each.id)) for each in list_attack_modes())
DEFENSE_MODES = tuple((each.id, _format_id(each.id)) for each in list_defense_modes())

TABLES: dict[str, Callable[[], Sequence[Any]]] = {
    "weapons": list_weapons,
    "spells": list_spells,
    "devices": list_devices,
}


def resolve(kind: str, typed: str, class_: str = "") -> str:
    """Return the id of a weapon, spell or device that was typed as its id or its name.

    Of spells with the same name, those of the class ``class_`` come first. Raises ValueError with similar ids where
    there is no such entry, and with the ids where there are several.
    """
    table = TABLES[kind]()
    known = {each.id for each in table}
    if typed in known:
        return typed
    named = [each for each in table if _normalize(each.name) == _normalize(typed)] or list(search(table, typed))
    own = [each for each in named if getattr(each, "class_", class_) == class_] if class_ else []
    found = [each.id for each in (own or named)]
    if len(found) == 1:
        return str(found[0])
    if found:
        raise ValueError(f"'{typed}' may be {', '.join(found[:6])}: write which")
    ids = [each.id for each in table]
    raise ValueError(f"there is no '{typed}' among the {kind}{suggest_ids(find_similar(typed.replace(' ', '_'), ids))}")


def _normalize(name: str) -> str:
    """Return a name as names are compared: "Sword, long" gives the same as "long sword"."""
    head, comma, rest = name.casefold().partition(",")
    return " ".join(f"{rest} {head}".split()) if comma else " ".join(head.split())


def list_entries(kind: str) -> list[Any]:
    """Return the entries of a table as choices of a field; spells are grouped by class."""
    if kind != "spells":
        return sorted(((each.id, each.name) for each in TABLES[kind]()), key=lambda pair: pair[1])
    groups: dict[str, list[tuple[str, str]]] = {}
    for each in list_spells():
        groups.setdefault(_format_id(each.class_), []).append((each.id, f"{each.name}, level {each.level}"))
    return list(groups.items())
