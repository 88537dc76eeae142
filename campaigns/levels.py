"""The class of a character: what its prime requisites add, and its next level."""

from campaigns.models import Character
from rules.api import Combatant, UnknownId, add_experience_bonus, list_classes, lookup_class, lookup_level_experience

ABILITIES = {
    "str": "Strength",
    "int": "Intelligence",
    "wis": "Wisdom",
    "dex": "Dexterity",
    "con": "Constitution",
    "cha": "Charisma",
}
"""The abilities by their keys on a sheet. The tables name them with small letters."""


def read_scores(character: Character | None) -> dict[str, int]:
    """Return the ability scores of a sheet by name; exceptional strength is 18."""
    typed = character.sheet.get("abilities", {}) if character is not None else {}
    plain = {name.lower(): str(typed.get(key) or "").partition("/")[0] for key, name in ABILITIES.items()}
    return {name: int(score) for name, score in plain.items() if score.isdecimal()}


def has_levels(class_: str) -> bool:
    """Return whether a class has a table of levels."""
    try:
        return class_ in list_classes() and bool(lookup_class(class_))
    except UnknownId:
        return False


def find_next_experience(class_: str, level: int) -> int | None:
    """Return the first point of the level after this one; None for none."""
    return lookup_level_experience(class_, level + 1) if has_levels(class_) else None


def describe_training(class_: str, level: int) -> str:
    """Return the words for a next level that has been reached."""
    return f"may train for {class_.replace('_', '-')} {level + 1}"


def add_prime_bonus(each: Combatant, character: Character | None, points: int) -> int:
    """Return earned points with what the prime requisites of a character's class add.

    Of several classes the DM divides the points, so nothing is added.
    """
    if each.stat_block.creature.classes:
        return points
    try:
        return add_experience_bonus(each.stat_block.creature.kind, points, read_scores(character))
    except UnknownId:
        return points


def find_least_experience(each: Combatant) -> int:
    """Return the first point of the level that a combatant has.

    0 where no table knows it, and for several classes.
    """
    creature = each.stat_block.creature
    if creature.classes:
        return 0
    try:
        return lookup_level_experience(creature.kind, max(creature.level, 1)) or 0
    except UnknownId:
        return 0


def find_next_level(each: Combatant, experience: int) -> int | None:
    """Return the first point of a character's next level.

    None where no table knows it, for several classes, or where the experience does not reach the level that the
    character has.
    """
    if each.stat_block.creature.classes:
        return None
    kind, level = each.stat_block.creature.kind, each.stat_block.creature.level
    try:
        needed = lookup_level_experience(kind, max(level, 1))
        return lookup_level_experience(kind, level + 1) if needed is not None and experience >= needed else None
    except UnknownId:
        return None
