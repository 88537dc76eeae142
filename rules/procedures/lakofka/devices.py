"""Rule 5: which things are devices, and when a device is too many."""

from rules.kernel.stat_block import Device, Weapon
from rules.procedures.lakofka.act_kinds import ActKind
from rules.procedures.lakofka.state import Spent

PROTECTING = ("ring_protection", "cloak_protection")
"""Beginnings of the ids of things that cost nothing to put on and take off."""

ARMOR = frozenset(
    {"armor", "armour", "shield", "buckler", "mail", "chain", "chainmail", "plate", "platemail", "scale", "splint"}
    | {"banded", "leather", "studded", "padded"}
)
"""Words in the ids of armor; each id has at least one."""

MOST = 2
"""The most devices that work in a round."""


def is_exempt(kind: ActKind, device: Device | None, weapon: Weapon | None) -> bool:
    """Return whether handling a thing is free (5.10).

    These are rings and cloaks of protection, armor, and weapons without a power that comes with drawing them.
    """
    if kind is ActKind.DRAW_WEAPON:
        return weapon is None or not weapon.power
    if kind not in (ActKind.PUT_ON, ActKind.TAKE_OFF) or device is None:
        return False
    return device.id.startswith(PROTECTING) or not ARMOR.isdisjoint(device.id.split("_"))


def find_excess_clause(spent: Spent) -> str | None:
    """Return the clause by which a further device does not work (5.1, 5.2); None if it works."""
    if spent.devices >= MOST:
        return "5.1"
    return "5.2" if spent.devices and spent.spells else None
