"""Refusals of Dew by code, with the words for the sender alone.

A message that begins with a small letter follows the combatant's name; the others are whole sentences.

Input that is no option of a form is invalid and leaves no trace. That is: another's prompt, an answer already given,
the DM's own prompts, an unconscious combatant.
"""

from functools import cache

from rules.kernel.form_fields import Refusal
from rules.kernel.terms import ClauseId
from rules.procedures.dew.clause_options import TEXT

REFUSED = "1.2f"
"""The clause by which a refused choice changes nothing. Alone it refuses what cannot be."""

MESSAGES = {
    "NEED_ACTIVE_BLOW": "has no active blow left, and this needs one",
    "NEED_ACTIVE_TO_DRAW": "{item} is drawn with an active blow.",
    "NO_BLOW_LEFT": "has no {kind} blow left",
    "HEAVY_NEEDS_TWO": "has {a} active and {r} reactive; a heavy weapon takes two blows, one of them active",
    "NO_EN": "has {en} EN, and this costs {cost}",
    "EN_PHASE_CAP": "may expend {left} more EN in this phase, and this costs {cost}",
    "NOT_ALERT": "must be alert for this",
    "MUST_BE_UNALERT": "must not be alert for this",
    "ALREADY_ALERT": "is already alert",
    "ALREADY_FALLEN": "is already on the ground",
    "NOT_HELD": "does not hold {item}",
    "NOT_SHEATHED": "has no {item} in a sheath or sling",
    "NO_FREE_HAND": "has no free hand; to drop something first is free",
    "BROKEN": "{item} is broken.",
    "FLEXIBLE": "No great blow with a flexible weapon.",
    "NO_SUCH_MODE": "{item} is not used in that way.",
    "NO_SUCH_TARGET": "{target} is not there.",
    "SELF_TARGET": "cannot do this to oneself",
    "OUT_OF_REACH": "At range {range}; {item} reaches {lo} to {hi}.",
    "BEYOND_SHOT": "At range {range}; {item} goes as far as {max}.",
    "RANGE_1_6": "The new range is 1 to {most}.",
    "NOT_FALLEN": "{target} has not fallen.",
    "NOT_OPPONENT": "{target} is on the same side.",
    "WEAPON_IN_OWN_OPTION": "uses {item} in an option of this very beat",
    "NOT_IN_PARRY_RANGE": "{attacker} is at range {range}; {item} parries as far as {hi}.",
    "CANNOT_PARRY_WITH": "{item} cannot parry.",
    "CHAIN_WEAPON": "Only {item}, prepared again or used to attack, keeps the great blow. Else let it go.",
    "SPENT_IN_COMBAT": "has spent blows or EN in the combat phase",
    "NO_ARMOR": "has no armor to adjust",
    "ENC_AT_MINIMUM": "The armor is at half of its encumbrance already.",
    "NOTHING_TO_BORROW": "has no {kind} blow of the next round left",
    "FALLEN_CANNOT_MOVE": "Who has fallen does not move.",
    "CANNOT_REACT": "cannot react to others’ movement this round",
    "TRACE_START": "A trace starts where {who} stands.",
    "TRACE_TOO_LONG": "The trace is {length} inches long; {allowance} are left.",
    "CHASE_END": "A chase ends where {target} starts, unless the movement is over before.",
    "BAD_FRACTION": "From 0 to {most} inches of the way are left.",
    "TARGET_ENDED": "{target} is not moving.",
    "NO_POSITIONS": "Traces need a place for everybody who is conscious.",
    "DM_FORBIDS": "The DM ruled this out: {text}.",
}


def refuse(code: str, clause: str, *also: str, **facts: object) -> Refusal:
    """Return the refusal of this code by this clause, and by others ``also``.

    Like every refusal it changes nothing (1.2f). Raises KeyError for an unknown code or a missing fact.
    """
    words = MESSAGES[code]
    reason = words.format(**facts)
    cited, besides = _cite(clause, *also)
    return Refusal(cited, reason if words[0].islower() else f"{reason[:1].upper()}{reason[1:]}", besides)


@cache
def _cite(clause: str, *also: str) -> tuple[ClauseId, tuple[ClauseId, ...]]:
    """Return the clause that forbids, and those cited beside it."""
    return TEXT.ids(clause)[0], TEXT.ids(*(each for each in dict.fromkeys((*also, REFUSED)) if each != clause))
