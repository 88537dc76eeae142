"""Moves: rate, step, running, closing and charging (III.D, MOVE, STEP)."""

from rules.kernel import events as e
from rules.kernel.battlefield import ROUNDED, find_place_toward, measure_between, measure_distance, to_feet
from rules.kernel.deeds import Deed
from rules.kernel.frozen import frozen
from rules.kernel.procedure import Table
from rules.kernel.state import State
from rules.kernel.terms import CombatantId, Place
from rules.procedures.adnd.deed_types import Blow, Charge, Move, Shot
from rules.procedures.adnd.moments import HIT, Need, Resolving, Telling
from rules.procedures.adnd.movement import compute_approach, compute_share_of_way, describe_pace, shorten_ruled_range
from rules.procedures.adnd.orders.spell import Completion
from rules.procedures.adnd.orders.weapons import get_weapon_length
from rules.procedures.crucible import opportunity
from rules.procedures.crucible.acts import leave
from rules.procedures.crucible.deed_types import Approach, CastingBegun, ChargeToPlace, Limited
from rules.procedures.crucible.numbers import (
    SQUARE,
    cite_pace,
    compute_allowance,
    compute_ground_left,
    compute_pace,
    is_beyond,
)
from rules.procedures.crucible.options import ids
from rules.procedures.crucible.state import get_turn

OWN_CLAUSES = ids("III.D.split", "III.D.fast")
"""Clauses cited because of what a combatant did before in its turn."""


def resolve_move(table: Table, deed: Move | Charge, clauses: tuple[str, ...]) -> Resolving:
    """Resolve a move to a place, or toward a combatant that is closed with or charged.

    It leads as far as the rate allows. Foes that it gives an attack of opportunity may strike before it (III.F). Who
    is stopped so on the way to this combatant is not met.
    """
    state = opportunity.as_begun(table, deed.who)
    me = state.combatants[deed.who]
    limited = deed.status is Limited
    goal = find_goal(state, deed)
    if isinstance(deed, Charge | ChargeToPlace):
        yield _make_charge_began(state, deed)
    drawn = opportunity.list_drawn_by_moving(state, me.id, goal.place, limited=limited)
    why = ids("III.F", *(("STEP.4",) if limited else ()), *(("STEP.2",) if get_turn(me).places_left else ()))
    yield from opportunity.offer_attacks(table, me.id, drawn, "moving", why)
    if not table.state.combatants[me.id].able:
        return
    coming = _find_coming_move(state, deed)
    if coming is not None:
        yield Need(HIT - 1, [])
        if not table.state.combatants[coming.who].able:
            goal = Goal(goal.place)
    undrawn = all(foe.hidden for foe in drawn)
    yield from _move(table, deed, goal, (*clauses, *_cite_move(state, deed, goal.place, undrawn)))


def _make_charge_began(state: State, deed: Charge | ChargeToPlace) -> e.ChargeBegan:
    """Return the event of a charge begun; that of one to a place does not say where."""
    if isinstance(deed, ChargeToPlace):
        return e.ChargeBegan(who=deed.who, target="", distance_ft=0, clauses=ids("III.D.place"), segment=deed.number)
    feet, cited = to_feet(measure_distance(state, deed.who, deed.targets[0])), ids("II.E", "III.D")
    return e.ChargeBegan(who=deed.who, target=deed.targets[0], distance_ft=feet, clauses=cited, segment=deed.number)


@frozen(slots=True)
class Goal:
    """The end of a move."""

    place: Place
    closes: CombatantId = ""
    """The combatant that the move closes with, if any."""
    gap: int = 0
    """The distance to the combatant that it goes toward, before either moves, in hundredths of a foot."""


def find_goal(state: State, deed: Move | Charge) -> Goal:
    """Return where a move leads to."""
    me = state.combatants[deed.who]
    if isinstance(deed, Move) and deed.to is not None:
        far = compute_limit(state, deed)
        further = is_beyond(measure_between(me.place, deed.to), far)
        return Goal(find_place_toward(me.place, deed.to, far) if further else deed.to)
    target = deed.targets[0]
    gap = measure_distance(state, me.id, target)
    other = _find_coming_move(state, deed)
    far, theirs = (compute_limit(state, deed), 0) if other is None else compute_shares(state, deed, other, gap)
    goal, covered = compute_approach(state, me, target, SQUARE, far)
    return Goal(goal, target if gap - covered - theirs <= SQUARE else "", gap)


def compute_limit(state: State, deed: Deed) -> int:
    """Return how far a move can lead, in hundredths of a foot.

    It is five feet if limited, the rate for an approach before an act, and otherwise twice the rate. It is never more
    than what is left of twice the rate this round.
    """
    most = SQUARE if deed.status is Limited else compute_pace(state, deed.who) * (1 if deed.status is Approach else 2)
    return min(most, compute_ground_left(state, deed.who))


def compute_shares(state: State, deed: Deed, other: Deed, gap: int) -> tuple[int, int]:
    """Return how far two combatants go who come at each other over a gap.

    All lengths are in hundredths of a foot. Each goes in proportion to what it may go and still fight. Where that is
    too little, it goes in proportion to what it can go.
    """
    both = (deed, other)
    mine, theirs = (
        min(compute_limit(state, each), compute_allowance(state, each.who, charging=isinstance(each, Charge)))
        for each in both
    )
    if mine + theirs < gap - SQUARE:
        mine, theirs = (compute_limit(state, each) for each in both)
    return compute_share_of_way(gap - SQUARE, mine, theirs), compute_share_of_way(gap - SQUARE, theirs, mine)


def _find_coming_move(state: State, deed: Deed) -> Deed | None:
    """Return the move by which the target comes to meet this combatant in the same moment."""
    for other in state.acting:
        if other.who in deed.targets and deed.who in other.targets and isinstance(other, (Move, Charge)):
            return other
    return None


def _cite_move(state: State, deed: Deed, goal: Place, undrawn: bool) -> tuple[str, ...]:
    """Return the clauses of a move: rate, step, running, parts of a split move."""
    me = state.combatants[deed.who]
    covered = measure_between(me.place, goal)
    turn = [each for each in (*state.pending, *state.done) if each.who == me.id]
    acting = [each for each in turn if isinstance(each, (Blow, Shot, Completion, CastingBegun))]
    alone = sum(isinstance(each, (Move, Charge)) for each in turn) == 1
    first = deed.slot == 0
    cited: list[str] = ["III.D"]
    if is_beyond(covered, compute_pace(state, me.id)):
        cited += ["III.D.fast", "MOVE.3"]
    elif acting and not (alone and first):
        cited.append("III.D.split")
    if isinstance(deed, ChargeToPlace):
        cited.append("III.D.place")
    if deed.status is Limited:
        cited += ["STEP.3", "STEP.5", *(("STEP.4",) if undrawn else ())]
    elif SQUARE <= covered <= SQUARE + ROUNDED and alone and first and undrawn:
        cited.append("STEP.1")
    return (*ids(*cited), *cite_pace(state, me.id))


def _move(table: Table, deed: Deed, goal: Goal, clauses: tuple[str, ...]) -> Telling:
    state = table.state
    me = state.combatants[deed.who]
    covered = measure_between(me.place, goal.place)
    yield e.Moved(
        who=me.id,
        to=goal.place,
        feet=to_feet(covered),
        closes=goal.closes,
        working=describe_pace(me),
        clauses=clauses,
        segment=deed.number,
    )
    if deed.targets:
        yield from shorten_ruled_range(state, me, deed.targets[0], covered)
    yield from leave(table, me.id)
    if isinstance(deed, Charge) and goal.closes:
        yield e.ChargeMet(
            who=me.id,
            target=goal.closes,
            distance_ft=to_feet(goal.gap),
            first=_find_longer_armed(state, deed, goal.closes),
            clauses=ids("II.E", "III.D"),
            segment=deed.number,
        )


def _find_longer_armed(state: State, deed: Deed, target: CombatantId) -> CombatantId:
    """Return the id of the combatant with the longer weapon; "together" for equal lengths.

    It is the mover if the other has no attack left.
    """
    mine = next((each.weapon for each in state.pending if each.who == deed.who and isinstance(each, Blow)), "")
    one, other = state.combatants[deed.who], state.combatants[target]
    if get_turn(other).attacked or not other.able:
        return one.id
    difference = get_weapon_length(one, mine) - get_weapon_length(other, "")
    return "together" if difference == 0 else one.id if difference > 0 else other.id
