"""The attacks of a turn, with a weapon in hand or with missiles (II.E, III.B, III.C)."""

from typing import Any

from rules.kernel.battlefield import measure_distance
from rules.kernel.deeds import Deed
from rules.kernel.effects import Ask
from rules.kernel.frozen import evolve
from rules.kernel.procedure import Table
from rules.kernel.state import State
from rules.kernel.terms import DM, CombatantId
from rules.procedures.adnd.blows import NO_MISSILES_LEFT, strike
from rules.procedures.adnd.deed_types import Attack, Blow, Charge, Move, Shot
from rules.procedures.adnd.moments import HIT, Need, Resolving
from rules.procedures.adnd.orders.avoid import Flight
from rules.procedures.adnd.orders.weapons import share_routine
from rules.procedures.adnd.procedure import as_adnd
from rules.procedures.crucible import opportunity
from rules.procedures.crucible.acts import explain_not_done, make_deed_lost
from rules.procedures.crucible.deed_types import AtEnd
from rules.procedures.crucible.deeds import NOT_DONE
from rules.procedures.crucible.numbers import (
    STANDING,
    cite_rate,
    is_in_reach,
)
from rules.procedures.crucible.options import ids
from rules.procedures.crucible.order import is_entering
from rules.procedures.crucible.state import get_turn

OWN_CLAUSES = ids("CAST.2")
"""Clauses cited because a combatant has spells."""


def resolve_attack(table: Table, deed: Attack, clauses: tuple[str, ...]) -> Resolving:
    """Resolve all attacks of a turn at once, at a target that is within reach (III.B)."""
    state = opportunity.as_begun(table, deed.who)
    if deed.status in NOT_DONE:
        yield make_deed_lost(deed, *explain_not_done(deed))
        return
    if deed.status is AtEnd and not (yield from _let_fight(table, deed)):
        return
    if isinstance(deed, Blow) and not any(_is_in_reach_of_blow(state, deed, each) for each in deed.targets):
        yield make_deed_lost(deed, "out of reach", ids("III.D"))
        return
    if isinstance(deed, Shot) and not any(_is_in_range(table, state, deed, each) for each in deed.targets):
        yield make_deed_lost(deed, "out of range", ids("III.A"))
        return
    if isinstance(deed, Shot) and not can_shoot(table.state, deed):
        yield make_deed_lost(deed, NO_MISSILES_LEFT, ids("III.A"))
        return
    if isinstance(deed, Shot):
        drawn = opportunity.list_drawn_by_shooting(state, deed.who, deed.targets[0])
        yield from opportunity.offer_attacks(table, deed.who, drawn, "shooting", ids("III.C.missile"))
        if not table.state.combatants[deed.who].able:
            return
    cited = () if table.quiet else tuple(dict.fromkeys((*clauses, *_cite_attack(table.state, deed))))
    weapon = state.combatants[deed.who].weapon(deed.weapon)
    assert weapon is not None
    for routine in range(1, deed.routines + 1):
        if routine > 1 and isinstance(deed, Shot) and not can_shoot(table.state, deed):
            return
        for named, chosen in share_routine(deed.targets, routine, deed.routines, len(weapon.blows)):
            target = _find_target(table, state, deed, named, is_first=routine == 1)
            if target:
                aimed = evolve(deed, routine=routine, targets=(target,), chosen=chosen)
                gap = measure_distance(state, deed.who, target)
                yield from strike(table, aimed, cited, gap=gap, seen=opportunity.as_begun(table, deed.who))


def can_shoot(state: State, deed: Shot) -> bool:
    """Return whether a missile is left for a shot."""
    me = state.combatants[deed.who]
    return me.count_missiles(me.weapon(deed.weapon)) != 0


def _find_target(table: Table, state: State, deed: Attack, named: CombatantId, *, is_first: bool) -> CombatantId:
    """Return the target of an attack: its own, or the next named that stands in reach.

    "" where there is none. A target that is down is struck at only where no other was named.
    """
    if len(deed.targets) == 1:
        return named if is_first or table.state.combatants[named].present else ""
    start = deed.targets.index(named)
    for each in (*deed.targets[start:], *deed.targets[:start]):
        near = _is_in_range(table, state, deed, each)
        near = near and (not isinstance(deed, Blow) or _is_in_reach_of_blow(state, deed, each))
        if near and table.state.combatants[each].able:
            return each
    return ""


def _is_in_range(table: Table, state: State, deed: Attack, target: CombatantId) -> bool:
    """Return whether what is shot or thrown carries as far as a target; a blow needs no range."""
    return not as_adnd(table.ruleset).is_out_of_range(state, deed, measure_distance(state, deed.who, target))


def _is_in_reach_of_blow(state: State, deed: Attack, target: CombatantId) -> bool:
    """Return whether a blow reaches a target.

    The target counts where it stands, or where it stood when both had their turns (II.F).
    """
    weapon = state.combatants[deed.who].weapon(deed.weapon)
    if is_in_reach(state, deed.who, target, weapon):
        return True
    before = opportunity.as_count_began(state, deed.who)
    if before is state:
        return False
    was_near = deed.status is None and measure_distance(before, deed.who, target) <= STANDING
    return was_near or is_in_reach(before, deed.who, target, weapon)


def _cite_attack(state: State, deed: Attack) -> tuple[str, ...]:
    me = state.combatants[deed.who]
    cited = ["III.B", "TURN.1"]
    moved = any(each.who == deed.who and isinstance(each, (Move, Charge)) for each in state.done)
    cited += ["III.B.targets"] if len(deed.targets) > 1 else []
    cited += ["III.D"] if moved else []
    cited += ["II.E"] if is_entering(deed) else []
    weapon = me.weapon(deed.weapon)
    bare = weapon is not None and (weapon.natural or weapon.id == "fist")
    cited += ["II.E.monk"] if bare and me.stat_block.creature.has_class("monk") else []
    cited += ["CAST.2"] if me.stat_block.powers.spells and get_turn(me).hurt else []
    if deed.number is None:
        cited += ["III.A", "READY.1", "READY.4"]
        opened = state.round == 1 and bool(state.surprise)
        cited += ["READY.2"] if opened else []
    if isinstance(deed, Blow) and deed.status is AtEnd:
        cited += ["WD.DR.5"]
    elif any(
        each.who == deed.who and isinstance(each, Flight) and each.order.way == "fall_back" for each in state.pending
    ):
        cited += ["WD.FB.1"]
    rates = cite_rate(me.stat_block) if isinstance(deed, Blow) else ()
    return (*ids(*cited), *rates)


def _let_fight(table: Table, deed: Deed) -> Any:
    """Ask the DM if a combatant that disengages may fight, and return the answer (WD.DR.5).

    It may only at the end of the order, and only if its foe is still within reach. Otherwise its deed is lost.
    """
    target = deed.targets[0]
    if not is_in_reach(table.state, deed.who, target):
        yield make_deed_lost(deed, "disengages", ids("WD.DR.1", "WD.DR.3"))
        return False
    ask = Ask("let_fight", DM, {"choice": "no"}, facts={"who": deed.who, "target": target}, clauses=ids("WD.DR.5"))
    answers = yield Need(HIT - 2, [ask])
    if answers[0]["choice"] == "yes":
        return True
    yield make_deed_lost(deed, "the DM does not let one who disengages fight", ids("WD.DR.3", "WD.DR.5"))
    return False
