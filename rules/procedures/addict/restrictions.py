"""Restrictions of ADDICT, each with its clause; lost deeds and broken-off spells."""

from rules.kernel.deeds import Deed
from rules.kernel.forms import Refusal
from rules.kernel.state import Combatant, State
from rules.kernel.terms import CombatantId, Load
from rules.procedures.addict.numbers import is_full_round_spell
from rules.procedures.addict.options import get_settings, ids, refuse
from rules.procedures.addict.surprise import SURPRISE_SEGMENTS, forbid_in_surprise, forbid_target_in_surprise
from rules.procedures.adnd.charges import has_closed
from rules.procedures.adnd.citations import Clauses
from rules.procedures.adnd.deed_types import Arrival, Blow, BlowAtContact, ChargeBlow
from rules.procedures.adnd.orders.base import Means
from rules.procedures.adnd.orders.form import Way
from rules.procedures.adnd.orders.spell import Casting
from rules.procedures.adnd.restrictions import build_lacking_refusal, forbid_without_means, is_out_of_range

refuse_lacking = build_lacking_refusal(
    refuse,
    {
        Means.PSIONICS: "V",
        Means.SPELL: "VII.C",
        Means.MISSILE: "VII.A.5",
        Means.DEVICE: "VII.C.7",
        Means.ARM: "VII.A.4",
    },
    other="VII.OTHER",
)
"""The refusal for lack of means, by the clause of their kind."""


def forbid(state: State, who: CombatantId, letter: str, how: Way) -> Refusal | None:
    """Return the refusal of a letter, or of a way of doing it; None where it is allowed now."""
    if state.stage == SURPRISE_SEGMENTS:
        refusal = forbid_in_surprise(state, who, letter, how)
        if refusal is not None:
            return refusal
    return _forbid_always(state, state.combatants[who], letter, how)


def _forbid_always(state: State, me: Combatant, letter: str, how: Way) -> Refusal | None:
    """Return the refusal that holds in every stage."""
    if letter == "E" and how in ("charge", "charge_to"):
        heavy: tuple[Load, ...] = (Load.ENCUMBERED,)
        if get_settings(state).no_charge_load == "heavy-or-worse":
            heavy = (Load.ENCUMBERED, Load.HEAVY, Load.VERY_HEAVY)
        if me.stat_block.pace.load in heavy:
            return refuse("VII.B.1.c", "is too encumbered to charge")
    return forbid_without_means(state, me.id, letter, how, refuse_lacking)


def forbid_target(state: State, who: CombatantId, letter: str, how: str, target: CombatantId) -> Refusal | None:
    """Return the refusal of an action against one target; None where it is allowed."""
    if state.stage == SURPRISE_SEGMENTS:
        refusal = forbid_target_in_surprise(state, who, letter, how, target)
        if refusal is not None:
            return refusal
    if how == "shoot" and is_out_of_range(state, who, target):
        return refuse("VII.A.5", "is out of range")
    return None


# Broken-off spells and lost deeds.


def cite_spoiling(state: State, blow: Deed, nth: int, spell: Deed | None, target: CombatantId) -> Clauses | None:
    """Return the clauses by which a hit breaks off a spell (C.6); None where it does not.

    Of several routines only the first can, unless the spell requires a full round (C.3). The option
    ``first_attack_means`` (first-blow) narrows that to the first blow; ``nth`` is the number of the blow.
    """
    me = state.combatants[target]
    cast = spell.order.spell if isinstance(spell, Casting) else me.casting.what if me.casting is not None else ""
    whole_round = is_full_round_spell(me, cast)
    later = blow.routine > 1 or (blow.bonus > 0 and not blow.first)
    if later and not whole_round:
        return None
    if nth > 1 and not whole_round and get_settings(state).first_attack_means == "first-blow":
        return None
    return ids("VII.C", "VII.C.6", *(("VII.C.3.full",) if later else ()))


def find_loss(state: State, deed: Deed) -> tuple[str, Clauses] | None:
    """Return why a pending deed cannot be done any more, with the clauses; None if it can."""
    met = isinstance(deed, (Arrival, ChargeBlow, BlowAtContact)) and deed.targets
    if met and not state.combatants[deed.targets[0]].present:
        return "target gone", ids("VII")
    if isinstance(deed, Blow) and deed.bonus == 2 and not deed.first and not state.combatants[deed.targets[0]].able:
        return "the slower weapon strikes no more", ids("VII.D.2.c")
    if isinstance(deed, Blow) and has_closed(state, deed.targets[0], deed.who):
        return CLOSING
    return None


CLOSING = "closing takes the round", ids("VII.B.close")
"""The reason and the clause where closing takes the round."""
