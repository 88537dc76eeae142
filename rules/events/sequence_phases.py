"""Events after the blows of a round: noncombat options, and movement, simple or by traces."""

from dataclasses import dataclass
from fractions import Fraction

from rules.events.base import Event
from rules.events.sequence import Chosen
from rules.state import Place


@dataclass(frozen=True, slots=True)
class Traced:
    """One combatant's trace: its corners, who is chased, and the movement it has (hundredths of an inch)."""

    who: str
    vertices: tuple[Place, ...]
    chase: str = ""
    allowance: int = 0


@dataclass(slots=True, kw_only=True)
class NoncombatRevealed(Event):
    """What was chosen in the noncombat phase, told together."""

    options: tuple[Chosen, ...] = ()


@dataclass(slots=True, kw_only=True)
class Rested(Event):
    """A combatant rested: EN recovered, its hourly rate, and what it had expended in the round before."""

    who: str
    amount: int
    rate: int
    spent_before: int


@dataclass(slots=True, kw_only=True)
class Cast(Event):
    """A combatant cast a spell: its cost in EN. What it does the DM says."""

    who: str
    spell: str
    en_cost: int
    targets: tuple[str, ...] = ()
    note: str = ""


@dataclass(slots=True, kw_only=True)
class ArmorAdjusted(Event):
    """A combatant adjusted its armor: whether it put it on, and its encumbrance before and after."""

    who: str
    donned: bool
    enc_from: Fraction
    enc_to: Fraction


@dataclass(slots=True, kw_only=True)
class MovementMode(Event):
    """How movement is played this round: simple, trace, or skip."""

    mode: str


@dataclass(slots=True, kw_only=True)
class Allowance(Event):
    """A combatant's movement, all in hundredths of an inch: base, halved or not, less blows, less the chase."""

    who: str
    base: int
    halved: bool
    blows: int
    chase: int
    result: int


@dataclass(slots=True, kw_only=True)
class TracesRevealed(Event):
    """Every trace of the round, told together."""

    traces: tuple[Traced, ...] = ()


@dataclass(slots=True, kw_only=True)
class TracePlanned(Event):
    """Where somebody means to end: the time (0 to 1) of the whole trace, and how it was put."""

    who: str
    time: Fraction
    how: str = ""


@dataclass(slots=True, kw_only=True)
class PlanShown(Event):
    """What somebody answered, told at once where the table plays with open cards."""

    who: str
    question: str
    choice: str


@dataclass(slots=True, kw_only=True)
class TraceStep(Event):
    """All who still move went on by the same fraction of what is left, to this time; who ends there.

    ``positions`` are rounded to whole hundredths; ``exact`` are the points of those that lie between hundredths.
    """

    time: Fraction
    fraction: Fraction
    enders: tuple[str, ...] = ()
    positions: tuple[tuple[str, Place], ...] = ()
    exact: tuple[tuple[str, tuple[Fraction, Fraction]], ...] = ()


@dataclass(slots=True, kw_only=True)
class MovementEnded(Event):
    """A combatant's movement is over: when (a fraction of the phase), where, whether it is alert, and why."""

    who: str
    time: Fraction
    position: Place
    alert: bool
    why: str = ""


@dataclass(slots=True, kw_only=True)
class Borrowed(Event):
    """A blow was taken from the next round: which, and what the next round still has."""

    who: str
    blow: str
    left_active: int
    left_reactive: int
