"""Parts of the order form that follow from the state alone: whom a figure may choose, places, and words for options."""

from collections.abc import Callable

from rules.battlefield import distance, feet
from rules.figure import Device, Spell, Weapon
from rules.forms import Option, Place
from rules.state import Combatant, State


def in_sight(
    state: State,
    me: Combatant,
    there: Callable[[Combatant], bool] = lambda each: each.present,
    *,
    everyone: bool = False,
) -> list[Combatant]:
    """Return foes still there, friends too where asked; hidden ones only to figures that the DM plays."""
    dm = not me.figure.played and me.side != "party"
    return [
        each
        for each in state.combatants.values()
        if (everyone or each.side != me.side) and there(each) and (dm or not each.hidden or each.side == me.side)
    ]


def place_field(magic: Spell | Device) -> Place:
    """Return the field for the place at which magic is aimed, or at which it puts down whoever uses it."""
    label = "Where do you land? (The DM says, if you leave it open.)" if magic.relocation else "To where"
    return Place("to", label, optional=True)


def distance_label(state: State, me: Combatant, each: Combatant) -> str:
    """Return how far another figure is, in words."""
    if not each.present:
        return "gone"
    return "himself" if each.id == me.id else f"{feet(distance(state, me.id, each.id))} ft"


def segments_label(number: int | None) -> str:
    """Return a number of segments in words; nothing where it is not known."""
    return "" if number is None else f"{number} segment{'s' if number != 1 else ''}"


def speed_label(weapon: Weapon) -> str:
    """Return a weapon's speed factor in words, where it has one."""
    return "" if weapon.speed_factor is None else f"speed {weapon.speed_factor}"


def mode_option(id: str) -> Option:
    """Return the option for a psionic mode."""
    return Option(id, id.replace("_", " "))
