"""Meeting, morale, loads, monsters and psionics, spot by spot."""

import pytest

from rules.kernel.stat_block import FEARLESS, Odds
from rules.kernel.terms import Load, Setting
from rules.reference import (
    UnknownId,
    list_attack_modes,
    list_defense_modes,
    list_morale_modifiers,
    list_morale_occasions,
    list_reaction_bands,
    lookup_armor,
    lookup_armor_class,
    lookup_base_movement,
    lookup_blast_save,
    lookup_distance,
    lookup_load,
    lookup_load_movement,
    lookup_mode,
    lookup_mode_by_letter,
    lookup_mode_cost,
    lookup_monk_surprised,
    lookup_monster,
    lookup_morale_failure,
    lookup_morale_modifier,
    lookup_psionic_result,
    lookup_reaction,
    lookup_surprise,
)


@pytest.mark.parametrize(
    ("face", "adjustment", "band"),
    [
        (1, 0, "violently_hostile"),
        (5, 0, "violently_hostile"),
        (6, 0, "hostile"),
        (50, 0, "neutral"),
        (50, 25, "uncertain_positive"),
        (3, -25, "violently_hostile"),
        (90, 35, "enthusiastic"),
    ],
)
def test_a_reaction_falls_in_a_band(face: int, adjustment: int, band: str) -> None:
    assert lookup_reaction(face, adjustment) == band


def test_the_hostile_bands_check_morale_instead_of_fleeing() -> None:
    assert [each.id for each in list_reaction_bands() if each.checks_morale] == ["violently_hostile", "hostile"]


def test_odds_of_surprise_differ_for_these() -> None:
    ranger, drow, owl = lookup_surprise("ranger"), lookup_surprise("drow"), lookup_surprise("svirfneblin")
    assert ranger is not None
    assert (ranger.surprises, ranger.surprised) == (Odds(3, 6), Odds(1, 6))
    assert drow is not None
    assert (drow.surprises, drow.surprised) == (None, Odds(1, 8))
    assert owl is not None
    assert (owl.surprises, owl.surprised) == (Odds(9, 10), None)
    assert lookup_surprise("fighter") is None


def test_a_monk_is_surprised_less_with_every_level() -> None:
    assert [lookup_monk_surprised(level) for level in (1, 2, 3, 18)] == [
        Odds(2, 6),
        Odds(32, 100),
        Odds(30, 100),
        Odds(0, 100),
    ]


def test_sides_meet_nearer_indoors() -> None:
    indoors, outdoors = lookup_distance(Setting.INDOORS), lookup_distance(Setting.OUTDOORS)
    assert (indoors.dice, indoors.surprised_dice, indoors.noise_dice, indoors.reduction) == ("1d6+4", "1d3", "1d4", 0)
    assert (outdoors.dice, outdoors.surprised_dice, outdoors.reduction, outdoors.least) == ("6d4", None, 100, 33)


def test_morale_is_checked_for_these_and_modified_by_those() -> None:
    assert [each.id for each in list_morale_occasions()][:2] == ["superior_force", "loss_25"]
    assert {each.id: each.modifier for each in list_morale_modifiers()}["enemy_slain"] == -10
    assert lookup_morale_modifier("leader_slain") == 30
    with pytest.raises(UnknownId):
        lookup_morale_modifier("bad_weather")


@pytest.mark.parametrize(
    ("margin", "result"),
    [
        (-5, None),
        (0, None),
        (1, "fall_back_fighting"),
        (16, "disengage_retreat"),
        (50, "flee_in_panic"),
        (51, "surrender"),
        (900, "surrender"),
    ],
)
def test_a_failure_of_morale_is_as_bad_as_its_margin(margin: int, result: str | None) -> None:
    assert lookup_morale_failure(margin) == result


@pytest.mark.parametrize(
    ("weight", "allowance", "load"),
    [
        (0, 0, Load.LIGHT),
        (350, 0, Load.LIGHT),
        (351, 0, Load.HEAVY),
        (800, 100, Load.HEAVY),
        (1050, 0, Load.VERY_HEAVY),
        (1500, 0, Load.ENCUMBERED),
        (9000, 0, Load.ENCUMBERED),
    ],
)
def test_a_weight_makes_a_load(weight: int, allowance: int, load: Load) -> None:
    assert lookup_load(weight, allowance) is load


def test_a_load_slows_the_small_in_proportion() -> None:
    assert [lookup_load_movement(load) for load in Load] == [12, 9, 6, 3]
    assert (lookup_base_movement(), lookup_base_movement("dwarf")) == (12, 9)
    assert [lookup_load_movement(load, lookup_base_movement("dwarf")) for load in Load] == [9, 6, 4, 2]


def test_armor_has_its_class_weight_and_movement() -> None:
    assert lookup_armor_class("chain_shield") == 4
    plate = lookup_armor("plate")
    assert (plate.weight, plate.movement, plate.bulk) == (450, 6, "bulky")
    with pytest.raises(UnknownId):
        lookup_armor("cardboard")


def test_an_orc_is_as_printed() -> None:
    orc = lookup_monster("orc")
    assert (orc.hit_dice, orc.attack.attack_row, orc.pace.movement) == ("1", "1", 9)
    assert (orc.defence.armor_class, orc.defence.hit_points) == (6, 4)
    assert (orc.size, orc.legs, orc.morale, orc.natural, orc.mindless) == ("M", 2, 50, False, False)
    assert orc.attack.routine[0].by_weapon


def test_beasts_have_their_legs_and_bears_their_hug() -> None:
    bear = lookup_monster("bear_black")
    assert (bear.natural, bear.legs, bear.attack.hug) == (True, 4, "2d4")
    assert lookup_monster("giant_ant").legs == 6


def test_the_undead_name_their_row_and_the_mindless_never_check_morale() -> None:
    skeleton = lookup_monster("skeleton")
    assert (skeleton.undead, skeleton.morale, skeleton.mindless) == ("skeleton", FEARLESS, True)
    assert lookup_monster("orc").undead == ""


def test_letters_become_psionic_modes() -> None:
    duergar = lookup_monster("duergar").psionic
    assert duergar is not None
    assert (duergar.lowest, duergar.highest) == (71, 90)
    assert duergar.attack_modes == ("mind_thrust", "ego_whip", "id_insinuation")
    assert duergar.defense_modes == ("mind_blank", "thought_shield", "mental_barrier")


def test_there_are_five_modes_of_each_kind_at_their_cost() -> None:
    assert [each.cost for each in list_attack_modes()] == [20, 4, 7, 10, 14]
    assert [each.cost for each in list_defense_modes()] == [1, 2, 3, 8, 10]
    assert lookup_mode_cost("tower_of_iron_will") == 10
    assert lookup_mode("psionic_blast").ranges == (200, 400, 600)
    assert lookup_mode("psionic_blast").affects_non_psionic
    assert lookup_mode("tower_of_iron_will").save_bonus == 6
    assert lookup_mode_by_letter("J") == "tower_of_iron_will"


@pytest.mark.parametrize(
    ("strength", "attack", "defense", "result"),
    [
        (20, "mind_thrust", "mind_blank", ("points_lost", 12)),
        (120, "ego_whip", "mental_barrier", ("points_lost", 6)),
        (900, "id_insinuation", "tower_of_iron_will", ("points_lost", 21)),
        (80, "psychic_crush", "mind_blank", ("percent_death", 14)),
        (0, "psionic_blast", "mind_blank", ("points_lost", 3)),
    ],
)
def test_minds_clash_by_the_table(strength: int, attack: str, defense: str, result: tuple[str, int]) -> None:
    assert lookup_psionic_result(strength, attack, defense) == result


def test_no_table_is_known_for_a_defenceless_psionic() -> None:
    assert lookup_psionic_result(100, "mind_thrust", None) is None


def test_modes_of_the_wrong_kind_are_unknown() -> None:
    with pytest.raises(UnknownId, match='unknown attack mode "mind_blank"'):
        lookup_psionic_result(100, "mind_blank", "mind_blank")
    with pytest.raises(UnknownId, match='unknown defense mode "mind_thrust"'):
        lookup_psionic_result(100, "mind_thrust", "mind_thrust")


def test_a_strong_mind_saves_easily_against_a_blast() -> None:
    assert [lookup_blast_save(24, band) for band in range(3)] == [10, 8, 6]
    assert lookup_blast_save(40, 0) == 0
