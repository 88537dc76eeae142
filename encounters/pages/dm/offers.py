"""Likely orders of one whose order is the DM's to give: each leads to the composer's last step, filled in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlencode

from encounters.forms.answer import PREFIX, next_step
from encounters.pages.dm.desk import DECLARE, Desk
from encounters.pages.wording import order_words
from rules import events as e
from rules.effects import Answer
from rules.forms import BadAnswer, Form
from rules.likely import likely_answers, same_again
from rules.state import Declaration, OpenQuestion
from rules.terms import HUNDREDTHS, Action

MOST = 3


@dataclass(frozen=True, slots=True)
class Offer:
    """An order ready to be sealed: its letter, the order in words, a note on it, and where it is shown."""

    letter: str
    label: str
    note: str
    href: str


def offers(desk: Desk, question: OpenQuestion, form: Form) -> list[Offer]:
    """The same as last round where that can be, and what one who means to fight would do; each once."""
    if question.question != DECLARE:
        return []
    found: dict[str, Offer] = {}
    for answer, note in _answers(desk, question, form):
        offer = _offer(desk, question, form, answer, note)
        if offer is not None and len(found) < MOST:
            found.setdefault(offer.label, offer)
    return list(found.values())


def _answers(desk: Desk, question: OpenQuestion, form: Form) -> Iterator[tuple[Answer, str]]:
    again = same_again(desk.state, question, form)
    moved = again is not None and again.get("action") == Action.MOVE  # who has come near has other things to do
    if again is not None and not moved:
        yield again, "as last round"
    for answer in likely_answers(desk.state, question.who, form):
        yield answer, ""
    if again is not None and moved:
        yield again, "as last round"


def _offer(desk: Desk, question: OpenQuestion, form: Form, answer: Answer, note: str) -> Offer | None:
    data = posted(answer)
    try:
        step = next_step(form, data)
    except BadAnswer:
        return None
    order = _order(desk, question, answer)
    if order is None or not (step.last and step.possible):
        return None
    query = urlencode({"for": question.token, **data}, doseq=True)
    words = order_words(desk.state, order)
    return Offer(order.action, words[:1].upper() + words[1:], note, desk.url(f"?{query}"))


def _order(desk: Desk, question: OpenQuestion, answer: Answer) -> Declaration | None:
    """The order that an answer would be taken for."""
    heard = desk.ruleset.questions[question.question].heard
    events = heard(desk.state, question, answer) if heard is not None else ()
    return next((event.declaration for event in events if isinstance(event, e.Declared)), None)


def posted(answer: Answer, prefix: str = PREFIX) -> dict[str, list[str]]:
    """An answer as the composer would post it: values by the names of its fields."""
    data: dict[str, list[str]] = {}
    for key, value in answer.items():
        name = prefix + key
        match value:
            case [int(across), int(down)]:
                data |= {f"{name}.x": [f"{across / HUNDREDTHS:g}"], f"{name}.y": [f"{down / HUNDREDTHS:g}"]}
            case [*several] if all(isinstance(each, Mapping) for each in several):
                for n, each in enumerate(several):
                    data |= posted(cast("Answer", each), f"{name}.{n}.")
            case [*some]:
                data[name] = [str(each) for each in some]
            case None:
                continue
            case _:
                data[name] = [str(value)]
    return data
