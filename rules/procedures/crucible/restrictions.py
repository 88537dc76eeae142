"""Crucible's restrictions and their clauses, deeds that are lost, and harm to casters."""

from collections.abc import Sequence

from rules.kernel.battlefield import is_sight_barred
from rules.kernel.deeds import Deed
from rules.kernel.forms import Refusal
from rules.kernel.rulings import CONDITIONS
from rules.kernel.state import Combatant, State
from rules.kernel.terms import CombatantId
from rules.procedures.adnd.citations import Clauses
from rules.procedures.adnd.deed_types import Charge, Move, Turning
from rules.procedures.adnd.harm import is_still_casting
from rules.procedures.adnd.orders.base import Means
from rules.procedures.adnd.orders.form import Using, Way
from rules.procedures.adnd.orders.parley import Parley
from rules.procedures.adnd.orders.spell import Completion
from rules.procedures.adnd.orders.use_psionics import Psionics
from rules.procedures.adnd.procedure import Affected
from rules.procedures.adnd.restrictions import build_lacking_refusal, forbid_without_means, is_out_of_range
from rules.procedures.crucible.numbers import compute_pace, is_played, is_surprised
from rules.procedures.crucible.options import ids, refuse
from rules.procedures.crucible.state import get_turn

refuse_lacking = build_lacking_refusal(
    refuse,
    {
        Means.SPELL: "II.C",
        Means.MISSILE: "III.A",
        Means.SETTABLE: "II.E",
        Means.ARM: "III.B",
    },
    other="GAP.1",
)
"""The refusal for lack of means, by the clause of their kind."""


READY_STAGE = "ready"
"""The stage of ready missiles, before initiative."""

FIGHTING = (("D", "shoot"), ("D", "spell"), ("F", ""), ("G", ""), ("E", "charge"))


def forbid(state: State, who: CombatantId, letter: str, how: Way) -> Refusal | None:
    """Return the refusal of a letter, or of a way of doing it, to this combatant now.

    None where nothing forbids it.
    """
    me = state.combatants[who]
    if letter != "C" and is_surprised(state, who):
        return refuse("I.D", "is surprised")
    lacking = forbid_without_means(state, who, letter, how, refuse_lacking)
    return lacking or _forbid_held(me, letter, how) or _forbid_spent(state, me, letter, how)


def _forbid_held(me: Combatant, letter: str, how: Way) -> Refusal | None:
    if get_turn(me).held_to_course and letter not in ("A", "B", "C"):
        return refuse("WD.GAME.2", "is held to the retreat")
    if get_turn(me).missile_held and letter != "C" and not (letter == "D" and how in ("", "shoot")):
        if letter == "D" and isinstance(how, Using):
            return None
        return refuse("III.A.deadline", "held a missile ready: shoots now, or does nothing this round")
    return None


def _forbid_spent(state: State, me: Combatant, letter: str, how: Way) -> Refusal | None:
    if (letter, how) == ("D", "spell") and get_turn(me).hurt and me.casting is None:
        return refuse("II.D", "was hurt: no more casting this round")
    if (letter, how) in FIGHTING and get_turn(me).attacked:
        return refuse("III.B", "has made the attacks of this round")
    if letter == "E" and how in ("move", "close", "charge", "charge_to") and not compute_pace(state, me.id):
        return refuse("MOVE.4", "carries too much to move")
    return None


def forbid_target(state: State, who: CombatantId, letter: str, how: str, target: CombatantId) -> Refusal | None:
    """Return the refusal of an action against this target; None where nothing forbids it."""
    me, other = state.combatants[who], state.combatants[target]
    if letter in ("E", "G") and other.has("fled"):
        if target in get_turn(me).opportunity_targets:
            return refuse("WD.FLEE.5", "struck at the back of one who fled, and does not pursue")
        return None
    if how == "shoot" and is_out_of_range(state, who, target):
        return refuse("III.A", "is out of range")
    if how == "shoot" and state.stage == READY_STAGE and is_sight_barred(state, who, target):
        return refuse("III.A", "has no sight of the target before initiative: a wall stands between")
    return None


def forbid_morale(state: State, members: Sequence[CombatantId]) -> Refusal | None:
    """Return the refusal to check the morale of player characters, who never do (WD.MOR.3)."""
    if members and all(is_played(state, who) for who in members):
        return refuse("WD.MOR.3", "are player characters")
    return None


# Deeds that cannot be done any more.


def find_loss(state: State, deed: Deed) -> tuple[str, Clauses] | None:
    """Return the cause and the clauses if a pending deed cannot be done any more, else None."""
    if isinstance(deed, (Turning, Psionics, Parley)) and deed.targets and not state.combatants[deed.targets[0]].present:
        return "target gone", ids("GAP.1")
    if isinstance(deed, (Charge, Move)) and deed.targets and not _can_be_followed(state, deed.targets[0]):
        return "target gone", ids("III.D")
    return None


def _can_be_followed(state: State, target: CombatantId) -> bool:
    other = state.combatants[target]
    return other.present or other.has("fled")


HARM = ids("II.D", "CAST.1")
"""The clauses cited when a combatant that has spells is hurt."""


def cite_harm(state: State, who: CombatantId) -> Clauses:
    """Return the clauses by which damage ends a combatant's casting this round (II.D, CAST.1).

    Empty for a combatant that has no spells, is casting now, or has completed its spell of the round.
    """
    me = state.combatants[who]
    if not me.spells or is_still_casting(state, who) or is_casting_done(state, who):
        return ()
    return HARM


BLINDING = ("dazzled", "in darkness")
"""Effects by which a combatant cannot see, beside the condition of being blinded."""

SLOWING = ("movement", "routines")
"""Numbers of what a combatant does in a round."""


def is_hindering(effect: Affected) -> bool:
    """Return whether an effect touches its bearer's acts (II.D).

    It forbids, forces, delays or slows them: a condition, blindness, fewer attacks or less movement. So does what has
    no numbers, such as confusion. An effect that only changes other numbers does not.
    """
    if effect.name in (*CONDITIONS, *BLINDING) or not effect.changes:
        return True
    return any(each.what in SLOWING and each.by < 0 for each in effect.changes)


def is_casting_done(state: State, who: CombatantId) -> bool:
    """Return whether a combatant has completed its spell of the round.

    A spell that is completed in the moment in play counts.
    """
    return any(deed.who == who and isinstance(deed, Completion) for deed in state.done)
