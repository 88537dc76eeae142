"""Hidden combatants: their arrival, and the deeds that reveal them."""

from collections.abc import Sequence
from typing import TypeGuard, get_args

from rules.kernel import events as e
from rules.kernel.options import HIDDEN_ACTS, lookup_table_option
from rules.kernel.stat_block import StatBlock
from rules.kernel.state import Combatant, State
from rules.kernel.terms import CombatantId

ActingEvent = e.Attacked | e.ChargeBegan | e.ChargeMet | e.SpellCompleted | e.DeviceUsed | e.UndeadTurned
"""Events by which one combatant acts on others."""

_ACTING_KINDS = frozenset(get_args(ActingEvent))
"""The same, to be looked up: every event is asked, and ``isinstance`` goes through all of them."""


def build_arrival(stat_block: StatBlock) -> e.Appeared:
    """Return the event by which a combatant comes into play."""
    return e.Appeared(who=stat_block.id, stat_block=stat_block)


def is_act_from_hiding(event: e.Event, state: State) -> TypeGuard[ActingEvent]:
    """Return whether a hidden combatant acts against one of another side in this event."""
    if type(event) not in _ACTING_KINDS or not isinstance(event, ActingEvent):
        return False
    doer = state.combatants.get(event.who)
    if doer is None or not doer.hidden:
        return False
    return _is_against_others(state, doer, (event.target, *getattr(event, "targets", ())))


def _is_against_others(state: State, doer: Combatant, targets: Sequence[str]) -> bool:
    return any(state.combatants[each].side != doer.side for each in targets if each in state.combatants)


def is_revealing(event: e.Event, state: State) -> TypeGuard[ActingEvent]:
    """Return whether a hidden combatant reveals itself by this event, without asking the DM."""
    if type(event) not in _ACTING_KINDS:
        return False
    return is_act_from_hiding(event, state) and lookup_table_option(state, HIDDEN_ACTS) == "show"


def is_revealed_by_acting(state: State, who: CombatantId, target: CombatantId) -> bool:
    """Return whether a hidden combatant would reveal itself if it acted on this target now."""
    doer = state.combatants[who]
    acts = doer.hidden and _is_against_others(state, doer, (target,))
    return acts and lookup_table_option(state, HIDDEN_ACTS) == "show"


def is_unseen_by(state: State, who: CombatantId, other: CombatantId) -> bool:
    """Return whether a combatant is hidden from another; the DM's combatants see everybody."""
    me = state.combatants[other]
    return who != other and state.combatants[who].hidden and (me.stat_block.played or me.side == "party")
