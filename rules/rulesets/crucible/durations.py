"""Spell durations: rounds stay rounds, turns stay turns, and how long a turn is in a fight."""

import re

from rules.adnd.magic import effect_form
from rules.forms import Form
from rules.rulesets.crucible.options import ids, option
from rules.state import OpenQuestion, State

ROUNDS_IN_A_TURN = 10
_DURATION = re.compile(r"([1-9]\d{0,3}) (round|turn)s?", re.ASCII)


def is_duration(given: object) -> bool:
    """Whether this is a duration in words: "3 rounds", "2 turns"."""
    return isinstance(given, str) and _DURATION.fullmatch(given) is not None


def lasting(state: State, text: str) -> tuple[tuple[int, int] | None, tuple[str, ...]]:
    """Until when something lasts that begins now, and the clauses; None where only the clock on the wall ends it.

    A turn is ten rounds or ten minutes, the sooner: among rounds of a fight that is ten rounds. Measured in minutes
    alone it outlasts any count of rounds, and the DM ends it.
    """
    found = _DURATION.fullmatch(text)
    assert found is not None
    number = int(found[1])
    if found[2] == "round":
        return (state.round + number, state.clock or 0), ids("DUR.1")
    if option(state, "turn_length") == "minutes":
        return None, ids("DUR.1", "DUR.2")
    return (state.round + ROUNDS_IN_A_TURN * number, state.clock or 0), ids("DUR.1", "DUR.2")


def form(state: State, question: OpenQuestion) -> Form:
    """What the DM may say of an effect, with durations in rounds and turns."""
    return effect_form(state, question, is_duration)
