"""Demon Idol's restrictions and their clauses: in the round and in segments of surprise."""

from rules.kernel.battlefield import is_in_melee_distance
from rules.kernel.forms import Refusal
from rules.kernel.state import Deed, State
from rules.kernel.terms import CombatantId
from rules.procedures.adnd.charges import has_closed
from rules.procedures.adnd.citations import Clauses
from rules.procedures.adnd.deed_types import Arrival, Blow, Charge, ChargeBlow, Completion
from rules.procedures.adnd.harm import is_still_casting
from rules.procedures.adnd.restrictions import forbid_without_means, is_out_of_range
from rules.procedures.demon_idol.deed_types import Answer
from rules.procedures.demon_idol.letters import are_dice_tied
from rules.procedures.demon_idol.options import ids, option

SURPRISE_SEGMENTS = "surprise segments"
LACKING = {
    "psionics": "LIST.P", "discharge": "LIST.D", "spell": "LIST.D", "shoot": "LIST.D", "device": "LIST.D",
    "turn": "LIST.D", "set": "LIST.F", "strike": "LIST.G",
}  # fmt: skip
CLOSING = "closing takes the round", ids("LIST.E")


def refuse(clause: str, reason: str) -> Refusal:
    """Return a refusal by a clause of this text."""
    return Refusal(f"DEMON.{clause}", reason)


def forbid(state: State, who: CombatantId, letter: str, how: str) -> Refusal | None:
    """Return the refusal of a letter, or of a way of doing it, to this combatant now.

    None where nothing forbids it.
    """
    if state.stage == SURPRISE_SEGMENTS and letter != "C" and is_surprised(state, who):
        return refuse("5.1", "is surprised")
    return forbid_without_means(state, who, letter, how, lambda lack, reason: refuse(LACKING[lack], reason))


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
    number = now if option(state, "surprise_index") == "ordinal" else lost - now + 1
    return state.combatants[who].stat_block.attack.reaction >= number


# Deeds that cannot be done any more, and spells that are lost.


def has_declared_spell(state: State, who: CombatantId) -> bool:
    """Return whether a hit loses a combatant's spell, begun or not (FN.11).

    It does from the declaration on, until the spell is completed in the moment in play.
    """
    if any(deed.who == who and isinstance(deed, Completion) for deed in state.acting):
        return False
    return any(deed.who == who and isinstance(deed, Completion) for deed in state.pending)


def cite_spoiling(state: State, blow: Deed, nth: int, spell: Deed | None, target: CombatantId) -> Clauses | None:
    """Return the clauses by which a hit loses a spell (FN.20), else None.

    By option, on a tie only a hit of a first routine loses it.
    """
    tied = are_dice_tied(state, blow.who, target)
    if blow.routine > 1 and tied and not option(state, "tie_mar_all_disrupt"):
        return None
    cited = ["NOTE.interrupt", "FN.20"]
    if spell is not None and not is_still_casting(state, target):
        cited.append("8.PREP.damage" if spell.when else "FN.11")
    if blow.routine > 1 and tied:
        cited.append("TIE.MAR")
    return ids(*cited)


def find_loss(state: State, deed: Deed) -> tuple[str, Clauses] | None:
    """Return the cause and the clauses if a pending deed cannot be done any more, else None."""
    if (isinstance(deed, (Arrival, ChargeBlow)) or deed.status is Answer) and deed.targets:
        if not state.combatants[deed.targets[0]].present:
            return "target gone", ids("8.2")
        if deed.status is Answer and deed.who in state.declared and _is_charge_over(state, deed):
            return "the charge does not come", ids("8.E.retaliate")
    if isinstance(deed, Blow) and has_closed(state, deed.targets[0], deed.who):
        return CLOSING
    return None


def _is_charge_over(state: State, answer: Deed) -> bool:
    """Return whether the charge that a blow was to answer is over without coming within reach."""
    charger = answer.targets[0]
    runs = [each for each in state.pending if each.who == charger and isinstance(each, Charge)]
    acting = any(each.who == charger and isinstance(each, Charge) for each in state.acting)
    return not runs and not acting and not is_in_melee_distance(state, answer.who, charger)
