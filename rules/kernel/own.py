"""Bases of the types of one procedure alone: its own state, and its combatants' sheets."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any, ClassVar, TypeVar

from rules.kernel.frozen import frozen
from rules.kernel.terms import ClauseId, CombatantId


class Own:
    """Base of the own state of one procedure, of a combatant or of the encounter.

    Its fields all have defaults.
    """

    def __init_subclass__(cls) -> None:
        OWN_KINDS[cls.__name__] = cls


OWN_KINDS: dict[str, type[Own]] = {}
"""Every type of own state by its name, for stored data."""

OwnT = TypeVar("OwnT", bound=Own)
Owned = Mapping[type[Own], Own]
"""Own state by its type; a missing type has its initial value."""


class _AtFirst(dict[type[Own], Own]):
    """The initial value of each type of own state, made when it is first asked for."""

    def __missing__(self, kind: type[Own]) -> Own:
        found = self[kind] = kind()
        return found


AT_FIRST = _AtFirst()


@frozen
class OwnDetails(Own):
    """Base of what an event of a shared kind carries for one procedure alone.

    Each of its fields declares who sees it, as an event's fields do. Scenario files name them as fields of the event.
    """

    of: ClassVar[str] = ""
    """The name of the kind of event."""

    def get_label(self) -> str:
        """Return the words by which the strip names the deed; "" for its usual ones."""
        return ""


def get_details(thing: object) -> OwnDetails | None:
    """Return what an event carries for one procedure alone; None where it carries nothing."""
    details = getattr(thing, "details", None)
    return details if isinstance(details, OwnDetails) else None


def find_value(thing: object, name: str) -> Any:
    """Return a field of an event, or of its details; None where there is no such field."""
    if hasattr(thing, name):
        return getattr(thing, name)
    return getattr(get_details(thing), name, None)


@frozen
class SheetFault:
    """A reference of a sheet to something that does not exist."""

    key: str
    message: str


class AttributeKind(Enum):
    """The kinds of values that attributes have, by the words of a table."""

    WHOLE = "whole"
    LENGTH = "length"
    """Inches."""
    WEIGHT = "weight"
    FLAG = "flag"
    TEXT = "text"
    ID = "id"
    NAME = "name"
    """The name of a weapon or the like, of which an id is made."""
    CHOICE = "choice"
    DICE = "dice"
    BANDS = "bands"
    """A list of pairs of numbers."""
    NUMBERS = "numbers"
    """A table of numbers by number."""
    IDS = "ids"
    """A table of numbers by the ids of combatants."""
    LINES = "lines"
    """A list of tables, each typed in a line of its own."""


@frozen
class Attribute:
    """One attribute of a sheet or of a part of it, such as a weapon: a form has a field for it."""

    of: str
    """The part that has it, by the procedure's own name."""
    key: str
    label: str
    """Its name on screens."""
    kind: AttributeKind
    clause: ClauseId
    """The clause that reads it."""
    meaning: str
    default: int | Fraction | bool | str | None = None
    """None: it may be left out."""
    least: int = 0
    most: int = 10_000
    choices: tuple[str, ...] = ()
    columns: tuple["Attribute", ...] = ()
    """The attributes in one of the lines, divided by semicolons. One without a default must be typed."""
    example: str = ""
    """A line as it may be typed."""
    group: str = ""
    """The heading under which its field is folded; "" for a field in sight."""
    row: int = 0
    """The row of its field in the group; in sight, row 0 is that of what every combatant has."""


class PartKind(Enum):
    """The ways in which the values of a part are written."""

    TABLE = "table"
    """A table by key."""
    OPTIONAL = "optional"
    """A table by key, or false where the combatant has no such thing."""
    LIST = "list"
    """A list of the values in the attributes' order."""
    SEVERAL = "several"
    """A list of tables by key, one for each of several things."""


@frozen
class SheetPart:
    """Attributes that are written together, and the parts within: a shield, the weapons."""

    key: str = ""
    """Its key in the table around it; "" for a whole sheet."""
    kind: PartKind = PartKind.TABLE
    attributes: tuple[Attribute, ...] = ()
    parts: tuple["SheetPart", ...] = ()
    label: str = ""
    """The words beside the box of an optional part."""
    group: str = ""
    row: int = 0
    """The place of that box, as of an attribute's field."""
    noun: str = ""
    """One of several things, in a word: "weapon"."""
    least: int = 0
    most: int = 1
    """The numbers of things of which there may be several."""

    @property
    def name_key(self) -> str:
        """Return the key of the name, of which ids are made; "" where several have no ids."""
        return next((each.key for each in self.attributes if each.kind is AttributeKind.NAME), "")


class Sheet(ABC):
    """Base of the attributes with which combatants of one procedure are prepared.

    It exists where the procedure has its own. The kernel asks these few things; a sheet that lacks one cannot be made.
    The form that prepares combatants is made of what the class describes.
    """

    key: ClassVar[str]
    """The key of the table in which it is written."""
    beside: ClassVar[tuple[str, ...]] = ()
    """Keys of its table that may also stand beside the table, in the combatant's entry."""

    @classmethod
    def describe_form(cls) -> SheetPart:
        """Return its attributes and parts; a form has a field for each."""
        return SheetPart()

    @classmethod
    def list_ready_made(cls) -> Mapping[str, str]:
        """Return a few words on how each ready-made combatant fights, by its id.

        A table with this id as its "like" has the ready-made attributes, except those that it has itself.
        """
        return {}

    @classmethod
    def list_ready_party(cls) -> tuple[Mapping[str, object], ...]:
        """Return the entries of the ready-made combatants that are added together."""
        return ()

    @classmethod
    def drop_absent(cls, table: Mapping[str, Any], ids: Collection[CombatantId]) -> Mapping[str, Any]:
        """Return its table without references to combatants that are not among these ids."""
        return table

    @property
    @abstractmethod
    def hit_points(self) -> int:
        """Return the full hit points of its combatant."""

    @property
    @abstractmethod
    def points(self) -> int:
        """Return the hit points with which its combatant comes."""

    @abstractmethod
    def find_greatest(self, pool: str) -> int | None:
        """Return the maximum of a pool of its combatant's own; None for its hit points."""

    @abstractmethod
    def keep_at_first(self) -> Own:
        """Return the procedure's own state of its combatant as it comes into play."""

    @abstractmethod
    def show_kept(self, owned: Owned, call: Callable[[CombatantId], CombatantId]) -> Own:
        """Return the own state of the combatant as its player is shown it.

        ``call`` returns the viewer's ids of other combatants.
        """

    @abstractmethod
    def show_outside(self, owned: Owned, hit_points: int) -> "Sheet":
        """Return the sheet as others see it, with hit points as the table shows them."""

    @abstractmethod
    def describe_numbers(self) -> str:
        """Return its most important numbers in a line: "EN 12, BD 10"."""

    @abstractmethod
    def describe(self) -> str:
        """Return in a line what a DM wants to know of its combatant before the fight."""

    @abstractmethod
    def write_table(self) -> Mapping[str, Any]:
        """Return the whole table, defaults too, from which its procedure would read the same sheet."""

    @abstractmethod
    def write_left(self, owned: Owned) -> Mapping[str, object]:
        """Return the entries of its table that a fight has changed, for the next fight."""

    @abstractmethod
    def name_spells(self) -> tuple[str, ...]:
        """Return the names of its spells."""

    @abstractmethod
    def find_fault(self, ids: Sequence[CombatantId]) -> SheetFault | None:
        """Return its reference to a combatant that is not among these ids, or None."""


def keep_only(owned: Owned, kinds: Sequence[type[Own]]) -> Owned:
    """Return the own state of these kinds alone."""
    return {kind: thing for kind, thing in owned.items() if kind in kinds}


def drop_kinds(owned: Owned, kinds: Sequence[type[Own]]) -> Owned:
    """Return the own state without that of these kinds."""
    return {kind: thing for kind, thing in owned.items() if kind not in kinds}
