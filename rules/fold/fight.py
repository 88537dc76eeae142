"""Folding what happens in the fiction."""

from collections.abc import Callable
from typing import Any

from rules import events as e
from rules.battlefield import moved, relocated
from rules.fold import sequence
from rules.state import Condition, SideSurprise, State, Turn, evolve, with_combatant


def _unchanged(state: State, event: e.Event) -> State:
    return state


def _distance(state: State, event: e.DistanceRolled) -> State:
    """Sides without positions stand on the line at this distance."""
    first = "party" if "party" in state.sides else state.sides[0]
    combatants = {
        who: each
        if each.figure.position is not None
        else evolve(each, place=(0 if each.side == first else event.feet * 100, 0))
        for who, each in state.combatants.items()
    }
    return evolve(state, combatants=combatants, notes={**state.notes, "distance_ft": event.feet})


def _reaction(state: State, event: e.ReactionRolled) -> State:
    return evolve(state, notes={**state.notes, f"reaction of {event.side}": event.band})


def _surprise_rolled(state: State, event: e.SurpriseRolled) -> State:
    known = SideSurprise(face=event.face, surprised=event.surprised)
    return evolve(state, surprise={**state.surprise, event.who or event.side: known})


def _side_surprised(state: State, event: e.SideSurprised) -> State:
    before = state.surprise.get(event.side, SideSurprise())
    known = SideSurprise(before.face, before.surprised, event.rolled, event.segments)
    return evolve(state, surprise={**state.surprise, event.side: known})


def _segments_lost(state: State, event: e.SegmentsLost) -> State:
    return evolve(state, lost_segments={**state.lost_segments, event.who: event.segments})


def _declared(state: State, event: e.Declared) -> State:
    return evolve(state, declared={**state.declared, event.who: event.declaration})


def _initiative(state: State, event: e.InitiativeRolled) -> State:
    key = event.who or event.side
    return evolve(state, initiative={**state.initiative, f"mid:{key}" if event.mid else key: event.number})


def _segment_began(state: State, event: e.SegmentBegan) -> State:
    if event.surprise:
        said = {who: evolve(state.combatants[who], last=order) for who, order in state.declared.items()}
        return evolve(state, clock=event.clock, declared={}, acting=(), combatants={**state.combatants, **said})
    return evolve(state, clock=event.clock, acting=())


def _moved(state: State, event: e.Moved) -> State:
    if event.relocated:
        return _relocated(state, event)
    state = moved(state, event.who, event.to)
    if event.closes:
        state = _engage(state, event.who, event.closes)
        return with_combatant(state, event.who, closing=event.closes)
    return state


def _relocated(state: State, event: e.Moved) -> State:
    """Put the figure where it lands; where it can be seen, that is something others may notice."""
    state = relocated(state, event.who, event.to)
    if state.combatants[event.who].hidden:
        return state
    return evolve(state, marks={**state.marks, f"relocated|{event.who}": 1})


def _charge_began(state: State, event: e.ChargeBegan) -> State:
    return with_combatant(state, event.who, charging=True)


def _charge_continues(state: State, event: e.ChargeContinues) -> State:
    return with_combatant(state, event.who, unfinished_charge=state.round)


def _charge_met(state: State, event: e.ChargeMet) -> State:
    return _engage(state, event.who, event.target)


def _engage(state: State, who: str, target: str) -> State:
    pair = (who, target) if who < target else (target, who)
    return state if pair in state.engaged else evolve(state, engaged=(*state.engaged, pair))


def _attacked(state: State, event: e.Attacked) -> State:
    if event.outcome:
        return sequence.struck(state, event)
    state = state if event.mode != "melee" else _engage(state, event.who, event.target)
    if event.opportunity:
        return _turn(state, event.who, seized=(*state.combatants[event.who].turn.seized, event.target))
    used = event.bonus or state.combatants[event.who].turn.attacked
    return state if used else _turn(state, event.who, attacked=True)


def _turn(state: State, who: str, **changes: Any) -> State:
    turn: Turn = evolve(state.combatants[who].turn, **changes)
    return with_combatant(state, who, turn=turn)


def _damaged(state: State, event: e.Damaged) -> State:
    if event.pool:
        return sequence.lose(state, event)
    each = state.combatants[event.who]
    hurt = each.turn if each.turn.hurt or not event.amount else evolve(each.turn, hurt=True)
    disturbed = each.spent.legs and event.amount and not each.spent.disturbed
    spent = evolve(each.spent, disturbed=True) if disturbed else each.spent
    return with_combatant(state, event.who, hp=event.left, turn=hurt, spent=spent)


def _helpless(state: State, event: e.HelplessMade) -> State:
    return _under(state, event.who, "helpless", None)


def _slain(state: State, event: e.Slain) -> State:
    return _under(state, event.who, "dead", None)


def _under(state: State, who: str, name: str, until: tuple[int, int] | None) -> State:
    each = state.combatants[who]
    rest = tuple(condition for condition in each.conditions if condition.name != name)
    return with_combatant(state, who, conditions=(*rest, Condition(name, until)))


def _healed(state: State, event: e.Healed) -> State:
    each = state.combatants[event.who]
    kept = each.conditions
    if event.left > 0:
        kept = tuple(condition for condition in kept if condition.name != "helpless")
    return with_combatant(state, event.who, hp=event.left, conditions=kept)


def _effect_began(state: State, event: e.EffectBegan) -> State:
    return _under(state, event.who, event.effect, event.until)


def _effect_ended(state: State, event: e.EffectEnded) -> State:
    each = state.combatants[event.who]
    kept = tuple(condition for condition in each.conditions if condition.name != event.effect)
    return with_combatant(state, event.who, conditions=kept)


def _psionic(state: State, event: e.PsionicExchanged) -> State:
    return with_combatant(state, event.who, psionic_attack=event.attack_left, psionic_defense=event.defense_left)


def _psionics_ended(state: State, event: e.PsionicsEnded) -> State:
    left = tuple(deed for deed in state.pending if not (deed.kind == "psionic" and deed.who == event.who))
    return evolve(state, pending=left)


def _fled(state: State, event: e.Fled) -> State:
    if event.to is not None:
        state = moved(state, event.who, event.to)
    return _under(state, event.who, "fled", None) if event.manner == "flee" else state


def _surrendered(state: State, event: e.Surrendered) -> State:
    return _under(state, event.who, "surrendered", None)


def _turned(state: State, event: e.UndeadTurned) -> State:
    name = {"turned": "turned", "destroyed": "dead"}.get(event.result)
    for who in event.affected if name else ():
        state = _under(state, who, name or "", None)
    return state


def _triggered(state: State, event: e.Triggered) -> State:
    marks = {**state.marks, f"{event.prepared}|{event.deed}": 1 if event.fires else 0}
    return evolve(state, marks={**marks, f"fired:{event.who}": event.round} if event.fires else marks)


def _bled(state: State, event: e.Bled) -> State:
    return with_combatant(state, event.who, hp=event.left)


def _recovered(state: State, event: e.Recovered) -> State:
    return _under(state, event.target, "tended", None) if event.how == "tend" and event.target else state


def _turn_began(state: State, event: e.TurnBegan) -> State:
    if event.anew:
        return _turn(state, event.who, taken=True, attacked=False)
    return _turn(state, event.who, taken=True)


def _engaged(state: State, event: e.Engaged) -> State:
    if not event.apart:
        return _engage(state, event.who, event.target)
    pair = {event.who, event.target}
    return evolve(state, engaged=tuple(each for each in state.engaged if set(each) != pair))


def _missile_held(state: State, event: e.MissileHeld) -> State:
    return _turn(state, event.who, missile="lost" if event.lost else "held")


def _parried(state: State, event: e.Parried) -> State:
    if event.once:
        return evolve(state, marks={**state.marks, f"parry|{event.who}|{event.against}": 0})
    return _turn(state, event.who, parrying=event.bonus if event.works else 0)


def _held_to_course(state: State, event: e.HeldToCourse) -> State:
    return _turn(state, event.who, held_to_course=event.held)


def _prepared(state: State, event: e.Prepared) -> State:
    return sequence.prepare(state, event) if event.weapon else state


def _dropped(state: State, event: e.Dropped) -> State:
    if event.items:
        return sequence.drop(state, event)
    return with_combatant(state, event.who, in_hand="")


HANDLERS: dict[type[e.Event], Callable[[State, Any], State]] = {
    e.ReactionRolled: _reaction,
    e.DistanceRolled: _distance,
    e.SurpriseRolled: _surprise_rolled,
    e.SideSurprised: _side_surprised,
    e.SegmentsLost: _segments_lost,
    e.Declared: _declared,
    e.Sealed: _unchanged,
    e.DeclarationsClosed: _unchanged,
    e.InitiativeRolled: _initiative,
    e.SegmentBegan: _segment_began,
    e.Moved: _moved,
    e.ChargeBegan: _charge_began,
    e.ChargeContinues: _charge_continues,
    e.ChargeMet: _charge_met,
    e.Attacked: _attacked,
    e.Damaged: _damaged,
    e.Healed: _healed,
    e.SavedOrNot: _unchanged,
    e.HelplessMade: _helpless,
    e.Slain: _slain,
    e.CantripTimed: _unchanged,
    e.UndeadTurned: _turned,
    e.EffectBegan: _effect_began,
    e.EffectDescribed: _unchanged,
    e.EffectEnded: _effect_ended,
    e.PsionicExchanged: _psionic,
    e.PsionicsEnded: _psionics_ended,
    e.Fled: _fled,
    e.Surrendered: _surrendered,
    e.Parleyed: _unchanged,
    e.Waited: _unchanged,
    e.WeaponSet: _unchanged,
    e.PhaseBegan: _unchanged,
    e.RosterRolled: _unchanged,
    e.Delayed: _unchanged,
    e.CasesNoted: _unchanged,
    e.Prepared: _prepared,
    e.Triggered: _triggered,
    e.Retaliated: _unchanged,
    e.Bled: _bled,
    e.Recovered: _recovered,
    e.TurnPassed: _unchanged,
    e.TurnBegan: _turn_began,
    e.Warned: _unchanged,
    e.Engaged: _engaged,
    e.MissileHeld: _missile_held,
    e.Parried: _parried,
    e.Thwarted: _unchanged,
    e.HeldToCourse: _held_to_course,
    e.Dropped: _dropped,
}
