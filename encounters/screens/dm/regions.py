"""The regions of the DM's screen, in the order of the page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from django.http import HttpRequest

from encounters.screens.actions import Act
from encounters.screens.battle_map import build as battle_map
from encounters.screens.battle_map.build import find_origin
from encounters.screens.battle_map.shapes import BattleMap
from encounters.screens.dm.board import build_board
from encounters.screens.dm.compose import build_composer
from encounters.screens.dm.console import build_console
from encounters.screens.dm.join import build_join
from encounters.screens.dm.log import build_announcement, build_log
from encounters.screens.dm.prompts import build_prompts
from encounters.screens.dm.recap import build_recap
from encounters.screens.dm.roster import build_roster
from encounters.screens.dm.several import build_selection
from encounters.screens.dm.topbar import build_topbar
from encounters.screens.dm.view import BETWEEN, DECLARE, ORDERS, SEGMENTS, TURNS, DmView
from encounters.screens.region import ALWAYS, Region, Screen
from encounters.screens.signals import Signals, build_signals
from encounters.screens.strip import Strip
from encounters.screens.strip.lanes import strip_of
from encounters.screens.summary import build_summary
from rules.api import Topic, is_act_from_hiding
from rules.api import events as e

TABS = (("round", "Round"), ("orders", "Orders"), ("field", "Field"), ("log", "Log"))
"""The parts of the screen that a narrow one shows one at a time: the id in the address, and the name."""

KEYS = (
    ("Space", "next step; never answers a person's question"),
    ("S", "next event: pass what is empty, and stop at what happens or is asked"),
    ("A", "autoplay on or off"),
    ("Q", "the first question that is open"),
    ("Z", "take back"),
    ("R", "ruling"),
    ("L", "call for a save, morale or dice"),
    ("W", "why this order?"),
    ("V", "the round by other procedures, side by side"),
    ("1 to 9, 0", "look at column 1 to 10"),
    ("J K, Enter", "next and previous in a list; open it"),
    ("I", "add combatants"),
    ("M", "the field"),
    ("T", "the tables of figures"),
    ("N", "remind all who are awaited"),
    ("C", "close with defaults"),
    ("H", "the open question's default"),
    ("O", "the first group: its standing order, or its first"),
    ("P A B C D E F G", "in the composer: that action"),
    ("X", "cover the foes' orders"),
    ("Shift", "held: select a range of check marks, or drag a rectangle on the field"),
    ("Alt", "held: read the players' orders"),
    ("Ctrl Enter", "send the form"),
    ("\u2190 \u2192", "in a replay: a moment back or on; with Shift a column, Home and End"),
    ("Esc", "back to the round"),
    ("?", "this list"),
)
"""The keys of the DM's laptop, as they are listed under "?"."""


@dataclass(frozen=True)
class Work:
    """The work area, which holds other regions; the style sheet shows some, by the layout."""

    layout: str
    composes: bool
    """It has a place for a form of orders."""


@dataclass(frozen=True)
class Message:
    """A message above the work area."""

    text: str
    texts: Sequence[tuple[str, str]]
    """Texts under it, each with its title."""
    ways: Sequence[Act]
    """The ways out of what it tells."""


def build_work(view: DmView) -> Work:
    """Return the layout of the work area."""
    turn = view.layout == TURNS and view.find_open_form(view.draft.composing) is not None
    return Work(view.layout, view.composes or turn)


def build_strip(view: DmView) -> Strip:
    """Return the strip of the round; while orders are given, players' orders are covered."""
    drawn = strip_of(view.state, view.events, orders=view.layout == ORDERS, known=view.state.combatants)
    return replace(drawn, title=f"{drawn.title}, {view.encounter.title}")


def build_lights(view: DmView) -> Signals:
    """Return the signals of the screen."""
    return build_signals(view.state, awake=False)


def build_map(view: DmView) -> BattleMap:
    """Return the battle map: every combatant, marked if asked, all movable."""
    return battle_map.build_battle_map(
        view.state,
        view.events,
        all_known=True,
        asked=[*(each.who for each in view.awaited), *(each.by for each in view.rolls)],
        put=view.url("put"),
        plan_url=view.url("change-map"),
        origin=find_origin(view),
    )


def build_message(view: DmView) -> Message:
    """Return the message of the last act."""
    return Message(view.draft.said, view.draft.texts, view.draft.ways)


def is_ordering(view: DmView, event: e.Event) -> bool:
    """Return whether the layout shows the orders board."""
    return view.layout in (ORDERS, TURNS)


def is_prompting(view: DmView, event: e.Event) -> bool:
    """Return whether an event changes the prompts; of what happens only an act from hiding does."""
    return bool(event.topics & PROMPTING) or is_act_from_hiding(event, view.state)


def is_changing_selection(view: DmView, event: e.Event) -> bool:
    """Return whether an event changes what the bar for the selected offers; no other closes it."""
    return isinstance(event, e.Appeared | e.Ruled | e.EncounterEnded | e.TakenBack)


def _has_turned(view: DmView, events: Sequence[e.Event]) -> bool:
    """Return whether orders have begun to be given, or none is open now: also in an opening.

    Where combatants have turns of their own, every question turns to another.
    """
    asked = [event for event in events if isinstance(event, e.Asked)]
    if asked and not view.ruleset.orders:
        return True
    orders = [event.id for event in asked if event.question == DECLARE]
    open_ = [each.id for each in view.state.open if each.question == DECLARE]
    over = any(isinstance(event, e.Answered | e.Withdrawn) and event.question == DECLARE for event in events)
    return all(id in orders for id in open_) if open_ else over


FIGHT, ROUND, STORY = frozenset({Topic.FIGHT}), frozenset({Topic.ROUND}), frozenset({Topic.STORY})
PROMPTING = FIGHT | {Topic.ASKED, Topic.SEGMENT}
STEP = FIGHT | {Topic.ASKED, Topic.SEALED, Topic.SEGMENT, Topic.STAGE}
MAP = FIGHT | {Topic.ASKED, Topic.SEGMENT, Topic.STORY, Topic.MAP}
LOG = FIGHT | {Topic.ASKED, Topic.REFUSED, Topic.SEALED, Topic.SEGMENT, Topic.STORY}
ENTERED = frozenset[Topic]()
"""No topics: it shows what the DM enters, which no event may take away; it changes with the work area."""

ORDERING = ("board", "prompts", "console")
WHOLE = ("topbar", "signals", "strip", "work", "selection", "console", "announce")
"""The regions that together show everything; the others stand in the work area."""


class DmScreen(Screen[DmView]):
    """The DM's screen: its work area is replaced with the regions within it."""

    def list_touched(self, view: DmView, events: Sequence[e.Event]) -> tuple[str, ...]:
        """Return the regions that these events touch, in the order of the page.

        The whole work area is touched when the course of the fight changes, and when orders begin or end.
        """
        touched = super().list_touched(view, events)
        return WHOLE if "work" in touched or _has_turned(view, events) else touched


SCREEN = DmScreen(
    Region("topbar", "components/topbar.html", build_topbar, FIGHT | {Topic.STAGE}),
    Region("signals", "components/signals.html", build_lights, ROUND | {Topic.SEGMENT}),
    Region("strip", "components/strip.html", build_strip, ALWAYS),
    Region("said", "screens/dm/said.html", build_message, ENTERED),
    Region("work", "screens/dm/work.html", build_work, ROUND),
    Region("roster", "screens/dm/roster.html", build_roster, FIGHT | {Topic.ASKED, Topic.SEGMENT, Topic.STORY}),
    Region("prompts", "screens/dm/prompts.html", build_prompts, PROMPTING | STORY, is_prompting),
    Region("summary", "components/summary.html", build_summary, FIGHT),
    Region("recap", "screens/dm/recap_edit.html", build_recap, ENTERED),
    Region("join", "screens/dm/join_panel.html", build_join, ENTERED),
    Region("board", "screens/dm/board.html", build_board, FIGHT | {Topic.ASKED, Topic.SEALED}, is_ordering),
    Region("field", "components/field.html", build_map, MAP),
    Region("compose", "screens/dm/compose.html", build_composer, ENTERED),
    Region(
        "log",
        "screens/dm/log.html",
        build_log,
        FIGHT | {Topic.ASKED, Topic.SEALED, Topic.SEGMENT, Topic.STORY, Topic.REFUSED},
    ),
    Region("selection", "screens/dm/selection.html", build_selection, ALWAYS, is_changing_selection),
    Region("console", "screens/dm/console.html", build_console, STEP),
    Region("announce", "screens/announce.html", build_announcement, ROUND | {Topic.SEGMENT}),
)

EXTRA: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "clocks": {ORDERS: ("prompts", "board")},
    "seating": {BETWEEN: ("join",), ORDERS: ORDERING, TURNS: ORDERING, SEGMENTS: ("prompts", "console")},
    "signals": {ORDERS: ("board",), TURNS: ("board",)},
}
"""The regions that show what no event tells, by what has changed and by layout.

The order that the DM is composing stays as it is.
"""


def list_extra(view: DmView, what: str) -> tuple[str, ...]:
    """Return the regions that an extra update renews; clocks only where such clocks are kept."""
    if what == "clocks" and not view.clocks:
        return ()
    return EXTRA.get(what, {}).get(view.layout, ())


def build_context(view: DmView) -> dict[str, Any]:
    """Return what the page's templates read."""
    return {**SCREEN.build_context(view), **_share(view)}


def render(view: DmView, names: Sequence[str], request: HttpRequest | None = None) -> str:
    """Return these regions as fragments that replace those on the page."""
    return SCREEN.render(view, names, _share(view), request)


def _share(view: DmView) -> dict[str, Any]:
    # The templates of the top bar and the map are those of preparing, too, and know their models by these names.
    shared = {
        "top": cache(partial(build_topbar, view)),
        "map": cache(partial(build_map, view)),
        "find_picture": view.find_picture,
    }
    return {**shared, "keys": KEYS, "tabs": TABS, "at": view.at, "epoch": view.epoch}
