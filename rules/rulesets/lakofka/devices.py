"""Rule 5: which things are devices, and when one is one too many."""

from rules.figure import Device, Weapon
from rules.state import Spent

PROTECTING = ("ring_protection", "cloak_protection")
"""How the ids of things begin that are put on and taken off for nothing."""

ARMOR = frozenset(
    {"armor", "armour", "shield", "buckler", "mail", "chain", "chainmail", "plate", "platemail", "scale", "splint"}
    | {"banded", "leather", "studded", "padded"}
)
"""What the id of a piece of armor has among its words."""

MOST = 2


def is_exempt(kind: str, device: Device | None, weapon: Weapon | None) -> bool:
    """5.10: rings and cloaks of protection, armor, and weapons without a power that comes with drawing them."""
    if kind == "draw":
        return weapon is None or not weapon.power
    if kind not in ("wear", "remove") or device is None:
        return False
    return device.id.startswith(PROTECTING) or not ARMOR.isdisjoint(device.id.split("_"))


def second_device(spent: Spent) -> str | None:
    """5.1, 5.2: the clause by which one more device does not work; None while one more does."""
    if spent.devices >= MOST:
        return "5.1"
    return "5.2" if spent.devices and spent.spells else None
