"""Levels by experience, prime requisites, and how far a race may rise."""

import pytest

from rules.reference import (
    Edition,
    UnknownId,
    add_experience_bonus,
    compute_hit_point_dice,
    find_level,
    find_race_limit,
    has_experience_bonus,
    limit_experience,
    list_classes,
    list_levels,
    list_races,
    lookup_class,
    lookup_level_experience,
    lookup_race,
    may_train,
    split_experience,
)
from rules.statblocks import build_stat_blocks
from rules.statblocks.base_stat_blocks import find_hit_point_dice

CLASSES = [each for each in list_classes() if each != "level_0"]
WITHOUT_PRIME = {"illusionist", "assassin", "monk", "bard"}


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("class_", CLASSES)
def test_every_class_has_levels_that_ask_for_more_and_more(class_: str, edition: Edition) -> None:
    levels = list_levels(class_, edition)
    assert [each.level for each in levels] == list(range(1, len(levels) + 1))
    points = [each.experience for each in levels]
    assert points == sorted(set(points))
    assert points[0] == 0


@pytest.mark.parametrize("class_", CLASSES)
def test_every_class_has_an_end_or_levels_without_end(class_: str) -> None:
    last = lookup_class(class_).last_level
    assert lookup_level_experience(class_, 30) is None if last else lookup_level_experience(class_, 30)
    assert last in (None, len(list_levels(class_)))


def test_these_classes_have_no_prime_requisite() -> None:
    assert {each for each in CLASSES if not lookup_class(each).prime_requisites} == WITHOUT_PRIME


def test_people_without_a_class_have_no_levels() -> None:
    with pytest.raises(UnknownId, match="level_0"):
        list_levels("level_0")


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("class_", CLASSES)
def test_the_first_point_of_a_level_gives_it_and_one_less_does_not(class_: str, edition: Edition) -> None:
    for level in range(2, (lookup_class(class_).last_level or 25) + 1):
        points = lookup_level_experience(class_, level, edition)
        assert points is not None
        assert (find_level(class_, points - 1, edition), find_level(class_, points, edition)) == (level - 1, level)


def test_a_class_with_an_end_rises_no_further() -> None:
    assert (find_level("assassin", 9_999_999), find_level("monk", 9_999_999)) == (15, 17)


def test_osric_asks_for_round_points() -> None:
    assert [each.experience for each in list_levels("thief", Edition.OSRIC)][:7] == [
        *(0, 1250, 2500, 5000, 10000, 20000, 40000)
    ]


@pytest.mark.parametrize("class_", CLASSES)
def test_hit_dice_have_the_sides_that_stat_blocks_roll(class_: str) -> None:
    dice = compute_hit_point_dice(class_, 9)
    (stat_block,) = build_stat_blocks({"id": "otis", "side": "party", "class": class_, "level": 9})
    assert find_hit_point_dice(stat_block).endswith(f"d{dice.sides}")


def test_every_prime_requisite_must_be_high() -> None:
    assert has_experience_bonus("ranger", {"strength": 16, "intelligence": 16, "wisdom": 16})
    assert not has_experience_bonus("ranger", {"strength": 18, "intelligence": 15, "wisdom": 18})
    assert not has_experience_bonus("fighter", {})
    assert not has_experience_bonus("monk", {"strength": 18, "wisdom": 18, "dexterity": 18})


def test_high_prime_requisites_add_a_tenth() -> None:
    assert add_experience_bonus("fighter", 1234, {"strength": 17}) == 1358
    assert add_experience_bonus("fighter", 1234, {"strength": 15}) == 1234


def test_several_classes_share_alike() -> None:
    assert split_experience(1000, 3) == 333


def test_a_character_may_train_when_the_points_suffice() -> None:
    assert not may_train("fighter", 1, 2000)
    assert may_train("fighter", 1, 2001)
    assert may_train("fighter", 1, 1900, Edition.OSRIC)
    assert not may_train("monk", 17, 9_999_999)


def test_a_character_gains_one_level_at_a_time() -> None:
    assert limit_experience("fighter", 1, 9000) == 4000
    assert limit_experience("fighter", 1, 3000) == 3000
    assert limit_experience("assassin", 14, 9_999_999) == 9_999_999


def test_a_strong_elf_rises_further_as_fighter() -> None:
    limits = [find_race_limit("elf", "fighter", {"strength": score}) for score in (16, 17, 18)]
    assert [each and each.level for each in limits] == [5, 6, 7]


def test_a_gnome_illusionist_needs_both_scores() -> None:
    for scores, level in (((18, 16), 5), ((17, 17), 6), ((18, 18), 7)):
        limit = find_race_limit("gnome", "illusionist", dict(zip(("intelligence", "dexterity"), scores, strict=True)))
        assert limit is not None
        assert limit.level == level


def test_a_class_is_open_without_end_to_some_and_closed_to_others() -> None:
    human, orc = find_race_limit("human", "fighter", {}), find_race_limit("half_orc", "assassin", {})
    assert human is not None
    assert orc is not None
    assert (human.level, orc.level) == (None, 15)
    assert find_race_limit("dwarf", "paladin", {}) is None


def test_osric_opens_other_classes_to_a_race() -> None:
    printed, osric = (find_race_limit("dwarf", "cleric", {}, each) for each in Edition)
    assert printed is not None
    assert osric is not None
    assert (printed.is_for_dm_only, osric.is_for_dm_only) == (True, False)
    assert find_race_limit("half_elf", "druid", {}, Edition.OSRIC) is None


def test_a_race_changes_scores_and_bounds_them() -> None:
    elf = lookup_race("elf")
    assert elf.adjustments == (("dexterity", 1), ("constitution", -1))
    assert dict(elf.maximums) == {"dexterity": 19}
    assert dict(lookup_race("elf", Edition.OSRIC).minimums)["constitution"] == 8


def test_every_combination_of_classes_is_open_to_its_race() -> None:
    for race in list_races():
        for class_ in {each for combination in race.class_combinations for each in combination}:
            assert find_race_limit(race.id, class_, {}) is not None
