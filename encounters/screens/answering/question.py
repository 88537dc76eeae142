"""One step of a question as a form."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from encounters.screens.answering.answer import PREFIX, QuestionStep
from encounters.screens.answering.shown_fields import (
    ShownChoice,
    ShownField,
    Taken,
    are_letters,
    has_fields,
    leave_out_unfit,
    list_complete,
    make_choice,
    settle_field,
)
from encounters.screens.battle_map.shapes import BattleMap
from encounters.screens.battle_map.traces import Nearing
from rules.api import Choice, QuestionInfo, SomeOf, Usage

Dress = Callable[[str, Choice], ShownChoice]
"""A function that returns a choice of the named field with the things drawn beside it."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button beside the one that sends: it posts a value of its own."""

    name: str
    value: str
    label: str
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Crumb:
    """The choices made before."""

    taken: tuple[Taken, ...] = ()
    back: str = ""
    """The address without the last tap's choices; "" for none."""
    hidden: bool = False
    """Nobody tapped them."""


@dataclass(frozen=True, slots=True)
class AnswerError:
    """The error in the last answer."""

    text: str
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Foot:
    """The buttons under the fields."""

    submit: str = ""
    """The words on the button that sends; "" for none."""
    tone: str = "go"
    """The look of that button: go or seal."""
    ways: tuple[Button, ...] = ()
    """Buttons that ask for more before the answer is sent."""
    ways_to: str = ""
    """The address to which those post; "" for that of the form."""
    others: tuple[Button, ...] = ()


@dataclass(frozen=True, slots=True)
class Area:
    """The area that magic covers, in units of the plane, for drawing."""

    radius: str = ""
    across: str = ""
    down: str = ""
    about: str = ""
    """The middle of an area about the caster: "12, 20"; "" where a place is chosen."""


@dataclass(frozen=True, slots=True)
class AimMap:
    """The map on which targets or a place are chosen by tapping."""

    map: BattleMap
    area: Area | None = None
    """The area that the magic covers; None where it is not known."""


@dataclass(frozen=True, slots=True)
class Likely:
    """A likely answer that is ready to be checked and sent."""

    letter: str
    label: str
    note: str
    """What comes of it, as far as it is known: "11 ft away: you close in and strike on 4"."""
    href: str


@dataclass(frozen=True, slots=True)
class QuestionHead:
    """The words above the fields."""

    title: str = ""
    detail: str = ""
    clauses: tuple[str, ...] = ()
    told: bool = False
    """The title stands in the banner."""


@dataclass(frozen=True, slots=True)
class AnswerSoFar:
    """The choices made before, with what they use and lead to."""

    crumb: Crumb = Crumb()
    counts: tuple[Usage, ...] = ()
    """The counted things that they would use."""
    facts: tuple[tuple[str, str], ...] = ()
    """Their consequences, as terms and facts."""


@dataclass(frozen=True, slots=True)
class QuestionMaps:
    """The maps on which a part of the answer is chosen or drawn."""

    way: BattleMap | None = None
    """That on which a way is drawn."""
    near: Nearing | None = None
    """The drawing for a form that asks how near to come."""
    aim: AimMap | None = None


@dataclass(frozen=True, slots=True)
class Sending:
    """The way an answer is sent."""

    action: str
    """The address to which it is posted."""
    guarded: bool = False
    """It is not sent before it is complete; what is lacking is said."""
    either: str = ""
    """The words on what must be given in one of several fields: "a target or a place"."""
    lacks: str = ""
    """The words on a target that is still to be chosen."""
    changes: bool = False
    """It replaces an answer that is sealed."""
    drafts: bool = False
    """It is kept on the phone, and not sent."""


@dataclass(frozen=True, slots=True)
class QuestionForm:
    """One step of a question."""

    id: str
    token: str
    sending: Sending
    fields: tuple[ShownField, ...]
    shape: str = "rows"
    """The way the choices are drawn: letters, boxes, rows, acts or die."""
    steps: bool = False
    """Each choice is a button that leads to a further step."""
    foot: Foot = Foot()
    head: QuestionHead = QuestionHead()
    so_far: AnswerSoFar = AnswerSoFar()
    info: QuestionInfo | None = None
    """The acts that answer it and their outcomes, until another choice is made."""
    maps: QuestionMaps = QuestionMaps()
    offers: tuple[Likely, ...] = ()
    """Likely answers, above the list of all."""
    error: AnswerError | None = None
    quiet: bool = False
    """Nobody waits for the answer."""
    id_prefix: str = ""
    """The beginning of the ids of its inputs, where a page has several such forms."""


def make_question_form(
    step: QuestionStep,
    token: str,
    action: str,
    *,
    title: str = "",
    submit: str = "Send it",
    tone: str = "go",
    back: str = "",
    dress: Dress | None = None,
) -> QuestionForm:
    """Return one step of a question.

    The answer is posted to ``action``. ``back`` is the address of the question; the choices without the last tap's are
    added to it.
    """
    whole = [(each.name, choice) for each in step.fields for choice in list_complete(each.choices) if step.goes_on]
    fields = [_drop_complete(each) for each in step.fields] if whole else _order_fields(step.fields)
    shown = [_fold_letters(_decorate(each, dress or _make_plain_choice)) for each in fields]
    foot = Foot(
        submit if step.last and step.possible and step.shape != "acts" else "",
        tone,
        ways=tuple(
            _make_way_button(each, choice) for each in step.ways for choice in each.choices if has_fields(choice)
        ),
        others=tuple(Button(f"{PREFIX}{name}", choice.value, choice.label) for name, choice in whole),
    )
    return QuestionForm(
        id=f"q-{token.replace('~', '-')}",
        token=token,
        sending=Sending(action),
        fields=tuple(shown),
        shape=step.shape,
        steps=step.goes_on,
        foot=foot,
        head=QuestionHead(title),
        so_far=AnswerSoFar(
            Crumb(
                tuple(_list_breadcrumb(step.kept)),
                _join(back, step.back) if back and step.back is not None else "",
            ),
            step.counts,
        ),
    )


def _fold_letters(shown: ShownField) -> ShownField:
    """Return a list of letters with the impossible ones apart, to be folded away."""
    if not are_letters(shown.choices):
        return shown
    possible = [each for each in shown.choices if each.refusal is None]
    folded = [each for each in shown.choices if each.refusal is not None]
    return replace(shown, choices=tuple(possible), folded=tuple(folded)) if possible else shown


def _drop_complete(shown: ShownField) -> ShownField:
    """Return the field without the choices that are complete answers."""
    return replace(shown, choices=tuple(each for each in shown.choices if each not in list_complete(shown.choices)))


def _make_way_button(shown: ShownField, choice: Choice) -> Button:
    """Return a button that opens further fields before the answer is sent."""
    return Button(f"{PREFIX}{shown.name}", choice.value, f"{shown.label}: {choice.label.lower()}")


def _list_breadcrumb(taken: Sequence[Taken]) -> list[Taken]:
    """Return the choices of the breadcrumb.

    Where choices have letters, only the last one keeps its words.
    """
    if not any(each.letter for each in taken):
        return list(taken)
    last = max((n for n, each in enumerate(taken) if each.label), default=-1)
    return [each if n == last else replace(each, label="") for n, each in enumerate(taken)]


def _order_fields(fields: Sequence[ShownField]) -> list[ShownField]:
    """Return the fields of each deed in this order: required, optional lists, folded away."""
    deeds = list(dict.fromkeys(each.deed for each in fields))
    return sorted(fields, key=lambda each: (deeds.index(each.deed), each.aside, _is_besides(each)))


def _is_besides(shown: ShownField) -> bool:
    return isinstance(shown.of, SomeOf) and shown.least == 0


def _join(address: str, query: str | None) -> str:
    return f"{address}{'&' if '?' in address else '?'}{query}" if query else address


def _make_plain_choice(name: str, choice: Choice) -> ShownChoice:
    return make_choice(choice)


def _decorate(shown: ShownField, dress: Dress) -> ShownField:
    dressed = (dress(shown.name, choice) for choice in leave_out_unfit(shown.choices))
    return replace(shown, of=settle_field(shown.of), choices=tuple(dressed))
