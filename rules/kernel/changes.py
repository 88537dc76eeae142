"""Changes of the state that several events make."""

from rules.kernel.calls import CallResult
from rules.kernel.stat_block import NumberChange
from rules.kernel.state import Combatant, Condition, State, evolve, with_combatant
from rules.kernel.terms import CombatantId


def with_condition(
    state: State,
    who: CombatantId,
    name: str,
    until: tuple[int, int] | None = None,
    changes: tuple[NumberChange, ...] = (),
) -> State:
    """Return the state with a combatant under a condition, which changes these numbers.

    ``until`` is the round and clock that end it; None: never of itself.
    """
    return with_combatant(state, who, conditions=add_condition(state.combatants[who], name, until, changes))


def add_condition(
    each: Combatant, name: str, until: tuple[int, int] | None = None, changes: tuple[NumberChange, ...] = ()
) -> tuple[Condition, ...]:
    """Return a combatant's conditions with this one added, in place of one of the same name."""
    return (*remove_conditions(each, name), Condition(name, until, changes))


def remove_conditions(each: Combatant, *names: str) -> tuple[Condition, ...]:
    """Return a combatant's conditions without these."""
    return tuple(condition for condition in each.conditions if condition.name not in names)


def with_call_result(state: State, number: int, who: CombatantId, total: int, made: bool | None) -> State:
    """Return the state with a combatant's result of the open call of this number; 0 is none."""
    if not number:
        return state
    result = CallResult(who, total, made)
    calls = [evolve(each, results=(*each.results, result)) if each.number == number else each for each in state.calls]
    return evolve(state, calls=tuple(calls))
