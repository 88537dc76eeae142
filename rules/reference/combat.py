"""Attack rows, saving throws, attacks per round and the turning of undead."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from rules.reference.tables import Row, by_id, find, in_band, load, rows
from rules.terms import Save

_HIT_DICE = re.compile(r"(?P<dice>\d{1,3})(?P<plus>[+-]\d{1,3})?", re.ASCII)
_HIT_POINTS = re.compile(r"\d{1,3}d\d{1,3}(?:[+-]\d{1,3})? hp|0?\.\d{1,3}|1/\d{1,3}", re.ASCII)
_BELOW = "below 1-1"

Saves = tuple[tuple[Save, int], ...]


@dataclass(frozen=True)
class HitDice:
    """Hit dice and the points added to them, as in "4+1". What is below one die has 0 dice."""

    dice: int
    plus: int = 0


@dataclass(frozen=True)
class MonkRow:
    """A monk's armor class, movement in inches, attacks a round and the dice of the open hand."""

    armor_class: int
    movement: int
    attacks: Fraction
    open_hand: str


def read_hit_dice(text: str) -> HitDice:
    """Hit dice as written: "4+1", "1-1", "3", "1d4 hp" or "0.25" (below one die). Raises ValueError."""
    if text == _BELOW or _HIT_POINTS.fullmatch(text):
        return HitDice(0)
    match = _HIT_DICE.fullmatch(text)
    if match is None:
        raise ValueError(f'"{text}" is not a number of hit dice such as "4+1", "1-1" or "1d4 hp"')
    return HitDice(int(match["dice"]), int(match["plus"] or 0))


def all_classes() -> tuple[str, ...]:
    """The ids of the character classes, level_0 (men without a class) included."""
    return tuple(_groups("attack_group"))


def lookup_attack_row(class_: str, level: int) -> tuple[int, ...]:
    """What a character needs to hit armor class 10, 9, ... -10, in that order. Raises UnknownId."""
    group = find("class", class_, _groups("attack_group"))
    level = 0 if class_ == "level_0" else level
    return tuple(in_band(_of("attack_row", "group", group), "level", level)["to_hit"])


def lookup_monster_row(hit_dice: str) -> tuple[int, ...]:
    """What a monster of these hit dice needs to hit armor class 10, 9, ... -10, in that order.

    A row's own label ("4-5+") serves as well. More than 3 points added count as the next die; a point less
    counts only from a single die. Raises ValueError where the text is neither.
    """
    labelled = by_id(rows("attack_tables", "monster_attack_row"), "hd")
    if hit_dice in labelled:
        return tuple(labelled[hit_dice]["to_hit"])
    dice = read_hit_dice(hit_dice)
    steps = dice.dice + (1 if dice.plus > 3 else 0)
    if steps >= 2:
        banded = [row for row in labelled.values() if "hd_min" in row]
        return tuple(in_band(banded, "hd", steps)["to_hit"])
    return tuple(labelled[_label_up_to_one(dice)]["to_hit"])


def lookup_saves(class_: str, level: int) -> Saves:
    """The five saving throws of a character, as faces needed; paladins have their bonus. Raises UnknownId."""
    group = find("class", class_, _groups("save_group"))
    bonus = int(load("attack_tables")["save_modifiers"]["paladin_all_saves_bonus"]) if class_ == "paladin" else 0
    row = _save_row(group, 0 if class_ == "level_0" else level)
    return tuple((save, int(row[save.value]) - bonus) for save in Save)


def lookup_monster_saves(hit_dice: str, mindless: bool = False) -> Saves:
    """The five saving throws of a monster: those of a fighter with as many levels as it has hit dice.

    Each 1 to 4 points added count as one more die; what is below one die saves as level 0. The mindless save as
    half their dice, rounded up, except in the column of poison and death. Raises ValueError.
    """
    dice = read_hit_dice(hit_dice)
    level = dice.dice + (max(dice.plus, 0) + 3) // 4
    if dice.dice == 1 and dice.plus < 0:
        level = 0
    half = (level + 1) // 2 if mindless else level
    group = str(load("attack_tables")["save_modifiers"]["monster_save_group"])
    return tuple(
        (save, int(_save_row(group, level if save is Save.PARALYSIS_POISON_DEATH else half)[save.value]))
        for save in Save
    )


def lookup_attacks_per_round(class_: str, level: int) -> Fraction:
    """Attack routines a round: 3/2 is three in two rounds. Raises UnknownId."""
    find("class", class_, _groups("attack_group"))
    if class_ == "monk":
        return lookup_monk(level).attacks
    listed = _of("attacks_per_round", "class", "fighter" if class_ == "bard" else class_)
    if not listed:
        return Fraction(1)
    row = in_band(listed, "level", level)
    return Fraction(row["attacks"], row["rounds"])


def lookup_monk(level: int) -> MonkRow:
    """What monks of this level have; above the last level of the table, its last row."""
    table = rows("attack_tables", "monk_row")
    row = table[min(max(level, 1), len(table)) - 1]
    attacks = Fraction(row["attacks"], row["rounds"])
    return MonkRow(int(row["armour_class"]), int(row["move_in"]), attacks, str(row["open_hand_dice"]))


def lookup_turning_level(class_: str, level: int) -> int:
    """The level at which a character turns undead: a cleric's own, a paladin's less two, 0 for who cannot."""
    if class_ == "paladin":
        level += int(load("attack_tables")["turn_meta"]["paladin_level_offset"])
    return max(level, 0) if class_ in ("cleric", "paladin") else 0


def lookup_turning(level: int, undead: str) -> str:
    """The turning table: a number to score on a d20, "T" turned, "D" destroyed, "D*" 7-12 destroyed, "-" no effect.

    ``level`` is the one that lookup_turning_level gives. Raises UnknownId for an unknown kind of undead.
    """
    results = find("undead", undead, by_id(rows("attack_tables", "turn_row"), "undead"))["results"]
    if level < 1:
        return "-"
    firsts = [int(re.split(r"\D", label)[0]) for label in load("attack_tables")["turn_meta"]["columns"]]
    return str(results[sum(first <= level for first in firsts) - 1])


def all_undead() -> tuple[str, ...]:
    """The rows of the turning table, weakest first."""
    return tuple(by_id(rows("attack_tables", "turn_row"), "undead"))


def lookup_turning_dice(undead: str) -> str:
    """The dice of how many are turned: fewer of the special ones. Raises UnknownId."""
    find("undead", undead, by_id(rows("attack_tables", "turn_row"), "undead"))
    meta = load("attack_tables")["turn_meta"]
    return str(meta["special_affected_dice" if undead == "special" else "affected_dice"])


def _label_up_to_one(dice: HitDice) -> str:
    """The row of less than two dice. Here a minus is below 1-1, which is a label itself."""
    if dice.dice == 0 or dice.plus < 0:
        return _BELOW
    return "1+" if dice.plus else "1"


def _save_row(group: str, level: int) -> Row:
    return in_band(_of("save_row", "group", group), "level", level)


def _of(kind: str, key: str, value: str) -> list[Row]:
    return [row for row in rows("attack_tables", kind) if row[key] == value]


@cache
def _groups(kind: str) -> Mapping[str, str]:
    """Class id -> the id of the group whose rows it uses."""
    return {str(class_): str(group["id"]) for group in rows("attack_tables", kind) for class_ in group["classes"]}
