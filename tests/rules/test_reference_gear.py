"""Weapons, spells and devices as they come out of the tables."""

from fractions import Fraction

import pytest

from rules.kernel.stat_block import Missile, WeaponBlow
from rules.reference import (
    list_devices,
    list_spells,
    lookup_device,
    lookup_range_modifier,
    lookup_spell,
    lookup_spell_entry,
    lookup_weapon,
)
from rules.reference.spells import read_casting, read_damage, read_range
from rules.reference.tables import list_rows


def test_a_dagger_is_struck_with_and_thrown_twice_a_round() -> None:
    dagger = lookup_weapon("dagger")
    assert dagger.blows == (WeaponBlow("Dagger", "1d4", "1d3"),)
    assert (dagger.speed_factor, dagger.length, dagger.size) == (2, 125, "S")
    assert dagger.melee
    assert dagger.missile == Missile(Fraction(2), (100, 200, 300), thrown=True, ammunition="dagger")


def test_a_heavy_crossbow_shoots_every_other_round_and_strikes_nobody() -> None:
    crossbow = lookup_weapon("crossbow_heavy")
    assert crossbow.missile == Missile(Fraction(1, 2), (800, 1600, 2400), ammunition="quarrel_heavy")
    assert (crossbow.melee, crossbow.speed_factor, crossbow.length) == (False, None, 0)


def test_a_javelin_is_thrown_and_no_more() -> None:
    javelin = lookup_weapon("javelin")
    assert javelin.missile is not None
    assert javelin.missile.thrown
    assert not javelin.melee


def test_a_spear_can_be_set_and_a_lance_doubles_from_a_charging_mount() -> None:
    assert lookup_weapon("spear").settable
    assert not lookup_weapon("spear").charge_double
    assert lookup_weapon("lance_heavy").charge_double
    assert not lookup_weapon("dagger").settable


def test_there_is_a_fist() -> None:
    assert lookup_weapon("fist").blows[0].damage == "1d2"


def test_a_crossbow_of_speed_shoots_twice_first_and_in_the_second_segment_of_surprise() -> None:
    speed = lookup_weapon("crossbow_speed")
    assert speed.missile is not None
    assert speed.missile.rate == 2
    assert speed.missile.ranges == (600, 1200, 1800)
    assert (speed.strikes_first, speed.surprise_shot, speed.hit_bonus) == (True, 2, 1)


def test_the_swords_of_speed_are_real_swords_that_strike_first() -> None:
    quick, scimitar = lookup_weapon("short_sword_quickness"), lookup_weapon("scimitar_speed")
    assert (quick.speed_factor, quick.length) == (
        lookup_weapon("sword_short").speed_factor,
        lookup_weapon("sword_short").length,
    )
    assert quick.strikes_first
    assert scimitar.strikes_first
    assert (quick.hit_bonus, quick.damage_bonus, quick.rate_step) == (2, 2, 0)
    assert scimitar.rate_step == 1


def test_range_costs_two_and_five_to_hit() -> None:
    assert [lookup_range_modifier(band) for band in range(3)] == [0, -2, -5]


CLEAN = {
    "cleric_blade_barrier": "8d8",
    "cleric_cure_critical_wounds.reversed": "3d8+3",
    "cleric_cure_light_wounds.reversed": "1d8",
    "cleric_cure_serious_wounds.reversed": "2d8+1",
    "cleric_flame_strike": "6d8",
    "druid_call_lightning": "7d8",
    "druid_cure_light_wounds.reversed": "1d8",
    "druid_cure_serious_wounds.reversed": "2d8+1",
    "druid_cure_critical_wounds.reversed": "3d8+3",
    "druid_fire_storm": "2d8+5",
    "druid_fire_trap": "1d4+5",
    "druid_produce_fire": "1d4",
    "magic_user_burning_hands": "5",
    "magic_user_cone_of_cold": "5d4+5",
    "magic_user_delayed_blast_fireball": "5d6+5",
    "magic_user_explosive_runes": "6d4+6",
    "magic_user_fire_trap": "1d4+5",
    "magic_user_fireball": "5d6",
    "magic_user_lightning_bolt": "5d6",
    "magic_user_magic_missile": "3d4+3",
    "magic_user_shocking_grasp": "1d8+5",
}


def test_these_spells_and_no_others_hurt_by_dice_at_fifth_level() -> None:
    assert {
        each.id: lookup_spell(each.id, 5).damage for each in list_spells() if lookup_spell(each.id, 5).damage
    } == CLEAN


def test_cures_heal_and_do_not_hurt() -> None:
    heals = {each.id: lookup_spell(each.id, 5).heals for each in list_spells() if lookup_spell(each.id, 5).heals}
    assert heals == {
        "cleric_cure_light_wounds": "1d8",
        "cleric_cure_serious_wounds": "2d8+1",
        "cleric_cure_critical_wounds": "3d8+3",
        "druid_cure_light_wounds": "1d8",
        "druid_cure_serious_wounds": "2d8+1",
        "druid_cure_critical_wounds": "3d8+3",
    }


@pytest.mark.parametrize(("level", "missiles"), [(1, "1d4+1"), (2, "1d4+1"), (3, "2d4+2"), (4, "2d4+2"), (7, "4d4+4")])
def test_a_missile_comes_at_every_odd_level(level: int, missiles: str) -> None:
    assert lookup_spell("magic_user_magic_missile", level).damage == missiles


def test_a_level_below_one_counts_as_one() -> None:
    assert lookup_spell("magic_user_fireball", 0).damage == "1d6"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "death",
        "3d10 (hail form)",
        "1d6 if running",
        "5d4 (S/M) or 5d6 (L)",
        "1d4 + 1d6 per level",
        "x + 1 per level",
    ],
)
def test_a_text_that_says_more_than_dice_is_left_to_the_dm(text: str) -> None:
    assert read_damage(text, 5) is None


@pytest.mark.parametrize(
    ("text", "at_third", "at_twelfth"),
    [
        ("Touch", 0, 0),
        ("0", 0, 0),
        ('6"', 600, 600),
        ('6" + 1"/level', 900, 1800),
        ('1/2"/level', 150, 600),
        ('1" + 1/4"/level', 175, 400),
        ('1"/level, maximum 6"', 300, 600),
        ('1/2"/level, 9" max', 150, 600),
        ("1 mile/level", None, None),
        ("Unlimited", None, None),
        ('3" radius', None, None),
        ("Special", None, None),
        ("", None, None),
    ],
)
def test_a_range_is_read_for_the_level(text: str, at_third: int | None, at_twelfth: int | None) -> None:
    assert (read_range(text, 3), read_range(text, 12)) == (at_third, at_twelfth)


def test_a_printed_casting_time_is_read_as_the_table_counts_it() -> None:
    for row in list_rows("spells", "spell"):
        if row["casting_unit"] != "special":
            assert read_casting(row["casting_time"]) == row["casting_segments"]


def test_a_special_casting_time_takes_the_round_and_a_span_its_least() -> None:
    assert lookup_spell("magic_user_wish", 18).casting == 10
    assert lookup_spell_entry("magic_user_wish").casting_text == "Special"
    assert lookup_spell("cleric_exorcise", 9).casting == 100
    assert lookup_spell("magic_user_find_familiar", 1).casting == 600
    assert lookup_spell("magic_user_feather_fall", 1).casting == 0


@pytest.mark.parametrize("text", ["soon", "", "three segments", "1 day"])
def test_what_is_no_casting_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a casting time"):
        read_casting(text)


def test_a_fireball_is_an_attack_of_three_segments_that_one_saves_against_for_half() -> None:
    fireball = lookup_spell("magic_user_fireball", 5)
    assert (fireball.casting, fireball.offensive, fireball.save, fireball.level) == (3, True, "half", 3)
    assert fireball.range == 1500


def test_a_reversed_spell_has_its_own_name_and_flag() -> None:
    cause = lookup_spell("cleric_cure_light_wounds.reversed", 1)
    assert (cause.name, cause.offensive, cause.damage, cause.heals) == ("Cause Light Wounds", True, "1d8", None)
    assert not lookup_spell("cleric_cure_light_wounds", 1).offensive


def test_spells_are_listed_by_class_and_level() -> None:
    first = list_spells("magic_user", 1)
    assert "magic_user_sleep" in [each.id for each in first]
    assert {(each.class_, each.level) for each in first} == {("magic_user", 1)}


def test_the_functions_of_a_wand_are_devices_with_their_own_times() -> None:
    assert (lookup_device("wand_fire.fireball").activation, lookup_device("wand_fire.wall_of_fire").activation) == (
        2,
        3,
    )
    assert lookup_device("wand_fire.burning_hands").damage == "6"
    assert lookup_device("wand_fire.fireball").range == 1600
    assert lookup_device("wand_fire.fireball").save == "half"
    assert lookup_device("wand_illumination.sunburst").attack
    assert not lookup_device("wand_illumination.light").attack


def test_a_function_without_a_time_of_its_own_has_that_of_the_wand() -> None:
    assert lookup_device("wand_lightning.shock_touch").activation == 2


def test_every_function_of_a_device_has_an_id() -> None:
    functions = sum(len(row.get("functions", ())) for row in list_rows("devices", "device"))
    assert len([each for each in list_devices() if "." in each.id]) == functions


def test_a_wand_of_magic_missiles_shoots_one_at_a_time() -> None:
    assert (lookup_device("wand_magic_missiles").damage, lookup_device("wand_magic_missiles").activation) == (
        "1d4+1",
        3,
    )


def test_a_potion_heals_and_what_is_worn_is_worn() -> None:
    assert lookup_device("potion_healing").heals == "2d4+2"
    assert lookup_device("potion_extra_healing").heals is None
    assert lookup_device("ring_protection").worn
    assert not lookup_device("ring_invisibility").worn
    assert not lookup_device("ring_invisibility").attack
    assert lookup_device("amulet_planes").relocation
    assert lookup_device("boots_speed").activation is None


def test_the_save_note_of_a_wand_is_kept() -> None:
    assert lookup_device("wand_fear").save == "negates"
    assert lookup_device("rod_rulership").save == "special"
    assert lookup_device("rod_beguiling").save == "none"


def test_a_weapon_has_its_adjustments_for_types_of_armor_where_they_are_printed() -> None:
    assert lookup_weapon("sword_long").armor_adjustments == (-2, -1, 0, 0, 0, 0, 0, 1, 2)
    assert lookup_weapon("short_sword_quickness").armor_adjustments == lookup_weapon("sword_short").armor_adjustments
    assert lookup_weapon("bow_long").armor_adjustments == ()
