"""Changes of Dew's own state by events that other procedures yield as well."""

from rules.kernel import events as e
from rules.kernel.procedure import OwnChanges
from rules.kernel.state import State, with_combatant
from rules.kernel.terms import DM
from rules.procedures.dew.rulings import apply_ruling
from rules.procedures.dew.state import DewCombatant, NextRulings
from rules.procedures.dew.terms import drop_items, lose_points, set_preparations, with_combatant_changed, with_part


def _apply_appeared(event: e.Appeared, before: State, state: State) -> State:
    """Set the hit points of a combatant that is first shown in mid-fight to its present EN."""
    kept = event.own_state
    return with_combatant(state, event.stat_block.id, hp=kept.body.en) if isinstance(kept, DewCombatant) else state


def _apply_ruled(event: e.Ruled, before: State, state: State) -> State:
    return apply_ruling(state, event.who, event.what, event.new) if event.who != DM else state


def _apply_attacked(event: e.Attacked, before: State, state: State) -> State:
    """Clear the DM's numbers for one attack, which have been used."""
    return with_part(state, event.who, NextRulings, great_blow=()) if event.details is not None else state


def _apply_damaged(event: e.Damaged, before: State, state: State) -> State:
    return lose_points(state, event.who, event.pool, event.left) if event.pool else state


def _apply_dropped(event: e.Dropped, before: State, state: State) -> State:
    if not event.items:
        return state
    return with_combatant_changed(state, event.who, drop_items(state.combatants[event.who], event.items))


def _apply_prepared(event: e.Prepared, before: State, state: State) -> State:
    if not event.weapon:
        return state
    ready = set_preparations(state.combatants[event.who], event.weapon, event.mode, event.count or 0)
    return with_combatant_changed(state, event.who, ready)


CHANGES: OwnChanges = {
    e.Appeared: _apply_appeared,
    e.Ruled: _apply_ruled,
    e.Attacked: _apply_attacked,
    e.Damaged: _apply_damaged,
    e.Dropped: _apply_dropped,
    e.Prepared: _apply_prepared,
}
"""The change of Dew's own state for each kind of event."""
