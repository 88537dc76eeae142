"""Why something cannot be done: every refusal of Dew's sequence by its code, with the words for its sender alone.

What is no option of a form at all (another's prompt, an answer already given, the DM's own prompts, one who is
unconscious) cannot be sent: it is bad input and leaves no trace.
"""

from rules.dew.terms import ids
from rules.forms import Refusal

MESSAGES = {
    "NEED_ACTIVE_BLOW": "This needs an active blow and {who} has none left.",
    "NO_BLOW_LEFT": "{who} has no {kind} blow left.",
    "HEAVY_NEEDS_TWO": "A heavy weapon attack needs two blows, at least one active; {who} has {a} active and"
    " {r} reactive.",
    "NO_EN": "This costs {cost} EN and {who} has {en}.",
    "EN_PHASE_CAP": "This costs {cost} EN and {who} may expend only {left} more in this phase.",
    "NOT_ALERT": "{who} must be alert for this.",
    "MUST_BE_UNALERT": "{who} must be unalert for this.",
    "ALREADY_ALERT": "{who} is already alert.",
    "ALREADY_FALLEN": "{who} is already on the ground.",
    "NOT_HELD": "{who} is not holding {item}.",
    "NOT_SHEATHED": "{item} is not in a sheath or sling on {who}.",
    "NO_FREE_HAND": "{who} has no free hand; drop something first (free with any option).",
    "BROKEN": "{item} is broken.",
    "FLEXIBLE": "Flexible weapons cannot prepare a great blow.",
    "NO_SUCH_MODE": "{item} has no such mode of use.",
    "SELF_TARGET": "{who} cannot choose themself.",
    "OUT_OF_REACH": "Range {range} is outside reach {lo}-{hi} of {item}.",
    "BEYOND_SHOT": "Range {range} is beyond {max} for {item}.",
    "RANGE_1_6": "The new range must be 1 to {most}.",
    "NOT_FALLEN": "{target} has not fallen.",
    "NOT_OPPONENT": "{target} is on the same side.",
    "WEAPON_IN_OWN_OPTION": "{item} is used in {who}'s own simultaneous option.",
    "NOT_IN_PARRY_RANGE": "{attacker} is at range {range}, beyond {item}'s reach {hi}.",
    "CANNOT_PARRY_WITH": "{item} cannot parry.",
    "CHAIN_WEAPON": "Only another preparation of, or an attack with, {item} keeps the great blow; otherwise choose"
    " abandon.",
    "SPENT_IN_COMBAT": "{who} expended blows or EN in the combat phase.",
    "NO_ARMOR": "{who} has no armor to adjust.",
    "ENC_AT_MINIMUM": "Worn armor is already at half its basic encumbrance.",
    "NOTHING_TO_BORROW": "{who} has no {kind} blow left in next round's allowance.",
    "FALLEN_CANNOT_MOVE": "Fallen characters do not move under the present setting.",
    "CANNOT_REACT": "{who} cannot react to others' movement this round.",
    "TRACE_START": "The trace must start at {who}'s position.",
    "TRACE_TOO_LONG": "The trace is {length} inches long; the allowance is {allowance}.",
    "CHASE_END": "A chase trace must end at {target}'s starting position (unless the allowance ends first).",
    "BAD_FRACTION": "The fraction must be from 0 to 1.",
    "TARGET_ENDED": "{target} has already ended movement.",
    "NO_POSITIONS": "Trace movement needs a map position for every conscious character.",
    "DM_FORBIDS": "The DM ruled this out: {text}.",
}


def refuse(code: str, clause: str, **facts: object) -> Refusal:
    """The refusal of this code by this clause. Raises KeyError for an unknown code or a fact that is missing."""
    return Refusal(ids(clause)[0], MESSAGES[code].format(**facts))
