"""The dice of the round, each by its key; the DM may rule another face for one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from encounters.pages.dm.desk import Desk
from encounters.pages.wording import name_of


@dataclass(frozen=True)
class Die:
    """One die: its key, the face that it showed, and the position of the input that rolled it."""

    purpose: str
    by: str
    sides: int
    n: int
    face: int
    input: int
    words: str = ""

    @property
    def query(self) -> str:
        """Return the die's key, for an address."""
        return urlencode({"purpose": self.purpose, "by": self.by, "sides": self.sides, "n": self.n})


def dice_of_round(desk: Desk) -> Iterator[Die]:
    """Yield every die of the round in play, with the face that it showed first."""
    seen: dict[tuple[str, str, int, int], bool] = {}
    for entry in desk.standing:
        if entry.event.round != desk.state.round:
            continue
        for rolled in entry.event.rolls:
            for at, face in enumerate(rolled.faces, rolled.first):
                key = (rolled.purpose, rolled.by, rolled.sides, at)
                if key not in seen:
                    seen[key] = True
                    words = f"{name_of(desk.state, rolled.by)}, {rolled.purpose.replace('_', ' ')}, d{rolled.sides}"
                    yield Die(*key, face, entry.input, words)


def shown_die(desk: Desk, asked: Mapping[str, str]) -> Die | None:
    """Return the die of this key; None where none has fallen in the round."""
    for die in dice_of_round(desk):
        if all(str(getattr(die, name)) == asked.get(name) for name in ("purpose", "by", "sides", "n")):
            return die
    return None
