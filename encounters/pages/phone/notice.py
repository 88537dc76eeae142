"""A character's situation: the banner, and the seal on its order."""

from datetime import datetime
from typing import Any, NamedTuple

from encounters.narration.voice import order_words
from encounters.pages.clock import clock_of, column_words, due_in
from encounters.pages.phone.asking import dice_words
from encounters.pages.phone.hand import Hand
from encounters.pages.ticking import time_left
from encounters.pages.wording import deed_words, letter_of, sentence
from rules.api import Deed

PURPOSES = {
    "to_hit": "to hit",
    "damage": "for damage",
    "saving_throw": "to save",
    "initiative": "for initiative",
    "surprise": "for surprise",
    "turning": "to turn undead",
    "dm": "for the DM",
}

TOLD = {
    "option": ("sword", "ask"),
    "parry": ("shield", "ask"),
    "noncombat": ("lock", "next"),
    "trace": ("measure", "next"),
}
"""The icon and the tone of a question with information, by question.

"ask" is the tone of one's own turn, "next" that of a question to everybody at once.
"""


class Next(NamedTuple):
    """A notice that the character acts next."""

    column: int | None
    """The column of its deed or turn."""
    title: str
    """The words on when it acts."""
    small: str
    """The words on what it does."""


def banner(hand: Hand) -> dict[str, Any] | None:
    """Return the one notice: asked, else next, else the state of the fight.

    Returns None before the opening, without a character, and while a clock is shown.
    """
    if hand.viewing is None or not hand.shown:
        return None
    if hand.clock is not None:
        return None
    if hand.is_held_up:
        return _asked_banner(hand)
    other = next((who for who in hand.own if who != hand.shown and hand.is_asked(who)), None)
    if other is not None:
        name = hand.state.combatants[other].name
        return {"tone": "ask", "icon": "hand", "title": f"{name} is asked", "small": f"Tap {name} to answer."}
    coming = next_of(hand)
    if coming is not None:
        return {"tone": "next", "icon": "bell", "title": coming.title, "small": coming.small}
    return {"tone": "line", "icon": "clock", "title": hand.where(), "small": _progress(hand)}


def next_of(hand: Hand) -> Next | None:
    """Return the notice that the character acts next as far as it perceives, or None.

    Its own deed is due now or in the next column, or its turn is the first of those known. Unseen combatants do not
    count, so that neither the notice nor its absence reveals them.
    """
    if hand.viewing is None or not hand.shown or hand.waits_for:
        return None
    deed = _next_deed(hand)
    if deed is not None:
        at = due_in(hand.state, deed)
        # A deed whose column has come is being played, or waits for another: its time is not known.
        when = f": {column_words(hand.state, at)}" if at != hand.state.clock else ""
        return Next(deed.number, f"You are next{when}", deed_words(hand.state, deed))
    turns = clock_of(hand.state).turns(hand.state)
    turn = turns.get(hand.shown)
    if turn is None or turn != min(turns.values()):
        return None
    return Next(turn, f"You are next: {column_words(hand.state, turn)}", "Think of what you will do.")


def _asked_banner(hand: Hand) -> dict[str, Any]:
    clock = hand.state.clock
    since = hand.asked_at.timestamp() if hand.asked_at else None
    when = f", round {hand.state.round}" if hand.state.round > 0 else ""
    phase = hand.ruleset.phases.get(hand.state.stage)
    if phase is not None and not phase.by_column:
        when = f", {phase.name.lower()}"
    elif clock is not None:
        when = f", {column_words(hand.state, clock)}"
    if hand.question_info is not None:
        icon, tone = TOLD.get(hand.question.question if hand.question else "", ("hand", "ask"))
        detail = (
            f"{hand.question_info.detail[:1].upper()}{hand.question_info.detail[1:]}. "
            if hand.question_info.detail
            else ""
        )
        told = {"tone": tone, "icon": icon, "title": hand.question_info.title}
        if hand.countdown is not None:
            return told | {"small": detail, "left": time_left(hand.countdown, "Time is up. The DM decides.")}
        return told | {"small": f"{detail}Waiting", "since": int(since) if since else None}
    if hand.question is None and hand.roll is not None:
        purpose = PURPOSES.get(hand.roll.purpose, hand.roll.purpose.replace("_", " "))
        title, icon = f"Roll {dice_words(hand.roll)} {purpose}{when}", "d20"
    else:
        title, icon = (_order_word(hand) if hand.is_declaring else "Your choice") + when, "hand"
    if hand.question is not None and not hand.question.awaited:
        return {"tone": "line", "icon": icon, "title": title, "small": "You may say something; nobody waits for it."}
    return {"tone": "ask", "icon": icon, "title": title, "small": f"{_under(hand)} The table waits for you.".strip(),
            "since": int(since) if since else None}  # fmt: skip


def _order_word(hand: Hand) -> str:
    return "Your order" if hand.ruleset.orders else "Your turn"


def _next_deed(hand: Hand) -> Deed | None:
    """Return the character's next deed if it is due in this column or the next, else None."""
    clock = hand.state.clock
    due = [deed for deed in hand.state.pending if deed.who == hand.shown and deed.number is not None]
    first = min(due, key=lambda deed: due_in(hand.state, deed), default=None)
    if first is None or clock is None or first.standing:
        return None
    return first if due_in(hand.state, first) <= clock + 1 else None


def _progress(hand: Hand) -> str:
    if hand.state.ended:
        return "What you saw is yours to keep."
    if hand.out:
        return hand.out
    if hand.orders.open:
        done, of = hand.orders_in
        said = f"{done} of {of} orders are in."
        return f"Yours opens in a moment. {said}" if hand.awaits_orders else said
    if hand.state.between_rounds:
        return "Orders open in a moment." if hand.ruleset.orders else "The next round begins in a moment."
    if any(each.who == hand.shown and each.sealed for each in hand.state.open):
        return "You have chosen."
    if hand.state.round == 0:
        return "The sides meet. You are asked when there is something to choose."
    turn = clock_of(hand.state).turns(hand.state).get(hand.shown)
    comes = f"Your turn comes on {column_words(hand.state, turn)}. " if turn is not None else ""
    return f"{comes}{_under(hand)}"


def _under(hand: Hand) -> str:
    """Return the effects on the character besides conditions: "Engaged with Gash."."""
    return sentence(", ".join(hand.under)) if hand.under else ""


def order(hand: Hand, fresh: bool = False) -> dict[str, Any] | None:
    """Return the seal on the character's order or on its secret answer, or None.

    The page covers the order's text until the player holds the seal down.
    """
    if hand.viewing is not None and hand.me is not None and hand.sealed is not None:
        return _sealed_answer(hand, hand.me.name, fresh)
    if hand.viewing is None or not hand.is_sealed or hand.order is None or hand.me is None:
        return None
    when = _when(hand.received_at)
    return {
        "letter": letter_of(hand.me.name)[:1],
        "title": "Your order is sealed",
        "words": f"Only you and the DM can read it. {_final(hand)}",
        "track": [
            {"done": True, "label": "Sent", **when},
            {"done": True, "label": "Received by the table", **when},
            {"done": False, "label": "Locked when the DM closes orders"},
        ],
        "read": sentence(order_words(hand.state, hand.order)),
        "fresh": fresh,
    }


def _sealed_answer(hand: Hand, name: str, fresh: bool) -> dict[str, Any]:
    when = _when(hand.answered_at)
    return {
        "letter": letter_of(name)[:1],
        "title": "Your answer is sealed",
        "words": "Others see only that you chose.",
        "track": [
            {"done": True, "label": "Sent", **when},
            {"done": True, "label": "Received by the table", **when},
            {"done": False, "label": "Revealed when everyone has answered"},
        ],
        "fresh": fresh,
    }


def _when(received: datetime | None) -> dict[str, Any]:
    return {"at": int(received.timestamp()), "time": f"{received:%H:%M:%S} UTC"} if received else {}


def _final(hand: Hand) -> str:
    if "cancel" in hand.ruleset.questions:
        return "It is final; you may cancel it when it comes up."
    return "It is final."
