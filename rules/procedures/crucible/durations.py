"""Spell durations in rounds and turns, and the length of a turn in a fight."""

import re

from rules.kernel.forms import Form
from rules.kernel.state import OpenQuestion, State
from rules.procedures.adnd import magic
from rules.procedures.adnd.procedure import Lasting
from rules.procedures.crucible.options import ids, option

ROUNDS_IN_A_TURN = 10
_DURATION = re.compile(r"([1-9]\d{0,3}) (round|turn)s?", re.ASCII)


def is_duration(given: object) -> bool:
    """Return whether this is a duration in words: "3 rounds", "2 turns"."""
    return isinstance(given, str) and _DURATION.fullmatch(given) is not None


def read_duration(state: State, text: str) -> Lasting:
    """Return how long an effect lasts that begins now (DUR.1, DUR.2).

    A turn is ten rounds or ten minutes, the sooner. In a fight that is ten rounds, unless the minutes are over before.

    By the option ``turn_length`` a turn is ten rounds whatever the clock shows, or minutes alone. Minutes alone outlast
    any number of rounds: there is no end in rounds, and the DM ends the effect.
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


def build_effect_form(state: State, question: OpenQuestion) -> Form:
    """Return the form in which the DM describes an effect, with durations in rounds and turns."""
    return magic.build_effect_form(state, question, is_duration)
