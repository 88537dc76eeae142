"""Durations of effects: segments, rounds and turns in words, and the moment that ends them."""

import re

from rules.kernel.frozen import frozen
from rules.kernel.state import State
from rules.kernel.terms import SEGMENTS
from rules.procedures.adnd.citations import Clauses

ROUNDS_IN_A_TURN = 10

_DURATION = re.compile(r"([1-9]\d{0,3}|[1-9]\d?d[1-9]\d{0,2}(?:[+-]\d{1,3})?) (segment|round|turn)s?", re.ASCII)


@frozen
class Lasting:
    """The duration of an effect."""

    until: tuple[int, int] | None = None
    """The round and segment that end it, if any do."""
    words: str = ""
    """The duration in words."""
    clauses: Clauses = ()


def is_duration(given: object) -> bool:
    """Return whether this is a duration in words: "8 segments", "3 rounds", "1d4+1 turns"."""
    return isinstance(given, str) and _DURATION.fullmatch(given) is not None


def compute_end(state: State, number: int, unit: str) -> tuple[int, int]:
    """Return the round and segment that end what begins now, in segments, rounds or turns.

    A turn is ten rounds.
    """
    clock = state.clock or 0
    if unit == "segment":
        past = max(0, clock + number - 1)
        return state.round + past // SEGMENTS, past % SEGMENTS + 1
    return state.round + number * (ROUNDS_IN_A_TURN if unit == "turn" else 1), clock


def read_duration(state: State, text: str) -> Lasting:
    """Return how long an effect lasts that begins now, by a duration in words without dice."""
    found = _DURATION.fullmatch(text)
    assert found is not None
    return Lasting(compute_end(state, int(found[1]), found[2]))
