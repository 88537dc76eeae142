"""Types of deeds in the terms of the texts, and parts that the rules of every text use."""

from collections.abc import Callable, Sequence
from typing import TypeGuard

from rules.kernel.deeds import Deed
from rules.procedures.adnd.deed_types import (
    Arrival,
    ArrivalAtPlace,
    Attack,
    Blow,
    BlowAtContact,
    Charge,
    ChargeBlow,
    Move,
    SetWeaponBlow,
    Shot,
    Turning,
    Wait,
    WeaponSetting,
)
from rules.procedures.adnd.orders.avoid import Flight
from rules.procedures.adnd.orders.device import DeviceUse
from rules.procedures.adnd.orders.spell import Completion

# Types of deeds.


def is_any(deed: Deed) -> bool:
    """Return true for every deed."""
    return True


def is_blow(deed: Deed) -> TypeGuard[Blow]:
    """Return whether a deed is a routine of blows hand to hand, and not the blow of a charge."""
    return isinstance(deed, Blow)


def is_shot(deed: Deed) -> TypeGuard[Shot]:
    """Return whether a deed is a routine of missiles, shot or thrown."""
    return isinstance(deed, Shot)


def is_attack(deed: Deed) -> TypeGuard[Attack]:
    """Return whether a deed is a routine of blows or missiles."""
    return isinstance(deed, Attack)


def is_spell(deed: Deed) -> TypeGuard[Completion]:
    """Return whether a deed is a spell."""
    return isinstance(deed, Completion)


def is_device(deed: Deed) -> TypeGuard[DeviceUse]:
    """Return whether a deed is the use of a magical device."""
    return isinstance(deed, DeviceUse)


def is_magic(deed: Deed) -> TypeGuard[Completion | DeviceUse]:
    """Return whether a deed is a spell or device that takes a stated time."""
    return deed.timed and isinstance(deed, (Completion, DeviceUse))


def is_turning(deed: Deed) -> TypeGuard[Turning]:
    """Return whether a deed is a turning of undead."""
    return isinstance(deed, Turning)


def is_move(deed: Deed) -> TypeGuard[Move]:
    """Return whether a deed is a move, closing included."""
    return isinstance(deed, Move)


def is_flight(deed: Deed) -> TypeGuard[Flight]:
    """Return whether a deed takes its doer out of the fight."""
    return isinstance(deed, Flight)


def is_charge(deed: Deed) -> TypeGuard[Charge]:
    """Return whether a deed is part of a charge: its contact, its blow, or a run too short."""
    return isinstance(deed, Charge)


def is_contact(deed: Deed) -> TypeGuard[Arrival]:
    """Return whether a deed is the contact of a charge, or its arrival at a place."""
    return isinstance(deed, Arrival)


def is_arrival_at_place(deed: Deed) -> TypeGuard[ArrivalAtPlace]:
    """Return whether a deed is the arrival of a charge at a place, with no blow to follow."""
    return isinstance(deed, ArrivalAtPlace)


def is_charge_blow(deed: Deed) -> TypeGuard[ChargeBlow]:
    """Return whether a deed is the blow that ends a charge."""
    return isinstance(deed, ChargeBlow)


def is_charge_end(deed: Deed) -> TypeGuard[Charge]:
    """Return whether a deed ends a charge: its blow, a short run, or the arrival at a place."""
    return is_charge(deed) and (is_arrival_at_place(deed) or not is_contact(deed))


def is_weapon_set(deed: Deed) -> TypeGuard[WeaponSetting]:
    """Return whether a deed is a weapon set against a charge, whether or not anybody comes."""
    return isinstance(deed, WeaponSetting)


def is_set_weapon_blow(deed: Deed) -> TypeGuard[SetWeaponBlow]:
    """Return whether a deed is a weapon set against a charge that arrives."""
    return isinstance(deed, SetWeaponBlow)


def is_wait(deed: Deed) -> TypeGuard[Wait]:
    """Return whether a deed is waiting alone, with nothing to do afterwards."""
    return isinstance(deed, Wait)


def is_at_contact(deed: Deed) -> TypeGuard[BlowAtContact]:
    """Return whether a deed is a blow that a charge gives those it meets."""
    return isinstance(deed, BlowAtContact)


def is_either(is_type: Callable[[Deed], bool], a: Deed, b: Deed) -> bool:
    """Return whether at least one of two deeds is of a type."""
    return is_type(a) or is_type(b)


LEAVING = (Move, Flight, Charge)
"""Classes of deeds by which a combatant leaves its place."""


def sort_leaving_last(deeds: Sequence[Deed]) -> list[Deed]:
    """Return the deeds of a moment, those of combatants who stay first.

    Combatants who stay find the others where they stood. The blow at the end of a charge is a deed of that sort.
    """
    return sorted(deeds, key=lambda deed: isinstance(deed, LEAVING) and not isinstance(deed, ChargeBlow))


# Two deeds.


def is_aimed_at(one: Deed, other: Deed) -> bool:
    """Return whether one deed is aimed at the doer of the other."""
    return other.who in one.targets


def get_own_place(deed: Deed) -> tuple[int, int, int]:
    """Return the place of a deed among its doer's own.

    The contact comes first, then blows with their extra ones, then later routines.
    """
    if is_contact(deed):
        return (0, 0, 0)
    if is_at_contact(deed):
        return (1, 0, 0)
    second = isinstance(deed, Completion) and deed.cantrip == 2
    return (1, deed.routine + (1 if second else 0), deed.bonus if not deed.first else -1)
