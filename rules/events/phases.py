"""Events of a round told by its phases: who declares first, delays, prepared acts, retaliation, morale, bleeding."""

from dataclasses import dataclass

from rules.events.base import Event


@dataclass(slots=True, kw_only=True)
class PhaseBegan(Event):
    """A phase of the round began: its name."""

    phase: str


@dataclass(slots=True, kw_only=True)
class RosterRolled(Event):
    """Who declares first: whom the die names, its face, and everybody's order from him on."""

    who: str
    face: int
    order: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class Delayed(Event):
    """A figure lost whole segments while his player hesitated."""

    who: str
    segments: int


@dataclass(slots=True, kw_only=True)
class CasesNoted(Event):
    """What of this round's declarations may be resolved out of sequence: a line each."""

    cases: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class Prepared(Event):
    """A figure has prepared an act: what sets it off, of whom (or of anybody).

    Or a great blow: with which weapon in which mode, and how many preparations (``count``) it now has.
    """

    who: str
    when: str = ""
    watch: str = ""
    weapon: str = ""
    mode: str = ""
    count: int | None = None


@dataclass(slots=True, kw_only=True)
class Triggered(Event):
    """The DM's word on whether a deed of ``by`` sets off a prepared act; ``prepared`` and ``deed`` are deeds."""

    who: str
    by: str
    fires: bool = True
    prepared: str = ""
    deed: str = ""


@dataclass(slots=True, kw_only=True)
class Retaliated(Event):
    """A figure spends an attack routine on one who charges; ``left`` is how many he has left this round."""

    who: str
    target: str
    left: int = 0


@dataclass(slots=True, kw_only=True)
class MoraleCalled(Event):
    """Whether a group checks its morale: why it might, and the number it needs, told before the dice.

    ``losses`` is the hundredths of the group that are out of the fight.
    """

    who: str
    needed: int
    due: bool
    why: str = ""
    losses: int = 0


@dataclass(slots=True, kw_only=True)
class MoraleChecked(Event):
    """A morale check: of a figure, group or side (each is ``who``), number needed, face, result.

    ``occasion`` is what called for it, ``modifier`` what else was added to the roll: both are part of ``needed``.
    ``affected`` are those who have to avoid the fight because of it.
    """

    who: str
    needed: int
    face: int
    result: str
    occasion: str = ""
    modifier: int = 0
    affected: tuple[str, ...] = ()

    @property
    def side(self) -> str:
        """The side, where it is one that is checked."""
        return self.who


@dataclass(slots=True, kw_only=True)
class Bled(Event):
    """A figure lost a hit point to its wounds: what is left."""

    who: str
    left: int


@dataclass(slots=True, kw_only=True)
class Recovered(Event):
    """What a survivor did in the turn after a fight: rest, tend, cast, bind or something else; to whom."""

    who: str
    how: str
    target: str = ""
    text: str = ""


@dataclass(slots=True, kw_only=True)
class TurnPassed(Event):
    """A turn went by: minutes."""

    minutes: int = 10
