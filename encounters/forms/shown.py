"""What a step of a form shows: fields with what was given for them, options, and the choices already made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.api import Bound, Field, Option, Refusal, frozen


@dataclass(frozen=True, slots=True)
class Taken:
    """A choice already made: a hidden input and a word in the crumb. ``choice`` counts the taps that made it."""

    name: str
    value: str
    label: str = ""
    letter: str = ""
    choice: int = 0


@frozen(slots=True)
class Choice(Option):
    """An option as it is shown: chosen or not, under which heading, what a small bar of ten segments shows.

    ``sign`` is a combatant's token, ``at`` where it stands ("12.5, 20"), ``way`` where it would be from now on, as
    encounters.field_ways.points gives it.
    """

    checked: bool = False
    group: str = ""
    takes: int = 0
    late: int = 0
    sign: object = None
    at: str = ""
    way: str = ""


def choice_of(option: Option, **more: Any) -> Choice:
    """The option as one that can be dressed, with what is shown of it."""
    if not isinstance(option, Choice):
        plain = (option.value, option.label, option.price, option.refusal, option.then, option.box, option.at_once)
        option = Choice(*plain)
    return replace(option, **more)


@dataclass(frozen=True)
class Shown:
    """A field as it is asked: its full name, its options, and what was already given for it.

    ``deed`` is which of several deeds it belongs to, in words. ``full`` is why no further deed can be added.
    """

    of: Field
    name: str
    options: Sequence[Option] = ()
    values: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    rows: tuple[Mapping[str, str], ...] = ()
    deed: str = ""
    full: Refusal | None = None

    @property
    def label(self) -> str:
        """What is asked."""
        return self.of.label

    @property
    def optional(self) -> bool:
        """Whether it may be left empty."""
        return bool(getattr(self.of, "optional", False))

    @property
    def aside(self) -> bool:
        """Whether it is folded away until it is asked for."""
        return bool(getattr(self.of, "aside", False))

    @property
    def least(self) -> int:
        """The least number, or count of choices."""
        return int(getattr(self.of, "least", 0))

    @property
    def most(self) -> int:
        """The greatest number, or count of choices, letters, corners or deeds."""
        return int(getattr(self.of, "most", 0))

    @property
    def value(self) -> str:
        """What was given for a field of one value."""
        return self.values[0] if self.values else ""

    @property
    def x(self) -> str:
        """Feet across, as given."""
        return self.value

    @property
    def y(self) -> str:
        """Feet down, as given."""
        return self.values[1] if len(self.values) > 1 else ""

    @property
    def start(self) -> str:
        """Where a path begins: "12.5, 20"; nothing where that is not known."""
        place = getattr(self.of, "start", None)
        return f"{place[0] / 100:g}, {place[1] / 100:g}" if place else ""

    @property
    def longest(self) -> str:
        """How long a path may be, in units of the plane; nothing where it has no bound."""
        far = getattr(self.of, "longest", None)
        return f"{far / 100:g}" if far is not None else ""

    @property
    def to(self) -> str:
        """Of a length: the name of the choice of whom it is a distance to; nothing where it is to nobody."""
        to = getattr(self.of, "to", "")
        return f"{self.name.removesuffix(self.of.name)}{to}" if to else ""

    @property
    def unsaid(self) -> str:
        """Of a length: what leaving it out means, in units of the plane."""
        return f"{getattr(self.of, 'unsaid', 0) / 100:g}"

    @property
    def bounds(self) -> Sequence[Mapping[str, object]]:
        """How long a path may be, by what else is chosen: longest, words, clauses, and when ("chase=*")."""
        bounds: Sequence[Bound] = getattr(self.of, "bounds", ())
        return [
            {
                "longest": f"{each.longest / 100:g}",
                "words": each.words,
                "clauses": each.clauses,
                "when": " ".join(f"{name}={','.join(values)}" for name, values in each.when),
            }
            for each in bounds
        ]

    @property
    def who(self) -> Sequence[Option]:
        """Of whom something may be changed."""
        return getattr(self.of, "who", ())

    @property
    def what(self) -> Sequence[Option]:
        """What may be changed."""
        return getattr(self.of, "what", ())
