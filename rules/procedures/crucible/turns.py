"""Turns on a count: declarations, warnings, missiles that are held, and waiting."""

from collections.abc import Sequence

from rules.kernel import events as e
from rules.kernel.deeds import Declaration, Deed
from rules.kernel.effects import GO, NEXT, Ask
from rules.kernel.frozen import evolve
from rules.kernel.order import Moment
from rules.kernel.procedure import Play, Table
from rules.kernel.state import Combatant, State
from rules.kernel.terms import DM, CombatantId
from rules.procedures.adnd.deed_types import Charge, Move, Shot, Wait
from rules.procedures.adnd.magic import give_up_own
from rules.procedures.adnd.morale import declare_for_failed
from rules.procedures.adnd.movement import find_place_away_from_foes
from rules.procedures.adnd.orders.avoid import Flight
from rules.procedures.adnd.orders.base import as_order
from rules.procedures.adnd.orders.shoot import Shoot
from rules.procedures.adnd.orders.wait import Await
from rules.procedures.adnd.questions import AWAIT, build_declare_ask
from rules.procedures.adnd.segments import end_effects
from rules.procedures.adnd.waiting import NOBODY_MOVES, ask_what_happens
from rules.procedures.crucible import opportunity
from rules.procedures.crucible.deed_types import CastingBegun, Limited, LongCasting
from rules.procedures.crucible.deeds import NOT_DONE, build_turn_deeds
from rules.procedures.crucible.events import MissileHeld, TurnBegan
from rules.procedures.crucible.moves import find_goal
from rules.procedures.crucible.numbers import (
    FIRST,
    LAST,
    get_count,
    is_played,
    is_surprised,
)
from rules.procedures.crucible.options import get_settings, ids
from rules.procedures.crucible.order import get_lateness
from rules.procedures.crucible.state import KeepsTurn, RestOfTurn, get_turn
from rules.procedures.crucible.withdrawal import compute_ground_given, hold_to_course

# Turns that are still to come, and those of a count.


def list_still_to_act(state: State) -> list[CombatantId]:
    """Return the able combatants that have not had their turn and whose count has not gone by."""
    return [
        who
        for who, each in state.combatants.items()
        if (state.clock is None or get_count(state, who) > state.clock)
        and each.able
        and not get_turn(each).taken
        and not is_surprised(state, who)
    ]


def find_next_column(state: State) -> int | None:
    """Return the next count to begin, or None when nothing is left to play.

    Counts 1 to 12 always begin, and all others between the lowest and the highest in play, empty or not.
    """
    if state.clock is not None and state.clock < LAST:
        return state.clock + 1
    numbers = [FIRST, LAST, *(number for number, _ in _list_counts_to_come(state))]
    coming = min(numbers) if state.clock is None else state.clock + 1
    return coming if coming <= max(numbers) else None


def _list_counts_to_come(state: State) -> list[tuple[int, CombatantId]]:
    """Return the counts of turns still to come and of deeds pending, each with its combatant."""
    found = [(get_count(state, who), who) for who in list_still_to_act(state)]
    pending = [(deed.number, deed.who) for deed in state.pending if deed.number is not None and not deed.standing]
    return [*found, *(each for each in pending if state.clock is None or each[0] > state.clock)]


def list_told_of_column(state: State, column: int) -> tuple[str, ...] | None:
    """Return the hidden and the DM, if they alone are told that a count begins; None for all.

    A count outside 1 to 12 begins only because of somebody who acts on it, or further out. If all of these are hidden,
    nobody else is told.
    """
    if FIRST <= column <= LAST:
        return None
    counts = _list_counts_to_come(state)
    who = [each for number, each in counts if (number <= column if column < FIRST else number >= column)]
    hidden = dict.fromkeys(each for each in who if state.combatants[each].hidden)
    return None if any(each not in hidden for each in who) else (*hidden, DM)


def begin_column(table: Table, column: int) -> Play:
    """Begin a count: the DM steps, effects end, held missiles may go, and turns are taken.

    Effects do not end on a count that is not told to all, because others would learn of it by that.
    """
    facts: dict[str, object] = {"clock": column}
    if table.state.round == 0:
        facts["surprise"] = True
    if not table.quiet:
        yield Ask(NEXT, DM, GO, facts=facts)
    clauses = ids("I.D", "I.D.order", "SUR.11") if table.state.round == 0 else ()
    told = list_told_of_column(table.state, column)
    yield e.SegmentBegan(clock=column, clauses=clauses, seen_by=told)
    if told is None:
        yield from end_effects(table, column)
    yield from _release_missiles(table)
    yield from take_turns(table)


def take_turns(table: Table) -> Play:
    """Let everyone whose count this is declare in secret, warn them, and make deeds pending."""
    due = _list_due(table.state)
    if not due:
        return
    for who in due:
        yield from _begin_turn(table, who)
    yield from declare_for_failed(table, due)
    yield from _ask_those_due(table, due)
    building = TurnBuilding()
    yield from warn(table, due, building)
    fresh: list[Deed] = []
    for who in due:
        if table.state.combatants[who].able:
            fresh += yield from _take_deeds(table, who, building)
    known = [deed.id for deed in table.state.pending]
    fresh = [deed for deed in fresh if deed.id not in known]  # a blow that was brought forward is still to be struck
    if fresh:
        yield e.AgendaChanged(deeds=(*table.state.pending, *fresh), why="turn")


def _list_due(state: State) -> list[CombatantId]:
    """Return those whose turn comes on the count in play."""
    if state.round > 0 and state.clock and state.clock not in state.initiative.values():
        return []
    return [
        who
        for who, each in state.combatants.items()
        if get_count(state, who) == state.clock
        and each.able
        and not get_turn(each).taken
        and not is_surprised(state, who)
    ]


def _begin_turn(table: Table, who: CombatantId) -> Play:
    again = yield from _decide_extra_attack(table, who)
    clauses = ids("TURN.1", *(("READY.3",) if again else ()))
    yield TurnBegan(who=who, count=get_count(table.state, who), anew=again, clauses=clauses)
    yield from hold_to_course(table, who)


def _decide_extra_attack(table: Table, who: CombatantId) -> Play:
    """Return whether a combatant that shot before the dice may attack again (READY.3).

    The attack is on its turn. The option ``ready_extra_attack`` or the DM decides.
    """
    if not has_shot_first(table.state, who):
        return False
    how = get_settings(table.state).ready_extra_attack
    if how == "ask":
        answer = yield Ask("extra_attack", DM, {"choice": "no"}, facts={"who": who}, clauses=ids("READY.3"))
        return answer["choice"] == "yes"
    return how == "always"


def _ask_those_due(table: Table, due: Sequence[CombatantId]) -> Play:
    """Ask those who have not declared already.

    In the free round the surprised may declare too, but are refused.
    """
    facts: dict[str, object] = {"clock": table.state.clock}
    if table.state.round == 0:
        facts["segment"] = 1
    spoken = table.state.declared
    asked = [who for who in due if who not in spoken or spoken[who].has(KeepsTurn)]
    spent = [who for who in due if who not in asked and is_spent(table.state, who)]
    needless: list[CombatantId] = []
    if table.state.round == 0 and _are_first_to_act(table.state, due):
        needless = [who for who, each in table.state.combatants.items() if each.able and is_surprised(table.state, who)]
    asks = [Ask("declare", who, AWAIT, facts=facts, awaited=False) for who in needless]
    asks += [build_declare_ask(table.state, who, facts) for who in asked]
    asks += [Ask("declare", who, AWAIT, facts={**facts, "spent": True}) for who in spent]
    again = [who for who in due if who in spoken and who not in spent and has_shot_first(table.state, who)]
    asks += [
        Ask("declare", who, as_order(spoken[who]).write_answer(), {**facts, "anew": True}, ids("READY.3"))
        for who in again
    ]
    if asked or spent or again:
        yield asks


def has_shot_first(state: State, who: CombatantId) -> bool:
    """Return whether a combatant shot before initiative was rolled."""
    return any(deed.who == who and deed.number is None and isinstance(deed, Shot) for deed in state.done)


def is_spent(state: State, who: CombatantId) -> bool:
    """Return whether a combatant has made its attacks of the round out of turn.

    It has only movement and the like left.
    """
    return get_turn(state.combatants[who]).attacked


def _are_first_to_act(state: State, due: Sequence[CombatantId]) -> bool:
    """Return whether the round's first turns are those of the combatants that are due.

    Turns of the hidden are left out.
    """
    acted = [who for who, each in state.combatants.items() if get_turn(each).taken and not each.hidden]
    return bool(acted) and all(who in due for who in acted)


# AoO.3


def warn(table: Table, due: Sequence[CombatantId], building: "TurnBuilding | None" = None) -> Play:
    """Warn players of what their acts will draw, and let them change their minds (AoO.3).

    Hidden foes are left out. ``building`` keeps the deeds that are built for it.
    """
    if not get_settings(table.state).aoo_warning:
        return
    building = building or TurnBuilding()
    warned: list[Ask] = []
    for who in due:
        declared = table.state.declared.get(who)
        if declared is None or not table.state.combatants[who].able or not is_played(table.state, who):
            continue
        hidden = [each.id for each in table.state.list_foes(who) if each.hidden]
        drawn = [(foe, what) for foe, what in list_provoked(table.state, declared, building) if foe not in hidden]
        for foe, what in drawn:
            yield e.Warned(
                who=foe,
                target=who,
                what=f"{what} draws an attack of opportunity",
                clauses=ids("AoO.3", *(("CAST.4",) if what == "casting" else ())),
                seen_by=(who,),
            )
        if drawn:
            facts: dict[str, object] = {"by": drawn[0][0], "what": drawn[0][1], "clock": table.state.clock}
            facts["targets"] = list(dict.fromkeys(foe for foe, _ in drawn))
            warned.append(Ask("change", who, {"choice": "keep"}, facts=facts, clauses=ids("AoO.3")))
    if warned:
        yield warned


def list_provoked(
    state: State, declared: Declaration, building: "TurnBuilding | None" = None
) -> list[tuple[CombatantId, str]]:
    """Return the foes that a declaration gives an attack of opportunity, and for what."""
    found: list[tuple[CombatantId, str]] = []
    building = building or TurnBuilding()
    for deed in building.build_deeds(state, declared) if not isinstance(declared, Await) else ():
        if deed.status not in NOT_DONE:
            foes, what, state = _find_drawn(state, deed)
            found += [(foe.id, what) for foe in foes if opportunity.count_left(state, foe) > 0]
    return list(dict.fromkeys(found))


def _find_drawn(state: State, deed: Deed) -> tuple[list[Combatant], str, State]:
    """Return the foes that one deed gives an attack, for what, and the state after the deed."""
    who = deed.who
    if isinstance(deed, CastingBegun):
        return opportunity.list_threatening(state, who), "casting", state
    if isinstance(deed, Shot):
        return opportunity.list_drawn_by_shooting(state, who, deed.targets[0], foreseen=True), "shooting", state
    if isinstance(deed, Flight) and deed.order.way == "flee":
        return opportunity.list_threatening(state, who), "flight", state
    if isinstance(deed, (Move, Charge)) or (isinstance(deed, Flight) and deed.order.way != "surrender"):
        if isinstance(deed, Flight):
            goal = find_place_away_from_foes(state, deed, compute_ground_given(state, deed))
        else:
            goal = find_goal(state, deed).place
        drawn = opportunity.list_drawn_by_moving(state, who, goal, limited=deed.status is Limited)
        return drawn, "moving", opportunity.with_combatant_moved(state, who, goal)
    return [], "", state


# The deeds of a turn.


class TurnBuilding:
    """The deeds of turns on their own counts, built once for a state.

    A player is warned by the deeds that the turn then has, mostly without a change in between.
    """

    def __init__(self) -> None:
        self._known: dict[CombatantId, tuple[State, Declaration, tuple[Deed, ...]]] = {}

    def build_deeds(self, state: State, declared: Declaration) -> tuple[Deed, ...]:
        """Return the deeds of a declaration on its combatant's count."""
        known = self._known.get(declared.who)
        if known is not None and known[0] is state and known[1] is declared:
            return known[2]
        deeds = build_turn_deeds(state, declared, get_count(state, declared.who))
        self._known[declared.who] = state, declared, deeds
        return deeds


def _take_deeds(table: Table, who: CombatantId, building: TurnBuilding) -> Play:
    """Return the deeds of a turn.

    A missile that was held and does not go now is lost, and the action with it.
    """
    me, declared = table.state.combatants[who], table.state.declared.get(who)
    if declared is None:
        return []
    yield from give_up_own(table, who)
    if get_turn(me).missile_held and not isinstance(declared, Shoot):
        weapon = next((each.id for each in me.stat_block.gear.weapons if each.missile is not None), "")
        yield MissileHeld(who=who, weapon=weapon, lost=True, clauses=ids("III.A.deadline", "READY.5"))
        return []
    if is_spent(table.state, who) and not declared.has(RestOfTurn):
        return []
    return list(building.build_deeds(table.state, declared))


# III.A: a missile that is held.


def _release_missiles(table: Table) -> Play:
    """Ask those who hold a missile ready, before their count, whether they loose it now.

    They are not asked before the first turn of the round, because nothing has happened yet.
    """
    state = table.state
    spoken = state.declared
    held = [who for who, each in state.combatants.items() if who not in spoken and get_turn(each).missile_held]
    if not held or not _has_anybody_begun(state):
        return
    holding = [who for who in list_still_to_act(state) if who in held]
    if not holding:
        return
    answers = yield [Ask("trigger", who, {"choice": "no"}, clauses=ids("III.A.deadline")) for who in holding]
    loosing = [who for who, answer in zip(holding, answers, strict=True) if answer["choice"] == "yes"]
    if not loosing:
        return
    yield [Ask("declare", who, AWAIT, facts={"clock": table.state.clock}) for who in loosing]
    yield from warn(table, loosing)
    shots = [deed for who in loosing for deed in _build_loosed_shots(table.state, who)]
    yield e.AgendaChanged(deeds=(*table.state.pending, *shots), why="loosed")


def _has_anybody_begun(state: State) -> bool:
    """Return whether a turn has been taken this round, or comes on the count in play.

    Turns of the hidden are left out.
    """
    if any(get_turn(each).taken and not each.hidden for each in state.combatants.values()):
        return True
    return any(not state.combatants[who].hidden for who in _list_due(state))


def _build_loosed_shots(state: State, who: CombatantId) -> list[Deed]:
    declared = state.declared.get(who)
    if not isinstance(declared, Shoot) or state.clock is None:
        return []
    return list(build_turn_deeds(state, declared, state.clock))


# GAP.1: waiting.


def release(table: Table) -> Play:
    """Release the deeds that waited for a combatant that has acted, or can do no more."""
    state = table.state
    free = [deed.id for deed in state.pending if deed.standing and deed.held_for and is_over(state, deed.held_for)]
    if free:
        clock = state.clock or 0
        deeds = tuple(_without_wait(deed, clock) if deed.id in free else deed for deed in state.pending)
        yield e.AgendaChanged(deeds=deeds, why="what was awaited is done")


def _without_wait(deed: Deed, clock: int) -> Deed:
    """Return a deed that waits no more; casting that outlasts the round only goes on."""
    if isinstance(deed, LongCasting):
        return evolve(deed, held_for="")
    return evolve(deed, standing=False, number=max(deed.number if deed.number is not None else clock, clock))


def is_over(state: State, who: CombatantId) -> bool:
    """Return whether a combatant has had its turn and has no deed pending, or cannot act."""
    each = state.combatants[who]
    if not each.able:
        return True
    left = [deed for deed in state.pending if deed.who == who and not isinstance(deed, LongCasting)]
    return get_turn(each).taken and not left


def settle_mutual_waits(table: Table) -> Play:
    """Let the DM decide what happens where each waits for the other.

    It is decided as soon as nobody else is to come, those who are hidden left out. Return whether there were any.
    """
    held = _list_held_for_ever(table.state)
    if not held:
        return False
    waiting = list(dict.fromkeys(deed.who for deed in held))
    yield from ask_what_happens(table, waiting, ids("GAP.1"))
    clock = table.state.clock or 0
    idle = [Wait(f"{who}:wait", who, targets=(_get_awaited(held, who),), number=clock, timed=True) for who in waiting]
    kept = tuple(deed for deed in table.state.pending if deed not in held)
    yield e.AgendaChanged(deeds=(*kept, *idle), why=NOBODY_MOVES)
    return True


def _list_held_for_ever(state: State) -> list[Deed]:
    """Return the deeds that wait for somebody who never acts.

    There are none as long as the turn or deed of somebody who is not hidden is to come.
    """
    held = [deed for deed in state.pending if deed.standing and deed.held_for]
    if not held:
        return []
    coming = [who for _, who in _list_counts_to_come(state)]
    if any(not state.combatants[who].hidden for who in coming):
        return []
    awaited = {deed.who: deed.held_for for deed in held}
    while released := [who for who, other in awaited.items() if other in coming]:
        coming += released
        awaited = {who: other for who, other in awaited.items() if who not in released}
    return [deed for deed in held if deed.who in awaited]


def _get_awaited(held: Sequence[Deed], who: CombatantId) -> CombatantId:
    return next(deed.held_for for deed in held if deed.who == who)


def must_wait_for_turns(table: Table, moment: Moment) -> bool:
    """Return whether a moment must wait for turns that are still to come.

    It must if it holds what is done last in the round. Turns of the hidden hold up nothing.
    """
    if not any(get_lateness(deed) for deed in moment.deeds):
        return False
    combatants = table.state.combatants
    return any(not combatants[who].hidden for who in list_still_to_act(table.state))
