"""Dew's own state: of a combatant, and of the whole round."""

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction

from rules.kernel.frozen import Part, frozen
from rules.kernel.own import Own
from rules.kernel.state import State

ArmorClass = tuple[int, int, int]
"""The armor class number and its two modifiers."""

Pair = tuple[str, str]
"""Two combatants, the lower id first."""

ONE_HAND, TWO_HANDS = GRIPS = ("1h", "2h")
"""The grips in which weapons are used."""

SHIELD = "shield"
"""The id of a shield among the items that break or are dropped."""


def make_pair(one: str, other: str) -> Pair:
    """Return these two as a pair, the lower id first."""
    return (one, other) if one < other else (other, one)


@frozen
class GreatBlowPreparation:
    """The great-blow preparations of one weapon in one mode."""

    weapon: str
    mode: str
    count: int
    """Number of preparations."""


@frozen
class Body(Part):
    """The condition of a combatant's body."""

    en: int = 12
    bd: int = 10
    alert: bool = True
    conscious: bool = True
    fate: str = ""
    """The DM's decision on a combatant whose BD is spent. Empty before that decision, and again once a ruling sets the
    BD."""
    fallen: bool = False
    stationary: bool = True


@frozen
class Ledger(Part):
    """The blows that a combatant has, and all that it expended or did in the round."""

    active: int = 0
    """Active blows left."""
    reactive: int = 0
    """Reactive blows left."""
    blows: int = 0
    """Blows counted to this round."""
    en_phase: int = 0
    """EN expended in this phase. Damage is not counted, here and in the next two fields."""
    en_round: int = 0
    """EN expended in this round."""
    en_previous: int = 0
    """EN expended in the round before."""
    passed: bool = False
    fought: bool = False
    """True if blows or EN were expended in the combat phase."""
    preparations: tuple[GreatBlowPreparation, ...] = ()
    borrowed_active: int = 0
    """Active blows borrowed from the next round."""
    borrowed_reactive: int = 0
    """Reactive blows borrowed from the next round."""
    acted: str = ""
    """The noncombat option of the round; empty for none."""

    @property
    def borrowed(self) -> int:
        """Return the number of blows already borrowed from the next round."""
        return self.borrowed_active + self.borrowed_reactive

    def count_prepared(self, weapon: str, mode: str) -> int:
        """Return the number of preparations that a weapon has in a mode."""
        return next((p.count for p in self.preparations if (p.weapon, p.mode) == (weapon, mode)), 0)


@frozen
class DewGear(Part):
    """The things that a combatant carries and wears now."""

    carried: Mapping[str, str] = field(default_factory=dict)
    """The place of each weapon, by its id: hand, sheath or ground."""
    broken: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    """Other things in the combatant's hands."""
    shield_held: bool = False
    ac: ArmorClass = (9, 0, 0)
    armor_worn: bool = False
    enc: Fraction = Fraction(0)

    def is_usable(self, weapon: str) -> bool:
        """Return whether a weapon is held and whole."""
        return self.carried.get(weapon) == "hand" and weapon not in self.broken


@frozen
class Movement(Part):
    """A combatant's movement in the round."""

    allowance: int = 0
    """Movement of the round, in hundredths of an inch."""
    trace: tuple[tuple[int, int], ...] = ()
    """The corners of the path that the combatant drew."""
    chase: str = ""
    """The combatant that this one chases."""
    plan: Fraction | None = None
    """The time (0 to 1) at which the trace is to end."""
    ended_at: Fraction | None = None
    """The time (0 to 1) at which the movement ended; None while it goes on."""
    exact: tuple[Fraction, Fraction] | None = None
    """The point at which a movement by traces left the combatant, if it lies between whole hundredths."""

    @property
    def ended(self) -> bool:
        """Return whether the combatant's movement has ended."""
        return self.ended_at is not None


@frozen
class NextRulings(Part):
    """The DM's rulings on a combatant's next attack, fall check or maneuver."""

    great_blow: tuple[int, ...] = ()
    """The numbers of the next attack: to hit, to critical, damage, breakage, each per preparation."""
    fall_die: int = 0
    """The number of sides of the die for the next fall check; 0 for none."""
    forbidden: str = ""
    """The reason for which the DM forbids the next maneuver."""


@frozen
class DewCombatant(Own):
    """A combatant as it is now."""

    body: Body = Body()
    ledger: Ledger = Ledger()
    gear: DewGear = DewGear()
    movement: Movement = Movement()
    ruled: NextRulings = NextRulings()


@frozen
class DewRound(Own):
    """The part of Dew's state that belongs to no single combatant."""

    phase: str = ""
    ranges: Mapping[Pair, int] = field(default_factory=dict)
    """The range of each pair that has one set, in points."""
    movement: str = ""
    """The kind of movement in this round: simple, trace or skip."""
    time: Fraction = Fraction(0)
    """The time that the traces have reached, from 0 to 1."""
    shown_time: Fraction = Fraction(0)
    """The time to which the traces have been seen to go; a step of the hidden alone goes on from there unseen."""


def get_round(state: State) -> DewRound:
    """Return the part of Dew's state that belongs to no single combatant."""
    return state.own(DewRound)
