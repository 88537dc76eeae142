"""The parts of a form's step: fields with their values, choices as listed, choices made."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from encounters.screens.tokens import Token
from rules.api import ChangesField, Choice, Field, Foresight, OneOf, PathLimit, Refusal, SomeOf, frozen


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
class DeedRow:
    """One deed of an order of several, in the list in which they are put in order."""

    label: str
    earlier: str
    """The value of the button that puts it before the deed above; "" for the first."""
    later: str
    """The same for the deed below; "" for the last."""


UNFORESEEN = Foresight()


@dataclass(frozen=True, slots=True)
class Target:
    """A combatant as a choice: its place and way, and what the order at it comes to."""

    at: str = ""
    """The place, in feet: "12.5, 20"; "" where it is not chosen on a map."""
    way: str = ""
    """The places from now on, as encounters.screens.battle_map.ways.points returns them."""
    foresight: Foresight = UNFORESEEN


@dataclass(frozen=True, slots=True)
class Whole:
    """Several targets that are chosen by one tap."""

    label: str
    note: str
    """How far away they are."""
    ids: str
    """Their ids, with blanks between."""
    sign: Token


@frozen(slots=True)
class ShownChoice(Choice):
    """A choice as it is shown."""

    checked: bool = False
    group: str = ""
    """The heading above it."""
    takes: int = 0
    """The number of segments it takes, for a small bar of ten."""
    sign: object = None
    """The token of a combatant."""
    target: Target | None = None
    """The combatant; None for a choice that is none."""
    card: str = ""
    """The address of the card of a weapon, spell or device."""


def make_choice(choice: Choice, **more: Any) -> ShownChoice:
    """Return the choice as a ShownChoice with these values."""
    if not isinstance(choice, ShownChoice):
        plain = (choice.value, choice.label, choice.price, choice.refusal, choice.then, choice.box, choice.at_once)
        choice = ShownChoice(*plain, unfit=choice.unfit)
    return replace(choice, **more)


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
    clauses: tuple[str, ...]
    when: str
    """The other fields' values: "chase=*"."""


@dataclass(frozen=True)
class ShownField:
    """A field as it is asked."""

    of: Field
    name: str
    """The path of the field, without the prefix."""
    choices: tuple[Choice, ...] = ()
    values: tuple[str, ...] = ()
    """The values already given for it."""
    folded: tuple[Choice, ...] = ()
    """Choices that are not possible now, folded into one line at the end."""
    done: tuple[str, ...] = ()
    """The items already given for a ``Several`` field, in words."""
    deeds: tuple[DeedRow, ...] = ()
    """All deeds of the order, the first too, where they can be put in another order."""
    rows: tuple[ChangeRow, ...] = ()
    """The rows of a ``Changes`` field."""
    deed: str = ""
    """The words of the deed that the field belongs to, where the answer has several deeds."""
    full: Refusal | None = None
    """The refusal of a further deed."""
    wholes: tuple[Whole, ...] = ()
    """Groups of the choices that are chosen by one tap."""

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
    def who(self) -> Sequence[Choice]:
        """Return the combatants that a ruling may change."""
        return getattr(self.of, "who", ())

    @property
    def what(self) -> Sequence[Choice]:
        """Return the kinds of rulings."""
        return (*self.of.what, *self.of.list_more()) if isinstance(self.of, ChangesField) else ()


# The choices of a question as they are listed: under headings, with boxes, or as letters.


BOTH = ">"
"""The separator between the two values of a choice that is made in one list."""


def are_all_forbidden(choices: Sequence[Choice]) -> bool:
    """Return whether every choice is forbidden.

    Such a choice is shown as a step of its own, with the reasons.
    """
    return all(choice.refusal is not None for choice in choices)


def find_block(fields: Sequence[Field]) -> Refusal | None:
    """Return the refusal of the first choice where the first field allows none; otherwise None."""
    match fields:
        case (OneOf(optional=False, choices=choices), *_) if choices and are_all_forbidden(choices):
            return choices[0].refusal
    return None


def has_fields(choice: Choice) -> bool:
    """Return whether the choice is allowed and opens further fields."""
    return choice.refusal is None and bool(choice.then())


def has_any_fields(choices: Sequence[Choice]) -> bool:
    """Return whether an allowed choice opens further fields."""
    return any(has_fields(choice) for choice in choices)


def merge_lists(choices: Sequence[Choice]) -> list[Choice]:
    """Return choices that each open a list as one list, in which their labels are headings.

    Forbidden choices stay in the list, with the reason. Choices with letters are returned as they are.
    """
    rows: list[Choice] = []
    if are_letters(choices):
        return list(choices)
    for choice in choices:
        nested = list(choice.then()) if choice.refusal is None else []
        first = nested[0] if nested else None
        if isinstance(first, OneOf) and not first.optional and has_any_fields(first.choices):
            rows += [_put_under(choice, each) for each in first.choices]
        else:
            rows.append(choice)
    return rows


def _put_under(way: Choice, choice: Choice) -> ShownChoice:
    value = f"{way.value}{BOTH}{choice.value}"
    letter = choice.value if len(choice.value) == 1 else ""
    return make_choice(choice, value=value, group=way.label, box=choice.box or letter)


def list_choices(asked: Field, values: Sequence[str]) -> tuple[Choice, ...]:
    if not isinstance(asked, OneOf | SomeOf):
        return ()
    return tuple(make_choice(each, checked=each.value in values) for each in asked.choices)


def settle_field(asked: Field) -> Field:
    """Return a field as a value: without the choices that ``ShownField`` holds."""
    match asked:
        case OneOf() | SomeOf():
            return replace(asked, choices=())
        case ChangesField():
            return replace(asked, who=tuple(asked.who), what=(*asked.what, *asked.list_more()), list_more=tuple)
    return asked


def find_shape(choices: Sequence[Choice]) -> str:
    """Return the way choices are drawn: "letters", "boxes" (a sign before each) or "rows"."""
    if are_letters(choices):
        return "letters"
    return "boxes" if any(each.box for each in choices) else "rows"


def leave_out_unfit(choices: Sequence[Choice]) -> list[Choice]:
    """Return the choices without those that are refused and never for this combatant."""
    return [each for each in choices if each.refusal is None or not each.unfit]


def list_complete(choices: Sequence[Choice]) -> list[Choice]:
    """Return the allowed choices that are complete answers; they are shown as buttons below."""
    return [each for each in choices if each.at_once and each.refusal is None]


def are_letters(choices: Sequence[Choice]) -> bool:
    """Return whether all values are single letters, as in a list of actions.

    Such a list keeps its shape.
    """
    return all(len(choice.value) == 1 for choice in choices)


# Dead ends of a form: choices that are allowed, but after which every choice is forbidden.


Reason = tuple[int, Refusal]
"""The number of choices made before the refusal is met, and the refusal."""


def find_dead_end(choice: Choice, without: str = "") -> Refusal | None:
    """Return the refusal that makes a choice a dead end, or None where it can be completed.

    Of several refusals the one met after most choices is returned. Choices whose value is ``without`` do not count:
    for example the combatant that is asked, in a list of targets.
    """
    found = _find_reason(choice, without, 0)
    return found[1] if found is not None else None


def _find_reason(choice: Choice, without: str, depth: int) -> Reason | None:
    if choice.refusal is not None:
        return depth, choice.refusal
    return _find_reason_in_fields(choice.then(), without, depth + 1)


def _find_reason_in_fields(fields: Iterable[Field], without: str, depth: int) -> Reason | None:
    for each in fields:
        if isinstance(each, OneOf) and not each.optional:
            found = [_find_reason(choice, without, depth) for choice in each.choices if choice.value != without]
            reasons = [reason for reason in found if reason is not None]
            if reasons and len(reasons) == len(found):
                return max(reasons, key=lambda reason: reason[0])
    return None
