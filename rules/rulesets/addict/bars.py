"""What ADDICT forbids, and by which clause: in the ten segments, and in those of surprise."""

from rules.adnd.barring import bar_without_means, out_of_range
from rules.adnd.charges import has_closed
from rules.adnd.comparing import AT_CONTACT
from rules.adnd.procedures import Clauses
from rules.battlefield import in_melee_distance
from rules.forms import Refusal
from rules.rulesets.addict.options import ids, option
from rules.state import Combatant, Deed, State
from rules.terms import SEGMENTS, CombatantId, Load

SURPRISE_SEGMENTS = "surprise segments"
LACKING = {
    "psionics": "V", "discharge": "VII.OTHER", "spell": "VII.C", "shoot": "VII.A.5", "device": "VII.C.7",
    "turn": "VII.OTHER", "set": "VII.OTHER", "strike": "VII.A.4",
}  # fmt: skip
"""The clause that a deed rests on for which somebody lacks the means."""


def _no(clause: str, reason: str) -> Refusal:
    return Refusal(f"ADDICT.{clause}", reason)


def bar(state: State, who: CombatantId, letter: str, how: str) -> Refusal | None:
    """Which clause forbids a letter, or a way of doing it, to this figure now."""
    if state.stage == SURPRISE_SEGMENTS:
        refusal = _bar_in_surprise(state, who, letter, how)
        if refusal is not None:
            return refusal
    return _bar_always(state, state.combatants[who], letter, how)


def _bar_always(state: State, me: Combatant, letter: str, how: str) -> Refusal | None:
    if (letter, how) == ("E", "charge"):
        heavy: tuple[Load, ...] = (Load.ENCUMBERED,)
        if option(state, "no_charge_load") == "heavy-or-worse":
            heavy = (Load.ENCUMBERED, Load.HEAVY, Load.VERY_HEAVY)
        if me.figure.load in heavy:
            return _no("VII.B.1.c", "is too encumbered to charge")
    return bar_without_means(state, me.id, letter, how, lambda lack, reason: _no(LACKING[lack], reason))


def bar_target(state: State, who: CombatantId, letter: str, how: str, target: CombatantId) -> Refusal | None:
    """Which clause forbids an action against this target."""
    if state.stage == SURPRISE_SEGMENTS and (letter == "G" or how == "shoot") and not free_to_aim(state, target):
        return _no("I.F", "is not surprised any more and cannot be aimed at")
    if state.stage == SURPRISE_SEGMENTS and letter == "G" and not in_melee_distance(state, who, target):
        return _no("I.D.1", "is not within reach")
    if how == "shoot" and out_of_range(state, who, target):
        return _no("VII.A.5", "is out of range")
    return None


# I: segments of surprise.


def segments_of_surprise(state: State) -> int:
    """Segments to play: to the last one that a side or anybody loses; by option only those that the sides lose."""
    sides = max((known.segments for known in state.surprise.values()), default=0)
    if option(state, "individual_tail") == "extra-segments":
        return max(sides, *state.lost_segments.values(), 0)
    return sides


def late_by(state: State, who: CombatantId) -> int:
    """I.C.5.tail, by option: how many segments of round 1 a figure loses whom his penalty still keeps surprised."""
    if state.round != 1 or who not in state.lost_segments:
        return 0
    return max(0, state.lost_segments[who] - segments_of_surprise(state))


def is_surprised(state: State, who: CombatantId) -> bool:
    """Whether a figure is surprised in the segment being played."""
    return (state.clock or 1) <= state.lost_segments.get(who, 0)


def side_lost(state: State, who: CombatantId) -> int:
    """The last segment in which the figure's side, or anybody on it, is surprised."""
    side = state.combatants[who].side
    known = state.surprise.get(side)
    own = [lost for each, lost in state.lost_segments.items() if state.combatants[each].side == side]
    return max(known.segments if known is not None else 0, *own, 0)


def is_freed(state: State, who: CombatantId) -> bool:
    """Surprised no more, while his side or another on it still is."""
    return (state.clock or 1) <= side_lost(state, who) and not is_surprised(state, who)


def free_to_aim(state: State, target: CombatantId) -> bool:
    """I.F: whole rounds of blows and missiles may be aimed only at those still surprised (or never surprised)."""
    return not is_freed(state, target)


def _bar_in_surprise(state: State, who: CombatantId, letter: str, how: str) -> Refusal | None:
    if is_surprised(state, who):
        return _bar_surprised(state, who, letter, how)
    if letter == "B" or (letter == "A" and how == "surrender"):
        return _no("I.D", "is none of the five actions of a surprise segment")
    if is_freed(state, who) and (letter in ("P", "G") or (letter, how) == ("D", "shoot")):
        return _no("I.E", "has only regained this segment: no blows, no missiles, no psionics")
    if (letter, how) == ("E", "charge"):
        return _no("I.D.3", "moves one segment in a segment of surprise")
    device = state.combatants[who].device(how.removeprefix("with:")) if how.startswith("with:") else None
    if device is not None and (device.activation or 1) > 1:
        return _no("I.D.5", "takes more than six seconds to use")
    return None


def _bar_surprised(state: State, who: CombatantId, letter: str, how: str) -> Refusal | None:
    """The surprised do nothing, but for a crossbow of speed in the second segment (I.C.6)."""
    if letter == "C":
        return None
    allowed = ["", "shoot", *(f"with:{weapon}" for weapon in shot_in_surprise(state, who))]
    if may_still_shoot(state, who) and letter == "D" and how in allowed:
        return None
    return _no("I.C.3", "is surprised")


def shot_in_surprise(state: State, who: CombatantId) -> list[str]:
    """I.C.6: a figure's weapons that shoot in the segment of surprise being played, surprised or not."""
    weapons = state.combatants[who].figure.weapons
    return [w.id for w in weapons if w.surprise_shot is not None and w.surprise_shot == state.clock]


def may_still_shoot(state: State, who: CombatantId) -> bool:
    """I.C.6: whether such a weapon is in the hands of one who is surprised for more than a segment."""
    return state.lost_segments.get(who, 0) > 1 and bool(shot_in_surprise(state, who))


# What stops a deed, and what breaks off a spell.


def spoils(state: State, blow: Deed, nth: int, spell: Deed | None, target: CombatantId) -> Clauses | None:
    """C.6, C.3: a hit breaks off the spell; of several routines only the first can, unless it takes a round."""
    whole_round = spell is None or (spell.number or SEGMENTS) >= SEGMENTS
    later = blow.routine > 1 or (blow.bonus > 0 and not blow.first)
    if later and not whole_round:
        return None
    if nth > 1 and not whole_round and option(state, "first_attack_means") == "first-blow":
        return None
    return ids("VII.C", "VII.C.6", *(("VII.C.3.full",) if later else ()))


def lost(state: State, deed: Deed) -> tuple[str, Clauses] | None:
    """Why a pending deed cannot be done any more."""
    if deed.part in ("contact", "blow", *AT_CONTACT) and not state.combatants[deed.targets[0]].present:
        return "target gone", ids("VII")
    if deed.kind == "melee" and deed.bonus == 2 and not deed.first and not state.combatants[deed.targets[0]].able:
        return "the slower weapon strikes no more", ids("VII.D.2.c")
    if deed.kind == "melee" and has_closed(state, deed.targets[0], deed.who):
        return CLOSING
    return None


CLOSING = "closing takes the round", ids("VII.B.close")
