"""Dice: keyed faces, dice expressions, and the dice that the DM calls for.

A face is a pure function of its key, committed before the round, and can be checked after it. A key is (round seed,
purpose, by, sides, n): the n-th face of its kind this round. The order in which dice are rolled never matters. Two
seeds are committed when a round begins: ``open`` for everything that all perceive, shown when the round ends, and
``dm`` for the rest.
"""

import hashlib
import re
from fractions import Fraction
from functools import lru_cache
from typing import Protocol

from rules.kernel.effects import Roll, Rolled
from rules.kernel.frozen import frozen
from rules.kernel.terms import DM, CombatantId

FaceKey = tuple[str, str, int, int]
"""Purpose, by, sides, n (from 0): identifies a face within a round."""


class DiceError(ValueError):
    """Impossible dice: a face that the die does not have, or too many or too few faces."""


def commit_to_seed(seed: str) -> str:
    """Return the commitment to a seed given before the round: its SHA-256, in hexadecimal."""
    return hashlib.sha256(seed.encode()).hexdigest()


def draw_face(seed: str, key: FaceKey) -> int:
    """Return the face, 1 to sides, of this key under the seed; every face is equally likely."""
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
    """A source of faces."""

    def draw(self, roll: Roll, n: int) -> Rolled:
        """Return the faces of a roll whose first die is the n-th of its kind this round."""
        ...

    def reveal_seed(self) -> str:
        """Return the seed that is shown to all when the round ends, or ""."""
        ...

    def get_commitments(self) -> tuple[str, str]:
        """Return the commitments to the open seed and to the DM's seed."""
        ...


@frozen
class KeyedDice:
    """Faces from two committed seeds."""

    open_seed: str
    dm_seed: str

    def draw(self, roll: Roll, n: int) -> Rolled:
        seed = self.dm_seed if roll.hidden else self.open_seed
        faces = tuple([draw_face(seed, (roll.purpose, roll.by, roll.sides, at)) for at in range(n, n + roll.count)])
        return Rolled(roll.purpose, roll.by, roll.count, roll.sides, faces, "seed", roll.hidden, n)

    def reveal_seed(self) -> str:
        return self.open_seed

    def get_commitments(self) -> tuple[str, str]:
        return commit_to_seed(self.open_seed), commit_to_seed(self.dm_seed)


def build_typed_roll(roll: Roll, faces: tuple[int, ...], n: int, source: str = "typed") -> Rolled:
    """Return a roll with faces given by a person; the first face is the n-th of its kind.

    Raises DiceError for faces that these dice cannot show.
    """
    if len(faces) != roll.count:
        raise DiceError(f"{roll.count} faces are needed, {len(faces)} were given")
    for each in faces:
        if not 1 <= each <= roll.sides:
            raise DiceError(f"a d{roll.sides} has no face {each}")
    return Rolled(roll.purpose, roll.by, roll.count, roll.sides, faces, source, roll.hidden, n)


# Dice expressions: "2d4+1", "1d6", or a plain number such as "6".


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


# Calls of the DM: a saving throw or any dice, asked of chosen combatants at once.


SAVE_DIE = 20
"""The sides of the die of a saving throw."""


@frozen
class Call:
    """Dice that the DM calls for: a saving throw, or any dice with or without a number to reach."""

    who: tuple[CombatantId, ...]
    """The combatants who roll, each for itself."""
    save: str = ""
    """The category of the saving throw; "" for other dice."""
    dice: str = ""
    """The other dice: "1d20", "3d6+1"; "" for a saving throw."""
    modifier: int = 0
    """An addition to what is rolled; above 0 is better for a saving throw."""
    at_least: int | None = None
    """The least total that makes it; None where there is none, and for a saving throw."""
    at_most: int | None = None
    """The greatest total that makes it."""
    why: str = ""
    """The purpose in words, such as "the rope bridge"."""
    follows: str = ""
    """The result of a failure in words; nothing is changed by it."""
    secret: bool = False
    """The DM alone learns of it, and rolls."""

    @property
    def total_dice(self) -> DiceText:
        """Return the dice with the modifier.

        A saving throw is a d20: its number to reach has the modifier.
        """
        if self.save:
            return DiceText(1, SAVE_DIE)
        text = parse_dice(self.dice)
        return DiceText(text.count, text.sides, text.plus + self.modifier)

    @property
    def has_failure(self) -> bool:
        """Return whether the dice can fail."""
        return bool(self.save) or self.at_least is not None or self.at_most is not None

    def judge(self, total: int) -> bool | None:
        """Return whether a total of other dice is good enough; None without a number."""
        if not self.has_failure:
            return None
        return (self.at_least is None or total >= self.at_least) and (self.at_most is None or total <= self.at_most)

    def make_roll(self, who: CombatantId, hidden: bool) -> Roll:
        """Return the roll of one combatant.

        The DM's own dice are counted apart from those of the combatants.
        """
        dice = self.total_dice
        purpose = "saving_throw" if self.save else "effect"
        return Roll(purpose, DM if self.secret else who, dice.count, dice.sides, hidden)


@frozen
class CallResult:
    """The result of one combatant."""

    who: CombatantId
    total: int
    made: bool | None
    """None where there was no number to reach."""


@frozen
class OpenCall:
    """A call that not all have rolled for."""

    number: int
    """The number by which events name it while it is open, from 1."""
    call: Call
    results: tuple[CallResult, ...] = ()


def write_dice(typed: str) -> str:
    """Return dice as they are kept, from what a person typed: "1d20" from "D20"."""
    text = "".join(typed.lower().split())
    return f"1{text}" if text.startswith("d") else text
