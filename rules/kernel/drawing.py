"""Drawing of events: marks on the strip, flights over the map, and subjects that change."""

from enum import Enum, StrEnum

from rules.kernel.frozen import frozen
from rules.kernel.terms import CombatantId


class Topic(Enum):
    """A subject that an event changes. A screen renews the regions that are about it."""

    FIGHT = "fight"
    """The whole fight: it begins or ends, a round or its orders do, or the DM changes or takes back something."""
    ROUND = "round"
    """The course of the fight: the fight, a round or its orders begin or end, or something is taken back."""
    STAGE = "stage"
    """The stage or phase of the round."""
    SEGMENT = "segment"
    """The segment, count or beat in play."""
    INITIATIVE = "initiative"
    """Who won initiative."""
    SEALED = "sealed"
    """Who has sealed an order."""
    ASKED = "asked"
    """The questions and dice that are open, and who has answered."""
    REFUSED = "refused"
    """An answer that a clause forbade."""
    STORY = "story"
    """What has happened, and how the combatants are."""
    MAP = "map"
    """The battle map."""
    FLIGHT = "flight"
    """The flights and charges drawn over the map, which the next column changes."""


HAPPENED = frozenset({Topic.STORY})
ON_MAP = frozenset({Topic.STORY, Topic.MAP})
OVER_MAP = frozenset({Topic.STORY, Topic.MAP, Topic.FLIGHT})
WHOLE_FIGHT = frozenset({Topic.FIGHT})
WHOLE_ROUND = frozenset({Topic.FIGHT, Topic.ROUND})
OPEN_QUESTIONS = frozenset({Topic.ASKED})
"""The topics of most events."""


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
class Flight:
    """Something that goes from one combatant to others."""

    kind: FlightKind
    who: CombatantId
    targets: tuple[CombatantId, ...]
    words: str
    """The verb for each target: "shoots at"."""
