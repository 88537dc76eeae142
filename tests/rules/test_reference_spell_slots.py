"""Spells in memory by class, level, wisdom and intelligence."""

import pytest

from rules.reference import (
    Edition,
    count_spell_slots,
    find_highest_spell_level,
    list_classes,
    list_spells,
    lookup_known_spells,
    lookup_spell_failure,
)

CASTERS = ("paladin", "ranger", "cleric", "druid", "magic_user", "illusionist", "bard")


@pytest.mark.parametrize("class_", list_classes())
def test_casters_have_spells_and_others_have_none(class_: str) -> None:
    assert bool(count_spell_slots(class_, 17, {})) == (class_ in CASTERS)


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("class_", CASTERS)
def test_no_level_has_fewer_spells_than_the_level_before(class_: str, edition: Edition) -> None:
    for level in range(1, 30):
        lower = {each.spell_list: each.slots for each in count_spell_slots(class_, level, {}, edition)}
        higher = {each.spell_list: each.slots for each in count_spell_slots(class_, level + 1, {}, edition)}
        for spell_list, slots in lower.items():
            assert all(a <= b for a, b in zip(slots, higher[spell_list], strict=False))
            assert len(slots) <= len(higher[spell_list])


def test_every_list_is_one_of_the_spells() -> None:
    lists = {each.spell_list for class_ in CASTERS for each in count_spell_slots(class_, 20, {})}
    assert all(list_spells(each) for each in lists)


def test_a_ranger_has_two_lists_from_level_nine() -> None:
    assert [(each.spell_list, each.slots, each.caster_level) for each in count_spell_slots("ranger", 10, {})] == [
        ("druid", (2,), 2),
        ("magic_user", (1,), 2),
    ]
    assert [each.spell_list for each in count_spell_slots("ranger", 8, {})] == ["druid"]


def test_wisdom_adds_only_to_spell_levels_that_the_cleric_has() -> None:
    assert count_spell_slots("cleric", 1, {"wisdom": 18})[0].slots == (3,)
    assert count_spell_slots("cleric", 7, {"wisdom": 18})[0].slots == (5, 5, 3, 2)
    assert count_spell_slots("druid", 1, {"wisdom": 14})[0].slots == (4,)
    assert count_spell_slots("paladin", 9, {"wisdom": 18})[0].slots == (1,)


def test_wisdom_bounds_the_spell_levels_of_clerics_alone() -> None:
    assert [len(count_spell_slots("cleric", 20, {"wisdom": each})[0].slots) for each in (16, 17, 18)] == [5, 6, 7]
    assert len(count_spell_slots("druid", 14, {"wisdom": 12})[0].slots) == 7


def test_intelligence_bounds_the_spell_levels_of_magic_users_and_illusionists() -> None:
    assert len(count_spell_slots("magic_user", 18, {"intelligence": 9})[0].slots) == 4
    assert find_highest_spell_level("magic_user", {"intelligence": 18}) == 9
    assert find_highest_spell_level("illusionist", {"intelligence": 18}) == 7
    assert find_highest_spell_level("magic_user", {}) == 9


def test_osric_gives_a_magic_user_other_spells() -> None:
    assert [count_spell_slots("magic_user", 6, {}, each)[0].slots for each in Edition] == [(4, 2, 2), (4, 3, 2)]


def test_the_last_row_holds_for_every_higher_level() -> None:
    assert count_spell_slots("cleric", 40, {})[0].slots == count_spell_slots("cleric", 29, {})[0].slots


def test_spells_of_unwise_clerics_fail() -> None:
    assert (lookup_spell_failure("cleric", 9), lookup_spell_failure("cleric", 3)) == (20, 20)
    assert lookup_spell_failure("druid", 9) == 0


def test_the_most_intelligent_learn_every_spell_but_in_osric() -> None:
    known = [lookup_known_spells("magic_user", 19, each) for each in Edition]
    assert [each and (each.chance, each.most) for each in known] == [(95, None), (90, 22)]


def test_clerics_need_not_learn_their_spells() -> None:
    assert lookup_known_spells("cleric", 12) is None


def test_a_bard_casts_as_a_druid_of_level_twelve_at_most_until_the_last_level() -> None:
    assert [count_spell_slots("bard", each, {})[0].caster_level for each in (11, 12, 22, 23)] == [11, 12, 12, 13]
