"""Dice expressions: "2d4+1", "1d6", or a plain number such as "6"."""

import re
from fractions import Fraction
from functools import lru_cache

from rules.kernel.frozen import frozen

_WRITTEN = re.compile(r"(\d{1,3})d(\d{1,3})([+-]\d{1,4})?|(\d{1,4})", re.ASCII)


@frozen
class DiceText:
    """A dice expression: ``count`` dice of ``sides`` sides, and an addition.

    A plain number has no dice: 0d0.
    """

    count: int
    sides: int
    plus: int = 0
    """The addition, which may be negative."""

    def __str__(self) -> str:
        """Return the expression as it is written: "2d4+1", "1d6", "6"."""
        if not self.count:
            return str(self.plus)
        return f"{self.count}d{self.sides}" + (f"{self.plus:+d}" if self.plus else "")

    @property
    def average(self) -> Fraction:
        """Return the average result: 1d6 gives 7/2."""
        return Fraction(self.count * (self.sides + 1), 2) + self.plus


@lru_cache(maxsize=1000)
def parse_dice(text: str) -> DiceText:
    """Read a dice expression without spaces.

    Raises ValueError that quotes the text where it is malformed.
    """
    match = _WRITTEN.fullmatch(text)
    if match is None:
        raise ValueError(f'"{text}" is not a dice expression such as "2d4+1"')
    count, sides, plus, constant = (int(part or 0) for part in match.groups())
    if match.group(1) and not (count and sides):
        raise ValueError(f'"{text}" has no dice to roll')
    return DiceText(count, sides, plus + constant)
