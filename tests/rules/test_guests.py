"""Ready-made characters, against the tables and what the book allows."""

from collections import Counter

import pytest

from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.terms import Load
from rules.procedures import get_ruleset, list_rulesets
from rules.reference import (
    Edition,
    UnknownId,
    compute_guest_dice,
    count_spell_slots,
    list_classes,
    list_guest_classes,
    list_guest_levels,
    lookup_class,
    lookup_constitution,
    lookup_spell_entry,
    make_guest,
)
from rules.statblocks import build_stat_blocks

EVERY = [(class_, level) for class_, _ in list_guest_classes() for level in list_guest_levels()]

SWORDS = {"sword_short", "sword_broad", "sword_long"}
SLUNG = {"sling_bullet", "sling_stone"}
CLUBS = {"club", "flail_foot", "hammer", "mace_foot", "mace_horse", "staff_quarter"}
SMALL = {"dagger", "dart", "staff_quarter"}

MAY_WIELD = {
    "cleric": CLUBS,
    "druid": {"club", "dagger", "dart", "hammer", "scimitar", "spear", "staff_quarter"} | SLUNG,
    "magic_user": SMALL,
    "illusionist": SMALL,
    "thief": {"club", "dagger", "dart"} | SWORDS | SLUNG,
    "monk": {
        "bo_stick",
        "club",
        "crossbow_light",
        "dagger",
        "axe_hand",
        "javelin",
        "jo_stick",
        "spear",
        "staff_quarter",
    },
    "bard": {"club", "dagger", "dart", "javelin", "scimitar", "spear", "staff_quarter", "sword_bastard"}
    | SWORDS
    | SLUNG,
}
"""The weapons of classes that may not have all of them (Players Handbook, 19)."""

BEST_ARMOR = {"druid": 7, "magic_user": 10, "illusionist": 10, "thief": 8, "assassin": 7, "bard": 8}
"""The armor classes, without dexterity, of the best that these may wear; a druid's and an assassin's with a shield."""


def test_every_class_with_levels_has_a_guest() -> None:
    assert {class_ for class_, _ in list_guest_classes()} == set(list_classes()) - {"level_0"}


@pytest.mark.parametrize(("class_", "level"), EVERY)
def test_a_guest_is_built_with_the_numbers_of_its_class(class_: str, level: int) -> None:
    guest = make_guest(class_, level)
    (block,) = build_stat_blocks({"id": "guest", "side": "party", "name": guest.name, **guest.definition})
    assert (block.creature.kind, block.creature.level) == (class_, level)
    assert {shot.missile.ammunition for shot in block.gear.weapons if shot.missile} <= {
        *dict(block.gear.charges),
        *("hammer", "spear", "dagger", "club"),
    }


@pytest.mark.parametrize(("class_", "level"), EVERY)
def test_its_hit_points_are_the_average_of_its_dice(class_: str, level: int) -> None:
    guest = make_guest(class_, level)
    (block,) = build_stat_blocks({"id": "guest", "side": "party", **guest.definition})
    dice = compute_guest_dice(class_, level)
    assert block.defence.hit_points == int(sum(each.dice * (each.sides + 1) / 2 for each in dice))
    found = lookup_constitution(guest.abilities["constitution"])
    assert (found.hit_points, found.hit_points_of_fighters) == (0, 0), "constitution would change the average"


@pytest.mark.parametrize(("class_", "level"), EVERY)
def test_its_abilities_satisfy_the_minimums(class_: str, level: int) -> None:
    abilities = make_guest(class_, level).abilities
    assert all(abilities[name] >= least for name, least in lookup_class(class_).minimums)


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize(("class_", "level"), EVERY)
def test_its_spells_fill_the_slots_of_the_table(class_: str, level: int, edition: Edition) -> None:
    guest = make_guest(class_, level, edition=edition)
    memorised = Counter(lookup_spell_entry(id).level for id in guest.definition.get("spells", ()))
    slots = [found.slots for found in count_spell_slots(class_, level, guest.abilities, edition)]
    assert memorised == Counter({n: many for each in slots for n, many in enumerate(each, 1) if many})
    assert {lookup_spell_entry(id).class_ for id in guest.known} <= {class_}


@pytest.mark.parametrize(("class_", "level"), EVERY)
def test_its_weapons_and_armor_are_those_that_the_class_may_use(class_: str, level: int) -> None:
    definition = make_guest(class_, level).definition
    assert set(definition["weapons"]) <= MAY_WIELD.get(class_, set(definition["weapons"]))
    worn = definition.get("ac", 10) - definition.get("ac_dexterity", 0)
    assert worn >= BEST_ARMOR.get(class_, 2)


@pytest.mark.parametrize("ruleset", [id for id in list_rulesets() if get_ruleset(id).own_sheet is None])
def test_every_procedure_of_class_and_level_reads_every_guest(ruleset: str) -> None:
    entries = [{"id": f"{class_}-{n}", "side": "party", **make_guest(class_, n).definition} for class_, n in EVERY]
    built = tuple(build_stat_blocks(each)[0] for each in entries)
    state = fold([e.EncounterOpened(ruleset=ruleset, version="", stat_blocks=built, options={})])
    standing = {each.id: get_ruleset(ruleset).describe_standing(state, each.id).vigour for each in built}
    assert {id: vigour and vigour.most for id, vigour in standing.items()} == {
        each.id: each.defence.hit_points for each in built
    }


def test_a_fighter_of_level_three() -> None:
    guest = make_guest("fighter", 3)
    (block,) = build_stat_blocks({"id": "guest", "side": "party", **guest.definition})
    assert guest.experience == 4001
    assert block.defence.hit_points == 16  # 3d10
    assert block.defence.armor_class == 4  # chain mail and a shield
    # Chain 300, shield 100, weapons 120, arrows 40, coins 15, gear 252: 827 of 700, and 350 for strength.
    assert block.pace.carried == 83
    assert block.pace.load is Load.HEAVY
    assert block.pace.movement == 9


def test_a_bard_keeps_the_hit_dice_of_a_fighter() -> None:
    points = [build_stat_blocks({"id": "b", "side": "party", **make_guest("bard", n).definition})[0] for n in (1, 3)]
    assert [each.defence.hit_points for each in points] == [27, 34]  # 5d10, then 2d6 more


def test_a_name_that_is_taken_is_not_given_again() -> None:
    first = make_guest("thief", 1).name
    second = make_guest("thief", 1, [first.upper()]).name
    assert first != second
    names = [make_guest("thief", 1).name]
    for _ in range(9):
        names.append(make_guest("thief", 1, names).name)
    assert len(set(names)) == 10


@pytest.mark.parametrize(("class_", "level"), [("level_0", 1), ("tinker", 1), ("fighter", 2), ("fighter", 0)])
def test_what_is_not_ready_made_is_refused(class_: str, level: int) -> None:
    with pytest.raises(UnknownId):
        make_guest(class_, level)
