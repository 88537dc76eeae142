"""Changes of how many a prepared row stands for: one more, one fewer, each by itself."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from encounters.newcomers import name_newcomers
from rules.api import StatBlock

_NUMBERED = re.compile(r"(?P<name>.*\S) (?P<number>[1-9]\d{0,2})")

Definition = dict[str, Any]


def change_count(definition: Mapping[str, Any], count: int, others: Sequence[StatBlock]) -> Definition:
    """Return a definition that stands for so many, under ids that none of the others has.

    Lists of hit points and places are cut to the number; a longer one is for the caller to fill.
    """
    rest = {key: value for key, value in _drop_number(definition).items() if key != "count"}
    for key in ("hp", "position"):
        if _has_each(rest, key):
            rest[key] = rest[key][:count]
    if count == 1:
        return _make_single(rest)
    grown, first, taken = {**rest, "count": count}, rest.get("first", 1), {each.id for each in others}
    if any(f"{grown['id']}-{number}" in taken for number in range(first, first + count)):
        del grown["first"]
        return name_newcomers([grown], others)[0]
    return grown


def split(definition: Mapping[str, Any]) -> list[Definition]:
    """Return a definition for each of several alike, who keep their ids and names."""
    count, first = definition.get("count", 1), definition.get("first", 1)
    rest = {key: value for key, value in definition.items() if key not in ("count", "first")}
    return [_make_single({**rest, "first": first + nth}, nth) for nth in range(count)]


def _make_single(definition: Mapping[str, Any], nth: int = 0) -> Definition:
    """Return the definition of one of several alike, with its number as its name has it."""
    single = {key: value for key, value in definition.items() if key != "first"}
    for key in ("hp", "position"):
        if _has_each(single, key):
            single[key] = single[key][nth]
    if number := definition.get("first"):
        name = str(definition.get("name") or str(definition["id"]).replace("_", " ").capitalize())
        single |= {"id": f"{definition['id']}-{number}", "name": f"{name} {number}"}
    return single


def _drop_number(definition: Mapping[str, Any]) -> Definition:
    """Return a definition with the number in its name, if any, as the first of its count."""
    found = _NUMBERED.fullmatch(str(definition.get("name", "")))
    if "count" in definition or found is None or not str(definition["id"]).endswith(f"-{found['number']}"):
        return dict(definition)
    id = str(definition["id"]).removesuffix(f"-{found['number']}")
    return {**definition, "id": id, "name": found["name"], "first": int(found["number"])}


def _has_each(definition: Mapping[str, Any], key: str) -> bool:
    """Return whether hit points or places are a list with an entry for each of several."""
    value = definition.get(key)
    return isinstance(value, list) and bool(value) and (key == "hp" or isinstance(value[0], list))
