"""Declarations from answers of the declare form, and answers from declarations."""

from collections.abc import Iterator, Mapping, Sequence

from rules.kernel import events as e
from rules.kernel.deeds import Declaration
from rules.kernel.effects import Answer
from rules.kernel.frozen import evolve
from rules.kernel.own import Own
from rules.kernel.registry import get_ruleset
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import CombatantId
from rules.procedures.adnd.orders.base import Addition, as_order, list_steps
from rules.procedures.adnd.orders.charge import ChargeAt
from rules.procedures.adnd.orders.listed import DECLARATION_CLASSES
from rules.procedures.adnd.orders.use_psionics import Psionics, UsePsionics
from rules.procedures.adnd.procedure import as_adnd
from rules.procedures.adnd.state import UnfinishedCharge

GOING_ON = "going_on"
"""The fact of a declare question that holds the answer to go on with what its combatant has begun."""


def accept(state: State, question: OpenQuestion, answer: Answer) -> tuple[e.Event, ...]:
    """Return the events of a declaration and its seal.

    The author and the DM learn the declaration, everyone else that it is sealed.
    """
    declaration = as_adnd(get_ruleset(state.ruleset)).join_steps(read_declaration(state, question.who, answer))
    return (
        e.Declared(who=question.who, declaration=declaration),
        e.Sealed(who=question.who),
    )


def read_declaration(state: State, who: CombatantId, answer: Answer) -> Declaration:
    """Return the declaration that an answer of the declare form's shape means."""
    kind = DECLARATION_CLASSES[str(answer["action"]), str(answer.get("how") or "")]
    return kind(
        who,
        targets=read_targets(answer),
        then=tuple([read_declaration(state, who, each) for each in read_steps(answer)]),
        owned={type(each): each for each in _read_additions(state, answer)},
        **kind.read_fields(answer, state.combatants[who]),
    )


def read_targets(answer: Answer) -> tuple[CombatantId, ...]:
    """Return the targets that an answer names: one or several."""
    target = answer.get("target")
    if isinstance(target, list | tuple):
        return tuple(target)
    return (str(target),) if target else ()


def read_steps(answer: Answer) -> Sequence[Answer]:
    """Return the further steps of an answer, each of an answer's shape."""
    further = answer.get("with")
    return further if isinstance(further, list | tuple) else ()


def _read_additions(state: State, answer: Answer) -> Iterator[Own]:
    for read in as_adnd(get_ruleset(state.ruleset)).additions:
        added = read(answer)
        if added is not None:
            yield added


def find_answer_to_repeat(state: State, question: OpenQuestion) -> Answer | None:
    """Return the answer that goes on with what was begun, else repeats the last declaration.

    None where there is neither.
    """
    going_on = question.facts.get(GOING_ON)
    if isinstance(going_on, Mapping):
        return dict(going_on)
    last = state.combatants[question.who].last
    return as_order(last).write_answer() if last is not None else None


def find_answer_to_continue(state: State, who: CombatantId) -> Answer | None:
    """Return the answer that goes on with what a combatant has begun, or None.

    That is a spell, task, device, charge or psionics.
    """
    me = state.combatants[who]
    is_psionic = any(isinstance(deed, Psionics) and deed.who == who for deed in state.pending)
    has_charged = 0 < me.own(UnfinishedCharge).round == state.round - 1
    if not is_psionic and not has_charged and me.casting is None:
        return None
    steps = list_steps(me.last) if me.last is not None else ()
    if is_psionic:
        return next((step.write_answer() for step in steps if isinstance(step, UsePsionics)), None)
    if has_charged:
        charge = next((step for step in steps if isinstance(step, ChargeAt)), None)
        if charge is None or not state.combatants[charge.targets[0]].present:
            return None
        return as_order(_drop_steps_and_additions(charge)).write_answer()
    if me.casting is None:
        return None
    found = next((step for step in steps if me.casting.what == step.what), None)
    if found is not None:
        return as_order(_drop_steps_and_additions(found)).write_answer()
    if me.spell(me.casting.what) is None:
        return None
    return {"action": "D", "how": "spell", "spell": me.casting.what, "target": list(me.casting.targets)}


def _drop_steps_and_additions(step: Declaration) -> Declaration:
    """Return a step as what is left of it once it has begun."""
    kept = {kind: each for kind, each in step.owned.items() if isinstance(each, Addition) and each.is_kept_next_round}
    return evolve(step, then=(), owned=kept)
