"""Asking for declarations: whom, and what each does who says nothing."""

from collections.abc import Sequence

from rules.adnd.hearing import GOING_ON, going_on
from rules.adnd.morale import declare_for_failed
from rules.effects import Answer, Ask, Facts
from rules.ruleset import Play, Table
from rules.state import State
from rules.terms import Action, CombatantId

AWAIT: Answer = {"action": Action.AWAIT.value}


def ask_declarations(table: Table, who: Sequence[CombatantId], needless: Sequence[CombatantId] = ()) -> Play:
    """Ask these figures, all together, what they will do. ``needless`` ones may say something but hold nobody up.

    Whoever has failed a morale check is not asked: it avoids.
    """
    who = yield from declare_for_failed(table, who)
    asks = [Ask("declare", each, AWAIT, awaited=False) for each in needless]
    asks += [declare_ask(table.state, each) for each in who]
    if asks:
        yield asks


def declare_ask(state: State, who: CombatantId, facts: Facts | None = None) -> Ask:
    """Return the question what a figure will do: unless it says otherwise it goes on with what it is at, or awaits."""
    answer = going_on(state, who)
    if answer is None:
        return Ask("declare", who, AWAIT, facts or {})
    return Ask("declare", who, answer, {**(facts or {}), GOING_ON: answer})


def may_be_asked(state: State) -> list[CombatantId]:
    """Everyone who can declare: able, in roster order."""
    return [who for who, each in state.combatants.items() if each.able]
