"""Keyed dice: a face is a pure function of its key, committed before the round and checkable after it.

A key is (round seed, purpose, by, sides, n): the n-th face of its kind this round. The order in which dice are
asked never matters. Two seeds are committed when a round opens: ``open`` for what everyone perceives, shown at the
round's close, and ``dm`` for the rest.
"""

import hashlib
from dataclasses import dataclass
from typing import Protocol

from rules.effects import Roll, Rolled

Key = tuple[str, str, int, int]
"""Purpose, by, sides, n (from 0): which face of a round."""


class DiceError(ValueError):
    """Dice that cannot be: a face the die does not have, or too many or too few of them."""


def commitment(seed: str) -> str:
    """The promise given for a seed before the round: its SHA-256, in hexadecimal."""
    return hashlib.sha256(seed.encode()).hexdigest()


def face(seed: str, key: Key) -> int:
    """The face, 1 to sides, that the seed gives for this key. Every face is equally likely."""
    purpose, by, sides, n = key
    stem = f"{seed}|{purpose}|{by}|{sides}|{n}|"
    limit = 2**64 - 2**64 % sides
    for attempt in range(1000):
        digest = hashlib.blake2b(f"{stem}{attempt}".encode(), digest_size=8).digest()
        number = int.from_bytes(digest, "big")
        if number < limit:
            return number % sides + 1
    raise DiceError(f"no face for {key}")


class Dice(Protocol):
    """Where faces come from."""

    def draw(self, roll: Roll, n: int) -> Rolled:
        """The faces of a roll whose first die is the n-th of its kind this round."""
        ...

    def revealed(self) -> str:
        """The seed that is shown to all when the round closes, or the empty text."""
        ...

    def promises(self) -> tuple[str, str]:
        """The commitments to the open seed and to the DM's."""
        ...


@dataclass(frozen=True)
class KeyedDice:
    """Faces from two committed seeds."""

    open_seed: str
    dm_seed: str

    def draw(self, roll: Roll, n: int) -> Rolled:
        seed = self.dm_seed if roll.hidden else self.open_seed
        faces = tuple(face(seed, (roll.purpose, roll.by, roll.sides, at)) for at in range(n, n + roll.count))
        return Rolled(roll.purpose, roll.by, roll.count, roll.sides, faces, "seed", roll.hidden, n)

    def revealed(self) -> str:
        return self.open_seed

    def promises(self) -> tuple[str, str]:
        return commitment(self.open_seed), commitment(self.dm_seed)


def typed(roll: Roll, faces: tuple[int, ...], n: int, source: str = "typed") -> Rolled:
    """A roll whose faces a person gave, the first the n-th of its kind. Raises DiceError for what no dice show."""
    if len(faces) != roll.count:
        raise DiceError(f"{roll.count} faces are needed, {len(faces)} were given")
    for each in faces:
        if not 1 <= each <= roll.sides:
            raise DiceError(f"a d{roll.sides} has no face {each}")
    return Rolled(roll.purpose, roll.by, roll.count, roll.sides, faces, source, roll.hidden, n)
