"""Drawing of events: marks on the strip, and flights over the map."""

from enum import StrEnum

from rules.kernel.frozen import frozen
from rules.kernel.terms import CombatantId


class MarkKind(StrEnum):
    """The meaning of a mark; each kind has its own shape."""

    SPELL = "spell"
    CHARGE = "charge"
    MOVE = "move"
    BLOW = "blow"
    OPPORTUNITY = "opportunity"
    MISSILE = "missile"
    DEVICE = "device"
    TURNING = "turning"
    TASK = "task"
    PSIONIC = "psionic"
    PREPARED = "prepared"
    LATE = "late"
    ASKED = "asked"
    WORD = "word"
    DOWN = "down"
    DEAD = "dead"
    SHIELD = "shield"
    TURN = "turn"


@frozen(slots=True)
class EventMark:
    """A mark of something that is over as it happens, in the column of its event."""

    who: CombatantId
    """The combatant in whose lane it is drawn."""
    label: str = ""
    kind: MarkKind = MarkKind.WORD
    columns: int = 0
    """The number of columns that it covers, from the first of the round on; 0: that of its event."""


class FlightKind(StrEnum):
    """The kind of a flight; each has a line of its own."""

    SHOT = "shot"
    SPELL = "spell"


@frozen(slots=True)
class DrawnFlight:
    """Something that goes from one combatant to others."""

    kind: FlightKind
    who: CombatantId
    targets: tuple[CombatantId, ...]
    words: str
    """The verb for each target: "shoots at"."""
