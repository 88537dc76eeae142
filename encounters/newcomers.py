"""The ids and names of combatants that are added: those of one kind go on counting."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, count
from typing import Any

from rules.api import StatBlock, make_id

ID, NAME = "id", "name"

Last = dict[tuple[str, str], int]
"""The last number under each id and each name in small letters; 1 where it stands without a number."""


def name_newcomers(definitions: Sequence[Mapping[str, Any]], known: Iterable[StatBlock]) -> list[dict[str, Any]]:
    """Return definitions under free ids and names: "Ogre 3" where Ogres 1-2 are known.

    The known combatants are counted once for all definitions.
    """
    last: Last = {}
    for each in known:
        _note(last, each.id, each.name)
        if each.mob:
            _raise(last, ID, each.mob, 1)
    return [_name(each, last) for each in definitions]


def _name(definition: Mapping[str, Any], last: Last) -> dict[str, Any]:
    """Return a definition under a free id and name, and note its numbers.

    Only a name that is known gets a number; where others have the id, the id alone is changed.
    """
    id = make_id(str(definition["id"])) or "combatant"
    name = str(definition.get("name") or id.replace("_", " ").capitalize())
    number = last.get((NAME, name.casefold()), 0)
    ids = chain([id], (f"{id}_{n}" for n in count(2)))
    id = next(each for each in ids if last.get((ID, each), 0) <= number)
    named = {**definition, "id": id, "name": name}
    if "count" not in named:
        if number:
            named |= {"id": f"{id}-{number + 1}", "name": f"{name} {number + 1}"}
        _note(last, named["id"], named["name"])
        return named
    many = named["count"] if isinstance(named["count"], int) else 1
    for kind, stem in ((ID, id), (NAME, name.casefold())):
        _raise(last, kind, stem, number + many)
    return {**named, "first": number + 1} if number else named


def _note(last: Last, id: str, name: str) -> None:
    """Note the number of one combatant under its id and its name."""
    for kind, own, separator in ((ID, id, "-"), (NAME, name.casefold(), " ")):
        _raise(last, kind, own, 1)
        stem, _, number = own.rpartition(separator)
        if number.isdecimal():
            _raise(last, kind, stem, int(number))


def _raise(last: Last, kind: str, stem: str, number: int) -> None:
    last[kind, stem] = max(last.get((kind, stem), 0), number)
