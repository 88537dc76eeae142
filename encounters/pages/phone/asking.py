"""A character's open question: its declaration by steps, another question, or dice to type."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from encounters.forms.alleys import why_not
from encounters.forms.answer import PREFIX, Data, Step, next_step
from encounters.forms.choices import BOTH
from encounters.forms.question import question_of
from encounters.forms.shown import Choice, Shown, choice_of
from encounters.narration.voice import order_words
from encounters.pages.asked import ACTS, going_on_words, lead_of
from encounters.pages.clock import clock_of, column_words
from encounters.pages.field import field
from encounters.pages.phone.hand import Hand
from encounters.pages.sight import DECLARE
from encounters.pages.traces import nearing
from encounters.pages.wording import token_of
from rules.api import (
    SEGMENTS,
    Action,
    BadAnswer,
    Form,
    Number,
    OneOf,
    OpenQuestion,
    OpenRoll,
    Option,
    PathField,
    PlaceField,
    QuestionInfo,
    SomeOf,
    Spell,
    format_listed_name,
)

HINTS: dict[str, str] = {
    Action.PSIONICS: "attack and defend with the mind",
    Action.AVOID: "flee, fall back, surrender",
    Action.PARLEY: "talk instead of fighting",
    Action.AWAIT: "let them act first",
    Action.DISCHARGE: "cast, shoot, use a device, turn",
    Action.MOVE: "close, charge, do something else",
    Action.SET: "meet a charge with a set weapon",
    Action.STRIKE: "with a weapon in hand",
}
"""A few words on each letter, for players who do not know the list by heart."""

MOST_KEYS = 20
"""The most faces that are shown as keys; a d100 has two rows of ten."""

Wrong = tuple[str, Sequence[str]]
"""The error in an answer, in words, and the clauses that forbid it."""


def asking(hand: Hand, given: Data, wrong: Wrong = ("", ())) -> dict[str, Any] | None:
    """Return the open question as components/question.html reads it, or None.

    It holds the map where a place or a distance is asked.
    """
    if hand.question is not None:
        form = hand.form_of(hand.question)
        assert form is not None
        return _question(hand, hand.question, form, given, wrong)
    return _dice(hand, hand.roll, given, wrong) if hand.roll is not None else None


def _question(hand: Hand, question: OpenQuestion, form: Form, given: Data, wrong: Wrong) -> dict[str, Any]:
    info = hand.question_info if question is hand.question else None
    if info is not None and not any(name.startswith(PREFIX) for name in given):
        given = {**given, **{f"{PREFIX}{name}": [value] for name, value in info.begun.items()}}
    try:
        step = next_step(form, given)
    except BadAnswer as problem:
        step, wrong = next_step(form, {}), (str(problem), ())
    declaring = question.question == DECLARE
    near = nearing(hand.state, hand.events, hand.shown, step.fields, hand.own)
    asked = question_of(
        step,
        question.token,
        hand.screen("answer/"),
        title=_title(hand, question, form),
        submit=_submit(hand) if question.question in ACTS else _commit(info, step),
        tone="seal" if (declaring and hand.ruleset.orders) or (info and info.commit) else "go",
        dress=lambda name, option: _dressed(hand, name, option, near),
        more={"error": wrong[0], "error_clauses": wrong[1], "facts": _facts(hand, step), "near": near},
    )
    asked["taken"] = [replace(each, label=_spoken(hand, each.value, each.label)) for each in asked["taken"]]
    asked["back"] = hand.step_url(question.token, step.back) if step.back is not None else ""
    asked["clauses"] = question.clauses
    asked["quiet"] = not question.awaited
    asked["alert"] = "" if asked["quiet"] else f"{_name(hand)}: {_order(hand) if declaring else _label(form).lower()}"
    asked["fields"] = [_foes_first(hand, step, _but_oneself(hand, each)) for each in asked["fields"]]
    asked["map"] = _map(hand, step)
    if info is not None:
        asked |= _told(info, step)
        asked["fields"].sort(key=lambda each: (not isinstance(each.of, PathField), _may_be_left_out(each)))
        asked["alert"] = f"{_name(hand)}: {info.title}"
    if declaring and not step.taken:
        asked["others"] = _same_again(hand, question, form)
    return asked


def _may_be_left_out(shown: Shown) -> bool:
    return shown.optional or (isinstance(shown.of, SomeOf) and not shown.least)


def _told(info: QuestionInfo, step: Step) -> dict[str, Any]:
    """Return the additions to a question with information: its title, its acts with outcomes."""
    begun = info.whole or all(each.name.removeprefix(PREFIX) in info.begun for each in step.taken)
    told: dict[str, Any] = {"title": info.title, "told": True, "begun": begun and bool(step.taken)}
    words = ", ".join(each.label for each in step.kept if each.label)
    last_taken = len(step.kept) - 1
    told["taken"] = [replace(each, label=words if n == last_taken else "") for n, each in enumerate(step.kept)]
    if begun:
        last = len(info.acts) - 1
        told |= {"acts": info.acts, "whole": info.whole, "notes": info.notes, "back": ""}
        told["stakes"] = [
            {"tone": "n" if n == last else "y", "title": act.title, "text": act.text}
            for n, act in enumerate(info.acts)
            if act.title
        ]
    return told | ({"fields": [], "submit": ""} if info.whole else {})


def _commit(info: QuestionInfo | None, step: Step) -> str:
    """Return the label of the send button, with the choice made; the question info may set it."""
    choice = next((each.label.lower() for each in step.taken if each.label), "this")
    return info.commit.format(choice=choice) if info is not None and info.commit else "Send it"


def _but_oneself(hand: Hand, shown: Shown) -> Shown:
    """Return the field without the character itself, if the rules refuse that option."""
    options = [each for each in shown.options if each.value != hand.shown or each.refusal is None]
    return replace(shown, options=options)


def _submit(hand: Hand) -> str:
    return "Seal this order" if hand.ruleset.orders else "Do this"


def _order(hand: Hand) -> str:
    """Return the words for a declaration: "your order" or "your turn"."""
    return "your order" if hand.ruleset.orders else "your turn"


def _title(hand: Hand, question: OpenQuestion, form: Form) -> str:
    """Return the words that lead to the question, with its label unless it is a declaration.

    Players know the list of a declaration.
    """
    lead = lead_of(hand.state, question, hand.shown)
    return lead if question.question == DECLARE else f"{lead} {_label(form)}".strip()


def _label(form: Form) -> str:
    match form.fields:
        case (OneOf(label=label),):
            return label
    return "What do you choose?"


def _same_again(hand: Hand, question: OpenQuestion, form: Form) -> list[dict[str, str]]:
    going_on = going_on_words(hand.state, question)
    if going_on:
        return [{"name": "again", "value": "1", "label": f"Go on: {going_on}"}] if hand.again(question, form) else []
    last = hand.me.last if hand.me is not None else None
    if last is None or hand.again(question, form) is None:
        return []
    return [{"name": "again", "value": "1", "label": f"Same as last round: {order_words(hand.state, last)}"}]


def _dressed(hand: Hand, name: str, option: Option, near: Mapping[str, Any]) -> Choice:
    """Return an option with the phone's additions: a hint, a spell's bar, a combatant's token."""
    choice = choice_of(option, label=_spoken(hand, option.value, option.label))
    each = hand.state.combatants.get(option.value)
    if each is not None:
        way = near["ways"].get(option.value, "") if near and name == near["whom"] else ""
        return replace(choice, sign=token_of(each), at=f"{each.place[0] / 100:g}, {each.place[1] / 100:g}", way=way)
    if choice.box and choice.refusal is None:
        choice = replace(choice, refusal=why_not(option, hand.shown))
    price = choice.price or HINTS.get(option.value.rpartition(BOTH)[2], "")
    return replace(choice, price=price, takes=_takes(hand, name, option.value))


def _spoken(hand: Hand, value: str, label: str) -> str:
    """Return the label of an option, with the character's own things named in spoken order.

    "Sword, long" becomes "Long sword".
    """
    id, me = value.rpartition(BOTH)[2], hand.me
    found = (me.weapon(id) or me.spell(id) or me.device(id)) if me is not None else None
    return format_listed_name(label).capitalize() if found is not None and found.name == label else label


def _foes_first(hand: Hand, step: Step, shown: Shown) -> Shown:
    """Return a field for several options with friends last, unless the chosen spell heals."""
    spell = _spell_of(hand, step)
    if not isinstance(shown.of, SomeOf) or (spell is not None and spell.heals is not None):
        return shown

    def friendly(option: Option) -> bool:
        each = hand.state.combatants.get(option.value)
        return each is not None and hand.me is not None and each.side == hand.me.side

    return replace(shown, options=sorted(shown.options, key=friendly))


def _spell_of(hand: Hand, step: Step) -> Spell | None:
    """Return the spell chosen so far, or None.

    It is chosen by itself, or in one list with the other ways of discharging.
    """
    named = [each.value.rpartition(BOTH)[2] for each in step.taken if each.name.rpartition(".")[2] in ("spell", "how")]
    found = [hand.me.spell(each) for each in named] if hand.me is not None else []
    return next((each for each in found if each is not None), None)


def _takes(hand: Hand, name: str, value: str) -> int:
    """Return the segments that a spell takes to cast, ten at most; 0 for other options."""
    way, _, spell = value.rpartition(">")
    if name.rpartition(".")[2] != "spell" and way != "spell":
        return 0
    found = hand.me.spell(spell) if hand.me is not None else None
    return min(found.casting, SEGMENTS) if found is not None else 0


def _facts(hand: Hand, step: Step) -> list[tuple[str, str]]:
    spell = _spell_of(hand, step)
    if not step.last or spell is None:
        return []
    takes = f"{spell.casting} segment{'s' if spell.casting != 1 else ''}"
    at = clock_of(hand.state).complete(hand.state, hand.shown, spell.casting)
    late = hand.clock.late if hand.clock is not None else 0
    if at is not None and late:
        at = at + late if at + late <= SEGMENTS else None
    when = "after this round" if at is None else f"{column_words(hand.state, at)} at the earliest"
    return [("Takes", takes), ("Complete", f"{when}, unless it is broken off")]


def _map(hand: Hand, step: Step) -> Any:
    """Return the battle map where a place or a distance is asked, else None.

    It shows the longest way for a path, and otherwise a ring at the range of the chosen spell.
    """
    if not any(isinstance(each.of, PlaceField | PathField) or each.to for each in step.fields):
        return None
    me, spell = hand.me, _spell_of(hand, step)
    way = next((each.of for each in step.fields if isinstance(each.of, PathField)), None)
    if way is not None and way.start is not None and way.longest is not None:
        return field(
            hand.state,
            hand.events,
            own=hand.own,
            origin=hand.origin,
            room=(way.start, way.limits[-1].longest if way.limits else way.longest),
        )
    ring = None
    if me is not None and spell is not None and spell.range:
        ring = (me.place, spell.range * hand.state.setting.inch // 100)
    return field(hand.state, hand.events, own=hand.own, origin=hand.origin, range_ring=ring)


# Dice.


def _dice(hand: Hand, roll: OpenRoll, given: Data, wrong: Wrong) -> dict[str, Any]:
    one = roll.count == 1
    return {
        "id": f"d-{roll.token.replace('~', '-')}",
        "token": roll.token,
        "action": hand.screen("dice/"),
        "title": f"What do{'es' if one else ''} your {dice_words(roll)} show?",
        "detail": "Tap what you rolled. It is marked as typed; the sum is done for you.",
        "fields": dice_fields(roll),
        "shape": "die" if roll.sides <= MOST_KEYS or roll.sides == 100 else "rows",
        "submit": "Send",
        "others": [{"name": "mine", "value": "server", "label": "Roll it for me", "icon": "d20"}],
        "alert": f"{_name(hand)}: your dice",
        "error": wrong[0],
        "error_clauses": wrong[1],
    }


def dice_words(roll: OpenRoll) -> str:
    """Return the dice in words: "d20", "2d6"."""
    return f"{roll.count if roll.count > 1 else ''}d{roll.sides}"


def dice_fields(roll: OpenRoll) -> list[Number]:
    """Return a row of keys for each die; two rows of ten for each d100."""
    fields: list[Number] = []
    for n in range(roll.count):
        which = f"Die {n + 1} of {roll.count}" if roll.count > 1 else "Tap the face"
        if roll.sides == 100:
            fields += [Number(f"tens.{n}", f"{which}: tens", 0, 9), Number(f"ones.{n}", f"{which}: ones", 0, 9)]
        else:
            fields.append(Number(f"face.{n}", which, 1, roll.sides))
    return fields


def faces_of(roll: OpenRoll, given: Mapping[str, Sequence[str]]) -> list[int]:
    """Return the faces that were tapped.

    Raises BadAnswer for a face that is missing or no number.
    """

    def number(name: str) -> int:
        text = "".join(given.get(f"answer.{name}", ()))
        if not (text.isascii() and text.isdigit() and len(text) < 4):
            raise BadAnswer(name, "Tap a face of every die.")
        return int(text)

    if roll.sides == 100:
        pairs = [(number(f"tens.{n}"), number(f"ones.{n}")) for n in range(roll.count)]
        return [10 * tens + ones or 100 for tens, ones in pairs]
    return [number(f"face.{n}") for n in range(roll.count)]


def _name(hand: Hand) -> str:
    return hand.me.name if hand.me is not None else ""
