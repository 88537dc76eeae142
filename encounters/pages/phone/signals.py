"""The signals of a phone to its owner, made only of what its screen shows."""

from typing import Any

from encounters.models import Seat
from encounters.pages.phone.hand import Hand
from encounters.pages.phone.notice import next_of
from encounters.pages.sight import DECLARE
from encounters.seats import ALERTS, WAYS
from rules.api import OpenQuestion
from rules.api import events as e

WORDS = {
    "orders": ("Orders open", "One short buzz, one knock."),
    "asked": ("You are asked", "Two buzzes, two knocks."),
    "next": ("You are next", "Three light buzzes, a soft tap."),
    "received": ("Your order is received", "The lightest buzz, wax being pressed."),
    "nudge": ("The DM reminds you", "One long buzz; knock, knock."),
    "touch": ("By vibration", "Where the phone has it."),
    "sound": ("By sound", "As loud as the phone plays music."),
}
"""The label and the description of each alert, and of each way to give it."""


def signals(hand: Hand, title: str = "") -> dict[str, Any]:
    """Return the signals as components/signals.html reads them.

    ``title`` names, in a few words, the question to the character on the screen. Each cue has a key for each of its
    open occasions. A key that the page had before is no news: a question is signalled once, however often it is drawn.
    Keys come only from this player's own questions, deeds and orders.
    """
    shown: dict[str, Any] = {"on": " ".join(chosen(hand.seat)), "cues": []}
    if hand.viewing is None or not hand.own:
        return shown
    orders = [each.token for each in hand.waits_for if _opens_orders(hand, each)]
    asked = [each.token for each in hand.waits_for if not _opens_orders(hand, each)]
    cues = {"asked": asked, "orders": orders, "next": _next(hand), "received": _received(hand)}
    shown["cues"] = [(name, " ".join(keys)) for name, keys in cues.items() if keys]
    shown["awake"] = bool(hand.waits_for)
    shown["title"] = title if title and hand.is_held_up else _other_asked(hand)
    return shown


def chosen(seat: Seat | None) -> tuple[str, ...]:
    """Return the alerts chosen for this seat, and their ways; none while the DM has muted it."""
    return tuple(seat.alerts) if seat is not None and not seat.muted else ()


def _opens_orders(hand: Hand, each: object) -> bool:
    return isinstance(each, OpenQuestion) and each.question == DECLARE and bool(hand.ruleset.orders)


def _other_asked(hand: Hand) -> str:
    other = next((who for who in hand.own if who != hand.shown and hand.is_asked(who)), None)
    return f"{hand.state.combatants[other].name} is asked" if other is not None else ""


def _next(hand: Hand) -> list[str]:
    found = next_of(hand)
    if found is None:
        return []
    return [f"{hand.own.index(hand.shown)}.{hand.state.round}.{found.column}.{_stretch(hand)}"]


def _stretch(hand: Hand) -> str:
    """Return the id of the stretch between take-backs."""
    return hand.epoch.partition(".")[2]


def _received(hand: Hand) -> list[str]:
    """Return a key for each order that is in, and for a sealed answer.

    The key counts them, since a combatant may give another later.
    """
    said = [each for each in hand.events if isinstance(each, e.Declared | e.Answered)]
    in_ = [who for who in hand.own if hand.orders.open and who in hand.orders.declared]
    if hand.sealed is not None:
        in_.append(hand.shown)
    counts = {who: sum(each.who == who for each in said) for who in dict.fromkeys(in_)}
    when = f"{hand.state.round}.{_stretch(hand)}"
    return [f"{hand.own.index(who)}.{when}.{count}" for who, count in counts.items()]


def offered(hand: Hand) -> bool:
    """Return whether the first screen still offers signals.

    It does until alerts are chosen, the DM mutes the seat, or a character's first round with a declaration is over.
    """
    if hand.seat is None or hand.seat.alerts or hand.seat.muted:
        return False
    if hand.viewing is None:
        return True
    rounds = [hand.viewing.find_first_said(who) for who in hand.own]
    return all(number is None or number >= hand.state.round for number in rounds)


def signalling(hand: Hand, said: str = "") -> dict[str, Any]:
    """Return the form for the choice of signals.

    ``said`` is the outcome of the choice just made.
    """
    on = hand.seat.alerts if hand.seat is not None else []

    def row(name: str) -> dict[str, Any]:
        label, words = WORDS[name]
        return {"name": name, "label": label, "words": words, "on": name in on, "tries": name in ALERTS}

    return {
        "action": hand.screen("signals/"),
        "back": hand.screen(),
        "alerts": [row(name) for name in ALERTS],
        "ways": [row(name) for name in WAYS],
        "muted": hand.seat is not None and hand.seat.muted,
        "said": said,
    }


def offer(hand: Hand) -> dict[str, Any]:
    """Return the offer to choose all signals at one tap, with the address of that choice."""
    return {"action": hand.screen("signals/"), "all": (*ALERTS, *WAYS)}
