"""Abilities that are rolled for a new character, by a seed that is shown with the faces."""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.levels import ABILITIES
from rules.api import draw_face

BEST, PLAIN = "best", "plain"
WAYS = {BEST: (4, "4d6, the best three"), PLAIN: (3, "3d6, in order")}
"""How many dice are rolled for each ability, and the words for it."""

COUNTED = 3
"""The dice that count."""

PURPOSE = "abilities"

_STORED = re.compile(rf"(?P<way>{'|'.join(WAYS)}):(?P<seed>[0-9a-f]{{32}})")


@dataclass(frozen=True, slots=True)
class RolledAbility:
    """The dice of an ability."""

    key: str
    name: str
    faces: Sequence[int]
    """The faces as they fell."""
    dropped: int | None
    """The place of the die that does not count; None where all do."""

    @property
    def score(self) -> int:
        """Return the total of the dice that count."""
        return sum(face for n, face in enumerate(self.faces) if n != self.dropped)

    @property
    def words(self) -> str:
        """Return the score and its dice: "Wisdom 13: 6 (1) 4 3".

        The one in parentheses does not count.
        """
        faces = (f"({face})" if n == self.dropped else str(face) for n, face in enumerate(self.faces))
        return f"{self.name} {self.score}: {' '.join(faces)}"


@dataclass(frozen=True, slots=True)
class RolledAbilities:
    """The dice of all abilities."""

    way: str
    seed: str

    @property
    def stored(self) -> str:
        """Return the text from which the dice are read again."""
        return f"{self.way}:{self.seed}"

    @property
    def method(self) -> str:
        """Return the words for what is rolled."""
        return WAYS[self.way][1]

    @property
    def abilities(self) -> list[RolledAbility]:
        """Return the dice of each ability."""
        return [_roll(self.way, self.seed, key, name) for key, name in ABILITIES.items()]

    @property
    def words(self) -> str:
        """Return all of it in a line."""
        return f"{self.method}: {', '.join(each.words for each in self.abilities)}; seed {self.seed}"


def roll_abilities(way: str) -> RolledAbilities:
    """Roll abilities in one of WAYS."""
    return RolledAbilities(way, secrets.token_hex(16))


def read_rolled(stored: str) -> RolledAbilities | None:
    """Return the dice of a stored text; None for any other."""
    match = _STORED.fullmatch(stored)
    return RolledAbilities(match["way"], match["seed"]) if match is not None else None


def _roll(way: str, seed: str, key: str, name: str) -> RolledAbility:
    faces = [draw_face(seed, (PURPOSE, key, 6, n)) for n in range(WAYS[way][0])]
    return RolledAbility(key, name, faces, faces.index(min(faces)) if len(faces) > COUNTED else None)
