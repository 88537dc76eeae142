"""Step I: combatants surprised in a segment, and what may be done in it (I.C to I.F)."""

from rules.kernel.battlefield import is_in_melee_distance
from rules.kernel.forms import Refusal
from rules.kernel.perception import keep_counted
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.procedures.addict.options import get_settings, refuse
from rules.procedures.adnd.orders.form import Using, Way

SURPRISE_SEGMENTS = "surprise segments"
"""The stage in which the segments of surprise are played."""


# Who is surprised (I.C).


def count_surprise_segments(state: State) -> int:
    """Return the number of segments of surprise to play.

    They end with the last that a side or any combatant loses. By the option ``individual_tail`` (carry-into-round-1)
    they end with the last that a side loses.
    """
    sides = max((known.segments for known in state.surprise.values()), default=0)
    if get_settings(state).individual_tail == "extra-segments":
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
    """Return the last segment in which a combatant's side, or anybody on it, is surprised.

    Of a side that has been seen only those count who have been met.
    """
    side = state.combatants[who].side
    known = state.surprise.get(side)
    counted = keep_counted(each for each in state.combatants.values() if each.side == side)
    own = [state.lost_segments.get(each.id, 0) for each in counted]
    return max(known.segments if known is not None else 0, *own, 0)


def is_freed(state: State, who: CombatantId) -> bool:
    """Return whether a combatant is surprised no more, while its side or an ally still is."""
    return (state.clock or 1) <= find_last_surprised_segment(state, who) and not is_surprised(state, who)


# What may be done (I.C.6 to I.F).


def forbid_in_surprise(state: State, who: CombatantId, letter: str, how: Way) -> Refusal | None:
    """Return the refusal that holds only in a segment of surprise."""
    if is_surprised(state, who):
        return _forbid_surprised(state, who, letter, how)
    if letter == "B" or (letter == "A" and how == "surrender"):
        return refuse("I.D", "is none of the five actions of a surprise segment")
    if is_freed(state, who) and (letter in ("P", "G") or (letter, how) == ("D", "shoot")):
        return refuse("I.E", "has only regained this segment: no blows, no missiles, no psionics")
    if letter == "E" and how in ("charge", "charge_to"):
        return refuse("I.D.3", "moves one segment in a segment of surprise")
    device = state.combatants[who].device(how.thing) if isinstance(how, Using) else None
    if device is not None and (device.activation or 1) > 1:
        return refuse("I.D.5", "takes more than six seconds to use")
    return None


def _forbid_surprised(state: State, who: CombatantId, letter: str, how: Way) -> Refusal | None:
    """Return the refusal of an action to a surprised combatant.

    It does nothing, but for a crossbow of speed in the second segment (I.C.6). Waiting (C) is allowed.
    """
    if letter == "C":
        return None
    allowed: list[Way] = ["", "shoot", *(Using(weapon) for weapon in list_surprise_weapons(state, who))]
    if may_still_shoot(state, who) and letter == "D" and how in allowed:
        return None
    return refuse("I.C.3", "is surprised")


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


def place_crossbows_first(state: State, who: CombatantId) -> int:
    """Return the place of a combatant in a segment of surprise, low places first (I.C.6).

    A crossbow of speed in a surprised hand is first, unless the option ``crossbow_surprise_first`` is off.
    """
    return 0 if get_settings(state).crossbow_surprise_first and may_still_shoot(state, who) else 1


def may_triple_missiles(state: State) -> bool:
    """Return whether ready missiles have three times their rate now (I.D.2.ready).

    By option they have it in every segment, in the first, or never.
    """
    how = get_settings(state).ready_missiles_triple
    return how == "every-segment" or (how == "first-segment" and state.clock == 1)


def forbid_target_in_surprise(
    state: State, who: CombatantId, letter: str, how: str, target: CombatantId
) -> Refusal | None:
    """Return the refusal of a target that holds only in a segment of surprise."""
    if (letter == "G" or how == "shoot") and not may_be_aimed_at(state, target):
        return refuse("I.F", "is not surprised any more and cannot be aimed at")
    if letter == "G" and not is_in_melee_distance(state, who, target):
        return refuse("I.D.1", "is not within reach")
    return None


def may_be_aimed_at(state: State, target: CombatantId) -> bool:
    """Return whether whole rounds of blows and missiles may be aimed at a target (I.F).

    They may be aimed only at those still surprised, or never surprised.
    """
    return not is_freed(state, target)
