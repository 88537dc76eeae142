"""6.3: the cancelling of a declaration when it comes up; it cannot be changed."""

from collections.abc import Sequence

from rules.kernel import events as e
from rules.kernel.agenda import Agenda
from rules.kernel.deeds import Deed, add_own, without_own
from rules.kernel.effects import Answer, Ask
from rules.kernel.forms import Choice, Form, OneOf
from rules.kernel.frozen import evolve
from rules.kernel.order import Moment
from rules.kernel.procedure import Play, Table
from rules.kernel.registry import get_ruleset
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import CombatantId
from rules.procedures.adnd.accepting import read_declaration
from rules.procedures.adnd.declarations import Declaring
from rules.procedures.adnd.deed_types import Wait
from rules.procedures.adnd.magic import give_up_undeclared
from rules.procedures.adnd.orders.spell import Completion
from rules.procedures.adnd.orders.use_psionics import Psionics
from rules.procedures.adnd.procedure import as_adnd
from rules.procedures.demon_idol.declaration_types import Hesitation, Preparation
from rules.procedures.demon_idol.options import get_settings, ids, refuse


def build_cancel_form(declaring: Declaring, state: State, question: OpenQuestion) -> Form | None:
    """Return the form: go on, cancel, or (where declarations are not locked) do something else.

    None where the combatant cannot act or has nothing left to do.
    """
    me = state.combatants[question.who]
    if not me.able or not list_undone(state, me.id):
        return None
    locked = refuse("6.3.lock", "has declared already") if get_settings(state).lock_declarations else None
    letters = OneOf("action", "What instead?", declaring.list_letters(state, me))
    choices = (
        Choice("no", "Go on"),
        Choice("yes", "Cancel"),
        Choice("change", "Something else", "", locked, lambda: (letters,)),
    )
    return Form((OneOf("choice", "Do you go on with it?", choices),))


def list_undone(state: State, who: CombatantId) -> list[Deed]:
    """Return the deeds that a combatant has still to do this round."""
    return [deed for deed in state.pending if deed.who == who and not isinstance(deed, (Wait, Psionics))]


def build_cancel_asks(state: State, moment: Moment | None, clock: int) -> Sequence[Ask]:
    """Return the questions to those whose declarations may come up in the next column.

    Those whose declarations have not begun are asked, too. Nobody is asked because somebody awaits. None of these
    questions is awaited.
    """
    if clock > 1 and not _is_act_due(state, moment, clock):
        return ()
    return [
        Ask("cancel", who, {"choice": "no"}, clauses=ids("6.3.cancel"), awaited=False)
        for who, each in state.combatants.items()
        if each.able and list_undone(state, who)
    ]


def _is_act_due(state: State, moment: Moment | None, clock: int) -> bool:
    """Return whether somebody does more than await in a column; ``moment`` is the next one."""
    if moment is None or moment.clock > clock:
        return False
    if not all(isinstance(deed, Wait) for deed in moment.deeds):
        return True
    acts = evolve(state, pending=tuple(deed for deed in state.pending if not isinstance(deed, Wait)))
    agenda = Agenda(as_adnd(get_ruleset(state.ruleset)).order)
    agenda.refresh(acts)
    due = agenda.find_next_seen(acts)
    return due is not None and due.clock <= clock


def apply_cancel_answers(table: Table, asks: Sequence[Ask], answers: Sequence[Answer]) -> Play:
    """Yield what was cancelled or changed."""
    for ask, answer in zip(asks, answers, strict=True):
        if answer["choice"] == "no" or not list_undone(table.state, ask.who):
            continue
        yield e.MindChanged(who=ask.who, what="cancelled", clause="DEMON.6.3.cancel", clauses=ids("6.3.cancel"))
        yield from _drop_deeds(table, ask.who)
        if answer["choice"] == "change":
            yield from _declare_instead(table, ask.who, answer)


def _drop_deeds(table: Table, who: CombatantId) -> Play:
    """Yield the loss of all deeds of a combatant.

    A spell is kept in memory unless it was begun, or as the option ``cancelled_spell_kept`` has it.
    """
    kept = get_settings(table.state).cancelled_spell_kept
    for deed in list_undone(table.state, who):
        if isinstance(deed, Completion):
            begun = table.state.combatants[who].casting is not None
            yield e.SpellSpoiled(
                who=who,
                spell=deed.order.spell,
                target=deed.targets[0] if deed.targets else "",
                targets=deed.targets,
                cause="cancelled",
                forgotten=kept == "never" or (kept == "if-not-begun" and begun),
                deed=deed.id,
                clauses=ids("6.3.cancel"),
                segment=deed.number,
                seen_by=None if begun else (who,),
            )
        else:
            yield e.DeedLost(who=who, deed=deed.id, cause="cancelled", clauses=ids("6.3.cancel"), segment=deed.number)
            if table.state.combatants[who].casting is not None:
                yield e.TaskGivenUp(who=who, task=deed.words.task or deed.words.device, clauses=ids("6.3.cancel"))


def _declare_instead(table: Table, who: CombatantId, answer: Answer) -> Play:
    """Yield another declaration in place of the cancelled one, from now on (by option)."""
    changed = read_declaration(table.state, who, {k: v for k, v in answer.items() if k != "choice"})
    changed = add_own(without_own(changed, Preparation), Hesitation(table.state.clock or 0))
    yield e.Declared(who=who, declaration=changed, clauses=ids("6.3.lock"))
    yield from give_up_undeclared(table)
    now = table.state.clock or 0
    built = as_adnd(table.ruleset).build_deeds(table.state)
    own = tuple(evolve(deed, id=f"{deed.id}'{now}") for deed in built if deed.who == who)
    yield e.AgendaChanged(deeds=(*table.state.pending, *own), why="changed")
