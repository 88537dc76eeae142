"""The effects that a procedure yields besides events: dice to roll, and questions.

A generator yields one effect, or a list of several that are open together and come back in the order yielded.
A roll comes back as ``Rolled``, a question as the answer: a mapping of field names to plain values.
"""

from collections.abc import Iterable, Mapping
from dataclasses import field

from rules.kernel.frozen import frozen
from rules.kernel.terms import ClauseId

Answer = Mapping[str, object]
Facts = Mapping[str, object]

NEXT = "next"
"""The question by which the DM has play go on."""
GO: Answer = {"choice": "go"}
"""The answer to it."""

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
    "psionic",
    "effect",
    "dm",
)
"""The purposes of rolls that procedures share; a procedure lists its own (``Procedure.purposes``)."""


@frozen(slots=True)
class Roll:
    """A request for ``count`` dice of ``sides`` faces, by a combatant, a side or the DM."""

    purpose: str
    by: str
    count: int
    sides: int
    hidden: bool = False
    """The dice are drawn from the DM's seed, and nobody but the DM perceives them."""


_JOINT = "+"


def join_sources(sources: Iterable[str]) -> str:
    """Return the sources of faces as a roll has them."""
    return _JOINT.join(dict.fromkeys(sources))


@frozen(slots=True)
class Rolled:
    """Dice that fell: the faces, in order, and their source."""

    purpose: str
    by: str
    count: int
    sides: int
    faces: tuple[int, ...]
    source: str = "seed"
    """The source of the faces: seed, typed, ruled or scripted; of several, all of them ("seed+typed")."""
    hidden: bool = False
    first: int = 0
    """The index of the first face among those of its kind this round, from 0."""

    @property
    def total(self) -> int:
        """Return the sum of the faces."""
        return sum(self.faces)

    @property
    def sources(self) -> tuple[str, ...]:
        """Return the sources of the faces, each once."""
        return tuple(self.source.split(_JOINT))

    @property
    def dice(self) -> str:
        """Return the dice in the usual notation: "2d6"."""
        return f"{self.count}d{self.sides}"


@frozen(slots=True)
class Ask:
    """A question that a person must decide.

    The form is not carried here: it is computed from the state by the procedure's question of that name. The page, the
    check, the bot and the file use the same form.
    """

    question: str
    """The question's name, which determines the form offered."""
    who: str
    """A combatant (its player answers, or the DM), a side, or "dm"."""
    default: Answer
    """The answer if the DM closes the question."""
    facts: Facts = field(default_factory=dict)
    """The subject of the form."""
    clauses: tuple[ClauseId, ...] = ()
    awaited: bool = True
    """False: nobody waits for it, and it is withdrawn when every awaited answer is in."""
