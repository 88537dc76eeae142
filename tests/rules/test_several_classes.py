"""Combatants of several classes have the best of each, and a level for each spell."""

from fractions import Fraction
from typing import Any

import pytest

from rules.kernel.codec import decode, encode
from rules.kernel.stat_block import ClassLevel, StatBlock
from rules.kernel.state import Combatant
from rules.kernel.terms import Save
from rules.procedures.adnd.proposals import find_level
from rules.reference import lookup_attack_row
from rules.statblocks import COMBATANT_KEYS, BadEntry, build_stat_blocks
from rules.statblocks.base_stat_blocks import find_hit_point_dice


def build(classes: str, **more: Any) -> StatBlock:
    """Return a stat block of classes written as "fighter 3, magic_user 5"."""
    each = [pair.split() for pair in classes.split(", ")]
    listed = [{"class": name, "level": int(level)} for name, level in each]
    keys: dict[str, Any] = {"classes": listed} if len(listed) > 1 else listed[0]
    return build_stat_blocks({"id": "melf", "side": "party", **keys, **more})[0]


def refused(keys: dict[str, object]) -> BadEntry:
    with pytest.raises(BadEntry) as caught:
        build_stat_blocks({"id": "melf", "side": "party", **keys})
    return caught.value


def test_the_best_attack_row_and_most_attacks_count() -> None:
    melf = build("magic_user 9, fighter 7")
    assert melf.attack.to_hit == lookup_attack_row("fighter", 7)
    assert melf.attack.routines == Fraction(3, 2)
    assert build("fighter 1, cleric 7").attack.to_hit == lookup_attack_row("cleric", 7)


def test_the_best_save_of_each_column_counts() -> None:
    alone = [dict(build(each).defence.saves) for each in ("fighter 3", "magic_user 3")]
    both = dict(build("fighter 3, magic_user 3").defence.saves)
    assert both == {save: min(each[save] for each in alone) for save in Save}
    assert both not in alone


def test_classes_are_kept_with_their_levels() -> None:
    creature = build("fighter 3, magic_user 5", race="elf").creature
    assert (creature.kind, creature.level, creature.race) == ("fighter", 5, "elf")
    assert creature.classes == (ClassLevel("fighter", 3), ClassLevel("magic_user", 5))
    assert (creature.get_level("magic_user"), creature.get_level("cleric"), creature.count_levels()) == (5, 0, 8)
    assert creature.has_class("magic_user")
    assert not creature.has_class("cleric", "thief")


def test_one_class_is_stored_as_before() -> None:
    creature = build("ranger 4").creature
    assert (creature.kind, creature.level, creature.classes) == ("ranger", 4, ())
    assert (creature.get_level("ranger"), creature.has_class("ranger"), creature.count_levels()) == (4, True, 4)


def test_hit_points_not_given_are_the_average_of_the_classes() -> None:
    assert build("fighter 3, magic_user 3").defence.hit_points == (16 + 7) // 2
    assert build("fighter 3, magic_user 3", hp=21).defence.hit_points == 21
    assert find_hit_point_dice(build("fighter 3, magic_user 3")) == ""


def test_undead_are_turned_at_the_level_as_a_cleric() -> None:
    assert build("fighter 7, cleric 3").powers.turns_undead == 3
    assert build("fighter 7, thief 3").powers.turns_undead == 0


def test_exceptional_strength_counts_where_one_class_is_a_fighter() -> None:
    exceptional = build("thief 3", strength=18).attack
    assert build("thief 3, assassin 3", strength="18/75").attack.strength_hit == exceptional.strength_hit
    assert build("thief 3, fighter 3", strength="18/75").attack == build("fighter 3", strength="18/75").attack


def test_a_monk_of_another_class_keeps_pace_and_odds_of_surprise() -> None:
    alone, both = build("monk 5"), build("thief 2, monk 5")
    assert (both.defence.armor_class, both.pace.movement) == (alone.defence.armor_class, alone.pace.movement)
    assert (both.surprise, both.gear.weapons) == (alone.surprise, alone.gear.weapons)


def test_the_best_odds_of_surprise_count() -> None:
    assert build("cleric 2, ranger 2").surprise == build("ranger 2").surprise != build("cleric 2").surprise


def test_each_spell_is_cast_at_the_level_in_its_own_class() -> None:
    spells = ["magic_user_magic_missile", "cleric_hold_person", "druid_faerie_fire"]
    melf = build("magic_user 3, cleric 7", spells=spells)
    missile, hold, fire = melf.powers.spells
    assert (missile.damage, missile.caster_class) == ("2d4+2", "magic_user")
    assert (hold.caster_class, fire.caster_class) == ("cleric", "")
    me = Combatant(melf, melf.defence.hit_points, (0, 0))
    assert [find_level(me, each) for each in melf.powers.spells] == [3, 7, 7]


def test_spells_of_one_class_are_as_before() -> None:
    (missile,) = build("cleric 5", spells=["magic_user_magic_missile"]).powers.spells
    assert (missile.damage, missile.caster_class) == ("3d4+3", "")


def test_a_monster_of_several_classes_is_a_character_of_that_race() -> None:
    elf = build("fighter 2, magic_user 2", monster="elf")
    assert (elf.creature.race, elf.creature.kind, elf.creature.hit_dice) == ("elf", "fighter", "")
    assert [each.id for each in elf.gear.weapons] == ["fist"]


def test_a_stat_block_stored_without_classes_is_read() -> None:
    ranger = build("ranger 4", spells=["druid_faerie_fire"])
    data = encode(ranger)
    del data["classes"], data["spells"][0]["caster_class"]
    assert decode(StatBlock, data) == ranger
    melf = build("fighter 3, magic_user 3", spells=["magic_user_sleep"])
    assert decode(StatBlock, encode(melf)) == melf


@pytest.mark.parametrize(
    ("keys", "key", "words"),
    [
        ({"class": "thief"}, "classes", "either classes or class, not both"),
        ({"level": 3}, "classes", "either classes or level, not both"),
        ({"hd": "3"}, "hd", "either a class or hit dice"),
        ({"classes": []}, "classes", "has two or more"),
        ({"classes": [{"class": "fighter"}]}, "classes", "has two or more"),
        ({"classes": "fighter"}, "classes", "must be a list"),
        ({"classes": [{"class": each} for each in ("fighter", "cleric", "thief", "monk")]}, "classes", "at most 3"),
        ({"classes": ["fighter", "thief"]}, "classes", "holds tables such as { class"),
        ({"classes": [{"class": "fighter"}, {"class": "fighter"}]}, "classes.class", "fighter stands there twice"),
        ({"classes": [{"class": "fighter"}, {"class": "theif"}]}, "classes.class", 'unknown class "theif"'),
        ({"classes": [{"class": "fighter"}, {"class": "level_0"}]}, "classes.class", 'unknown class "level_0"'),
        ({"classes": [{"class": "fighter"}, {"level": 2}]}, "classes.class", "is missing"),
        ({"classes": [{"class": "fighter"}, {"class": "thief", "lvl": 2}]}, "classes.lvl", "unknown key"),
        ({"classes": [{"class": "fighter", "level": 0}, {"class": "thief"}]}, "classes.level", "must be from 1 to 100"),
    ],
)
def test_classes_that_do_not_go_together_are_refused(keys: dict[str, object], key: str, words: str) -> None:
    problem = refused({"classes": [{"class": "fighter"}, {"class": "cleric"}], **keys})
    assert problem.key == key
    assert words in str(problem)


def test_a_level_left_out_is_the_first() -> None:
    [melf] = build_stat_blocks({"id": "melf", "side": "a", "classes": [{"class": "fighter"}, {"class": "thief"}]})
    assert [each.level for each in melf.creature.classes] == [1, 1]
    assert "classes" in COMBATANT_KEYS
