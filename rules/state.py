"""The encounter as data: frozen, folded from events alone, the same for the referee and for every reader.

``evolve`` makes the changed copy. Mappings are never changed in place and keep roster order; no set is held.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

from rules.dew_state import DewCombatant, DewRound
from rules.effects import Facts
from rules.figure import Device, Figure, Spell, Weapon
from rules.terms import ClauseId, CombatantId, Setting, SideId

Place = tuple[int, int]
"""A place on the field: x and y in hundredths of a foot."""

DISABLING = ("dead", "helpless", "asleep", "held", "stunned", "vanished", "fled", "surrendered", "turned", "paralysed")
"""Conditions in which a figure can do nothing."""

GONE = ("dead", "vanished", "fled", "surrendered", "turned")
"""Conditions that take a figure out of the fight."""

MOTIONLESS = ("helpless", "asleep", "held", "stunned", "paralysed")
"""Conditions in which a figure is struck at +4."""


@dataclass(frozen=True)
class Condition:
    """Something a figure is under: its name and when it ends (round, clock), or never of itself."""

    name: str
    until: tuple[int, int] | None = None


@dataclass(frozen=True)
class Declaration:
    """What a figure was declared to do this round. Keys are those of the scenario format.

    A prepared act has a ``when``: what sets it off, of ``watch`` or of anybody. ``delay`` is segments lost in
    declaring. ``letter`` is the DM's, where he put a deed under another letter than its own. A charger may ``throw``
    a weapon in segment ``throw_segment``, ``running`` if he has set off before it. A move is made in ``segment``, where
    that is said. ``warn`` is whom the figure warns as soon as it notices something.
    """

    who: CombatantId
    action: str
    how: str = ""
    targets: tuple[CombatantId, ...] = ()
    weapon: str = ""
    spell: str = ""
    device: str = ""
    to: Place | None = None
    attack_mode: str = ""
    defense_mode: str = ""
    shots: int = 0
    mode: str = ""
    avoid: str = ""
    task: str = ""
    segments: int = 1
    peek: bool = False
    then: "tuple[Declaration, ...]" = ()
    becomes: str = ""
    when: str = ""
    watch: CombatantId = ""
    delay: int = 0
    letter: str = ""
    throw: str = ""
    throw_segment: int = 0
    running: bool = False
    segment: int = 0
    warn: CombatantId = ""


@dataclass(frozen=True)
class Casting:
    """A spell or task under way from an earlier segment or round: what, at whom, and segments already done."""

    what: str
    targets: tuple[CombatantId, ...]
    done: int


@dataclass(frozen=True)
class Turn:
    """What a figure has done of its turn this round, where a procedure goes turn by turn.

    ``taken``: its count has come. ``attacked``: the attacks of its turn are used. ``hurt``: it has been damaged.
    ``seized`` are those at whom it made an attack of opportunity, one entry each. ``parrying`` is what a blow at it
    loses. ``missile`` is what became of a missile it had ready: "shot" before the dice, "held", or "lost".
    ``rested``: no missile is ready, because it let its last one go to waste. ``absent``: it was out of the fight before
    the round began. ``left`` are the places from which it has moved on its turn, in order.
    """

    taken: bool = False
    attacked: bool = False
    hurt: bool = False
    seized: tuple[CombatantId, ...] = ()
    parrying: int = 0
    missile: str = ""
    rested: bool = False
    held_to_course: bool = False
    absent: bool = False
    left: tuple[Place, ...] = ()


@dataclass(frozen=True)
class Spent:
    """What a figure has done this round, where a procedure counts it.

    ``actions`` of every sort; of these ``spells``, ``devices`` and ``attacks`` (``blows``, ``shots``, and ``magic``
    that may harm). ``legs`` of movement over ``distance`` hundredths of a foot, ``early`` if the first came before any
    shot, ``disturbed`` if something befell it since. ``relocated`` by magic. ``staff``: a blow was struck with a
    staff that is a device. ``granted`` are actions that the DM allows beyond the number.
    """

    actions: int = 0
    spells: int = 0
    devices: int = 0
    attacks: int = 0
    blows: int = 0
    shots: int = 0
    magic: int = 0
    legs: int = 0
    distance: int = 0
    early: bool = False
    disturbed: bool = False
    relocated: bool = False
    staff: bool = False
    granted: int = 0


@dataclass(frozen=True)
class Combatant:
    """A figure in play: its definition and everything about it that changes.

    ``hp`` may be negative. ``spells`` are the ids still in memory, ``charges`` what is left of those that are counted,
    by the item. ``in_hand`` is a weapon's id. ``unfinished_charge`` is the round that ended before its charge arrived
    (0: none). ``rates`` is which rounds bring the fraction of a fractional routine: "odd" or "even". ``must_avoid`` is
    the way of avoiding that a failed morale check calls for, until it is declared.
    """

    figure: Figure
    hp: int
    place: Place
    conditions: tuple[Condition, ...] = ()
    spells: tuple[str, ...] = ()
    charges: Mapping[str, int] = field(default_factory=dict)
    in_hand: str = ""
    casting: Casting | None = None
    charging: bool = False
    closing: CombatantId = ""
    unfinished_charge: int = 0
    hidden: bool = False
    types_dice: bool = False
    behind: CombatantId = ""
    armor_class: int | None = None
    psionic_attack: int = 0
    psionic_defense: int = 0
    rates: str = ""
    must_avoid: str = ""
    last: Declaration | None = None
    ranges: Mapping[CombatantId, int] = field(default_factory=dict)
    turn: Turn = Turn()
    spent: Spent = Spent()
    dew: DewCombatant | None = None

    @property
    def id(self) -> CombatantId:
        """The figure's id."""
        return self.figure.id

    @property
    def side(self) -> SideId:
        """The side the figure fights on."""
        return self.figure.side

    @property
    def name(self) -> str:
        """The figure's name."""
        return self.figure.name

    def has(self, *names: str) -> bool:
        """Whether the figure is under any of these conditions."""
        return any(condition.name in names for condition in self.conditions) if self.conditions else False

    @property
    def able(self) -> bool:
        """Whether the figure can act at all."""
        return not self.conditions or not self.has(*DISABLING)

    @property
    def present(self) -> bool:
        """Whether the figure is still in the fight, on its feet or not."""
        return not self.conditions or not self.has(*GONE)

    def weapon(self, id: str) -> Weapon | None:
        """The weapon of this id among those the figure has."""
        for weapon in self.figure.weapons:
            if weapon.id == id:
                return weapon
        return None

    def spell(self, id: str) -> Spell | None:
        """The spell of this id among those the figure knows."""
        for spell in self.figure.spells:
            if spell.id == id:
                return spell
        return None

    def has_charges_for(self, device: Device) -> bool:
        """Return whether one more use of the device has the charges that it takes."""
        return self.charges.get(device.charged_item, device.cost) >= device.cost

    def device(self, id: str) -> Device | None:
        """The device of this id among those the figure has."""
        for device in self.figure.devices:
            if device.id == id:
                return device
        return None


@dataclass(frozen=True)
class Deed:
    """One thing to resolve: a routine, a bonus blow, a completion, a contact, a move, a turning.

    ``number`` is its own segment. A ``timed`` deed is played no earlier than its number. ``slot`` places routines in
    the round (0 to 1). ``routine`` of ``routines`` counts from 1. ``first`` marks blows of items that strike first,
    ``bonus`` the extra blows of a faster weapon (1, 2, ...), ``part`` the contact or the blow of a charge.
    ``initiative`` is the number the deed's side order goes by, ``held_for`` the figure it waits on. A ``standing`` deed
    is never due: it goes on by the clock (psionic combat) or past the round (a long spell), or when something sets it
    off (``when``, of ``held_for`` or of anybody); one that is also ``timed`` comes when its column does. ``begins`` is
    the column in which it begins, 0 for none. ``place`` is where the general order puts it, in a ruleset that works
    that out once. ``step`` is which of the deeds declared one after another it belongs to, from 0; ``lead`` of these
    are movement before anything else. ``blows`` is how many of a routine's are struck (0: all). ``parried`` is what a
    parry takes from its attack rolls.
    """

    id: str
    who: CombatantId
    kind: str
    targets: tuple[CombatantId, ...] = ()
    number: int | None = None
    timed: bool = False
    initiative: int = 0
    slot: Fraction | None = None
    routine: int = 1
    routines: int = 1
    weapon: str = ""
    spell: str = ""
    device: str = ""
    to: Place | None = None
    first: bool = False
    bonus: int = 0
    part: str = ""
    task: str = ""
    mode: str = ""
    held_for: CombatantId = ""
    shots: int = 1
    cantrip: int = 0
    standing: bool = False
    when: str = ""
    begins: int = 1
    place: tuple[int, ...] = ()
    step: int = 0
    lead: int = 0
    blows: int = 0
    parried: int = 0


@dataclass(frozen=True)
class OpenQuestion:
    """A question that a person has been asked.

    ``sealed``: the answer is in, and what it was is nobody's yet. One not ``awaited`` may be left unanswered.
    """

    id: str
    epoch: int
    question: str
    who: str
    facts: Facts
    clauses: tuple[ClauseId, ...] = ()
    sealed: bool = False
    awaited: bool = True

    @property
    def token(self) -> str:
        """What an answer must name: another person's answer does not make it stale, a take-back does."""
        return f"{self.id}~{self.epoch}"


@dataclass(frozen=True)
class OpenRoll:
    """Dice a person is to roll and type."""

    id: str
    epoch: int
    purpose: str
    by: str
    count: int
    sides: int

    @property
    def token(self) -> str:
        """What the typed faces must name."""
        return f"{self.id}~{self.epoch}"


@dataclass(frozen=True)
class SideSurprise:
    """What surprise did to one side: its die, whether it is surprised, segments lost after netting."""

    face: int = 0
    surprised: bool = False
    rolled: int = 0
    segments: int = 0


NO_ROUND = DewRound()


@dataclass(frozen=True)
class State:
    """The whole encounter at one position of its log.

    ``combatants`` are those who have arrived, ``coming`` the figures whose wave is still to come; ``sides`` are those
    of the arrived. ``round`` is -1 before the first, 0 in the opening. ``clock`` is the column being played, None
    before the first.
    ``stage`` is the engine's. ``counts`` is how many faces of each kind were drawn this round. ``initiative`` holds
    dice by side, and by figure for those who have their own. ``done`` are the deeds of the round that were resolved,
    ``lost`` those of every round that will not be, each with its round.
    ``dropped`` are precedences given up to break a circle. ``marks`` are facts a ruleset keeps. ``bleeding`` are those
    who had fewer than no hit points when the round began; a ruling made before initiative still counts. ``happened``
    is what the DM says has come about this round, by the figure it is about ("" for none).
    """

    ruleset: str
    options: Mapping[str, object]
    setting: Setting
    combatants: Mapping[CombatantId, Combatant]
    sides: tuple[SideId, ...]
    coming: tuple[Figure, ...] = ()
    notes: Mapping[str, object] = field(default_factory=dict)
    round: int = -1
    attempt: int = 1
    stage: str = ""
    clock: int | None = None
    moment: int = 0
    between_rounds: bool = True
    declared: Mapping[CombatantId, Declaration] = field(default_factory=dict)
    surprise: Mapping[SideId, SideSurprise] = field(default_factory=dict)
    lost_segments: Mapping[CombatantId, int] = field(default_factory=dict)
    initiative: Mapping[str, int] = field(default_factory=dict)
    pending: tuple[Deed, ...] = ()
    acting: tuple[Deed, ...] = ()
    done: tuple[Deed, ...] = ()
    lost: tuple[tuple[int, Deed], ...] = ()
    dropped: tuple[tuple[str, str], ...] = ()
    engaged: tuple[tuple[CombatantId, CombatantId], ...] = ()
    open: tuple[OpenQuestion, ...] = ()
    open_rolls: tuple[OpenRoll, ...] = ()
    asked: int = 0
    epoch: int = 0
    counts: Mapping[tuple[str, str, int], int] = field(default_factory=dict)
    marks: Mapping[str, int] = field(default_factory=dict)
    bleeding: tuple[CombatantId, ...] = ()
    happened: Mapping[CombatantId, str] = field(default_factory=dict)
    dew: DewRound = NO_ROUND
    ended: str = ""

    def foes_of(self, who: CombatantId) -> tuple[Combatant, ...]:
        """Everyone on another side than this figure, in roster order."""
        side = self.combatants[who].side
        return tuple(each for each in self.combatants.values() if each.side != side)

    def question(self, token: str) -> OpenQuestion | None:
        """The open question with this token."""
        return next((each for each in self.open if each.token == token), None)


Frozen = TypeVar(
    "Frozen", State, Combatant, Deed, Declaration, Turn, Spent, OpenQuestion, DewCombatant, DewRound, Figure
)


def evolve(thing: Frozen, **changes: Any) -> Frozen:
    """A copy with some fields changed. As ``dataclasses.replace``, many times quicker: folding does little else."""
    copy = object.__new__(type(thing))
    # One dict made whole; filling the empty one of a new object takes twice as long.
    object.__setattr__(copy, "__dict__", thing.__dict__ | changes)
    return copy


def with_combatant(state: State, who: CombatantId, **changes: Any) -> State:
    """The state with one combatant changed."""
    combatants = dict(state.combatants)
    combatants[who] = evolve(combatants[who], **changes)
    return evolve(state, combatants=combatants)
