"""The regions of the table screen, in the order of the page."""

from collections.abc import Collection, Set
from dataclasses import dataclass, replace
from typing import Any

from encounters.narration import drop_repeated_notes, find_label, tell
from encounters.narration.columns import NOT_BEGUN, describe_initiative, describe_moment, write_heading
from encounters.screens.battle_map.build import build_battle_map
from encounters.screens.battle_map.shapes import BattleMap
from encounters.screens.region import Region, Screen
from encounters.screens.result import Result, find_result
from encounters.screens.signals import Signals, build_signals
from encounters.screens.spectator.replay import build_replay
from encounters.screens.spectator.story import build_recap, build_story, has_summary
from encounters.screens.spectator.view import SpectatorView
from encounters.screens.strip import TABLE, Lane, Strip, list_segments
from encounters.screens.strip.lanes import strip_of
from encounters.screens.summary import Summary, build_summary
from encounters.view import View
from encounters.viewers import Role
from rules.api import DECLARE
from rules.api import events as e


@dataclass(frozen=True)
class Title:
    """The head of the screen."""

    title: str
    where: str
    """The round and the segment that are shown: "Round 2, segment 3"."""
    won: str
    """Who won initiative, from the dice until the round's end."""
    is_replay: bool


def build_title(view: SpectatorView) -> Title:
    """Return the head of the screen."""
    moment = view.moment
    at = describe_moment(moment.state, moment.orders.open) if moment is not None else NOT_BEGUN
    won = describe_initiative(moment.state) if moment is not None and not moment.is_between else ""
    return Title(view.encounter.title, at, won, is_replay=view.number is not None)


def build_table_signals(view: SpectatorView) -> Signals:
    """Return the signals of the screen, which keeps the display lit while the fight is live."""
    return build_signals(view.moment.state if view.moment is not None else None, awake=view.number is None)


def build_strip(view: SpectatorView) -> Strip:
    """Return the strip; while orders are given it shows who has sealed one."""
    moment = view.moment
    if moment is None:
        return Strip("The table is being set", list_segments(), (), corner="the table is being set", size=TABLE)
    orders = moment.orders
    is_player = view.viewer.role is Role.PLAYER
    drawn = strip_of(moment.state, moment.events, size=TABLE, foretells=is_player, known=view.own)
    if not orders.open:
        return replace(drawn, corner="what has happened")
    sealed, of = orders.count_in(moment.state)
    names = {each.id for each in moment.state.combatants.values() if each.able}
    lanes = tuple(_show_order(lane, names.intersection(lane.who), orders.sealed) for lane in drawn.lanes)
    return replace(drawn, lanes=lanes, corner=f"{sealed} of {of} party orders sealed")


def _show_order(lane: Lane, able: Set[str], sealed: Collection[str]) -> Lane:
    """Return a lane while orders are given: with a seal, or the hourglass of one who chooses."""
    return replace(lane, what="", code="", marks=(), sealed=able <= set(sealed) if able else None)


def is_choosing(view: SpectatorView) -> bool:
    """Return whether one of the party is choosing; orders do not count, seals show them."""
    moment = view.moment
    return moment is not None and moment.is_live and view.viewing.is_awaiting_party(besides=DECLARE)


def build_end(view: SpectatorView) -> Summary | None:
    """Return how the fight ended; None while it goes on, and in a replay."""
    return build_summary(view) if has_summary(view) else None


def build_result(view: SpectatorView) -> Result | None:
    """Return whose blow it is, with its dice and what came of it."""
    moment = view.moment
    return find_result(moment.state, moment.events) if moment is not None else None


def build_map(view: SpectatorView) -> BattleMap | None:
    """Return the battle map; None before the fight is opened."""
    moment = view.moment
    if moment is None:
        return None
    return build_battle_map(moment.state, moment.events, own=view.own, origin=moment.origin)


def build_announcement(view: SpectatorView) -> str:
    """Return the new events as screen readers say them: the segment, and what happened."""
    said: list[str] = []
    for event in drop_repeated_notes(view.new):
        sentence = tell(event, view.state)
        if isinstance(event, e.SegmentBegan):
            said.append(f"{write_heading(view.state, find_label(event, view.state))}.")
        elif sentence is not None:
            said.append(sentence.text)
    return " ".join(said)


def _list_views(view: View) -> tuple[SpectatorView]:
    return (SpectatorView.of(view),)


def _share(view: SpectatorView) -> dict[str, Any]:
    return {"heading": view.encounter.title}


SCREEN = Screen(
    Region("title", "screens/spectator/title.html", build_title),
    Region("signals", "components/signals.html", build_table_signals),
    Region("strip", "components/strip.html", build_strip),
    Region("summary", "components/summary.html", build_end),
    Region("result", "components/result.html", build_result),
    Region("story", "screens/spectator/story.html", build_story),
    Region("recap", "screens/spectator/recap.html", build_recap, is_logged=False),
    Region("choosing", "screens/spectator/choosing.html", is_choosing, is_logged=False),
    Region("field", "screens/spectator/field.html", build_map),
    Region("replay", "screens/spectator/replay.html", build_replay),
    Region("announce", "screens/announce.html", build_announcement, is_spoken=True),
    list_views=_list_views,
    share=_share,
)
