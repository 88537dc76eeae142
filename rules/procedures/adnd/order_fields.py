"""Parts of the declare form that need the state alone: targets, places and labels."""

from collections.abc import Callable

from rules.kernel.battlefield import measure_distance, to_feet
from rules.kernel.forms import Option, PlaceField
from rules.kernel.stat_block import Device, Spell, Weapon
from rules.kernel.state import Combatant, State


def list_in_sight(
    state: State,
    me: Combatant,
    is_there: Callable[[Combatant], bool] = lambda each: each.present,
    *,
    everyone: bool = False,
) -> list[Combatant]:
    """Return the foes that a combatant may choose; friends too with ``everyone``.

    ``is_there`` tests who is still there. Hidden foes are only for combatants that the DM plays.
    """
    dm = not me.stat_block.played and me.side != "party"
    return [
        each
        for each in state.combatants.values()
        if (everyone or each.side != me.side) and is_there(each) and (dm or not each.hidden or each.side == me.side)
    ]


def build_place_field(magic: Spell | Device) -> PlaceField:
    """Return the field for the place at which magic is aimed, or puts down its user."""
    label = "Where do you land? (The DM says, if you leave it open.)" if magic.relocation else "To where"
    return PlaceField("to", label, optional=True)


def describe_distance(state: State, me: Combatant, each: Combatant) -> str:
    """Return the distance to another combatant in words."""
    if not each.present:
        return "gone"
    return "himself" if each.id == me.id else f"{to_feet(measure_distance(state, me.id, each.id))} ft"


def describe_segments(number: int | None) -> str:
    """Return a number of segments in words; nothing where it is not known."""
    return "" if number is None else f"{number} segment{'s' if number != 1 else ''}"


def describe_speed_factor(weapon: Weapon) -> str:
    """Return a weapon's speed factor in words, where it has one."""
    return "" if weapon.speed_factor is None else f"speed {weapon.speed_factor}"


def build_mode_option(id: str) -> Option:
    """Return the option for a psionic mode."""
    return Option(id, id.replace("_", " "))
