"""Shares of the experience and the coins of a fight.

Everybody has one share, a henchman half of one.
"""

from collections.abc import Mapping
from fractions import Fraction

WHOLE, HALF = Fraction(1), Fraction(1, 2)

Weights = Mapping[str, Fraction]
"""The shares of each who has any, by the character's id in the fight."""


def share_experience(total: int, weights: Weights) -> dict[str, int]:
    """Return the experience that each gets; fractions are dropped."""
    return _share(total, weights)


def share_coins(coins: int, weights: Weights) -> dict[str, int]:
    """Return the coins that each gets; those left over go to the first."""
    found = _share(coins, weights)
    for first in list(found)[:1]:
        found[first] += coins - sum(found.values())
    return found


def _share(amount: int, weights: Weights) -> dict[str, int]:
    shares = sum(weights.values())
    return {each: int(amount * weight / shares) for each, weight in weights.items()}


def write_shares(shares: Fraction) -> str:
    """Return a number of shares: "4½ shares", "1 share"."""
    whole, half = int(shares), "½" if shares % 1 else ""
    number = f"{whole or ''}{half}" or "0"
    return f"{number} share{'' if shares == 1 else 's'}"
