"""Combatants built from combatant tables: given values win, the rest comes from the books."""

from fractions import Fraction

import pytest

from rules.kernel.stat_block import FEARLESS, Odds, Psionic, StatBlock
from rules.kernel.terms import Load
from rules.reference import (
    list_classes,
    list_monsters,
    lookup_attack_row,
    lookup_monster_row,
    lookup_monster_saves,
    lookup_saves,
)
from rules.statblocks import COMBATANT_KEYS, BadEntry, build_stat_blocks


def one(**keys: object) -> StatBlock:
    """Return the only combatant of a combatant; ``class_`` is the key class."""
    entry = {"id": "otis", "side": "party"} | {key.rstrip("_"): value for key, value in keys.items()}
    (stat_block,) = build_stat_blocks(entry)
    return stat_block


def test_an_orc_needs_no_more_than_its_name_in_the_table() -> None:
    orc = one(monster="orc")
    assert (orc.name, orc.creature.kind, orc.creature.hit_dice, orc.defence.hit_points, orc.defence.armor_class) == (
        "Orc",
        "orc",
        "1",
        4,
        6,
    )
    assert (orc.pace.movement, orc.pace.unencumbered, orc.creature.morale, orc.creature.level) == (9, 9, 50, 0)
    assert orc.attack.to_hit == lookup_monster_row("1")
    assert orc.defence.saves == lookup_monster_saves("1")
    assert (orc.surprise.surprises, orc.surprise.surprised, orc.attack.initiative_die) == (Odds(2, 6), Odds(2, 6), 6)


def test_four_orcs_are_numbered_and_make_a_mob() -> None:
    orcs = build_stat_blocks({"id": "orc", "side": "foes", "monster": "orc", "count": 4, "position": [30, 5]})
    assert [each.id for each in orcs] == ["orc-1", "orc-2", "orc-3", "orc-4"]
    assert [each.name for each in orcs] == ["Orc 1", "Orc 2", "Orc 3", "Orc 4"]
    assert {each.mob for each in orcs} == {"orc"}
    assert {each.start.position for each in orcs} == {(3000, 500)}


def test_a_count_of_one_is_numbered_too_and_one_without_a_count_is_of_no_mob() -> None:
    assert [each.id for each in build_stat_blocks({"id": "orc", "side": "foes", "monster": "orc", "count": 1})] == [
        "orc-1"
    ]
    assert one(monster="orc").mob == ""


def test_every_monster_of_the_table_can_be_built() -> None:
    for entry in list_monsters():
        stat_block = one(monster=entry.id)
        assert stat_block.defence.hit_points == entry.defence.hit_points
        assert stat_block.gear.weapons
        assert len(stat_block.attack.to_hit) == 21


def test_every_class_can_be_built_at_every_level() -> None:
    for class_ in list_classes():
        for level in range(1, 25):
            stat_block = one(class_=class_, level=level)
            assert (stat_block.creature.kind, stat_block.creature.level) == (class_, level)
            assert stat_block.defence.hit_points > 0


def test_a_fighter_of_seventh_level_has_the_rows_of_his_class() -> None:
    otis = one(class_="fighter", level=7, hp=30, ac=4, ac_dexterity=-1)
    assert otis.attack.to_hit == lookup_attack_row("fighter", 7)
    assert otis.defence.saves == lookup_saves("fighter", 7)
    assert otis.attack.routines == Fraction(3, 2)
    assert (otis.defence.hit_points, otis.defence.armor_class, otis.defence.armor_class_dexterity) == (30, 4, -1)
    assert otis.creature.hit_dice == ""


@pytest.mark.parametrize(
    ("class_", "level", "points"),
    [("fighter", 2, 11), ("magic_user", 1, 2), ("ranger", 1, 9), ("monk", 1, 5), ("cleric", 3, 13), ("level_0", 0, 3)],
)
def test_hit_points_left_out_are_the_average_of_the_class(class_: str, level: int, points: int) -> None:
    assert one(class_=class_, level=level).defence.hit_points == points


@pytest.mark.parametrize(("hd", "points"), [("4+1", 19), ("1-1", 3), ("1d4 hp", 2), ("0.25", 2), ("2", 9)])
def test_hit_points_left_out_are_the_average_of_the_hit_dice(hd: str, points: int) -> None:
    assert one(hd=hd).defence.hit_points == points


def test_hit_dice_give_a_monsters_rows() -> None:
    beast = one(hd="4+1", natural=True)
    assert beast.attack.to_hit == lookup_monster_row("4+1")
    assert beast.defence.saves == lookup_monster_saves("4+1")
    assert (beast.attack.natural, beast.creature.kind) == (True, "")


def test_hit_dice_beside_a_monster_make_it_a_bigger_one() -> None:
    chief = one(monster="orc", hd="3+3")
    assert (chief.creature.hit_dice, chief.defence.hit_points, chief.creature.kind, chief.defence.armor_class) == (
        "3+3",
        16,
        "orc",
        6,
    )
    assert chief.attack.to_hit == lookup_monster_row("3+3")
    assert one(monster="skeleton", hd="4").defence.saves == lookup_monster_saves("4", mindless=True)


def test_a_combatant_without_class_or_hit_dice_fights_as_a_first_level_fighter() -> None:
    stranger = one()
    assert stranger.attack.to_hit == lookup_attack_row("fighter", 1)
    assert (stranger.name, stranger.creature.kind, stranger.creature.level, stranger.defence.hit_points) == (
        "Otis",
        "",
        1,
        5,
    )
    assert one(level=7).attack.to_hit == lookup_attack_row("fighter", 7)


def test_a_monster_with_a_class_is_a_character_of_that_race() -> None:
    priest = one(monster="drow", class_="cleric", level=5)
    assert (priest.creature.kind, priest.creature.race, priest.creature.level, priest.creature.hit_dice) == (
        "cleric",
        "drow",
        5,
        "",
    )
    assert priest.attack.to_hit == lookup_attack_row("cleric", 5)
    assert (priest.surprise.surprised, priest.pace.movement) == (Odds(1, 8), 12)
    assert [each.id for each in priest.gear.weapons] == ["fist"]


@pytest.mark.parametrize(
    ("keys", "movement", "unencumbered"),
    [
        ({"class": "fighter"}, 12, 12),
        ({"class": "fighter", "load": "heavy"}, 9, 12),
        ({"class": "fighter", "load": "very_heavy"}, 6, 12),
        ({"class": "fighter", "load": "encumbered"}, 3, 12),
        ({"class": "fighter", "race": "dwarf"}, 9, 9),
        ({"class": "fighter", "race": "dwarf", "load": "heavy"}, 6, 9),
        ({"class": "fighter", "race": "elf"}, 12, 12),
        ({"class": "fighter", "load": "heavy", "movement": 7}, 7, 12),
        ({"class": "fighter", "movement": 24}, 24, 24),
        ({"class": "monk", "level": 3}, 17, 17),
        ({"class": "monk", "level": 3, "race": "halfling"}, 17, 17),
        ({"monster": "orc", "load": "heavy"}, 6, 9),
        ({"monster": "orc", "movement": 6}, 6, 9),
        ({"monster": "dwarf", "class": "fighter"}, 6, 6),
        ({"hd": "3", "movement": 9}, 9, 9),
        ({"natural": True, "movement": 18}, 18, 18),
    ],
)
def test_movement_given_is_final_else_it_comes_from_the_load(
    keys: dict[str, object], movement: int, unencumbered: int
) -> None:
    stat_block = one(**keys)
    assert (stat_block.pace.movement, stat_block.pace.unencumbered) == (movement, unencumbered)


def test_a_ranger_has_odds_of_surprise_unless_others_are_given() -> None:
    otis = one(class_="ranger", level=4)
    assert (otis.surprise.surprises, otis.surprise.surprised) == (Odds(3, 6), Odds(1, 6))
    given = one(class_="ranger", surprised="2 in 6", surprises="9 in 10")
    assert (given.surprise.surprises, given.surprise.surprised) == (Odds(9, 10), Odds(2, 6))


def test_odds_of_a_race_and_of_a_monk_are_looked_up() -> None:
    assert one(class_="fighter", race="duergar").surprise.surprised == Odds(1, 10)
    assert one(class_="monk", level=4).surprise.surprised == Odds(28, 100)
    assert one(monster="spectator").surprise.surprised == Odds(1, 8)


def test_initiative_dice_are_those_of_the_table_or_given() -> None:
    assert one(monster="spectator").attack.initiative_die == 8
    assert one(class_="fighter", initiative_die="d10").attack.initiative_die == 10


@pytest.mark.parametrize(
    ("class_", "strength", "hit", "damage"),
    [
        ("fighter", 16, 0, 1),
        ("fighter", "18/63", 2, 3),
        ("thief", "18/63", 1, 2),
        ("monk", 18, 0, 0),
        ("cleric", 3, -3, -1),
    ],
)
def test_strength_tells_to_hit_and_in_damage(class_: str, strength: object, hit: int, damage: int) -> None:
    stat_block = one(class_=class_, strength=strength)
    assert (stat_block.attack.strength_hit, stat_block.attack.strength_damage) == (hit, damage)


def test_clerics_turn_at_their_level_paladins_at_two_less_others_not() -> None:
    assert one(class_="cleric", level=3).powers.turns_undead == 3
    assert one(class_="paladin", level=5).powers.turns_undead == 3
    assert one(class_="fighter", level=5).powers.turns_undead == 0
    assert one(class_="fighter", level=5, turns_undead=2).powers.turns_undead == 2


def test_undead_name_their_row_of_the_turning_table() -> None:
    assert one(monster="ghoul").creature.undead == "ghoul"
    assert one(hd="2", undead="ghoul").creature.undead == "ghoul"
    assert one(monster="orc").creature.undead == ""


def test_skeletons_never_check_morale() -> None:
    assert one(monster="skeleton").creature.morale == FEARLESS
    assert one(monster="skeleton", morale=40).creature.morale == 40


def test_a_monk_has_his_own_armor_class_and_his_open_hand() -> None:
    monk = one(class_="monk", level=5)
    assert (monk.defence.armor_class, monk.attack.routines) == (7, Fraction(5, 4))
    assert monk.gear.weapons[0].blows[0].damage == "1d6+1"


def test_routines_may_be_halves() -> None:
    assert one(class_="fighter", routines=1.5).attack.routines == Fraction(3, 2)
    assert one(class_="fighter", routines=2).attack.routines == 2


def test_a_place_is_kept_in_hundredths_of_a_foot() -> None:
    assert one(position=[10, -2.5]).start.position == (1000, -250)
    assert one().start.position is None


def test_the_rest_is_taken_as_it_is_given() -> None:
    stat_block = one(
        name="Otis", class_="ranger", level=4, reaction=1, attacking=2, size="L", legs=4, hasted=True, played=True,
        load="very_heavy", morale=70,
    )  # fmt: skip
    assert (
        stat_block.name,
        stat_block.attack.reaction,
        stat_block.attack.attacking,
        stat_block.creature.size,
        stat_block.creature.legs,
    ) == ("Otis", 1, 2, "L", 4)
    assert (stat_block.attack.hasted, stat_block.played, stat_block.pace.load, stat_block.creature.morale) == (
        True,
        True,
        Load.VERY_HEAVY,
        70,
    )
    assert stat_block.creature.is_large


def test_a_psionicist_has_points_and_modes() -> None:
    psionic = {"attack": 60, "defense": 50, "attack_modes": ["mind_thrust"], "defense_modes": ["mind_blank"]}
    assert one(psionic=psionic).powers.psionic == Psionic(60, 50, ("mind_thrust",), ("mind_blank",))
    assert one(class_="fighter").powers.psionic is None


def test_a_mind_flayer_has_half_its_average_ability_for_attack_and_half_for_defense() -> None:
    flayer = one(monster="mind_flayer")
    assert flayer.powers.psionic is not None
    assert (flayer.powers.psionic.attack, flayer.powers.psionic.defense) == (145, 145)
    assert flayer.defence.magic_resistance == 90


def test_every_key_is_read() -> None:
    entry: dict[str, object] = {
        "id": "otis", "name": "Otis", "side": "party", "class": "ranger", "level": 4, "natural": False,
        "race": "elf", "played": True, "count": 2, "hp": 20, "ac": 3, "ac_dexterity": -1, "movement": 9, "size": "M",
        "carries_lb": 40, "legs": 2,
        "load": "heavy", "position": [0, 0], "reaction": 1, "attacking": 1, "strength": "18/10",
        "morale": 80, "hasted": False, "turns_undead": 0, "undead": "special", "initiative_die": "d6",
        "surprised": "1 in 6", "surprises": "3 in 6", "routines": 1, "weapons": [], "spells": [], "devices": [],
        "psionic": {}, "untrained": ["dagger"], "components": 3, "on_point": False,
        "charges": {}, "hidden": True, "wave": 3,
        "first": 3, "special": ["poison: save or die"], "on_hit": [{"name": "poison", "begins": "dead"}],
        "innate": [{"id": "breath", "damage": "2d6", "save": "half"}], "regenerates": {"points": 1},
        "conditions": ["prone", {"id": "bless", "rounds": 4}],
    }  # fmt: skip
    assert set(entry) | {"hd", "monster", "left", "classes"} == set(COMBATANT_KEYS)
    assert len(build_stat_blocks(entry)) == 2


def test_a_count_has_a_first_number_and_a_place_for_each() -> None:
    orcs = build_stat_blocks({"id": "orc", "side": "foes", "monster": "orc", "count": 2, "first": 3,
                              "position": [[5, 0], [10, 0.5]]})  # fmt: skip
    assert [(each.id, each.name, each.start.position) for each in orcs] == [
        ("orc-3", "Orc 3", (500, 0)),
        ("orc-4", "Orc 4", (1000, 50)),
    ]


@pytest.mark.parametrize("more", [{"first": 2}, {"count": 2, "position": [[0, 0]]}, {"count": 2, "first": 0}])
def test_numbers_and_places_of_a_count_fit_it(more: dict[str, object]) -> None:
    with pytest.raises(BadEntry):
        build_stat_blocks({"id": "orc", "side": "foes", "monster": "orc", **more})
