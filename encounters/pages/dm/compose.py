"""The composer: the form of any open question, step by step, and the keys for typed dice."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from encounters.forms.answer import Step, is_one_tap, next_step
from encounters.forms.question import choice_of, question_of
from encounters.pages.dm.desk import DECLARE, Desk
from encounters.pages.dm.mob import mob_of
from encounters.pages.wording import kind_line, name_of
from encounters.selectors import OpenForm
from rules.forms import BadAnswer, Form, Number
from rules.state import OpenQuestion, OpenRoll, State
from rules.terms import DM

Data = Mapping[str, Sequence[str]]

ASKED = {
    "declare": "orders?",
    "effect": "what happens?",
    "dodge": "dodge, and lose the spell?",
    "change": "all the same, after the warning?",
    "modes": "other modes for the next exchange?",
    "opening_morale": "does the other side check its morale at once?",
    "observation": "how hard is it to notice?",
}
"""What is asked, in words; the others by their own names."""


def title_of(state: State, question: OpenQuestion) -> str:
    """Who is asked what: "Otis: retaliate?"."""
    asked = ASKED.get(question.question, question.question.replace("_", " ") + "?")
    if question.who == DM:
        what = question.facts.get("what")
        return f"{what}: {asked}" if what else asked.capitalize()
    return f"{name_of(state, question.who)}: {asked}"


def composing(desk: Desk, token: str = "") -> OpenForm | None:
    """Whose order is being composed: the one asked for, else the first that is the DM's to give."""
    if token and (chosen := desk.open_form(token)) is not None:
        return chosen
    for question in desk.awaited:
        if question.question == DECLARE and desk.is_mine(question.who):
            return desk.open_form(question.token)
    return None


def compose(desk: Desk, token: str = "", data: Data | None = None, error: str = "") -> dict[str, Any]:
    """The composer's panel: heading, line, and the question; or words where there is nothing to compose."""
    chosen = composing(desk, token)
    if chosen is None:
        empty = "Nothing is yours to give. Choose Declare in a row to answer for somebody."
        return {"heading": "Orders", "empty": empty, "error": error}
    question = chosen.question
    each = desk.state.combatants.get(question.who)
    line = f"{kind_line(each.figure)}, {each.hp} of {each.figure.hit_points}" if each is not None else ""
    shown, problem = question_context(desk, question, chosen.form, data or {})
    return {
        "heading": name_of(desk.state, question.who) if each is not None else title_of(desk.state, question),
        "line": line,
        "question": shown,
        "error": error or problem,
    }


def question_context(desk: Desk, question: OpenQuestion, form: Form, data: Data) -> tuple[dict[str, Any], str]:
    """A question as components/question.html reads it after what was chosen so far, and what was wrong with that."""
    problem = ""
    try:
        step = next_step(form, data)
    except BadAnswer as error:
        step, problem = next_step(form, {}), str(error)
    declaring = question.question == DECLARE
    action = desk.url("answer/step/") if step.goes_on else desk.url("answer/")
    shown = question_of(
        step,
        question.token,
        action,
        submit="Seal this order" if declaring else "So it is",
        tone="seal" if declaring else "go",
        back=desk.url(f"?for={question.token}"),
        dress=lambda name, option: replace(
            choice_of(option), takes=segments(desk.state, question.who, name, option.value)
        ),
        more={"others": _for_all(desk, question, step)},
    )
    return shown, problem


def segments(state: State, who: str, name: str, value: str) -> int:
    """In how many segments a spell or device would be complete; 0 for anything else, which has no bar."""
    each = state.combatants.get(who)
    value = value.rpartition(">")[2]
    if each is None or name.rpartition(".")[2] not in ("spell", "device", "how"):
        return 0
    spell, device = each.spell(value), each.device(value)
    return spell.casting if spell is not None else (device.activation or 0) if device is not None else 0


def _for_all(desk: Desk, question: OpenQuestion, step: Step) -> list[dict[str, str]]:
    """One order for a mob, where others of it have still to be told."""
    mob = mob_of(desk, question) if step.last else None
    return [{"name": "all", "value": "1", "label": f"The same for all {mob['count']}"}] if mob else []


def prompt_question(desk: Desk, question: OpenQuestion, form: Form) -> dict[str, Any]:
    """A question within its prompt: the whole of it, since such forms are short."""
    shown, _ = question_context(desk, question, form, {})
    if is_one_tap(form):
        shown["shape"] = "acts"
    return shown


def dice_question(desk: Desk, roll: OpenRoll) -> dict[str, Any]:
    """The keys by which the faces of real dice are given, or the server rolls."""
    dice = [Number(f"face.{n}", f"d{roll.sides}" + (f", die {n + 1}" if roll.count > 1 else ""), 1, roll.sides)
            for n in range(roll.count)]  # fmt: skip
    return {
        "id": f"d-{roll.id}",
        "token": roll.token,
        "action": desk.url("faces/"),
        "fields": dice,
        "shape": "rows",
        "id_prefix": f"d{roll.id}-",
        "submit": "Give these faces",
        "others": [{"name": "roll", "value": "server", "label": "Roll it here", "icon": "die"}],
    }
