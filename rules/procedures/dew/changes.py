"""Changes of Dew's own state that several of its events and rulings make."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.kernel.frozen import Part, evolve
from rules.kernel.state import Combatant, State, keep
from rules.kernel.terms import CombatantId
from rules.procedures.dew.state import (
    SHIELD,
    Body,
    DewCombatant,
    DewGear,
    GreatBlowPreparation,
    Ledger,
    Movement,
    NextRulings,
    get_round,
    make_pair,
)
from rules.procedures.dew.terms import get_dew, get_dew_of

PARTS: Mapping[type[Part], str] = {
    Body: "body",
    Ledger: "ledger",
    DewGear: "gear",
    Movement: "movement",
    NextRulings: "ruled",
}
"""The field of each part of a combatant's Dew state."""


def change_combatant(each: Combatant, **parts: Part) -> Combatant:
    """Return a combatant with parts of its Dew state replaced. Its hit points are its EN."""
    kept = evolve(get_dew_of(each), **parts)
    return evolve(each, owned={**each.owned, DewCombatant: kept}, hp=kept.body.en)


def change_part(each: Combatant, kind: type[Part], **changes: Any) -> Combatant:
    """Return a combatant with one part of its Dew state changed."""
    name = PARTS[kind]
    return change_combatant(each, **{name: evolve(getattr(get_dew_of(each), name), **changes)})


def with_combatant_changed(state: State, who: CombatantId, each: Combatant) -> State:
    """Return the state with this combatant replaced."""
    return evolve(state, combatants={**state.combatants, who: each})


def with_part(state: State, who: CombatantId, kind: type[Part], **changes: Any) -> State:
    """Return the state with one part of a combatant's Dew state changed."""
    return with_combatant_changed(state, who, change_part(state.combatants[who], kind, **changes))


def with_dew(state: State, who: CombatantId, **parts: Part) -> State:
    """Return the state with these parts of a combatant's Dew state replaced."""
    return with_combatant_changed(state, who, change_combatant(state.combatants[who], **parts))


def with_each(state: State, changed: Mapping[CombatantId, Combatant]) -> State:
    """Return the state with several combatants replaced."""
    return evolve(state, combatants={**state.combatants, **changed})


def with_round(state: State, **changes: Any) -> State:
    """Return the state with some of its DewRound changed."""
    return keep(state, evolve(get_round(state), **changes))


def with_range(state: State, a: CombatantId, b: CombatantId, to: int) -> State:
    """Return the state with the range of a pair changed."""
    return with_round(state, ranges={**get_round(state).ranges, make_pair(a, b): to})


def lose_points(state: State, who: CombatantId, pool: str, left: int) -> State:
    """Return the state with points of a pool (BD or EN) set to what a blow left.

    Points lost to a blow do not count as expended.
    """
    return with_part(state, who, Body, **{"bd" if pool == "BD" else "en": left})


def with_items_moved(state: State, who: CombatantId, where: Mapping[str, str]) -> State:
    """Return the state with items moved to other places: "hand", "sheath" or "ground"."""
    return with_part(state, who, DewGear, carried={**get_dew(state, who).gear.carried, **where})


def drop_items(each: Combatant, items: Sequence[str]) -> Combatant:
    """Return a combatant without these items in its hands; weapons then lie on the ground."""
    kept = get_dew_of(each).gear
    return change_part(
        each,
        DewGear,
        carried={item: "ground" if item in items else where for item, where in kept.carried.items()},
        objects=tuple(item for item in kept.objects if item not in items),
        shield_held=kept.shield_held and SHIELD not in items,
    )


def number_name(each: DewGear, name: str) -> str:
    """Return the name for a grabbed object, with a number if something in hand has that name."""
    taken = (*each.carried, *each.objects, SHIELD)
    names = (name if number == 1 else f"{name} {number}" for number in range(1, len(taken) + 2))
    return next(each_name for each_name in names if each_name not in taken)


def set_preparations(each: Combatant, weapon: str, mode: str, count: int) -> Combatant:
    """Return a combatant with so many preparations of one weapon and mode; 0 removes them."""
    rest = tuple(p for p in get_dew_of(each).ledger.preparations if (p.weapon, p.mode) != (weapon, mode))
    return change_part(each, Ledger, preparations=(*rest, GreatBlowPreparation(weapon, mode, count)) if count else rest)
