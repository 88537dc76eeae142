"""The experience that monsters and people are worth."""

import pytest

from rules.reference import (
    Edition,
    compute_experience_value,
    compute_person_value,
    find_experience,
    find_monster_level,
    list_monsters,
    lookup_monster,
)
from rules.reference.tables import list_rows


@pytest.mark.parametrize("edition", Edition)
def test_every_monster_of_the_table_is_worth_something(edition: Edition) -> None:
    values = {each.id: find_experience(each.id, edition) for each in list_monsters()}
    assert [id for id, value in values.items() if value is None or value.base < 5 or value.per_point < 1] == []


def test_every_value_follows_from_hit_dice_and_counted_abilities() -> None:
    for row in list_rows("experience", "monster"):
        value = find_experience(row["id"])
        assert value is not None
        bands = {each["label"]: each for each in list_rows("experience", "value_band")}
        if "row" in row:
            band = bands[row["row"]]
            plain = (int(band["base"]), int(band["per_hp"]))
        else:
            by_dice = compute_experience_value(lookup_monster(row["id"]).hit_dice)
            plain = (by_dice.base, by_dice.per_point)
        none = value.with_counts(0, 0)
        assert (row["id"], (none.base, none.per_point)) == (row["id"], plain)


def test_a_value_grows_with_full_hit_points() -> None:
    ogre = find_experience("ogre")
    assert ogre is not None
    assert ogre.compute(19) == 185


def test_the_dm_counts_abilities_otherwise() -> None:
    troll = find_experience("troll")
    assert troll is not None
    assert (troll.base, troll.with_counts(2, 1).base, troll.with_counts(0, 0).base) == (525, 650, 225)


def test_osric_has_values_of_its_own() -> None:
    printed, osric = (find_experience("ogre", each) for each in Edition)
    assert printed is not None
    assert osric is not None
    assert (printed.base, osric.base, osric.is_printed) == (90, 95, True)


def test_a_value_that_osric_lacks_is_made_of_its_table() -> None:
    beast = find_experience("displacer_beast", Edition.OSRIC)
    assert beast is not None
    assert (beast.base, beast.per_point, beast.is_printed) == (225 + 2 * 120, 8, False)


def test_people_are_worth_as_many_dice_with_points_added() -> None:
    assert [compute_person_value(level).base for level in (0, 1, 4, 9)] == [10, 20, 90, 900]
    assert compute_person_value(4, special=1).base == 130


def test_no_value_is_known_of_other_monsters() -> None:
    assert find_experience("tarrasque") is None
    with pytest.raises(ValueError, match="hit dice"):
        compute_experience_value("many")


def test_a_base_value_gives_the_dungeon_level() -> None:
    assert [find_monster_level(each) for each in (5, 20, 21, 260, 5400, 10_000, 10_001)] == [1, 1, 2, 5, 8, 9, 10]
    assert find_monster_level(260, Edition.OSRIC) == 4
