"""Pasted JSON: the files of combat trackers and of virtual tables."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rules.kernel.documents import DocumentError, read_json
from rules.statblocks.pasted_attacks import find_weapon_names
from rules.statblocks.pasted_entries import LONGEST_NAME, PastedClause, PastedEntry, count_entries, make_error
from rules.statblocks.pasted_labels import SPECIAL, lookup_label

_LISTS = ("creatures", "monsters", "monster", "combatants", "npcs", "characters", "actors", "statblocks", "entries")
_WRAPPED = ("statblock", "actor", "monster", "creature")
_INSIDE = ("system", "data", "attributes", "details", "traits", "stats", "combat", "misc", "config")
_ITEMS = ("items", "actions", "weapons", "attacks")
_TECHNICAL = (
    *("_id", "id", "img", "flags", "prototypetoken", "token", "ownership", "permission", "folder", "sort", "effects"),
    *(
        "_stats",
        "biography",
        "imageurl",
        "source",
        "version",
        "path",
        "lastupdatems",
        "description",
        "config",
        "schema",
    ),
)
"""Keys of the program that wrote the file."""
_ABILITIES = ("abilities", "scores")
_MAIN = ("Value", "value", "base", "flat", "walk", "total", "normal", "current", "max")
_MAIN_HIT_POINTS = ("max", "Max", "average", "Value", "value", "current")
_DICE_KEYS = ("hd", "hitDice", "hit_dice", "hitdice")
_HIT = re.compile(r"Hit:?(?:</?\w+>|\s)*\d+\s*\(\s*(\d*d\d+(?:\s*[+-]\s*\d+)?)\s*\)", re.IGNORECASE)
_LONGEST = 2000


def read_objects(text: str) -> list[PastedEntry]:
    """Return the entries of a JSON text. Raises BadEntry, naming the line."""
    try:
        found: Any = read_json(text)
    except DocumentError as problem:
        raise make_error(problem.line, str(problem)) from problem
    objects = _list_objects(found)
    count_entries(objects)
    for number, each in enumerate(objects, 1):
        if not isinstance(each, dict):
            raise make_error(1, f"creature {number} is not an object with a name")
    return [_read_object(each) for each in objects]


def _list_objects(found: Any) -> list[Any]:
    """Return the objects of a list, also where the list stands under a key such as "monsters"."""
    if isinstance(found, list):
        return [_find_stat_block(each) for each in found]
    if isinstance(found, dict) and not _find(found, "name"):
        for key, value in found.items():
            if key.lower() in _LISTS and isinstance(value, list | dict):
                return _list_objects(value)
    return [_find_stat_block(found)]


def _find_stat_block(each: Any) -> Any:
    """Return the stat block of a tracker's combatant."""
    if isinstance(each, dict):
        for key, value in each.items():
            if key.lower() in _WRAPPED and isinstance(value, dict):
                name = _find(value, "name") or _find(each, "name") or _find(each, "alias")
                return {**value, "name": name}
    return each


def _find(given: Mapping[str, Any], wanted: str) -> Any:
    return next((value for key, value in given.items() if key.lower() == wanted and value), None)


def _read_object(given: Mapping[str, Any]) -> PastedEntry:
    name = _find(given, "name")
    read = list(_read_values(given, 0))
    items = [each for key, value in _list_items(given) for each in _read_items(key, value, read)]
    return PastedEntry(1, str(name or "")[:200], tuple(_merge_attacks(read, items)))


def _list_items(given: Mapping[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    """Yield the lists of items and actions, also those under "system"."""
    for key, value in given.items():
        if key.lower() in _ITEMS and isinstance(value, list) and any(isinstance(each, dict) for each in value):
            yield key, value
        elif key.lower() in _INSIDE and isinstance(value, dict):
            yield from _list_items(value)


def _merge_attacks(read: list[PastedClause], items: list[PastedClause]) -> list[PastedClause]:
    """Return all clauses; attacks of items only where no damage is given beside them."""
    if any(each.label == "damage" for each in read):
        items = [PastedClause("", each.sign, f"{each.value} (damage is given beside it)") for each in items]
    elif any(each.label == "attacks" for each in items):
        read = [PastedClause("", e.sign, e.value) if e.label == "attacks" and e.value.isdecimal() else e for e in read]
    return [*read, *items]


# Values.


def _read_values(given: Mapping[str, Any], depth: int) -> Iterator[PastedClause]:
    """Yield the labels and values of an object."""
    for key, value in given.items():
        plain = key.lower()
        words = " ".join(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key).replace("_", " ").split())[:LONGEST_NAME]
        if plain == "name" or (plain in _ITEMS and isinstance(value, list) and any(isinstance(e, dict) for e in value)):
            continue
        if isinstance(value, Mapping):
            if plain in _INSIDE and depth < 6:
                yield from _read_values(value, depth + 1)
            elif plain not in _TECHNICAL:
                yield from _read_inner(words, value)
        elif plain in _TECHNICAL or _is_empty(value):
            continue
        else:
            yield PastedClause(lookup_label(words), words, _to_text(value))


def _read_inner(words: str, value: Mapping[str, Any]) -> Iterator[PastedClause]:
    """Yield the main value of an object such as {"value": 6}, and hit dice that stand beside it."""
    label = lookup_label(words)
    if words.lower() in _ABILITIES or not value:
        if value:
            yield PastedClause("other game" if _is_modern(value) else "of no use in a fight", words, "...")
        return
    for key in _DICE_KEYS:
        if not _is_empty(value.get(key)):
            yield PastedClause("hit dice", key, _to_text(value[key]))
    order = _MAIN_HIT_POINTS if label == "hit points" else _MAIN
    main = next((key for key in order if not _is_empty(value.get(key))), None)
    if main is None or not label or label in SPECIAL:
        if not label and (inner := [each for each in _read_values(value, 5) if each.label]):
            yield from inner
        elif any(key not in _DICE_KEYS for key in value):
            yield PastedClause("" if label in SPECIAL else label or "", words, "...")
        return
    main = _prefer(value, main, order)
    yield PastedClause(label, words, _to_text(value[main]))
    for key, other in value.items():
        if key != main and key not in _DICE_KEYS and isinstance(other, str | int) and other and other != value[main]:
            yield PastedClause("", f"{words} {key}", _to_text(other))


def _prefer(value: Mapping[str, Any], main: str, order: tuple[str, ...]) -> str:
    """Return the first key with a value that is not 0, else the first."""
    return next((key for key in order if not _is_empty(value.get(key)) and value[key] != 0), main)


def _is_empty(value: Any) -> bool:
    """Return whether a value says nothing; 0 and 1 are numbers, not switches."""
    return value is None or value == "" or isinstance(value, bool)


def _is_modern(scores: Mapping[str, Any]) -> bool:
    """Return whether ability scores are those of a file of newer rules."""
    return any(isinstance(each, Mapping) and ("proficient" in each or "mod" in each) for each in scores.values())


def _to_text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(str(each) for each in value if isinstance(each, str | int | float))[:_LONGEST] or "..."
    return " ".join(re.sub(r"<[^<>]{0,200}>", " ", str(value)).split())[:_LONGEST]


# Items and actions.


def _read_items(key: str, items: list[Any], read: list[PastedClause]) -> Iterator[PastedClause]:
    """Yield the attacks of items: one routine of limbs, or the weapons; and the other items."""
    blows, weapons, others = [], [], []
    for item in items:
        if not isinstance(item, dict):
            continue
        name = re.sub(r"[^A-Za-z' -]+", " ", str(_find(item, "name") or "item")).strip()[:LONGEST_NAME] or "item"
        damage = _find_damage(item)
        if damage and find_weapon_names(name):
            weapons.append(f"{name} ({damage})")
        elif damage:
            blows.append(f"{_find_count(item)}{name} ({damage})")
        elif find_weapon_names(name):
            yield PastedClause("weapons", key, name)
        else:
            others.append(name)
    modern = key.lower() == "actions" or any(each.label == "other game" for each in read)
    for each in [*blows, *weapons] if modern else (", ".join(blows), " or ".join(weapons)):
        if each:
            yield PastedClause("attacks", key, each)
    if others:
        yield PastedClause("", key, ", ".join(others)[:_LONGEST])


def _find_count(item: Mapping[str, Any]) -> str:
    """Return how often a round an item is used, as the begin of a piece."""
    inner = item.get("system") or item.get("data") or {}
    counter = inner.get("counter") if isinstance(inner, Mapping) else None
    most = counter.get("max") if isinstance(counter, Mapping) else None
    return f"{most} " if isinstance(most, int) and 1 < most <= 12 else ""


def _find_damage(item: Mapping[str, Any]) -> str:
    """Return the damage of an item as text; "" for none."""
    inner = next((item[key] for key in ("system", "data") if isinstance(item.get(key), dict)), item)
    found = _find(inner, "damage") or _find(inner, "damage_dice") or _find(inner, "dmg")
    if isinstance(found, Mapping):
        found = _read_damage_object(found)
    if not found:
        content = str(_find(inner, "content") or _find(inner, "desc") or _find(inner, "text") or "")[:_LONGEST]
        match = _HIT.search(content)
        found = match[1] if match else ""
    return str(found).strip()[:60] if isinstance(found, str | int) else ""


def _read_damage_object(damage: Mapping[str, Any]) -> str:
    base = damage.get("base") if isinstance(damage.get("base"), Mapping) else damage
    assert isinstance(base, Mapping)
    if base.get("number") and base.get("denomination"):
        bonus = str(base.get("bonus") or "").strip()
        return f"{base['number']}d{base['denomination']}" + (f"+{bonus.lstrip('+')}" if bonus else "")
    parts = damage.get("parts")
    if isinstance(parts, list) and parts:
        texts = [str(each[0] if isinstance(each, list) and each else each) for each in parts]
        return " plus ".join(texts)
    return str(damage.get("normal") or damage.get("value") or damage.get("dice") or damage.get("formula") or "")
