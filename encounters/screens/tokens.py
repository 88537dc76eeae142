"""The token of a combatant: its sign on rosters, strips and battle maps."""

from dataclasses import dataclass, field

from encounters.narration.names import get_side_shape, pick_letters
from rules.api import Combatant


@dataclass(frozen=True, slots=True)
class Token:
    """A combatant's sign: a letter or number in the shape of its side (party, foes, other)."""

    side: str
    letter: str
    who: str = field(default="", compare=False)
    """The combatant whose picture stands for it, by the id that the viewer knows; "" for none."""


def build_token(side: str, name: str, who: str = "") -> Token:
    """Return the token of a combatant of this side and name."""
    return Token(get_side_shape(side), pick_letters(name), who)


def make_token(each: Combatant) -> Token:
    """Return a combatant's token, with the number or the initials of its name."""
    return build_token(each.side, each.name, each.id)
