"""Events of the fiction: what the figures do and what is done to them."""

from dataclasses import dataclass

from rules.events.base import Event
from rules.state import Declaration, Place
from rules.terms import ClauseId


@dataclass(slots=True, kw_only=True)
class ReactionRolled(Event):
    """How the encountered side reacts: a band of the reaction table. ``face`` is None where notes settle it."""

    side: str
    face: int | None
    band: str


@dataclass(slots=True, kw_only=True)
class DistanceRolled(Event):
    """The distance between the sides, in feet. ``face`` is None where the DM set it."""

    feet: int
    face: int | None = None


@dataclass(slots=True, kw_only=True)
class SurpriseRolled(Event):
    """A side's surprise die, or that of one of it (``who``): chance ("2/6" or "27%"), face, whether it is surprised.

    ``roller`` is player or dm.
    """

    side: str
    chance: str
    face: int
    surprised: bool
    roller: str = "dm"
    working: str = ""
    who: str = ""


@dataclass(slots=True, kw_only=True)
class SideSurprised(Event):
    """Segments a side loses to surprise, after netting; ``rolled`` before it."""

    side: str
    segments: int
    rolled: int = 0


@dataclass(slots=True, kw_only=True)
class SegmentsLost(Event):
    """Segments one figure loses to surprise, after his own reaction adjustment."""

    who: str
    segments: int
    working: str = ""


@dataclass(slots=True, kw_only=True)
class Declared(Event):
    """What a figure is to do. Its author and the DM see it, others see ``Sealed``."""

    who: str
    declaration: Declaration


@dataclass(slots=True, kw_only=True)
class Sealed(Event):
    """A figure's order is in."""

    who: str


@dataclass(slots=True, kw_only=True)
class DeclarationsClosed(Event):
    """No more is declared for the round or the surprise segment."""


@dataclass(slots=True, kw_only=True)
class InitiativeRolled(Event):
    """A side's initiative die, or a figure's own: ``side`` or ``who``. ``number`` is what its deeds go by."""

    side: str = ""
    who: str = ""
    face: int = 0
    number: int = 0
    working: str = ""
    mid: bool = False


@dataclass(slots=True, kw_only=True)
class RatesSettled(Event):
    """Which rounds bring the odd blow of a fractional routine: odd or even ones."""

    who: str
    rates: str


@dataclass(slots=True, kw_only=True)
class SegmentBegan(Event):
    """A column of the clock began; ``clock`` is its number, ``surprise`` where it is a segment of surprise."""

    surprise: bool = False


@dataclass(slots=True, kw_only=True)
class Moved(Event):
    """A figure moved: to where, how many feet, towards whom it closed. ``length`` is in hundredths of a map inch.

    ``relocated``: magic put it there, over nothing that lies between.
    """

    who: str
    to: Place
    feet: int
    closes: str = ""
    length: int | None = None
    relocated: bool = False


@dataclass(slots=True, kw_only=True)
class ChargeBegan(Event):
    """A charge began: at whom, over how many feet. ``worse`` is what its armor class loses for the round."""

    who: str
    target: str
    distance_ft: int
    worse: int = 0


@dataclass(slots=True, kw_only=True)
class ChargeContinues(Event):
    """A charge has not reached its target when the round ends: it runs on in the next, if nothing else is declared."""

    who: str
    target: str


@dataclass(slots=True, kw_only=True)
class ChargeMet(Event):
    """A charge made contact. ``first`` is who strikes first, or "together"."""

    who: str
    target: str
    distance_ft: int
    first: str


@dataclass(slots=True, kw_only=True)
class Attacked(Event):
    """One attack roll. ``needed`` is the number on the die after every adjustment; ``mode`` melee, missile, thrown.

    ``opportunity`` is what gave an attack of opportunity, out of turn: casting, shooting, moving, flight.
    Where two dice are added up to a result (the fields from ``natural`` on), ``face`` is their sum, and ``outcome`` is
    hit, hit_equal, near_miss, miss, double_one or double_max.
    """

    who: str
    target: str
    weapon: str
    routine: int
    mode: str
    needed: int
    face: int
    hit: bool
    routines: int = 1
    blow: str = ""
    bonus: int = 0
    working: str = ""
    opportunity: str = ""
    natural: int | None = None
    multiplier: int | None = None
    ac_base: int | None = None
    ac_mod1: int | None = None
    parries: int | None = None
    shield: int | None = None
    shot: int | None = None
    preparations: int | None = None
    result: int | None = None
    outcome: str = ""


@dataclass(slots=True, kw_only=True)
class Damaged(Event):
    """A figure lost hit points, or points of a ``pool`` of its own (EN, BD): how many, by whom, and what is left.

    ``original`` is the dice before what ``preparations`` add; ``critical``: the hit was.
    """

    who: str
    by: str
    amount: int
    left: int
    source: str = ""
    pool: str = ""
    original: int | None = None
    preparations: int | None = None
    critical: bool | None = None


@dataclass(slots=True, kw_only=True)
class Healed(Event):
    """A figure regained hit points: how many, by whom, and what it now has."""

    who: str
    by: str
    amount: int
    left: int


@dataclass(slots=True, kw_only=True)
class HelplessMade(Event):
    """A figure can no longer act: at no hit points or fewer, or by an effect (``cause``)."""

    who: str
    cause: str = ""


@dataclass(slots=True, kw_only=True)
class Slain(Event):
    """A figure died."""

    who: str
    by: str = ""


@dataclass(slots=True, kw_only=True)
class Fled(Event):
    """A figure fled, fell back or disengaged (``manner``): to where, and how far in feet."""

    who: str
    to: Place | None = None
    feet: int = 0
    manner: str = "flee"


@dataclass(slots=True, kw_only=True)
class Surrendered(Event):
    """A figure gave itself up."""

    who: str


@dataclass(slots=True, kw_only=True)
class Parleyed(Event):
    """A figure spoke instead of fighting; to whom."""

    who: str
    target: str = ""


@dataclass(slots=True, kw_only=True)
class Waited(Event):
    """A figure awaited what others did."""

    who: str
    target: str = ""


@dataclass(slots=True, kw_only=True)
class WeaponSet(Event):
    """A figure set its weapon against a charge."""

    who: str
    weapon: str


@dataclass(slots=True, kw_only=True)
class TaskDone(Event):
    """A figure finished something that takes no blow: draw a weapon, open a door."""

    who: str
    task: str


@dataclass(slots=True, kw_only=True)
class TaskContinues(Event):
    """A task is not finished at the end of the segment or round: segments done so far."""

    who: str
    task: str
    done: int


@dataclass(slots=True, kw_only=True)
class TaskGivenUp(Event):
    """A figure does something else than the task it had begun: what was done of it counts no more."""

    who: str
    task: str


@dataclass(slots=True, kw_only=True)
class MindChanged(Event):
    """A figure does something other than was declared: by which clause, and ``what`` instead, in words.

    ``cost`` is in whole segments. ``starts`` is the new deed's segment, 0 where it has none.
    """

    who: str
    cost: int = 0
    clause: ClauseId = ""
    starts: int = 0
    what: str = ""


@dataclass(slots=True, kw_only=True)
class TurnBegan(Event):
    """A figure's turn: its count has come. ``anew``: it may attack once more."""

    who: str
    count: int
    anew: bool = False


@dataclass(slots=True, kw_only=True)
class Warned(Event):
    """A figure warns another, or threatens one that is told so beforehand: ``what`` of, in words.

    Where nobody warns, ``who`` is the one who is told. ``cost`` is what it takes of ``who``, in whole segments.
    """

    who: str
    target: str = ""
    cost: int = 0
    what: str = ""


@dataclass(slots=True, kw_only=True)
class Engaged(Event):
    """Two figures stand in each other's melee range; ``apart``: they no longer do."""

    who: str
    target: str
    apart: bool = False


@dataclass(slots=True, kw_only=True)
class MissileHeld(Event):
    """A missile that was ready is held for later; ``lost``: its time has passed."""

    who: str
    weapon: str
    lost: bool = False


@dataclass(slots=True, kw_only=True)
class Parried(Event):
    """A figure parries: against whom (nobody: everyone), what a blow at it loses, and whether it works.

    ``once``: only the next blow of that one. ``working`` tells what was compared.
    """

    who: str
    against: str = ""
    bonus: int = 0
    works: bool = True
    once: bool = False
    working: str = ""


@dataclass(slots=True, kw_only=True)
class HeldToCourse(Event):
    """A figure that wants to turn back from its retreat: whether it is held to it."""

    who: str
    held: bool


@dataclass(slots=True, kw_only=True)
class Dropped(Event):
    """A figure dropped what it had in hand; several ``items`` where it holds more: why (option, pass, thrown, ...)."""

    who: str
    weapon: str = ""
    items: tuple[str, ...] = ()
    why: str = ""
