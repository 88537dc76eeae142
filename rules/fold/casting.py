"""Folding what takes time to do: spells, devices and tasks."""

from collections.abc import Callable, Iterable
from typing import Any

from rules import events as e
from rules.figure import charged_item
from rules.state import Casting, State, evolve, with_combatant


def _affected(state: State, targets: Iterable[str]) -> State:
    """Whoever has begun to move, and comes under a spell, is disturbed in it."""
    for who in targets:
        spent = state.combatants[who].spent
        if spent.legs and not spent.disturbed:
            state = with_combatant(state, who, spent=evolve(spent, disturbed=True))
    return state


def _device_used(state: State, event: e.DeviceUsed) -> State:
    state = _affected(state, (who for who in event.targets if who != event.who))
    state = _put_down(state, event.who, event.device)
    each = state.combatants[event.who]
    item = charged_item(event.device)
    if item not in each.charges:
        return state
    left = max(0, each.charges[item] - event.discharges)
    return with_combatant(state, event.who, charges={**each.charges, item: left})


def _put_down(state: State, who: str, device: str) -> State:
    """The state with what was begun with this device over."""
    begun = state.combatants[who].casting
    return with_combatant(state, who, casting=None) if begun is not None and begun.what == device else state


def _device_failed(state: State, event: e.DeviceFailed) -> State:
    marks = {**state.marks, f"failed|{event.who}|{event.device}": 1}
    if event.worn:
        marks[f"late:{event.who}:{event.device}"] = state.round
    return evolve(_put_down(state, event.who, event.device), marks=marks)


def _spell_began(state: State, event: e.SpellBegan) -> State:
    return with_combatant(state, event.who, casting=Casting(event.spell, event.targets, event.done))


def _spell_continues(state: State, event: e.SpellContinues) -> State:
    return with_combatant(state, event.who, casting=Casting(event.spell, event.targets, event.done))


def _spell_over(state: State, event: e.SpellCompleted) -> State:
    state = _affected(state, (who for who in event.targets if who != event.who))
    return _forget(state, event.who, event.spell, True)


def _spell_spoiled(state: State, event: e.SpellSpoiled) -> State:
    pending = tuple(deed for deed in state.pending if deed.id != event.deed) if event.deed else state.pending
    return evolve(_forget(state, event.who, event.spell, event.forgotten), pending=pending)


def _forget(state: State, who: str, spell: str, forgotten: bool) -> State:
    each = state.combatants[who]
    kept = list(each.spells)
    if forgotten and spell in kept:
        kept.remove(spell)
    going_on = each.casting if each.casting is not None and each.casting.what != spell else None
    return with_combatant(state, who, spells=tuple(kept), casting=going_on)


def _task_continues(state: State, event: e.TaskContinues) -> State:
    return with_combatant(state, event.who, casting=Casting(event.task, (), event.done))


def _task_done(state: State, event: e.TaskDone) -> State:
    each = state.combatants[event.who]
    over = each.casting is not None and each.casting.what == event.task
    drawn = next((w.id for w in each.figure.weapons if event.task in (f"draw {w.id}", f"draw {w.name.lower()}")), "")
    return with_combatant(state, event.who, casting=None if over else each.casting, in_hand=drawn or each.in_hand)


def _task_given_up(state: State, event: e.TaskGivenUp) -> State:
    return with_combatant(state, event.who, casting=None)


HANDLERS: dict[type[e.Event], Callable[[State, Any], State]] = {
    e.SpellBegan: _spell_began,
    e.SpellContinues: _spell_continues,
    e.SpellCompleted: _spell_over,
    e.SpellSpoiled: _spell_spoiled,
    e.DeviceUsed: _device_used,
    e.DeviceFailed: _device_failed,
    e.TaskDone: _task_done,
    e.TaskContinues: _task_continues,
    e.TaskGivenUp: _task_given_up,
}
