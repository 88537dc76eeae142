"""Terms of Dew, and what its modules read of the state and change in it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.kernel.frozen import Part, evolve
from rules.kernel.state import Combatant, State, keep
from rules.kernel.terms import CombatantId
from rules.procedures.dew.clause_options import TEXT
from rules.procedures.dew.sheet import DewAttributes, DewEquipment, DewSheet
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

COMBAT, NONCOMBAT, MOVEMENT = "combat", "noncombat", "movement"
MELEE, THROWN, MISSILE = "melee", "thrown", "missile"
ACTIVE, REACTIVE = "active", "reactive"
SYLLABLES = 40
"""Number of characters of a speech before an option that are spoken (DEW.1.2c)."""
DEFAULTS = DewSheet()
"""The sheet of a combatant that has none of Dew: the catalogue's defaults."""

ids, get_settings = TEXT.ids, TEXT.get_settings


def get_dew(state: State, who: CombatantId) -> DewCombatant:
    """Return a combatant's Dew state as it is now."""
    # This repeats get_dew_of, to save a call: no function is called more often.
    each = state.combatants[who]
    found = each.owned.get(DewCombatant)
    return found if isinstance(found, DewCombatant) else get_sheet(each).keep_at_first()


def get_dew_of(each: Combatant) -> DewCombatant:
    """Return a combatant's Dew state as it is now, or what its sheet begins with if it has none."""
    found = each.owned.get(DewCombatant)
    return found if isinstance(found, DewCombatant) else get_sheet(each).keep_at_first()


def get_attributes(state: State, who: CombatantId) -> DewAttributes:
    """Return a combatant's attributes."""
    return get_sheet(state.combatants[who]).attributes


def get_equipment(state: State, who: CombatantId) -> DewEquipment:
    """Return the weapons and other things that a combatant brought in."""
    return get_sheet(state.combatants[who]).equipment


def get_sheet(each: Combatant) -> DewSheet:
    """Return a combatant's sheet, or the catalogue's defaults if it has none of Dew."""
    sheet = each.stat_block.sheet
    return sheet if isinstance(sheet, DewSheet) else DEFAULTS


def is_object(state: State, who: CombatantId) -> bool:
    """Return whether this is a thing, not a character."""
    return get_sheet(state.combatants[who]).kind == "object"


def list_present(state: State) -> tuple[CombatantId, ...]:
    """Return all characters and things that are present, in roster order."""
    return tuple([who for who, each in state.combatants.items() if each.present])


def list_conscious(state: State) -> tuple[CombatantId, ...]:
    """Return the characters who can be asked anything, in roster order."""
    return tuple([who for who, each in state.combatants.items() if can_be_asked(each)])


def is_conscious(state: State, who: CombatantId) -> bool:
    """Return whether a combatant is a character who is present and can be asked anything."""
    each = state.combatants.get(who)
    return each is not None and can_be_asked(each)


def list_seen(state: State, who: Iterable[CombatantId]) -> list[CombatantId]:
    """Return those of the combatants that are not hidden, in the same order."""
    return [each for each in who if not state.combatants[each].hidden]


def list_hidden(state: State, who: Iterable[CombatantId]) -> list[CombatantId]:
    """Return those of the combatants that are hidden, in the same order."""
    return [each for each in who if state.combatants[each].hidden]


def can_be_asked(each: Combatant) -> bool:
    """Return whether this is a conscious character who is present."""
    return each.present and get_dew_of(each).body.conscious and get_sheet(each).kind != "object"


def get_name(state: State, who: CombatantId) -> str:
    return state.combatants[who].name


# Changes that several events and rulings make.


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
