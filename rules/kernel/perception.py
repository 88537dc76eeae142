"""Combatants that are hidden, and the memory of who has been perceived by all."""

from collections.abc import Iterable

from rules.kernel.state import Combatant, State
from rules.kernel.terms import CombatantId, SideId


def list_hidden(state: State) -> tuple[CombatantId, ...]:
    """Return the combatants that are hidden now, in roster order."""
    return tuple([who for who, each in state.combatants.items() if each.hidden])


def is_side_seen(state: State, side: SideId) -> bool:
    """Return whether anybody of a side has been perceived by all, now or before.

    A side of which nobody has been counts for nobody's clock, nominal segment or tie.
    """
    return side in [each.stat_block.side for each in state.combatants.values() if each.met]


def list_counted_sides(state: State) -> tuple[SideId, ...]:
    """Return the sides that count for each other: those that have been seen.

    Where fewer than two have been, somebody lies in ambush, and all sides count.
    """
    seen = tuple([side for side in state.sides if is_side_seen(state, side)])
    return seen if len(seen) > 1 else state.sides


def keep_counted(members: Iterable[Combatant]) -> list[Combatant]:
    """Return those of a group that have been met, who alone count; all where nobody has."""
    everyone = list(members)
    return [each for each in everyone if each.met] or everyone
