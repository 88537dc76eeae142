"""Declarations and deeds: the bases from which procedures derive those of their rules.

A declaration is what a combatant is to do; a deed is a single part of it, which is resolved at its place in the order.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from enum import Enum, auto
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeVar

from rules.kernel.frozen import evolve, frozen
from rules.kernel.own import AT_FIRST, Own, Owned, OwnT, drop_kinds
from rules.kernel.terms import CombatantId


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


def add_own(declared: DeclarationT, thing: Own) -> DeclarationT:
    """Return the declaration with something that a procedure adds to it."""
    return evolve(declared, owned={**declared.owned, type(thing): thing})


def without_own(declared: DeclarationT, *kinds: type[Own]) -> DeclarationT:
    """Return the declaration without what procedures have added of these kinds."""
    return evolve(declared, owned=drop_kinds(declared.owned, kinds)) if declared.owned else declared


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
    """The groups by which screens and comparisons of procedures know deeds of any class."""

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
    fails_by: ClassVar[tuple[type[Any], ...]] = ()
    """The kinds of events by which it visibly fails."""
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


def become(deed: Deed, kind: type[DeedT], **changes: Any) -> DeedT:
    """Return the deed as one of another class, with some fields changed.

    Fields that the other class lacks are dropped.
    """
    known = kind.__dataclass_fields__
    given = {name: value for name, value in deed.__dict__.items() if name in known}
    return kind(**(given | changes))
