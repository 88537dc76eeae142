"""The names of weapons, spells and devices as they are typed: read, found and written."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

from encounters.narration.supplies import list_missile_items
from encounters.toml_lines import write_inline
from rules.api import (
    BadEntry,
    DocumentError,
    build_stat_blocks,
    find_similar,
    find_unusable_value,
    format_listed_name,
    list_devices,
    list_spells,
    list_weapons,
    make_id,
    parse_dice,
    read_toml,
    search,
)


def format_id(id: str) -> str:
    """Return an id in words."""
    return id.replace("_", " ")


TABLES: dict[str, Callable[[], Sequence[Any]]] = {
    "weapons": list_weapons,
    "spells": list_spells,
    "devices": list_devices,
}


ONE = {"weapons": "weapon", "spells": "spell", "devices": "device"}
"""The word for one thing of each table."""


Levels = Mapping[str, int]
"""The classes of a combatant with their levels."""


def list_levels(definition: Mapping[str, Any]) -> dict[str, int]:
    """Return the classes that a combatant table names, with their levels."""
    listed = definition.get("classes") or ([definition] if definition.get("class") else [])
    return {str(each["class"]): each.get("level", 1) for each in listed}


class Unlisted(ValueError):
    """No table has what was typed."""

    def __init__(self, words: str, typed: str) -> None:
        super().__init__(words)
        self.typed = typed


def resolve(kind: str, typed: str, levels: Levels) -> str:
    """Return the id of a weapon, spell or device that was typed as its id or its name.

    Of spells with the same name, those of the class of the highest level come first. Raises Unlisted with similar
    names where there is no such entry, and ValueError with the names where there are several.
    """
    found = find_ids(kind, typed, levels)
    if len(found) == 1:
        return found[0]
    if found:
        raise ValueError(
            f"“{typed}” may be {', '.join(write_entry_name(kind, each) for each in found[:6])}: write which."
        )
    names = {name_entry(kind, each.id).casefold(): each.id for each in TABLES[kind]()}
    like = [name_entry(kind, names[each]) for each in find_similar(typed.casefold(), list(names))]
    perhaps = f" Perhaps {' or '.join(like)}?" if like else ""
    raise Unlisted(f"No {ONE[kind]} “{typed}”.{perhaps}", typed)


def name_entry(kind: str, id: str) -> str:
    """Return the name of an entry of a table as it is said: "long sword"."""
    return next((format_listed_name(each.name) for each in TABLES[kind]() if each.id == id), id)


_OF_CLASS = re.compile(r"(?P<name>.+\S)\s*\((?P<class_>[\w \-]+)\)")
"""A spell with the class that casts it: "light (cleric)"."""


def find_ids(kind: str, typed: str, levels: Levels) -> list[str]:
    """Return the ids that a typed id or name may mean."""
    table = TABLES[kind]()
    if any(each.id == typed for each in table):
        return [typed]
    if kind == "spells" and (match := _OF_CLASS.fullmatch(typed)):
        typed, levels = match["name"], {match["class_"].strip().replace(" ", "_").replace("-", "_"): 1}
    named = [each for each in table if _normalize(each.name) == _normalize(typed)] or list(search(table, typed))
    at = {each.id: levels.get(getattr(each, "class_", ""), -1) for each in named}
    found = [each for each in named if at[each.id] == max(at.values())]
    if len(found) == 2 and "horseman" in found[1].name.casefold():
        found = [each for each in found if "footman" in each.name.casefold()] or found  # most fight on foot
    return [each.id for each in found]


def _normalize(name: str) -> str:
    """Return a name as names are compared: "Sword, long" gives the same as "long sword"."""
    head, comma, rest = name.casefold().partition(",")
    return " ".join(f"{rest} {head}".split()) if comma else " ".join(head.split())


MADE_DAMAGE = "1-6"
"""The damage of a weapon that no table has, where none was written."""


def write_lines(kind: str, entries: Iterable[object], levels: Levels) -> str:
    """Return weapons, spells or devices as read_lines reads them, one on each line."""
    return "\n".join(_write_line(kind, each, levels) for each in entries)


def _write_line(kind: str, entry: object, levels: Levels) -> str:
    if isinstance(entry, str):
        return write_entry_name(kind, entry, levels)
    own = _write_own_weapon(entry) if kind == "weapons" and isinstance(entry, Mapping) else ""
    return own or write_inline(entry)


@cache
def list_names(kind: str) -> tuple[tuple[str, str], ...]:
    """Return the names by which the entries of a table are read, and the class of each spell.

    An entry that no name tells from another is left out.
    """
    names = ((write_entry_name(kind, each.id), getattr(each, "class_", "")) for each in TABLES[kind]())
    return tuple(sorted(each for each in names if "_" not in each[0]))


def write_entry_name(kind: str, id: str, levels: Levels = MappingProxyType({})) -> str:
    """Return the name of a thing of the tables, by which it is read again.

    A spell that several classes have is "light (cleric)". Where no name reads so, its id is returned.
    """
    listed = name_entry(kind, id)
    of_class = next((each.class_ for each in list_spells() if each.id == id), "") if kind == "spells" else ""
    names = (listed, f"{listed} ({format_id(of_class)})")
    return next((each for each in names if find_ids(kind, each, levels) == [id]), id)


def read_lines(kind: str, text: str, levels: Levels) -> list[Any]:
    """Return the weapons, spells or devices of a text with names on lines or between commas.

    A line may be an inline table. " x2" after a name lists it twice; damage after the name of a weapon that no
    table has makes it the combatant's own. Raises ValueError, in words for the person who typed it.
    """
    found: list[Any] = []
    for line in filter(None, (each.strip() for each in text.splitlines())):
        if line.startswith("{"):
            found.append(_read_inline_table(line))
            continue
        for each in split_names(kind, line):
            name, often = _split_times(each)
            own = read_own_weapon(name) if kind == "weapons" else None
            found += [own or resolve(kind, name, levels)] * often
    return found


def split_names(kind: str, line: str) -> Iterator[str]:
    """Yield the names of a line with commas; "Sword, long" of the tables is one."""
    listed = {each.name.casefold() for each in TABLES[kind]()}
    parts = [" ".join(each.split()) for each in line.split(",")]
    while parts:
        heads = (", ".join(parts[:many]) for many in (3, 2))
        name = next((each for each in heads if _split_times(each)[0].casefold() in listed), parts[0])
        parts = parts[name.count(",") + 1 :]
        if name:
            yield name


def _split_times(typed: str) -> tuple[str, int]:
    """Return a name, and how often it is meant: "web x2"."""
    name, _, times = typed.rpartition(" x")
    often = int(times) if name and times.isascii() and times.isdigit() and len(times) == 1 else 0
    return (name, often) if often else (typed, 1)


# Weapons of a combatant's own, which are like a club but for their damage.

_OWN = re.compile(r"(?P<name>.*\S)\s+(?:(?P<least>\d{1,3})-(?P<most>\d{1,3})|(?P<dice>\d*d\d+(?:[+-]\d+)?))", re.ASCII)


def read_own_weapon(typed: str) -> dict[str, Any] | None:
    """Return the own weapon of a name with damage: "cudgel 1-6"; None for other names."""
    match = _OWN.fullmatch(typed)
    if match is None or not (id := make_id(match["name"])):
        return None
    if any(_normalize(each.name) == _normalize(match["name"]) for each in list_weapons()):
        raise ValueError(f"The tables say the damage of “{match['name']}”: leave it out.")
    dice = match["dice"] or _write_dice(int(match["least"]), int(match["most"]))
    return {"id": id, "natural": False, "damage": dice, **_CLUB}


_CLUB = {"length_ft": 3, "speed_factor": 4}


def _write_dice(least: int, most: int) -> str:
    """Return the dice of a range: "1-6" is 1d6, "2-8" is 2d4. Raises ValueError for none."""
    if not 0 < least < most:
        raise ValueError(f"“{least}-{most}” is no damage. Write it like 1-6.")
    if most % least == 0:
        return f"{least}d{most // least}"
    return f"1d{most - least + 1}+{least - 1}"


def _write_own_weapon(entry: Mapping[str, Any]) -> str:
    """Return a weapon as it is typed, "cudgel 1-6"; "" for one that has more of its own."""
    try:
        dice = parse_dice(str(entry.get("damage", "")))
        damage = f"{dice.count + dice.plus}-{dice.count * dice.sides + dice.plus}"
        names = (f"{format_id(str(entry.get('id')))} {each}" for each in (damage, entry["damage"]))
        return next((each for each in names if read_own_weapon(each) == entry), "")
    except ValueError:
        return ""


def add_own_damage(text: str, unlisted: str) -> str:
    """Return a text of weapons in which an unlisted one has damage, and so is an own one."""
    name = rf"(?<![^\n,])([^\S\n]*){re.escape(unlisted)}(?=\s*(?: x\d\s*)?(?:,|\r|\n|$))"
    return re.sub(name, lambda match: f"{match[1]}{unlisted} {MADE_DAMAGE}", text)


def list_items(weapons: Iterable[Any]) -> dict[str, str]:
    """Return the names of what the weapons of a table shoot, or of those thrown, by item."""
    try:
        [built] = build_stat_blocks({"id": "it", "side": "it", "weapons": list(weapons)})
    except BadEntry:
        return {}
    return list_missile_items(built)


_MISSILES = re.compile(r"(?P<before>\d{1,4})\s*(?P<item>\D*)|(?P<named>.*\D)[\s=]+(?P<behind>\d{1,4})", re.ASCII)
"""A number of missiles as it is typed: "20 arrows", "arrow 20", "20"."""


def read_missiles(text: str, items: Mapping[str, str]) -> dict[str, int]:
    """Return the number of missiles by item, from numbers with their names between commas.

    A number alone is of the only item. Raises ValueError, in words for the person who typed it.
    """
    found: dict[str, int] = {}
    for part in filter(None, (each.strip() for each in re.split(r"[,\n]", text))):
        match, takes = _MISSILES.fullmatch(part), " and ".join(f"{name}s" for name in items.values())
        if match is None:
            raise ValueError(f"“{part}” has no number. Write it like 20 arrows.")
        if not items:
            raise ValueError("No weapon here shoots or is thrown: add the weapon, or leave this empty.")
        named = (match["item"] or match["named"] or "").strip(" =").casefold()
        meant = [id for id, name in items.items() if named in (id, name.casefold(), f"{name}s".casefold())]
        if not named and len(items) > 1:
            raise ValueError(f"{part} of what? The weapons take {takes}.")
        if named and not meant:
            raise ValueError(f"The weapons take no {named}. They take {takes}.")
        found[meant[0] if meant else next(iter(items))] = int(match["before"] or match["behind"])
    return found


def read_charges(text: str) -> dict[str, int]:
    """Return the number of charges by item, from a text with one item a line.

    Raises ValueError, in words for the person who typed it.
    """
    found: dict[str, int] = {}
    for line in filter(None, (each.strip() for each in text.splitlines())):
        item, _, number = line.replace("=", " ").rpartition(" ")
        if not item.strip() or not number.isdecimal() or len(number) > 4:
            raise ValueError(f"'{line}' has no number of charges. Write it like wand of fire 12.")
        found[_read_item(item.strip())] = int(number)
    return found


def _read_item(item: str) -> str:
    """Return the id of an item with charges; one that is in no table keeps its own."""
    named = [each.id for each in list_devices() if _normalize(each.name) == _normalize(item)]
    return named[0] if len(named) == 1 else item


def _read_inline_table(line: str) -> Any:
    try:
        value = read_toml(f"x = {line}")["x"]
    except DocumentError as problem:
        raise ValueError(f"'{line}' is not a table such as {{ id = \"...\" }}: {problem}") from problem
    if (fault := find_unusable_value("", value)) is not None:
        raise ValueError(f"'{line}': {fault.words}")
    return value
