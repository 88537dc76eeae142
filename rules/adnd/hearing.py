"""What an answer of the declare form's shape means, and the answer that means a declaration."""

from typing import Any, cast

from rules import events as e
from rules.effects import Answer
from rules.state import Declaration, OpenQuestion, State
from rules.terms import CombatantId


def heard(state: State, question: OpenQuestion, answer: Answer) -> tuple[e.Event, ...]:
    """An order is in: its author and the DM learn it, everyone else that it is sealed."""
    declaration = declaration_from(question.who, cast("dict[str, Any]", answer))
    return (
        e.Declared(who=question.who, declaration=declaration, perceived_by=(question.who,)),
        e.Sealed(who=question.who),
    )


def declaration_from(who: CombatantId, answer: dict[str, Any]) -> Declaration:
    """The declaration that an answer of the declare form's shape means."""
    target = answer.get("target", ())
    targets = (target,) if isinstance(target, str) else tuple(target or ())
    to = answer.get("to")
    return Declaration(
        who=who,
        action=answer["action"],
        how=answer.get("how", ""),
        targets=targets,
        weapon=answer.get("weapon", ""),
        spell=answer.get("spell", ""),
        device=answer.get("device", ""),
        to=(to[0], to[1]) if to else None,
        attack_mode=answer.get("attack_mode", ""),
        defense_mode=answer.get("defense_mode", ""),
        shots=answer.get("shots", 0) or 0,
        mode=answer.get("mode", ""),
        avoid=answer.get("avoid", ""),
        task=answer.get("task", ""),
        segments=answer.get("segments", 1) or 1,
        peek=answer.get("peek") in ("yes", True),
        then=tuple(declaration_from(who, each) for each in answer.get("with", ())),
        when=answer.get("when", ""),
        watch=answer.get("watch", ""),
        delay=answer.get("delay", 0),
        throw=answer.get("throw", ""),
        throw_segment=answer.get("throw_segment", 0),
        running=answer.get("running") in ("yes", True),
    )


def again(state: State, question: OpenQuestion) -> Answer | None:
    """The answer that repeats the figure's last declaration, if it has one."""
    last = state.combatants[question.who].last
    return answer_from(last) if last is not None else None


def answer_from(declaration: Declaration) -> dict[str, object]:
    """The answer that means this declaration: for "same as last round"."""
    answer: dict[str, object] = {"action": declaration.action}
    texts = ("how", "weapon", "spell", "device", "attack_mode", "defense_mode", "mode", "avoid", "task")
    answer.update({name: value for name in texts if (value := getattr(declaration, name))})
    if declaration.targets:
        many = declaration.how in ("spell", "device") or len(declaration.targets) > 1
        answer["target"] = list(declaration.targets) if many else declaration.targets[0]
    if declaration.to is not None:
        answer["to"] = list(declaration.to)
    if declaration.shots:
        answer["shots"] = declaration.shots
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
