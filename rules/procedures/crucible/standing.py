"""The summary of a combatant for its player and the DM: hit points, and foes engaged with."""

from dataclasses import replace

from rules.kernel.standing import Standing, describe_hit_points
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.procedures.adnd.state import are_engaged


def describe_standing(state: State, who: CombatantId) -> Standing:
    """Return the hit points of a combatant, and the present foes that it is engaged with."""
    foes = [foe.name for foe in state.list_foes(who) if foe.present and are_engaged(state, who, foe.id)]
    return replace(describe_hit_points(state, who), under=(f"engaged with {', '.join(foes)}",) if foes else ())
