"""Ranges of pairs: the first ones, those now, and those that the map gives (R1a, R2a)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.kernel.event import Voice
from rules.kernel.events import Event
from rules.kernel.procedure import Play, Table
from rules.kernel.state import State
from rules.kernel.terms import HUNDREDTHS, CombatantId
from rules.kernel.visibility import Audience, Doer, Open
from rules.procedures.dew.paths import Point, compute_root_up, compute_squared_distance, find_nearest_place
from rules.procedures.dew.state import Pair, get_round, make_pair
from rules.procedures.dew.terms import (
    MOVEMENT,
    get_dew,
    get_settings,
    get_sheet,
    ids,
    list_conscious,
    list_present,
    with_range,
)


@dataclass(slots=True, kw_only=True)
class RangeChanged(Event):
    """The range between two combatants changed: before, after, and why."""

    audience = Audience.PERCEIVERS
    is_retold = False

    a: Doer
    """The first of the two in the roster."""
    b: Doer
    old: Open[int]
    new: Open[int]
    why: Open[str]
    """The cause: a maneuver (close, open, step_close, step_open, change_range), movement, dm or start. At the start it
    is the range with which a pair begins, as entered or from their places."""

    def apply(self, state: State) -> State:
        return with_range(state, self.a, self.b, self.new)

    def narrate(self, voice: Voice) -> str:
        if self.why == "start":
            return ""
        return f"Between {voice.name(self.a)} and {voice.name(self.b)} the range is {self.new}."


FAR = 999
"""The range of a pair if nothing is known of it."""


def set_first_ranges(table: Table) -> Play:
    """Yield the first range of each pair that has none yet, as entered or from the map (R1a)."""
    everybody, known = list_present(table.state), get_round(table.state).ranges
    for at, one in enumerate(everybody):
        for other in everybody[at + 1 :]:
            if make_pair(one, other) in known:
                continue
            apart = find_first_range(table.state, one, other)
            if apart != FAR:
                yield RangeChanged(a=one, b=other, old=FAR, new=apart, why="start", clauses=ids("R1a"))


def get_range(state: State, one: CombatantId, other: CombatantId) -> int:
    """Return the range of a pair as it was last set, else the range with which it begins."""
    known = get_round(state).ranges.get(make_pair(one, other))
    return find_first_range(state, one, other) if known is None else known


def sort_by_roster(state: State, one: CombatantId, other: CombatantId) -> Pair:
    """Return these two in roster order, as events name a pair."""
    return next((one, other) if who == one else (other, one) for who in state.combatants if who in (one, other))


def find_first_range(state: State, one: CombatantId, other: CombatantId) -> int:
    """Return the range with which a pair begins.

    It is as entered for the other's id or for its group. Otherwise it is from their places on the map, or else `FAR`.
    """
    for mine, theirs in ((one, other), (other, one)):
        ranges = get_sheet(state.combatants[mine]).ranges
        for named in (theirs, state.combatants[theirs].stat_block.mob):
            if named in ranges:
                return ranges[named]
    if has_place(state, one) and has_place(state, other):
        return compute_map_range(state, one, other)
    return FAR


def has_place(state: State, who: CombatantId) -> bool:
    """Return whether the place of a combatant on the map is known."""
    each = state.combatants[who]
    return each.stat_block.start.position is not None or each.place != (0, 0)


def compute_map_range(state: State, one: CombatantId, other: CombatantId) -> int:
    """Return the range of two for where they are on the map (DEW.R1a)."""
    return compute_range(state, get_point(state, one), get_point(state, other))


def compute_range(state: State, one: Point, other: Point) -> int:
    """Return max(least, ceil(distance / unit - tolerance)) for the exact distance of two points.

    Clause: DEW.R1a.
    """
    settings = get_settings(state)
    squared = compute_squared_distance(one, other) / settings.range_unit**2
    return max(settings.range_min, compute_root_up(squared, Fraction(settings.range_tolerance, HUNDREDTHS)))


def get_point(state: State, who: CombatantId) -> Point:
    """Return the exact point of a combatant; its place is that point in whole hundredths."""
    exact, (x, y) = get_dew(state, who).movement.exact, state.combatants[who].place
    return exact if exact is not None and find_nearest_place(exact) == (x, y) else (Fraction(x), Fraction(y))


def change_ranges(
    table: Table,
    moved: Iterable[CombatantId],
    *clauses: str,
    exact: Mapping[CombatantId, Point] | None = None,
    of: Collection[CombatantId] = (),
) -> Play:
    """Yield the changed ranges of the pairs in which somebody moved, from the map (3.2.1h, R1a).

    ``exact`` has the points that combatants have reached, if a movement by traces knows them. ``of``: only the pairs in
    which one of these is.
    """
    points = exact or {}

    def find_point(who: CombatantId) -> Point:
        return points[who] if who in points else get_point(table.state, who)

    movers = [who for who in moved if has_place(table.state, who)]
    done: dict[tuple[str, str], None] = {}
    for who in movers:
        for other in table.state.combatants:
            if other == who or not has_place(table.state, other) or (of and who not in of and other not in of):
                continue
            pair = sort_by_roster(table.state, who, other)
            if pair in done:
                continue
            done[pair] = None
            old, new = (
                get_range(table.state, who, other),
                compute_range(table.state, find_point(who), find_point(other)),
            )
            if old != new:
                cited = ids("R1a", *clauses)
                yield RangeChanged(a=pair[0], b=pair[1], old=old, new=new, why=MOVEMENT, clauses=cited)


def list_mismatched_pairs(state: State) -> list[tuple[str, str, int, int]]:
    """Return the pairs whose range differs from that of the map, with both ranges (R2a)."""
    placed = [who for who in list_conscious(state) if has_place(state, who)]
    pairs = [(one, other) for at, one in enumerate(placed) for other in placed[at + 1 :]]
    both = [(a, b, get_range(state, a, b), compute_map_range(state, a, b)) for a, b in pairs]
    return [each for each in both if each[2] != each[3]]
