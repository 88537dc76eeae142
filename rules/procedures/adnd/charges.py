"""Contact: the arrival of a charge, the longer weapon, and blows out of reach."""

from rules.kernel import events as e
from rules.kernel.battlefield import compute_contact_segment, is_in_melee_distance, measure_distance, to_feet
from rules.kernel.order import Moment
from rules.kernel.procedure import Play, Table
from rules.kernel.state import Deed, State, evolve
from rules.kernel.terms import DM, SEGMENTS, CombatantId
from rules.procedures.adnd.citations import Clauses
from rules.procedures.adnd.declaration_types import ClosesInstead, CloseWith, ThenStrikes
from rules.procedures.adnd.deed_types import Arrival, ArrivalAtPlace, Blow, BlowAtContact, Charge, ChargeBlow, WeaponSet
from rules.procedures.adnd.moments import Telling
from rules.procedures.adnd.movement import (
    bring_into_contact,
    compute_charge_penalty,
    count_segments_lost,
    fall_short,
    get_weapon_length,
)
from rules.procedures.adnd.procedure import as_adnd
from rules.procedures.adnd.state import Closing

Lost = tuple[str, Clauses]
"""The reason why a deed is lost, in words, and its clauses."""


def resolve_arrival(
    table: Table, deed: Charge, clauses: tuple[str, ...], short: tuple[str, ...], first: str = ""
) -> Telling:
    """Resolve a contact: the charge arrives if it can reach its target by now, else falls short.

    ``first`` strikes first, where something other than the length of the weapons decides.
    """
    state = table.state
    me, target = state.combatants[deed.who], deed.targets[0]
    length = get_weapon_length(me, deed.weapon)
    pace = as_adnd(table.ruleset).get_charge_pace(state, me.id)
    first = first or find_first_striker(state, deed)
    lost = count_segments_lost(deed)
    if is_charged_back(state, deed):
        far = int(pace * ((deed.number or 1) - lost)) + max(0, length - state.setting.inch)
        yield from bring_into_contact(table, deed, first, clauses, far)
    elif measure_distance(state, me.id, target) - length > pace * (max(state.clock or 1, deed.number or 1) - lost):
        yield from fall_short(table, deed, short)
    else:
        yield from bring_into_contact(table, deed, first, clauses)


def delay_charge(table: Table, moment: Moment | None) -> Play:
    """Put off a charge before its contact, if its target has gone further off.

    It arrives later, if the round allows.
    """
    state = table.state
    for deed in moment.deeds if moment is not None else ():
        if not isinstance(deed, Arrival) or isinstance(deed, ArrivalAtPlace) or is_charged_back(state, deed):
            continue
        me, target = state.combatants[deed.who], deed.targets[0]
        gap, length = measure_distance(state, me.id, target), get_weapon_length(me, deed.weapon)
        later = count_segments_lost(deed) + compute_contact_segment(
            gap, length, as_adnd(table.ruleset).get_charge_pace(state, me.id)
        )
        if moment is not None and moment.clock < later <= SEGMENTS:
            deeds = tuple(_delay_deed(each, me.id, later) for each in state.pending)
            yield e.AgendaChanged(deeds=deeds, why="the charge takes longer", perceived_by=(DM,))
            return


def _delay_deed(deed: Deed, charger: CombatantId, later: int) -> Deed:
    """Return a deed no earlier than a charger arrives.

    That is for deeds of the charger, and for blows that wait for it; any other deed stays as it is.
    """
    own = deed.who == charger and (isinstance(deed, Charge) or deed.routine > 1)
    answers = charger in deed.targets and deed.timed and isinstance(deed, (Blow, WeaponSet))
    return evolve(deed, number=max(later, deed.number or 0)) if own or answers else deed


def is_charged_back(state: State, deed: Deed) -> bool:
    """Return whether the target of a charge charges too.

    The two meet on the way, by their combined speed.
    """
    deeds = (*state.pending, *state.acting, *state.done)
    return any(isinstance(each, Arrival) and each.who in deed.targets and deed.who in each.targets for each in deeds)


def find_first_striker(state: State, deed: Charge) -> str:
    """Return who has the longer weapon at contact, charger or target, or "together".

    The charger is first where the target does not strike at it.
    """
    me, target = state.combatants[deed.who], state.combatants[deed.targets[0]]
    answering = [
        each
        for each in state.pending
        if isinstance(each, (Blow, WeaponSet, Charge))
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
    if is_in_melee_distance(state, deed.who, target) or isinstance(deed, ChargeBlow):
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
