"""The composer: the form of any open question, step by step, and the keys for typed dice."""

from dataclasses import dataclass, replace

from encounters.narration.names import describe_kind, name_of
from encounters.narration.questions import ACTS, describe_lead, write_title
from encounters.screens.answering.answer import PREFIX, QuestionStep, find_step_without_fault, is_one_tap
from encounters.screens.answering.question import Button, Foot, QuestionForm, Sending, make_question_form
from encounters.screens.answering.shown_fields import BOTH, ShownField, Target, make_choice
from encounters.screens.battle_map.traces import Nearing, build_nearing
from encounters.screens.dm.dm_view import Data, DmView
from encounters.screens.dm.groups import OrderGroup, build_groups
from encounters.screens.dm.offers import OrderOffer, list_offers
from encounters.screens.things import find_held_card
from encounters.selectors import OpenForm
from rules.api import DECLARE, Combatant, Form, Number, OpenQuestion, OpenRoll, Procedure, State


@dataclass(frozen=True)
class Composer:
    """The composer: a question with its form, or words instead."""

    heading: str
    line: str = ""
    question: QuestionForm | None = None
    offers: tuple[OrderOffer, ...] = ()
    groups: tuple[OrderGroup, ...] = ()
    """The groups that can be ordered at once; none while an order is chosen."""
    error: str = ""
    empty: str = ""
    """The words where there is no question."""


def find_composed(view: DmView, token: str = "") -> OpenForm | None:
    """Return the question in the composer, with its form: that of ``token``, if it is open.

    Otherwise it is the first order that the DM has to give; None where there is none.
    """
    if token and (chosen := view.find_open_form(token)) is not None:
        return chosen
    for question in view.awaited:
        if question.question == DECLARE and view.is_mine(question.who):
            return view.find_open_form(question.token)
    return None


def build_composer(view: DmView) -> Composer:
    """Return the composer's panel."""
    draft = view.draft
    chosen = find_composed(view, draft.composing)
    if chosen is None:
        empty = "You have no orders to give. Press Declare in a row to order for somebody."
        return Composer("Orders" if view.ruleset.orders else "Turns", error=draft.error, empty=empty)
    question, data = chosen.question, draft.chosen or {}
    groups = [] if draft.composing or _is_begun(data) else build_groups(view)
    shown, problem = build_question(view, question, chosen.form, data)
    each = view.state.combatants.get(question.who)
    return Composer(
        name_of(view.state, question.who) if each is not None else write_title(view.state, question),
        describe_lead(view.state, question) or (_describe(each) if each is not None else ""),
        shown,
        tuple([] if _is_begun(data) else list_offers(view, question, chosen.form)),
        tuple(groups),
        draft.error or problem,
    )


def _describe(each: Combatant) -> str:
    return f"{describe_kind(each.stat_block)}, {each.hp} of {each.stat_block.defence.hit_points}"


def _is_begun(data: Data) -> bool:
    return any(name.startswith(PREFIX) for name in data)


def build_question(view: DmView, question: OpenQuestion, form: Form, data: Data) -> tuple[QuestionForm, str]:
    """Return a question as a form, and the fault of the choices so far.

    The question is at the step after those choices that stand.
    """
    step, _, fault = find_step_without_fault(form, data)
    problem = step.problem if fault is None else str(fault)
    declaring = question.question == DECLARE
    action = view.make_url("answer-step") if step.goes_on else view.make_url("answer")
    near = _draw_nearing(view, question, step)
    shown = make_question_form(
        step,
        question.token,
        action,
        submit=describe_submit(view.ruleset) if question.question in ACTS else "Apply",
        tone="seal" if declaring and view.ruleset.orders else "go",
        back=view.make_url("run", {"for": question.token}),
        dress=lambda name, option: replace(
            make_choice(option),
            takes=count_segments(view.state, question.who, name, option.value),
            card=find_option_card(view.state, question.who, option.value),
            target=Target(way=near.ways[option.value])
            if near is not None and name == near.to and option.value in near.ways
            else None,
        ),
    )
    others = [*shown.foot.others, *_list_for_all(view, question, step)]
    foot = replace(shown.foot, ways_to=view.make_url("answer-step"), others=tuple(others))
    return replace(shown, foot=foot, maps=replace(shown.maps, near=near)), problem


def _draw_nearing(view: DmView, question: OpenQuestion, step: QuestionStep) -> Nearing | None:
    """Return the drawing on the map for a form that asks how near to come; None for any other."""
    if not any(each.to for each in step.fields):
        return None
    return build_nearing(view.state, view.events, question.who, step.fields, view.state.combatants)


def describe_submit(ruleset: Procedure) -> str:
    """Return the label of the button that seals an order, or gives an act on one's own turn."""
    return "Seal this order" if ruleset.orders else "Do this"


def count_segments(state: State, who: str, name: str, value: str) -> int:
    """Return the segments in which a spell or device is complete.

    It is 0 for anything else, which has no bar.
    """
    each = state.combatants.get(who)
    value = value.rpartition(">")[2]
    if each is None or name.rpartition(".")[2] not in ("spell", "device", "how"):
        return 0
    spell, device = each.spell(value), each.device(value)
    return spell.casting if spell is not None else (device.activation or 0) if device is not None else 0


def find_option_card(state: State, who: str, value: str) -> str:
    """Return the address of the card of an offered weapon, spell or device, or ""."""
    each = state.combatants.get(who)
    return find_held_card(each, value.rpartition(BOTH)[2]) if each is not None else ""


def _list_for_all(view: DmView, question: OpenQuestion, step: QuestionStep) -> list[Button]:
    """Return the button for one order for a mob, where others of it have no order yet."""
    others = list_mates(view, question) if step.last else []
    return [Button("all", "1", f"The same for all {len(others) + 1}")] if others else []


def list_mates(view: DmView, question: OpenQuestion) -> list[OpenQuestion]:
    """Return the open declarations for the same mob that the DM has to give, without this one."""
    each = view.state.combatants.get(question.who)
    if each is None or not each.stat_block.mob or question.question != DECLARE:
        return []
    return [
        other
        for other in view.awaited
        if other.question == DECLARE
        and other.who != question.who
        and view.is_mine(other.who)
        and view.state.combatants[other.who].stat_block.mob == each.stat_block.mob
    ]


def build_prompt_question(view: DmView, question: OpenQuestion, form: Form, chosen: Data | None = None) -> QuestionForm:
    """Return a question for its prompt, after the choices so far.

    A form of one tap is shown as buttons.
    """
    shown, _ = build_question(view, question, form, chosen or {})
    return replace(shown, shape="acts") if is_one_tap(form) else shown


def build_dice_question(view: DmView, roll: OpenRoll) -> QuestionForm:
    """Return the form for the faces of real dice, with the button by which the server rolls."""
    dice = [
        Number(f"face.{n}", f"d{roll.sides}" + (f", die {n + 1}" if roll.count > 1 else ""), 1, roll.sides)
        for n in range(roll.count)
    ]
    fields = [ShownField(each, each.name) for each in dice]
    foot = Foot("Enter this roll", others=(Button("roll", "server", "Roll it here", "die"),))
    sending = Sending(view.make_url("faces"))
    return QuestionForm(f"d-{roll.id}", roll.token, sending, tuple(fields), foot=foot, id_prefix=f"d{roll.id}-")
