"""The kinds of acts that are counted."""

from enum import Enum, auto


class ActKind(Enum):
    """The sort of an act."""

    LEG = auto()
    """A leg of movement."""
    PEEK = auto()
    TASK = auto()
    DRAW = auto()
    SHOT = auto()
    THROW = auto()
    """A throw in a charge."""
    BLOW = auto()
    SPELL = auto()
    DEVICE = auto()
    WEAR = auto()
    REMOVE = auto()
    TURN = auto()
    PSIONIC = auto()
    SET = auto()
    PARRY = auto()
