"""Terms of Dew, and readings of the state that all of its modules use."""

from collections.abc import Iterable

from rules.kernel.state import Combatant, State
from rules.kernel.terms import CombatantId
from rules.procedures.dew.clause_options import TEXT
from rules.procedures.dew.sheet import DewAttributes, DewEquipment, DewSheet
from rules.procedures.dew.state import DewCombatant

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
    return get_dew_of(each).body.conscious and each.present and get_sheet(each).kind != "object"


def get_name(state: State, who: CombatantId) -> str:
    return state.combatants[who].name
