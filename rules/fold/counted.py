"""Folding what is counted, noticed and chosen under the ten rules of actions."""

from collections.abc import Callable
from typing import Any

from rules import events as e
from rules.state import State, evolve, with_combatant


def _counted(state: State, event: e.ActionCounted) -> State:
    return with_combatant(state, event.who, spent=event.spent)


def _observed(state: State, event: e.Observed) -> State:
    marks = {**state.marks, f"known:{event.who}": event.known}
    marks |= {f"event|{event.who}": event.clock or 0, f"said|{event.who}": 1}
    if f"relocated|{event.who}" in marks:
        marks[f"relocated|{event.who}"] = 0
    said = {about: words for about, words in state.happened.items() if about != event.who or words == event.what}
    return evolve(state, marks=marks, happened=said)


def _noticed(state: State, event: e.Noticed) -> State:
    since = state.marks.get(f"event|{event.target}", 0)
    marks = {**state.marks, f"noticed|{event.who}|{event.target}": since if event.notices else -1}
    return evolve(state, marks={**marks, f"behind|{event.who}|{event.target}": 1} if event.behind else marks)


def _mind_changed(state: State, event: e.MindChanged) -> State:
    """What he has noticed so far he has taken into account."""
    mine = {name: -1 for name in state.marks if name.startswith(f"noticed|{event.who}|")}
    return evolve(state, marks={**state.marks, **mine}) if mine else state


def _defence_chosen(state: State, event: e.DefenceChosen) -> State:
    return evolve(state, marks={**state.marks, f"parry|{event.who}|{event.against}": 1})


def _weapons_compared(state: State, event: e.WeaponsCompared) -> State:
    return evolve(state, marks={**state.marks, f"opposes:{event.weapon}:{event.other}": 1 if event.opposes else 0})


def _balance_tried(state: State, event: e.BalanceTried) -> State:
    return evolve(state, marks={**state.marks, f"balanced:{event.who}:{event.weapon}": 1 if event.balanced else 0})


HANDLERS: dict[type[e.Event], Callable[[State, Any], State]] = {
    e.ActionCounted: _counted,
    e.Observed: _observed,
    e.Noticed: _noticed,
    e.MindChanged: _mind_changed,
    e.DefenceChosen: _defence_chosen,
    e.WeaponsCompared: _weapons_compared,
    e.BalanceTried: _balance_tried,
}
