"""Healing, memorising, light and travel between fights; weights of gear."""

import pytest

from rules.kernel.dice import parse_dice
from rules.reference import (
    Edition,
    UnknownId,
    compute_memorising,
    count_rounds,
    heal_by_rest,
    list_coins,
    list_gear,
    list_light_sources,
    list_night_healing,
    list_terrains,
    list_wandering_checks,
    lookup_below_zero,
    lookup_gear,
    lookup_light_source,
    lookup_miles,
    lookup_mount_load,
    lookup_rest_hours,
    lookup_spell_entry,
)


@pytest.mark.parametrize(
    ("days", "constitution", "healed"),
    [
        (0, 0, 0),
        (3, 0, 3),
        (7, 0, 7),
        (7, 2, 7),
        (13, 2, 13),
        (14, 2, 16),
        (21, 2, 25),
        (2, -2, 0),
        (3, -2, 1),
        (7, -2, 5),
        (9, -2, 5),
        (14, -2, 10),
        (27, 0, 27),
        (28, 0, 79),
        (28, -2, 79),
    ],
)
def test_days_of_rest_heal(days: int, constitution: int, healed: int) -> None:
    assert heal_by_rest(1, 80, days, constitution) == 1 + healed


def test_rest_heals_no_further_than_full() -> None:
    assert heal_by_rest(7, 8, 5) == 8
    assert heal_by_rest(12, 8, 5) == 12


def test_osric_takes_a_penalty_off_once() -> None:
    assert heal_by_rest(1, 80, 14, -2, Edition.OSRIC) == 13


def test_a_night_alone_heals_nothing_or_one() -> None:
    assert list_night_healing() == (0, 1)


def test_below_zero_one_dies_at_minus_ten_or_rests_a_week() -> None:
    below = lookup_below_zero()
    assert (below.loss_a_round, below.dead_at, below.rest_days) == (1, -10, 7)
    assert parse_dice(below.coma_dice).average > 0


def test_higher_spells_need_more_rest() -> None:
    assert [lookup_rest_hours(level) for level in range(1, 10)] == [4, 4, 6, 6, 8, 8, 10, 10, 12]


def test_spells_are_studied_a_quarter_of_an_hour_for_each_of_their_levels() -> None:
    time = compute_memorising([1, 1, 2, 3])
    assert (time.rest_hours, time.study_minutes) == (6, 105)
    nothing = compute_memorising([])
    assert (nothing.rest_hours, nothing.study_minutes) == (0, 0)


def test_a_torch_burns_an_hour_and_a_lantern_four() -> None:
    assert [lookup_light_source(id).count_turns() for id in ("torch", "lantern_hooded", "lantern_bullseye")] == [
        *(6, 24, 24)
    ]
    assert (lookup_light_source("torch").radius, lookup_light_source("lantern_bullseye").beam) == (4000, 8000)


def test_the_light_of_a_spell_lasts_longer_by_level() -> None:
    assert lookup_light_source("light_cleric").count_turns(3) == 9
    assert lookup_light_source("light_magic_user").count_turns(3) == 3
    assert lookup_light_source("continual_light_cleric").count_turns(3) is None


def test_every_light_of_a_spell_names_one() -> None:
    spells = [each.spell for each in list_light_sources() if each.spell]
    assert [lookup_spell_entry(each).id for each in spells] == spells


def test_a_candle_shines_further_in_osric() -> None:
    assert [lookup_light_source("candle", each).radius for each in Edition] == [1000, 2000]


def test_units_of_time_are_rounds() -> None:
    assert [count_rounds(unit) for unit in ("turn", "hour", "day", "week")] == [10, 60, 1440, 10080]
    with pytest.raises(UnknownId):
        count_rounds("month")


def test_wandering_monsters_come_by_turns_or_by_terrain() -> None:
    checks = {each.id: each for each in list_wandering_checks()}
    assert (checks["dungeon"].every_turns, checks["dungeon"].chance) == (3, "1 in 6")
    assert checks["outdoor_wild"].every_turns is None
    assert all(each.checks_a_day and 0 < each.lost_in_10 < 10 for each in list_terrains())


def test_a_load_and_the_terrain_slow_a_march() -> None:
    assert [lookup_miles("light", each) for each in ("plain", "hills", "marsh")] == [30, 20, 10]
    assert (lookup_miles("heavy", "plain"), lookup_miles("cart", "marsh")) == (10, 0)
    with pytest.raises(UnknownId):
        lookup_miles("camel", "plain")


def test_gear_has_weight_and_containers_hold_more_than_they_weigh() -> None:
    assert (lookup_gear("torch").weight, lookup_gear("shield_large").weight) == (25, 100)
    held = [each for each in list_gear() if each.holds]
    assert len(held) == 5
    assert all(each.holds > each.weight for each in held)
    with pytest.raises(UnknownId):
        lookup_gear("anvil")


def test_coins_are_worth_twenty_of_silver_to_the_gold_piece() -> None:
    assert {each.id: each.value for each in list_coins()} == {"cp": 1, "sp": 10, "ep": 100, "gp": 200, "pp": 1000}


def test_a_mule_carries_more_slowly() -> None:
    mule = lookup_mount_load("mule")
    assert (mule.at_full_speed, mule.at_half_speed) == (2000, 6000)
