"""Likely orders, or options, for a combatant: each leads to its form's last step, filled in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from encounters.narration.questions import find_order
from encounters.narration.voice import ScreenVoice, name_order
from encounters.screens.actions import Post
from encounters.screens.answering.answer import encode_answer, find_next_step
from encounters.screens.dm.dm_view import OPTION, DmView
from rules.api import (
    DECLARE,
    Action,
    Answer,
    BadAnswer,
    Form,
    OneOf,
    OpenQuestion,
    is_accepted,
    list_likely_answers,
    repeat_answer,
)

MOST = 3
MOST_OPTIONS = 4
"""Offers of each: of options there are fewer ways, and the last is to pass."""

LOOKED_BACK = 2
"""Rounds before this one in which an option that was chosen is looked for."""

BLOWS = ("attack", "prepare")
"""Options that are chosen again against the same foe."""


@dataclass(frozen=True, slots=True)
class OrderOffer:
    """An order, or option, that is ready to be given.

    It has its letter, its words, a note on it, and the address of its form's last step.
    """

    letter: str
    label: str
    note: str
    href: str
    seal: Post | None = None
    """The button that gives the order at once."""


def list_offers(view: DmView, question: OpenQuestion, form: Form) -> list[OrderOffer]:
    """Return the offers of answers to a declaration or an option, each once.

    They are the combatant's last answer, where it can be repeated, and the likely ones.
    """
    if question.question not in (DECLARE, OPTION):
        return []
    declares = question.question == DECLARE
    found: dict[str, OrderOffer] = {}
    for answer, note in _list_answers(view, question, form) if declares else _list_choices(view, question, form):
        offer = _make_offer(view, question, form, answer, note)
        if offer is not None and len(found) < (MOST if declares else MOST_OPTIONS):
            found.setdefault(offer.label, offer)
    return list(found.values())


def _list_choices(view: DmView, question: OpenQuestion, form: Form) -> Iterator[tuple[Answer, str]]:
    """Yield a blow as last time, the likely answers, and any other option as last time.

    An option but a blow comes last, because the foe stands elsewhere by then.
    """
    events = (entry.event for entry in reversed(view.list_standing_since(LOOKED_BACK)))
    chosen = (event.answer_again() for event in events if getattr(event, "who", "") == question.who)
    last = next((answer for answer in chosen if answer is not None), None)
    again = [(last, "as last time")] if last is not None and is_accepted(form, last) else []
    blow = last is not None and last["command"] in BLOWS
    yield from again if blow else ()
    yield from ((answer, "") for answer in list_likely_answers(view.state, question.who, form))
    yield from () if blow else again


def _list_answers(view: DmView, question: OpenQuestion, form: Form) -> Iterator[tuple[Answer, str]]:
    again = repeat_answer(view.state, question, form)
    if again is not None and question.facts.get("going_on"):
        yield again, "goes on"
        again = None
    moved = again is not None and again.get("action") == Action.MOVE  # near the foe there are other things to do
    if again is not None and not moved:
        yield again, "as last round"
    for answer in list_likely_answers(view.state, question.who, form):
        yield answer, ""
    if again is not None and moved:
        yield again, "as last round"


def _make_offer(view: DmView, question: OpenQuestion, form: Form, answer: Answer, note: str) -> OrderOffer | None:
    data = encode_answer(answer)
    try:
        step = find_next_step(form, data)
    except BadAnswer:
        return None
    letter, words = _describe(view, question, form, answer)
    if not (words and step.last and step.possible):
        return None
    address, label = view.make_url("run", {"for": question.token, **data}), words[:1].upper() + words[1:]
    return OrderOffer(letter, label, note, address, _make_seal(view, question, label, data))


def _make_seal(view: DmView, question: OpenQuestion, label: str, data: Mapping[str, list[str]]) -> Post | None:
    """Return the button that seals an offered order; None for any other answer."""
    if question.question != DECLARE or not view.ruleset.orders or any(len(values) > 1 for values in data.values()):
        return None
    chosen = ((name, values[0]) for name, values in data.items() if values)
    hidden = (("token", question.token), ("done", "1"), *chosen)
    return Post("Seal", view.make_url("answer"), hidden=hidden, small=True, icon="wax", name=f"Seal: {label}")


def _describe(view: DmView, question: OpenQuestion, form: Form, answer: Answer) -> tuple[str, str]:
    """Return the sign of an answer, and the answer in words; "" where it has no words."""
    if question.question == OPTION:
        command = str(answer["command"])
        signs = {each.value: each.box for field in form.fields if isinstance(field, OneOf) for each in field.choices}
        voice = ScreenVoice(view.state, (question.who,))
        clause = view.ruleset.answer_clause(voice, question, answer)
        return signs.get(command, ""), voice.write_plain(clause).removeprefix("you ")
    order = find_order(view.state, question, answer)
    return (order.action, name_order(view.state, order)) if order is not None else ("", "")
