"""A character's situation: the banner, and the seal on its order."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from encounters.narration import count_late
from encounters.narration.columns import describe_moment, find_due_column, get_clock, is_ending, name_column
from encounters.narration.names import describe_deed, list_in_words, make_sentence, pick_letters
from encounters.narration.rolls import describe_roll, write_dice
from encounters.narration.voice import write_order
from encounters.screens.combatants import describe_condition
from encounters.screens.phone.player_view import PlayerView
from encounters.screens.ticking import TimeLeft, build_time_left, describe_segments
from encounters.time_of_day import write_time_of_day
from rules.api import DECLARE, Deed, QuestionInfo

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


@dataclass(frozen=True)
class Banner:
    """The one notice at the head of the screen."""

    tone: str
    """ask, next or line."""
    icon: str
    title: str
    small: str
    since: int | None = None
    """The second, from 1970 on, since which the table waits."""
    href: str = ""
    """The address to which a tap on it leads; "" for none."""
    left: TimeLeft | None = None


def build_banner(view: PlayerView) -> Banner | None:
    """Return the one notice: asked, else next, else the state of the fight.

    Returns None before the opening, without a character, and while a clock is shown.
    """
    if not view.has_begun or not view.shown:
        return None
    if view.clock is not None:
        return None
    if view.is_held_up:
        return _build_asked_banner(view)
    other = next((who for who in view.own if who != view.shown and view.is_asked(who)), None)
    if other is not None:
        name = view.state.combatants[other].name
        href = view.make_url("me", {"who": other})
        return Banner("ask", "hand", f"{name} is asked", "Tap here to answer.", href=href)
    coming = find_next(view)
    if coming is not None:
        small = (coming.small, _describe_awaited(view), _describe_endings(view))
        return Banner("next", "bell", coming.title, " ".join(each for each in small if each))
    return Banner("line", "clock", describe_moment(view.state, view.orders.open), _describe_progress(view))


def find_next(view: PlayerView) -> Next | None:
    """Return the notice that the character acts next as far as it perceives, or None.

    Its own deed is due now or in the next column, or its turn is the first of those known. Unseen combatants do not
    count, so that neither the notice nor its absence reveals them.
    """
    if not view.has_begun or not view.shown or view.waits_for:
        return None
    deed = _find_next_deed(view)
    if deed is not None:
        at = find_due_column(view.state, deed)
        # A deed whose column has come is being played, or waits for another: its time is not known.
        when = f": {name_column(view.state, at)}" if at != view.state.clock else ""
        return Next(deed.number, f"You are next{when}", describe_deed(view.state, deed))
    turns = get_clock(view.state).turns(view.state)
    turn = turns.get(view.shown)
    if turn is None or turn != min(turns.values()):
        return None
    return Next(turn, f"You are next: {name_column(view.state, turn)}", "Think of what you will do.")


def _build_asked_banner(view: PlayerView) -> Banner:
    since = int(view.asked_at.timestamp()) if view.asked_at else None
    if view.question_info is not None:
        return _build_info_banner(view, view.question_info, since)
    when = _describe_time(view)
    if view.question is None and view.roll is not None:
        title, icon = f"Roll {write_dice(view.roll)} {describe_roll(view.state, view.roll)}{when}", "d20"
    else:
        title, icon = (_name_order(view) if view.is_declaring else "Your choice") + when, "hand"
    if view.question is not None and not view.question.awaited:
        return Banner("line", icon, title, "You may answer; the round goes on without.")
    return Banner("ask", icon, title, f"{_describe_effects(view)} The table waits for you.".strip(), since)


def _build_info_banner(view: PlayerView, info: QuestionInfo, since: int | None) -> Banner:
    icon, tone = TOLD.get(view.question.question if view.question else "", ("hand", "ask"))
    detail = f"{info.detail[:1].upper()}{info.detail[1:]}. " if info.detail else ""
    if view.countdown is not None:
        left = build_time_left(view.countdown, "Time is up. The DM decides.")
        return Banner(tone, icon, info.title, detail, left=left)
    return Banner(tone, icon, info.title, f"{detail}Waiting", since)


def _describe_time(view: PlayerView) -> str:
    """Return the moment of the fight as it ends a title: ", segment 3"."""
    phase = view.ruleset.phases.get(view.state.stage)
    if phase is not None and not phase.by_column:
        return f", {phase.name.lower()}"
    if view.state.clock is not None:
        return f", {name_column(view.state, view.state.clock)}"
    return f", round {view.state.round}" if view.state.round > 0 else ""


def _name_order(view: PlayerView) -> str:
    return "Your order" if view.ruleset.orders else "Your turn"


def _find_next_deed(view: PlayerView) -> Deed | None:
    """Return the character's next deed if it is due in this column or the next, else None."""
    clock = view.state.clock
    due = [deed for deed in view.state.pending if deed.who == view.shown and deed.number is not None]
    first = min(due, key=lambda deed: find_due_column(view.state, deed), default=None)
    if first is None or clock is None or first.standing:
        return None
    return first if find_due_column(view.state, first) <= clock + 1 else None


def _describe_progress(view: PlayerView) -> str:
    if view.state.ended:
        return "What you saw stays here."
    if view.out:
        return view.out
    if view.orders.open:
        return (
            "The DM is ordering the foes; you’re next."
            if view.awaits_orders or view.page.is_drafting
            else _describe_choosing(view)
        )
    if view.state.between_rounds:
        return "Orders open in a moment." if view.ruleset.orders else "The next round begins in a moment."
    awaited = _describe_awaited(view)
    if any(each.who == view.shown and each.sealed for each in view.state.open):
        return f"You have chosen. {awaited}".strip()
    if view.state.round == 0:
        return f"The sides meet. {awaited or 'You are asked when there is something to choose.'}"
    turn = get_clock(view.state).turns(view.state).get(view.shown)
    comes = f"Your turn comes on {name_column(view.state, turn)}." if turn is not None else ""
    return " ".join(each for each in (awaited, comes, _describe_effects(view)) if each)


def _describe_awaited(view: PlayerView) -> str:
    """Return who else of the party the table waits for: "Jaroo is choosing."; "" for none.

    Foes are never named: a question to one of them reads as none does.
    """
    rolling = [each for each in view.viewer_log.list_rolling() if each not in view.own]
    choosing = [each for each in view.viewer_log.list_choosing(besides=DECLARE) if each not in (*view.own, *rolling)]
    owners = [f"{view.state.combatants[each].name}’s" for each in rolling]
    dice = f"The table waits for {list_in_words(owners)} dice." if owners else ""
    names = [view.state.combatants[each].name for each in choosing]
    chooses = f"{list_in_words(names)} {'is' if len(names) == 1 else 'are'} choosing." if names else ""
    return f"{dice} {chooses}".strip()


def _describe_effects(view: PlayerView) -> str:
    """Return the effects besides conditions, and those about to end: "Engaged with Gash."."""
    under = make_sentence(", ".join(view.under)) if view.under else ""
    return f"{under} {_describe_endings(view)}".strip()


def _describe_endings(view: PlayerView) -> str:
    """Return the conditions that end in the next column: "Blessed, ends next segment."."""
    each = view.me
    ending = [one for one in each.conditions if is_ending(view.state, one.until)] if each is not None else []
    return " ".join(make_sentence(describe_condition(view.state, one)) for one in ending)


@dataclass(frozen=True)
class PartySeal:
    """One of the party, and whether its order is sealed."""

    name: str
    """The name, or "you"."""
    letter: str
    sealed: bool


@dataclass(frozen=True)
class SealedOrder:
    """The seal on the character's order, or on its secret answer."""

    letter: str
    title: str
    words: str
    """How long it may be changed, or who sees it."""
    read: str
    """The order, which the page covers until the player holds the seal down; "" for an answer."""
    fresh: bool
    """It was sealed just now."""
    received: str = ""
    """The time of day at which the table received it."""
    change: str = ""
    """The address at which it is changed; "" where it is final."""
    party: tuple[PartySeal, ...] = ()
    """The orders of the party, as wax shows them to everybody."""


def build_order(view: PlayerView) -> SealedOrder | None:
    """Return the seal on the character's order or on its secret answer, or None."""
    if not view.has_begun or view.me is None:
        return None
    letter, fresh = pick_letters(view.me.name)[:1], view.page.is_fresh
    if view.sealed is not None:
        words = "Others see only that you chose, until everyone has."
        return SealedOrder(letter, "Your answer is sealed", words, "", fresh, _write_time(view.answered_at))
    if not view.is_sealed or view.order is None:
        return None
    asked = view.order_to_change
    late = count_late(view.events, view.state, view.shown)
    return SealedOrder(
        letter,
        f"Sealed, {describe_segments(late)}" if late else "Your order is sealed",
        _describe_end(view),
        write_order(view.state, view.order),
        fresh,
        _write_time(view.received_at),
        change=view.make_change_url(asked.token) if asked is not None else "",
        party=tuple(_list_party(view)),
    )


def _write_time(received: datetime | None) -> str:
    return write_time_of_day(received) if received else ""


def _list_party(view: PlayerView) -> Iterator[PartySeal]:
    """Yield the able members of the party, with their seals; foes are never counted."""
    for who, each in view.state.combatants.items():
        if each.able and each.side == view.state.party:
            name = "you" if who == view.shown else each.name
            yield PartySeal(name, pick_letters(each.name), who in view.orders.sealed)


def _describe_choosing(view: PlayerView) -> str:
    """Return who of the party is still choosing, by name."""
    names = [each.name for each in _list_party(view) if not each.sealed]
    if not names:
        return "The party’s orders are in."
    return f"{list_in_words(names)} {'is' if len(names) == 1 else 'are'} still choosing."


def _describe_end(view: PlayerView) -> str:
    if view.order_to_change is not None:
        return "You can change it until the DM closes orders."
    if "cancel" in view.ruleset.questions:
        return "It is final; you may cancel it when it comes up."
    return "It is final."
