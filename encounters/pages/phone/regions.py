"""Regions of a player's phone: the events that touch each, and their rendering."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from django.template.loader import render_to_string

from encounters.field_map import FieldMap
from encounters.narration import each_note_once, label_of, tell
from encounters.pages.acts import link, post
from encounters.pages.clock import heading
from encounters.pages.field import field
from encounters.pages.phone.asking import Wrong, asking
from encounters.pages.phone.clock import clock
from encounters.pages.phone.following import following, missed, saw, sheet
from encounters.pages.phone.hand import Hand
from encounters.pages.phone.notice import banner, order
from encounters.pages.phone.signals import signalling, signals
from encounters.pages.sight import TURNS
from encounters.pages.wording import token_of
from rules.api import Standing, Topic
from rules.api import events as e

TEMPLATES = {
    "me": "components/me.html",
    "left": "components/left.html",
    "people": "encounters/table/people.html",
    "banner": "components/banner.html",
    "signals": "components/signals.html",
    "clock": "components/clock.html",
    "ask": "encounters/table/ask.html",
    "order": "components/order.html",
    "now": "components/now.html",
    "field": "encounters/table/phone_field.html",
    "sheet": "components/sheet.html",
    "saw": "encounters/table/saw_rounds.html",
    "tabbar": "components/tabbar.html",
    "announce": "screens/announce.html",
}

ALL = tuple(TEMPLATES)
ASIDE = {"missed": "encounters/table/missed_line.html", "signalling": "encounters/table/signalling.html"}
"""The regions that no event touches."""

NOTICE = ("banner", "signals")
"""The regions on the character's situation, which change together."""

ASKING = (e.Asked, e.Answered, e.Withdrawn, e.DiceAsked, e.DiceGiven)


def touched(hand: Hand, events: Iterable[e.Event]) -> tuple[str, ...]:
    """Return the regions of one character's screens that these events touch, in page order."""
    names: set[str] = set()
    for event in events:
        names.update(_touched_by(hand, event))
    return tuple(name for name in ALL if name in names)


def _touched_by(hand: Hand, event: e.Event) -> tuple[str, ...]:
    mine = getattr(event, "who", "") == hand.shown
    if isinstance(event, TURNS):
        return ALL
    if isinstance(event, ASKING):
        return ("people", *NOTICE, "clock", "ask", "order", "now") if mine else ("people", *NOTICE)
    if isinstance(event, e.Declared):
        return ("people", *NOTICE, "clock", "order", "now") if mine else ("people", *NOTICE)
    if isinstance(event, e.Sealed | e.Refused):
        return NOTICE  # the player reads the refusal at the form they sent
    drawn = Topic.MAP in event.topics or (isinstance(event, e.SegmentBegan) and _has_lines(hand))
    field = ("field",) if drawn else ()
    revealed = ("order",) if hand.keeps_secrets else ()
    return (*(("me", "left", "sheet") if mine else ()), *NOTICE, *revealed, "now", "announce", *field)


def _has_lines(hand: Hand) -> bool:
    """Return whether the battle map may show lines that a new column wipes out."""
    return any(Topic.FLIGHT in event.topics for event in hand.events)


def names_for(hand: Hand, events: Sequence[e.Event] | None) -> tuple[str, ...]:
    """Return the regions to replace after these events; all where ``events`` is None."""
    return ALL if events is None else touched(hand, events)


def context(
    hand: Hand,
    tab: str = "now",
    *,
    oob: bool = False,
    given: Any = None,
    wrong: Wrong = ("", ()),
    fresh: bool = False,
    new: Sequence[e.Event] | None = None,
    since: int | None = None,
    before: int | None = None,
    said: str = "",
) -> dict[str, Any]:
    """Return the values that the phone's templates read.

    Each part is built only where a template asks for it. ``since`` is the cursor after which events count as missed.
    ``before`` is the round before which the rounds seen are listed. ``said`` is the outcome of a choice of signals.
    """
    made: dict[str, Callable[[], Any]] = {
        "me": lambda: me(hand),
        "left": lambda: left(hand),
        "people": lambda: people(hand),
        "banner": lambda: banner(hand),
        "clock": lambda: clock(hand),
        "order": lambda: order(hand, fresh),
        "now": lambda: following(hand),
        "seen_field": lambda: seen_field(hand),
        "sheet": lambda: sheet(hand),
        "saw": lambda: saw(hand, before),
        "tabs": lambda: tabs(hand, tab),
        "announce": lambda: announced(hand, new or ()),
        "signals": lambda: signals(hand, question["alert"] if question is not None else ""),
        "signalling": lambda: signalling(hand, said),
        "missed": lambda: missed(hand, since),
    }
    question = asking(hand, given or {}, wrong) if hand.viewing is not None and hand.shown else None
    given_map = question.get("map") if question is not None else None
    # A template calls a part as often as it names it; the cache builds it once.
    parts = {name: cache(make) for name, make in made.items()}
    return {
        **parts,
        "hand": hand,
        "question": question,
        "wrong": wrong,
        "map": given_map,
        "tab": tab,
        "seat": seat_acts(hand),
        "at": hand.at,
        "epoch": hand.epoch,
        "nth": hand.nth if hand.viewing is not None else "",
        "oob": oob,
        "title": hand.encounter.title,
    }


def render(hand: Hand, names: Sequence[str], request: Any = None, **more: Any) -> str:
    """Return these regions as fragments that replace those on the page."""
    if not names:
        return ""
    shown = context(hand, oob=True, **more)
    return "".join(render_to_string((TEMPLATES | ASIDE)[name], shown, request) for name in names)


def seen_field(hand: Hand) -> FieldMap | None:
    """Return the battle map as the player's characters see it.

    Returns None before the opening, and for a player without characters.
    """
    return (
        field(hand.state, hand.events, own=hand.own, origin=hand.origin)
        if hand.viewing is not None and hand.own
        else None
    )


def me(hand: Hand) -> dict[str, Any]:
    """Return the head of the phone: the character's token, name and pool that harm reduces."""
    each = hand.me if hand.viewing is not None else None
    if each is None:
        return {"name": hand.encounter.title}
    return {
        "name": each.name,
        "token": token_of(each),
        "vigour": hand.ruleset.describe_standing(hand.state, hand.shown).vigour,
    }


def left(hand: Hand) -> Standing | None:
    """Return the character's standing if it has pools to spend in the round, else None."""
    if hand.viewing is None or hand.me is None:
        return None
    found = hand.ruleset.describe_standing(hand.state, hand.shown)
    return found if found.round else None


def people(hand: Hand) -> list[dict[str, Any]]:
    """Return the characters of a player with several, to switch between them."""
    if hand.viewing is None or len(hand.own) < 2:
        return []
    return [
        {
            "name": hand.state.combatants[who].name,
            "token": token_of(hand.state.combatants[who]),
            "href": hand.url(f"me/?who={who}"),
            "on": who == hand.shown,
            "asked": hand.is_asked(who),
            "sealed": hand.orders.open and who in hand.orders.declared,
        }
        for who in hand.own
    ]


def tabs(hand: Hand, tab: str) -> list[dict[str, Any]]:
    """Return the tabs: now, the sheet, the rounds seen."""
    rows = (("now", "Now", "clock", ""), ("sheet", "Sheet", "shield", "sheet/"), ("saw", "What I saw", "book", "saw/"))
    return [
        {"label": label, "icon": icon, "href": hand.screen(rest), "on": tab == name} for name, label, icon, rest in rows
    ]


def seat_acts(hand: Hand) -> list[dict[str, Any]]:
    """Return the actions on the seat, for the foot of the sheet."""
    acts = [link("Play another character too", hand.url("me/characters/"), icon="plus", tone="quiet")]
    acts.append(post("Move this seat to another device", hand.url("me/link/"), icon="phone", tone="quiet", plain=True))
    acts.append(link("Sound and vibration", hand.screen("signals/"), icon="bell", tone="quiet"))
    acts.append(link("Rule book", "/rules/", icon="book", tone="quiet"))
    each = hand.me if hand.viewing is not None else None
    if each is not None:
        words = "Let the table roll my dice" if each.types_dice else "I roll my own dice"
        hidden = {"who": hand.shown, "on": "" if each.types_dice else "1"}
        acts.insert(0, post(words, hand.screen("types/"), icon="d20", hidden=hidden))
    return acts


def announced(hand: Hand, new: Sequence[e.Event]) -> str:
    """Return the words to speak about new events: the segment that began, and what happened."""
    said: list[str] = []
    for event in each_note_once(new):
        told = tell(event, hand.state, hand.own)
        if isinstance(event, e.SegmentBegan):
            said.append(f"{heading(hand.state, label_of(event, hand.state))}.")
        elif told is not None and not isinstance(event, e.Declared):
            said.append(told.text)
    return " ".join(said)
