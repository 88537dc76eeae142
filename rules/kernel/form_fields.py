"""The fields of forms (choices, numbers, texts, places, paths) and the refusal of an answer.

Their functions are made for each form: fields that show the same are equal.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from random import Random
from typing import overload

from rules.kernel.effects import Answer
from rules.kernel.frozen import frozen
from rules.kernel.terms import HUNDREDTHS, ClauseId


@frozen(slots=True)
class Refusal:
    """The refusal of a well-formed answer by a clause."""

    clause: ClauseId
    reason: str
    """The reason, in words that this person may read."""
    also: tuple[ClauseId, ...] = ()
    """Further clauses that forbid it too."""


class BadAnswer(ValueError):
    """An answer that does not have the form's shape; ``field`` names the field at fault."""

    def __init__(self, field: str, message: str, value: str = "") -> None:
        """``value`` is the value that is not offered, where that is the fault."""
        super().__init__(message)
        self.field = field
        self.value = value


Unlisted = Callable[[str], Refusal | None]
"""Return the refusal of a value that is not offered because no rule allows it; None for an unknown value."""


def _refuse_nothing(value: str) -> Refusal | None:
    return None


def _open_nothing() -> "Sequence[Field]":
    return ()


def _accept_anything(change: Mapping[str, object]) -> None:
    return None


def _count_one() -> int:
    return 1


def _list_none() -> "Sequence[Choice]":
    return ()


def _know_no_more(change: Mapping[str, object]) -> bool:
    return False


@frozen(slots=True)
class Choice:
    """One choice of a field."""

    value: str
    label: str
    price: str = ""
    """The cost of the choice, in words."""
    refusal: Refusal | None = None
    """The refusal by a clause; None where the choice is allowed."""
    then: "Callable[[], Sequence[Field]]" = field(default=_open_nothing, compare=False)
    """Return the fields that the choice opens."""
    box: str = ""
    """Its price or letter as a sign shown before it: "1A", "R"."""
    at_once: bool = False
    """It answers everything that is asked, where other choices lead on to more fields."""
    unfit: bool = False
    """It is never for this combatant: where it is refused, no list shows it."""


class MadeOnce:
    """The fields that a choice opens, made when they are first read and then kept."""

    __slots__ = ("_build", "_made")

    def __init__(self, build: "Callable[[], Sequence[Field]]") -> None:
        self._build = build
        self._made: Sequence[Field] | None = None

    def __call__(self) -> "Sequence[Field]":
        if self._made is None:
            self._made = self._build()
        return self._made


class MadeWhenRead(Sequence[Choice]):
    """Choices that are made one by one, when they are first read.

    An answer names one choice, and does not read its price: the others are not made, and no prices are put in words.
    """

    def __init__(
        self, values: Sequence[str], make: Callable[[str], Choice], price: Callable[[Choice], Choice] | None = None
    ) -> None:
        """``make`` returns the choice of a value, and ``price`` a choice with its price."""
        self._values, self._make, self._price = values, make, price
        self._made: dict[str, Choice] = {}
        self._whole: tuple[Choice, ...] = ()

    def find(self, value: object) -> Choice | None:
        """Return the choice of this value, perhaps without its price, or None."""
        return self._find(value) if isinstance(value, str) and value in self._values else None

    def list_unpriced(self) -> Iterator[Choice]:
        """Yield the choices one by one, perhaps without their prices."""
        return map(self._find, self._values)

    def _find(self, value: str) -> Choice:
        found = self._made.get(value)
        if found is None:
            found = self._made[value] = self._make(value)
        return found

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[Choice]:
        return iter(self._read_all())

    def _read_all(self) -> tuple[Choice, ...]:
        if not self._whole:
            made = self.list_unpriced()
            self._whole = tuple(made if self._price is None else map(self._price, made))
        return self._whole

    @overload
    def __getitem__(self, at: int) -> Choice: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Choice]: ...

    def __getitem__(self, at: int | slice) -> Choice | Sequence[Choice]:
        return self._read_all()[at]


@frozen(slots=True)
class OneOf:
    """Exactly one of the choices.

    The answer holds its value under ``name``, next to its nested fields.
    """

    name: str
    label: str
    choices: Sequence[Choice]
    optional: bool = False
    unsaid: str = ""
    """The choice meant by an answer that omits this optional field; it is shown as chosen."""
    unlisted: Unlisted = field(default=_refuse_nothing, compare=False)
    """Return the refusal of a value that exists but is not offered."""
    count_most: Callable[[], int] = field(default=_count_one, compare=False)
    """Return how many values an answer may list, in their order: more than 1 for blows at several targets."""


@frozen(slots=True)
class SomeOf:
    """Between ``least`` and ``most`` of the choices, none twice.

    The answer holds a list of values.
    """

    name: str
    label: str
    choices: Sequence[Choice]
    least: int = 0
    most: int = 99
    unlisted: Unlisted = field(default=_refuse_nothing, compare=False)
    """Return the refusal of a value that exists but is not offered."""
    repeats: bool = False
    """A choice may be chosen more than once."""


def widen_field(field: "Field") -> "Field":
    """Return the field that lists several values, where an answer may; else the field as it is."""
    if not isinstance(field, OneOf) or len(field.choices) < 2 or (most := field.count_most()) < 2:
        return field
    return SomeOf(field.name, field.label, field.choices, 1, most, field.unlisted, repeats=True)


@frozen(slots=True)
class Number:
    """A whole number from ``least`` to ``most``."""

    name: str
    label: str
    least: int
    most: int
    optional: bool = False


@frozen(slots=True)
class LengthField(Number):
    """A distance, typed in units of the plane, in decimals.

    It is kept as a whole number of parts of a unit.
    """

    parts: Fraction = Fraction(HUNDREDTHS)
    """The number of parts in one unit."""
    to: str = ""
    """The choice that names the combatant to which the distance is measured; for drawing the field."""
    unsaid: int = 0
    """The value meant by leaving the field out; for drawing the field."""


@frozen(slots=True)
class Text:
    """A text of at most ``most`` characters."""

    name: str
    label: str
    most: int = 500
    optional: bool = True
    aside: bool = False
    """The field is folded away until asked for, because few people need it."""


@frozen(slots=True)
class PlaceField:
    """A place on the battlefield: [x, y] in hundredths of a foot."""

    name: str
    label: str
    optional: bool = False


@frozen(slots=True)
class PathLimit:
    """A limit on a path's length while other fields of the form have certain values."""

    longest: int
    """The greatest length, in hundredths."""
    words: str
    """The reason."""
    clauses: tuple[ClauseId, ...] = ()
    when: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The values that the other fields must have, by field; "*" is any value."""


@frozen(slots=True)
class PathField:
    """The corners of a path: a list of at most ``most`` places.

    The form's ``check`` refuses a forbidden path.
    """

    name: str
    label: str
    most: int = 40
    optional: bool = False
    draw: Callable[[Random], object] | None = field(default=None, compare=False)
    """Return a random path."""
    start: tuple[int, int] | None = None
    """The place where the path begins; for drawing the field."""
    longest: int | None = None
    """The greatest length, in hundredths; for drawing the field."""
    limits: tuple[PathLimit, ...] = ()
    """The limits that depend on other fields; the first that applies counts."""


@frozen(slots=True)
class ChangesField:
    """Rulings, as a list of {who, what, value, until, changes}, for what no table describes."""

    name: str
    label: str
    who: Sequence[Choice]
    what: Sequence[Choice]
    optional: bool = True
    check: "Callable[[Mapping[str, object]], None]" = field(default=_accept_anything, compare=False)
    """Raise ValueError for a ruling whose value is impossible for its ``who`` and ``what``."""
    knows: "Callable[[Mapping[str, object]], bool]" = field(default=_know_no_more, compare=False)
    """Return whether a ruling is possible whose ``what`` is not among the choices, or that changes numbers."""
    list_more: "Callable[[], Sequence[Choice]]" = field(default=_list_none, compare=False)
    """Return the kinds of rulings that are not among the choices."""


@frozen(slots=True)
class Several:
    """Up to ``most`` further deeds: a list under ``name``.

    Each is a mapping that answers the nested fields.
    """

    name: str
    label: str
    each: "Callable[[], Sequence[Field]]" = field(compare=False)
    most: int = 1
    after: "Callable[[Answer], Sequence[Field]] | None" = field(default=None, compare=False)
    """Return the fields of the next deed, from the whole answer so far and the deeds listed before it."""

    def list_next_fields(self, before: Answer, taken: Sequence[object]) -> "Sequence[Field]":
        """Return the fields of the deed that follows those ``taken``."""
        return self.each() if self.after is None else self.after({**before, self.name: list(taken)})


Field = OneOf | SomeOf | Number | Text | PlaceField | PathField | ChangesField | Several
FURTHEST = 10_000_000
"""The greatest distance of a place from the middle of the battlefield: 100,000 feet, in hundredths."""


@frozen(slots=True)
class Usage:
    """The amount of a counted thing that an answer would use."""

    of: str
    """The name of the thing."""
    used: int
    """The amount used."""
    limit: int | None = None
    """The amount available; None: no limit."""

    @property
    def left(self) -> int | None:
        """Return the amount left; None where there is no limit."""
        return None if self.limit is None else max(0, self.limit - self.used)
