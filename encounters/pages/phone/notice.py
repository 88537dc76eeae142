"""How a character stands: the one banner, and the seal on its order."""

from typing import Any

from encounters.pages.clock import clock_of, column_words, due_in
from encounters.pages.phone.asking import dice_words
from encounters.pages.phone.hand import Hand
from encounters.pages.wording import deed_words, letter_of, order_words, sentence
from rules.state import Deed

PURPOSES = {
    "to_hit": "to hit",
    "damage": "for damage",
    "saving_throw": "to save",
    "initiative": "for initiative",
    "surprise": "for surprise",
    "turning": "to turn undead",
}


def banner(hand: Hand) -> dict[str, Any] | None:
    """One notice at most: you are asked, else you are next, else where the fight stands."""
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
    deed = _next_deed(hand)
    if deed is not None:
        title = f"You are next: {column_words(hand.state, due_in(hand.state, deed))}"
        return {"tone": "next", "icon": "bell", "title": title, "small": deed_words(hand.state, deed)}
    turns = clock_of(hand.state).turns(hand.state)
    turn = turns.get(hand.shown)
    if turn is not None and turn == min(turns.values()):
        title = f"You are next: {column_words(hand.state, turn)}"
        return {"tone": "next", "icon": "bell", "title": title, "small": "Think of what you will do."}
    return {"tone": "line", "icon": "clock", "title": hand.where(), "small": _progress(hand)}


def _asked_banner(hand: Hand) -> dict[str, Any]:
    clock = hand.state.clock
    since = hand.asked_at.timestamp() if hand.asked_at else None
    when = f", round {hand.state.round}" if hand.state.round > 0 else ""
    phase = hand.ruleset.phases.get(hand.state.stage)
    if phase is not None and not phase.by_column:
        when = f", {phase.name.lower()}"
    elif clock is not None:
        when = f", {column_words(hand.state, clock)}"
    if hand.question is None and hand.roll is not None:
        purpose = PURPOSES.get(hand.roll.purpose, hand.roll.purpose.replace("_", " "))
        title, icon = f"Roll {dice_words(hand.roll)} {purpose}{when}", "d20"
    else:
        title, icon = (_order_word(hand) if hand.is_declaring else "Your choice") + when, "hand"
    if hand.question is not None and not hand.question.awaited:
        return {"tone": "line", "icon": icon, "title": title, "small": "You may say something; nobody waits for it."}
    return {"tone": "ask", "icon": icon, "title": title, "small": "The table waits for you.",
            "since": int(since) if since else None}  # fmt: skip


def _order_word(hand: Hand) -> str:
    return "Your order" if hand.ruleset.orders else "Your turn"


def _next_deed(hand: Hand) -> Deed | None:
    """The character's next deed, where it is due in this column or the next."""
    clock = hand.state.clock
    due = [deed for deed in hand.state.pending if deed.who == hand.shown and deed.number is not None]
    first = min(due, key=lambda deed: due_in(hand.state, deed), default=None)
    if first is None or clock is None or first.standing:
        return None
    return first if due_in(hand.state, first) <= clock + 1 else None


def _progress(hand: Hand) -> str:
    if hand.state.ended:
        return "What you saw is yours to keep."
    if hand.orders.open:
        done, of = hand.orders_in
        return f"{done} of {of} orders are in."
    if hand.state.between_rounds:
        return "Orders open in a moment." if hand.ruleset.orders else "The next round begins in a moment."
    turn = clock_of(hand.state).turns(hand.state).get(hand.shown)
    return f"Your turn comes on {column_words(hand.state, turn)}." if turn is not None else ""


def order(hand: Hand, fresh: bool = False) -> dict[str, Any] | None:
    """The sealed order: sent, received, locked; covered until it is held."""
    if hand.viewing is None or not hand.is_sealed or hand.order is None or hand.me is None:
        return None
    received = hand.received_at
    when = {"at": int(received.timestamp()), "time": f"{received:%H:%M:%S} UTC"} if received else {}
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


def _final(hand: Hand) -> str:
    if "cancel" in hand.ruleset.questions:
        return "It is final; you may cancel it when it comes up."
    return "It is final."
