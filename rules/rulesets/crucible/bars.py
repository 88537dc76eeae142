"""What Crucible forbids, and by which clause; what stops a deed, and what harm means to a caster."""

from collections.abc import Sequence

from rules.adnd.barring import bar_without_means, out_of_range
from rules.adnd.harm import being_cast
from rules.adnd.procedures import Clauses
from rules.forms import Refusal
from rules.rulesets.crucible.numbers import is_played, is_surprised, pace
from rules.rulesets.crucible.options import ids
from rules.state import Combatant, Deed, State
from rules.terms import CombatantId

LACKING = {
    "psionics": "GAP.1", "discharge": "GAP.1", "spell": "II.C", "shoot": "III.A", "device": "GAP.1", "turn": "GAP.1",
    "set": "II.E", "strike": "III.B",
}  # fmt: skip
"""The clause of what somebody lacks the means for."""

FIGHTING = (("D", "shoot"), ("D", "spell"), ("F", ""), ("G", ""), ("E", "charge"))


def _no(clause: str, reason: str) -> Refusal:
    return Refusal(f"CRUCIBLE.{clause}", reason)


def bar(state: State, who: CombatantId, letter: str, how: str) -> Refusal | None:
    """Which clause forbids a letter, or a way of doing it, to this figure now."""
    me = state.combatants[who]
    if letter != "C" and is_surprised(state, who):
        return _no("I.D", "is surprised")
    lacking = bar_without_means(state, who, letter, how, lambda lack, reason: _no(LACKING[lack], reason))
    return lacking or _bar_held(me, letter, how) or _bar_spent(state, me, letter, how)


def _bar_held(me: Combatant, letter: str, how: str) -> Refusal | None:
    if me.turn.held_to_course and letter not in ("A", "B", "C"):
        return _no("WD.GAME.2", "is held to the retreat")
    if me.turn.missile == "held" and letter != "C" and not (letter == "D" and how in ("", "shoot")):
        if letter == "D" and how.startswith("with:"):
            return None
        return _no("III.A.deadline", "held a missile ready: shoots now, or does nothing this round")
    return None


def _bar_spent(state: State, me: Combatant, letter: str, how: str) -> Refusal | None:
    if (letter, how) == ("D", "spell") and me.turn.hurt and me.casting is None:
        return _no("II.D", "was hurt: no more casting this round")
    if (letter, how) in FIGHTING and me.turn.attacked:
        return _no("III.B", "has made the attacks of this round")
    if letter == "E" and how in ("move", "close", "charge") and not pace(state, me.id):
        return _no("MOVE.4", "carries too much to move")
    return None


def bar_target(state: State, who: CombatantId, letter: str, how: str, target: CombatantId) -> Refusal | None:
    """Which clause forbids an action against this target."""
    me, other = state.combatants[who], state.combatants[target]
    if letter in ("E", "G") and other.has("fled"):
        if target in me.turn.seized:
            return _no("WD.FLEE.5", "struck at the back of one who fled, and does not pursue")
        return None
    if how == "shoot" and out_of_range(state, who, target):
        return _no("III.A", "is out of range")
    return None


def bar_morale(state: State, members: Sequence[CombatantId]) -> Refusal | None:
    """Return the clause by which player characters never check morale."""
    if members and all(is_played(state, who) for who in members):
        return _no("WD.MOR.3", "are player characters")
    return None


# What stops a deed.


def spoils(state: State, blow: Deed, nth: int, spell: Deed | None, target: CombatantId) -> Clauses | None:
    """II.D: a hit by itself breaks off nothing; it is damage that does."""
    return None


def lost(state: State, deed: Deed) -> tuple[str, Clauses] | None:
    """Why a pending deed cannot be done any more."""
    if deed.kind in ("turning", "psionic", "parley") and deed.targets and not state.combatants[deed.targets[0]].present:
        return "target gone", ids("GAP.1")
    if deed.kind in ("charge", "move") and deed.targets and not _can_be_followed(state, deed.targets[0]):
        return "target gone", ids("III.D")
    return None


def _can_be_followed(state: State, target: CombatantId) -> bool:
    other = state.combatants[target]
    return other.present or other.has("fled")


def harmed(state: State, who: CombatantId) -> Clauses:
    """II.D and CAST.1: what damage means to one who has spells and is not casting now: none this round."""
    me = state.combatants[who]
    if not me.spells or being_cast(state, who) or is_casting_done(state, who):
        return ()
    return ids("II.D", "CAST.1")


def is_casting_done(state: State, who: CombatantId) -> bool:
    """Whether a figure has completed its spell of the round, or does so in the moment in play."""
    return any(deed.who == who and deed.kind == "spell" for deed in state.done)
