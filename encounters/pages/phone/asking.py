"""What is asked of a character: its order step by step, a question, dice to be typed; and the banner that says so."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from encounters.forms.answer import Data, Step, next_step
from encounters.forms.question import choice_of, question_of
from encounters.forms.shown import Choice
from encounters.pages.phone.hand import Hand
from encounters.pages.sight import DECLARE, field
from encounters.pages.wording import deed_words, letter_of, order_words, sentence, token_of
from rules.forms import BadAnswer, Form, Number, OneOf, Option, Place
from rules.state import Deed, OpenQuestion, OpenRoll
from rules.terms import SEGMENTS, Action

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
"""A word on each letter, for those who do not have the list by heart."""

MOST_KEYS = 20
"""Faces that are shown as keys; a d100 is two rows of ten."""

PURPOSES = {
    "to_hit": "to hit",
    "damage": "for damage",
    "saving_throw": "to save",
    "initiative": "for initiative",
    "surprise": "for surprise",
    "turning": "to turn undead",
}

Wrong = tuple[str, Sequence[str]]
"""What was wrong with what was sent, in words, and the clauses that forbid it."""


def asking(hand: Hand, given: Data, wrong: Wrong = ("", ())) -> dict[str, Any] | None:
    """The question on the screen as components/question.html reads it, with the map where a place is asked."""
    if hand.question is not None:
        form = hand.form_of(hand.question)
        assert form is not None
        return _question(hand, hand.question, form, given, wrong)
    return _dice(hand, hand.roll, given, wrong) if hand.roll is not None else None


def _question(hand: Hand, question: OpenQuestion, form: Form, given: Data, wrong: Wrong) -> dict[str, Any]:
    try:
        step = next_step(form, given)
    except BadAnswer as problem:
        step, wrong = next_step(form, {}), (str(problem), ())
    declaring = question.question == DECLARE
    asked = question_of(
        step,
        question.token,
        hand.screen("answer/"),
        title="" if declaring else _title(form),
        submit="Seal this order" if declaring else "Send it",
        tone="seal" if declaring else "go",
        back=hand.screen(),
        dress=lambda name, option: _dressed(hand, name, option),
        more={"error": wrong[0], "error_clauses": wrong[1], "facts": _facts(hand, step)},
    )
    asked["clauses"] = question.clauses
    asked["alert"] = f"{_name(hand)}: {'your order' if declaring else _title(form).lower()}"
    asked["map"] = _map(hand, step)
    if declaring and not step.taken:
        asked["others"] = _same_again(hand, question, form)
    return asked


def _title(form: Form) -> str:
    match form.fields:
        case (OneOf(label=label),):
            return label
    return "What do you choose?"


def _same_again(hand: Hand, question: OpenQuestion, form: Form) -> list[dict[str, str]]:
    last = hand.me.last if hand.me is not None else None
    if last is None or hand.again(question, form) is None:
        return []
    return [{"name": "again", "value": "1", "label": f"Same as last round: {order_words(hand.state, last)}"}]


def _dressed(hand: Hand, name: str, option: Option) -> Choice:
    """An option with what the phone shows beside it: a word on a letter, a spell's small bar, a figure's sign."""
    choice = choice_of(option)
    each = hand.state.combatants.get(option.value)
    if each is not None:
        return replace(choice, sign=token_of(each))
    price = choice.price or (HINTS.get(option.value, "") if name.endswith("action") else "")
    return replace(choice, price=price, takes=_takes(hand, name, option.value))


def _takes(hand: Hand, name: str, value: str) -> int:
    """Segments that a spell takes to cast, for its small bar of ten."""
    way, _, spell = value.rpartition(">")
    if name.rpartition(".")[2] != "spell" and way != "spell":
        return 0
    found = hand.me.spell(spell) if hand.me is not None else None
    return min(found.casting, SEGMENTS) if found is not None else 0


def _facts(hand: Hand, step: Step) -> list[tuple[str, str]]:
    chosen = {each.name.rpartition(".")[2]: each.value for each in step.taken}
    spell = hand.me.spell(chosen["spell"]) if hand.me is not None and "spell" in chosen else None
    if not step.last or spell is None:
        return []
    takes = f"{spell.casting} segment{'s' if spell.casting != 1 else ''}"
    if spell.casting > SEGMENTS:
        return [("Takes", takes), ("Complete", "after this round, unless it is broken off")]
    return [("Takes", takes), ("Complete", f"segment {spell.casting} at the earliest, unless it is broken off")]


def _map(hand: Hand, step: Step) -> Any:
    """The field, where a place is asked; with a ring as far as the spell reaches."""
    if not any(isinstance(each.of, Place) for each in step.fields):
        return None
    chosen = {each.name.rpartition(".")[2]: each.value for each in step.taken}
    me = hand.me
    spell = me.spell(chosen.get("spell", "")) if me is not None else None
    ring = None
    if me is not None and spell is not None and spell.range:
        ring = (me.place, spell.range * hand.state.setting.inch // 100)
    return field(hand, range_ring=ring)


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
    """The dice as one says them: "d20", "2d6"."""
    return f"{roll.count if roll.count > 1 else ''}d{roll.sides}"


def dice_fields(roll: OpenRoll) -> list[Number]:
    """A row of keys for each die; two rows of ten for a d100."""
    fields: list[Number] = []
    for n in range(roll.count):
        which = f"Die {n + 1} of {roll.count}" if roll.count > 1 else "Tap the face"
        if roll.sides == 100:
            fields += [Number(f"tens.{n}", f"{which}: tens", 0, 9), Number(f"ones.{n}", f"{which}: ones", 0, 9)]
        else:
            fields.append(Number(f"face.{n}", which, 1, roll.sides))
    return fields


def faces_of(roll: OpenRoll, given: Mapping[str, Sequence[str]]) -> list[int]:
    """The faces that were tapped. Raises BadAnswer for one that is missing or no number."""

    def number(name: str) -> int:
        text = "".join(given.get(f"answer.{name}", ()))
        if not (text.isascii() and text.isdigit() and len(text) < 4):
            raise BadAnswer(name, "Tap a face of every die.")
        return int(text)

    if roll.sides == 100:
        pairs = [(number(f"tens.{n}"), number(f"ones.{n}")) for n in range(roll.count)]
        return [10 * tens + ones or 100 for tens, ones in pairs]
    return [number(f"face.{n}") for n in range(roll.count)]


# The banner.


def banner(hand: Hand) -> dict[str, Any] | None:
    """One notice at most: you are asked, else you are next, else where the fight stands."""
    if hand.viewing is None or not hand.shown:
        return None
    if hand.question is not None or hand.roll is not None:
        return _asked_banner(hand)
    other = next((who for who in hand.own if who != hand.shown and hand.is_asked(who)), None)
    if other is not None:
        name = hand.state.combatants[other].name
        return {"tone": "ask", "icon": "hand", "title": f"{name} is asked", "small": f"Tap {name} to answer."}
    deed = _next_deed(hand)
    if deed is not None:
        return {"tone": "next", "icon": "bell", "title": f"You are next: segment {deed.number}",
                "small": deed_words(hand.state, deed)}  # fmt: skip
    return {"tone": "line", "icon": "clock", "title": hand.where(), "small": _progress(hand)}


def _asked_banner(hand: Hand) -> dict[str, Any]:
    clock = hand.state.clock
    since = hand.asked_at.timestamp() if hand.asked_at else None
    when = f", segment {clock}" if clock else f", round {hand.state.round}" if hand.state.round > 0 else ""
    if hand.question is None and hand.roll is not None:
        purpose = PURPOSES.get(hand.roll.purpose, hand.roll.purpose.replace("_", " "))
        title, icon = f"Roll {dice_words(hand.roll)} {purpose}{when}", "d20"
    else:
        title, icon = ("Your order" if hand.is_declaring else "Your choice") + when, "hand"
    return {"tone": "ask", "icon": icon, "title": title, "small": "The table waits for you.",
            "since": int(since) if since else None}  # fmt: skip


def _next_deed(hand: Hand) -> Deed | None:
    """The character's next deed, where it is due in this segment or the next."""
    clock = hand.state.clock
    due = [deed for deed in hand.state.pending if deed.who == hand.shown and deed.number is not None]
    first = min(due, key=lambda deed: deed.number or 0, default=None)
    return first if first is not None and clock and (first.number or 0) <= clock + 1 and not first.standing else None


def _progress(hand: Hand) -> str:
    if hand.state.ended:
        return "What you saw is yours to keep."
    if hand.orders.open:
        done, of = hand.orders_in
        return f"{done} of {of} orders are in."
    if hand.state.between_rounds:
        return "Orders open in a moment."
    return ""


def _name(hand: Hand) -> str:
    return hand.me.name if hand.me is not None else ""


def order(hand: Hand, fresh: bool = False) -> dict[str, Any] | None:
    """The sealed order: sent, received, locked; covered until it is held."""
    if hand.viewing is None or not hand.is_sealed or hand.order is None or hand.me is None:
        return None
    received = hand.received_at
    when = {"at": int(received.timestamp()), "time": f"{received:%H:%M:%S} UTC"} if received else {}
    return {
        "letter": letter_of(hand.me.name)[:1],
        "title": "Your order is sealed",
        "words": "Only you and the DM can read it. It is final.",
        "track": [
            {"done": True, "label": "Sent", **when},
            {"done": True, "label": "Received by the table", **when},
            {"done": False, "label": "Locked when the DM closes orders"},
        ],
        "read": sentence(order_words(hand.state, hand.order)),
        "fresh": fresh,
    }


__all__ = ["Wrong", "asking", "banner", "dice_fields", "dice_words", "faces_of", "order"]
