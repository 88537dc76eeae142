"""Acts that are counted, and their kinds."""

from enum import Enum, auto

from rules.kernel.frozen import frozen
from rules.kernel.stat_block import Device, Spell, Weapon


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


@frozen
class CountedAct:
    """An act that is counted."""

    kind: ActKind
    what: str
    """Its name in a word or two."""
    weapon: Weapon | None = None
    spell: Spell | None = None
    device: Device | None = None
    mode: str = ""
    """The manner of an unarmed blow."""
    distance: int = 0
    """The length of a leg in hundredths of a foot."""
    charging: bool = False
    """The blow ends a charge in which a weapon was thrown."""
    defending: bool = False
    """The blow answers an attack."""
    times: int = 1
    """How many actions it is; as many are done as there is room for."""
