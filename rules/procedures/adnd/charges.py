"""Contact: the arrival of a charge, the longer weapon, and blows out of reach."""

from rules.kernel import events as e
from rules.kernel.battlefield import is_in_melee_distance, measure_between, measure_distance, to_feet
from rules.kernel.deeds import Deed
from rules.kernel.procedure import Table
from rules.kernel.registry import get_ruleset
from rules.kernel.state import Combatant, State
from rules.kernel.terms import SEGMENTS, CombatantId, Place
from rules.procedures.adnd.citations import Clauses
from rules.procedures.adnd.deed_types import (
    Arrival,
    ArrivalAtPlace,
    Blow,
    BlowAtContact,
    Charge,
    MoveBefore,
    SetWeaponBlow,
    WeaponSetting,
    count_segments_run,
)
from rules.procedures.adnd.moments import Telling, as_begun
from rules.procedures.adnd.movement import compute_approach, compute_charge_penalty, describe_pace, shorten_ruled_range
from rules.procedures.adnd.orders.base import ClosesInstead, ThenStrikes
from rules.procedures.adnd.orders.move import CloseWith
from rules.procedures.adnd.orders.weapons import get_weapon_length
from rules.procedures.adnd.procedure import as_adnd
from rules.procedures.adnd.running import (
    count_covered,
    find_end_of_run,
    find_run_begin,
    is_charged_back,
    is_range_ruled,
)
from rules.procedures.adnd.state import Closing, OnFoot

Lost = tuple[str, Clauses]
"""The reason why a deed is lost, in words, and its clauses."""


def resolve_arrival(
    table: Table, deed: Charge, clauses: tuple[str, ...], short: tuple[str, ...], first: str = ""
) -> Telling:
    """Resolve a contact: the charge arrives if it can reach its target by now, else falls short.

    Weapons are set before it. ``first`` strikes first, where something other than the length of the weapons decides.
    """
    yield from _set_weapons(table, deed)
    if can_reach_target(as_begun(table), deed):
        yield from bring_into_contact(table, deed, first or find_first_striker(table.state, deed), clauses)
    else:
        yield from fall_short(table, deed, short)


def _set_weapons(table: Table, contact: Charge) -> Telling:
    """Set the weapons that await a charge; one that is only prepared does not."""
    own = as_adnd(table.ruleset)
    for deed in table.state.pending:
        if isinstance(deed, SetWeaponBlow) and _is_awaiting(table.state, deed, contact):
            yield from own.set_against_charge(table, deed)


def _is_awaiting(state: State, deed: SetWeaponBlow, contact: Charge) -> bool:
    aimed = contact.who in deed.targets and deed.timed and not deed.when
    return aimed and as_adnd(get_ruleset(state.ruleset)).charging.is_set_in_time(state, deed)


def is_already_set(state: State, deed: SetWeaponBlow) -> bool:
    """Return whether a weapon was set when the charge came that it strikes at."""
    arrivals = [each for each in state.done if isinstance(each, Arrival) and each.who in deed.targets]
    came = any(deed.who in each.targets for each in arrivals)
    return came and as_adnd(get_ruleset(state.ruleset)).charging.is_set_in_time(state, deed)


def can_reach_target(state: State, deed: Charge) -> bool:
    """Return whether a charge can be within reach of its target by now."""
    me, target = state.combatants[deed.who], deed.targets[0]
    if not is_range_ruled(state, deed.who, target):
        return find_end_of_run(state, deed).meets
    pace = as_adnd(get_ruleset(state.ruleset)).charging.get_pace(state, deed.who)
    run = count_segments_run(deed, max(state.clock or 1, deed.number or 1))
    gap = measure_distance(state, deed.who, target) - get_weapon_length(me, deed.weapon)
    return is_charged_back(state, deed) or gap <= pace * run


def bring_into_contact(table: Table, deed: Charge, first: str, clauses: tuple[str, ...]) -> Telling:
    """Bring a charger to its target, at the length of the weapon.

    The charger stands no further off than an inch, however long the weapon: the charge has brought the two into
    combat. Two who charge each other share the way by their paces. ``first`` strikes first.
    """
    state = as_begun(table)
    me, target = state.combatants[deed.who], deed.targets[0]
    if is_range_ruled(state, me.id, target):
        length, inch = get_weapon_length(me, deed.weapon), state.setting.inch
        gap = far = measure_distance(state, me.id, target)
        if is_charged_back(state, deed):
            run = count_segments_run(deed, deed.number or 1)
            far = int(as_adnd(table.ruleset).charging.get_pace(state, me.id) * run) + max(0, length - inch)
        goal, covered = compute_approach(state, me, target, min(length, inch), far)
    else:
        end = find_end_of_run(state, deed, meets=True)
        gap, goal, covered = measure_run(state, deed), end.place, count_covered(end)
    yield _make_run(me, goal, covered, deed, clauses)
    yield from shorten_ruled_range(table.state, me, target, covered)
    yield e.ChargeMet(
        who=me.id, target=target, distance_ft=to_feet(gap), first=first, clauses=clauses, segment=deed.number
    )


def measure_run(state: State, deed: Deed) -> int:
    """Return the distance over which a charge went.

    It is that from where it began to its target, or to where that began to charge back.
    """
    target = deed.targets[0]
    met = find_run_begin(state, target) if is_charged_back(state, deed) else state.combatants[target].place
    return measure_between(find_run_begin(state, deed.who), met)


def fall_short(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Telling:
    """Run as far as a charge can that does not reach its target this round."""
    state = as_begun(table)
    me = state.combatants[deed.who]
    if is_range_ruled(state, deed.who, deed.targets[0]):
        pace = as_adnd(table.ruleset).charging.get_pace(state, me.id) * count_segments_run(deed, SEGMENTS)
        goal, covered = compute_approach(state, me, deed.targets[0], 0, int(pace))
    else:
        end = find_end_of_run(state, deed)
        goal, covered = end.place, count_covered(end)
    if covered:
        yield _make_run(me, goal, covered, deed, clauses)
    for blow in state.pending:
        if blow.who == me.id and blow.id != deed.id:
            yield e.DeedLost(who=me.id, deed=blow.id, cause="the charge falls short", clauses=clauses)


def _make_run(me: Combatant, goal: Place, covered: int, deed: Deed, clauses: tuple[str, ...] = ()) -> e.Moved:
    """Return the event of a run that is over."""
    return e.Moved(
        who=me.id, to=goal, feet=to_feet(covered), working=describe_pace(me), clauses=clauses, segment=deed.number
    )


def run_to_place(table: Table, deed: ArrivalAtPlace | MoveBefore, clauses: tuple[str, ...]) -> Telling:
    """End a charge or a walk to a place: there, or as far on the way as its pace has led by now."""
    state = as_begun(table)
    end = find_end_of_run(state, deed)
    yield _make_run(state.combatants[deed.who], end.place, count_covered(end), deed, clauses)


def run_until_stopped(table: Table, deed: Deed) -> Telling:
    """End the run of one who is stopped on the way, where the last column has found it."""
    me = table.state.combatants[deed.who]
    way = me.own(OnFoot).way
    covered = way.before + way.covered if way is not None else 0
    if covered:
        yield _make_run(me, me.place, covered, deed)


def find_first_striker(state: State, deed: Charge) -> str:
    """Return who has the longer weapon at contact, charger or target, or "together".

    The charger is first where the target does not strike at it.
    """
    me, target = state.combatants[deed.who], state.combatants[deed.targets[0]]
    answering = [
        each
        for each in state.pending
        if isinstance(each, (Blow, WeaponSetting, Charge))
        and not isinstance(each, Arrival)
        and each.who == target.id
        and deed.who in each.targets
        and each.routine == 1
    ]
    if not answering:
        return me.id
    mine, theirs = get_weapon_length(me, deed.weapon), get_weapon_length(target, answering[0].weapon)
    if mine == theirs:
        return "together"
    return me.id if mine > theirs else target.id


def make_charge_began(table: Table, deed: Deed, clauses: tuple[str, ...]) -> e.ChargeBegan:
    """Return the event of a charge begun: its feet, and what it costs in armor class.

    That of a charge to a place says neither the place nor how far off it is.
    """
    worse, cited = compute_charge_penalty(table, deed.who)
    return e.ChargeBegan(
        who=deed.who,
        target=deed.targets[0] if deed.targets else "",
        distance_ft=to_feet(measure_distance(table.state, deed.who, deed.targets[0])) if deed.targets else 0,
        worse=worse,
        clauses=(*clauses, *cited),
        segment=deed.number,
    )


def make_missed_blow(state: State, deed: Deed, too_far: Clauses, closing: Lost) -> e.DeedLost | None:
    """Return the loss of a blow that is not struck; None where it is.

    Its target is out of reach, or on the way to close with a combatant that stands.
    """
    target = deed.targets[0]
    cause, clauses = "out of reach", too_far
    if isinstance(deed, BlowAtContact) and not has_arrived(state, target):
        return e.DeedLost(who=deed.who, deed=deed.id, cause="no charge", clauses=closing[1], segment=deed.number)
    if is_in_melee_distance(state, deed.who, target):
        if not is_only_closing(state, target, deed.who) or state.combatants[deed.who].charging:
            return None
        cause, clauses = closing
    return e.DeedLost(who=deed.who, deed=deed.id, cause=cause, clauses=clauses, segment=deed.number)


def has_arrived(state: State, charger: CombatantId) -> bool:
    """Return whether a combatant's charge has come to its end this round."""
    return any(isinstance(deed, Arrival) and deed.who == charger for deed in state.done)


def is_only_closing(state: State, who: CombatantId, target: CombatantId) -> bool:
    """Return whether a combatant is on its way to the target only to close with it.

    It means to do no more this round.
    """
    declared = state.declared.get(who)
    if declared is None or not state.combatants[who].able or target not in declared.targets:
        return False
    only_closes = isinstance(declared, CloseWith) and not declared.has(ThenStrikes)
    return only_closes or declared.has(ClosesInstead)


def has_closed(state: State, who: CombatantId, target: CombatantId) -> bool:
    """Return whether a combatant has closed with the target this round and may do no more."""
    return state.combatants[who].own(Closing).target == target and not may_strike_after_closing(state, who)


def may_strike_after_closing(state: State, who: CombatantId) -> bool:
    """Return whether a combatant closes and then strikes: closing does not take its round."""
    declared = state.declared.get(who)
    return declared is not None and declared.has(ThenStrikes)
