"""Declarations from answers of the declare form, and answers from declarations."""

from collections.abc import Mapping
from typing import Any

from rules.kernel import events as e
from rules.kernel.effects import Answer
from rules.kernel.state import Declaration, OpenQuestion, State, evolve
from rules.kernel.terms import CombatantId
from rules.procedures.adnd.deed_types import Psionics
from rules.procedures.adnd.state import UnfinishedCharge

_TEXTS = ("how", "weapon", "spell", "device", "attack_mode", "defense_mode", "mode", "avoid", "task", "warn")
_PLAIN = (*_TEXTS, "shots", "segments", "when", "watch", "delay", "throw", "throw_segment", "segment")
_FLAGS = ("peek", "running")
GOING_ON = "going_on"
"""The fact of a declare question that holds the answer to go on with what its combatant has begun."""

_NOTHING = Declaration("", "")
"""The template of all declarations: an empty one."""


def accept(state: State, question: OpenQuestion, answer: Answer) -> tuple[e.Event, ...]:
    """Return the events of a declaration and its seal.

    The author and the DM learn the declaration, everyone else that it is sealed.
    """
    declaration = declaration_from(question.who, answer)
    return (
        e.Declared(who=question.who, declaration=declaration, perceived_by=(question.who,)),
        e.Sealed(who=question.who),
    )


def declaration_from(who: CombatantId, answer: Mapping[str, Any]) -> Declaration:
    """Return the declaration that an answer of the declare form's shape means."""
    target = answer.get("target") or ()
    given: dict[str, Any] = {name: value for name, value in answer.items() if value and name in _PLAIN}
    if to := answer.get("to"):
        given["to"] = (to[0], to[1])
    given.update({name: True for name in _FLAGS if answer.get(name) in ("yes", True)})
    if steps := answer.get("with"):
        given["then"] = tuple(declaration_from(who, each) for each in steps)
    targets = (target,) if isinstance(target, str) else tuple(target)
    return evolve(_NOTHING, who=who, action=answer["action"], targets=targets, **given)


def again(state: State, question: OpenQuestion) -> Answer | None:
    """Return the answer that goes on with what was begun, else repeats the last declaration.

    None where there is neither.
    """
    going_on = question.facts.get(GOING_ON)
    if isinstance(going_on, Mapping):
        return dict(going_on)
    last = state.combatants[question.who].last
    return answer_from(last) if last is not None else None


def going_on(state: State, who: CombatantId) -> Answer | None:
    """Return the answer that goes on with what a combatant has begun, or None.

    That is a spell, task, device, charge or psionics.
    """
    me = state.combatants[who]
    last = me.last
    steps = steps_of(last) if last is not None else ()
    if any(isinstance(deed, Psionics) and deed.who == who for deed in state.pending):
        return next((answer_from(step) for step in steps if step.action == "P"), None)
    if 0 < me.own(UnfinishedCharge).round == state.round - 1:
        charge = next((step for step in steps if step.how == "charge"), None)
        if charge is None or not state.combatants[charge.targets[0]].present:
            return None
        return answer_from(evolve(charge, then=(), when="", watch="", throw=""))
    if me.casting is None:
        return None
    found = next((step for step in steps if me.casting.what in objects_of(step)), None)
    if found is not None:
        return answer_from(evolve(found, then=(), when="", watch=""))
    if me.spell(me.casting.what) is None:
        return None
    return {"action": "D", "how": "spell", "spell": me.casting.what, "target": list(me.casting.targets)}


def steps_of(declaration: Declaration) -> tuple[Declaration, ...]:
    """Return a declaration and all its further steps in order, however they are nested."""
    return (declaration, *(step for each in declaration.then for step in steps_of(each)))


def objects_of(step: Declaration) -> tuple[str, ...]:
    """Return what a step of a declaration may take more than a segment or round for.

    It is the id of a spell or device, or a task.
    """
    return tuple(name for name in (step.spell, step.device, step.task) if name)


def answer_from(declaration: Declaration) -> dict[str, object]:
    """Return the answer that means this declaration, to repeat it in the next round."""
    answer: dict[str, object] = {"action": declaration.action}
    answer.update({name: value for name in _TEXTS if (value := getattr(declaration, name))})
    if declaration.targets:
        many = declaration.how in ("spell", "device") or len(declaration.targets) > 1
        answer["target"] = list(declaration.targets) if many else declaration.targets[0]
    if declaration.to is not None:
        answer["to"] = list(declaration.to)
    answer.update({name: value for name in ("shots", "segment") if (value := getattr(declaration, name))})
    if declaration.throw:
        running = {"running": "yes"} if declaration.running else {}
        answer.update(throw=declaration.throw, throw_segment=declaration.throw_segment or 1, **running)
    if declaration.task:
        answer["segments"] = declaration.segments
    if declaration.when:
        watch = {"watch": declaration.watch} if declaration.watch else {}
        answer.update(prepared="yes", when=declaration.when, **watch)
    if declaration.then:
        answer["with"] = [answer_from(each) for each in declaration.then]
    return answer
