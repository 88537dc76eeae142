"""Revealed traces of movement on the battle map: paths, ways gone so far, and stops.

They come from the events that a viewer was shown, and no event has a trace before it is revealed.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from encounters.narration.names import get_side_shape, list_names, to_units
from encounters.screens.answering.shown_fields import ShownField
from encounters.screens.battle_map.shapes import find_scale
from encounters.screens.battle_map.ways import March, MarchStop, Run, format_points
from rules.api import Combatant, DrawnMovement, MovementStop, State, get_ruleset
from rules.api import events as e


def build_march(state: State, events: Sequence[e.Event], shown: Mapping[str, Combatant]) -> March | None:
    """Return the round's movement by traces of those ``shown``; None where none is revealed."""
    found = get_ruleset(state.ruleset).plane.find_drawn_movement(events)
    if found is None:
        return None
    runs = tuple(_run(state, found, who) for who in found.ways if who in shown)
    stops = tuple(_stop(state, each, shown) for each in found.stops if any(who in shown for who in each.who))
    return March(state.round, found.time, runs, stops)


def to_come(state: State, events: Sequence[e.Event], known: Collection[str]) -> dict[str, str]:
    """Return the places of each visible combatant until movement ends, as scripts read them.

    The places hold if nobody stops before. ``known`` combatants count as visible even if hidden. ``events`` must be the
    viewer's own, so that no unseen trace is used. A combatant unable to act stays in its place. The result is empty
    where no traces were revealed.
    """
    found = get_ruleset(state.ruleset).plane.find_drawn_movement(events)
    if found is None:
        return {}
    ways = {}
    for who, each in state.combatants.items():
        if each.present and who in found.ways and (not each.hidden or who in known):
            stands = ((found.time, each.place), (Fraction(1), each.place))
            ways[who] = format_points(found.find_way_to_come(who) if each.able else stands)
    return ways


@dataclass(frozen=True, slots=True)
class Nearing:
    """The drawing for a form that asks how near to come to which combatant."""

    to: str
    """The path of the field that names the combatant."""
    within: str
    """The path of the field for the distance."""
    unsaid: str
    """The distance that an empty field means."""
    course: str
    """The combatant's own places."""
    ways: Mapping[str, str] = field(compare=False)
    """Everybody's places, by combatant; what is drawn of them stands with the options."""


def build_nearing(
    state: State, events: Sequence[e.Event], who: str, fields: Sequence[ShownField], known: Collection[str]
) -> Nearing | None:
    """Return the drawing of a form.

    None where the form does not ask that, or the combatant's places are not known.
    """
    far = next((each for each in fields if each.to), None)
    ways = to_come(state, events, known) if far is not None else {}
    if far is None or who not in ways:
        return None
    return Nearing(far.to, far.name, far.unsaid, ways[who], ways)


def _run(state: State, found: DrawnMovement, who: str) -> Run:
    path = found.paths[who]
    name, far = state.combatants[who].name, to_units(int(round(path.length, -1)))
    words = f"{name} drew {far} {find_scale(state).short}" if len(path.corners) > 1 else f"{name} stands"
    if path.chased is not None and path.chased in state.combatants:
        words += f", in chase of {list_names(state, [path.chased])}"
    return Run(who, get_side_shape(state.combatants[who].side), path.corners, found.ways[who], words)


def _stop(state: State, ended: MovementStop, shown: Mapping[str, Combatant]) -> MarchStop:
    who = [each for each in ended.who if each in shown]
    told = [_find_halt(state, ended, each, shown) for each in who]
    return MarchStop(ended.time, "; ".join(told), tuple(ended.places[each] for each in who))


def _find_halt(state: State, ended: MovementStop, who: str, shown: Mapping[str, Combatant]) -> str:
    """Return the words on a combatant's stop.

    They name the foes that reach it there and those that it reaches, as far as the viewer knows their reach.
    """
    foes = [each for each in shown if shown[each].side != shown[who].side and (who, each) in ended.apart]
    words = f"{state.combatants[who].name} stops"
    if near := [each for each in foes if ended.apart[who, each] <= _reach(state, each)]:
        words += f" within reach of {list_names(state, near)}"
    if reached := [each for each in foes if ended.apart[who, each] <= _reach(state, who)]:
        words += f", with {list_names(state, reached)} in reach"
    return words


def _reach(state: State, who: str) -> int:
    """Return a combatant's reach in melee, in hundredths of a unit; -1 where it is not known."""
    reaches = get_ruleset(state.ruleset).plane.list_reaches(state, who)
    return max((each.far for each in reaches if each.kind == "reach"), default=-1)
