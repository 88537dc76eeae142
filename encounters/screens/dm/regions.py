"""The regions of the DM's screen, in the order of the page."""

from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

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
from encounters.screens.dm.view import ORDERS, TURNS, DmView
from encounters.screens.region import Region, Screen
from encounters.screens.signals import Signals, build_signals
from encounters.screens.strip import Strip
from encounters.screens.strip.lanes import strip_of
from encounters.screens.summary import build_summary
from encounters.view import View
from rules.api import DECLARE

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
    texts: tuple[tuple[str, str], ...]
    """Texts under it, each with its title."""
    ways: tuple[Act, ...]
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
    return Message(view.draft.said, tuple(view.draft.texts), tuple(view.draft.ways))


def find_turn(view: DmView) -> tuple[object, ...]:
    """Return what the work area is about: the layout, the round, the orders being given.

    It is replaced whole when one of them changes; otherwise the regions within it are replaced one by one, so that an
    order that is being composed stays. Where combatants have turns of their own, each turn is another.
    """
    state = view.state
    first = next((each.id for each in state.open if each.question == DECLARE), "")
    return view.layout, view.composes, state.round, bool(state.ended), first


WITHIN_WORK = ("roster", "prompts", "summary", "recap", "join", "board", "field", "compose", "log")
"""The regions that stand in the work area, and are replaced with it."""


def _list_views(view: View) -> tuple[DmView]:
    return (DmView.of(view),)


def _share(view: DmView) -> dict[str, Any]:
    # The templates of the top bar and the map are those of preparing, too, and know their models by these names.
    shared = {
        "top": cache(partial(build_topbar, view)),
        "map": cache(partial(build_map, view)),
    }
    return {**shared, "keys": KEYS, "tabs": TABS}


SCREEN = Screen[DmView](
    Region("topbar", "components/topbar.html", build_topbar),
    Region("signals", "components/signals.html", build_lights),
    Region("strip", "components/strip.html", build_strip),
    Region("said", "screens/dm/said.html", build_message, is_pushed=False),
    Region("work", "screens/dm/work.html", build_work, key=find_turn),
    Region("roster", "screens/dm/roster.html", build_roster),
    Region("prompts", "screens/dm/prompts.html", build_prompts),
    Region("summary", "components/summary.html", build_summary),
    Region("recap", "screens/dm/recap_edit.html", build_recap, is_pushed=False),
    Region("join", "screens/dm/join_panel.html", build_join),
    Region("board", "screens/dm/board.html", build_board, is_logged=False),
    Region("field", "components/field.html", build_map),
    Region("compose", "screens/dm/compose.html", build_composer, is_pushed=False),
    Region("log", "screens/dm/log.html", build_log),
    Region("selection", "screens/dm/selection.html", build_selection),
    Region("console", "screens/dm/console.html", build_console),
    Region("announce", "screens/announce.html", build_announcement, is_spoken=True),
    list_views=_list_views,
    share=_share,
    within={"work": WITHIN_WORK},
)
