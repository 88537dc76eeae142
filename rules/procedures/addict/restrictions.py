"""The refusals of ADDICT with their clauses, lost deeds and broken-off spells.

The refusals hold in the ten segments or in the segments of surprise.
"""

from rules.kernel.battlefield import is_in_melee_distance
from rules.kernel.forms import Refusal
from rules.kernel.state import Combatant, Deed, State
from rules.kernel.terms import SEGMENTS, CombatantId, Load
from rules.procedures.addict.options import ids, option
from rules.procedures.adnd.charges import has_closed
from rules.procedures.adnd.citations import Clauses
from rules.procedures.adnd.deed_types import Arrival, Blow, BlowAtContact, ChargeBlow
from rules.procedures.adnd.restrictions import forbid_without_means, is_out_of_range

SURPRISE_SEGMENTS = "surprise segments"
"""The stage in which the segments of surprise are played."""
LACKING = {
    "psionics": "V", "discharge": "VII.OTHER", "spell": "VII.C", "shoot": "VII.A.5", "device": "VII.C.7",
    "turn": "VII.OTHER", "set": "VII.OTHER", "strike": "VII.A.4",
}  # fmt: skip
"""The clause on a kind of deed, cited where a combatant lacks the means for it."""


def _refuse(clause: str, reason: str) -> Refusal:
    return Refusal(f"ADDICT.{clause}", reason)


def forbid(state: State, who: CombatantId, letter: str, how: str) -> Refusal | None:
    """Return the refusal of a letter, or of a way of doing it; None where it is allowed now."""
    if state.stage == SURPRISE_SEGMENTS:
        refusal = _forbid_in_surprise(state, who, letter, how)
        if refusal is not None:
            return refusal
    return _forbid_always(state, state.combatants[who], letter, how)


def _forbid_always(state: State, me: Combatant, letter: str, how: str) -> Refusal | None:
    """Return the refusal that holds in every stage."""
    if (letter, how) == ("E", "charge"):
        heavy: tuple[Load, ...] = (Load.ENCUMBERED,)
        if option(state, "no_charge_load") == "heavy-or-worse":
            heavy = (Load.ENCUMBERED, Load.HEAVY, Load.VERY_HEAVY)
        if me.stat_block.pace.load in heavy:
            return _refuse("VII.B.1.c", "is too encumbered to charge")
    return forbid_without_means(state, me.id, letter, how, lambda lack, reason: _refuse(LACKING[lack], reason))


def forbid_target(state: State, who: CombatantId, letter: str, how: str, target: CombatantId) -> Refusal | None:
    """Return the refusal of an action against one target; None where it is allowed."""
    if state.stage == SURPRISE_SEGMENTS and (letter == "G" or how == "shoot") and not may_be_aimed_at(state, target):
        return _refuse("I.F", "is not surprised any more and cannot be aimed at")
    if state.stage == SURPRISE_SEGMENTS and letter == "G" and not is_in_melee_distance(state, who, target):
        return _refuse("I.D.1", "is not within reach")
    if how == "shoot" and is_out_of_range(state, who, target):
        return _refuse("VII.A.5", "is out of range")
    return None


# I: segments of surprise.


def count_surprise_segments(state: State) -> int:
    """Return the number of segments of surprise to play.

    They end with the last that a side or any combatant loses. By the option ``individual_tail`` (carry-into-round-1)
    they end with the last that a side loses.
    """
    sides = max((known.segments for known in state.surprise.values()), default=0)
    if option(state, "individual_tail") == "extra-segments":
        return max(sides, *state.lost_segments.values(), 0)
    return sides


def count_late_segments(state: State, who: CombatantId) -> int:
    """Return how many segments of round 1 surprise still costs a combatant (I.C.5.tail).

    It costs some only by option, where its own penalty outlasts the segments of surprise that are played.
    """
    if state.round != 1 or who not in state.lost_segments:
        return 0
    return max(0, state.lost_segments[who] - count_surprise_segments(state))


def is_surprised(state: State, who: CombatantId) -> bool:
    """Return whether a combatant is surprised in the segment being played."""
    return (state.clock or 1) <= state.lost_segments.get(who, 0)


def find_last_surprised_segment(state: State, who: CombatantId) -> int:
    """Return the last segment in which a combatant's side, or anybody on it, is surprised."""
    side = state.combatants[who].side
    known = state.surprise.get(side)
    own = [lost for each, lost in state.lost_segments.items() if state.combatants[each].side == side]
    return max(known.segments if known is not None else 0, *own, 0)


def is_freed(state: State, who: CombatantId) -> bool:
    """Return whether a combatant is surprised no more, while its side or an ally still is."""
    return (state.clock or 1) <= find_last_surprised_segment(state, who) and not is_surprised(state, who)


def may_be_aimed_at(state: State, target: CombatantId) -> bool:
    """Return whether whole rounds of blows and missiles may be aimed at a target (I.F).

    They may be aimed only at those still surprised, or never surprised.
    """
    return not is_freed(state, target)


def _forbid_in_surprise(state: State, who: CombatantId, letter: str, how: str) -> Refusal | None:
    """Return the refusal that holds only in a segment of surprise."""
    if is_surprised(state, who):
        return _forbid_surprised(state, who, letter, how)
    if letter == "B" or (letter == "A" and how == "surrender"):
        return _refuse("I.D", "is none of the five actions of a surprise segment")
    if is_freed(state, who) and (letter in ("P", "G") or (letter, how) == ("D", "shoot")):
        return _refuse("I.E", "has only regained this segment: no blows, no missiles, no psionics")
    if (letter, how) == ("E", "charge"):
        return _refuse("I.D.3", "moves one segment in a segment of surprise")
    device = state.combatants[who].device(how.removeprefix("with:")) if how.startswith("with:") else None
    if device is not None and (device.activation or 1) > 1:
        return _refuse("I.D.5", "takes more than six seconds to use")
    return None


def _forbid_surprised(state: State, who: CombatantId, letter: str, how: str) -> Refusal | None:
    """Return the refusal of an action to a surprised combatant.

    It does nothing, but for a crossbow of speed in the second segment (I.C.6). Waiting (C) is allowed.
    """
    if letter == "C":
        return None
    allowed = ["", "shoot", *(f"with:{weapon}" for weapon in list_surprise_weapons(state, who))]
    if may_still_shoot(state, who) and letter == "D" and how in allowed:
        return None
    return _refuse("I.C.3", "is surprised")


def list_surprise_weapons(state: State, who: CombatantId) -> list[str]:
    """Return the ids of weapons that shoot in the segment of surprise being played (I.C.6).

    They shoot whether or not the combatant is surprised.
    """
    weapons = state.combatants[who].stat_block.gear.weapons
    return [w.id for w in weapons if w.surprise_shot is not None and w.surprise_shot == state.clock]


def may_still_shoot(state: State, who: CombatantId) -> bool:
    """Return whether a combatant surprised for several segments may shoot now (I.C.6).

    Only a weapon from ``list_surprise_weapons`` allows it.
    """
    return state.lost_segments.get(who, 0) > 1 and bool(list_surprise_weapons(state, who))


# Broken-off spells and lost deeds.


def cite_spoiling(state: State, blow: Deed, nth: int, spell: Deed | None, target: CombatantId) -> Clauses | None:
    """Return the clauses by which a hit breaks off a spell (C.6); None where it does not.

    Of several routines only the first can, unless the spell takes a whole round (C.3). The option
    ``first_attack_means`` (first-blow) narrows that to the first blow; ``nth`` is the number of the blow.
    """
    whole_round = spell is None or (spell.number or SEGMENTS) >= SEGMENTS
    later = blow.routine > 1 or (blow.bonus > 0 and not blow.first)
    if later and not whole_round:
        return None
    if nth > 1 and not whole_round and option(state, "first_attack_means") == "first-blow":
        return None
    return ids("VII.C", "VII.C.6", *(("VII.C.3.full",) if later else ()))


def find_loss(state: State, deed: Deed) -> tuple[str, Clauses] | None:
    """Return why a pending deed cannot be done any more, with the clauses; None if it can."""
    if isinstance(deed, (Arrival, ChargeBlow, BlowAtContact)) and not state.combatants[deed.targets[0]].present:
        return "target gone", ids("VII")
    if isinstance(deed, Blow) and deed.bonus == 2 and not deed.first and not state.combatants[deed.targets[0]].able:
        return "the slower weapon strikes no more", ids("VII.D.2.c")
    if isinstance(deed, Blow) and has_closed(state, deed.targets[0], deed.who):
        return CLOSING
    return None


CLOSING = "closing takes the round", ids("VII.B.close")
"""The reason and the clause where closing takes the round."""
