"""Stat blocks from the monster table, hit dice or a class, before other values are applied."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from operator import attrgetter, itemgetter

from rules.kernel.dice import DiceText, parse_dice
from rules.kernel.stat_block import ClassLevel, Psionic, StatBlock, Surprise
from rules.reference import (
    MonsterEntry,
    MonsterPsionic,
    compute_hit_point_dice,
    list_classes,
    lookup_attack_row,
    lookup_attacks_per_round,
    lookup_base_movement,
    lookup_monk,
    lookup_monk_surprised,
    lookup_monster_row,
    lookup_monster_saves,
    lookup_saves,
    lookup_surprise,
    lookup_turning_level,
    read_hit_dice,
)

_HIT_DIE = Fraction(9, 2)
_WITHOUT_CLASS = "level_0"
_DIE_WITHOUT_CLASS = 6
_BELOW_ONE = "1d4"
"""The hit points of a creature of less than one die."""


def apply_monster(stat_block: StatBlock, entry: MonsterEntry) -> StatBlock:
    """Return the stat block with the numbers of a monster, and average hit points."""
    return replace(
        stat_block,
        creature=replace(
            stat_block.creature,
            kind=entry.id,
            hit_dice=entry.hit_dice,
            size=entry.size,
            legs=entry.legs,
            undead=entry.undead,
            morale=entry.morale,
        ),
        defence=replace(
            stat_block.defence,
            hit_points=entry.defence.hit_points,
            armor_class=entry.defence.armor_class,
            magic_resistance=entry.defence.magic_resistance,
            saves=lookup_monster_saves(entry.hit_dice, entry.mindless),
        ),
        attack=replace(
            stat_block.attack,
            to_hit=lookup_monster_row(entry.attack.attack_row),
            routines=Fraction(_count_routines(entry)),
            natural=entry.natural,
            initiative_die=entry.attack.initiative_die,
        ),
        pace=replace(stat_block.pace, unencumbered=entry.pace.movement),
        powers=replace(
            stat_block.powers,
            psionic=_compute_average_psionic(entry.psionic),
            special=entry.special,
            on_hit=entry.on_hit,
            regeneration=entry.regeneration,
        ),
        surprise=entry.surprise,
    )


def apply_hit_dice(stat_block: StatBlock, hit_dice: str, mindless: bool) -> StatBlock:
    """Return the stat block with the attack row, saves and hit points of these hit dice.

    Hit points are 4 1/2 a die. Raises ValueError.
    """
    saves = lookup_monster_saves(hit_dice, mindless)
    return replace(
        stat_block,
        creature=replace(stat_block.creature, hit_dice=hit_dice),
        defence=replace(stat_block.defence, hit_points=_compute_average_hit_points(hit_dice), saves=saves),
        attack=replace(stat_block.attack, to_hit=lookup_monster_row(hit_dice)),
    )


def apply_class(stat_block: StatBlock, class_: str, level: int) -> StatBlock:
    """Return the stat block as a character of a class and level. Raises UnknownId.

    Hit points are the average of the hit dice, at least 1. A monk also gets the armor class and movement of the level.
    """
    to_hit, saves = lookup_attack_row(class_, level), lookup_saves(class_, level)
    routines = lookup_attacks_per_round(class_, level)
    stat_block = replace(
        stat_block,
        creature=replace(stat_block.creature, level=level, hit_dice=""),
        defence=replace(stat_block.defence, hit_points=_compute_average_of_class(class_, level), saves=saves),
        attack=replace(stat_block.attack, to_hit=to_hit, routines=routines, natural=False),
        powers=replace(stat_block.powers, turns_undead=lookup_turning_level(class_, level)),
    )
    if class_ != "monk":
        return stat_block
    monk = lookup_monk(level)
    return replace(
        stat_block,
        defence=replace(stat_block.defence, armor_class=monk.armor_class),
        pace=replace(stat_block.pace, unencumbered=monk.movement),
        surprise=replace(stat_block.surprise, surprised=lookup_monk_surprised(level)),
    )


def apply_classes(stat_block: StatBlock, classes: Sequence[ClassLevel]) -> StatBlock:
    """Return the stat block as a character of these classes. Raises UnknownId.

    Of several it has the best: the attack row, the save in each column, the attacks a round, the odds of surprise.
    Hit points are the average of those that each class alone would have.
    """
    each_alone = [_apply_one_class(stat_block, each) for each in classes]
    if len(each_alone) == 1:
        return each_alone[0]
    columns = zip(*(each.defence.saves for each in each_alone), strict=True)
    return replace(
        stat_block,
        creature=replace(
            stat_block.creature,
            kind=classes[0].id,
            level=max(each.level for each in classes),
            classes=tuple(classes),
            hit_dice="",
        ),
        defence=replace(
            stat_block.defence,
            hit_points=max(sum(each.defence.hit_points for each in each_alone) // len(each_alone), 1),
            armor_class=min(each.defence.armor_class for each in each_alone),
            saves=tuple(min(column, key=itemgetter(1)) for column in columns),
        ),
        attack=replace(
            stat_block.attack,
            to_hit=min(each.attack.to_hit for each in each_alone),
            routines=max(each.attack.routines for each in each_alone),
            natural=False,
        ),
        pace=replace(stat_block.pace, unencumbered=max(each.pace.unencumbered for each in each_alone)),
        powers=replace(stat_block.powers, turns_undead=max(each.powers.turns_undead for each in each_alone)),
        surprise=Surprise(
            min((each.surprise.surprised for each in each_alone), key=attrgetter("chance")),
            max((each.surprise.surprises for each in each_alone), key=attrgetter("chance")),
        ),
    )


def _apply_one_class(stat_block: StatBlock, class_level: ClassLevel) -> StatBlock:
    stat_block = apply_class(stat_block, class_level.id, class_level.level)
    stat_block = replace(stat_block, creature=replace(stat_block.creature, kind=class_level.id))
    return apply_surprise_odds(stat_block, class_level.id)


def apply_surprise_odds(stat_block: StatBlock, id: str) -> StatBlock:
    """Return the stat block with the odds of surprise of the class or race with this id.

    The standard odds change nothing.
    """
    odds = lookup_surprise(id)
    if odds is None:
        return stat_block
    usual = stat_block.surprise
    return replace(stat_block, surprise=Surprise(odds.surprised or usual.surprised, odds.surprises or usual.surprises))


def apply_race(stat_block: StatBlock, race: str, own_pace: bool) -> StatBlock:
    """Return the stat block with a race, its odds of surprise and its movement.

    With ``own_pace`` the stat block keeps its movement.
    """
    stat_block = replace(apply_surprise_odds(stat_block, race), creature=replace(stat_block.creature, race=race))
    if own_pace:
        return stat_block
    return replace(stat_block, pace=replace(stat_block.pace, unencumbered=lookup_base_movement(race)))


def find_caster_level(stat_block: StatBlock) -> int:
    """Return the level at which it casts spells: its highest, else its hit dice, at least 1."""
    if stat_block.creature.level or not stat_block.creature.hit_dice:
        return max(stat_block.creature.level, 1)
    return max(read_hit_dice(stat_block.creature.hit_dice).dice, 1)


def _count_routines(entry: MonsterEntry) -> int:
    """Return 1 for a routine of natural attacks, else the number of attacks by weapon."""
    if any(not each.by_weapon for each in entry.attack.routine):
        return 1
    return max(each.count for each in entry.attack.routine)


def _compute_average_psionic(printed: MonsterPsionic | None) -> Psionic | None:
    """Return the middle of the printed ability, half for attack and half for defense."""
    if printed is None:
        return None
    half = (printed.lowest + printed.highest) // 4
    return Psionic(half, half, printed.attack_modes, printed.defense_modes)


def _compute_average_hit_points(hit_dice: str) -> int:
    dice = read_hit_dice(hit_dice)
    if not dice.dice:
        points = parse_dice(hit_dice.removesuffix(" hp")).average if hit_dice.endswith(" hp") else _HIT_DIE / 2
        return max(int(points), 1)
    return max(int(dice.dice * _HIT_DIE) + dice.plus, 1)


def find_hit_point_dice(stat_block: StatBlock) -> str:
    """Return the dice by which the hit points are rolled: "3d8+1".

    "" where there are none, and for several classes, whose dice differ.
    """
    creature = stat_block.creature
    if creature.classes:
        return ""
    if creature.hit_dice.endswith(" hp"):
        return creature.hit_dice.removesuffix(" hp")
    if creature.hit_dice:
        dice = read_hit_dice(creature.hit_dice)
        return str(DiceText(dice.dice, 8, dice.plus)) if dice.dice else _BELOW_ONE
    if creature.kind not in list_classes() or stat_block.sheet is not None:
        return ""
    return str(_find_dice_of_class(creature.kind, creature.level))


def _compute_average_of_class(class_: str, level: int) -> int:
    return max(int(_find_dice_of_class(class_, level).average), 1)


def _find_dice_of_class(class_: str, level: int) -> DiceText:
    """Return the hit dice of a class and level, at least one."""
    if class_ == _WITHOUT_CLASS:
        return DiceText(max(level, 1), _DIE_WITHOUT_CLASS)
    found = compute_hit_point_dice(class_, max(level, 1))
    return DiceText(max(found.dice, 1), found.sides, found.added)
