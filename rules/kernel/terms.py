"""Vocabulary of the table: enums, ids and units of measurement.

Units. Time: segments (6 s), ten to a round, ten rounds to a turn. Ground: hundredths of a foot, as whole
numbers ("places"), so that nothing is a float. Movement rates: inches, as the books print them; one inch is
10 feet indoors and 10 yards outdoors, and a rate of N inches is N feet (yards outdoors) a segment.
"""

from enum import StrEnum

CombatantId = str
SideId = str
ClauseId = str

Place = tuple[int, int]
"""A place on the battlefield: x and y in hundredths of a foot."""

SEGMENTS = 10
"""Segments in a round."""

DM = "dm"
"""The viewer who sees everything, and the person who answers for the world."""

NO_PLAYER = ("", DM, "bot", "default")
"""The authors of answers that no player gave: scenario files, the DM, bots, and defaults."""

DECLARE = "declare"
"""The question that an order answers."""

PUBLIC = "public"
"""The viewer who stands for all: what the party perceives openly, and so every spectator."""

HUNDREDTHS = 100
"""Hundredths of a foot in a foot."""


class Action(StrEnum):
    """The letters of the Dungeon Master's list of actions."""

    PSIONICS = "P"
    AVOID = "A"
    PARLEY = "B"
    AWAIT = "C"
    DISCHARGE = "D"
    MOVE = "E"
    SET = "F"
    STRIKE = "G"


ACTION_NAMES = {
    Action.PSIONICS: "Psionics",
    Action.AVOID: "Avoid",
    Action.PARLEY: "Parley",
    Action.AWAIT: "Await",
    Action.DISCHARGE: "Cast, shoot or use",
    Action.MOVE: "Move",
    Action.SET: "Set against a charge",
    Action.STRIKE: "Strike",
}


class Setting(StrEnum):
    """The setting of the fight: an inch is ten feet indoors, ten yards outdoors."""

    INDOORS = "indoors"
    OUTDOORS = "outdoors"

    @property
    def inch(self) -> int:
        """Return one inch of movement or range, in hundredths of a foot."""
        return 10 * HUNDREDTHS if self is Setting.INDOORS else 30 * HUNDREDTHS


class Load(StrEnum):
    """The load of a combatant, by the encumbrance categories."""

    LIGHT = "light"
    HEAVY = "heavy"
    VERY_HEAVY = "very_heavy"
    ENCUMBERED = "encumbered"


class Save(StrEnum):
    """The five columns of the saving throw table."""

    PARALYSIS_POISON_DEATH = "paralysis_poison_death"
    PETRIFICATION_POLYMORPH = "petrification_polymorph"
    ROD_STAFF_WAND = "rod_staff_wand"
    BREATH = "breath"
    SPELL = "spell"


TRIGGERS: dict[str, str] = {
    "acts": "does anything",
    "moves": "moves",
    "appears": "comes into view",
    "charges": "charges",
    "shoots": "shoots",
    "casts": "casts a spell",
    "strikes": "strikes",
}
"""The triggers of a prepared act, in words that follow the name of the doer."""
