"""The resolution of what Crucible's text treats: moves, blows, shots, casting."""

from collections.abc import Iterator
from typing import Any

from rules.kernel import events as e
from rules.kernel.battlefield import between, distance, feet, toward
from rules.kernel.effects import Ask
from rules.kernel.procedure import Table
from rules.kernel.state import Deed, Place, State, evolve
from rules.kernel.terms import DM, CombatantId
from rules.procedures.adnd.acts import shared_resolution
from rules.procedures.adnd.blows import strike
from rules.procedures.adnd.deed_types import Attack, Blow, Charge, Completion, Flight, Move, Psionics, Shot, WeaponSet
from rules.procedures.adnd.magic import complete_spell, spell_began
from rules.procedures.adnd.moments import HIT, Need, Resolving, Telling
from rules.procedures.adnd.movement import approach, share_of_way, shorten, weapon_length
from rules.procedures.adnd.psionics import exchange_once
from rules.procedures.crucible import opportunity
from rules.procedures.crucible.deciding import is_entering
from rules.procedures.crucible.deed_types import Approach, AtEnd, CastingBegun, FullRound, Limited, LongCasting, TooFast
from rules.procedures.crucible.deeds import NOT_DONE
from rules.procedures.crucible.events import Engaged
from rules.procedures.crucible.numbers import (
    SQUARE,
    STANDING,
    in_reach,
    pace,
    pace_clauses,
    rate_clauses,
)
from rules.procedures.crucible.options import ids, option
from rules.procedures.crucible.state import turn_of

ROUNDED = 2
"""Hundredths of a foot by which a move may end beyond its reach: places are whole hundredths."""

# Moving.


def resolve_move(table: Table, deed: Move | Charge, clauses: tuple[str, ...]) -> Resolving:
    """Resolve a move to a place, or toward a combatant that is closed with or charged.

    It leads as far as the rate allows. Foes that it gives an attack of opportunity may strike before it (III.F).
    """
    state = opportunity.as_begun(table, deed.who)
    me = state.combatants[deed.who]
    limited = deed.status is Limited
    goal, closes = goal_of(state, deed)
    if isinstance(deed, Charge):
        yield e.ChargeBegan(
            who=me.id,
            target=deed.targets[0],
            distance_ft=feet(distance(state, me.id, deed.targets[0])),
            clauses=ids("II.E", "III.D"),
            segment=deed.number,
        )
    drawn = opportunity.drawn_by_moving(state, me.id, goal, limited=limited)
    why = ids("III.F", *(("STEP.4",) if limited else ()), *(("STEP.2",) if turn_of(me).left else ()))
    yield from opportunity.seize(table, me.id, drawn, "moving", why)
    if not table.state.combatants[me.id].able:
        return
    yield from _moved(table, deed, goal, closes, (*clauses, *_move_clauses(state, deed, goal, drawn == [])))


def goal_of(state: State, deed: Move | Charge) -> tuple[Place, CombatantId]:
    """Return the place that a move leads to, and the combatant that it closes with ("" if none)."""
    me = state.combatants[deed.who]
    if isinstance(deed, Move) and deed.to is not None:
        far = SQUARE if deed.status is Limited else pace(state, me.id) * 2
        further = between(me.place, deed.to) > far + ROUNDED
        return toward(me.place, deed.to, far) if further else deed.to, ""
    target = deed.targets[0]
    far, theirs = _rate(state, deed), 0
    gap = distance(state, me.id, target)
    if (other := _coming(state, deed)) is not None:
        pace_of_other = _rate(state, other)
        far, theirs = share_of_way(gap - SQUARE, far, pace_of_other), share_of_way(gap - SQUARE, pace_of_other, far)
    goal, covered = approach(state, me, target, SQUARE, far)
    return goal, target if gap - covered - theirs <= SQUARE else ""


def _rate(state: State, deed: Deed) -> int:
    """Return how far a move can lead toward a combatant, in hundredths of a foot.

    It is five feet if limited, the rate for an approach before an act, and otherwise twice the rate.
    """
    return SQUARE if deed.status is Limited else pace(state, deed.who) * (1 if deed.status is Approach else 2)


def _coming(state: State, deed: Deed) -> Deed | None:
    """Return the move by which the target comes to meet this combatant in the same moment."""
    for other in state.acting:
        if other.who in deed.targets and deed.who in other.targets and isinstance(other, (Move, Charge)):
            return other
    return None


def _move_clauses(state: State, deed: Deed, goal: Place, undrawn: bool) -> tuple[str, ...]:
    """Return the clauses of a move: rate, step, running, parts of a split move."""
    me = state.combatants[deed.who]
    covered = between(me.place, goal)
    turn = [each for each in (*state.pending, *state.done) if each.who == me.id]
    acting = [each for each in turn if isinstance(each, (Blow, Shot, Completion, CastingBegun))]
    alone = sum(isinstance(each, (Move, Charge)) for each in turn) == 1
    first = deed.slot == 0
    cited: list[str] = ["III.D"]
    if covered > pace(state, me.id):
        cited += ["III.D.fast", "MOVE.3"]
    elif acting and not (alone and first):
        cited.append("III.D.split")
    if deed.status is Limited:
        cited += ["STEP.3", "STEP.5", *(("STEP.4",) if undrawn else ())]
    elif covered == SQUARE and alone and first and undrawn:
        cited.append("STEP.1")
    return (*ids(*cited), *pace_clauses(state, me.id))


def _moved(table: Table, deed: Deed, goal: Place, closes: CombatantId, clauses: tuple[str, ...]) -> Telling:
    state = table.state
    me = state.combatants[deed.who]
    covered = between(me.place, goal)
    yield e.Moved(who=me.id, to=goal, feet=feet(covered), closes=closes, clauses=clauses, segment=deed.number)
    if deed.targets:
        yield from shorten(state, me, deed.targets[0], covered)
    yield from leave(table, me.id)
    if isinstance(deed, Charge) and closes:
        gap = feet(distance(state, me.id, closes))
        first = _longer(state, deed, closes)
        yield e.ChargeMet(
            who=me.id, target=closes, distance_ft=gap, first=first, clauses=ids("II.E", "III.D"), segment=deed.number
        )


def _longer(state: State, deed: Deed, target: CombatantId) -> CombatantId:
    """Return the id of the combatant with the longer weapon; "together" for equal lengths.

    It is the mover if the other has no attack left.
    """
    mine = next((each.weapon for each in state.pending if each.who == deed.who and isinstance(each, Blow)), "")
    one, other = state.combatants[deed.who], state.combatants[target]
    if turn_of(other).attacked or not other.able:
        return one.id
    difference = weapon_length(one, mine) - weapon_length(other, "")
    return "together" if difference == 0 else one.id if difference > 0 else other.id


def leave(table: Table, who: CombatantId, clauses: tuple[str, ...] = ()) -> Telling:
    """End the engagements with foes that are out of each other's reach by now."""
    for foe in opportunity.parted(table.state, who):
        yield Engaged(who=who, target=foe.id, apart=True, clauses=clauses)


# Attacks.


def resolve_attack(table: Table, deed: Attack, clauses: tuple[str, ...]) -> Resolving:
    """Resolve all attacks of a turn at once, at a target that is within reach (III.B)."""
    state, target = opportunity.as_begun(table, deed.who), deed.targets[0]
    if deed.status in NOT_DONE:
        yield _lost(deed, *_why_not(deed))
        return
    if deed.status is AtEnd and not (yield from _let_fight(table, deed)):
        return
    if isinstance(deed, Blow) and not _reaches(state, deed):
        yield _lost(deed, "out of reach", ids("III.D"))
        return
    if isinstance(deed, Shot):
        drawn = opportunity.drawn_by_shooting(state, deed.who, target)
        yield from opportunity.seize(table, deed.who, drawn, "shooting", ids("III.C.missile"))
        if not table.state.combatants[deed.who].able:
            return
    cited = tuple(dict.fromkeys((*clauses, *_attack_clauses(table.state, deed))))
    gap = distance(state, deed.who, target)
    for routine in range(1, deed.routines + 1):
        if routine > 1 and not table.state.combatants[target].present:
            return
        yield from strike(table, evolve(deed, routine=routine), cited, gap=gap)


def _reaches(state: State, deed: Deed) -> bool:
    """Return whether a blow reaches its target.

    The target counts where it stands, or where it stood when both had their turns (II.F).
    """
    target = deed.targets[0]
    if in_reach(state, deed.who, target):
        return True
    before = opportunity.as_count_began(state, deed.who)
    if before is state:
        return False
    was_near = deed.status is None and distance(before, deed.who, target) <= STANDING
    return was_near or in_reach(before, deed.who, target)


def _why_not(deed: Deed) -> tuple[str, tuple[str, ...]]:
    """Return the cause and clauses of an attack or spell that comes to nothing on its turn."""
    if deed.status is TooFast:
        return "moves too fast", ids("III.D.fast", "MOVE.3")
    return "has attacked or cast already", ids("III.B", "TURN.1")


def _lost(deed: Deed, cause: str, clauses: tuple[str, ...]) -> e.DeedLost:
    return e.DeedLost(who=deed.who, deed=deed.id, cause=cause, clauses=clauses, segment=deed.number)


def _attack_clauses(state: State, deed: Attack) -> tuple[str, ...]:
    me = state.combatants[deed.who]
    cited = ["III.B", "TURN.1"]
    moved = any(each.who == me.id and isinstance(each, (Move, Charge)) for each in state.done)
    cited += ["III.D"] if moved else []
    cited += ["II.E"] if is_entering(deed) else []
    weapon = me.weapon(deed.weapon)
    bare = weapon is not None and (weapon.natural or weapon.id == "fist")
    cited += ["II.E.monk"] if bare and me.stat_block.kind == "monk" else []
    cited += ["CAST.2"] if me.stat_block.spells and turn_of(me).hurt else []
    if deed.number is None:
        cited += ["III.A", "READY.1", "READY.4"]
        opened = state.round == 1 and bool(state.surprise)
        cited += ["READY.2"] if opened else []
    if isinstance(deed, Blow) and deed.status is AtEnd:
        cited += ["WD.DR.5"]
    elif any(each.who == me.id and isinstance(each, Flight) and each.mode == "fall_back" for each in state.pending):
        cited += ["WD.FB.1"]
    rates = rate_clauses(me.stat_block) if isinstance(deed, Blow) else ()
    return (*ids(*cited), *rates)


def _let_fight(table: Table, deed: Deed) -> Any:
    """Ask the DM if a combatant that disengages may fight, and return the answer (WD.DR.5).

    It may only at the end of the order, and only if its foe is still within reach. Otherwise its deed is lost.
    """
    target = deed.targets[0]
    if not in_reach(table.state, deed.who, target):
        yield _lost(deed, "disengages", ids("WD.DR.1", "WD.DR.3"))
        return False
    ask = Ask("let_fight", DM, {"choice": "no"}, facts={"who": deed.who, "target": target}, clauses=ids("WD.DR.5"))
    answers = yield Need(HIT - 2, [ask])
    if answers[0]["choice"] == "yes":
        return True
    yield _lost(deed, "the DM does not let one who disengages fight", ids("WD.DR.3", "WD.DR.5"))
    return False


# Casting.


def resolve_begin(table: Table, deed: CastingBegun, clauses: tuple[str, ...]) -> Resolving:
    """Resolve the beginning of a spell (II.C, III.C).

    Within an opponent's reach it draws that opponent's attack, as it begins or before (option ``aoo_on_cast``).
    """
    me = table.state.combatants[deed.who]
    completion = _completion(table.state, deed)
    if deed.status in NOT_DONE:
        yield from _not_cast(completion, *_why_not(deed))
        return
    drawn = opportunity.threatening_an_act(opportunity.as_begun(table, me.id), me.id)
    before = option(table.state, "aoo_on_cast") == "before"
    if before:
        yield from opportunity.seize(table, me.id, drawn, "casting", ids("III.C.cast"))
    me = table.state.combatants[deed.who]
    if not me.able or (turn_of(me).hurt and me.casting is None):
        yield from _not_cast(_completion(table.state, deed), "hurt before casting", ids("II.D", "CAST.1"))
        return
    yield spell_began(me, deed, ids("II.C", "II.C.casting", *(("CAST.4",) if drawn else ())))
    if not before:
        yield from opportunity.seize(table, me.id, drawn, "casting", ids("III.C.cast"))


def _completion(state: State, deed: CastingBegun) -> Deed | None:
    mine = [each for each in state.pending if each.who == deed.who and isinstance(each, (Completion, LongCasting))]
    return next((each for each in mine if each.spell == deed.spell), None)


def _not_cast(completion: Deed | None, cause: str, clauses: tuple[str, ...]) -> Iterator[e.Event]:
    if completion is not None:
        yield _lost(completion, cause, clauses)


def resolve_spell(table: Table, deed: Completion, clauses: tuple[str, ...]) -> Resolving:
    """Resolve the completion of a spell; a spell of a full round comes after everything else."""
    cited = ids("II.C.casting", *(("II.C.full",) if deed.status is FullRound else ()))
    yield from _leaving(table, deed, complete_spell(table, deed, tuple(dict.fromkeys((*clauses, *cited)))))


def _leaving(table: Table, deed: Deed, magic: Resolving) -> Resolving:
    """Resolve magic, then end the engagements of a combatant that it put somewhere else.

    Such a combatant has moved past nobody.
    """
    before = table.state.combatants[deed.who].place
    yield from magic
    if table.state.combatants[deed.who].place != before:
        yield from leave(table, deed.who)


# Setting a weapon, and acts that the text does not treat.


def resolve_set(table: Table, deed: WeaponSet, clauses: tuple[str, ...]) -> Resolving:
    """Set a weapon on the count; a foe that then enters meets it by its length."""
    yield e.WeaponSet(who=deed.who, weapon=deed.weapon, clauses=clauses, segment=deed.number)


def resolve_untreated(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """Resolve an act that the text does not treat, on the doer's own count (GAP.1)."""
    cited = tuple(dict.fromkeys((*clauses, *ids("GAP.1"))))
    yield from _leaving(table, deed, shared_resolution(deed)(table, deed, cited))


def resolve_psionic(table: Table, deed: Psionics, clauses: tuple[str, ...]) -> Resolving:
    """Resolve one psionic exchange, on the psionicist's own count (GAP.1)."""
    yield from exchange_once(table, deed, tuple(dict.fromkeys((*clauses, *ids("GAP.1")))))
