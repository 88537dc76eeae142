"""What a combatant brings to Dew's detailed sequence: attributes and weapons, as entered, never computed.

Lengths are hundredths of a map inch, ranges whole points of range. Every default is the catalogue's own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

ArmorClass = tuple[int, int, int]
"""The armor class number and its two modifiers."""


@dataclass(frozen=True)
class DewMode:
    """One way to use a weapon: its grip ("1h", "2h") and use (melee, thrown, missile).

    ``hit_number`` is what this character must exceed, ``crit_by_ac`` critical numbers by armor class number with
    ``crit_default`` for the rest, ``parry`` how much a parry lowers the target's first modifier (0: it cannot parry).
    """

    mode: str = "1h"
    use: str = "melee"
    hit_number: int = 16
    damage: str = "1d8"
    crit_default: int = 9
    crit_by_ac: tuple[tuple[int, int], ...] = ()
    reach: int = 2
    reach_min: int = 0
    parry: int = 2


@dataclass(frozen=True)
class DewWeapon:
    """A weapon: weight light, medium or heavy; motion swing, thrust, bow or other.

    ``breakage`` 0 never breaks. ``carried`` is where it is at first (hand, sheath or ground), ``broken`` whether it is
    so from the start. ``shots`` are bands of the greatest range and what is added to the hit roll there.
    """

    id: str
    name: str
    weight: str = "medium"
    motion: str = "swing"
    flexible: bool = False
    breakage: int = 5
    carried: str = "sheath"
    broken: bool = False
    shots: tuple[tuple[int, int], ...] = ()
    modes: tuple[DewMode, ...] = (DewMode(),)


@dataclass(frozen=True)
class DewShield:
    """A shield: what it adds to the first modifier while held and whole, and its breakage number."""

    ac_mod: int = -2
    breakage: int = 5
    broken: bool = False


@dataclass(frozen=True)
class DewArmor:
    """Armor: its weight, basic and present encumbrance, whether it is worn, and the armor class without it."""

    wt: Fraction = Fraction(10)
    basic_enc: Fraction = Fraction(20)
    enc: Fraction = Fraction(20)
    worn: bool = True
    unworn_ac: ArmorClass = (9, 0, 0)


@dataclass(frozen=True)
class DewSpell:
    """A spell as a preset: its cost in EN. What it does is the DM's to say."""

    name: str
    en_cost: int = 0
    note: str = ""


@dataclass(frozen=True)
class DewLedger:
    """The ledger of a fight that is taken up in mid-round: blows left (None: the whole complement) and what was spent.

    ``preparations`` are weapon, mode, count. ``fought``: blows or EN were expended in this combat phase.
    """

    active: int | None = None
    reactive: int | None = None
    blows: int = 0
    en_phase: int = 0
    en_round: int = 0
    en_previous: int = 0
    preparations: tuple[tuple[str, str, int], ...] = ()
    passed: bool = False
    fought: bool = False
    borrowed_active: int = 0
    borrowed_reactive: int = 0
    acted: str = ""


@dataclass(frozen=True)
class DewFigure:
    """Attributes of a character, or of an inanimate ``kind`` "object".

    ``en_die`` (AD6, AD6+2, AD6+4) and ``el`` limit the EN of a phase. ``ac`` holds while armor is worn. ``move`` is in
    hundredths of an inch. ``ranges`` are those known beforehand, by the other's id.
    """

    kind: str = "character"
    st: int = 10
    dx: int = 10
    el: int = 1
    en_die: str = "AD6+2"
    en_max: int = 12
    en: int = 12
    bd_max: int = 10
    bd: int = 10
    active_blows: int = 2
    reactive_blows: int = 1
    move: int = 1200
    recovery_rate: int = 2
    ac: ArmorClass = (9, 0, 0)
    hands: int = 2
    alert: bool = True
    conscious: bool = True
    fallen: bool = False
    stationary: bool = True
    spells: tuple[DewSpell, ...] = ()
    shield: DewShield | None = None
    armor: DewArmor | None = None
    weapons: tuple[DewWeapon, ...] = ()
    ledger: DewLedger = DewLedger()
    ranges: Mapping[str, int] = field(default_factory=dict)

    def weapon(self, id: str) -> DewWeapon | None:
        """The weapon of this id."""
        return next((each for each in self.weapons if each.id == id), None)
