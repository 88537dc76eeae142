"""The figure that a monster, hit dice or a class and level make, before anything else is said of it."""

from fractions import Fraction

from rules.dice_text import parse
from rules.figure import Figure, Psionic
from rules.reference import (
    MonsterEntry,
    MonsterPsionic,
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
from rules.state import evolve

_HIT_DIE = Fraction(9, 2)
_HIT_POINTS = {
    "fighter": "1d10",
    "paladin": "1d10",
    "ranger": "1d8",
    "cleric": "1d8",
    "druid": "1d8",
    "thief": "1d6",
    "assassin": "1d6",
    "bard": "1d6",
    "magic_user": "1d4",
    "illusionist": "1d4",
    "monk": "1d4",
    "level_0": "1d6",
}
_TWO_DICE_AT_FIRST = ("ranger", "monk")


def from_monster(figure: Figure, entry: MonsterEntry) -> Figure:
    """A monster as the table has it, with average hit points."""
    return evolve(
        figure,
        kind=entry.id,
        hit_dice=entry.hit_dice,
        hit_points=entry.hit_points,
        armor_class=entry.armor_class,
        unencumbered=entry.movement,
        size=entry.size,
        legs=entry.legs,
        routines=Fraction(_routines(entry)),
        to_hit=lookup_monster_row(entry.attack_row),
        saves=lookup_monster_saves(entry.hit_dice, entry.mindless),
        psionic=_psionic(entry.psionic),
        surprised=entry.surprised,
        surprises=entry.surprises,
        initiative_die=entry.initiative_die,
        undead=entry.undead,
        natural=entry.natural,
        morale=entry.morale,
        magic_resistance=entry.magic_resistance,
        special=entry.special,
    )


def with_hit_dice(figure: Figure, hit_dice: str, mindless: bool) -> Figure:
    """The same with other hit dice: attack row, saves, and 4 1/2 hit points a die. Raises ValueError."""
    return evolve(
        figure,
        hit_dice=hit_dice,
        hit_points=_hit_points(hit_dice),
        to_hit=lookup_monster_row(hit_dice),
        saves=lookup_monster_saves(hit_dice, mindless),
    )


def with_class(figure: Figure, class_: str, level: int) -> Figure:
    """The same as a character of a class and level. Raises UnknownId.

    Hit points are the average of the class's die for each level (rangers and monks have two at first level), at
    least 1. A monk has the armor class and the movement of his level.
    """
    to_hit = lookup_attack_row(class_, level)
    figure = evolve(
        figure,
        level=level,
        hit_dice="",
        hit_points=_average(class_, level),
        to_hit=to_hit,
        saves=lookup_saves(class_, level),
        routines=lookup_attacks_per_round(class_, level),
        turns_undead=lookup_turning_level(class_, level),
        natural=False,
    )
    if class_ != "monk":
        return figure
    monk = lookup_monk(level)
    surprised = lookup_monk_surprised(level)
    return evolve(figure, armor_class=monk.armor_class, unencumbered=monk.movement, surprised=surprised)


def with_odds(figure: Figure, id: str) -> Figure:
    """The same with the odds of surprise that a class or race of this id has, where they differ from the standard."""
    odds = lookup_surprise(id)
    if odds is None:
        return figure
    return evolve(
        figure,
        surprises=odds.surprises or figure.surprises,
        surprised=odds.surprised or figure.surprised,
    )


def with_race(figure: Figure, race: str, own_pace: bool) -> Figure:
    """The same of a race: its odds of surprise, and its pace unless the figure has one of its own."""
    figure = evolve(with_odds(figure, race), race=race)
    return figure if own_pace else evolve(figure, unencumbered=lookup_base_movement(race))


def caster_level(figure: Figure) -> int:
    """The level at which spells are cast: its own, else its hit dice, at least 1."""
    if figure.level or not figure.hit_dice:
        return max(figure.level, 1)
    return max(read_hit_dice(figure.hit_dice).dice, 1)


def _routines(entry: MonsterEntry) -> int:
    """One routine of natural attacks, or as many as it has attacks by weapon."""
    if any(not each.by_weapon for each in entry.attacks):
        return 1
    return max(each.count for each in entry.attacks)


def _psionic(printed: MonsterPsionic | None) -> Psionic | None:
    """The middle of the printed ability, half of it for attack and half for defense."""
    if printed is None:
        return None
    half = (printed.lowest + printed.highest) // 4
    return Psionic(half, half, printed.attack_modes, printed.defense_modes)


def _hit_points(hit_dice: str) -> int:
    dice = read_hit_dice(hit_dice)
    if not dice.dice:
        points = parse(hit_dice.removesuffix(" hp")).average if hit_dice.endswith(" hp") else _HIT_DIE / 2
        return max(int(points), 1)
    return max(int(dice.dice * _HIT_DIE) + dice.plus, 1)


def _average(class_: str, level: int) -> int:
    dice = max(level, 1) + (class_ in _TWO_DICE_AT_FIRST)
    return max(int(parse(_HIT_POINTS[class_]).average * dice), 1)
