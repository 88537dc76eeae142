"""The words of the tables on abilities, levels and spells of a character."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from campaigns.levels import ABILITIES
from rules.api import (
    count_spell_slots,
    lookup_charisma,
    lookup_constitution,
    lookup_dexterity,
    lookup_known_spells,
    lookup_languages,
    lookup_mental_save,
    lookup_strength,
)


def describe_ability(key: str, score: Any, class_: str) -> str:
    """Return the adjustments of a score in words; "" where the tables say nothing."""
    try:
        return ", ".join(DESCRIBED[key](score, class_))
    except ValueError:
        return ""


def _describe_strength(score: Any, class_: str) -> Iterator[str]:
    found = lookup_strength(score, class_)
    if found.hit:
        yield f"{found.hit:+d} to hit"
    if found.damage:
        yield f"{found.damage:+d} damage"


def _describe_intelligence(score: Any, class_: str) -> Iterator[str]:
    known = lookup_known_spells(class_, score)
    if known is not None:
        yield f"learns {known.chance} %"
    if languages := lookup_languages(score):
        yield f"{languages} languages"


def _describe_wisdom(score: Any, class_: str) -> Iterator[str]:
    if saves := lookup_mental_save(score):
        yield f"{saves:+d} to saves of the mind"


def _describe_dexterity(score: Any, class_: str) -> Iterator[str]:
    found = lookup_dexterity(score)
    if found.attacking:
        yield f"{found.attacking:+d} missiles"
    if found.armor_class:
        yield f"AC {found.armor_class:+d}"


def _describe_constitution(score: Any, class_: str) -> Iterator[str]:
    found = lookup_constitution(score)
    is_fighter = class_ in ("fighter", "paladin", "ranger")
    if points := found.hit_points_of_fighters if is_fighter else found.hit_points:
        yield f"{points:+d} a hit die"
    yield f"shock {found.system_shock} %"


def _describe_charisma(score: Any, class_: str) -> Iterator[str]:
    found = lookup_charisma(score)
    yield f"{found.henchmen} henchmen"
    if found.reaction:
        yield f"{found.reaction:+d} % reactions"


DESCRIBED: Mapping[str, Callable[[Any, str], Iterator[str]]] = {
    "str": _describe_strength,
    "int": _describe_intelligence,
    "wis": _describe_wisdom,
    "dex": _describe_dexterity,
    "con": _describe_constitution,
    "cha": _describe_charisma,
}


def count_slots(class_: str, level: int, abilities: Mapping[str, Any]) -> Mapping[int, int]:
    """Return the spells that a character may have in memory, by spell level."""
    scores = {
        name.lower(): int(str(abilities[key]).partition("/")[0]) for key, name in ABILITIES.items() if key in abilities
    }
    found: dict[int, int] = {}
    for each in count_spell_slots(class_, level, scores):
        for spell_level, many in enumerate(each.slots, 1):
            found[spell_level] = found.get(spell_level, 0) + many
    return {spell_level: many for spell_level, many in found.items() if many}
