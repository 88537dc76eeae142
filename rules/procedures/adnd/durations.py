"""Durations of effects: segments, rounds and turns in words, and the moment that ends them."""

import re
from functools import lru_cache

from rules.kernel.dice import DiceText, parse_dice
from rules.kernel.frozen import frozen
from rules.kernel.state import State
from rules.kernel.terms import SEGMENTS
from rules.procedures.adnd.citations import Clauses

ROUNDS_IN_A_TURN = 10

SEGMENT, ROUND, TURN = "segment", "round", "turn"

_DURATION = re.compile(r"([1-9]\d{0,3}|[1-9]\d?d[1-9]\d{0,2}(?:[+-]\d{1,3})?) (segment|round|turn)(s?)", re.ASCII)


@frozen
class Duration:
    """A duration: how many segments, rounds or turns."""

    number: DiceText
    unit: str
    ending: str
    """An "s", where the unit stands in the plural."""

    def settle(self, number: int) -> "Duration":
        """Return the duration with the number that the dice gave."""
        return Duration(DiceText(0, 0, number), self.unit, self.ending)

    def __str__(self) -> str:
        """Return the duration in words."""
        return f"{self.number} {self.unit}{self.ending}"


@frozen
class Lasting:
    """The duration of an effect."""

    until: tuple[int, int] | None = None
    """The round and segment that end it, if any do."""
    words: str = ""
    """The duration in words."""
    clauses: Clauses = ()


@lru_cache(maxsize=1000)
def parse_duration(text: str) -> Duration | None:
    """Read a duration in words: "8 segments", "3 rounds", "1d4+1 turns"; None for other words."""
    found = _DURATION.fullmatch(text)
    return Duration(parse_dice(found[1]), found[2], found[3]) if found is not None else None


def is_duration(given: object) -> bool:
    """Return whether this is a duration in words."""
    return isinstance(given, str) and parse_duration(given) is not None


def compute_end(state: State, number: int, unit: str) -> tuple[int, int]:
    """Return the round and segment that end what begins now, in segments, rounds or turns.

    A turn is ten rounds.
    """
    clock = state.clock or 0
    if unit == SEGMENT:
        past = max(0, clock + number - 1)
        return state.round + past // SEGMENTS, past % SEGMENTS + 1
    return state.round + number * (ROUNDS_IN_A_TURN if unit == TURN else 1), clock


def compute_lasting(state: State, duration: Duration) -> Lasting:
    """Return how long an effect lasts that begins now, by a duration without dice."""
    return Lasting(compute_end(state, duration.number.plus, duration.unit))
