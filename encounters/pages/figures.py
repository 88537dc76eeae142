"""The figures of a character as its ruleset counts them, for a row of the roster and the head of a phone.

They tell everything: they are for the DM, and for whoever plays the character.
"""

from encounters.pages.wording import kind_line, weapon_short
from rules.api import Combatant, Standing, State, get_ruleset

IN_HAND = "In hand"


def figures(state: State, who: str) -> Standing:
    """How a character stands: ``vigour`` is to be shown first, ``pools`` all that harm takes, ``round`` what is used up
    one by one in a round, ``facts`` the rest in words."""
    return get_ruleset(state.ruleset).describe_standing(state, who)


def line(state: State, each: Combatant) -> str:
    """What somebody is and has, in one line: "ranger 4, sword, AC 4"."""
    known = figures(state, each.id).facts
    held = weapon_short(state, each.id, each.in_hand) if each.in_hand else ""
    facts = [f"{value} in hand" if what == IN_HAND else f"{_spoken(what)} {value}" for what, value in known]
    return ", ".join(word for word in (kind_line(each.stat_block), held, *facts) if word)


def _spoken(what: str) -> str:
    """A fact's name within a line: "Range" is range, "AC" stays."""
    return what if what.isupper() else what.lower()
