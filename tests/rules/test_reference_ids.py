"""Every id of every table loads; an unknown one is answered with its like."""

from collections.abc import Callable

import pytest

from rules import reference
from rules.kernel.dice import parse_dice
from rules.kernel.terms import Save
from rules.reference import UnknownId
from rules.reference.tables import list_rows


def test_every_weapon_of_the_table_loads_with_dice_that_can_be_rolled() -> None:
    for row in list_rows("weapons", "weapon"):
        weapon = reference.lookup_weapon(row["id"])
        assert weapon.melee or weapon.missile
        assert all(parse_dice(text).average > 0 for blow in weapon.blows for text in (blow.damage, blow.damage_large))


def test_every_spell_of_the_table_loads_at_every_level_up_to_twenty() -> None:
    for row in list_rows("spells", "spell"):
        for level in range(1, 21):
            spell = reference.lookup_spell(row["id"], level)
            assert spell.casting >= 0
            assert spell.save in ("none", "negates", "half", "special")
            assert spell.save_column is Save.SPELL
            assert all(parse_dice(text) for text in (spell.damage, spell.heals) if text)


def test_every_device_of_the_table_loads() -> None:
    for row in list_rows("devices", "device"):
        device = reference.lookup_device(row["id"])
        assert device.activation is None or device.activation >= 0
        assert device.save_column is Save.ROD_STAFF_WAND


def test_every_monster_of_the_table_loads_with_rows_it_fights_and_saves_on() -> None:
    for row in list_rows("monsters", "monster"):
        monster = reference.lookup_monster(row["id"])
        assert len(reference.lookup_monster_row(monster.attack.attack_row)) == 21
        assert len(reference.lookup_monster_saves(monster.hit_dice, monster.mindless)) == 5
        assert monster.attack.routine


def test_the_lists_hold_as_many_as_the_tables_and_their_variants() -> None:
    assert len(reference.list_weapons()) == 54 + len(reference.SPEED_WEAPONS)
    assert len([each for each in reference.list_spells() if not each.id.endswith(reference.REVERSED)]) == 414
    assert len([each for each in reference.list_devices() if "." not in each.id]) == 167
    assert len(reference.list_monsters()) == 87


def _level_one_spell(id: str) -> object:
    return reference.lookup_spell(id, 1)


@pytest.mark.parametrize(
    ("kind", "lookup", "id", "meant"),
    [
        ("weapon", reference.lookup_weapon, "dager", "dagger"),
        ("spell", _level_one_spell, "sleep", "magic_user_sleep"),
        ("device", reference.lookup_device, "wand_fire.firebal", "wand_fire.fireball"),
        ("monster", reference.lookup_monster, "ork", "orc"),
        ("psionic mode", reference.lookup_mode, "mind_trust", "mind_thrust"),
        ("morale modifier", reference.lookup_morale_modifier, "leader_slayn", "leader_slain"),
        ("armor", reference.lookup_armor_class, "chain_shild", "chain_shield"),
    ],
)
def test_an_unknown_id_is_named_with_those_it_resembles(
    kind: str, lookup: Callable[[str], object], id: str, meant: str
) -> None:
    with pytest.raises(UnknownId) as caught:
        lookup(id)
    assert (caught.value.kind, caught.value.id) == (kind, id)
    assert meant in caught.value.similar
    assert str(caught.value).startswith(f'unknown {kind} "{id}" (did you mean ')


def test_an_unknown_id_like_none_of_a_few_lists_them_all() -> None:
    with pytest.raises(UnknownId, match=r'unknown class "xyz" \(known: fighter, paladin'):
        reference.lookup_attack_row("xyz", 1)


def test_a_search_finds_names_with_every_word_and_ids_whatever_the_case() -> None:
    assert [each.id for each in reference.search(reference.list_weapons(), "Bow LONG")] == [
        "bow_composite_long",
        "bow_long",
    ]
    found = [each.id for each in reference.search(reference.list_spells("magic_user"), "magic missile")]
    assert found == ["magic_user_magic_missile"]
    assert [each.id for each in reference.search(reference.list_devices(), "wand_fire.f")] == ["wand_fire.fireball"]
    assert reference.search(reference.list_monsters(), "no such beast") == ()
    assert reference.search(reference.list_monsters(), "") == reference.list_monsters()
