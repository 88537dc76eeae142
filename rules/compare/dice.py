"""Dice that repeat the faces of another procedure, and draw those that are missing.

A face repeats if purpose, roller and die agree.
"""

from collections.abc import Mapping

from rules.kernel.dice import Dice, FaceKey
from rules.kernel.effects import Roll, Rolled, join_sources
from rules.kernel.frozen import frozen
from rules.kernel.record import Face

OWN = "own"
"""The source of a face that was drawn for one procedure alone."""


@frozen
class CarriedDice:
    """The dice of one round under one procedure."""

    shown: Mapping[FaceKey, Face]
    """The faces to repeat."""
    spare: Dice
    """Gives all other faces."""

    def draw(self, roll: Roll, n: int) -> Rolled:
        """Return faces for a roll; its first die is the n-th of its kind."""
        keys = [(roll.purpose, roll.by, roll.sides, at) for at in range(n, n + roll.count)]
        found = [self.shown.get(key) for key in keys]
        faces = [each[0] for each in found if each is not None]
        if len(faces) < len(keys):
            drawn = self.spare.draw(roll, n).faces
            faces = [each[0] if each is not None else drawn[at] for at, each in enumerate(found)]
        source = join_sources(each[1] if each is not None else OWN for each in found)
        return Rolled(roll.purpose, roll.by, roll.count, roll.sides, tuple(faces), source, roll.hidden, n)

    def reveal_seed(self) -> str:
        """Return an empty text: a comparison has no seed."""
        return ""

    def get_commitments(self) -> tuple[str, str]:
        """Return empty commitments: a comparison has no seed."""
        return "", ""


def has_unshared_face(rolled: Rolled) -> bool:
    """Return whether a face of a roll was drawn for this procedure alone, and repeats none."""
    return OWN in rolled.sources
