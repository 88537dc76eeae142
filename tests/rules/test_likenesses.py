"""A weapon or device of somebody's own says as which thing of the tables it counts."""

import pytest

from rules.kernel import events as e
from rules.kernel.codec import decode_event, encode_event, is_as_stored
from rules.kernel.stat_block import StatBlock
from rules.reference import ARMOR, GearSort, find_likeness, list_devices, list_likenesses, list_weapons
from rules.reference.tables import list_rows
from rules.statblocks import build_stat_blocks
from rules.statblocks.fields import BadEntry

WEAPONS = [
    ("silver_dagger", "dagger"), ("dagger.2", "dagger"), ("Daggers", "dagger"), ("elf-dart", "dart"),
    ("bow", "bow_long"), ("oak_longbow", "bow_long"), ("great_crossbow", "crossbow_light"),
    ("staff_of_thorns", "staff_quarter"), ("staff_striking_2", "staff_striking"),
    ("daggerling", ""), ("club", ""), ("dagger", ""), ("whip", ""),
]  # fmt: skip
DEVICES = [
    ("wand_of_magic_missile", "wand_magic_missiles"), ("boots_falling", "ring_feather_falling"),
    ("ring_protection_2", "ring_protection"), ("splint_mail", ARMOR), ("magic_armor", ARMOR), ("horn", ""),
    ("ring_protection", ""), ("silver_dagger", ""),
]  # fmt: skip


def one(**gear: object) -> StatBlock:
    (built,) = build_stat_blocks({"id": "tenser", "side": "party", "class": "magic_user", **gear})
    return built


@pytest.mark.parametrize(("id", "like"), WEAPONS)
def test_the_words_of_its_id_say_what_a_weapon_counts_as(id: str, like: str) -> None:
    (weapon,) = one(weapons=[{"id": id}]).gear.weapons
    assert (weapon.like, weapon.counts_as) == (like, like or id)


@pytest.mark.parametrize(("id", "like"), DEVICES)
def test_the_words_of_its_id_say_what_a_device_counts_as(id: str, like: str) -> None:
    (device,) = one(devices=[{"id": id}]).gear.devices
    assert (device.like, device.counts_as) == (like, like or id)


def test_a_thing_says_what_it_counts_as_whatever_its_id() -> None:
    gear = one(
        weapons=[{"id": "needle", "like": "dagger"}, {"id": "dagger_of_cord", "like": "club", "power": True}],
        devices=[{"id": "cuirass", "like": "armor"}],
    ).gear
    assert [each.counts_as for each in gear.weapons] == ["dagger", "club"]
    assert {each.id: each.counts_as for each in gear.devices} == {"cuirass": "armor", "dagger_of_cord": "club"}


def test_a_thing_counts_as_nothing_that_no_table_has() -> None:
    for key in ("weapons", "devices"):
        with pytest.raises(BadEntry, match=f'"{key}.like": no table has "dager" .did you mean dagger'):
            one(**{key: [{"id": "needle", "like": "dager"}]})


def test_things_of_the_tables_count_as_themselves() -> None:
    assert not [each.id for each in list_weapons() if each.counts_as != each.id]
    assert not [each.id for each in list_devices() if each.counts_as != each.id]


def test_every_id_that_a_thing_counts_as_is_one_of_the_tables() -> None:
    rows = {str(row["like"]) for sort in GearSort for row in list_rows("likenesses", sort)}
    assert rows <= {*list_likenesses()}


@pytest.mark.parametrize("key", ["weapons", "devices"])
@pytest.mark.parametrize("id", ["silver_dagger", "splint_mail", "whip_of_cord"])
def test_a_thing_of_an_earlier_form_counts_as_the_words_of_its_id_say(key: str, id: str) -> None:
    event = e.Appeared(who="tenser", stat_block=one(**{key: [{"id": id}]}))
    data = encode_event(event)
    things = [{name: value for name, value in each.items() if name != "like"} for each in data["stat_block"][key]]
    stored = {**data, "v": 10, "stat_block": {**data["stat_block"], key: things}}
    read = decode_event(stored)
    assert isinstance(read, e.Appeared)
    (thing,) = getattr(read.stat_block.gear, key)
    assert thing.like == find_likeness(GearSort(key.removesuffix("s")), id)
    assert is_as_stored(event, stored)
