"""Saving throws: the number needed, the event, and what effects change, in words."""

from collections.abc import Generator
from fractions import Fraction
from typing import Any

from rules.kernel import events as e
from rules.kernel.effects import Rolled
from rules.kernel.procedure import Table
from rules.kernel.state import Combatant
from rules.kernel.terms import CombatantId, Save
from rules.procedures.adnd.moments import as_begun

AGAINST = {
    Save.PARALYSIS_POISON_DEATH: "poison, paralysis or death",
    Save.PETRIFICATION_POLYMORPH: "petrification or polymorph",
    Save.ROD_STAFF_WAND: "a rod, staff or wand",
    Save.BREATH: "breath",
    Save.SPELL: "a spell",
}
"""The categories of saving throws, as a sentence names what is resisted."""


def get_save_needed(each: Combatant, column: Save) -> int:
    """Return the number on the die that a combatant needs to save in a column of its table.

    It is 20 without one. What effects add to the die is taken from it.
    """
    return dict(each.stat_block.defence.saves).get(column, 20) - each.sum_changes("save")


def tell_save(
    table: Table,
    who: CombatantId,
    against: str,
    column: Save,
    rolled: Rolled,
    by: int = 0,
    *,
    follows: str = "",
    call: int = 0,
) -> Generator[e.Event, Any, bool]:
    """Yield the event of a saving throw, and return whether it was made.

    ``by`` is added to the die. ``follows`` is the DM's word on a failure, ``call`` the number of the DM's call for it.
    """
    each = as_begun(table).combatants[who]
    needed = get_save_needed(each, column) - by
    saved = rolled.faces[0] >= needed
    parts = [describe_changes(each, "save"), f"{against} {format_change(by)}" if by else ""]
    yield e.SavedOrNot(
        who=who,
        against=against,
        needed=needed,
        face=rolled.faces[0],
        saved=saved,
        working="" if table.quiet else ", ".join(part for part in parts if part),
        follows="" if saved else follows,
        call=call,
        rolls=(rolled,),
    )
    return saved


def describe_changes(each: Combatant, what: str) -> str:
    """Return what effects add to a number of a combatant: "blessed +1"; "" for nothing."""
    return ", ".join(f"{name.replace('_', ' ')} {format_change(by)}" for name, by in each.list_changes(what))


def format_change(by: int | Fraction) -> str:
    """Return a number with its sign: "+1", "-4.5"."""
    return f"{float(by):+g}"
