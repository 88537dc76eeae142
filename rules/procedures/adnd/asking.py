"""Questions for declarations, and the answers in default of one."""

from collections.abc import Sequence

from rules.kernel.effects import Answer, Ask, Facts
from rules.kernel.procedure import Play, Table
from rules.kernel.state import State
from rules.kernel.terms import Action, CombatantId
from rules.procedures.adnd.accepting import GOING_ON, find_answer_to_continue
from rules.procedures.adnd.morale import declare_for_failed

AWAIT: Answer = {"action": Action.AWAIT.value}


def ask_declarations(table: Table, who: Sequence[CombatantId], needless: Sequence[CombatantId] = ()) -> Play:
    """Ask these combatants, all together, what they will do.

    Those in ``needless`` may declare but are not waited for. Those who have failed a morale check are not asked: they
    avoid.
    """
    who = yield from declare_for_failed(table, who)
    asks = [Ask("declare", each, AWAIT, awaited=False) for each in needless]
    asks += [build_declare_ask(table.state, each) for each in who]
    if asks:
        yield asks


def build_declare_ask(state: State, who: CombatantId, facts: Facts | None = None) -> Ask:
    """Return the question what a combatant will do.

    By default it goes on with what it has begun, else it awaits.
    """
    answer = find_answer_to_continue(state, who)
    if answer is None:
        return Ask("declare", who, AWAIT, facts or {})
    return Ask("declare", who, answer, {**(facts or {}), GOING_ON: answer})


def list_able_to_declare(state: State) -> list[CombatantId]:
    """Return everyone who can declare: those who are able, in roster order."""
    return [who for who, each in state.combatants.items() if each.able]
