"""What a ruleset yields besides events: dice that are needed, and persons who must decide.

A generator yields one effect, or several in a list that are open together and come back together in the order
yielded. A roll comes back as ``Rolled``, an ask as the answer: a mapping of field names to plain values.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.terms import ClauseId

Answer = Mapping[str, object]
Facts = Mapping[str, object]

PURPOSES = (
    "surprise",
    "initiative",
    "reaction",
    "distance",
    "morale",
    "to_hit",
    "damage",
    "saving_throw",
    "turning",
    "charge_blow",
    "second_cantrip",
    "observation",
    "roster",
    "psionic",
    "effect",
    "dx.close",
    "dx.open",
    "dx.grab",
    "dx.fall",
    "hit",
    "consult.ones",
    "consult.tens",
    "consult.max",
    "break.attack",
    "break.parry",
    "break.shield",
    "near.parry",
    "crit",
    "dm",
)
"""Every purpose a roll may have; the list is closed."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice are needed: ``count`` dice of ``sides`` faces, for a purpose, by a combatant, a side or the DM.

    ``hidden`` rolls are drawn from the DM's seed: nobody else perceives them.
    """

    purpose: str
    by: str
    count: int
    sides: int
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice that fell: the faces in order, and where they came from (seed, typed, ruled, scripted).

    ``first`` is which of its kind this round the first face was, from 0.
    """

    purpose: str
    by: str
    count: int
    sides: int
    faces: tuple[int, ...]
    source: str = "seed"
    hidden: bool = False
    first: int = 0

    @property
    def total(self) -> int:
        """The sum of the faces."""
        return sum(self.faces)

    @property
    def dice(self) -> str:
        """The dice as they are written: "2d6"."""
        return f"{self.count}d{self.sides}"


@dataclass(frozen=True, slots=True)
class Ask:
    """A person must decide. The question's name says which form is offered; ``facts`` are what the form is about.

    ``who`` is a combatant (his player answers, or the DM), a side, or "dm". The form is not carried here: it is
    computed from the state by the ruleset's question of that name, for the page, the check, the bot and the file
    alike. ``default`` is the answer when the DM closes the question. One that is not ``awaited`` holds nobody up: it
    is withdrawn when every awaited answer is in.
    """

    question: str
    who: str
    default: Answer
    facts: Facts = field(default_factory=dict)
    clauses: tuple[ClauseId, ...] = ()
    awaited: bool = True
