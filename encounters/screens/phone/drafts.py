"""Drafts: orders thought out before they are asked, which only the phone keeps.

A draft is the form of an order without wax. What it comes to is read again from the present state each time that it is
shown, and nothing of it is recorded (docs/decisions/0036).
"""

from dataclasses import dataclass

from encounters.addresses import add_query
from encounters.narration.names import write_refusal
from encounters.narration.questions import find_order
from encounters.narration.voice import name_order
from encounters.screens.answering.answer import PREFIX, Data, find_step_without_fault, read_answer
from encounters.screens.phone.ask import find_lack, write_fault
from encounters.screens.phone.offers import foresee
from encounters.screens.phone.player_view import PlayerView
from rules.api import BadAnswer, Form, OpenQuestion

LEFT = ("fled", "vanished")
"""The conditions in which a combatant is not there any more."""
GONE = ("dead", "helpless", *LEFT)
"""The conditions in which a combatant is no target any more."""


@dataclass(frozen=True)
class DraftOffer:
    """The place of a draft on the first screen."""

    who: str
    """The character that the draft is of."""
    check: str = ""
    """The address that says what the kept draft comes to; "" where an order is neither asked nor drafted."""
    start: str = ""
    """The address at which one is drafted; "" where the order is asked for already."""
    sealed: bool = False
    """The order is sealed: its draft is spent."""


@dataclass(frozen=True)
class KeptDraft:
    """A draft as it holds now."""

    words: str
    """The order in words."""
    note: str
    """What it comes to."""
    problem: str
    """Why it cannot be sealed as it is; "" where it can."""
    change: str
    """The address of its last step, where it is changed."""
    given: tuple[tuple[str, str], ...]
    """The names and values of its answer."""
    token: str = ""
    """The token of the question that it would answer; "" where the order is not asked yet."""
    action: str = ""
    """The address to which it is sent."""


def build_draft_offer(view: PlayerView) -> DraftOffer | None:
    """Return the place of the character's draft; None without a character."""
    if not view.has_begun or view.me is None or view.state.ended:
        return None
    offer = DraftOffer(view.shown, sealed=view.is_sealed)
    if view.page.is_drafting or view.page.is_changing or has_choices(view):
        return offer
    check = view.make_own_url("my-draft")
    if view.is_declaring:
        return DraftOffer(view.shown, check)
    if view.draft_question is None:
        return offer
    return DraftOffer(view.shown, check, add_query(view.make_own_url(), "draft=1"))


def has_choices(view: PlayerView) -> bool:
    """Return whether the page shows a later step of an answer."""
    return any(name.startswith(PREFIX) for name in view.page.given)


def build_draft(view: PlayerView, given: Data) -> KeptDraft | None:
    """Return the draft of these choices as it holds now; None where none can be made."""
    open_ = view.question if view.is_declaring else None
    question = open_ or view.draft_question
    form = view.build_form(question) if question is not None else None
    if question is None or form is None:
        return None
    problem = _find_problem(view, question, form, given)
    order = None if problem else find_order(view.state, question, read_answer(form, given))
    words = name_order(view.state, order) if order is not None else ""
    own = view.make_own_url()
    step, _, _ = find_step_without_fault(form, given)
    start = f"for={open_.token}" if open_ is not None else "draft=1"
    return KeptDraft(
        words=words[:1].upper() + words[1:],
        note=foresee(view, order) if order is not None else "",
        problem=problem,
        change=add_query(own, f"{start}&{step.query}"),
        given=tuple((name, each) for name, values in given.items() if name.startswith(PREFIX) for each in values),
        token=open_.token if open_ is not None else "",
        action=view.make_own_url("my-answer"),
    )


def _find_problem(view: PlayerView, question: OpenQuestion, form: Form, given: Data) -> str:
    """Return why an order of these choices cannot be given now, or ""."""
    named = [each for name, values in given.items() if name.startswith(PREFIX) for each in values]
    known = (view.state.combatants[each] for each in named if each in view.state.combatants)
    gone = next((each for each in known if not each.present or any(each.has(name) for name in GONE)), None)
    if gone is not None:
        left = any(gone.has(name) for name in LEFT)
        return f"{gone.name} is {'gone' if left else 'down'}. Choose another target."
    try:
        refusal = form.find_refusal(read_answer(form, given))
        lack = find_lack(view, form, given)
    except BadAnswer as fault:
        return write_fault(view, fault)
    return write_refusal(view.me.name if view.me is not None else "", refusal.reason) if refusal is not None else lack
