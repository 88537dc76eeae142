"""The event of a change of alertness (0c), and attacks ignored without it (0d)."""

from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.procedures.dew import events as dew
from rules.procedures.dew.terms import get_dew, ids


def make_alert_changed(who: CombatantId, alert: bool, why: str, clause: str) -> dew.AlertChanged:
    """Return the event by which a combatant becomes alert or ceases to be."""
    return dew.AlertChanged(who=who, alert=alert, why=why, clauses=ids("0c", clause))


def cite_ignored_attack(state: State, who: CombatantId) -> tuple[str, ...]:
    """Return the clause by which a combatant that is not alert ignores attacks, if it is so."""
    body = get_dew(state, who).body
    return () if body.alert and body.conscious else ("0d",)
