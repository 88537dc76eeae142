"""The kinds of acts that are counted."""

from enum import Enum, auto


class ActKind(Enum):
    """The kind of an act."""

    LEG = auto()
    """A leg of movement."""
    PEEK = auto()
    """A look from cover and back; it counts as movement."""
    TASK = auto()
    DRAW_WEAPON = auto()
    SHOT = auto()
    THROW = auto()
    """A throw in a charge."""
    BLOW = auto()
    SPELL = auto()
    DEVICE = auto()
    PUT_ON = auto()
    """A device is put on."""
    TAKE_OFF = auto()
    """A device is taken off."""
    TURN_UNDEAD = auto()
    PSIONIC = auto()
    SET_WEAPON = auto()
    """A weapon is set against a charge."""
    PARRY = auto()
