"""The composer: the form of any open question, step by step, and the keys for typed dice."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from encounters.forms.answer import PREFIX, Step, is_one_tap, next_step
from encounters.forms.question import question_of
from encounters.forms.shown import choice_of
from encounters.pages.asked import ACTS, lead_of, title_of
from encounters.pages.dm.desk import DECLARE, Desk
from encounters.pages.dm.mob import mob_of
from encounters.pages.dm.offers import offers
from encounters.pages.traces import nearing
from encounters.pages.wording import kind_line, name_of
from encounters.selectors import OpenForm
from rules.api import BadAnswer, Form, Number, OpenQuestion, OpenRoll, Procedure, State

Data = Mapping[str, Sequence[str]]


def composing(desk: Desk, token: str = "") -> OpenForm | None:
    """Return the question in the composer, with its form: that of ``token``, if it is open.

    Otherwise it is the first order that the DM has to give; None where there is none.
    """
    if token and (chosen := desk.open_form(token)) is not None:
        return chosen
    for question in desk.awaited:
        if question.question == DECLARE and desk.is_mine(question.who):
            return desk.open_form(question.token)
    return None


def compose(desk: Desk, token: str = "", data: Data | None = None, error: str = "") -> dict[str, Any]:
    """Return the composer's panel: heading, line and question; or words instead."""
    chosen = composing(desk, token)
    if chosen is None:
        empty = "Nothing is yours to give. Choose Declare in a row to answer for somebody."
        heading = "Orders" if desk.ruleset.orders else "Turns"
        return {"heading": heading, "empty": empty, "error": error}
    question = chosen.question
    each = desk.state.combatants.get(question.who)
    line = (
        f"{kind_line(each.stat_block)}, {each.hp} of {each.stat_block.defence.hit_points}" if each is not None else ""
    )
    line = lead_of(desk.state, question) or line
    shown, problem = question_context(desk, question, chosen.form, data or {})
    return {
        "offers": [] if _is_begun(data or {}) else offers(desk, question, chosen.form),
        "heading": name_of(desk.state, question.who) if each is not None else title_of(desk.state, question),
        "line": line,
        "question": shown,
        "error": error or problem,
    }


def _is_begun(data: Data) -> bool:
    return any(name.startswith(PREFIX) for name in data)


def question_context(desk: Desk, question: OpenQuestion, form: Form, data: Data) -> tuple[dict[str, Any], str]:
    """Return a question for components/question.html, and the fault of the choices so far.

    The question is at the step after those choices; after choices with a fault, at the first step.
    """
    problem = ""
    try:
        step = next_step(form, data)
    except BadAnswer as error:
        step, problem = next_step(form, {}), str(error)
    declaring = question.question == DECLARE
    action = desk.url("answer/step/") if step.goes_on else desk.url("answer/")
    near = _near(desk, question, step)
    ways = near.get("ways", {})
    shown = question_of(
        step,
        question.token,
        action,
        submit=submit_words(desk.ruleset) if question.question in ACTS else "So it is",
        tone="seal" if declaring and desk.ruleset.orders else "go",
        back=desk.url(f"?for={question.token}"),
        dress=lambda name, option: replace(
            choice_of(option),
            takes=segments(desk.state, question.who, name, option.value),
            way=ways.get(option.value, "") if name == near.get("whom") else "",
        ),
        more={"others": _for_all(desk, question, step), "steps_to": desk.url("answer/step/"), "near": near},
    )
    return shown, problem


def _near(desk: Desk, question: OpenQuestion, step: Step) -> dict[str, Any]:
    """Return the drawing on the map for a form that asks how near to come; {} for any other."""
    if not any(each.to for each in step.fields):
        return {}
    return nearing(desk.state, desk.events, question.who, step.fields, desk.state.combatants)


def submit_words(ruleset: Procedure) -> str:
    """Return the label of the button that seals an order, or gives an act on one's own turn."""
    return "Seal this order" if ruleset.orders else "Do this"


def segments(state: State, who: str, name: str, value: str) -> int:
    """Return the segments in which a spell or device is complete.

    It is 0 for anything else, which has no bar.
    """
    each = state.combatants.get(who)
    value = value.rpartition(">")[2]
    if each is None or name.rpartition(".")[2] not in ("spell", "device", "how"):
        return 0
    spell, device = each.spell(value), each.device(value)
    return spell.casting if spell is not None else (device.activation or 0) if device is not None else 0


def _for_all(desk: Desk, question: OpenQuestion, step: Step) -> list[dict[str, str]]:
    """Return the button for one order for a mob, where others of it have no order yet."""
    mob = mob_of(desk, question) if step.last else None
    return [{"name": "all", "value": "1", "label": f"The same for all {mob['count']}"}] if mob else []


def prompt_question(desk: Desk, question: OpenQuestion, form: Form, chosen: Data | None = None) -> dict[str, Any]:
    """Return a question for its prompt, after the choices so far.

    A form of one tap is shown as buttons.
    """
    shown, _ = question_context(desk, question, form, chosen or {})
    if is_one_tap(form):
        shown["shape"] = "acts"
    return shown


def dice_question(desk: Desk, roll: OpenRoll) -> dict[str, Any]:
    """Return the form for the faces of real dice, with the button by which the server rolls."""
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
