"""The encounter as data: frozen, folded from events alone, the same for every reader.

``evolve`` makes the changed copy. Mappings are never changed in place and keep roster order; no set is kept.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from enum import Enum, auto
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeVar

from rules.kernel.calls import OpenCall
from rules.kernel.effect_entries import EffectEntry
from rules.kernel.effects import Facts
from rules.kernel.frozen import Part, frozen
from rules.kernel.map_plan import NO_PLAN, MapPlan
from rules.kernel.own import AT_FIRST, Own, Owned, OwnT, Sheet
from rules.kernel.stat_block import Device, NumberChange, Spell, StatBlock, Weapon
from rules.kernel.terms import ClauseId, CombatantId, Setting, SideId

Place = tuple[int, int]
"""A place on the battlefield: x and y in hundredths of a foot."""

DISABLING = (
    *("dead", "helpless", "asleep", "held", "stunned", "vanished", "fled", "surrendered", "turned", "paralysed"),
    "petrified",
)
"""Conditions in which a combatant can do nothing."""

GONE = ("dead", "vanished", "fled", "surrendered", "turned", "petrified")
"""Conditions that take a combatant out of the fight."""

MOTIONLESS = ("helpless", "asleep", "held", "stunned", "paralysed")
"""Conditions in which a combatant is struck at +4."""


CHANGED = ("to_hit", "damage", "ac", "save", "movement", "routines")
"""The numbers of a combatant that an effect may change."""


@frozen
class Condition:
    """Something that affects a combatant."""

    name: str
    until: tuple[int, int] | None = None
    """Round and clock at which it ends; None: never of itself."""
    changes: tuple[NumberChange, ...] = ()
    """The numbers that it changes while it lasts."""


class Wording(Protocol):
    """The words of one viewer for combatants and what they have."""

    def name(self, who: CombatantId) -> str:
        """Return the combatant's name."""

    def list_names(self, who: Sequence[CombatantId]) -> str:
        """Return several combatants' names."""

    def weapon(self, who: CombatantId, id: str) -> str:
        """Return the name of a combatant's weapon."""

    def spell(self, who: CombatantId, id: str) -> str:
        """Return the name of a combatant's spell."""

    def device(self, who: CombatantId, id: str) -> str:
        """Return the name of a combatant's device."""

    def quote(self, text: str) -> str:
        """Return a text that a person typed, as it was typed."""


@frozen
class Declaration:
    """A combatant's declaration for this round, or a step of one.

    Each procedure derives the classes of its declarations from this one. The kernel never asks for the class. Further
    fields of a class, and of what procedures add, say by their annotations how the player of the combatant sees them.
    """

    action: ClassVar[str] = ""
    """The letter of the action on the list."""
    how: ClassVar[str] = ""
    """The way of doing it, in a word; "" where the letter has only one."""

    who: CombatantId
    targets: tuple[CombatantId, ...] = ()
    then: "tuple[Declaration, ...]" = ()
    """The steps that follow."""
    owned: Owned = field(default_factory=dict)
    """What procedures add to the declaration, by its type."""

    def __init_subclass__(cls) -> None:
        DECLARATION_KINDS[cls.__name__] = cls

    def has(self, kind: type[Own]) -> bool:
        """Return whether a procedure has added this to the declaration."""
        return kind in self.owned

    def own(self, kind: type[OwnT]) -> OwnT:
        """Return what a procedure has added to the declaration, or its initial value."""
        found = self.owned.get(kind) or AT_FIRST[kind]
        assert isinstance(found, kind)
        return found

    @property
    def words(self) -> Mapping[str, object]:
        """Return the declaration by the keys of scenario files."""
        own = {"action": self.action, "how": self.how, **self.__dict__}
        for added in self.owned.values():
            own |= added.__dict__
        return own

    @property
    def what(self) -> str:
        """Return the spell, device or task that it may take long for; "" for none."""
        return ""

    def describe(self, wording: Wording) -> str:
        """Return the declaration in a few words; by its letter where its class has no words."""
        return self.action


DECLARATION_KINDS: dict[str, type[Declaration]] = {}
"""Every class of declarations by its name, for stored data."""

DeclarationT = TypeVar("DeclarationT", bound=Declaration)


@frozen
class OngoingCasting:
    """A spell or task under way since an earlier segment or round."""

    what: str
    """The spell or task."""
    targets: tuple[CombatantId, ...]
    done: int
    """Segments already done."""


@frozen
class Combatant:
    """A combatant in play: its definition and everything about it that changes."""

    stat_block: StatBlock
    hp: int
    """Hit points; may be negative."""
    place: Place
    conditions: tuple[Condition, ...] = ()
    spells: tuple[str, ...] = ()
    """The ids of the spells still in memory."""
    charges: Mapping[str, int] = field(default_factory=dict)
    """The charges left, by item, for the items that are counted."""
    in_hand: str = ""
    """The id of the weapon in hand."""
    casting: OngoingCasting | None = None
    charging: bool = False
    hidden: bool = False
    met: bool = False
    """It has been perceived by all, now or before."""
    types_dice: bool = False
    behind: CombatantId = ""
    armor_class: int | None = None
    psionic_attack: int = 0
    psionic_defense: int = 0
    last: Declaration | None = None
    ranges: Mapping[CombatantId, int] = field(default_factory=dict)
    owned: Owned = field(default_factory=dict)
    """State that procedures keep of the combatant, by its type; a missing type has its initial value."""

    @property
    def id(self) -> CombatantId:
        """Return the combatant's id."""
        return self.stat_block.id

    @property
    def side(self) -> SideId:
        """Return the combatant's side."""
        return self.stat_block.side

    @property
    def name(self) -> str:
        """Return the combatant's name."""
        return self.stat_block.name

    def has(self, *names: str) -> bool:
        """Return whether the combatant is under any of these conditions."""
        return any(condition.name in names for condition in self.conditions) if self.conditions else False

    def list_changes(self, what: str) -> list[tuple[str, int | Fraction]]:
        """Return the changes of one of its numbers by effects, each with the effect's name."""
        if not self.conditions:
            return []
        return [
            (condition.name, change.by)
            for condition in self.conditions
            for change in condition.changes
            if change.what == what
        ]

    def sum_changes(self, what: str) -> int:
        """Return what effects add to one of its numbers on dice or armor, in whole points."""
        return int(sum(by for _, by in self.list_changes(what))) if self.conditions else 0

    @property
    def movement(self) -> int | Fraction:
        """Return the inches that it moves in a round, with what effects add; at least 0."""
        plain = self.stat_block.pace.movement
        return max(0, plain + sum(by for _, by in self.list_changes("movement"))) if self.conditions else plain

    def own(self, kind: type[OwnT]) -> OwnT:
        """Return a procedure's own state of the combatant."""
        found = self.owned.get(kind) or AT_FIRST[kind]
        assert isinstance(found, kind)
        return found

    @property
    def able(self) -> bool:
        """Return whether the combatant can act at all."""
        return not self.conditions or not self.has(*DISABLING)

    @property
    def present(self) -> bool:
        """Return whether the combatant is still in the fight, on its feet or not."""
        return not self.conditions or not self.has(*GONE)

    def weapon(self, id: str) -> Weapon | None:
        """Return the combatant's weapon with this id, or None."""
        for weapon in self.stat_block.gear.weapons:
            if weapon.id == id:
                return weapon
        return None

    def find_weapon_drawn(self, words: str) -> str:
        """Return the weapon that the words of a task say is drawn; "" for none.

        For older logs and answers, which hold the words alone.
        """
        weapons = self.stat_block.gear.weapons
        return next((each.id for each in weapons if words in (f"draw {each.id}", f"draw {each.name.lower()}")), "")

    def spell(self, id: str) -> Spell | None:
        """Return the spell with this id among those the combatant knows, or None."""
        for spell in self.stat_block.powers.spells:
            if spell.id == id:
                return spell
        return None

    def has_charges_for(self, device: Device) -> bool:
        """Return whether enough charges are left for one more use of the device."""
        return self.charges.get(device.charged_item, device.cost) >= device.cost

    def count_missiles(self, weapon: Weapon | None) -> int | None:
        """Return the missiles left for a weapon; None where nobody counts them, or it has none."""
        if weapon is None or weapon.missile is None or not self.charges:
            return None
        return self.charges.get(weapon.missile.ammunition)

    def may_shoot_with(self, weapon: Weapon) -> bool:
        """Return whether a weapon shoots or is thrown, and a missile is left for it."""
        return weapon.missile is not None and self.count_missiles(weapon) != 0

    def is_thrown_away(self, weapon: Weapon | None) -> bool:
        """Return whether a weapon was thrown, and it was the last of its kind."""
        if weapon is None or weapon.missile is None or not self.charges:
            return False
        return weapon.missile.thrown and self.charges.get(weapon.missile.ammunition) == 0

    def list_weapons_left(self) -> tuple[Weapon, ...]:
        """Return the weapons that the combatant still has: without those thrown away."""
        weapons = self.stat_block.gear.weapons
        return tuple(each for each in weapons if not self.is_thrown_away(each)) if self.charges else weapons

    def list_counted_items(self) -> tuple[str, ...]:
        """Return the items whose charges or missiles can be counted."""
        gear = self.stat_block.gear
        missiles = (each.missile.ammunition for each in gear.weapons if each.missile is not None)
        items = dict.fromkeys((*(each.charged_item for each in gear.devices), *missiles))
        return tuple(item for item in items if item)

    def device(self, id: str) -> Device | None:
        """Return the combatant's device with this id, or None."""
        for device in self.stat_block.gear.devices:
            if device.id == id:
                return device
        return None


class DeedStatus:
    """Base of what a procedure notes of a deed beside its class.

    The class itself is the value; it has no instances.
    """

    word: ClassVar[str]
    """The status in a word, as screens and files show it."""
    counts_others: ClassVar[bool] = False
    """Whether it is due to the deeds of others, hidden ones too: a player is not told of it before the deed is done."""

    def __init_subclass__(cls) -> None:
        DEED_STATUSES[cls.__name__] = cls


DEED_STATUSES: dict[str, type[DeedStatus]] = {}
"""Every status of deeds by its name, for stored data."""


class DeedWords(NamedTuple):
    """A deed in the words and numbers by which screens and files name it."""

    kind: str
    part: str = ""
    targets: tuple[CombatantId, ...] = ()
    weapon: str = ""
    spell: str = ""
    device: str = ""
    task: str = ""
    mode: str = ""
    routine: int = 1
    routines: int = 1
    bonus: int = 0
    cantrip: int = 0


class DeedGroup(Enum):
    """The groups by which a comparison of procedures knows deeds, whatever their classes."""

    BLOW = auto()
    SHOT = auto()
    SPELL = auto()
    DEVICE = auto()
    CHARGE = auto()
    CONTACT = auto()
    """The contact of a charge."""
    CHARGE_BLOW = auto()
    """The blow that ends a charge."""
    MOVE = auto()
    FLIGHT = auto()
    TURNING = auto()
    PASSIVE = auto()
    """Deeds that resolve nothing at a time of their own: waiting and psionic combat."""
    OTHER = auto()


@frozen
class Deed:
    """A single thing to resolve: a routine, a bonus blow, a completion, a contact, a move.

    Each procedure derives the classes of its deeds from this one. The kernel never asks for the class.
    """

    kind: ClassVar[str] = ""
    """The kind of deed in a word, as screens and files show it. Several classes may share a kind."""
    role: ClassVar[str] = ""
    """The part that deeds of the class have in a longer act, in a word; "" for none."""
    group: ClassVar[DeedGroup] = DeedGroup.OTHER
    is_psionic: ClassVar[bool] = False
    """The deed ends with psionic combat."""
    succeeds_by: ClassVar[tuple[type[Any], ...]]
    """The kinds of events by which it succeeds; every class with a kind says them."""
    verbs: ClassVar[tuple[str, ...]] = ()
    """The verbs by which files tell that it succeeded; empty: all those of these events."""

    id: str
    who: CombatantId
    targets: tuple[CombatantId, ...] = ()
    number: int | None = None
    """The deed's own segment."""
    timed: bool = False
    """The deed is played no earlier than its number."""
    initiative: int = 0
    """The number by which the order of the deed's side goes."""
    slot: Fraction | None = None
    """The place of a routine in the round, from 0 to 1."""
    routine: int = 1
    """Which of ``routines`` it is, from 1."""
    routines: int = 1
    first: bool = False
    """The blow is one of an item that strikes first."""
    bonus: int = 0
    """Which extra blow of a faster weapon it is: 1, 2, ...; 0: none."""
    status: type[DeedStatus] | None = None
    """What the procedure notes of the deed, if anything."""
    held_for: CombatantId = ""
    """The combatant for which the deed waits."""
    standing: bool = False
    """The deed is never due.

    It goes on by the clock (psionic combat) or past the round (a long spell), or comes when its trigger ``when``
    happens. A deed that is also ``timed`` comes when its column does.
    """
    when: str = ""
    """The trigger: something that ``held_for`` does, or anybody where that is empty."""
    begins: int = 1
    """The column in which the deed begins; 0 for none."""
    lost: int = 0
    """The number of segments, from ``begins`` on, that are lost to the deed."""
    place: tuple[int, ...] = ()
    """The deed's place in the general order."""
    step: int = 0
    """Which of several steps the deed belongs to, from 0."""
    lead: int = 0
    """The number of steps that are movement before everything else."""
    order: Declaration | None = None
    """The order, or the step of one, that it carries out; None where the rules build it for nobody's.

    Deeds of logs up to version 7 hold none, but for some classes.
    """

    def __init_subclass__(cls) -> None:
        DEED_KINDS[cls.__name__] = cls

    @property
    def part(self) -> str:
        """Return the deed's status in a word, or else its role; "" for neither."""
        return self.status.word if self.status is not None else self.role

    @property
    def words(self) -> DeedWords:
        """Return the deed in words."""
        named = {name: value for name, value in self.__dict__.items() if name in DeedWords._fields}
        return DeedWords(self.kind, self.part, **named)

    def describe(self, wording: Wording) -> str:
        """Return the deed in a few words, as its mark shows it: "sword, Orc 4"."""
        return self.kind + self.describe_targets(wording)

    def describe_targets(self, wording: Wording, word: str = ",") -> str:
        """Return its targets after a word: ", Orc 1, Orc 2"; "" where it has none."""
        return f"{word} {wording.list_names(self.targets)}" if self.targets else ""

    def show_order(self, show: Callable[[Declaration], Declaration]) -> Self:
        """Return the deed with its order as ``show`` returns it, if it holds one."""
        return evolve(self, order=show(self.order)) if self.order is not None else self

    def reword(self, words: Callable[[str], str]) -> Self:
        """Return the deed with its texts in other words; ``words`` returns a text in these."""
        return self


DEED_KINDS: dict[str, type[Deed]] = {}
"""Every class of deeds by its name, for stored data."""

DeedT = TypeVar("DeedT", bound=Deed)


@frozen
class OpenQuestion:
    """A question that a person has been asked."""

    id: str
    epoch: int
    question: str
    who: str
    facts: Facts
    clauses: tuple[ClauseId, ...] = ()
    sealed: bool = False
    """The answer is in, and still hidden from everybody."""
    awaited: bool = True
    """False: the question may be left unanswered."""

    @property
    def token(self) -> str:
        """Return the token that an answer must name.

        Another person's answer does not make it stale; a take-back does.
        """
        return f"{self.id}~{self.epoch}"


@frozen
class OpenRoll:
    """Dice that a person is to roll and type."""

    id: str
    epoch: int
    purpose: str
    by: str
    count: int
    sides: int
    why: str = ""
    """The purpose in words, of dice that the DM called for."""
    call: int = 0
    """The number of the DM's open call for it; 0 without one, and for players."""
    first: int = 0
    """The index of its first face among those of its kind this round, of dice that the DM called for."""

    @property
    def token(self) -> str:
        """Return the token that the typed faces must name."""
        return f"{self.id}~{self.epoch}"


@frozen
class SideSurprise:
    """The effect of surprise on one side."""

    face: int = 0
    """The face of the side's die."""
    surprised: bool = False
    """The side is surprised."""
    rolled: int = 0
    segments: int = 0
    """Segments lost after netting."""


@frozen
class State:
    """The whole encounter at one position of its log."""

    ruleset: str
    options: Mapping[str, object]
    setting: Setting
    combatants: Mapping[CombatantId, Combatant]
    """The combatants who have arrived."""
    sides: tuple[SideId, ...]
    """The sides of those who have arrived."""
    coming: tuple[StatBlock, ...] = ()
    """The combatants whose wave is still to come."""
    notes: Mapping[str, object] = field(default_factory=dict)
    effects: tuple[EffectEntry, ...] = ()
    """The effects of magic that the DM has changed: they stand in place of those of the table."""
    plan: MapPlan = NO_PLAN
    """The walls, doors and difficult ground of the battle map, and its picture."""
    round: int = -1
    """-1 before the first round, 0 in the opening."""
    attempt: int = 1
    stage: str = ""
    """The stage in play; set by the engine."""
    clock: int | None = None
    """The column being played; None before the first."""
    moment: int = 0
    between_rounds: bool = True
    declared: Mapping[CombatantId, Declaration] = field(default_factory=dict)
    surprise: Mapping[SideId, SideSurprise] = field(default_factory=dict)
    lost_segments: Mapping[CombatantId, int] = field(default_factory=dict)
    initiative: Mapping[str, int] = field(default_factory=dict)
    """Dice by side, and by combatant for those who roll their own."""
    pending: tuple[Deed, ...] = ()
    acting: tuple[Deed, ...] = ()
    done: tuple[Deed, ...] = ()
    """The deeds of the round that were resolved."""
    lost: tuple[tuple[int, Deed], ...] = ()
    """The deeds of every round that will not be resolved, each with its round."""
    dropped: tuple[tuple[str, str], ...] = ()
    """Precedences given up to break a circle."""
    open: tuple[OpenQuestion, ...] = ()
    open_rolls: tuple[OpenRoll, ...] = ()
    calls: tuple[OpenCall, ...] = ()
    """The DM's calls that not all have rolled for."""
    asked: int = 0
    epoch: int = 0
    counts: Mapping[tuple[str, str, int], int] = field(default_factory=dict)
    """The number of faces drawn this round, by purpose, roller and sides of the die."""
    owned: Owned = field(default_factory=dict)
    """State that procedures keep of the encounter, by its type; a missing type has its initial value."""
    ended: str = ""

    def own(self, kind: type[OwnT]) -> OwnT:
        """Return a procedure's own state of the encounter."""
        found = self.owned.get(kind) or AT_FIRST[kind]
        assert isinstance(found, kind)
        return found

    @property
    def party(self) -> SideId:
        """Return the side of the party: that of this name, or else the first."""
        return "party" if "party" in self.sides else self.sides[0]

    def list_foes(self, who: CombatantId) -> tuple[Combatant, ...]:
        """Return all combatants of other sides than this combatant's, in roster order."""
        side = self.combatants[who].stat_block.side
        return tuple([each for each in self.combatants.values() if each.stat_block.side != side])

    def question(self, token: str) -> OpenQuestion | None:
        """Return the open question with this token, or None."""
        return next((each for each in self.open if each.token == token), None)


Frozen = TypeVar(
    "Frozen",
    bound=State | Combatant | Deed | Declaration | Own | Part | Sheet | OpenQuestion | OpenRoll | OpenCall | StatBlock,
)


def evolve(thing: Frozen, **changes: Any) -> Frozen:
    """Return a copy with some fields changed.

    Does the same as ``dataclasses.replace``, many times quicker: folding does little else.
    """
    copy = object.__new__(type(thing))
    # One dict made whole; filling the empty one of a new object takes twice as long.
    copy.__dict__ = thing.__dict__ | changes
    return copy


def become(deed: Deed, kind: type[DeedT], **changes: Any) -> DeedT:
    """Return the deed as one of another class, with some fields changed.

    Fields that the other class lacks are dropped.
    """
    known = kind.__dataclass_fields__
    given = {name: value for name, value in deed.__dict__.items() if name in known}
    return kind(**(given | changes))


def add_own(declared: DeclarationT, thing: Own) -> DeclarationT:
    """Return the declaration with something that a procedure adds to it."""
    return evolve(declared, owned={**declared.owned, type(thing): thing})


def without_own(declared: DeclarationT, *kinds: type[Own]) -> DeclarationT:
    """Return the declaration without what procedures have added of these kinds."""
    return evolve(declared, owned=_drop_kinds(declared.owned, kinds)) if declared.owned else declared


def with_combatant(state: State, who: CombatantId, **changes: Any) -> State:
    """Return the state with one combatant changed."""
    combatants = dict(state.combatants)
    combatants[who] = evolve(combatants[who], **changes)
    return evolve(state, combatants=combatants)


def with_own(state: State, who: CombatantId, thing: Own) -> State:
    """Return the state with a procedure's own state of one combatant changed."""
    each = state.combatants[who]
    return with_combatant(state, who, owned={**each.owned, type(thing): thing})


def keep(state: State, thing: Own) -> State:
    """Return the state with a procedure's own state of the encounter changed."""
    return evolve(state, owned={**state.owned, type(thing): thing})


def drop_own(state: State, *kinds: type[Own]) -> State:
    """Return the state without the own state of these kinds, of combatants and encounter."""
    combatants = dict(state.combatants)
    for who, each in state.combatants.items():
        if each.owned and len(kept := _drop_kinds(each.owned, kinds)) < len(each.owned):
            combatants[who] = evolve(each, owned=kept)
    return evolve(state, combatants=combatants, owned=_drop_kinds(state.owned, kinds))


def _drop_kinds(owned: Mapping[type[Own], Own], kinds: Sequence[type[Own]]) -> Mapping[type[Own], Own]:
    return {kind: thing for kind, thing in owned.items() if kind not in kinds}


def keep_only(owned: Mapping[type[Own], Own], kinds: Sequence[type[Own]]) -> Mapping[type[Own], Own]:
    """Return the own state of these kinds alone."""
    return {kind: thing for kind, thing in owned.items() if kind in kinds}
