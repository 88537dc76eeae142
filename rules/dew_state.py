"""What changes of a combatant, and of the whole field, in Dew's detailed sequence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from rules.dew_figure import ArmorClass, DewFigure

Pair = tuple[str, str]
"""Two combatants, the lower id first."""

SHIELD = "shield"
"""What a shield is called among things that break or are dropped."""


def pair_of(one: str, other: str) -> Pair:
    """The pair of these two."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True)
class Preparation:
    """Great-blow preparations of one weapon in one mode."""

    weapon: str
    mode: str
    count: int


@dataclass(frozen=True)
class DewCombatant:
    """A combatant as it is now.

    ``active`` and ``reactive`` are blows left, ``blows`` those booked to this round. ``en_phase``, ``en_round`` and
    ``en_previous`` are EN expended, damage not counted. ``fought``: blows or EN were expended in the combat phase.
    ``borrowed_active`` and ``borrowed_reactive`` are taken from the next round. ``carried`` says where each weapon is
    (hand, sheath, ground), ``objects`` are other things held. ``acted`` is the noncombat option of the round.
    ``allowance`` is movement in hundredths of an inch, ``trace`` a path of places, ``chase`` who is followed along it,
    ``plan`` the time (0 to 1) at which the trace is to end, ``ended_at`` that at which movement was over.
    ``great_blow`` are the DM's numbers for the next attack (hit, critical, damage, breakage, each per preparation),
    ``fall_die`` his die for the next fall check, ``forbidden`` why he forbids the next maneuver.
    ``exact`` is the point at which a movement by traces left it, where that lies between whole hundredths.
    ``fate`` is his word on one whose BD is spent; none yet, or none for the BD there is now, where it is empty.
    """

    en: int = 12
    bd: int = 10
    alert: bool = True
    conscious: bool = True
    fate: str = ""
    fallen: bool = False
    stationary: bool = True
    active: int = 0
    reactive: int = 0
    blows: int = 0
    en_phase: int = 0
    en_round: int = 0
    en_previous: int = 0
    passed: bool = False
    fought: bool = False
    preparations: tuple[Preparation, ...] = ()
    borrowed_active: int = 0
    borrowed_reactive: int = 0
    carried: Mapping[str, str] = field(default_factory=dict)
    broken: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    shield_held: bool = False
    ac: ArmorClass = (9, 0, 0)
    armor_worn: bool = False
    enc: Fraction = Fraction(0)
    acted: str = ""
    allowance: int = 0
    trace: tuple[tuple[int, int], ...] = ()
    chase: str = ""
    plan: Fraction | None = None
    ended_at: Fraction | None = None
    exact: tuple[Fraction, Fraction] | None = None
    great_blow: tuple[int, ...] = ()
    fall_die: int = 0
    forbidden: str = ""

    @property
    def ended(self) -> bool:
        """Whether its movement is over."""
        return self.ended_at is not None

    @property
    def borrowed(self) -> int:
        """Blows already taken from the next round."""
        return self.borrowed_active + self.borrowed_reactive

    def prepared(self, weapon: str, mode: str) -> int:
        """How many preparations this weapon has in this mode."""
        return next((p.count for p in self.preparations if (p.weapon, p.mode) == (weapon, mode)), 0)


@dataclass(frozen=True)
class DewRound:
    """What is common to all: the phase, the range of each pair, how movement is played, and the time of the traces."""

    phase: str = ""
    ranges: Mapping[Pair, int] = field(default_factory=dict)
    movement: str = ""
    time: Fraction = Fraction(0)


def at_first(figure: DewFigure) -> DewCombatant:
    """A combatant as it comes to the field."""
    ledger, armor = figure.ledger, figure.armor
    worn = armor is None or armor.worn
    return DewCombatant(
        en=figure.en,
        bd=figure.bd,
        alert=figure.alert and figure.conscious and figure.kind == "character",
        conscious=figure.conscious and figure.kind == "character",
        fallen=figure.fallen,
        stationary=figure.stationary,
        active=figure.active_blows if ledger.active is None else ledger.active,
        reactive=figure.reactive_blows if ledger.reactive is None else ledger.reactive,
        blows=ledger.blows,
        en_phase=ledger.en_phase,
        en_round=ledger.en_round,
        en_previous=ledger.en_previous,
        passed=ledger.passed,
        fought=ledger.fought or bool(ledger.blows or ledger.en_round or ledger.en_phase),
        preparations=tuple(Preparation(*each) for each in ledger.preparations),
        borrowed_active=ledger.borrowed_active,
        borrowed_reactive=ledger.borrowed_reactive,
        carried={each.id: each.carried for each in figure.weapons},
        broken=_broken(figure),
        shield_held=figure.shield is not None,
        ac=figure.ac if worn or armor is None else armor.unworn_ac,
        armor_worn=armor is not None and armor.worn,
        enc=armor.enc if armor is not None else Fraction(0),
        acted=ledger.acted,
    )


def _broken(figure: DewFigure) -> tuple[str, ...]:
    """What is broken from the start."""
    shield = (SHIELD,) if figure.shield is not None and figure.shield.broken else ()
    return (*(each.id for each in figure.weapons if each.broken), *shield)
