"""Deeds, orders and gear of earlier versions: what deeds named stands in their order now."""

from collections.abc import Mapping

from rules.kernel import events as e
from rules.kernel.deeds import DEED_KINDS
from rules.kernel.stat_block import Device, Weapon
from rules.kernel.stored_forms import Converter, Converters, Data
from rules.procedures.adnd.deed_types import Struck
from rules.procedures.adnd.orders.avoid import Flight
from rules.procedures.adnd.orders.device import DeviceUse
from rules.procedures.adnd.orders.spell import Casting, CastingSegment, Completion
from rules.procedures.adnd.orders.strike import Strike
from rules.procedures.adnd.orders.task import DoTask
from rules.procedures.adnd.orders.use_psionics import Psionics
from rules.procedures.adnd.stored_tasks import convert_question, convert_task
from rules.reference import GearSort, find_likeness


def make_converter(moved: Mapping[str, str]) -> Converter:
    """Return the converter of a deed to version 5 that gathers fields of the deed in its order.

    ``moved`` are the fields of the order by the former fields of the deed. The targets and the further steps of the
    order are not known: they are left out, and so is an empty field, which a deed past the round had lost.
    """

    def convert(fields: Data) -> Data:
        named = {name: fields[old] for old, name in moved.items() if fields.get(old) is not None}
        kept = {name: each for name, each in fields.items() if name not in moved}
        return {**kept, "order": {"who": fields["who"], **named}}

    return convert


def convert_second_weapon(fields: Data) -> Data:
    """Return the fields of a blow in version 8: its order has the weapon in the other hand.

    Of an order without one nothing is known.
    """
    kept = {name: each for name, each in fields.items() if name != "off_hand"}
    if not fields.get("off_hand"):
        return kept
    named = {"who": fields["who"], "weapon": fields.get("weapon", ""), "off_hand": fields["off_hand"]}
    return {**kept, "order": [Strike.__name__, named]}


def make_likeness_converter(sort: GearSort) -> Converter:
    """Return the converter of a weapon or device to version 11.

    Its id said what it counts as.
    """
    return lambda fields: {**fields, "like": find_likeness(sort, str(fields.get("id", "")))}


convert_casting = make_converter({"spell": "spell", "to": "to"})
"""The converter of a part of the casting of a spell."""

STRUCK = [kind for kind in DEED_KINDS.values() if issubclass(kind, Struck)]
"""The classes of deeds that strike or shoot."""

CONVERTERS: Converters = {
    **{kind: {4: convert_casting} for kind in (Casting, Completion, CastingSegment)},
    DeviceUse: {4: make_converter({"device": "device", "to": "to"})},
    Psionics: {4: make_converter({"attack_mode": "attack_mode", "defense_mode": "defense_mode"})},
    Flight: {4: make_converter({"mode": "avoid", "to": "to"})},
    **{kind: {7: convert_second_weapon} for kind in STRUCK},
    DoTask: {8: convert_task},
    e.Asked: {8: convert_question},
    Weapon: {10: make_likeness_converter(GearSort.WEAPON)},
    Device: {10: make_likeness_converter(GearSort.DEVICE)},
}
