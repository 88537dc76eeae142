"""The parts of a form's step: fields with their values, options, choices already made."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.api import Field, Option, PathLimit, Refusal, frozen


@dataclass(frozen=True, slots=True)
class Taken:
    """A choice already made: a hidden input, and a word in the breadcrumb."""

    name: str
    value: str
    label: str = ""
    letter: str = ""
    choice: int = 0
    """The number of the tap that made it."""


@frozen(slots=True)
class Choice(Option):
    """An option as it is shown."""

    checked: bool = False
    group: str = ""
    """The heading above it."""
    takes: int = 0
    """The number of segments it takes, for a small bar of ten."""
    late: int = 0
    """The number of segments lost before it begins, for the same bar."""
    sign: object = None
    """The token of a combatant."""
    at: str = ""
    """The place of the combatant, in feet: "12.5, 20"."""
    way: str = ""
    """The places of the combatant from now on, as encounters.screens.battle_map.ways.points returns them."""


def make_choice(option: Option, **more: Any) -> Choice:
    """Return the option as a Choice with these values."""
    if not isinstance(option, Choice):
        plain = (option.value, option.label, option.price, option.refusal, option.then, option.box, option.at_once)
        option = Choice(*plain)
    return replace(option, **more)


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A row of a ``Changes`` field, as typed."""

    who: str = ""
    what: str = ""
    value: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True)
class Bound:
    """A limit of a path's length that depends on other fields."""

    longest: str
    """The length, in units of the plane."""
    words: str
    """The reason."""
    clauses: Sequence[str]
    when: str
    """The other fields' values: "chase=*"."""


@dataclass(frozen=True)
class Shown:
    """A field as it is asked."""

    of: Field
    name: str
    """The path of the field, without the prefix."""
    options: Sequence[Option] = ()
    values: tuple[str, ...] = ()
    """The values already given for it."""
    done: tuple[str, ...] = ()
    """The items already given for a ``Several`` field, in words."""
    rows: tuple[ChangeRow, ...] = ()
    """The rows of a ``Changes`` field."""
    deed: str = ""
    """The words of the deed that the field belongs to, where the answer has several deeds."""
    full: Refusal | None = None
    """The refusal of a further deed."""

    @property
    def label(self) -> str:
        """Return the label of the field."""
        return self.of.label

    @property
    def optional(self) -> bool:
        """Return whether the field may be left empty."""
        return bool(getattr(self.of, "optional", False))

    @property
    def aside(self) -> bool:
        """Return whether the field is folded away until somebody asks for it."""
        return bool(getattr(self.of, "aside", False))

    @property
    def least(self) -> int:
        """Return the least number, or count of choices."""
        return int(getattr(self.of, "least", 0))

    @property
    def most(self) -> int:
        """Return the greatest number, or count of choices, characters, corners or deeds."""
        return int(getattr(self.of, "most", 0))

    @property
    def value(self) -> str:
        """Return the value given for a field of one value, or ""."""
        return self.values[0] if self.values else ""

    @property
    def x(self) -> str:
        """Return the feet across, as typed."""
        return self.value

    @property
    def y(self) -> str:
        """Return the feet down, as typed."""
        return self.values[1] if len(self.values) > 1 else ""

    @property
    def start(self) -> str:
        """Return the start of a path in units of the plane: "12.5, 20"; "" where it is not known."""
        place = getattr(self.of, "start", None)
        return f"{place[0] / 100:g}, {place[1] / 100:g}" if place else ""

    @property
    def longest(self) -> str:
        """Return the greatest length of a path in units of the plane; "" where there is no limit."""
        far = getattr(self.of, "longest", None)
        return f"{far / 100:g}" if far is not None else ""

    @property
    def to(self) -> str:
        """Return the path of the choice that names the other end of a length, or ""."""
        to = getattr(self.of, "to", "")
        return f"{self.name.removesuffix(self.of.name)}{to}" if to else ""

    @property
    def unsaid(self) -> str:
        """Return the length that leaving the field out means, in units of the plane."""
        return f"{getattr(self.of, 'unsaid', 0) / 100:g}"

    @property
    def bounds(self) -> Sequence[Bound]:
        """Return the limits of a path's length that depend on other fields."""
        limits: Sequence[PathLimit] = getattr(self.of, "limits", ())
        return [
            Bound(
                longest=f"{each.longest / 100:g}",
                words=each.words,
                clauses=each.clauses,
                when=" ".join(f"{name}={','.join(values)}" for name, values in each.when),
            )
            for each in limits
        ]

    @property
    def who(self) -> Sequence[Option]:
        """Return the combatants that a ruling may change."""
        return getattr(self.of, "who", ())

    @property
    def what(self) -> Sequence[Option]:
        """Return the kinds of rulings."""
        return getattr(self.of, "what", ())
