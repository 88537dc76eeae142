"""Combatants written in one line, and numbers with names.

"Brunhild, fighter 4, AC 3, 30 hp, long sword" is a character, "3d4 goblins" a number of monsters.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from encounters.screens.sheets.typed_names import find_ids, list_items, list_levels, read_missiles, resolve
from rules.api import BadEntry, make_id, read_pasted_text, read_with_assumed

PARTY = "party"
MOST_LETTERS = 400

_NUMBER = r"(?P<amount>\d{1,3}|\d{1,2}d\d{1,3}(?:[+-]\d{1,3})?)"
_AMOUNT = re.compile(rf"{_NUMBER}\s*x?\s+(?P<text>\D.*)", re.ASCII | re.IGNORECASE)
_AMOUNT_BEHIND = re.compile(rf"(?P<text>[^\d,:;][^,:;]*?)\s+(?:x\s*)?{_NUMBER}", re.ASCII | re.IGNORECASE)
_ARMOR_CLASS = re.compile(r"ac\s*(?P<number>[+-]?\d{1,2})", re.ASCII | re.IGNORECASE)
_HIT_POINTS = re.compile(
    r"(?:hp|hit points)\s*(?P<behind>\d{1,4})|(?P<before>\d{1,4})\s*(?:hp|hit points)", re.ASCII | re.IGNORECASE
)
_MISSILES = re.compile(r"\d{1,4}\s+(?P<name>\D+)", re.ASCII)
_TIMES = re.compile(r"(?P<name>.*\S)\s+x(?P<times>[1-9])", re.ASCII)

Definition = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Written:
    """One combatant as it was written."""

    definition: Definition
    """Its definition; empty where something is wrong."""
    problem: str = ""
    """What is wrong, in words."""
    assumed: str = ""
    """The figures that were not written, in words."""

    @property
    def is_character(self) -> bool:
        """Return whether it has a class, and so joins the party."""
        return bool(list_levels(self.definition))

    @property
    def name(self) -> str:
        return str(self.definition.get("name", ""))


def split_amount(query: str) -> tuple[str, str]:
    """Return how many are written with a name, "" for none, and the name: "orc 6"."""
    query = query.strip()
    found = _AMOUNT.fullmatch(query) or _AMOUNT_BEHIND.fullmatch(query)
    return (found["amount"].lower(), found["text"]) if found is not None else ("", query)


def read_written(text: str) -> Written | None:
    """Return the combatant that a line describes; None where it describes none."""
    head, *parts = (each.strip() for each in re.split(r"[:,;]", text[:MOST_LETTERS]))
    if not head or not any(parts):
        return None
    found = {number: table for number, part in enumerate(parts) if (table := _read_class(part))}
    if not found:
        return _read_stat_block(text[:MOST_LETTERS])
    number, table = next(iter(found.items()))
    definition = {"id": make_id(head) or "character", "name": head, "side": PARTY, **table, "played": True}
    others = [each for at, each in enumerate(parts) if at != number and each]
    # Missiles last: their weapons may be named behind them.
    for part in sorted(others, key=_is_of_missiles):
        try:
            _read_part(definition, part)
        except ValueError as problem:
            return Written({}, str(problem))
    return Written(definition)


def _is_of_missiles(part: str) -> bool:
    return _MISSILES.fullmatch(part) is not None and _HIT_POINTS.fullmatch(part) is None


def _read_class(part: str) -> Definition:
    """Return the classes of words such as "fighter 4" or "F3/MU3"; nothing for other words."""
    try:
        block = read_pasted_text(f"Somebody, {part}", {})[0] if re.search(r"\d", part) else None
    except BadEntry:
        return {}
    table = block.definition if block is not None and block.name == "Somebody" else {}
    return {key: table[key] for key in ("class", "level", "classes") if list_levels(table) and key in table}


def _read_part(definition: Definition, part: str) -> None:
    """Add armor class, hit points, missiles or a thing. Raises ValueError, in words."""
    if match := _ARMOR_CLASS.fullmatch(part):
        definition["ac"] = int(match["number"])
    elif match := _HIT_POINTS.fullmatch(part):
        definition["hp"] = int(match["behind"] or match["before"])
    elif match := _MISSILES.fullmatch(part):
        _read_missiles(definition, part, match["name"])
    else:
        _read_thing(definition, part)


def _read_missiles(definition: Definition, part: str, name: str) -> None:
    """Add a number of missiles: "20 arrows"; of "3 daggers" the weapon, too."""
    thrown = find_ids("weapons", name, {}) or find_ids("weapons", name.removesuffix("s"), {})
    if len(thrown) == 1 and thrown[0] not in definition.get("weapons", ()):
        definition["weapons"] = [*definition.get("weapons", ()), thrown[0]]
    found = read_missiles(part, list_items(definition.get("weapons", ())))
    definition["charges"] = {**definition.get("charges", {}), **found}


def _read_thing(definition: Definition, part: str) -> None:
    several = _TIMES.fullmatch(part)
    name, times = (several["name"], int(several["times"])) if several is not None else (part, 1)
    for kind in ("weapons", "spells", "devices"):
        if find_ids(kind, name, list_levels(definition)):
            found = resolve(kind, name, list_levels(definition))
            definition[kind] = [*definition.get(kind, ()), *([found] * times)]
            return
    raise ValueError(f"“{part}” is no weapon, spell or device. Leave it out, and add it by hand later.")


def _read_stat_block(text: str) -> Written | None:
    """Return a stat block in a line, with assumed figures for those that it lacks, or None."""
    try:
        block = read_pasted_text(text, {})[0]
        if block.problems or not (block.ready or block.assumable) or "monster" in block.definition:
            return None
        whole = block if block.ready else read_with_assumed(text, 0, {})
    except (BadEntry, IndexError):
        return None
    return Written(whole.definition, assumed=", ".join(f"{each.label} {each.meaning}" for each in block.open_values))


def complete(written: Written, arrival: Mapping[str, Any]) -> Definition:
    """Return the definition of a written combatant; a character joins the party at once."""
    return written.definition if written.is_character else {**written.definition, **arrival}
