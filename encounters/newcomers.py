"""The ids and names of combatants that are added: those of one kind go on counting."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from rules.api import StatBlock


def name_newcomers(definition: Mapping[str, Any], known: Iterable[StatBlock]) -> dict[str, Any]:
    """Return a definition under free ids and names: "Ogre 3" where Ogres 1-2 are known."""
    id = re.sub(r"[^a-z0-9_]+", "_", str(definition["id"]).lower()).strip("_") or "combatant"
    name = str(definition.get("name") or id.replace("_", " ").capitalize())
    last = max((_read_number(each, id, name) for each in known), default=0)
    named = {**definition, "id": id, "name": name}
    if not last:
        return named
    if "count" in named:
        return {**named, "first": last + 1}
    return {**named, "id": f"{id}-{last + 1}", "name": f"{name} {last + 1}"}


def _read_number(each: StatBlock, id: str, name: str) -> int:
    """Return a combatant's number under this id or name.

    It is 1 without a number, and 0 for another id and name.
    """
    for own, stem, separator in ((each.id, id, "-"), (each.name.casefold(), name.casefold(), " ")):
        head, _, number = own.rpartition(separator)
        if own == stem:
            return 1
        if head == stem and number.isdecimal():
            return int(number)
    return 1 if each.mob == id else 0
