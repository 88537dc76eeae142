"""The battle map as one viewer sees it, drawn only from the viewer's state and events.

A fact that a viewer was not shown is in neither, so it cannot reach the drawing, its frame or a number. Hidden
combatants are left out, with their ways, before anything is counted; the viewer's own stay.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from encounters.encounter_view import EncounterView
from encounters.narration.columns import find_due_column, name_column, write_column_label
from encounters.narration.names import get_side_shape, list_names, to_units
from encounters.narration.voice import ScreenVoice
from encounters.screens.battle_map.distances import Distances
from encounters.screens.battle_map.drawn_plan import DrawnPlan
from encounters.screens.battle_map.shapes import FEET, BattleMap, MapChanges, MapCombatant, Ring, find_scale
from encounters.screens.battle_map.traces import build_march
from encounters.screens.battle_map.ways import MapLine, Trail
from encounters.screens.tokens import make_token
from rules.api import (
    HUNDREDTHS,
    Combatant,
    DrawnFlight,
    MapPlan,
    Place,
    Setting,
    State,
    ViewerLog,
    format_listed_name,
    get_ruleset,
)
from rules.api import events as e


@dataclass(frozen=True)
class Origin:
    """The combatants' places before the first event that a battle map is drawn from."""

    places: Mapping[str, Place] = field(default_factory=dict)
    """Places by combatant, only of those whose place was known by then."""
    put: tuple[str, ...] = ()
    """The combatants that a ruling has placed."""

    @classmethod
    def from_view(cls, viewer_log: ViewerLog, before: State | None) -> Self:
        """Return the origin of a round that began with the state ``before``; None: of the whole log."""
        if before is None:
            return cls()
        told = {
            who: each.place
            for who, each in before.combatants.items()
            if each.stat_block.start.position is not None
            or who in viewer_log.put
            or each.place != viewer_log.at_first.get(who)
        }
        return cls(told, viewer_log.put)


def find_origin(view: EncounterView) -> Origin:
    """Return the places before the round in play, for its battle map."""
    if not view.has_begun:
        return Origin()
    return Origin.from_view(view.viewer_log, view.find_state_before(max(view.state.round, 0)))


Known = dict[str, Combatant]

UNKNOWN = Origin()
NO_CHANGES = MapChanges()
NO_CARDS: Mapping[str, str] = {}


def build_battle_map(
    state: State,
    events: Sequence[e.Event],
    *,
    own: Sequence[str] = (),
    all_known: bool = False,
    asked: Iterable[str] = (),
    changes: MapChanges = NO_CHANGES,
    origin: Origin = UNKNOWN,
    pickable: Collection[str] = (),
    cards: Mapping[str, str] = NO_CARDS,
    **more: Any,
) -> BattleMap:
    """Return the battle map: combatants, their ways, and missiles of the column in play.

    ``events`` are those that the viewer was shown, from the beginning, or from the event that ``origin`` precedes.
    ``own`` are the viewer's combatants; with ``all_known``, for the DM, all are. ``asked`` are marked. ``changes`` says
    what the viewer may change. ``pickable`` can be chosen by tapping. ``cards`` has the addresses of combatants' cards.
    """
    known = tuple(state.combatants) if all_known else tuple(own)
    shown = {who: each for who, each in state.combatants.items() if each.present and (not each.hidden or who in known)}
    waiting = tuple(asked)
    walk = build_march(state, events, shown)
    runs = {each.who: each for each in walk.runs} if walk is not None else {}
    distances = Distances(state, shown)
    combatants = [
        MapCombatant(
            each.name,
            make_token(each),
            each.place,
            asked=who in waiting,
            down=not each.able,
            unseen=each.hidden,
            rings=list_rings(state, who, who in known),
            gaps=distances.list_gaps(who),
            handle=who if changes.put else "",
            pick=who if who in pickable else "",
            run=runs.get(who),
            ruled=distances.list_ruled(who),
            card=cards.get(who, ""),
        )
        for who, each in shown.items()
    ]
    ways = [*(trail for each in runs.values() for trail in each.trails), *list_trails(state, events, shown, origin)]
    carried = list_relocations(state, events, shown, origin)
    lines = [*list_lines(state, events, shown), *carried, *list_charges(state, events, shown)]
    drawn = [*list_contacts(state, events, shown), *lines]
    return BattleMap(
        tuple(combatants),
        tuple(ways),
        tuple(drawn),
        scale_of=find_scale(state),
        placed=has_places(events, shown, origin) or state.plan != MapPlan(),
        inches=list_inches(state),
        march=walk,
        plan=DrawnPlan(state.plan),
        changes=changes,
        **more,
    )


def has_places(events: Iterable[e.Event], shown: Known, origin: Origin = UNKNOWN) -> bool:
    """Return whether a combatant in view was given a place, at the opening or by a ruling."""
    if any(each.stat_block.start.position is not None or who in origin.put for who, each in shown.items()):
        return True
    return any(isinstance(event, e.Ruled) and event.who in shown and event.put_at is not None for event in events)


def list_inches(state: State) -> tuple[tuple[str, int], ...]:
    """Return each setting with the feet in an inch of movement or range, the present one first.

    The result is empty where the plane is measured in inches.
    """
    if find_scale(state) is not FEET:
        return ()
    grounds = sorted(Setting, key=lambda each: each is not state.setting)
    return tuple((each.value, each.inch // HUNDREDTHS) for each in grounds)


def list_rings(state: State, who: str, known: bool) -> tuple[Ring, ...]:
    """Return the circles around a combatant; unless it is ``known``, only its reach in melee."""
    found = get_ruleset(state.ruleset).plane.list_reaches(state, who)
    return tuple(
        Ring(each.kind, format_listed_name(each.label), each.far) for each in found if known or each.kind == "reach"
    )


# The ways of this round.


def list_trails(state: State, events: Sequence[e.Event], shown: Known, origin: Origin = UNKNOWN) -> list[Trail]:
    """Return the ways of the combatants that were seen to move in this round, except by traces.

    A way begins where the combatant was last seen. Magic that puts it somewhere else begins another way there; the
    jump itself is drawn by ``relocations``.
    """
    ways: dict[str, list[list[tuple[Place, str]]]] = {}
    for event, start in _list_steps(events, origin):
        if isinstance(event, e.RoundBegan):
            ways.clear()
        elif isinstance(event, e.Ruled):
            ways.pop(event.who, None)
        elif isinstance(event, e.Moved) and event.relocated:
            ways.setdefault(event.who, []).append([(event.to, "")])
        elif isinstance(event, e.Moved | e.Ran) and start not in (None, event.to):
            legs = ways.setdefault(event.who, [[(start, "")]])
            legs[-1].append((event.to, write_column_label(state, event.clock)))
    return [_build_trail(shown[who], way) for who, legs in ways.items() if who in shown for way in legs if len(way) > 1]


def list_relocations(
    state: State, events: Sequence[e.Event], shown: Known, origin: Origin = UNKNOWN
) -> Iterator[MapLine]:
    """Yield a line for each combatant that magic has put somewhere else in the round in play."""
    for event, start in _list_steps(events, origin):
        if not isinstance(event, e.Moved) or not event.relocated or event.round != state.round:
            continue
        if event.who in shown and start not in (None, event.to):
            each = shown[event.who]
            words = f"{each.name} lands at {to_units(event.to[0])}, {to_units(event.to[1])}, carried by magic"
            label = write_column_label(state, event.clock)
            yield MapLine("spell", get_side_shape(each.side), start, event.to, words, label)


def _list_steps(events: Sequence[e.Event], origin: Origin) -> Iterator[tuple[e.Event, Any]]:
    """Yield moves, rulings on places and round beginnings, with the last known place before."""
    at: dict[str, Place] = dict(origin.places)
    for event in events:
        if isinstance(event, e.EncounterOpened):
            at.update({each.id: each.start.position for each in event.stat_blocks if each.start.position is not None})
        elif isinstance(event, e.Appeared) and event.stat_block.start.position is not None:
            at[event.who] = event.stat_block.start.position
        elif isinstance(event, e.Ruled) and event.put_at is not None:
            yield event, at.get(event.who)
            at[event.who] = event.put_at
        elif isinstance(event, e.RoundBegan):
            yield event, None
        elif isinstance(event, e.Moved | e.Ran):
            yield event, at.get(event.who)
            at[event.who] = event.to
        else:
            at.update(event.list_places())


def _build_trail(each: Combatant, way: Sequence[tuple[Place, str]]) -> Trail:
    ticks = tuple((place, words) for place, words in way[1:-1] if words)
    return Trail(get_side_shape(each.side), tuple(place for place, _ in way), ticks=ticks, who=each.name)


# Lines from one combatant to another.


def list_contacts(state: State, events: Sequence[e.Event], shown: Known) -> Iterator[MapLine]:
    """Yield a line between each two who are in contact."""
    for who, target in list_met(state, events):
        if who in shown and target in shown:
            one, other = shown[who], shown[target]
            yield MapLine("contact", "", one.place, other.place, f"{one.name} and {other.name} are in contact")


def list_met(state: State, events: Sequence[e.Event]) -> Iterator[tuple[str, str]]:
    """Yield each two who are in contact.

    They have met in a charge or struck hand to hand, in this round or the last; both can act, and one reaches
    the other.
    """
    met: dict[frozenset[str], tuple[str, str]] = {}
    for event in events:
        is_recent = event.round >= state.round - 1
        if is_recent and (isinstance(event, e.ChargeMet) or (isinstance(event, e.Attacked) and event.mode == "melee")):
            met.setdefault(frozenset((event.who, event.target)), (event.who, event.target))
    for who, target in met.values():
        one, other = state.combatants.get(who), state.combatants.get(target)
        if one is not None and other is not None and one.able and other.able and can_reach(state, who, target):
            yield who, target


def can_reach(state: State, who: str, other: str) -> bool:
    """Return whether one of two reaches the other hand to hand."""
    plane = get_ruleset(state.ruleset).plane
    reaches = [*plane.list_reaches(state, who), *plane.list_reaches(state, other)]
    return plane.find_gap(state, who, other) <= max((each.far for each in reaches if each.kind == "reach"), default=0)


def list_lines(state: State, events: Sequence[e.Event], shown: Known) -> Iterator[MapLine]:
    """Yield the missiles and spells of the column in play, one line to each target."""
    if state.clock is None or state.between_rounds:
        return
    voice = ScreenVoice(state)
    for event in events:
        if event.round == state.round and event.clock == state.clock:
            flight = event.find_flight(voice)
            if flight is not None:
                yield from _to_each(state, shown, flight)


def _to_each(state: State, shown: Known, flight: DrawnFlight) -> Iterator[MapLine]:
    for target in dict.fromkeys(flight.targets):
        if flight.who in shown and target in shown and flight.who != target:
            one, other = shown[flight.who], shown[target]
            said = f"{one.name} {flight.words} {list_names(state, [target])}"
            yield MapLine(flight.kind, get_side_shape(one.side), one.place, other.place, said)


def list_charges(state: State, events: Sequence[e.Event], shown: Known) -> Iterator[MapLine]:
    """Yield the charges of this round that have not met yet, or not come to their place.

    The column of arrival is named where the viewer knows the deed. A charge to a place has a line for those who know
    the order alone.
    """
    under_way: dict[str, str] = {}
    for event in events:
        if isinstance(event, e.RoundBegan | e.RoundEnded):
            under_way.clear()
        elif isinstance(event, e.ChargeBegan):
            under_way[event.who] = event.target
        elif isinstance(event, e.ChargeMet | e.Fled):
            under_way.pop(event.who, None)
        elif isinstance(event, e.Moved) and under_way.get(event.who) == "":
            del under_way[event.who]  # a charge to a place ends with a move
    for who, target in under_way.items():
        goal = _find_goal(state, shown, who, target)
        if who in shown and goal is not None and shown[who].charging and shown[who].able:
            one, (end, words) = shown[who], goal
            deed = next((d for d in state.pending if d.who == who and d.kind == "charge"), None)
            due = find_due_column(state, deed) if deed is not None and deed.number is not None else None
            ends = "arrives" if target else "ends"  # a place may be too far off
            when = f", {ends} in {name_column(state, due)}" if due is not None else ""
            said = f"{one.name} charges {words}{when}"
            yield MapLine("charge", get_side_shape(one.side), one.place, end, said, write_column_label(state, due))


def _find_goal(state: State, shown: Known, who: str, target: str) -> tuple[Place, str] | None:
    """Return where a charge leads, and the words for it; None where the viewer does not know it."""
    if target:
        return (shown[target].place, shown[target].name) if target in shown else None
    order = state.declared.get(who)
    to = order.words.get("to") if order is not None else None
    return (to, f"to {to_units(to[0])}, {to_units(to[1])}") if isinstance(to, tuple) else None
