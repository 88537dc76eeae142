"""Types of deeds in the terms of the texts, and parts that the rules of every text use."""

from collections.abc import Callable

from rules.kernel.state import Deed
from rules.procedures.adnd.precedence import Typed

ATTACKS = ("melee", "missile")

AT_CONTACT = ("free", "met")
"""Values of ``part`` for the blows that a charge grants those it meets, beside what they declared."""


# Types of deeds.


def is_any(deed: Typed) -> bool:
    """Return true for every deed."""
    return True


def is_blow(deed: Typed) -> bool:
    """Return whether a deed is a routine of blows hand to hand, and not the blow of a charge."""
    return deed.kind == "melee"


def is_shot(deed: Typed) -> bool:
    """Return whether a deed is a routine of missiles, shot or thrown."""
    return deed.kind == "missile"


def is_attack(deed: Typed) -> bool:
    """Return whether a deed is a routine of blows or missiles."""
    return deed.kind in ATTACKS


def is_spell(deed: Typed) -> bool:
    """Return whether a deed is a spell."""
    return deed.kind == "spell"


def is_device(deed: Typed) -> bool:
    """Return whether a deed is the use of a magical device."""
    return deed.kind == "device"


def is_magic(deed: Typed) -> bool:
    """Return whether a deed is a spell or device that takes a stated time."""
    return deed.timed and deed.kind in ("spell", "device")


def is_turning(deed: Typed) -> bool:
    """Return whether a deed is a turning of undead."""
    return deed.kind == "turning"


def is_move(deed: Typed) -> bool:
    """Return whether a deed is a move, closing included."""
    return deed.kind == "move"


def is_flight(deed: Typed) -> bool:
    """Return whether a deed takes its doer out of the fight."""
    return deed.kind == "flee"


def is_charge(deed: Typed) -> bool:
    """Return whether a deed is part of a charge: its contact, its blow, or a run too short."""
    return deed.kind == "charge"


def is_contact(deed: Typed) -> bool:
    """Return whether a deed is the contact of a charge."""
    return deed.part == "contact"


def is_charge_blow(deed: Typed) -> bool:
    """Return whether a deed is the blow that ends a charge."""
    return deed.part == "blow"


def is_charge_end(deed: Typed) -> bool:
    """Return whether a deed is the blow that ends a charge, or the run that falls short."""
    return is_charge(deed) and not is_contact(deed)


def is_weapon_set(deed: Typed) -> bool:
    """Return whether a deed is a weapon set against a charge, whether or not anybody comes."""
    return deed.kind == "set"


def is_met_by_weapon(deed: Typed) -> bool:
    """Return whether a deed is a weapon set against a charge that arrives."""
    return deed.part == "set"


def is_wait(deed: Typed) -> bool:
    """Return whether a deed is waiting alone, with nothing to do afterwards."""
    return deed.kind == "wait"


def is_at_contact(deed: Typed) -> bool:
    """Return whether a deed is a blow that a charge gives those it meets."""
    return deed.part in AT_CONTACT


def either(is_type: Callable[[Typed], bool], a: Typed, b: Typed) -> bool:
    """Return whether at least one of two deeds is of a type."""
    return is_type(a) or is_type(b)


# Two deeds.


def aims(one: Deed, other: Deed) -> bool:
    """Return whether one deed is aimed at the doer of the other."""
    return other.who in one.targets


def own_place(deed: Deed) -> tuple[int, int, int]:
    """Return the place of a deed among its doer's own.

    The contact comes first, then blows with their extra ones, then later routines.
    """
    if is_contact(deed):
        return (0, 0, 0)
    if is_at_contact(deed):
        return (1, 0, 0)
    return (1, deed.routine + (1 if deed.cantrip == 2 else 0), deed.bonus if not deed.first else -1)
