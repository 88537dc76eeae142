"""Combatants as prepared, copied whole from the tables when the encounter opens.

Everything here is frozen and holds no reference to a table: once an encounter has opened, the referee reads
only these. Places and lengths are hundredths of a foot, ranges hundredths of an inch, times segments.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from rules.kernel.effect_entries import EffectChange
from rules.kernel.frozen import Part, frozen
from rules.kernel.own import Sheet
from rules.kernel.terms import CombatantId, Load, Save, SideId

FEARLESS = 1000
"""The morale of combatants that never check: above any adjusted roll."""


@frozen
class WeaponBlow:
    """One attack roll of a routine."""

    name: str
    damage: str
    """Dice of damage: "1d8", "2d4+1"."""
    damage_large: str


@frozen
class Missile:
    """The shooting or throwing of a weapon."""

    rate: Fraction
    """Shots a round."""
    ranges: tuple[int, int, int]
    """Short, medium and long range, in hundredths of an inch."""
    ready: bool = False
    thrown: bool = False
    ammunition: str = ""
    """The item of which each shot takes one: arrows, or the weapon itself where it is thrown; "" in older logs."""


@frozen
class Weapon:
    """A weapon in hand, or a creature's natural attacks (one routine of several blows)."""

    id: str
    name: str
    blows: tuple[WeaponBlow, ...]
    length: int
    """Its reach, in hundredths of a foot."""
    speed_factor: int | None = None
    """None where the weapon has none."""
    missile: Missile | None = None
    melee: bool = True
    natural: bool = False
    strikes_first: bool = False
    """It strikes first, whatever the dice show."""
    extra: int = 0
    """The number of blows that it adds; they come when it strikes first."""
    surprise_shot: int | None = None
    """The segment of surprise in which a surprised owner may still shoot."""
    settable: bool = False
    charge_double: bool = False
    hit_bonus: int = 0
    damage_bonus: int = 0
    hug: str | None = None
    """Extra damage done directly after a paw that hits on a face of 18 or more."""
    power: bool = False
    """It has an ability that is a device of its own."""
    size: str = "M"
    rate_step: int = 0
    """The number of steps by which its owner's attack routines go up along 1/1, 3/2, 2/1, 5/2, 3/1."""
    balanced: bool | None = None
    """True if it can be thrown; None where that is not known yet."""
    armor_adjustments: tuple[int, ...] = ()
    """The adjustments to hit armor types 2, 3, ... 10; empty where none are printed."""
    like: str = ""
    """The id of the tables as which a thing of somebody's own counts; "" where it has none."""

    @property
    def counts_as(self) -> str:
        """Return the id by which a rule that names a thing knows it."""
        return self.like or self.id


@frozen
class Spell:
    """A spell as prepared by one caster.

    No table describes the effect of a spell with neither ``damage`` nor ``heals``.
    """

    id: str
    name: str
    casting: int
    """Segments (10 = a full round, 100 = a turn)."""
    offensive: bool = False
    relocation: bool = False
    cantrip: bool = False
    range: int | None = None
    """Hundredths of an inch; None where no number is printed (touch is 0)."""
    save: str = "none"
    """The effect of a save: none, negates, half or special; against ``save_column``."""
    save_column: Save = Save.SPELL
    damage: str | None = None
    """A dice expression already calculated for the caster's level."""
    heals: str | None = None
    """A dice expression already calculated for the caster's level."""
    level: int = 1
    element: str = ""
    """The kind of harm that it does: fire, cold, acid; "" where that makes no difference."""
    caster_class: str = ""
    """The class of a caster of several classes that has the spell; "" for other casters and other spells."""


USER_HIT_POINTS = "hit points"
"""The damage of a power that does as much as its user has hit points left."""


@frozen
class Innate:
    """Attributes of a device that is a power of the creature itself, such as a breath weapon."""

    area: str = ""
    """The area as printed."""
    shape: str = ""
    """The shape that begins at the creature: cone or rectangle; "" where only targets that are named are caught."""
    length: int = 0
    """The length of the shape, in hundredths of a foot."""
    width: int = 0
    """The width of the shape, of a cone at its end, in hundredths of a foot."""
    source: str = ""
    """The book and the entry."""
    confidence: str = "high"
    """high, medium or low."""
    note: str = ""
    """What else it does, which is for the DM to decide."""


@frozen
class Device:
    """A magic device, or a power of a creature that it uses like one."""

    id: str
    name: str
    activation: int | None = None
    """Segments; None where none is stated, and it then acts in side order."""
    attack: bool = False
    relocation: bool = False
    worn: bool = False
    spell: str | None = None
    save: str = "none"
    save_column: Save = Save.ROD_STAFF_WAND
    damage: str | None = None
    """A dice expression, or ``USER_HIT_POINTS``."""
    heals: str | None = None
    range: int | None = None
    spells: int = 1
    """The number of spells a round that its owner may cast by its power."""
    cost: int = 1
    """The number of charges that one use takes."""
    single_use: bool = False
    """It is gone once it is used, like a potion."""
    element: str = ""
    """The kind of harm that it does: fire, cold, acid; "" where that makes no difference."""
    innate: Innate | None = None
    """Set for a power of the creature itself; None for a thing."""
    item: str = ""
    """The item whose charges a use takes, where the device is one of its functions; "" for a device of its own."""
    like: str = ""
    """The id of the tables as which a thing of somebody's own counts; "" where it has none."""

    @property
    def charged_item(self) -> str:
        """Return the id of the item whose charges a use takes.

        All functions of a wand share its charges.
        """
        return self.item or self.id

    @property
    def counts_as(self) -> str:
        """Return the id by which a rule that names a thing knows it."""
        return self.like or self.id


@frozen
class Psionic:
    """Psionic strengths (points), and the modes that a psionicist commands (table ids)."""

    attack: int
    defense: int
    attack_modes: tuple[str, ...]
    defense_modes: tuple[str, ...]


@frozen
class ClassLevel:
    """A class of a combatant, and its level in it."""

    id: str
    level: int
    """0 where the viewer is not shown it."""


@frozen
class Creature(Part):
    """The sort of combatant that it is."""

    kind: str = ""
    """Its class, or its entry of the monster table; of several classes the first."""
    race: str = ""
    level: int = 0
    """Its level; of several classes the highest."""
    classes: tuple[ClassLevel, ...] = ()
    """Its classes where it has several, else empty."""
    hit_dice: str = ""
    size: str = "M"
    legs: int = 2
    undead: str = ""
    """The row of the turning table; empty for the living."""
    morale: int = 50
    """Percent; ``FEARLESS`` if it never checks."""
    charisma_reaction: int = 0
    """The reaction adjustment by charisma."""

    @property
    def is_large(self) -> bool:
        """Return whether it is larger than man-sized.

        Damage dice against it are then those for large opponents.
        """
        return self.size == "L"

    def list_classes(self) -> tuple[ClassLevel, ...]:
        """Return its classes with their levels; one, or its kind of monster, as if it were a class."""
        return self.classes or ((ClassLevel(self.kind, self.level),) if self.kind else ())

    def has_class(self, *ids: str) -> bool:
        """Return whether it has one of these classes, or is that kind of monster."""
        return self.kind in ids or any(each.id in ids for each in self.classes)

    def get_level(self, class_: str) -> int:
        """Return its level in a class; 0 without that class."""
        return next((each.level for each in self.list_classes() if each.id == class_), 0)

    def count_levels(self) -> int:
        """Return how many levels it has in all of its classes together."""
        return sum(each.level for each in self.classes) or self.level


@frozen
class DefenceNumbers(Part):
    """The numbers against which others attack it."""

    hit_points: int = 1
    armor_class: int = 10
    """Descending, as printed; includes ``armor_class_dexterity``."""
    armor_class_dexterity: int = 0
    """The adjustment by dexterity; a negative number improves."""
    magic_resistance: int = 0
    """Percent."""
    saves: tuple[tuple[Save, int], ...] = ()


@frozen
class AttackNumbers(Part):
    """The numbers of its attacks, and of its initiative."""

    to_hit: tuple[int, ...] = ()
    """The row of the attack table: the number needed against armor class 10, 9, ... -10."""
    routines: Fraction = Fraction(1)
    """Attack routines a round (3/2 = three every two rounds)."""
    natural: bool = False
    """It fights without any weapon."""
    hasted: bool = False
    initiative_die: int = 6
    reaction: int = 0
    """The reaction adjustment by dexterity."""
    attacking: int = 0
    """The attacking adjustment by dexterity."""
    strength_hit: int = 0
    strength_damage: int = 0


@frozen
class Pace(Part):
    """Its movement, and the load that slows it."""

    movement: int = 12
    """Inches a round with its load."""
    unencumbered: int = 12
    """Inches a round without a load."""
    paced: bool = False
    """The movement was given, and does not follow from a load."""
    mounted: bool = False
    load: Load = Load.LIGHT
    carried: int | None = None
    """The weight carried, in pounds, where it is known."""
    allowance: int = 0
    """The addition by strength to every limit of load, in pounds."""
    strength: int = 0
    """The score without its percentage; 0 where it is not known."""


@frozen
class Gear(Part):
    """The things that it carries."""

    weapons: tuple[Weapon, ...] = ()
    untrained: tuple[str, ...] = ()
    """Weapons that it never learned to throw."""
    devices: tuple[Device, ...] = ()
    charges: tuple[tuple[str, int], ...] = ()
    """The charges of its items, by item; charges of an item that is not named are not counted."""
    components: int | None = None
    """Segments that it takes to get out the components of a spell.

    None: those of a pouch. Below 0: it has nothing at hand.
    """


@frozen
class SpecialAttack:
    """The harm of a hit besides damage: a saving throw, and the effect where it fails."""

    name: str
    """"poison", "paralysis": small letters."""
    blow: str = ""
    """The name of the blow or the id of the weapon that does it; empty for any blow in melee."""
    save: Save | None = None
    """None where no save is allowed."""
    save_by: int = 0
    """The amount that is added to the die of the save."""
    begins: str = ""
    """The effect that the DM is asked to begin: "dead", "paralysed"."""
    until: str = ""
    """The duration in words, perhaps with dice: "5d4 rounds"; empty until it is ended."""
    levels: int = 0
    """Levels that are lost."""
    spares: tuple[str, ...] = ()
    """The races that it does not affect."""
    source: str = ""
    """The book and the entry."""
    confidence: str = "high"
    """high, medium or low."""
    note: str = ""
    """What else it does, which is for the DM to decide."""

    def describe(self) -> str:
        """Return it in words: "poison (bite): save or dead", "level drain: 2 levels lost"."""
        does = f"{self.levels} level{'s'[: self.levels > 1]} lost" if self.levels else self.begins.replace("_", " ")
        save = f"save{f' at {self.save_by:+d}' if self.save_by else ''} or " if self.save is not None else ""
        lasting = f" for {self.until}" if self.until else ""
        spares = f", not {', '.join(self.spares)}" if self.spares else ""
        return f"{self.name}{f' ({self.blow})' if self.blow else ''}: {save}{does}{lasting}{spares}"


@frozen
class Regeneration:
    """Hit points that come back by themselves at the end of each round."""

    points: int
    """Hit points a round."""
    after: int = 0
    """The rounds from the first wound to the first points that come back."""
    spares: tuple[str, ...] = ()
    """The kinds of harm that do not heal so: fire, acid."""
    revives: bool = False
    """It goes on after death, unless harm of those kinds was enough to kill."""
    source: str = ""
    """The book and the entry."""
    confidence: str = "high"
    """high, medium or low."""

    def describe(self) -> str:
        """Return it in words: "3 hit points a round from the third round after the first wound"."""
        begins = f", from {self.after} rounds after the first wound" if self.after else ""
        spares = f"; not after {' or '.join(self.spares)}" if self.spares else ""
        dead = "; even when dead" if self.revives else ""
        return f"{self.points} hit point{'s' if self.points != 1 else ''} a round{begins}{spares}{dead}"


@frozen
class Powers(Part):
    """Its spells, and the other powers that it has without any device."""

    spells: tuple[Spell, ...] = ()
    psionic: Psionic | None = None
    turns_undead: int = 0
    """The level at which it turns undead."""
    special: tuple[str, ...] = ()
    """Notes on abilities: what neither ``on_hit`` nor another field has, the DM decides."""
    on_hit: tuple[SpecialAttack, ...] = ()
    regeneration: Regeneration | None = None


@frozen
class Odds:
    """A chance, written "2 in 6" wherever it is stored."""

    count: int
    of: int
    """The sides of the die that are meant."""

    @property
    def chance(self) -> Fraction:
        """Return the chance as a fraction."""
        return Fraction(self.count, self.of)

    def __str__(self) -> str:
        return f"{self.count} in {self.of}"


_ODDS = re.compile(r"(\d{1,3}) in ([1-9]\d{0,2})", re.ASCII)


def parse_odds(text: str) -> Odds:
    """Return the chance of a text such as "2 in 6". Raises ValueError for anything else."""
    match = _ODDS.fullmatch(text)
    if match is None or int(match[1]) > int(match[2]):
        raise ValueError(f"'{text}' is no chance such as \"2 in 6\"")
    return Odds(int(match[1]), int(match[2]))


USUAL_ODDS = Odds(2, 6)
"""The chance to be surprised, and to surprise, of whatever has none of its own."""


@frozen
class Surprise(Part):
    """Its chances of surprise."""

    surprised: Odds = USUAL_ODDS
    surprises: Odds = USUAL_ODDS


@frozen
class NumberChange:
    """A change of one number of a combatant, for as long as an effect lasts."""

    what: str
    """One of ``rules.kernel.state.CHANGED``."""
    by: int | Fraction
    """The amount that is added.

    It is added to attack dice, damage, armor class (a negative number improves), dice of saving throws, or inches of
    movement. Attack routines are multiplied by 1 more than it: 1 doubles them, -1/2 halves them.
    """


@frozen
class StartCondition:
    """A condition with which a combatant comes."""

    name: str
    rounds: int | None = None
    """The rounds that it lasts yet, of which the first is that in which the combatant comes.

    None: until it is ended.
    """
    changes: tuple[NumberChange, ...] = ()
    """The numbers that it changes while it lasts."""


@frozen
class Start(Part):
    """The place and state in which it comes."""

    position: tuple[int, int] | None = None
    """None if the rolled distance places it."""
    hidden: bool = False
    wave: int = 0
    """The round in which it arrives; 0 if it is there from the start."""
    left: int | None = None
    """The part of its hit points that it has when the fight opens; None for all."""
    on_point: bool | None = None
    """True if the combatant leads the way; None where that was not given."""
    conditions: tuple[StartCondition, ...] = ()
    """The conditions with which it comes."""


@frozen
class StatBlock:
    """A combatant as prepared: the definition that does not change during the encounter."""

    id: CombatantId
    name: str
    side: SideId
    played: bool = False
    """It is a player's character."""
    mob: str = ""
    """The id that it shares with the others of its count; empty for one alone."""
    creature: Creature = Creature()
    defence: DefenceNumbers = DefenceNumbers()
    attack: AttackNumbers = AttackNumbers()
    pace: Pace = Pace()
    gear: Gear = Gear()
    powers: Powers = Powers()
    surprise: Surprise = Surprise()
    start: Start = Start()
    sheet: Sheet | None = None
    """The attributes of a procedure that has its own, for those who fight by it."""


def compute_changes(stat_block: StatBlock, armor_class: int, changes: Sequence[EffectChange]) -> Iterator[NumberChange]:
    """Yield the changes of a combatant's numbers; none that would come to nothing.

    ``armor_class`` is the one that it has now.
    """
    for change in changes:
        by = _compute_amount(stat_block, armor_class, change)
        if by:
            yield NumberChange(change.what, by)


def _compute_amount(stat_block: StatBlock, armor_class: int, change: EffectChange) -> int | Fraction:
    match change.how:
        case "to":
            return min(0, int(change.amount) - armor_class)
        case "times":
            return _simplify(Fraction(stat_block.pace.movement) * (change.amount - 1))
        case "strength":
            attack = stat_block.attack
            own = attack.strength_hit if change.what == "to_hit" else attack.strength_damage
            return max(0, change.amount - own)
    return change.amount


def _simplify(number: Fraction) -> int | Fraction:
    return number.numerator if number.denominator == 1 else number
