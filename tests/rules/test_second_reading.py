"""The tables between fights, compared row by row with a second reading from memory."""

import pytest

from rules.reference import (
    Edition,
    HitPointDice,
    compute_experience_value,
    compute_hit_point_dice,
    count_spell_slots,
    find_experience,
    list_levels,
    lookup_charisma,
    lookup_class,
    lookup_constitution,
    lookup_known_spells,
    lookup_languages,
    lookup_level_experience,
    lookup_spell_failure,
    lookup_strength_checks,
)
from tests.rules import second_reading as read


def split_rows(text: str) -> list[list[str]]:
    """Return the rows of a compact table, which semicolons end."""
    return [row.split() for row in text.replace("\n", " ").split(";")]


def to_numbers(cells: list[str]) -> tuple[int, ...]:
    """Return the cells of a row as numbers."""
    return tuple(map(int, cells))


def write_dice(dice: HitPointDice) -> str:
    """Return hit dice as text: "9d10+6"."""
    return f"{dice.dice}d{dice.sides}" + (f"+{dice.added}" if dice.added else "")


@pytest.mark.parametrize("class_", read.LEVELS)
def test_levels_begin_at_these_points(class_: str) -> None:
    assert [each.experience for each in list_levels(class_)] == [int(each) for each in read.LEVELS[class_].split()]


@pytest.mark.parametrize("class_", read.OSRIC_LEVELS)
def test_osric_asks_for_these_points(class_: str) -> None:
    wanted = [int(each) for each in read.OSRIC_LEVELS[class_].split()]
    levels = range(1, len(wanted) + 1)
    assert [lookup_level_experience(class_, level, Edition.OSRIC) for level in levels] == wanted


def test_osric_asks_for_these_points_at_level_24() -> None:
    found = {class_: lookup_level_experience(class_, 24, Edition.OSRIC) for class_ in read.OSRIC_HIGH_LEVELS}
    assert found == read.OSRIC_HIGH_LEVELS


def test_levels_after_the_printed_ones_take_a_constant_amount() -> None:
    found = {class_: lookup_level_experience(class_, level) for class_, (level, _) in read.HIGH_LEVELS.items()}
    assert found == {class_: points for class_, (_, points) in read.HIGH_LEVELS.items()}


@pytest.mark.parametrize("class_", read.HIT_DICE)
def test_hit_dice_are_these(class_: str) -> None:
    assert tuple(write_dice(compute_hit_point_dice(class_, level)) for level in (1, 9, 10)) == read.HIT_DICE[class_]


def test_hit_dice_end_at_these() -> None:
    assert {key: write_dice(compute_hit_point_dice(*key)) for key in read.LAST_HIT_DICE} == read.LAST_HIT_DICE


def test_prime_requisites_are_these() -> None:
    assert {each: " ".join(lookup_class(each).prime_requisites) for each in read.PRIMES} == read.PRIMES


@pytest.mark.parametrize("key", read.SLOTS)
def test_spells_are_these(key: tuple[str, str, int]) -> None:
    wanted = read.SLOTS[key].split()
    assert list_slots(key, len(wanted), Edition.FIRST) == wanted


@pytest.mark.parametrize("key", read.OSRIC_SLOTS)
def test_spells_in_osric_are_these(key: tuple[str, str, int]) -> None:
    wanted = read.OSRIC_SLOTS[key].split()
    assert list_slots(key, len(wanted), Edition.OSRIC) == wanted


def list_slots(key: tuple[str, str, int], levels: int, edition: Edition) -> list[str]:
    """Return the spells of so many levels, each with a figure for every spell level."""
    class_, spell_list, first = key
    return [
        "".join(map(str, each.slots))
        for level in range(first, first + levels)
        for each in count_spell_slots(class_, level, {}, edition)
        if each.spell_list == spell_list
    ]


def test_wisdom_lets_spells_fail_and_gives_more() -> None:
    assert {each: lookup_spell_failure("cleric", each) for each in read.WISDOM} == read.WISDOM
    for wisdom, bonus in read.WISDOM_BONUS.items():
        plain, more = (count_spell_slots("cleric", 9, scores)[0].slots for scores in ({}, {"wisdom": wisdom}))
        assert "".join(str(b - a) for a, b in zip(plain, more, strict=True)).rstrip("0") == bonus


def test_intelligence_says_which_spells_can_be_known() -> None:
    found = {score: lookup_known_spells("magic_user", score) for score in read.KNOWN}
    assert {
        score: (known.chance, known.fewest, known.most, known.highest_level)
        for score, known in found.items()
        if known is not None
    } == read.KNOWN


@pytest.mark.parametrize(("table", "edition"), [(read.VALUES, Edition.FIRST), (read.OSRIC_VALUES, Edition.OSRIC)])
def test_values_by_hit_dice_are_these(table: str, edition: Edition) -> None:
    for hit_dice, *figures in split_rows(table):
        value = compute_experience_value(hit_dice.replace("hp", " hp"), edition=edition)
        found = (value.base, value.per_point, value.per_special, value.per_exceptional)
        assert (hit_dice, found) == (hit_dice, to_numbers(figures))


def test_values_of_monsters_are_these() -> None:
    for id, *figures in split_rows(read.MONSTERS):
        value = find_experience(id)
        assert value is not None
        assert (id, (value.base, value.per_point)) == (id, to_numbers(figures))


def test_strength_forces_doors_and_bars() -> None:
    for score, *figures in split_rows(read.STRENGTH):
        found = lookup_strength_checks(score)
        assert (score, (found.open_doors, found.open_locked_doors, found.bend_bars)) == (score, to_numbers(figures))


def test_constitution_adds_hit_points_and_lets_survive() -> None:
    for score, *figures in split_rows(read.CONSTITUTION):
        found = lookup_constitution(int(score))
        adjustments = (found.hit_points, found.hit_points_of_fighters, found.system_shock, found.resurrection)
        assert (score, adjustments) == (score, to_numbers(figures))


def test_charisma_bounds_henchmen() -> None:
    for score, *figures in split_rows(read.CHARISMA):
        found = lookup_charisma(int(score))
        assert (score, (found.henchmen, found.loyalty, found.reaction)) == (score, to_numbers(figures))


def test_intelligence_gives_languages() -> None:
    assert [lookup_languages(score) for score in range(3, 19)] == [int(each) for each in read.LANGUAGES.split()]
