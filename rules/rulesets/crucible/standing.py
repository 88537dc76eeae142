"""What a figure is under, as its player and the DM read it at a glance: whom it is in the fight with."""

from dataclasses import replace

from rules.rulesets.crucible.numbers import engaged
from rules.standing import Standing, hit_points
from rules.state import State
from rules.terms import CombatantId


def standing(state: State, who: CombatantId) -> Standing:
    """Hit points, and those with whom it is engaged."""
    foes = [foe.name for foe in state.foes_of(who) if foe.present and engaged(state, who, foe.id)]
    return replace(hit_points(state, who), under=(f"engaged with {', '.join(foes)}",) if foes else ())
