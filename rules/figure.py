"""What a combatant brings to the field: figures, copied whole from the tables when the encounter opens.

Everything here is frozen and holds no reference to a table: once an encounter has opened, the referee reads
only these. Places and lengths are hundredths of a foot, ranges inches in hundredths of an inch, times segments.
"""

from dataclasses import dataclass
from fractions import Fraction

from rules.dew_figure import DewFigure
from rules.terms import CombatantId, Load, Save, SideId

FEARLESS = 1000
"""The morale of those that never check: above any adjusted roll."""


@dataclass(frozen=True)
class Blow:
    """One attack roll of a routine: what it is called and the dice of damage it does ("1d8", "2d4+1")."""

    name: str
    damage: str
    damage_large: str


@dataclass(frozen=True)
class Missile:
    """A weapon shot or thrown: shots a round, and short, medium and long range in hundredths of an inch."""

    rate: Fraction
    ranges: tuple[int, int, int]
    ready: bool = False
    thrown: bool = False


@dataclass(frozen=True)
class Weapon:
    """A weapon in hand, or a creature's natural attacks (one routine of several blows).

    ``speed_factor`` is None where the weapon has none. ``length`` is its reach in hundredths of a foot.
    ``hug`` is extra damage done directly after a paw that hits on a face of 18 or more.
    ``strikes_first`` marks items that strike first whatever the dice say; ``extra`` blows they add come then;
    ``surprise_shot`` is the segment of surprise in which a surprised owner may still shoot.
    ``rate_step`` steps up its owner's attack routines along 1/1, 3/2, 2/1, 5/2, 3/1. ``power`` marks one whose ability
    is a device of its own. ``balanced`` is whether it can be thrown, None where nobody has looked yet.
    """

    id: str
    name: str
    blows: tuple[Blow, ...]
    length: int
    speed_factor: int | None = None
    missile: Missile | None = None
    melee: bool = True
    natural: bool = False
    strikes_first: bool = False
    extra: int = 0
    surprise_shot: int | None = None
    settable: bool = False
    charge_double: bool = False
    hit_bonus: int = 0
    damage_bonus: int = 0
    hug: str | None = None
    power: bool = False
    size: str = "M"
    rate_step: int = 0
    balanced: bool | None = None


@dataclass(frozen=True)
class Spell:
    """A spell as prepared by one caster. ``casting`` is in segments (10 = a full round, 100 = a turn).

    ``damage`` is a dice expression already worked out for the caster's level, ``heals`` likewise; both None means
    that no table describes what it does. ``save`` is none, negates, half or special, against ``save_column``.
    ``range`` is in hundredths of an inch, None where no number is printed (touch is 0).
    """

    id: str
    name: str
    casting: int
    offensive: bool = False
    relocation: bool = False
    cantrip: bool = False
    range: int | None = None
    save: str = "none"
    save_column: Save = Save.SPELL
    damage: str | None = None
    heals: str | None = None
    level: int = 1


@dataclass(frozen=True)
class Device:
    """A magic device. ``activation`` is in segments, None where none is stated (it then acts in side order).

    ``spells`` is how many spells a round its owner may cast by its virtue. ``cost`` is how many charges one use takes.
    ``single_use``: it is gone once it is used, like a potion.
    """

    id: str
    name: str
    activation: int | None = None
    attack: bool = False
    relocation: bool = False
    worn: bool = False
    spell: str | None = None
    save: str = "none"
    save_column: Save = Save.ROD_STAFF_WAND
    damage: str | None = None
    heals: str | None = None
    range: int | None = None
    spells: int = 1
    cost: int = 1
    single_use: bool = False

    @property
    def charged_item(self) -> str:
        """The id of the item whose charges a use takes: all functions of a wand share its charges."""
        return charged_item(self.id)


def charged_item(device_id: str) -> str:
    """Return the id of the item that a device's function belongs to: "wand_fire" for "wand_fire.fireball"."""
    return device_id.partition(".")[0]


@dataclass(frozen=True)
class Psionic:
    """Psionic strengths (points) and the modes a psionicist commands (ids of the psionic tables)."""

    attack: int
    defense: int
    attack_modes: tuple[str, ...]
    defense_modes: tuple[str, ...]


@dataclass(frozen=True)
class Figure:
    """Who fights: the definition that does not change while the encounter lasts.

    ``to_hit`` is the row of the attack table, the number needed against armor class 10, 9, ... -10 in that order.
    ``armor_class`` is descending as printed and includes ``armor_class_dexterity`` (negative improves).
    ``reaction`` and ``attacking`` are the two dexterity adjustments. ``movement`` is in inches.
    ``routines`` is attack routines a round (3/2 = three every two rounds). ``surprised`` and ``surprises`` are
    chances ("2 in 6", "1 in 10"). ``paced``: its movement was given, and comes of no load. ``carried`` is the weight it
    carries in pounds, where that is known, ``allowance`` what strength adds to every limit of load.
    ``undead`` names the row of the turning table, ``turns_undead`` the level. ``strength`` is the score without its
    percentage, 0 where it is not known. ``untrained`` are weapons it never learned to throw. ``components`` is how many
    segments it takes to get out what a spell needs: None, what a pouch takes; below 0, it has nothing at hand.
    ``charges`` are those that its items have, by the item; of an item that is not named they are not counted.
    ``wave`` is the round in which it arrives, 0 if it is there from the start. ``left`` is what it has of its
    ``hit_points`` when the fight opens, None for all of them.
    ``special`` are notes on what it does besides, which nothing here plays: the DM decides.
    ``dew`` are the attributes of Dew's detailed sequence, for those who fight by it.
    """

    id: CombatantId
    name: str
    side: SideId
    kind: str = ""
    level: int = 0
    hit_dice: str = ""
    hit_points: int = 1
    armor_class: int = 10
    armor_class_dexterity: int = 0
    movement: int = 12
    unencumbered: int = 12
    load: Load = Load.LIGHT
    size: str = "M"
    legs: int = 2
    reaction: int = 0
    attacking: int = 0
    strength_hit: int = 0
    strength_damage: int = 0
    routines: Fraction = Fraction(1)
    to_hit: tuple[int, ...] = ()
    saves: tuple[tuple[Save, int], ...] = ()
    weapons: tuple[Weapon, ...] = ()
    spells: tuple[Spell, ...] = ()
    devices: tuple[Device, ...] = ()
    charges: tuple[tuple[str, int], ...] = ()
    psionic: Psionic | None = None
    surprised: str = "2 in 6"
    surprises: str = "2 in 6"
    initiative_die: int = 6
    turns_undead: int = 0
    undead: str = ""
    natural: bool = False
    played: bool = False
    hasted: bool = False
    morale: int = 50
    charisma_reaction: int = 0
    magic_resistance: int = 0
    mounted: bool = False
    race: str = ""
    position: tuple[int, int] | None = None
    hidden: bool = False
    wave: int = 0
    left: int | None = None
    mob: str = ""
    special: tuple[str, ...] = ()
    paced: bool = False
    carried: int | None = None
    allowance: int = 0
    strength: int = 0
    untrained: tuple[str, ...] = ()
    components: int | None = None
    on_point: bool | None = None
    """Whether the figure leads the way; None where nobody said so."""
    dew: DewFigure | None = None

    @property
    def is_large(self) -> bool:
        """Larger than man-sized: damage dice against it are those for large opponents."""
        return self.size == "L"
