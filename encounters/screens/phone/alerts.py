"""The signals of a phone to its owner, made only of what its screen shows."""

from dataclasses import dataclass

from encounters.models import Seat
from encounters.screens.phone.ask import name_question
from encounters.screens.phone.notice import find_next
from encounters.screens.phone.player_view import PlayerView
from encounters.screens.signals import Signals
from encounters.seats import ALERTS, WAYS
from rules.api import DECLARE, OpenQuestion, OpenRoll
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


def build_signals(view: PlayerView) -> Signals:
    """Return the signals of the screen.

    Each cue has a key for each of its open occasions. A key that the page had before is no news: a question is
    signalled once, however often it is drawn. Keys come only from this player's own questions, deeds and orders.
    """
    on = " ".join(list_chosen(view.seat))
    if not view.has_begun or not view.own:
        return Signals(on=on)
    orders = [each.token for each in view.waits_for if _is_for_orders(view, each)]
    asked = [each.token for each in view.waits_for if not _is_for_orders(view, each)]
    cues = {"asked": asked, "orders": orders, "next": _list_next(view), "received": _list_received(view)}
    return Signals(
        tuple((name, " ".join(keys)) for name, keys in cues.items() if keys),
        awake=bool(view.waits_for),
        on=on,
        title=(name_question(view) if view.is_held_up else "") or _name_other_asked(view),
    )


def list_chosen(seat: Seat | None) -> tuple[str, ...]:
    """Return the alerts chosen for this seat, and their ways; none while the DM has muted it."""
    return tuple(seat.alerts) if seat is not None and not seat.muted else ()


def _is_for_orders(view: PlayerView, each: OpenQuestion | OpenRoll) -> bool:
    return isinstance(each, OpenQuestion) and each.question == DECLARE and bool(view.ruleset.orders)


def _name_other_asked(view: PlayerView) -> str:
    other = next((who for who in view.own if who != view.shown and view.is_asked(who)), None)
    return f"{view.state.combatants[other].name} is asked" if other is not None else ""


def _list_next(view: PlayerView) -> list[str]:
    found = find_next(view)
    if found is None:
        return []
    return [f"{view.own.index(view.shown)}.{view.state.round}.{found.column}.{_find_stretch(view)}"]


def _find_stretch(view: PlayerView) -> str:
    """Return the id of the stretch between take-backs."""
    return view.epoch.partition(".")[2]


def _list_received(view: PlayerView) -> list[str]:
    """Return a key for each order that is in, and for a sealed answer.

    The key counts them, since a combatant may give another later.
    """
    said = [each for each in view.events if isinstance(each, e.Declared | e.Answered)]
    in_ = [who for who in view.own if view.orders.open and who in view.orders.declared]
    if view.sealed is not None:
        in_.append(view.shown)
    counts = {who: sum(each.who == who for each in said) for who in dict.fromkeys(in_)}
    when = f"{view.state.round}.{_find_stretch(view)}"
    return [f"{view.own.index(who)}.{when}.{count}" for who, count in counts.items()]


# The choice of signals.


@dataclass(frozen=True)
class AlertOffer:
    """The offer to choose all signals at one tap."""

    action: str
    all: tuple[str, ...]
    """The names of every alert and way."""


def build_offer(view: PlayerView) -> AlertOffer | None:
    """Return the offer of signals on the first screen, or None.

    It stands there until alerts are chosen, the DM mutes the seat, the fight has ended, or a character's first round
    with a declaration is over.
    """
    if view.seat is None or view.seat.alerts or view.seat.muted or (view.has_begun and view.state.ended):
        return None
    rounds = [view.viewer_log.find_first_said(who) for who in view.own] if view.has_begun else []
    if any(number is not None and number < view.state.round for number in rounds):
        return None
    return AlertOffer(view.make_own_url("my-signals"), (*ALERTS, *WAYS))


@dataclass(frozen=True)
class AlertRow:
    """An alert or a way to give it, as it is chosen."""

    name: str
    label: str
    words: str
    on: bool


@dataclass(frozen=True)
class AlertChoice:
    """The form for the choice of signals."""

    action: str
    back: str
    alerts: tuple[AlertRow, ...]
    ways: tuple[AlertRow, ...]
    muted: bool
    said: str
    """What came of the choice just made."""


def build_alert_choice(view: PlayerView) -> AlertChoice:
    """Return the form for the choice of signals."""
    seat = view.seat
    on = seat.alerts if seat is not None else []
    rows = {name: AlertRow(name, *WORDS[name], name in on) for name in (*ALERTS, *WAYS)}
    alerts, ways = tuple(rows[name] for name in ALERTS), tuple(rows[name] for name in WAYS)
    muted = seat is not None and seat.muted
    return AlertChoice(view.make_own_url("my-signals"), view.make_own_url(), alerts, ways, muted, view.page.said)
