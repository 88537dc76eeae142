"""Dice that show what was shown before, where purpose, who and die agree; whatever is missing is drawn for itself."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.dice import Dice, Key
from rules.effects import Roll, Rolled
from rules.shown import Face

OWN = "own"
"""The source of a face that was drawn for one procedure alone."""


@dataclass(frozen=True)
class CarriedDice:
    """The dice of one round under one procedure: ``shown`` are the faces that carry over, ``spare`` gives the rest."""

    shown: Mapping[Key, Face]
    spare: Dice

    def draw(self, roll: Roll, n: int) -> Rolled:
        """Faces of a roll whose first die is the n-th of its kind."""
        keys = [(roll.purpose, roll.by, roll.sides, at) for at in range(n, n + roll.count)]
        found = [self.shown.get(key) for key in keys]
        faces = [each[0] for each in found if each is not None]
        if len(faces) < len(keys):
            drawn = self.spare.draw(roll, n).faces
            faces = [each[0] if each is not None else drawn[at] for at, each in enumerate(found)]
        sources = dict.fromkeys(each[1] if each is not None else OWN for each in found)
        source = "+".join(sources)
        return Rolled(roll.purpose, roll.by, roll.count, roll.sides, tuple(faces), source, roll.hidden, n)

    def revealed(self) -> str:
        """Nothing: no seed stands behind a comparison."""
        return ""

    def promises(self) -> tuple[str, str]:
        """None are given."""
        return "", ""


def is_own(rolled: Rolled) -> bool:
    """Whether any face of a roll was drawn for this procedure alone."""
    return OWN in rolled.source.split("+")
