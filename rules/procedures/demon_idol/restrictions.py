"""Restrictions of Demon Idol and their clauses: in the round and in segments of surprise."""

from rules.kernel.battlefield import is_in_melee_distance
from rules.kernel.forms import Refusal
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.procedures.adnd.orders.base import Means
from rules.procedures.adnd.orders.form import Way
from rules.procedures.adnd.restrictions import build_lacking_refusal, forbid_without_means, is_out_of_range
from rules.procedures.demon_idol.options import get_settings, refuse

SURPRISE_SEGMENTS = "surprise segments"
refuse_lacking = build_lacking_refusal(
    refuse,
    {
        Means.PSIONICS: "LIST.P",
        Means.DISCHARGE: "LIST.D",
        Means.SPELL: "LIST.D",
        Means.MISSILE: "LIST.D",
        Means.DEVICE: "LIST.D",
        Means.UNDEAD: "LIST.D",
        Means.SETTABLE: "LIST.F",
        Means.ARM: "LIST.G",
    },
    other="LIST",
)
"""The refusal for lack of means, by the clause of their kind."""


def forbid(state: State, who: CombatantId, letter: str, how: Way) -> Refusal | None:
    """Return the refusal of a letter, or of a way of doing it, to this combatant now.

    None where nothing forbids it.
    """
    if state.stage == SURPRISE_SEGMENTS and letter != "C" and is_surprised(state, who):
        return refuse("5.1", "is surprised")
    return forbid_without_means(state, who, letter, how, refuse_lacking)


def forbid_target(state: State, who: CombatantId, letter: str, how: str, target: CombatantId) -> Refusal | None:
    """Return the refusal of an action against this target; None where nothing forbids it."""
    harmful = letter in ("F", "G") or (letter == "D" and how != "turn")
    if state.stage == SURPRISE_SEGMENTS:
        hostile = state.combatants[who].side != state.combatants[target].side
        if harmful and hostile and is_untargetable(state, target):
            return refuse("5.DFG.target", "is too quick to be aimed at in this segment")
        if letter == "G" and not is_in_melee_distance(state, who, target):
            return refuse("5.DFG", "is not within reach")
    if how == "shoot" and is_out_of_range(state, who, target):
        return refuse("LIST.D", "is out of range")
    return None


def count_surprise_segments(state: State) -> int:
    """Return the number of segments to play: those that the most surprised side loses."""
    return max((known.segments for known in state.surprise.values()), default=0)


def is_surprised(state: State, who: CombatantId) -> bool:
    """Return whether a combatant is surprised in the segment being played."""
    return (state.clock or 1) <= state.lost_segments.get(who, 0)


def is_untargetable(state: State, who: CombatantId) -> bool:
    """Return whether a surprised combatant is too quick to be a target (5.DFG.target).

    Its reaction bonus is at least the number of the segment; by option, the number of segments that remain.
    """
    lost, now = state.lost_segments.get(who, 0), state.clock or 1
    if not is_surprised(state, who):
        return False
    number = now if get_settings(state).surprise_index == "ordinal" else lost - now + 1
    return state.combatants[who].stat_block.attack.reaction >= number
