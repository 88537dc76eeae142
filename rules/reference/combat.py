"""Attack rows, saving throws, attacks a round and the turning of undead."""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from rules.kernel.frozen import frozen
from rules.kernel.terms import Save
from rules.reference.tables import Row, find, find_band, index_rows, list_rows, load_table

_HIT_DICE = re.compile(r"(?P<dice>\d{1,3})(?P<plus>[+-]\d{1,3})?", re.ASCII)
_HIT_POINTS = re.compile(r"\d{1,3}d\d{1,3}(?:[+-]\d{1,3})? hp|0?\.\d{1,3}|1/\d{1,3}", re.ASCII)
_BELOW = "below 1-1"

Saves = tuple[tuple[Save, int], ...]


@frozen
class HitDice:
    """Hit dice and the points added to them, as in "4+1"."""

    dice: int
    """Whole dice; 0 for less than one."""
    plus: int = 0


@frozen
class MonkRow:
    """One level of the monk table."""

    armor_class: int
    movement: int
    """Inches a round."""
    attacks: Fraction
    """Attacks a round with the open hand."""
    open_hand: str
    """Dice of damage."""


def read_hit_dice(text: str) -> HitDice:
    """Read hit dice: "4+1", "1-1", "3", "1d4 hp" or "0.25" (below one die). Raises ValueError."""
    if text == _BELOW or _HIT_POINTS.fullmatch(text):
        return HitDice(0)
    match = _HIT_DICE.fullmatch(text)
    if match is None:
        raise ValueError(f'"{text}" is not a number of hit dice such as "4+1", "1-1" or "1d4 hp"')
    return HitDice(int(match["dice"]), int(match["plus"] or 0))


def list_classes() -> tuple[str, ...]:
    """Return the ids of the character classes, including level_0 (people without a class)."""
    return tuple(_map_groups("attack_group"))


def lookup_attack_row(class_: str, level: int) -> tuple[int, ...]:
    """Return the d20 scores to hit armor class 10, 9, ... -10, in that order. Raises UnknownId."""
    group = find("class", class_, _map_groups("attack_group"))
    level = 0 if class_ == "level_0" else level
    return tuple(find_band(_select_rows("attack_row", "group", group), "level", level)["to_hit"])


def lookup_monster_row(hit_dice: str) -> tuple[int, ...]:
    """Return the d20 scores with which a monster hits armor class 10, 9, ... -10, in that order.

    ``hit_dice`` may also be a row's own label ("4-5+"). More than 3 points added count as the next die. A minus
    counts only with a single die. Raises ValueError for any other text.
    """
    labelled = index_rows(list_rows("attack_tables", "monster_attack_row"), "hd")
    if hit_dice in labelled:
        return tuple(labelled[hit_dice]["to_hit"])
    dice = read_hit_dice(hit_dice)
    steps = dice.dice + (1 if dice.plus > 3 else 0)
    if steps >= 2:
        banded = [row for row in labelled.values() if "hd_min" in row]
        return tuple(find_band(banded, "hd", steps)["to_hit"])
    return tuple(labelled[_find_label_up_to_one(dice)]["to_hit"])


def lookup_saves(class_: str, level: int) -> Saves:
    """Return the five saving throws of a character, as d20 scores needed. Raises UnknownId.

    A paladin's bonus is included.
    """
    group = find("class", class_, _map_groups("save_group"))
    bonus = int(load_table("attack_tables")["save_modifiers"]["paladin_all_saves_bonus"]) if class_ == "paladin" else 0
    row = _find_save_row(group, 0 if class_ == "level_0" else level)
    return tuple((save, int(row[save.value]) - bonus) for save in Save)


def lookup_monster_saves(hit_dice: str, mindless: bool = False) -> Saves:
    """Return the five saving throws of a monster, as d20 scores needed. Raises ValueError.

    They are those of a fighter with as many levels as hit dice. Each 1 to 4 points added count as one more die. Less
    than one die saves as level 0. The mindless save as half their dice, rounded up, except against poison and death.
    """
    dice = read_hit_dice(hit_dice)
    level = dice.dice + (max(dice.plus, 0) + 3) // 4
    if dice.dice == 1 and dice.plus < 0:
        level = 0
    half = (level + 1) // 2 if mindless else level
    group = str(load_table("attack_tables")["save_modifiers"]["monster_save_group"])
    return tuple(
        (save, int(_find_save_row(group, level if save is Save.PARALYSIS_POISON_DEATH else half)[save.value]))
        for save in Save
    )


def lookup_attacks_per_round(class_: str, level: int) -> Fraction:
    """Return attack routines a round: 3/2 is three in two rounds. Raises UnknownId."""
    find("class", class_, _map_groups("attack_group"))
    if class_ == "monk":
        return lookup_monk(level).attacks
    listed = _select_rows("attacks_per_round", "class", "fighter" if class_ == "bard" else class_)
    if not listed:
        return Fraction(1)
    row = find_band(listed, "level", level)
    return Fraction(row["attacks"], row["rounds"])


def lookup_monk(level: int) -> MonkRow:
    """Return the row of the monk table for this level; above its last level, the last row."""
    table = list_rows("attack_tables", "monk_row")
    row = table[min(max(level, 1), len(table)) - 1]
    attacks = Fraction(row["attacks"], row["rounds"])
    return MonkRow(int(row["armour_class"]), int(row["move_in"]), attacks, str(row["open_hand_dice"]))


def lookup_turning_level(class_: str, level: int) -> int:
    """Return the cleric level at which a character turns undead; 0 for one who cannot.

    A paladin turns as a cleric two levels lower.
    """
    if class_ == "paladin":
        level += int(load_table("attack_tables")["turn_meta"]["paladin_level_offset"])
    return max(level, 0) if class_ in ("cleric", "paladin") else 0


@frozen
class TurningEntry:
    """An entry of the turning table."""

    printed: str
    """A number to score on a d20, "T" turned, "D" destroyed, "D*" 7 to 12 destroyed, or "-" no effect."""

    @property
    def least(self) -> int | None:
        """Return the least score on a d20 that turns; None where no die is rolled."""
        return int(self.printed) if self.printed.isdigit() else None

    @property
    def destroys(self) -> bool:
        """Return whether the undead are destroyed."""
        return self.printed in ("D", "D*")

    @property
    def turns_always(self) -> bool:
        """Return whether the undead are turned or destroyed without a die."""
        return self.destroys or self.printed == "T"


def lookup_turning(level: int, undead: str) -> TurningEntry:
    """Return the entry of the turning table for a ``level`` that lookup_turning_level gave.

    Raises UnknownId for an unknown kind of undead.
    """
    results = find("undead", undead, index_rows(list_rows("attack_tables", "turn_row"), "undead"))["results"]
    if level < 1:
        return TurningEntry("-")
    firsts = [int(re.split(r"\D", label)[0]) for label in load_table("attack_tables")["turn_meta"]["columns"]]
    return TurningEntry(str(results[sum(first <= level for first in firsts) - 1]))


def list_undead() -> tuple[str, ...]:
    """Return the rows of the turning table, weakest first."""
    return tuple(index_rows(list_rows("attack_tables", "turn_row"), "undead"))


def lookup_turning_dice(undead: str) -> str:
    """Return the dice of how many undead are turned. Raises UnknownId.

    Fewer of the special ones are turned.
    """
    find("undead", undead, index_rows(list_rows("attack_tables", "turn_row"), "undead"))
    meta = load_table("attack_tables")["turn_meta"]
    return str(meta["special_affected_dice" if undead == "special" else "affected_dice"])


def _find_label_up_to_one(dice: HitDice) -> str:
    """Return the label of the row for less than two dice. Any minus is "below 1-1"."""
    if dice.dice == 0 or dice.plus < 0:
        return _BELOW
    return "1+" if dice.plus else "1"


def _find_save_row(group: str, level: int) -> Row:
    return find_band(_select_rows("save_row", "group", group), "level", level)


def _select_rows(kind: str, key: str, value: str) -> list[Row]:
    return [row for row in list_rows("attack_tables", kind) if row[key] == value]


@cache
def _map_groups(kind: str) -> Mapping[str, str]:
    """Map each class id to the id of the group that has its rows."""
    return {str(class_): str(group["id"]) for group in list_rows("attack_tables", kind) for class_ in group["classes"]}
