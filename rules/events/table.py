"""Events of the table: the encounter and its rounds, questions and answers, rulings and take-backs."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.dew_state import DewCombatant
from rules.effects import Facts
from rules.events.base import Event
from rules.figure import Figure
from rules.state import Deed, Place
from rules.terms import HUNDREDTHS, ClauseId


@dataclass(slots=True, kw_only=True)
class EncounterOpened(Event):
    """The whole opening state: figures with everything copied from the tables, options, where, the rules' version."""

    ruleset: str
    version: str
    title: str = ""
    setting: str = "indoors"
    options: Mapping[str, object] = field(default_factory=dict)
    notes: Mapping[str, object] = field(default_factory=dict)
    figures: tuple[Figure, ...] = ()


@dataclass(slots=True, kw_only=True)
class RoundBegan(Event):
    """A round (0 = the opening) began. ``open_promise`` and ``dm_promise`` commit its two seeds."""

    attempt: int = 1
    open_promise: str = ""
    dm_promise: str = ""


@dataclass(slots=True, kw_only=True)
class StageBegan(Event):
    """The engine's next stage began; it starts from the state alone."""

    stage: str


@dataclass(slots=True, kw_only=True)
class RoundEnded(Event):
    """A round ended. ``seed`` is the open seed, shown now; its commitment was given when the round began."""

    seed: str = ""


@dataclass(slots=True, kw_only=True)
class EncounterEnded(Event):
    """The fight is over: why, and which side still stands (none when the DM ended it)."""

    reason: str
    side: str = ""


@dataclass(slots=True, kw_only=True)
class Asked(Event):
    """A person was asked. ``facts`` are what the form is about; one who is not ``awaited`` holds nobody up."""

    who: str
    question: str
    id: str
    epoch: int = 0
    facts: Facts = field(default_factory=dict)
    awaited: bool = True


@dataclass(slots=True, kw_only=True)
class Answered(Event):
    """An answer is in (never what it was). ``by``: who gave it, or "default" where the DM closed the question."""

    who: str
    question: str
    id: str
    by: str = ""


@dataclass(slots=True, kw_only=True)
class Withdrawn(Event):
    """A question was withdrawn: nothing is left to decide. ``reason`` says why all but its default is forbidden."""

    who: str
    question: str
    id: str
    reason: str = ""


@dataclass(slots=True, kw_only=True)
class DiceAsked(Event):
    """A person is to roll real dice and type them."""

    who: str
    id: str
    epoch: int = 0
    purpose: str = ""
    count: int = 1
    sides: int = 20


@dataclass(slots=True, kw_only=True)
class DiceGiven(Event):
    """The dice asked for are in. The faces are told by the event they decide."""

    who: str
    id: str
    by: str = ""


@dataclass(slots=True, kw_only=True)
class Refused(Event):
    """A well-formed answer that a clause forbids. The question stays open."""

    who: str
    clause: ClauseId
    reason: str
    question: str = ""


@dataclass(slots=True, kw_only=True)
class Ruled(Event):
    """The DM changed something: of whom, what, from which value to which, until when, and his note."""

    who: str
    what: str
    old: object = None
    new: object = None
    until: tuple[int, int] | None = None
    note: str = ""

    @property
    def put_at(self) -> Place | None:
        """Where somebody was put by it; None for any other ruling. That is no way that was gone."""
        if self.what != "moved" or not isinstance(self.new, list | tuple) or len(self.new) != 2:
            return None
        x, y = self.new
        return round(float(x) * HUNDREDTHS), round(float(y) * HUNDREDTHS)


@dataclass(slots=True, kw_only=True)
class Appeared(Event):
    """A figure came into play, whole; ``dew`` where one is shown how it stands in the middle of a fight."""

    who: str
    figure: Figure
    dew: DewCombatant | None = None


@dataclass(slots=True, kw_only=True)
class Revealed(Event):
    """A figure that was hidden is seen by all, because it acted against somebody."""

    who: str


@dataclass(slots=True, kw_only=True)
class TakenBack(Event):
    """Everything after position ``to`` was taken back. ``epoch`` renews the tokens of what is open again."""

    to: int
    epoch: int
    note: str = ""


@dataclass(slots=True, kw_only=True)
class DiceRenewed(Event):
    """A round that had been closed, its open seed shown, goes on with two new seeds: these commit them.

    Faces that were shown keep their value; only what was never shown is drawn from the new seeds.
    """

    attempt: int
    open_promise: str = ""
    dm_promise: str = ""


@dataclass(slots=True, kw_only=True)
class AgendaChanged(Event):
    """The pending deeds are now these; ``why`` says what changed them."""

    deeds: tuple[Deed, ...] = ()
    why: str = ""


@dataclass(slots=True, kw_only=True)
class MomentBegan(Event):
    """The next moment: its deeds, and what they went before or together with, by which clauses and numbers."""

    deeds: tuple[str, ...] = ()
    because: tuple["Because", ...] = ()


@dataclass(frozen=True, slots=True)
class Because:
    """One precedence that was decisive: deed, relation (before, together), other deed, clauses, numbers compared."""

    deed: str
    relation: str
    other: str
    clauses: tuple[ClauseId, ...]
    numbers: str = ""


@dataclass(slots=True, kw_only=True)
class PrecedenceDropped(Event):
    """A circle of precedences was broken at its weakest edge: ``first`` no longer goes before ``then``.

    ``together``: the two were to resolve together.
    """

    first: str
    then: str
    outranked: tuple[ClauseId, ...] = ()
    together: bool = False


@dataclass(slots=True, kw_only=True)
class DeedWaits(Event):
    """A deed was not done in the column of its own number: what must come before it is still to happen.

    ``act`` is the kind of the deed, the clauses are those that put something before it.
    """

    who: str
    deed: str
    act: str
    targets: tuple[str, ...] = ()
    weapon: str = ""
    spell: str = ""
    device: str = ""


@dataclass(slots=True, kw_only=True)
class DeedLost(Event):
    """A pending deed will not happen: whose, which, and why."""

    who: str
    deed: str
    cause: str
