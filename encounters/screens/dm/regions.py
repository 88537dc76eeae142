"""The regions of the DM's screen, in the order of the page."""

from dataclasses import dataclass, replace

from encounters.screens.actions import Act
from encounters.screens.battle_map import build as battle_map
from encounters.screens.battle_map.build import find_origin
from encounters.screens.battle_map.shapes import BattleMap, MapChanges
from encounters.screens.dm.board import build_board
from encounters.screens.dm.compose import build_composer
from encounters.screens.dm.console import build_console
from encounters.screens.dm.dm_view import ORDERS, TURNS, DmView
from encounters.screens.dm.join import build_join
from encounters.screens.dm.log import build_announcement, build_log, build_missed
from encounters.screens.dm.prompts import build_prompts
from encounters.screens.dm.recap import build_recap
from encounters.screens.dm.roster import build_roster
from encounters.screens.dm.several import build_selection
from encounters.screens.dm.topbar import build_topbar
from encounters.screens.dm.why import build_why
from encounters.screens.region import Region, Screen
from encounters.screens.signals import Signals, build_signals
from encounters.screens.strip import DESK
from encounters.screens.strip.desk_rows import DeskStrip, build_desk_strip
from encounters.screens.strip.lanes import collect_marks
from encounters.screens.summary import build_summary
from rules.api import DECLARE


@dataclass(frozen=True)
class Work:
    """The work area, which holds other regions; the style sheet shows some, by the layout."""

    layout: str
    composes: bool
    """It has a place for a form of orders."""
    why: str
    """The address of the reasons for the order."""
    who: str
    """The address of the combatants."""


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
    return Work(view.layout, view.composes or turn, view.make_url("why"), view.make_url("who"))


def build_strip(view: DmView) -> DeskStrip:
    """Return the strip of the round, with the roster in its rows.

    While orders are given, those of players are covered.
    """
    drawing = collect_marks(view.state, view.events, size=DESK)
    drawn = build_desk_strip(drawing, orders=view.layout == ORDERS)
    titled = replace(drawn.strip, title=f"{drawn.strip.title}, {view.encounter.title}")
    return replace(drawn, strip=titled, href=view.make_url("who"))


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
        changes=MapChanges(put=view.make_url("put"), plan=view.make_url("change-map")),
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


SCREEN = Screen[DmView](
    "dm",
    DmView,
    Region("topbar", build_topbar, template="components/topbar.html", model="top"),
    Region("signals", build_lights, template="components/signals.html"),
    Region("strip", build_strip, model="desk"),
    Region("said", build_message, is_pushed=False),
    Region("missed", build_missed, is_pushed=False),
    Region("work", build_work, key=find_turn),
    Region("prompts", build_prompts, place="work"),
    Region("summary", build_summary, template="components/summary.html", place="work"),
    Region("recap", build_recap, template="screens/dm/recap_edit.html", place="work", is_pushed=False),
    Region("join", build_join, template="screens/dm/join_panel.html", place="work"),
    Region("board", build_board, place="work", is_logged=False),
    Region("field", build_map, template="components/field.html", model="map", place="work"),
    Region("compose", build_composer, place="work", is_pushed=False),
    Region("log", build_log, place="work"),
    Region("why", build_why, template="screens/dm/why_order.html", place="work", is_pushed=False),
    Region("roster", build_roster, place="work", is_pushed=False),
    Region("selection", build_selection),
    Region("console", build_console),
    Region("announce", build_announcement, template="screens/announce.html", is_spoken=True),
)
