"""Changes of Dew's own state that several of its events and rulings make."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.kernel.state import Combatant, State, evolve, keep
from rules.kernel.terms import CombatantId
from rules.procedures.dew.state import SHIELD, DewCombatant, Preparation, pair_of, round_of
from rules.procedures.dew.terms import dew_of, now


def change_combatant(each: Combatant, **changes: Any) -> Combatant:
    """Return a combatant with some of its Dew state changed. Its hit points are its EN."""
    kept = evolve(dew_of(each), **changes)
    return evolve(each, owned={**each.owned, DewCombatant: kept}, hp=kept.en)


def with_changed(state: State, who: CombatantId, each: Combatant) -> State:
    """Return the state with this combatant replaced."""
    return evolve(state, combatants={**state.combatants, who: each})


def with_dew(state: State, who: CombatantId, **changes: Any) -> State:
    """Return the state with some of one combatant's Dew state changed."""
    return with_each(state, {who: changes})


def with_each(state: State, changes: Mapping[CombatantId, Mapping[str, Any]]) -> State:
    """Return the state with some of the Dew state of several combatants changed."""
    combatants = dict(state.combatants)
    for who, each in changes.items():
        combatants[who] = change_combatant(combatants[who], **each)
    return evolve(state, combatants=combatants)


def with_round(state: State, **changes: Any) -> State:
    """Return the state with some of its DewRound changed."""
    return keep(state, evolve(round_of(state), **changes))


def with_range(state: State, a: CombatantId, b: CombatantId, to: int) -> State:
    """Return the state with the range of a pair changed."""
    return with_round(state, ranges={**round_of(state).ranges, pair_of(a, b): to})


def lose_points(state: State, who: CombatantId, pool: str, left: int) -> State:
    """Return the state with points of a pool (BD or EN) set to what a blow left.

    Points lost to a blow do not count as expended.
    """
    return with_dew(state, who, **{"bd" if pool == "BD" else "en": left})


def carry(state: State, who: CombatantId, where: Mapping[str, str]) -> State:
    """Return the state with weapons carried elsewhere: "hand", "ground"."""
    return with_dew(state, who, carried={**now(state, who).carried, **where})


def drop_items(each: Combatant, items: Sequence[str]) -> Combatant:
    """Return a combatant without these items in its hands; weapons then lie on the ground."""
    kept = dew_of(each)
    return change_combatant(
        each,
        carried={item: "ground" if item in items else where for item, where in kept.carried.items()},
        objects=tuple(item for item in kept.objects if item not in items),
        shield_held=kept.shield_held and SHIELD not in items,
    )


def name_another(each: DewCombatant, name: str) -> str:
    """Return the name for a grabbed thing, numbered if that name is in hand already."""
    taken = (*each.carried, *each.objects, SHIELD)
    names = (name if number == 1 else f"{name} {number}" for number in range(1, len(taken) + 2))
    return next(each_name for each_name in names if each_name not in taken)


def prepare(each: Combatant, weapon: str, mode: str, count: int) -> Combatant:
    """Return a combatant with so many preparations of one weapon and mode; 0 removes them."""
    rest = tuple(p for p in dew_of(each).preparations if (p.weapon, p.mode) != (weapon, mode))
    return change_combatant(each, preparations=(*rest, Preparation(weapon, mode, count)) if count else rest)
