"""Who comes into play unseen, and what shows a figure that was hidden."""

from typing import TypeGuard

from rules import events as e
from rules.figure import Figure
from rules.reveal.eyes import HIDDEN_ACTS, lookup_table_option
from rules.state import State
from rules.terms import PUBLIC

Act = e.Attacked | e.ChargeBegan | e.ChargeMet | e.SpellCompleted | e.DeviceUsed | e.UndeadTurned
"""Events by which one figure acts on others."""


def arrival(figure: Figure) -> e.Appeared:
    """Return the event by which a figure comes into play. Only its player sees one that is hidden or comes later."""
    unseen = figure.hidden or figure.wave
    return e.Appeared(who=figure.id, figure=figure, perceived_by=(figure.id,) if unseen else (PUBLIC,))


def acts_from_hiding(event: e.Event, state: State) -> TypeGuard[Act]:
    """Return whether a hidden figure does something to one of another side in this event."""
    if not isinstance(event, Act):
        return False
    doer = state.combatants.get(event.who)
    if doer is None or not doer.hidden:
        return False
    targets = (event.target, *getattr(event, "targets", ()))
    return any(state.combatants[each].side != doer.side for each in targets if each in state.combatants)


def shows_its_doer(event: e.Event, state: State) -> TypeGuard[Act]:
    """Return whether a hidden figure shows itself by this event, and the DM is not asked about it."""
    return acts_from_hiding(event, state) and lookup_table_option(state, HIDDEN_ACTS) == "show"
