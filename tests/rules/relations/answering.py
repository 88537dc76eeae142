"""Answers at random, such as the rules allow, for the people at a table in a random fight."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from rules.kernel.effects import Answer
from rules.kernel.forms import BadAnswer, Choice, Field, Form, OneOf, Several
from rules.kernel.state import OpenQuestion, State

LETTERS = "DDDDDDDDDGGGGGGGEEEEEFPAC"
"""The letters of orders, each as often as its share of all orders."""

RUNNING = "EEEEEEEEEEEEGGGGDDDAAFC"
"""The letters in fights in which most of them run at each other or away."""

COMMANDED = ("option", "parry", "noncombat", "trace", "at_stop", "consult")
"""Questions that are answered with a command."""


def choose_answer(
    state: State, question: OpenQuestion, form: Form, rng: Random, letters: str = LETTERS
) -> Answer | None:
    """Return an allowed answer, orders mostly aimed at foes; None, for silence, now and then."""
    if rng.random() < 0.06:
        return None
    if question.question == "declare":
        return choose_order(state, question, form, rng, letters)
    if question.question in COMMANDED:
        return choose_command(form, rng)
    if question.question == "effect" or rng.random() < 0.4:
        return None
    if question.question == "cancel" and rng.random() < 0.8:
        return None
    return draw_answer(form, rng)


def choose_command(form: Form, rng: Random) -> Answer | None:
    """Return a command, an attack or a parry where one is allowed."""
    words = [word for _ in range(4) if (word := draw_answer(form, rng)) is not None and is_allowed(form, word)]
    return next(
        (word for word in words if word.get("command") in ("attack", "parry", "act")), words[0] if words else None
    )


def choose_to_run(state: State, question: OpenQuestion, form: Form, rng: Random) -> Answer | None:
    """Return an allowed answer; orders are mostly moves, and most of those are aimed at a foe."""
    answers = [choose_answer(state, question, form, rng, RUNNING) for _ in range(2)]
    return next((each for each in answers if each is not None and each.get("target")), answers[0])


def choose_order(
    state: State, question: OpenQuestion, form: Form, rng: Random, letters: str = LETTERS
) -> Answer | None:
    """Return an order under one of the letters, at a foe where there is one to aim at."""
    best: Answer | None = None
    for _ in range(8):
        answer = draw_order(form, rng.choice(letters), rng)
        answer = aim_order(state, question.who, answer, rng)
        if answer is None or not is_allowed(form, answer):
            continue
        best = best or answer
        if is_aimed_at_foes(state, question.who, answer):
            return answer
    return best


def draw_order(form: Form, letter: str, rng: Random) -> Answer | None:
    """Return a random order under this letter; None where the letter is forbidden or empty."""
    first = form.fields[0]
    if not isinstance(first, OneOf):
        return draw_answer(form, rng)
    option = next((each for each in first.choices if each.value == letter), None)
    if option is None or option.refusal is not None:
        return None
    rest = draw_answer(Form(tuple(option.then())), rng)
    if rest is None or (rest.get("prepared") and rng.random() < 0.7):
        return None
    return {first.name: letter, **rest}


def aim_order(state: State, who: str, answer: Answer | None, rng: Random) -> Answer | None:
    """Return the same order; a spell or device is mostly aimed at one of the foes."""
    if answer is None or not (answer.get("spell") or answer.get("device")) or answer.get("how") in ("wear", "remove"):
        return answer
    foes = [each.id for each in state.list_foes(who) if each.present]
    if not foes or rng.random() < 0.2:
        return answer
    return {**answer, "target": rng.sample(foes, 2 if len(foes) > 1 and rng.random() < 0.2 else 1)}


def draw_answer(form: Form, rng: Random) -> Answer | None:
    """Return a random answer; None where there is none."""
    try:
        return Form(tuple(leave_drawing_out(form.fields)), form.check).draw_random(rng)
    except BadAnswer:
        return None


def leave_drawing_out(fields: Sequence[Field]) -> list[Field]:
    """Return the fields of a form but those for the kind of a task and the weapon that it draws.

    No relation is about them, and the fights that are listed by their numbers stay as they are.
    """
    return [_leave_out_within(each) for each in fields if each.name not in ("draw", "kind")]


def _leave_out_within(field: Field) -> Field:
    if isinstance(field, OneOf):
        return replace(field, choices=[_leave_out_below(each) for each in field.choices])
    if isinstance(field, Several):
        first, after = field.each, field.after
        further = None if after is None else lambda answer: leave_drawing_out(after(answer))
        return replace(field, each=lambda: leave_drawing_out(first()), after=further)
    return field


def _leave_out_below(option: Choice) -> Choice:
    return replace(option, then=lambda: leave_drawing_out(option.then()))


def is_aimed_at_foes(state: State, who: str, answer: Answer) -> bool:
    """Return whether an order is aimed at foes alone, or at nobody."""
    target = answer.get("target")
    aims: Sequence[object] = target if isinstance(target, list) else [target] if target else []
    side = state.combatants[who].side if who in state.combatants else ""
    friends = [each for each in aims if state.combatants[str(each)].side == side]
    return not friends and (bool(aims) or answer.get("action") not in ("D", "G"))


def is_allowed(form: Form, answer: Answer) -> bool:
    """Return whether an answer is accepted."""
    try:
        return form.find_refusal(answer) is None
    except BadAnswer:
        return False
