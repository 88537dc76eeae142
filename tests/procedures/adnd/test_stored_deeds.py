"""Deeds as earlier versions stored them: what the order names stood in the deed itself."""

from typing import Any

import pytest

from rules.kernel import events as e
from rules.kernel.codec import decode_event, encode_event, is_as_stored
from rules.kernel.deeds import DEED_KINDS, Deed
from rules.kernel.frozen import evolve
from rules.procedures.adnd.deed_types import Blow, Struck
from rules.procedures.adnd.orders.avoid import Avoid, Flight
from rules.procedures.adnd.orders.base import OrderedDeed
from rules.procedures.adnd.orders.device import DeviceUse, UseDevice
from rules.procedures.adnd.orders.spell import Cast, Casting, CastingSegment, Completion
from rules.procedures.adnd.orders.strike import Strike
from rules.procedures.adnd.orders.use_psionics import Psionics, UsePsionics

WHO, AIM = ("tenser", ("orc-1",)), (300, 400)
SLEEP = Cast("tenser", spell="sleep", to=AIM)
DEEDS: dict[str, tuple[OrderedDeed, dict[str, Any]]] = {
    "Completion": (
        Completion("tenser:spell", *WHO, number=3, order=SLEEP),
        {"spell": "sleep", "to": list(AIM)},
    ),
    "CastingSegment": (
        CastingSegment("tenser:surprise", *WHO, order=Cast("tenser", spell="sleep")),
        {"spell": "sleep"},
    ),
    "DeviceUse": (
        DeviceUse("tenser:device", *WHO, order=UseDevice("tenser", device="wand", to=AIM)),
        {"device": "wand", "to": list(AIM)},
    ),
    "Psionics": (
        Psionics("tenser:psionic", *WHO, order=UsePsionics("tenser", attack_mode="ego_whip", defense_mode="mind_bar")),
        {"attack_mode": "ego_whip", "defense_mode": "mind_bar"},
    ),
    "Flight": (
        Flight("tenser:flee", *WHO, order=Avoid("tenser", avoid="surrender")),
        {"mode": "surrender", "to": None},
    ),
}
"""Each deed as it is, and the fields that it had up to version 4 in place of its order."""

STRUCK = [kind for kind in DEED_KINDS.values() if issubclass(kind, Struck) and kind.kind]
TWO_WEAPONS = Strike("otis", weapon="sword_long", off_hand="dagger")


def write_older(deed: Deed, fields: dict[str, Any], version: int) -> dict[str, Any]:
    """Return an event with the deed as this version stored it."""
    data = encode_event(e.AgendaChanged(deeds=(deed,), why="declared"))
    (name, now), *_ = data["deeds"]
    kept = {key: value for key, value in now.items() if key != "order"}
    return {**data, "v": version, "deeds": [[name, {**kept, **fields}]]}


@pytest.mark.parametrize("version", [3, 4])
@pytest.mark.parametrize("name", DEEDS)
def test_a_deed_of_an_earlier_version_holds_an_order_of_what_it_named(name: str, version: int) -> None:
    deed, fields = DEEDS[name]
    read = decode_event(write_older(deed, fields, version))
    assert isinstance(read, e.AgendaChanged)
    assert read.deeds == (deed,)


@pytest.mark.parametrize("name", DEEDS)
def test_a_fresh_deed_is_as_stored_though_its_order_says_more(name: str) -> None:
    deed, fields = DEEDS[name]
    fresh = evolve(deed, order=evolve(deed.order, targets=("orc-1",), then=(SLEEP,)))
    assert is_as_stored(e.AgendaChanged(deeds=(fresh,), why="declared"), write_older(deed, fields, 4))


def test_a_fresh_deed_with_another_spell_is_not_as_stored() -> None:
    deed, fields = DEEDS["Completion"]
    other = evolve(deed, order=Cast("tenser", spell="web", to=AIM))
    assert not is_as_stored(e.AgendaChanged(deeds=(other,), why="declared"), write_older(deed, fields, 4))


def test_a_casting_past_the_round_was_stored_without_its_aim() -> None:
    deed = Completion("tenser:casting", *WHO, standing=True, order=SLEEP)
    older = write_older(deed, {"spell": "sleep", "to": None}, 4)
    read = decode_event(older)
    assert isinstance(read, e.AgendaChanged)
    (casting,) = read.deeds
    assert isinstance(casting, Casting)
    assert (casting.order.spell, casting.order.to) == ("sleep", None)
    assert is_as_stored(e.AgendaChanged(deeds=(deed,), why="declared"), older)


@pytest.mark.parametrize("kind", STRUCK)
def test_a_blow_of_an_earlier_version_holds_an_order_with_its_second_weapon(kind: type[Struck]) -> None:
    deed = kind("otis:1", "otis", ("orc-1",), weapon="sword_long", order=TWO_WEAPONS)
    read = decode_event(write_older(deed, {"off_hand": "dagger"}, 7))
    assert isinstance(read, e.AgendaChanged)
    assert read.deeds == (deed,)


@pytest.mark.parametrize("kind", STRUCK)
def test_a_blow_of_an_earlier_version_with_one_weapon_holds_no_order(kind: type[Struck]) -> None:
    deed = kind("otis:1", "otis", ("orc-1",), weapon="sword_long")
    older = write_older(deed, {"off_hand": ""}, 7)
    read = decode_event(older)
    assert isinstance(read, e.AgendaChanged)
    assert read.deeds == (deed,)
    fresh = evolve(deed, order=Strike("otis", ("orc-1",), weapon="sword_long"))
    assert is_as_stored(e.AgendaChanged(deeds=(fresh,), why="declared"), older)


def test_a_fresh_blow_with_two_weapons_is_as_stored_though_its_order_says_more() -> None:
    deed = Blow("otis:1", "otis", ("orc-1",), weapon="sword_long", order=evolve(TWO_WEAPONS, targets=("orc-1",)))
    event = e.AgendaChanged(deeds=(deed,), why="declared")
    assert is_as_stored(event, write_older(deed, {"off_hand": "dagger"}, 7))
    assert not is_as_stored(event, write_older(deed, {"off_hand": "axe_hand"}, 7))
