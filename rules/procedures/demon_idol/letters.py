"""The action list: the letter of a deed, and its place in the round by letter and die."""

from collections.abc import Mapping

from rules.kernel.deeds import Deed
from rules.kernel.perception import is_side_seen
from rules.kernel.procedure import Table
from rules.kernel.state import State
from rules.kernel.terms import SEGMENTS, CombatantId
from rules.procedures.adnd.citations import Clauses
from rules.procedures.adnd.deed_types import Task
from rules.procedures.adnd.numbers import get_initiative_die
from rules.procedures.adnd.orders.base import Discharge
from rules.procedures.adnd.orders.listed import ORDERS
from rules.procedures.demon_idol.declaration_types import AssignedLetter, Hesitation
from rules.procedures.demon_idol.options import get_settings, ids

LETTERS = "PABCDEFG"
_OF_CLASS: Mapping[type[Deed], str] = {order.deed: order.action for order in ORDERS if not issubclass(order.deed, Task)}
FIRST_OF_ALL = -99
"""The place of an act that has just been set off, or that was prepared in the round before."""

DISCHARGED = tuple(kind for kind, letter in _OF_CLASS.items() if letter == Discharge.action)
"""The classes of deeds under D."""


def get_letter(state: State, deed: Deed, kind: type[Deed] | None = None) -> str:
    """Return the letter of a deed, or of a deed of class ``kind`` by the same combatant.

    Tasks, and other classes without a letter of their own, go by the letter that the DM put them under. Without that
    they go by the letter of their declaration.
    """
    letter = _find_letter_of_class(kind or type(deed))
    if letter:
        return letter
    declared = state.declared.get(deed.who)
    if declared is None:
        return "E"
    return declared.own(AssignedLetter).letter or (declared.action if isinstance(declared, Discharge) else "E")


def _find_letter_of_class(kind: type[Deed]) -> str:
    """Return the letter of a class of deeds; "" where it has none of its own."""
    for each in kind.__mro__:
        if each in _OF_CLASS:
            return _OF_CLASS[each]
    return ""


def get_delay(deed: Deed) -> int:
    """Return the segments that were lost in declaring a deed."""
    return max(0, deed.begins - 1)


def count_segments_to_move(state: State, deed: Deed) -> int:
    """Return the segments that a combatant moves in (6.3.delay).

    Each segment lost in declaring costs a tenth of the distance.
    """
    declared = state.declared.get(deed.who)
    return SEGMENTS - min(get_delay(deed), declared.own(Hesitation).delay if declared is not None else 0)


def compute_place(state: State, deed: Deed, sub: int = 0, kind: type[Deed] | None = None) -> tuple[int, ...]:
    """Return the place of a deed: the winner's side before the loser's, within a side by letter.

    The letter is that of class ``kind``, if given.

    A combatant that hesitated comes after those that it is tied with.

    Deeds under E come one after the other. A charge is therefore over, blows and all, before the next begins.
    """
    late, letter = 1 if get_delay(deed) else 0, get_letter(state, deed, kind)
    place = (-deed.initiative, late, LETTERS.index(letter))
    if letter == "E" and not is_shared(state, deed.who):
        return (*place, list(state.combatants).index(deed.who), sub)
    return (*place, sub)


def is_shared(state: State, who: CombatantId) -> bool:
    """Return whether a combatant's side acts together under one letter.

    It does on a tie, and by option always.
    """
    return get_settings(state).same_side_order == "simultaneous" or is_tied_with_anyone(state, who)


def are_dice_tied(state: State, one: CombatantId, other: CombatantId) -> bool:
    """Return whether the sides of two combatants rolled the same."""
    return get_initiative_die(state, one) == get_initiative_die(state, other)


def is_tied_with_anyone(state: State, who: CombatantId) -> bool:
    """Return whether another side that has been seen rolled the same as this combatant's."""
    side = state.combatants[who].side
    mine = state.initiative.get(side)
    for other in state.sides:
        if other != side and state.initiative.get(other) == mine and is_side_seen(state, other):
            return True
    return False


def cite_order(table: Table, deed: Deed, tied: bool) -> Clauses:
    """Return the clauses of the list and of the letter that place a deed."""
    if tied:
        return ids("TIE", "8.SIM")
    simultaneous = get_settings(table.state).same_side_order == "simultaneous"
    if simultaneous and len(table.state.acting) > 1:
        return ids("8.2", "OPT.same-side", f"LIST.{get_letter(table.state, deed)}")
    by = "TIE" if is_tied_with_anyone(table.state, deed.who) else "8.2"
    return ids(by, f"LIST.{get_letter(table.state, deed)}")
