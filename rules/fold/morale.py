"""Folding morale: what a check calls for, until those who failed it have declared it."""

from collections.abc import Callable
from typing import Any

from rules import events as e
from rules.morale import WAYS
from rules.state import Combatant, Declaration, State, evolve, with_combatant


def obeyed(each: Combatant, declared: Declaration | None) -> Combatant:
    """Return a figure as the next round begins: what it declared to avoid by is not owed any more."""
    done = bool(each.must_avoid) and declared is not None and declared.avoid == each.must_avoid
    return evolve(each, must_avoid="") if done else each


def _morale_called(state: State, event: e.MoraleCalled) -> State:
    return evolve(state, marks={**state.marks, f"morale:{event.who}": event.losses})


def _morale_checked(state: State, event: e.MoraleChecked) -> State:
    for who in event.affected:
        state = with_combatant(state, who, must_avoid=WAYS.get(event.result, ""))
    return state


HANDLERS: dict[type[e.Event], Callable[[State, Any], State]] = {
    e.MoraleCalled: _morale_called,
    e.MoraleChecked: _morale_checked,
}
