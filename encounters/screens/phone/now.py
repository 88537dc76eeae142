"""This round as the character perceives it, the newest first, its own pending deeds on top."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from encounters.narration import Column, tell_columns
from encounters.narration.columns import (
    describe_initiative,
    find_due_column,
    get_clock,
    is_apart,
    name_column,
    write_column_label,
)
from encounters.narration.names import describe_deed, list_in_words
from encounters.narration.voice import write_order
from encounters.screens.actions import Act, Link
from encounters.screens.battle_map.build import list_met
from encounters.screens.phone.alerts import AlertOffer, build_offer, list_chosen
from encounters.screens.phone.notice import find_next
from encounters.screens.phone.player_view import PlayerView
from encounters.screens.pickable import list_characters
from encounters.screens.strip.happened import UNMARKED
from rules.api import SEGMENTS, Deed, StatBlock, get_ruleset
from rules.api import events as e

HEADINGS = (e.RoundBegan, e.RoundEnded, e.EncounterOpened, e.DeclarationsClosed, e.Declared)
"""The events that the screen shows by itself, without a sentence."""

SOON = "in a moment."
CASTS = ("spell", "casting")
"""The kinds of deeds that a hit may break off."""

LOCK = "You may lock the screen."
SIGNALS = "Your phone signals you while it shows this page. Locked, it is silent, and nothing is lost."
"""The words on signals: a locked phone sleeps, and nothing on its page can wake it."""


@dataclass(frozen=True)
class TextPart:
    """A sentence of a line."""

    text: str
    mine: bool = False
    """It is about one of the player's characters."""
    sign: str = ""
    """The sign before it: hit, miss, down or dead."""
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True)
class ColumnLine:
    """The line of a column: a segment, count or beat."""

    label: str
    parts: tuple[TextPart, ...]
    state: str = ""
    """now for the column in play."""


@dataclass(frozen=True)
class AwaitedColumn:
    """A column of the round on the way to the act."""

    label: str
    state: str
    """past, now, due or ""."""


@dataclass(frozen=True)
class Awaited:
    """The character's next act that is still to come, said once."""

    title: str
    """The act and its time: "Your sleep comes in segment 4."; "" where the banner says it."""
    small: str
    """What may happen before."""
    columns: tuple[AwaitedColumn, ...]
    """The columns of the round; empty where they are not those of a round."""


@dataclass(frozen=True)
class Meant:
    """The character's order with its outcome."""

    said: str
    happened: str


@dataclass(frozen=True)
class Now:
    """This round, or words for a screen without lines."""

    lines: tuple[ColumnLine, ...] = ()
    awaited: Awaited | None = None
    meant: Meant | None = None
    empty: str = ""
    """The words where there are no lines."""
    clock: str = ""
    """The words on the clock that will run, before the first round."""
    ready: str = ""
    """The address at which the player says to know of that clock; "" where they have."""
    acts: tuple[Act, ...] = ()
    """The buttons beside those words."""
    offer: AlertOffer | None = None
    """The offer of signals."""


def build_now(view: PlayerView) -> Now:
    """Return this round as the character perceives it, by column, the newest first.

    Its next act stands above, and its later ones before the lines. There are no lines while the table waits for the
    character, or while its order or answer is sealed.
    """
    if not view.has_begun:
        mine = [place.name for place in list_characters(view.encounter, view.viewer) if place.mine]
        seated = f"You are seated{f' as {list_in_words(mine)}' if mine else ''}. {_say_soon(view)}"
        clock = _describe_clock(view)
        return Now(empty=seated, clock=clock, ready=_find_ready(view, clock), offer=build_offer(view))
    if not view.own:
        if view.viewer_log.state.coming:
            return Now(empty=" ".join(_describe_arrival(each) for each in view.viewer_log.state.coming))
        pick = Link("Pick a character", view.make_url("my-characters"), icon="plus")
        return Now(empty="You play no character now.", acts=(pick,))
    if view.is_held_up or view.page.is_drafting:
        return Now()
    if view.is_sealed or view.sealed is not None:
        return Now(offer=build_offer(view))
    # The summary of the fight says why it is over.
    told = [
        event for event in view.events if not isinstance(event, e.EncounterEnded) and not _is_still_waiting(view, event)
    ]
    lines = [make_line(view, column) for column in narrate(view, told)]
    empty, clock = _describe_nothing(view), _describe_clock(view)
    newest_first = tuple(reversed([*lines, *_list_later(view)]))
    awaited, meant = _build_awaited(view), _build_meant(view)
    if awaited is not None and meant is not None and meant.happened == NOT_YET:
        meant = None  # it is said already
    return Now(newest_first, awaited, meant, empty, clock, _find_ready(view, clock), offer=build_offer(view))


def _describe_clock(view: PlayerView) -> str:
    """Return the words on the clock that will run; "" once the first round has begun."""
    if not view.has_begun:
        return get_ruleset(view.encounter.ruleset).declaring_rules.describe_clock(view.encounter.options)
    if view.state.round > 0 or view.state.ended:
        return ""
    return view.ruleset.declaring_rules.describe_clock(view.state.options)


def _find_ready(view: PlayerView, clock: str) -> str:
    """Return the address at which the player says to know of the clock; "" if they have."""
    unready = bool(clock) and view.seat is not None and view.seat.ready is None
    return view.make_own_url("i-am-ready") if unready else ""


def _describe_arrival(stat_block: StatBlock) -> str:
    return f"{stat_block.name} arrives in round {stat_block.start.wave}. You will be asked for orders then."


def narrate_round(view: PlayerView, number: int) -> list[Column]:
    """Return the sentences on a round as the player's characters perceived it, by column."""
    return narrate(view, view.round(number))


def narrate(view: PlayerView, events: Sequence[e.Event]) -> list[Column]:
    """Return the sentences on these events, by column."""
    return tell_columns([event for event in events if not isinstance(event, HEADINGS)], view.state, view.own)


def make_line(view: PlayerView, column: Column) -> ColumnLine:
    """Return the line of a column, which may be the one in play."""
    is_now = column.label == write_column_label(view.state, view.state.clock) and not view.state.between_rounds
    return make_past_line(column) if not is_now else replace(make_past_line(column), state="now")


def make_past_line(column: Column) -> ColumnLine:
    """Return the line of a column that is over."""
    parts = (TextPart(each.text, each.mine, each.sign, tuple(dict.fromkeys(each.clauses))) for each in column.told)
    return ColumnLine(column.label, tuple(parts))


def _list_coming(view: PlayerView) -> list[tuple[int, Deed]]:
    """Return the character's own pending deeds with the columns in which they are due."""
    mine = [deed for deed in view.state.pending if deed.who == view.shown and deed.number is not None]
    marked = [deed for deed in mine if not deed.standing and deed.kind not in UNMARKED]
    return sorted(((find_due_column(view.state, deed), deed) for deed in marked), key=lambda each: each[0])


def _list_later(view: PlayerView) -> list[ColumnLine]:
    """Return a line for each of the character's own pending deeds after the next."""
    deeds = [(write_column_label(view.state, at), describe_deed(view.state, deed)) for at, deed in _list_coming(view)]
    # A charge is two deeds, its run and its blow, in the same words.
    later = [each for each in dict.fromkeys(deeds) if each[1] != deeds[0][1]]
    return [ColumnLine(label, (TextPart(f"To come: {words}.", mine=True),)) for label, words in later]


def _is_still_waiting(view: PlayerView, event: e.Event) -> bool:
    """Return whether an event tells of a wait that goes on, which the next act says."""
    return isinstance(event, e.DeedWaits) and any(deed.id == event.deed for deed in view.state.pending)


def _build_awaited(view: PlayerView) -> Awaited | None:
    """Return the character's next act; None where nothing is to come, or no column is in play."""
    coming = _list_coming(view)
    if not coming or view.state.clock is None or view.state.between_rounds:
        return None
    at, deed = coming[0]
    waits = any(isinstance(event, e.DeedWaits) and event.deed == deed.id for event in view.events)
    is_said = find_next(view) is not None  # the banner says what comes next
    if is_said and deed.kind not in CASTS:
        return None
    said = [f"{describe_initiative(view.state)}." if waits and describe_initiative(view.state) else ""]
    if deed.kind in CASTS:
        said.append(_describe_danger(view))
    title = "" if is_said and not waits else _write_title(view, at, deed, waits)
    return Awaited(title, " ".join(each for each in said if each), _list_columns(view, at))


def _write_title(view: PlayerView, at: int, deed: Deed, waits: bool) -> str:
    what, when = describe_deed(view.state, deed), name_column(view.state, at)
    if deed.kind not in CASTS:
        return f"Still to come: {what}." if waits else f"Still to come in {when}: {what}."
    return f"Your {what} waits." if waits else f"Your {what} comes in {when}."


def _describe_danger(view: PlayerView) -> str:
    """Return what may break a spell off, naming who is seen in contact with the character."""
    met = (pair for pair in list_met(view.state, view.events) if view.shown in pair)
    others = [view.state.combatants[each] for pair in met for each in pair if each != view.shown]
    foes = [each.name for each in others if view.me is not None and each.side != view.me.side]
    if not foes:
        return "A hit before that may spoil it."
    foes = list(dict.fromkeys(foes))
    are = "is" if len(foes) == 1 else "are"
    return f"{list_in_words(foes)} {are} in contact with you: a hit before that may spoil it."


def _list_columns(view: PlayerView, due: int) -> tuple[AwaitedColumn, ...]:
    first, last = get_clock(view.state).span(view.state)
    if is_apart(view.state) or last - first >= SEGMENTS or view.state.clock is None:
        return ()
    now = view.state.clock
    return tuple(
        AwaitedColumn(str(n), "now" if n == now else "due" if n == due else "past" if n < now else "")
        for n in range(first, last + 1)
    )


def _build_meant(view: PlayerView) -> Meant | None:
    """Return the order with its outcome; None while orders are open, or without an order."""
    order = view.order
    if order is None or view.orders.open:
        return None
    return Meant(write_order(view.state, order), describe_outcome(view))


def _say_soon(view: PlayerView) -> str:
    opens = "Orders open" if get_ruleset(view.encounter.ruleset).orders else "The round begins"
    return f"{opens} {SOON} {_say_meanwhile(view)}"


def _say_meanwhile(view: PlayerView) -> str:
    return SIGNALS if list_chosen(view.seat) else LOCK


def _describe_nothing(view: PlayerView) -> str:
    """Return the words where the character has perceived nothing yet."""
    state = view.state
    if state.ended:
        return "The fight is over. What you saw stays here."
    if state.round < 0:
        return f"You are seated. {_say_meanwhile(view)}"
    if view.out:
        return f"{view.out} What you perceive appears here."
    if view.awaits_orders:
        return _say_meanwhile(view)
    if state.round == 0:
        return "The sides meet. What you perceive appears here."
    if state.clock is None:
        begun = "Orders are closed." if view.ruleset.orders else "The round begins."
        return f"{begun} What you perceive appears here."
    return "You have perceived nothing yet."


# The outcome of a character's order so far, in words that are true at every moment.


NOT_YET = "Not yet."

CLOSED = "You couldn’t reach the target, so you closed in."
"""The outcome of a blow at somebody too far away."""


def describe_outcome(view: PlayerView) -> str:
    """Return whether the order is still to come, under way, done or lost."""
    mine = [event for event in view.events if getattr(event, "who", "") == view.shown or _is_own_moment(view, event)]
    acts = [event for event in mine if event.is_act]
    if any(each.who == view.shown and each.sealed for each in view.state.open):
        return NOT_YET
    if _list_own(view, view.state.pending):
        return "Partly done." if acts else NOT_YET
    if _is_under_way(mine):
        return "Happening now."
    if (why := _explain_loss(view, mine)) and not acts:
        return f"Lost: {why}."
    if any(_is_closing_instead(event) for event in mine) and not _has_struck_target(view, acts):
        return CLOSED
    if acts or any(event.leads_to_act for event in mine):
        return "Done."
    if view.state.between_rounds or view.state.ended:
        return "Nothing came of it."
    return NOT_YET if view.me is not None and view.me.able else "Lost: you cannot act."


def _list_own(view: PlayerView, deeds: Sequence[Deed]) -> list[Deed]:
    return [deed for deed in deeds if deed.who == view.shown]


def _is_own_moment(view: PlayerView, event: e.Event) -> bool:
    if not isinstance(event, e.MomentBegan):
        return False
    return any(deed.id in event.deeds for deed in _list_own(view, view.state.done))


def _is_under_way(mine: Sequence[e.Event]) -> bool:
    """Return whether the last own moment has begun and nothing has come of it yet."""
    for event in reversed(mine):
        if event.is_act or event.leads_to_act or isinstance(event, e.MomentBegan | e.DeedLost):
            return isinstance(event, e.MomentBegan)
    return False


def _is_closing_instead(event: e.Event) -> bool:
    return isinstance(event, e.MindChanged) and event.what == "closes instead"


def _has_struck_target(view: PlayerView, acts: Sequence[e.Event]) -> bool:
    """Return whether a target of the order was attacked.

    A blow at somebody else, for example one who charged in, is not part of the order.
    """
    targets = view.order.targets if view.order is not None else ()
    return any(isinstance(event, e.Attacked) and event.target in targets for event in acts)


def _explain_loss(view: PlayerView, mine: Sequence[e.Event]) -> str:
    """Return the cause of the order's loss, or "".

    It is a spoiled spell, or else the cause of the last lost deed.
    """
    order = view.order
    cast = [step.what for step in (order, *order.then)] if order is not None else []
    if any(isinstance(event, e.SpellSpoiled) and event.spell in cast for event in mine):
        return "your spell was spoiled"
    lost = [event.cause for event in mine if isinstance(event, e.DeedLost)]
    return lost[-1] if lost else ""
