"""The fields that forms are made of: choices, numbers, words, places, paths; and what forbids an answer to them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from rules.effects import Answer
from rules.terms import HUNDREDTHS, ClauseId


@dataclass(frozen=True, slots=True)
class Refusal:
    """A well-formed answer that a clause forbids: the clause, and the reason in words this person may read.

    ``also`` are further clauses that forbid it too.
    """

    clause: ClauseId
    reason: str
    also: tuple[ClauseId, ...] = ()


class BadAnswer(ValueError):
    """An answer that is not of the form's shape. ``field`` is the name of the field at fault."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


Unlisted = Callable[[str], Refusal | None]
"""What forbids a value that is among no options, since no rule lets it be chosen; None where it is nothing at all."""


def _nothing(value: str) -> Refusal | None:
    return None


def _no_fields() -> "Sequence[Field]":
    return ()


def _anything(change: Mapping[str, object]) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Option:
    """One choice: its value and label, what it costs, whether a clause bars it, and the fields it opens.

    ``box`` is its price or its letter as a sign that stands before it: "1A", "R". ``at_once``: it says all that is
    asked, where others lead on to more.
    """

    value: str
    label: str
    price: str = ""
    barred: Refusal | None = None
    then: "Callable[[], Sequence[Field]]" = _no_fields
    box: str = ""
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class OneOf:
    """Exactly one of the options. The answer holds its value under ``name`` and its nested fields beside it.

    ``unsaid`` is the option that an answer without this one means, where an optional choice has such: it is shown
    chosen. ``unlisted`` refuses what is not offered, and yet is something.
    """

    name: str
    label: str
    options: Sequence[Option]
    optional: bool = False
    unsaid: str = ""
    unlisted: Unlisted = _nothing


@dataclass(frozen=True, slots=True)
class SomeOf:
    """Between ``least`` and ``most`` of the options, no option twice. The answer holds a list of values.

    ``unlisted`` refuses what is not offered, and yet is something.
    """

    name: str
    label: str
    options: Sequence[Option]
    least: int = 0
    most: int = 99
    unlisted: Unlisted = _nothing


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from ``least`` to ``most``."""

    name: str
    label: str
    least: int
    most: int
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Length(Number):
    """How far: typed in units of the plane, in decimals, and kept as a whole number of ``parts`` of one of them.

    ``to`` is the choice of whom it is a distance to, ``unsaid`` what leaving it out means: for whoever draws it.
    """

    parts: Fraction = Fraction(HUNDREDTHS)
    to: str = ""
    unsaid: int = 0


@dataclass(frozen=True, slots=True)
class Text:
    """Words, at most ``most`` characters. ``aside``: few will have any to say, so it is folded away until asked for."""

    name: str
    label: str
    most: int = 500
    optional: bool = True
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A place on the field: [x, y] in hundredths of a foot."""

    name: str
    label: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Bound:
    """How long a path may be, in hundredths, while other fields of the form have these values ("*": any), and why."""

    longest: int
    words: str
    clauses: tuple[ClauseId, ...] = ()
    when: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Path:
    """Corners of a path: a list of places, at most ``most``. ``draw`` makes one at random.

    ``start`` is where it begins and ``longest`` how long it may be, in hundredths: for whoever draws it. ``bounds`` say
    so where it turns on other fields; the first that holds counts. What forbids a path is said by the form's ``check``.
    """

    name: str
    label: str
    most: int = 40
    optional: bool = False
    draw: Callable[[Random], object] | None = None
    start: tuple[int, int] | None = None
    longest: int | None = None
    bounds: tuple[Bound, ...] = ()


@dataclass(frozen=True, slots=True)
class Changes:
    """Rulings, as a list of {who, what, value, until}: how the DM says what no table describes.

    ``check`` raises ValueError for one that names whom and what, but to no value that this can have.
    """

    name: str
    label: str
    who: Sequence[Option]
    what: Sequence[Option]
    optional: bool = True
    check: "Callable[[Mapping[str, object]], None]" = _anything


@dataclass(frozen=True, slots=True)
class Several:
    """Up to ``most`` further deeds, each a mapping that answers the nested fields: a list under ``name``.

    Where ``after`` is given, the fields of the next one follow from the whole answer as far as it goes: what was
    chosen before it, with those of the list that come before.
    """

    name: str
    label: str
    each: "Callable[[], Sequence[Field]]"
    most: int = 1
    after: "Callable[[Answer], Sequence[Field]] | None" = None

    def next(self, before: Answer, taken: Sequence[object]) -> "Sequence[Field]":
        """The fields of the one that follows those ``taken``."""
        return self.each() if self.after is None else self.after({**before, self.name: list(taken)})


Field = OneOf | SomeOf | Number | Text | Place | Path | Changes | Several
FURTHEST = 10_000_000
"""No place is further from the middle of the field: a thousand hundreds of feet, in hundredths."""


@dataclass(frozen=True, slots=True)
class Count:
    """How much of something an answer would use: of what, how many, and out of how many (None: no limit)."""

    of: str
    used: int
    limit: int | None = None

    @property
    def left(self) -> int | None:
        """How many are left, where there is a limit."""
        return None if self.limit is None else max(0, self.limit - self.used)
