"""The regions of the table screen, in the order of the page."""

from collections.abc import Collection, Set
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from encounters.addresses import make_join_address, write_code
from encounters.encounter_view import Orders
from encounters.evenings import list_evenings, name_evenings
from encounters.narration.columns import NOT_BEGUN, describe_initiative, describe_moment
from encounters.narration.names import list_in_words, write_count
from encounters.screens.announcement import announce_news
from encounters.screens.battle_map.build import build_battle_map
from encounters.screens.battle_map.shapes import BattleMap
from encounters.screens.graded_health import GradedHealth, lookup_grade
from encounters.screens.region import Region, Screen
from encounters.screens.seen_card import link_seen_cards
from encounters.screens.signals import Signals, build_signals
from encounters.screens.snapshot import Snapshot
from encounters.screens.spectator.moment import Moment, draw_blow, find_moment
from encounters.screens.spectator.people import build_people, describe_person
from encounters.screens.spectator.replay import build_replay, find_live_address
from encounters.screens.spectator.spectator_view import SpectatorView
from encounters.screens.spectator.story import build_recap, build_story, has_summary
from encounters.screens.strip import TABLE, Lane, Strip, list_segments
from encounters.screens.strip.lanes import draw_strip
from encounters.screens.strip.table_rows import merge_rows
from encounters.screens.summary import Summary, build_summary
from encounters.viewers import Role
from rules.api import DECLARE, State

MOST_NAMED = 2
"""The most who are named in the head of the screen."""


@dataclass(frozen=True)
class Title:
    """The head of the screen."""

    title: str
    where: str
    """The round and the segment that are shown: "Round 2, segment 3"."""
    note: str
    """Who won initiative, from the dice until the round's end; before, how many orders are sealed.

    After the fight it is the campaign and the days on which it was played.
    """
    is_replay: bool
    code: str
    """The table's code, as it is read out: "K6N-SCK"."""
    url: str
    """The address by which a phone joins the table."""
    live: str = ""
    """The address of the live screen, on a replay."""
    away: str = ""
    """The words for the time without connection, before which a moment was shown; "" on a replay."""

    @property
    def address(self) -> str:
        """Return the address of the server as it is typed."""
        return urlsplit(self.url).netloc


def build_title(view: SpectatorView) -> Title:
    """Return the head of the screen."""
    snapshot = view.snapshot
    at = describe_moment(snapshot.state, snapshot.orders.open) if snapshot is not None else NOT_BEGUN
    note = _describe_round(snapshot) if snapshot is not None else ""
    if has_summary(view):
        note = ", ".join(filter(None, (view.encounter.campaign.name, name_evenings(list_evenings(view.encounter.pk)))))
    code, is_replay = view.encounter.code, view.number is not None
    live = find_live_address(view) if is_replay else ""
    away = "" if is_replay or snapshot is None else f"Reconnecting. Shown: {at[:1].lower()}{at[1:]}"
    return Title(view.encounter.title, at, note, is_replay, write_code(code), make_join_address(code), live, away)


def _describe_round(snapshot: Snapshot) -> str:
    """Return which party orders are sealed, or who won initiative; "" between rounds."""
    if snapshot.orders.open and snapshot.state.round > 0:
        return f"Orders for round {snapshot.state.round}: {describe_seals(snapshot.state, snapshot.orders)}"
    return "" if snapshot.is_between else describe_initiative(snapshot.state)


def describe_seals(state: State, orders: Orders) -> str:
    """Return how many orders of the party are sealed: "three of four sealed, Jaroo is choosing".

    The last two who choose are named; of more, the list of everybody shows who they are.
    """
    unsealed, of = orders.list_unsealed(state)
    if not unsealed:
        return "all sealed"
    if len(unsealed) == of:
        return "none sealed yet"
    sealed = f"{write_count(of - len(unsealed))} of {write_count(of)} sealed"
    if len(unsealed) > MOST_NAMED:
        return sealed
    names = [state.combatants[who].name for who in unsealed]
    return f"{sealed}, {list_in_words(names)} {'is' if len(names) == 1 else 'are'} choosing"


def build_table_signals(view: SpectatorView) -> Signals:
    """Return the signals of the screen, which keeps the display lit while the fight is live."""
    return build_signals(view.snapshot.state if view.snapshot is not None else None, awake=view.number is None)


def build_strip(view: SpectatorView) -> Strip:
    """Return the strip; while orders are given it shows who has sealed one."""
    snapshot = view.snapshot
    if snapshot is None:
        return Strip("The table is being set", list_segments(), (), corner="the table is being set", size=TABLE)
    orders = snapshot.orders
    is_player = view.viewer.role is Role.PLAYER
    drawn = draw_strip(snapshot.state, snapshot.events, size=TABLE, foretells=is_player, known=view.own)
    cards = link_seen_cards(view)
    drawn = replace(drawn, lanes=tuple(replace(lane, card=cards.get(lane.who[0], "")) for lane in drawn.lanes))
    if not orders.open:
        lanes = tuple(replace(lane, health=_describe_health(view, snapshot.state, lane)) for lane in drawn.lanes)
        return replace(drawn, lanes=merge_rows(lanes), corner="what has happened")
    names = {each.id for each in snapshot.state.combatants.values() if each.able}
    lanes = tuple(_show_order(lane, names.intersection(lane.who), orders.sealed) for lane in drawn.lanes)
    return replace(drawn, lanes=merge_rows(lanes), corner=describe_seals(snapshot.state, orders))


def _describe_health(view: SpectatorView, state: State, lane: Lane) -> GradedHealth | None:
    """Return the health of a row by the table's grade; None where it is hidden, or all are out."""
    members = [state.combatants[who] for who in lane.who]
    if lane.out or not members or lookup_grade(state, members[0]) == "hidden":
        return None
    if len(members) > 1:
        return GradedHealth(f"{sum(each.able for each in members)} stand")
    return describe_person(state, members[0], members[0].id in view.own)


def _show_order(lane: Lane, able: Set[str], sealed: Collection[str]) -> Lane:
    """Return a lane while orders are given: with a seal, or the hourglass of one who chooses."""
    return replace(lane, what="", code="", marks=(), sealed=able <= set(sealed) if able else None)


def is_choosing(view: SpectatorView) -> bool:
    """Return whether one of the party is choosing; orders do not count, seals show them."""
    snapshot = view.snapshot
    return snapshot is not None and snapshot.is_live and view.viewer_log.is_awaiting_party(besides=DECLARE)


def build_end(view: SpectatorView) -> Summary | None:
    """Return how the fight ended; None while it goes on, and in a replay."""
    return build_summary(view) if has_summary(view) else None


def build_moment(view: SpectatorView) -> Moment | None:
    """Return what is shown large for a few seconds; nothing in a replay."""
    snapshot = view.snapshot
    if snapshot is None or not snapshot.is_live:
        return None
    return find_moment(snapshot.state, snapshot.events, view.own)


def build_map(view: SpectatorView) -> BattleMap | None:
    """Return the battle map; None before the fight is opened."""
    snapshot = view.snapshot
    if snapshot is None:
        return None
    drawn = build_battle_map(
        snapshot.state, snapshot.events, own=view.own, origin=snapshot.origin, cards=link_seen_cards(view)
    )
    moment = build_moment(view)
    return replace(drawn, blow=draw_blow(snapshot.state, moment)) if moment is not None else drawn


SCREEN = Screen[SpectatorView](
    "spectator",
    SpectatorView,
    Region("title", build_title),
    Region("signals", build_table_signals, template="components/signals.html"),
    Region("strip", build_strip, template="components/strip.html"),
    Region("summary", build_end, template="components/summary.html", place="words", is_logged=False),
    Region("story", build_story, place="words"),
    Region("moment", build_moment, place="words"),
    Region("recap", build_recap, place="words", is_logged=False),
    Region("choosing", is_choosing, place="words", is_logged=False),
    Region("field", build_map, model="map"),
    Region("people", build_people, is_logged=False),
    Region("replay", build_replay),
    Region("announce", announce_news, template="screens/announce.html", is_spoken=True),
)
