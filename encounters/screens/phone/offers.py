"""Likely orders for a player: each leads to its form's last step, filled in.

They are made from what the character was shown, and so offer nobody who is unseen.
"""

from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from encounters.narration.columns import get_clock, name_column
from encounters.narration.questions import describe_order_kept, find_order
from encounters.narration.voice import name_order
from encounters.screens.answering.answer import Data, encode_answer, find_next_step, read_answer
from encounters.screens.answering.question import Likely
from encounters.screens.answering.shown_fields import UNFORESEEN
from encounters.screens.phone.player_view import PlayerView
from rules.api import (
    Answer,
    BadAnswer,
    Declaration,
    Foresight,
    Form,
    OpenQuestion,
    Spell,
    list_likely_answers,
    repeat_answer,
)

MOST = 3

SAME = "Same as last round"


def list_offers(view: PlayerView, question: OpenQuestion, form: Form) -> Sequence[Likely]:
    """Return the likely orders of the character on the screen, each once."""
    found: dict[str, Likely] = {}
    for answer, before in _list_answers(view, question, form):
        offer = _make_offer(view, question, form, answer, before)
        if offer is not None and len(found) < MOST:
            found.setdefault(offer.label, offer)
    return tuple(found.values())


def _list_answers(view: PlayerView, question: OpenQuestion, form: Form) -> Iterator[tuple[Answer, str]]:
    """Yield the last order, if it can be given again, and the likely ones, with a note."""
    again = None if describe_order_kept(view.state, question) else repeat_answer(view.state, question, form)
    if again is not None:
        yield again, SAME
    yield from ((answer, "") for answer in list_likely_answers(view.state, view.shown, form))


def foresee(view: PlayerView, order: Declaration) -> str:
    """Return what an order comes to, as far as the character knows."""
    told = [view.ruleset.foresee_order(view.state, order).words]
    spell = view.me.spell(order.what) if view.me is not None and order.what else None
    if spell is not None:
        told.append(_foresee_completion(view, spell))
    return ", ".join(each for each in told if each)


def foresee_choices(view: PlayerView, question: OpenQuestion, form: Form, data: Data) -> Foresight:
    """Return what an order of these choices comes to; nothing where they make no whole order."""
    try:
        answer = read_answer(form, data)
        order = find_order(view.state, question, answer) if form.find_refusal(answer) is None else None
    except BadAnswer:
        return UNFORESEEN
    return view.ruleset.foresee_order(view.state, order) if order is not None else UNFORESEEN


def _foresee_completion(view: PlayerView, spell: Spell) -> str:
    at = get_clock(view.state).complete(view.state, view.shown, spell.casting)
    return "done after this round" if at is None else f"done in {name_column(view.state, at)} at the earliest"


def _make_offer(view: PlayerView, question: OpenQuestion, form: Form, answer: Answer, before: str) -> Likely | None:
    data = encode_answer(answer)
    order = find_order(view.state, question, answer)
    try:
        step = find_next_step(form, data)
    except BadAnswer:
        return None
    if order is None or not (step.last and step.possible):
        return None
    words = name_order(view.state, order)
    query = urlencode(data, doseq=True)
    note = ": ".join(each for each in (before, foresee(view, order)) if each)
    return Likely(order.action, words[:1].upper() + words[1:], note, view.make_step_url(question.token, query))
