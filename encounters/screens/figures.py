"""A combatant's numbers under its ruleset, for a row of the roster and the head of a phone.

They hide nothing: they are for the DM and the player of the combatant only.
"""

from encounters.narration.names import describe_kind, shorten_weapon
from rules.api import Combatant, Standing, State, get_ruleset

IN_HAND = "In hand"


def figures(state: State, who: str) -> Standing:
    """Return a combatant's standing under its ruleset."""
    return get_ruleset(state.ruleset).describe_standing(state, who)


def line(state: State, each: Combatant) -> str:
    """Return a combatant's kind, weapon and facts in one line: "ranger 4, sword, AC 4"."""
    known = figures(state, each.id).facts
    held = shorten_weapon(state, each.id, each.in_hand) if each.in_hand else ""
    facts = [f"{value} in hand" if what == IN_HAND else f"{_spoken(what)} {value}" for what, value in known]
    return ", ".join(word for word in (describe_kind(each.stat_block), held, *facts) if word)


def _spoken(what: str) -> str:
    """Return a fact's name as it is written within a line: "range" for "Range", but "AC"."""
    return what if what.isupper() else what.lower()
