"""Hidden combatants: their arrival, and the deeds that reveal them."""

from typing import TypeGuard

from rules.kernel import events as e
from rules.kernel.figure import Figure
from rules.kernel.reveal.eyes import HIDDEN_ACTS, lookup_table_option
from rules.kernel.state import State
from rules.kernel.terms import PUBLIC, CombatantId

Act = e.Attacked | e.ChargeBegan | e.ChargeMet | e.SpellCompleted | e.DeviceUsed | e.UndeadTurned
"""Events by which one combatant acts on others."""


def arrival(figure: Figure) -> e.Appeared:
    """Return the event by which a combatant comes into play.

    Only its player sees it if the combatant is hidden or comes later.
    """
    unseen = figure.hidden or figure.wave
    return e.Appeared(who=figure.id, figure=figure, perceived_by=(figure.id,) if unseen else (PUBLIC,))


def acts_from_hiding(event: e.Event, state: State) -> TypeGuard[Act]:
    """Return whether a hidden combatant acts against one of another side in this event."""
    if not isinstance(event, Act):
        return False
    doer = state.combatants.get(event.who)
    if doer is None or not doer.hidden:
        return False
    targets = (event.target, *getattr(event, "targets", ()))
    return any(state.combatants[each].side != doer.side for each in targets if each in state.combatants)


def shows_its_doer(event: e.Event, state: State) -> TypeGuard[Act]:
    """Return whether a hidden combatant reveals itself by this event, without asking the DM."""
    return acts_from_hiding(event, state) and lookup_table_option(state, HIDDEN_ACTS) == "show"


def is_unseen_by(state: State, who: CombatantId, other: CombatantId) -> bool:
    """Return whether a combatant is hidden from another; the DM's combatants see everybody."""
    me = state.combatants[other]
    return who != other and state.combatants[who].hidden and (me.figure.played or me.side == "party")
