"""Attack rows, saves, routines and turning, spot by spot as printed."""

from fractions import Fraction

import pytest

from rules.kernel.terms import Save
from rules.reference import (
    UnknownId,
    list_classes,
    list_undead,
    lookup_attack_row,
    lookup_attacks_per_round,
    lookup_charisma,
    lookup_dexterity,
    lookup_monk,
    lookup_monster_row,
    lookup_monster_saves,
    lookup_saves,
    lookup_strength,
    lookup_turning,
    lookup_turning_dice,
    lookup_turning_level,
    read_hit_dice,
)


def against(row: tuple[int, ...], armor_class: int) -> int:
    return row[10 - armor_class]


@pytest.mark.parametrize(
    ("class_", "level", "armor_class", "needed"),
    [
        ("fighter", 1, 10, 10),
        ("fighter", 1, 0, 20),
        ("fighter", 1, -5, 20),
        ("fighter", 1, -6, 21),
        ("fighter", 7, 4, 10),
        ("ranger", 7, 4, 10),
        ("fighter", 40, -10, 14),
        ("fighter", 0, 10, 11),
        ("level_0", 0, 10, 11),
        ("level_0", 3, 10, 11),
        ("cleric", 4, 5, 13),
        ("cleric", 0, 10, 10),
        ("thief", 9, 10, 6),
        ("magic_user", 5, 10, 11),
        ("magic_user", 21, 10, 1),
    ],
)
def test_a_character_needs_this_to_hit(class_: str, level: int, armor_class: int, needed: int) -> None:
    assert against(lookup_attack_row(class_, level), armor_class) == needed


def test_every_class_has_21_numbers_at_every_level() -> None:
    for class_ in list_classes():
        assert {len(lookup_attack_row(class_, level)) for level in range(30)} == {21}


@pytest.mark.parametrize(
    ("hit_dice", "at_armor_class_ten"),
    [
        ("below 1-1", 11),
        ("1d4 hp", 11),
        ("0.25", 11),
        ("1-2", 11),
        ("1-1", 10),
        ("1", 9),
        ("1+1", 8),
        ("1+3", 8),
        ("1+4", 6),
        ("2", 6),
        ("2-1", 6),
        ("3+3", 6),
        ("3+4", 5),
        ("4+1", 5),
        ("6+6", 3),
        ("7+7", 2),
        ("4-5+", 5),
        ("16", -3),
        ("30", -3),
    ],
)
def test_a_monster_needs_this_to_hit_armor_class_ten(hit_dice: str, at_armor_class_ten: int) -> None:
    assert lookup_monster_row(hit_dice)[0] == at_armor_class_ten


@pytest.mark.parametrize("text", ["", "many", "4+", "d8", "1.5"])
def test_hit_dice_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="hit dice"):
        read_hit_dice(text)
    with pytest.raises(ValueError, match="hit dice"):
        lookup_monster_row(text)


def test_a_fighter_of_fifth_level_saves_thus() -> None:
    assert lookup_saves("fighter", 5) == (
        (Save.PARALYSIS_POISON_DEATH, 11),
        (Save.PETRIFICATION_POLYMORPH, 12),
        (Save.ROD_STAFF_WAND, 13),
        (Save.BREATH, 13),
        (Save.SPELL, 14),
    )


def test_a_paladin_saves_two_better_than_a_fighter() -> None:
    fighter, paladin = dict(lookup_saves("fighter", 5)), dict(lookup_saves("paladin", 5))
    assert all(paladin[save] == fighter[save] - 2 for save in Save)


def test_a_monk_saves_as_a_thief_and_strikes_as_a_cleric() -> None:
    assert lookup_saves("monk", 4) == lookup_saves("thief", 4)
    assert lookup_attack_row("monk", 4) == lookup_attack_row("cleric", 4)


@pytest.mark.parametrize(
    ("hit_dice", "level"),
    [("3", 3), ("4+1", 5), ("4+4", 5), ("6+6", 8), ("1", 1), ("1-1", 0), ("1d4 hp", 0), ("3-1", 3)],
)
def test_a_monster_saves_as_a_fighter_of_its_dice(hit_dice: str, level: int) -> None:
    assert lookup_monster_saves(hit_dice) == lookup_saves("fighter", level)


def test_the_mindless_save_as_half_their_dice_but_for_poison_and_death() -> None:
    cube = dict(lookup_monster_saves("4", mindless=True))
    whole, half = dict(lookup_saves("fighter", 4)), dict(lookup_saves("fighter", 2))
    assert cube[Save.PARALYSIS_POISON_DEATH] == whole[Save.PARALYSIS_POISON_DEATH]
    assert all(cube[save] == half[save] for save in Save if save is not Save.PARALYSIS_POISON_DEATH)


@pytest.mark.parametrize(
    ("class_", "level", "routines"),
    [
        ("fighter", 6, Fraction(1)),
        ("fighter", 7, Fraction(3, 2)),
        ("fighter", 13, Fraction(2)),
        ("ranger", 7, Fraction(1)),
        ("ranger", 8, Fraction(3, 2)),
        ("paladin", 13, Fraction(2)),
        ("bard", 7, Fraction(3, 2)),
        ("monk", 4, Fraction(5, 4)),
        ("monk", 30, Fraction(4)),
        ("magic_user", 20, Fraction(1)),
    ],
)
def test_routines_a_round(class_: str, level: int, routines: Fraction) -> None:
    assert lookup_attacks_per_round(class_, level) == routines


def test_a_class_nobody_knows_has_no_rows() -> None:
    for lookup in (lookup_attack_row, lookup_saves, lookup_attacks_per_round):
        with pytest.raises(UnknownId, match='unknown class "wizard"'):
            lookup("wizard", 1)


def test_a_monk_of_fifth_level_has_these() -> None:
    monk = lookup_monk(5)
    assert (monk.armor_class, monk.movement, monk.attacks, monk.open_hand) == (7, 19, Fraction(5, 4), "1d6+1")


@pytest.mark.parametrize(
    ("level", "undead", "result"),
    [
        (1, "skeleton", "10"),
        (4, "skeleton", "T"),
        (8, "skeleton", "D*"),
        (6, "skeleton", "D"),
        (9, "vampire", "10"),
        (13, "vampire", "10"),
        (14, "vampire", "4"),
        (30, "special", "13"),
        (1, "lich", "-"),
        (0, "skeleton", "-"),
    ],
)
def test_a_cleric_turns_by_the_table(level: int, undead: str, result: str) -> None:
    assert lookup_turning(level, undead).printed == result


def test_a_paladin_turns_as_a_cleric_two_levels_lower_and_others_not_at_all() -> None:
    assert lookup_turning_level("paladin", 5) == 3
    assert lookup_turning_level("paladin", 1) == 0
    assert lookup_turning_level("cleric", 5) == 5
    assert lookup_turning_level("druid", 5) == 0


def test_fewer_of_the_special_undead_are_turned() -> None:
    assert [lookup_turning_dice(each) for each in ("ghoul", "special")] == ["1d12", "1d2"]


def test_only_undead_are_turned() -> None:
    assert "orc" not in list_undead()
    with pytest.raises(UnknownId, match='unknown undead "orc"'):
        lookup_turning(1, "orc")
    with pytest.raises(UnknownId):
        lookup_turning_dice("orc")


@pytest.mark.parametrize(
    ("score", "class_", "hit", "damage"),
    [
        (3, "", -3, -1),
        (16, "cleric", 0, 1),
        (18, "fighter", 1, 2),
        ("18", "fighter", 1, 2),
        ("18/01", "fighter", 1, 3),
        ("18/63", "ranger", 2, 3),
        ("18/63", "", 2, 3),
        ("18/63", "thief", 1, 2),
        ("18/00", "paladin", 3, 6),
    ],
)
def test_strength_adjusts(score: int | str, class_: str, hit: int, damage: int) -> None:
    found = lookup_strength(score, class_)
    assert (found.hit, found.damage) == (hit, damage)


@pytest.mark.parametrize("score", [2, 19, "17/50", "18/5", "strong", ""])
def test_a_strength_outside_the_table_is_refused(score: int | str) -> None:
    with pytest.raises(ValueError, match="is not a strength"):
        lookup_strength(score)


def test_dexterity_adjusts_reaction_missiles_and_armor() -> None:
    quick = lookup_dexterity(17)
    assert (quick.reaction, quick.attacking, quick.armor_class) == (2, 2, -3)
    with pytest.raises(ValueError, match="dexterity"):
        lookup_dexterity(20)


def test_charisma_sways_reactions() -> None:
    assert lookup_charisma(16).reaction == 25
    with pytest.raises(ValueError, match="charisma"):
        lookup_charisma(2)
