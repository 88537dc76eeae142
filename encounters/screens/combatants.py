"""Combatants in words: numbers under their ruleset, conditions, and mobs shown as one.

The words hide nothing: they are for the DM and the player of the combatant only.
"""

from encounters.narration.columns import describe_left
from encounters.narration.effects import NUMBERS
from encounters.narration.names import describe_kind, shorten_weapon
from rules.api import Combatant, Condition, Standing, State, get_ruleset

IN_HAND = "In hand"


def read_standing(state: State, who: str) -> Standing:
    """Return a combatant's standing under its ruleset."""
    return get_ruleset(state.ruleset).describe_standing(state, who)


LEAST_MOB = 5
"""The number of members from which a mob has one row in a roster and one lane on a strip."""


def find_mobs(state: State) -> dict[str, list[str]]:
    """Return the members of each mob that is shown as one, by the mob's id.

    Only the combatants of this state are counted, so that nobody is told of those they have not met.
    """
    found: dict[str, list[str]] = {}
    for each in state.combatants.values():
        if each.stat_block.mob and not each.stat_block.played:
            found.setdefault(f"{each.side}-{each.stat_block.mob}", []).append(each.id)
    return {mob: who for mob, who in found.items() if len(who) >= LEAST_MOB}


def find_held(each: Combatant) -> str:
    """Return the weapon in hand; "" for none, or where the last of its kind was thrown."""
    return "" if each.is_thrown_away(each.weapon(each.in_hand)) else each.in_hand


def describe_in_line(state: State, each: Combatant) -> str:
    """Return a combatant's kind, weapon and facts in one line: "ranger 4, sword, AC 4"."""
    known = read_standing(state, each.id).facts
    held = find_held(each)
    facts = [f"{value} in hand" if what == IN_HAND else f"{_lower_fact(what)} {value}" for what, value in known]
    weapon = shorten_weapon(state, each.id, held) if held else ""
    return ", ".join(word for word in (describe_kind(each.stat_block), weapon, *facts) if word)


def describe_condition(state: State, condition: Condition) -> str:
    """Return a condition with what is left of it: "blessed, 2 rounds left"."""
    name = condition.name.replace("_", " ")
    return f"{name}, {describe_left(state, condition.until)}" if condition.until is not None else name


def describe_with_numbers(state: State, condition: Condition) -> str:
    """Return a condition with its numbers and what is left: "blessed (to hit +1), 1 round left"."""
    numbers = ", ".join(f"{NUMBERS[each.what]} {float(each.by):+g}" for each in condition.changes)
    name, comma, left = describe_condition(state, condition).partition(",")
    return f"{name}{f' ({numbers})' if numbers else ''}{comma}{left}"


def _lower_fact(what: str) -> str:
    """Return a fact's name as it is written within a line: "range" for "Range", but "AC"."""
    return what if what.isupper() else what.lower()
