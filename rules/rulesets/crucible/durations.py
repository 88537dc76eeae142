"""Spell durations: rounds stay rounds, turns stay turns, and how long a turn is in a fight."""

import re

from rules.adnd.magic import effect_form
from rules.adnd.procedures import Lasting
from rules.forms import Form
from rules.rulesets.crucible.options import ids, option
from rules.state import OpenQuestion, State

ROUNDS_IN_A_TURN = 10
_DURATION = re.compile(r"([1-9]\d{0,3}) (round|turn)s?", re.ASCII)


def is_duration(given: object) -> bool:
    """Whether this is a duration in words: "3 rounds", "2 turns"."""
    return isinstance(given, str) and _DURATION.fullmatch(given) is not None


def lasting(state: State, text: str) -> Lasting:
    """How long something lasts that begins now; what only the clock on the wall ends, the DM ends.

    A turn is ten rounds or ten minutes, the sooner: among rounds of a fight that is ten rounds, unless the minutes are
    over before. By option it is ten rounds whatever the clock says, or minutes alone, which outlast any count of
    rounds.
    """
    found = _DURATION.fullmatch(text)
    assert found is not None
    number = int(found[1])
    if found[2] == "round":
        return Lasting((state.round + number, state.clock or 0), f"for {text}", ids("DUR.1"))
    how, all_of_it = option(state, "turn_length"), ROUNDS_IN_A_TURN * number
    rounds, minutes = f"{all_of_it} rounds", f"{all_of_it} minutes"
    words = {"rounds": rounds, "minutes": minutes, "sooner": f"{rounds} or {minutes}, whichever is sooner"}
    until = None if how == "minutes" else (state.round + all_of_it, state.clock or 0)
    return Lasting(until, f"for {words[str(how)]}", ids("DUR.1", "DUR.2"))


def form(state: State, question: OpenQuestion) -> Form:
    """What the DM may say of an effect, with durations in rounds and turns."""
    return effect_form(state, question, is_duration)
