"""Names of spells, devices and weapons, each with the address of its card."""

from dataclasses import dataclass
from functools import cache

from encounters.addresses import make_address
from rules.api import CardKind, Combatant, has_card


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing as it is named in a sentence or a list."""

    name: str
    card: str
    """The address of its card; "" for a thing that no table holds."""
    more: str = ""
    """The words that follow its name."""


@cache
def find_card(kind: CardKind, id: str) -> str:
    """Return the address of a thing's card; "" for a thing that no table holds."""
    return make_address("card", kind=kind.value, id=id) if has_card(kind, id) else ""


def find_held_card(each: Combatant, id: str) -> str:
    """Return the address of the card of a weapon, spell or device that it has, or ""."""
    held = (
        (CardKind.WEAPON, each.weapon(id)),
        (CardKind.SPELL, each.spell(id)),
        (CardKind.DEVICE, each.device(id)),
    )
    return next((find_card(kind, id) for kind, found in held if found is not None), "")
