"""The dice of the round, each by its key; the DM may rule another face for one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from encounters.narration.names import name_of
from encounters.screens.dm.dm_view import DmView


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
    def key(self) -> dict[str, object]:
        """Return the die's key, for the query of an address."""
        return {"purpose": self.purpose, "by": self.by, "sides": self.sides, "n": self.n}


def list_dice_of_round(view: DmView) -> Iterator[Die]:
    """Yield every die of the round in play, with the face that it showed first."""
    seen: dict[tuple[str, str, int, int], bool] = {}
    for entry in view.entries:
        if entry.event.round != view.state.round:
            continue
        for rolled in entry.event.rolls:
            for at, face in enumerate(rolled.faces, rolled.first):
                key = (rolled.purpose, rolled.by, rolled.sides, at)
                if key not in seen:
                    seen[key] = True
                    words = f"{name_of(view.state, rolled.by)}, {rolled.purpose.replace('_', ' ')}, d{rolled.sides}"
                    yield Die(*key, face, entry.input, words)


def list_face_rulings(view: DmView) -> list[tuple[str, str]]:
    """Return every die of the round in play with its face, and the address that rules another."""
    return [(f"{die.words}: {die.face}", view.make_url("rule-face", die.key)) for die in list_dice_of_round(view)]


def find_die(view: DmView, asked: Mapping[str, str]) -> Die | None:
    """Return the die of this key; None where none has fallen in the round."""
    for die in list_dice_of_round(view):
        if all(str(getattr(die, name)) == asked.get(name) for name in ("purpose", "by", "sides", "n")):
            return die
    return None
