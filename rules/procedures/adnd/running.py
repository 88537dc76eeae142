"""Runs: the places of those who charge or run, segment by segment, and when a charge meets.

The place of a runner is always that of the clock. At the end of each column everybody who runs is brought to the place
reached by then. The deeds of a column find the runners there, except those that arrive in it and those they arrive at:
these are at its end. All lengths are counted from the base of a way, and cut to hundredths of a foot once.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from rules.kernel import events as e
from rules.kernel.battlefield import (
    ROUNDED,
    Way,
    compute_contact_segment,
    compute_stride,
    find_place_toward,
    measure_between,
    measure_distance,
)
from rules.kernel.deeds import Deed
from rules.kernel.frozen import evolve
from rules.kernel.order import Moment
from rules.kernel.procedure import Play, Table
from rules.kernel.registry import get_ruleset
from rules.kernel.state import Combatant, State, with_combatant
from rules.kernel.terms import HUNDREDTHS, SEGMENTS, CombatantId, Place
from rules.procedures.adnd.deed_types import (
    Arrival,
    ArrivalAtPlace,
    Blow,
    Charge,
    ChargeBlow,
    MoveBefore,
    ShortCharge,
    WeaponSetting,
    count_segments_lost,
    count_segments_run,
)
from rules.procedures.adnd.numbers import compute_nominal_segment
from rules.procedures.adnd.orders.weapons import get_weapon_length
from rules.procedures.adnd.procedure import as_adnd
from rules.procedures.adnd.state import OnFoot

ON_FOOT = (Arrival, ShortCharge, ChargeBlow, MoveBefore)
"""The classes of deeds that take their doer somewhere segment by segment.

A charger follows its target until the contact, and after it until its blow. Other moves are made whole in the segment
that the dice give them.
"""


class Leg(NamedTuple):
    """A run under way."""

    deed: Deed
    pace: Fraction
    """The hundredths of a foot that it covers in a segment."""
    target: CombatantId
    """The opponent that it follows; "" for a run to a place."""
    to: Place
    """The place to which it leads; without meaning where it follows an opponent."""
    length: int
    """The reach of the weapon at its end, in hundredths of a foot."""


class Progress(NamedTuple):
    """A run, as far as it has come."""

    place: Place
    way: Way
    meets: bool = False
    """The runner is, or can be, within reach of its target at this place."""


Legs = Mapping[CombatantId, Leg]
AllProgress = Mapping[CombatantId, Progress]


# Runs under way.


def list_legs(state: State) -> dict[CombatantId, Leg]:
    """Return the run of each combatant who is on its way now, in the order of the deeds.

    A charge over a range that the DM has ruled is no run: it has no place on the map.
    """
    legs: dict[CombatantId, Leg] = {}
    for deed in state.pending:
        if isinstance(deed, ON_FOOT) and deed.who not in legs and _is_run(state, deed):
            legs[deed.who] = _build_leg(state, deed)
    return legs


def list_followed(state: State, named: Iterable[CombatantId]) -> dict[CombatantId, Leg]:
    """Return the runs of these combatants, of those that they follow, and so on.

    Runs of those who act now are included.
    """
    legs: dict[CombatantId, Leg] = {}
    for each in named:
        who = each
        while who and who not in legs and (deed := _find_run(state, who)) is not None:
            legs[who] = _build_leg(state, deed)
            who = legs[who].target
    return legs


def _find_run(state: State, who: CombatantId) -> Deed | None:
    for deed in (*state.acting, *state.pending):
        if deed.who == who and isinstance(deed, ON_FOOT) and _is_run(state, deed):
            return deed
    return None


def _is_run(state: State, deed: Deed) -> bool:
    """Return whether a deed brings its doer along on the map by now."""
    if not is_on_its_way(state, deed):
        return False
    return not deed.targets or not is_range_ruled(state, deed.who, deed.targets[0])


def is_on_its_way(state: State, deed: Deed) -> bool:
    """Return whether a run may have begun: nothing holds it back, and its doer is on its feet."""
    if deed.when or not state.combatants[deed.who].able:
        return False
    return deed in state.acting or as_adnd(get_ruleset(state.ruleset)).charging.may_run(state, deed)


def _build_leg(state: State, deed: Deed) -> Leg:
    me = state.combatants[deed.who]
    if isinstance(deed, MoveBefore):
        return Leg(deed, Fraction(compute_stride(state, me)), "", deed.to or me.place, 0)
    pace = as_adnd(get_ruleset(state.ruleset)).charging.get_pace(state, deed.who)
    if isinstance(deed, ArrivalAtPlace):
        return Leg(deed, pace, "", deed.to, 0)
    assert isinstance(deed, Charge)
    return Leg(deed, pace, deed.targets[0], me.place, get_weapon_length(me, deed.weapon))


def is_range_ruled(state: State, who: CombatantId, other: CombatantId) -> bool:
    """Return whether the DM has ruled the range between two combatants."""
    return other in state.combatants[who].ranges or who in state.combatants[other].ranges


def begin_run(state: State, leg: Leg) -> Progress:
    """Return how far a run has come by what is told of it, or its beginning."""
    me = state.combatants[leg.deed.who]
    known = me.own(OnFoot).way
    if known is not None and known.begins == leg.deed.begins:
        return Progress(me.place, known)
    return Progress(me.place, Way(leg.deed.begins, me.place, me.place, me.place, leg.pace))


def find_run_begin(state: State, who: CombatantId) -> Place:
    """Return the place where a combatant's run has begun, or where it stands."""
    me = state.combatants[who]
    way = me.own(OnFoot).way
    return way.begin if way is not None else me.place


def with_runner_at_begin(state: State, who: CombatantId) -> State:
    """Return the state with a combatant where its run has begun, for what goes by the whole run."""
    begin = find_run_begin(state, who)
    return state if state.combatants[who].place == begin else with_combatant(state, who, place=begin)


# The step of a column.


def step(
    state: State, legs: Legs, runs: AllProgress, column: int, met: Collection[CombatantId] = ()
) -> dict[CombatantId, Progress]:
    """Return how far everybody who runs has come at the end of a column.

    Those who follow another go to the place of that one at the end of the column. In a circle the runner that closes it
    goes to the place before. Those in ``met`` make contact: they come up to their targets.
    """
    after = {who: run for who, run in runs.items() if who not in legs}
    entered: dict[CombatantId, None] = {}
    closing: list[CombatantId] = []

    def advance(who: CombatantId) -> None:
        leg = legs.get(who)
        if leg is None or who in entered:
            return
        entered[who] = None
        other = legs.get(leg.target)
        if other is not None and other.target == who:
            entered[leg.target] = None
        else:
            advance(leg.target)
        meets = who in met or (other is not None and other.target == who and leg.target in met)
        if other is not None and (other.target == who or (not other.target and _is_crossing(leg, runs, after))):
            one, two = sorted((who, leg.target))
            pair = (runs[one], runs[two])
            after[one], after[two] = _advance_both(state, (legs[one], legs[two]), pair, column, meets)
        else:
            ahead = after.get(leg.target) or runs.get(leg.target)
            if other is not None and leg.target not in after:
                closing.append(who)
            after[who] = _advance(state, leg, runs[who], _find_aim(state, leg, ahead), column, meets)

    for who in (*_list_circles(legs), *legs):
        advance(who)
    for who in closing:
        gap = measure_between(after[who].place, after[legs[who].target].place)
        after[who] = after[who]._replace(meets=gap - legs[who].length <= ROUNDED)
    return after


def _list_circles(legs: Legs) -> Iterator[CombatantId]:
    """Yield one runner of each circle of three or more, always the same one."""
    walked: dict[CombatantId, CombatantId] = {}
    for start in legs:
        who, path = start, list[CombatantId]()
        while who in legs and who not in walked:
            walked[who] = start
            path.append(who)
            who = legs[who].target
        if walked.get(who) == start and len(circle := path[path.index(who) :]) > 2:
            yield min(circle)


def _find_aim(state: State, leg: Leg, ahead: Progress | None) -> Place:
    """Return the place to which one runs; ``ahead`` is the run of the opponent that it follows."""
    if not leg.target:
        return leg.to
    return ahead.place if ahead is not None else state.combatants[leg.target].place


def _is_crossing(leg: Leg, runs: AllProgress, after: AllProgress) -> bool:
    """Return whether one who runs to a place would run past the combatant that charges it."""
    start, end, place = runs[leg.target].place, after[leg.target].place, runs[leg.deed.who].place
    around = measure_between(start, place) + measure_between(place, end)
    return around <= measure_between(start, end) + HUNDREDTHS


def _advance(state: State, leg: Leg, run: Progress, aim: Place, column: int, meets: bool) -> Progress:
    """Return how far one who runs has come at the end of a column, on a straight way to its aim."""
    segments = count_segments_run(leg.deed, column)
    if segments <= run.way.ran and not meets:
        return run._replace(meets=segments > 0 and _has_reached(run, leg, aim))
    way = replace(_turn(run, aim, leg.pace, segments), ran=max(segments, run.way.ran))
    gap, most = measure_between(way.base, aim), _count_most(way, segments)
    stop = min(leg.length, state.setting.inch) if leg.target else 0
    reaches = gap - leg.length <= most
    if meets:
        return _come_within(way, gap - stop, aim, state.setting.inch)
    return _go(way, min(most, gap - stop), reaches)


def _has_reached(run: Progress, leg: Leg, aim: Place) -> bool:
    """Return whether one who has run in this column already has its aim within reach."""
    if aim == run.way.aim:
        return measure_between(run.way.base, aim) - leg.length <= run.way.covered
    return measure_between(run.place, aim) - leg.length <= ROUNDED


def _advance_both(
    state: State, legs: tuple[Leg, Leg], runs: tuple[Progress, Progress], column: int, meets: bool
) -> tuple[Progress, Progress]:
    """Return how far two who charge each other have come.

    Each has a share of the way by its pace. The second comes within reach of where the first stops, so that they never
    pass each other.
    """
    counts = [count_segments_run(leg.deed, column) for leg in legs]
    length = max(leg.length for leg in legs)
    if not meets and all(count <= run.way.ran for count, run in zip(counts, runs, strict=True)):
        reaches = measure_between(runs[0].place, runs[1].place) - length <= ROUNDED
        return runs[0]._replace(meets=reaches and counts[0] > 0), runs[1]._replace(meets=reaches and counts[1] > 0)
    one, other = _turn_to_each_other(runs, legs, counts)
    gap = measure_between(one.base, other.base)
    mine, theirs = _count_most(one, counts[0]), _count_most(other, counts[1])
    left = max(0, gap - min(length, state.setting.inch))
    meeting = [gap - length <= mine + theirs and count > 0 for count in counts]
    if not meets and mine + theirs <= left:
        return _go(one, mine, meeting[0]), _go(other, theirs, meeting[1])
    share = left * mine // (mine + theirs) if mine + theirs else left // 2
    first = _go(one, share, meeting[0])
    rest = measure_between(other.base, first.place) - min(length, state.setting.inch)
    return first, _come_within(other, rest, first.place, state.setting.inch, meeting[1])


def _turn_to_each_other(runs: tuple[Progress, Progress], legs: tuple[Leg, Leg], counts: list[int]) -> tuple[Way, Way]:
    """Return the ways of two who charge each other, each from its base to the other's."""
    one, other = runs
    kept = one.way.aim == other.way.base and other.way.aim == one.way.base
    kept &= one.way.pace == legs[0].pace and other.way.pace == legs[1].pace
    if kept and _is_on_way(one) and _is_on_way(other):
        ways = one.way, other.way
    else:
        ways = (
            _renew(one, other.place, legs[0].pace, counts[0]),
            _renew(other, one.place, legs[1].pace, counts[1]),
        )
    return replace(ways[0], ran=max(counts[0], ways[0].ran)), replace(ways[1], ran=max(counts[1], ways[1].ran))


def _turn(run: Progress, aim: Place, pace: Fraction, segments: int) -> Way:
    """Return the way of a runner to its aim: from its base, as long as nothing has changed."""
    same = run.way.aim == aim and run.way.pace == pace and _is_on_way(run)
    return run.way if same else _renew(run, aim, pace, segments)


def _is_on_way(run: Progress) -> bool:
    """Return whether a runner is where its way has led; the DM may have put it elsewhere."""
    return run.place == find_place_toward(run.way.base, run.way.aim, run.way.covered)


def _renew(run: Progress, aim: Place, pace: Fraction, segments: int) -> Way:
    """Return the way of a runner from where it is to another aim."""
    way = run.way
    since = max(way.ran, segments - 1) if way.ran else 0
    return replace(way, base=run.place, aim=aim, pace=pace, since=since, before=way.before + way.covered, covered=0)


def _count_most(way: Way, segments: int) -> int:
    """Return the hundredths of a foot that a runner can have covered from its base."""
    return max(0, int(way.pace * segments) - int(way.pace * way.since))


def _go(way: Way, covered: int, meets: bool) -> Progress:
    """Return a run that has covered this much of its way, and never less than before."""
    covered = max(way.covered, covered)
    return Progress(find_place_toward(way.base, way.aim, covered), replace(way, covered=covered), meets)


def _come_within(way: Way, covered: int, aim: Place, reach: int, meets: bool = True) -> Progress:
    """Return a run that stops within reach of a place, wherever hundredths have been cut."""
    run = _go(way, covered, meets)
    while measure_between(run.place, aim) > reach and run.place != way.aim:
        run = _go(way, run.way.covered + 1, meets)
    return run


# Events.


def arrive(table: Table, moment: Moment | None) -> Play:
    """Bring those that a charge reaches now, and who run themselves, to the end of the column."""
    state = table.state
    clock = state.clock or 0
    if moment is None or moment.clock > clock:
        return
    arriving = {deed.who: deed.targets[0] for deed in moment.deeds if is_contact_with_target(deed)}
    if not arriving:
        return
    legs = list_followed(evolve(state, acting=()), arriving)
    runs = {who: begin_run(state, leg) for who, leg in legs.items()}
    after = step(state, legs, runs, clock, tuple(arriving))
    for who in dict.fromkeys(arriving.values()):
        if who in legs and who not in arriving and after[who].way.ran > runs[who].way.ran:
            yield e.Ran(who=who, to=after[who].place, way=after[who].way)


def is_contact_with_target(deed: Deed) -> bool:
    """Return whether a deed is the contact of a charge at an opponent."""
    return isinstance(deed, Arrival) and not isinstance(deed, ArrivalAtPlace)


def find_end_of_run(state: State, deed: Deed, *, meets: bool = False) -> Progress:
    """Return how far a run has come in the column in play.

    With ``meets`` those that make contact in the same moment come up to their targets.
    """
    legs = list_followed(state, [deed.who])
    legs[deed.who] = _build_leg(state, deed)
    runs = {who: begin_run(state, leg) for who, leg in legs.items()}
    column = max(state.clock or 1, deed.number or 1)
    met = [each.who for each in (*state.acting, deed) if is_contact_with_target(each)] if meets else []
    return step(state, legs, runs, column, met)[deed.who]


def count_covered(run: Progress) -> int:
    """Return the hundredths of a foot that a runner has covered from the beginning of its run."""
    return run.way.before + run.way.covered


# Column by column.


class Runners:
    """Everybody who runs in the round, with the segments in which charges make contact.

    These segments are found again only where somebody does otherwise than run on.
    """

    def __init__(self) -> None:
        self._pending: Sequence[Deed] = ()
        self._combatants: Mapping[CombatantId, Combatant] = {}
        self._searched: Sequence[Deed] = ()
        self._runs: list[Deed] = []
        self._known: dict[str, Causes] = {}
        self._running: dict[str, CombatantId] = {}

    def _find_runs(self, state: State) -> list[Deed]:
        """Return the pending runs; they are looked for only after a change in the pending deeds."""
        if state.pending is not self._searched:
            self._searched, self._runs = state.pending, [deed for deed in state.pending if isinstance(deed, ON_FOOT)]
        return self._runs

    def run_on(self, table: Table, column: int) -> Play:
        """Bring everybody who runs to the place reached at the end of a column."""
        state = table.state
        if not self._find_runs(state) or not (legs := list_legs(state)):
            return
        runs = {who: begin_run(state, leg) for who, leg in legs.items()}
        for who, run in step(state, legs, runs, column).items():
            if run.place != runs[who].place:
                yield e.Ran(who=who, to=run.place, way=run.way)
        self._note(table.state)

    def time_charges(self, table: Table) -> Play:
        """Give each charge the segment at whose end it can be within reach, as everybody runs now.

        It is earlier where its target has come nearer, and later where it has gone further off. A charge that was too
        long for the round may make contact in it. What would come after the round ends in the tenth segment.
        """
        state = table.state
        if not (self._find_runs(state) or self._known):
            return
        if (state.pending is self._pending and state.combatants is self._combatants) or not self._note(state):
            return
        found, deeds = _find_ends(state), state.pending
        for was in state.pending:
            now = found.get(was.who) if isinstance(was, Arrival | ShortCharge) else None
            if now is not None and _is_changed(state, was, now):
                deeds = _change_times(state, deeds, was, min(now, SEGMENTS))
        if deeds != state.pending:
            yield e.AgendaChanged(deeds=deeds, why="the charge takes another time")
            self._note(table.state)

    def _note(self, state: State) -> bool:
        """Note by what charges make contact; return whether any may do so at another time."""
        self._pending, self._combatants = state.pending, state.combatants
        runs = self._find_runs(state)
        timed = [deed for deed in runs if not isinstance(deed, ChargeBlow)]
        before, self._known = self._known, {deed.id: _list_causes(state, deed) for deed in timed}
        ran, self._running = self._running, {deed.id: deed.who for deed in runs}
        # A run that is over no longer leads its doer, or those who follow: the doer's next run begins.
        concerned = {each for cause in self._known.values() for each in (cause.target, cause.deed.who)}
        over = [who for id, who in ran.items() if id not in self._running]
        return any(who in concerned for who in over) or any(
            id not in before or not each.is_same(before[id]) for id, each in self._known.items()
        )


class Causes(NamedTuple):
    """Everything by which a run ends where and when it does."""

    deed: Deed
    is_on_its_way: bool
    place: Place
    conditions: object
    ranges: object
    target: CombatantId
    aim: Place | None
    """The place of the target."""
    aim_ranges: object

    def is_same(self, other: "Causes") -> bool:
        """Return whether nothing has been changed, by identity."""
        return all(one is each for one, each in zip(self, other, strict=True))


def _list_causes(state: State, deed: Deed) -> Causes:
    me, target = state.combatants[deed.who], deed.targets[0] if deed.targets else ""
    other = state.combatants.get(target)
    aim, ranges = (other.place, other.ranges) if other is not None else (None, None)
    return Causes(deed, is_on_its_way(state, deed), me.place, me.conditions, me.ranges, target, aim, ranges)


def _is_changed(state: State, was: Deed, now: int) -> bool:
    """Return whether a run ends in another segment than its own; one that is due ends later."""
    number, clock = was.number or 0, state.clock or 0
    if isinstance(was, ShortCharge):
        return now <= SEGMENTS
    return min(now, SEGMENTS) != number and (number > clock or now > clock)


def _find_ends(state: State) -> dict[CombatantId, int]:
    """Return the segment in which each run ends, if all run on; 11 where none does."""
    legs = list_legs(state)
    runs: AllProgress = {who: begin_run(state, leg) for who, leg in legs.items()}
    ends = dict.fromkeys(legs, SEGMENTS + 1)
    for column in range(max(1, state.clock or 0), SEGMENTS + 1):
        if not legs:
            break
        runs = step(state, legs, runs, column)
        for who in [who for who, leg in legs.items() if runs[who].meets and leg.pace]:
            ends[who] = column
            del legs[who]
    return ends | _find_ends_by_ranges(state)


def _find_ends_by_ranges(state: State) -> dict[CombatantId, int]:
    """Return the segment of contact of each charge over a range that the DM has ruled."""
    found: dict[CombatantId, int] = {}
    for deed in state.pending:
        if not is_contact_with_target(deed) or not is_range_ruled(state, deed.who, deed.targets[0]):
            continue
        if is_on_its_way(state, deed) and not is_charged_back(state, deed):
            leg = _build_leg(state, deed)
            gap = measure_distance(state, deed.who, leg.target)
            found[deed.who] = count_segments_lost(deed) + compute_contact_segment(gap, leg.length, leg.pace)
    return found


def is_charged_back(state: State, deed: Deed) -> bool:
    """Return whether the target of a charge charges too.

    The two meet on the way, by their combined speed.
    """
    deeds = (*state.pending, *state.acting, *state.done)
    return any(isinstance(each, Arrival) and each.who in deed.targets and deed.who in each.targets for each in deeds)


def _change_times(state: State, deeds: tuple[Deed, ...], was: Deed, number: int) -> tuple[Deed, ...]:
    """Return the deeds with a run that ends in this segment, and what goes by that."""
    if isinstance(was, ShortCharge):
        return tuple(
            each for deed in deeds for each in (_build_contact(state, was, number) if deed is was else (deed,))
        )
    return tuple(_time_deed(state, deed, was, number) for deed in deeds)


def _build_contact(state: State, short: ShortCharge, number: int) -> tuple[Deed, ...]:
    """Return the contact and the blows of a charge that was too long for the round."""
    beside = with_combatant(state, short.who, place=state.combatants[short.targets[0]].place)
    built = as_adnd(get_ruleset(state.ruleset)).build_deeds(evolve(beside, pending=(), acting=()))
    kept = [deed.id for deed in state.pending if deed is not short]  # such as a throw in the charge
    own = [each for each in built if each.who == short.who and each.step == short.step and each.id not in kept]
    if not any(isinstance(each, Arrival) for each in own):
        return (short,)
    return tuple(
        evolve(each, number=max(number, each.number or 0), begins=short.begins, lost=short.lost)
        if isinstance(each, Charge) or each.routine > 1
        else each
        for each in own
    )


def _time_deed(state: State, deed: Deed, was: Deed, number: int) -> Deed:
    """Return a deed that goes by a run, by the new segment of its end.

    That is a deed of the charger's own, and a blow of others that waits for it; any other deed stays as it is.
    """
    own = deed.who == was.who and deed.step == was.step and (isinstance(deed, Charge) or deed.routine > 1)
    answers = was.who in deed.targets and deed.timed and isinstance(deed, (Blow, WeaponSetting))
    if not (own or answers) or deed.number is None:
        return deed
    if deed.number != was.number:
        return evolve(deed, number=number) if deed.number < number else deed
    later = deed.routine > 1 and deed.targets
    return evolve(deed, number=max(number, compute_nominal_segment(state, deed.who, deed.targets[0]) if later else 0))
