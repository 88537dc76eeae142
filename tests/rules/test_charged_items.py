"""The functions of a wand share its charges: each device says whose charges a use takes."""

from dataclasses import replace

import pytest

from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.codec import decode_event, encode_event, is_as_stored
from rules.kernel.stat_block import Gear
from rules.kernel.state import State
from rules.reference import list_devices, lookup_device
from rules.statblocks import build_stat_blocks
from tests.rules.watchers import OTIS, PIP, QUILL, TENSER, opened, watch

FIREBALL = lookup_device("wand_fire.fireball")
SHOT = e.DeviceUsed(who="tenser", device=FIREBALL.id, discharges=2, perceived_by=("public",))


def count_left(*charges: tuple[str, int], devices: bool = True) -> dict[str, int]:
    tenser = replace(TENSER, gear=Gear(devices=(FIREBALL,) if devices else (), charges=charges))
    state = fold([opened([OTIS, tenser]), SHOT])
    assert isinstance(state, State)
    return dict(state.combatants["tenser"].charges)


def test_a_function_of_the_tables_takes_charges_of_the_device_that_has_it() -> None:
    assert {each.charged_item for each in list_devices() if each.item} == {each.item for each in list_devices()} - {""}
    assert (FIREBALL.item, lookup_device("wand_fire").item, FIREBALL.charged_item) == ("wand_fire", "", "wand_fire")


def test_a_use_takes_charges_of_the_item_alone() -> None:
    assert count_left(("wand_fire", 9), ("wand_frost", 5)) == {"wand_fire": 7, "wand_frost": 5}
    assert count_left(("wand_fire", 1)) == {"wand_fire": 0}
    assert count_left(("wand_frost", 5)) == {"wand_frost": 5}


def test_a_use_of_a_device_that_its_combatant_has_no_more_takes_no_charge_of_another() -> None:
    assert count_left(("wand_frost", 5), devices=False) == {"wand_frost": 5}


def test_those_who_are_not_shown_the_wand_see_its_use_and_count_no_charges() -> None:
    tenser = replace(TENSER, gear=Gear(devices=(FIREBALL,), charges=(("wand_fire", 9),)))
    left = {}
    for name, viewpoint in (("pip", PIP), ("quill", QUILL)):
        log = watch(viewpoint, SHOT, opening=opened([OTIS, tenser]))
        assert log.state is not None
        left[name] = dict(log.state.combatants["tenser"].charges)
    assert left == {"pip": {}, "quill": {"wand_fire": 7}}


@pytest.mark.parametrize("id", ["my_wand.bolt", "my_wand.mist"])
def test_functions_of_a_wand_of_ones_own_share_its_charges(id: str) -> None:
    devices = [{"id": "my_wand.bolt", "activation": 2}, {"id": "my_wand.mist", "activation": 3}]
    entry = {"id": "tenser", "side": "party", "class": "magic_user", "devices": devices, "charges": {"my_wand": 4}}
    (tenser,) = build_stat_blocks(entry)
    assert {each.id: each.charged_item for each in tenser.gear.devices}[id] == "my_wand"
    assert tenser.gear.charges == (("my_wand", 4),)


@pytest.mark.parametrize(("id", "item"), [("wand_fire.fireball", "wand_fire"), ("ring.", "ring"), ("bone_wand", "")])
def test_a_device_of_an_earlier_form_has_the_item_that_its_id_named(id: str, item: str) -> None:
    entry = {"id": "tenser", "side": "party", "class": "magic_user", "devices": [{"id": id}]}
    event = e.Appeared(who="tenser", stat_block=build_stat_blocks(entry)[0])
    data = encode_event(event)
    devices = [{key: value for key, value in each.items() if key != "item"} for each in data["stat_block"]["devices"]]
    stored = {**data, "v": 9, "stat_block": {**data["stat_block"], "devices": devices}}
    read = decode_event(stored)
    assert isinstance(read, e.Appeared)
    assert [each.item for each in read.stat_block.gear.devices] == [item]
    assert is_as_stored(event, stored)
