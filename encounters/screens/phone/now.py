"""This round as the character perceives it, its own pending deeds last."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from encounters.narration import Column, tell_columns
from encounters.narration.columns import find_due_column, write_column_label
from encounters.narration.names import describe_deed, make_sentence
from encounters.narration.voice import order_words
from encounters.screens.actions import Act, Link
from encounters.screens.phone.alerts import Offer, build_offer, list_chosen
from encounters.screens.phone.outcome import describe_outcome
from encounters.screens.phone.view import PlayerView
from encounters.screens.pickable import places
from encounters.screens.strip.happened import UNMARKED
from rules.api import StatBlock, get_ruleset
from rules.api import events as e

HEADINGS = (e.RoundBegan, e.RoundEnded, e.EncounterOpened, e.DeclarationsClosed, e.Declared)
"""The events that the screen shows by itself, without a sentence."""

SOON = "in a moment."
LOCK = "You may lock the screen."
SIGNALS = "Your phone signals you while it shows this page. Locked, it is silent, and nothing is lost."
"""The words on signals: a locked phone sleeps, and nothing on its page can wake it."""


@dataclass(frozen=True)
class Part:
    """A sentence of a line."""

    text: str
    mine: bool = False
    """It is about one of the player's characters."""


@dataclass(frozen=True)
class Line:
    """The line of a column: a segment, count or beat."""

    label: str
    parts: tuple[Part, ...]
    clauses: Sequence[str] = ()
    state: str = ""
    """now for the column in play."""


@dataclass(frozen=True)
class Meant:
    """The character's order with its outcome."""

    said: str
    happened: str


@dataclass(frozen=True)
class Now:
    """This round, or words for a screen without lines."""

    lines: tuple[Line, ...] = ()
    meant: Meant | None = None
    empty: str = ""
    """The words where there are no lines."""
    acts: tuple[Act, ...] = ()
    """The buttons beside those words."""
    offer: Offer | None = None
    """The offer of signals."""


def build_now(view: PlayerView) -> Now:
    """Return this round as the character perceives it, by column, its own pending deeds last.

    There are no lines while the table waits for the character, or while its order or answer is sealed.
    """
    if not view.has_begun:
        mine = [place.name for place in places(view.encounter, view.viewer) if place.mine]
        seated = f"You are seated{f' as {_join_names(mine)}' if mine else ''}. {_say_soon(view)}"
        return Now(empty=seated, offer=build_offer(view))
    if not view.own:
        if view.viewing.state.coming:
            return Now(empty=" ".join(_describe_arrival(each) for each in view.viewing.state.coming))
        pick = Link("Pick a character", view.url("me/characters/"), icon="plus")
        return Now(empty="You play nobody now.", acts=(pick,))
    if view.is_held_up:
        return Now()
    if view.is_sealed or view.sealed is not None:
        return Now(offer=build_offer(view))
    lines = [make_line(view, column) for column in narrate_round(view, max(view.state.round, 0))]
    return Now((*lines, *_list_pending(view)), _build_meant(view), _describe_nothing(view), offer=build_offer(view))


def _describe_arrival(figure: StatBlock) -> str:
    return f"{figure.name} arrives in round {figure.start.wave}. You will be asked for orders then."


def _join_names(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def narrate_round(view: PlayerView, number: int) -> list[Column]:
    """Return the sentences on a round as the player's characters perceived it, by column."""
    return narrate(view, view.round(number))


def narrate(view: PlayerView, events: Sequence[e.Event]) -> list[Column]:
    """Return the sentences on these events, by column."""
    return tell_columns([event for event in events if not isinstance(event, HEADINGS)], view.state, view.own)


def make_line(view: PlayerView, column: Column) -> Line:
    """Return the line of a column, which may be the one in play."""
    is_now = column.label == write_column_label(view.state, view.state.clock) and not view.state.between_rounds
    return make_past_line(column) if not is_now else replace(make_past_line(column), state="now")


def make_past_line(column: Column) -> Line:
    """Return the line of a column that is over."""
    return Line(column.label, tuple(Part(each.text, each.mine) for each in column.told), column.clauses)


def _list_pending(view: PlayerView) -> list[Line]:
    """Return a line for each of the character's own pending deeds."""
    mine = [deed for deed in view.state.pending if deed.who == view.shown and deed.number is not None]
    marked = [deed for deed in mine if not deed.standing and deed.kind not in UNMARKED]
    deeds = [(find_due_column(view.state, deed), deed) for deed in marked]
    return [
        Line(write_column_label(view.state, clock), (Part(f"To come: {describe_deed(view.state, deed)}.", mine=True),))
        for clock, deed in sorted(deeds, key=lambda each: each[0])
    ]


def _build_meant(view: PlayerView) -> Meant | None:
    """Return the order with its outcome; None while orders are open, or without an order."""
    order = view.order
    if order is None or view.orders.open:
        return None
    return Meant(f"“{make_sentence(order_words(view.state, order))}”", describe_outcome(view))


def _say_soon(view: PlayerView) -> str:
    opens = "Orders open" if get_ruleset(view.encounter.ruleset).orders else "The round begins"
    return f"{opens} {SOON} {_say_meanwhile(view)}"


def _say_meanwhile(view: PlayerView) -> str:
    return SIGNALS if list_chosen(view.seat) else LOCK


def _describe_nothing(view: PlayerView) -> str:
    """Return the words where the character has perceived nothing yet."""
    state = view.state
    if state.ended:
        return "The fight is over. What you saw is yours to keep."
    if state.round < 0:
        return f"You are seated. {_say_soon(view)}"
    if view.out:
        return f"{view.out} What can still be perceived is told here."
    if view.awaits_orders:
        return f"Orders are being given. Yours opens {SOON} {_say_meanwhile(view)}"
    if state.round == 0:
        return "The sides meet. What you perceive is told here."
    if state.clock is None:
        begun = "Orders are closed." if view.ruleset.orders else "The round begins."
        return f"{begun} What you perceive is told here."
    return "Nothing has happened yet that you perceive."
