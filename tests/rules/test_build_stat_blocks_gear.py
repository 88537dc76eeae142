"""Weapons, spells and devices of a combatant, by id or inline, and natural attacks."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import pytest

from rules.kernel.stat_block import Device, Missile, StatBlock, Weapon, WeaponBlow
from rules.kernel.terms import Setting
from rules.reference import SpellEntry, list_devices, list_spells, list_weapons, lookup_weapon
from rules.statblocks import build_stat_blocks
from rules.statblocks.fields import MOST_ENTRIES, BadEntry


def one(setting: Setting = Setting.INDOORS, **keys: object) -> StatBlock:
    entry = {"id": "tenser", "side": "party"} | {key.rstrip("_"): value for key, value in keys.items()}
    (stat_block,) = build_stat_blocks(entry, setting=setting)
    return stat_block


def list_ids(things: Sequence[Weapon | Device | SpellEntry]) -> Iterator[list[str]]:
    """Yield the ids of things of the tables, as many at a time as one list may hold."""
    for start in range(0, len(things), MOST_ENTRIES):
        yield [each.id for each in things[start : start + MOST_ENTRIES]]


def test_everything_in_the_tables_can_be_carried() -> None:
    for weapons in list_ids(list_weapons()):
        assert [each.id for each in one(weapons=weapons).gear.weapons] == weapons
    for devices in list_ids(list_devices()):
        assert [each.id for each in one(devices=devices).gear.devices] == devices
    for spells in list_ids(list_spells()):
        tenser = one(class_="magic_user", level=18, spells=spells)
        assert [each.id for each in tenser.powers.spells] == spells


def test_spells_are_cast_at_the_casters_level() -> None:
    assert one(class_="magic_user", level=5, spells=["magic_user_fireball"]).powers.spells[0].damage == "5d6"
    assert one(hd="3+1", spells=["magic_user_fireball"]).powers.spells[0].damage == "3d6"
    assert one(monster="orc", level=6, spells=["magic_user_fireball"]).powers.spells[0].damage == "6d6"
    assert one(monster="kobold", spells=["magic_user_fireball"]).powers.spells[0].damage == "1d6"


def test_a_character_without_weapons_has_fists_unless_the_list_is_empty() -> None:
    assert one(class_="magic_user").gear.weapons == (lookup_weapon("fist"),)
    assert one(class_="magic_user", weapons=[]).gear.weapons == ()


def test_an_orc_without_weapons_has_the_damage_of_its_table_and_no_speed_factor() -> None:
    (arm,) = one(monster="orc").gear.weapons
    assert arm.blows == (WeaponBlow("Weapon", "1d8", "1d8"),)
    assert (arm.speed_factor, arm.natural, arm.length) == (None, False, lookup_weapon("sword_long").length)


def test_the_damage_of_each_blow_may_be_a_plain_number() -> None:
    (claws,) = one(weapons=[{"id": "claws", "blows": ["1d4", 6]}]).gear.weapons
    assert [blow.damage for blow in claws.blows] == ["1d4", "6"]


@pytest.mark.parametrize("blows", [6, "1d4", [["1d4"]], [True], [1.5]])
def test_blows_are_a_list_of_dice_and_whole_numbers(blows: object) -> None:
    with pytest.raises(BadEntry, match="blows"):
        one(weapons=[{"id": "claws", "blows": blows}])


def test_an_orc_with_a_weapon_has_that_weapon() -> None:
    assert one(monster="orc", weapons=["spear"]).gear.weapons == (lookup_weapon("spear"),)


def test_a_monster_armed_by_weapon_alone_does_a_d8() -> None:
    assert one(monster="bandit").gear.weapons[0].blows[0].damage == "1d8"
    assert one(hd="2").gear.weapons[0].blows[0].damage == "1d8"


def test_a_berserker_strikes_twice_with_what_it_holds() -> None:
    berserker = one(monster="berserker", weapons=["axe_battle"])
    assert berserker.attack.routines == 2
    assert len(berserker.gear.weapons[0].blows) == 1


def test_claws_and_bite_are_one_natural_routine() -> None:
    (routine,) = one(monster="bear_black").gear.weapons
    assert [(blow.name, blow.damage) for blow in routine.blows] == [("Claw", "1d3"), ("Claw", "1d3"), ("Bite", "1d6")]
    assert (routine.natural, routine.hug, routine.length, routine.speed_factor) == (True, "2d4", 200, None)


@pytest.mark.parametrize(("monster", "reach"), [("giant_rat", 100), ("ghoul", 200), ("tiger", 400)])
def test_natural_reach_goes_by_size(monster: str, reach: int) -> None:
    assert one(monster=monster).gear.weapons[0].length == reach


def test_a_beast_given_a_weapon_keeps_its_claws() -> None:
    assert [each.id for each in one(monster="troll", weapons=["club"]).gear.weapons] == ["club", "natural"]


def test_a_centaur_strikes_with_weapon_and_hooves_in_one_routine() -> None:
    (routine,) = one(monster="centaur").gear.weapons
    assert [(blow.name, blow.damage) for blow in routine.blows] == [("Weapon", "1d8"), ("Hoof", "1d6"), ("Hoof", "1d6")]
    armed = one(monster="centaur", weapons=["bow_long", "club"])
    assert [each.id for each in armed.gear.weapons] == ["bow_long", "club", "natural"]
    assert armed.gear.weapons[2].blows[0] == lookup_weapon("club").blows[0]


def test_of_two_kinds_of_damage_the_first_counts_and_an_effect_alone_is_zero() -> None:
    assert one(monster="minotaur").gear.weapons[0].blows[0].damage == "2d4"
    assert one(monster="carrion_crawler").gear.weapons[0].blows == (WeaponBlow("Tentacle", "0", "0"),) * 8


def test_a_beast_without_a_table_has_a_natural_attack() -> None:
    (routine,) = one(hd="3", natural=True, size="L").gear.weapons
    assert (routine.natural, routine.length, routine.blows[0].damage) == (True, 400, "1d6")


def test_an_inline_weapon_is_what_its_keys_say() -> None:
    (mace,) = one(
        weapons=[
            {
                "id": "holy_mace", "speed_factor": 7, "length_ft": 2.5, "damage": "1d6+1", "damage_large": "1d6",
                "size": "M", "strikes_first": True, "extra": 1, "surprise_shot": 2, "power": True,
            }
        ]
    ).gear.weapons  # fmt: skip
    assert (mace.id, mace.name, mace.speed_factor, mace.length) == ("holy_mace", "Holy mace", 7, 250)
    assert mace.blows == (WeaponBlow("Holy mace", "1d6+1", "1d6"),)
    assert (mace.strikes_first, mace.extra, mace.surprise_shot, mace.power) == (True, 1, 2, True)
    assert mace.melee
    assert mace.missile is None


def test_nothing_is_taken_from_the_table_for_an_inline_weapon_of_a_known_id() -> None:
    (dagger,) = one(weapons=[{"id": "dagger", "speed_factor": 9}]).gear.weapons
    assert (dagger.speed_factor, dagger.missile, dagger.blows[0].damage) == (9, None, "1d6")


def test_an_inline_missile_is_shot_and_with_a_length_thrown() -> None:
    (bow, spear) = one(
        weapons=[{"id": "bow", "missile": {"rate": 2, "ready": True}}, {"id": "pilum", "length_ft": 5, "missile": {}}]
    ).gear.weapons
    assert bow.missile == Missile(Fraction(2), (100_000, 100_000, 100_000), ready=True, ammunition="bow")
    assert (bow.melee, bow.length) == (False, 0)
    assert spear.missile is not None
    assert (spear.melee, spear.missile.thrown, spear.missile.rate, spear.length) == (True, True, 1, 500)


def test_the_inline_weapon_of_a_beast_is_natural_with_the_reach_of_its_size() -> None:
    (claws,) = one(hd="2", natural=True, size="S", weapons=[{"id": "claws", "damage": "1d3"}]).gear.weapons
    assert (claws.natural, claws.length) == (True, 100)
    (fangs,) = one(weapons=[{"id": "fangs", "natural": True, "damage": 3}]).gear.weapons
    assert (fangs.natural, fangs.blows[0].damage) == (True, "3")


def test_an_inline_spell_is_what_its_keys_say() -> None:
    (ray,) = one(
        spells=[
            {
                "id": "ray", "casting": "3 segments", "offensive": True, "relocation": True, "range_ft": 60,
                "save": "half", "damage": "3d6",
            }
        ]
    ).powers.spells  # fmt: skip
    assert (ray.casting, ray.offensive, ray.relocation, ray.save, ray.damage) == (3, True, True, "half", "3d6")
    assert ray.range == 600


def test_a_spell_of_feet_reaches_as_many_feet_outdoors() -> None:
    (ray,) = one(setting=Setting.OUTDOORS, spells=[{"id": "ray", "casting": "1 round", "range_ft": 100}]).powers.spells
    assert ray.range == 334
    assert (ray.casting, ray.save, ray.damage) == (10, "none", None)


def test_a_cantrip_takes_a_segment_unless_it_says_otherwise() -> None:
    quick, slow = one(
        spells=[{"id": "dust", "cantrip": True}, {"id": "chill", "cantrip": True, "casting": "2 segments"}]
    ).powers.spells
    assert (quick.cantrip, quick.casting, slow.casting) == (True, 1, 2)
    assert quick.range is None


def test_an_inline_device_is_what_its_keys_say() -> None:
    (rod,) = one(
        devices=[{"id": "rod", "activation": 2, "attack": True, "relocation": True, "worn": True}]
    ).gear.devices
    assert (rod.name, rod.activation, rod.attack, rod.relocation, rod.worn) == ("Rod", 2, True, True, True)
    assert one(devices=[{"id": "rod"}]).gear.devices[0].activation is None


def test_a_device_holds_a_spell_of_the_table_or_of_its_owner() -> None:
    own = {"id": "ray", "casting": "1 segment"}
    ring, staff = one(
        spells=[own], devices=[{"id": "ring", "spell": "ray"}, {"id": "staff", "spell": "magic_user_light"}]
    ).gear.devices
    assert (ring.spell, staff.spell) == ("ray", "magic_user_light")
