"""Forms: the possible answers to a question, as a tree of fields.

The same form gives a phone its buttons, an answer its check, a bot its random move and a scenario file its meaning.
A forbidden choice stays in the form, with the clause. Nested fields are computed when somebody descends to them.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from random import Random

from rules.kernel.effects import Answer
from rules.kernel.form_fields import (
    FURTHEST,
    BadAnswer,
    ChangesField,
    Choice,
    Field,
    LengthField,
    MadeWhenRead,
    Number,
    OneOf,
    PathField,
    PathLimit,
    PlaceField,
    Refusal,
    Several,
    SomeOf,
    Text,
    Usage,
    widen_field,
)
from rules.kernel.frozen import frozen
from rules.kernel.terms import HUNDREDTHS


def _refuse_nothing(answer: Answer) -> Refusal | None:
    return None


def _use_nothing(answer: Answer) -> Sequence[Usage]:
    return ()


@frozen(slots=True)
class Form:
    """The fields of one question, in the order in which they are asked."""

    fields: tuple[Field, ...]
    check: "Callable[[Answer], Refusal | None]" = _refuse_nothing
    """Return the refusal of an answer of the right shape as a whole, or None."""
    count_usage: "Callable[[Answer], Sequence[Usage]]" = _use_nothing
    """Return the counted things that an answer, complete or not, would use; empty where nothing is counted."""

    def find_refusal(self, answer: Answer) -> Refusal | None:
        """Return the refusal of the clause that forbids this answer, or None.

        Raises BadAnswer where the answer does not have this form's shape: a field missing or unknown, a value that is
        no choice, a number out of bounds. Once a clause forbids a choice, the fields that follow it are not checked.
        """
        left = dict(answer)
        refusal = _check_fields(self.fields, left, answer)
        for name in left if refusal is None else ():
            raise BadAnswer(name, f"'{name}' is not asked here.")
        return refusal or self.check(answer)

    def draw_random(self, rng: Random) -> dict[str, object]:
        """Return a random answer that this form accepts. Raises BadAnswer if none is found."""
        for _ in range(30):
            answer: dict[str, object] = {}
            if all(_draw(each, answer, rng) for each in self.fields) and self.check(answer) is None:
                return answer
        raise BadAnswer("", "No answer to this is allowed.")


def refuse_all_but_default(form: Form, default: Answer) -> Refusal | None:
    """Return the refusal of everything but the default; None if there is anything to choose."""
    first = form.fields[0]
    if not isinstance(first, OneOf):
        return None
    found: list[Refusal] = []
    for choice in _list_choices(first):
        is_default = choice.value == default.get(first.name)
        refusal = None if is_default else choice.refusal or _find_dead_end_refusal(choice.then())
        if refusal is not None:
            found.append(refusal)
        elif not is_default or choice.then():
            return None
    return _join_refusals(found) if found else None


def _join_refusals(refusals: Sequence[Refusal]) -> Refusal:
    """Return several refusals as one, with each reason and each clause once."""
    clauses = dict.fromkeys(clause for each in refusals for clause in (each.clause, *each.also))
    reasons = "; ".join(dict.fromkeys(each.reason.rstrip(".") for each in refusals))
    return Refusal(refusals[0].clause, reasons, tuple(clauses)[1:])


def _find_dead_end_refusal(fields: Sequence[Field]) -> Refusal | None:
    """Return why these fields can have no answer; None if they can have one."""
    for field in fields:
        if isinstance(field, OneOf) and not field.optional and field.choices:
            refusal = _find_refusal_of_all(field)
            if refusal is not None:
                return refusal
    return None


def _find_refusal_of_all(field: OneOf) -> Refusal | None:
    """Return the first refusal if all choices are refused; None if one can be chosen."""
    first: Refusal | None = None
    for choice in _list_choices(field):
        refusal = choice.refusal or _find_dead_end_refusal(choice.then())
        if refusal is None:
            return None
        first = first or refusal
    return first


def _list_choices(field: OneOf) -> Iterable[Choice]:
    """Return the choices of a field to be read one by one, without their prices."""
    return field.choices.list_unpriced() if isinstance(field.choices, MadeWhenRead) else field.choices


def build_yes_or_no(
    label: str, *, yes: str = "Yes", no: str = "No", yes_price: str = "", refusal: Refusal | None = None
) -> Form:
    """Return a form with one field, ``choice``: yes or no, each under its own label where given."""
    choices = (Choice("yes", yes, yes_price, refusal), Choice("no", no))
    return Form((OneOf("choice", label, choices),))


def _check_fields(fields: Sequence[Field], left: dict[str, object], answer: Answer) -> Refusal | None:
    for each in fields:
        if refusal := _check_field(each, left, answer):
            return refusal
    return None


_WITH_OPTIONAL = (OneOf, Number, Text, PlaceField, PathField, ChangesField)
"""The fields that say whether they may be left out; made once, as a check of an answer asks for each field."""


def _check_field(field: Field, left: dict[str, object], answer: Answer) -> Refusal | None:
    if field.name not in left:
        if isinstance(field, _WITH_OPTIONAL) and field.optional:
            return None
        if isinstance(field, Several) or (isinstance(field, SomeOf) and not field.least):
            return None
        raise _make_bad_answer(field, "an answer is missing")
    value = left.pop(field.name)
    match field:
        case OneOf() if isinstance(value, list | tuple) and isinstance(many := widen_field(field), SomeOf):
            return _check_some(many, value)
        case OneOf():
            choice = find_listed(field.choices, value)
            if choice is None:
                return _refuse_unlisted(field, value)
            return choice.refusal or _check_fields(choice.then(), left, answer)
        case SomeOf():
            return _check_some(field, value)
        case Number():
            if not isinstance(value, int) or isinstance(value, bool):
                raise _make_bad_answer(field, "a whole number is wanted")
            if not field.least <= value <= field.most:
                raise _make_bad_answer(field, describe_bounds(field.least, field.most, getattr(field, "parts", 1)))
        case Text():
            if not isinstance(value, str) or len(value) > field.most:
                raise _make_bad_answer(field, f"at most {field.most} letters have room")
        case PlaceField():
            _check_place(field, value)
        case PathField():
            if not isinstance(value, list | tuple) or not 0 < len(value) <= field.most:
                raise _make_bad_answer(field, f"1 to {field.most} corners are wanted")
            for corner in value:
                _check_place(field, corner)
        case ChangesField():
            return _check_changes(field, value)
        case Several():
            return _check_several(field, value, answer)
    return None


def _make_bad_answer(field: Field, words: str) -> BadAnswer:
    return BadAnswer(field.name, describe_fault(field.label, words))


def find_listed(choices: Sequence[Choice], value: object) -> Choice | None:
    """Return the choice of this value; None where it is not offered."""
    if isinstance(choices, MadeWhenRead):
        return choices.find(value)
    for choice in choices:
        if choice.value == value:
            return choice
    return None


def _find_choice(name: str, label: str, choices: Sequence[Choice], value: object) -> Choice:
    choice = find_listed(choices, value)
    if choice is None:
        raise _make_unlisted(name, label, value)
    return choice


def _refuse_unlisted(field: OneOf, value: object) -> Refusal:
    """Return the refusal of a value that is not offered. Raises BadAnswer if no rule knows it."""
    refusal = field.unlisted(value) if isinstance(value, str) else None
    if refusal is None:
        raise _make_unlisted(field.name, field.label, value)
    return refusal


def _make_unlisted(name: str, label: str, value: object) -> BadAnswer:
    return BadAnswer(name, describe_fault(label, f"'{value}' cannot be chosen"), str(value))


def _check_several(field: Several, value: object, answer: Answer) -> Refusal | None:
    if not isinstance(value, list | tuple) or len(value) > field.most:
        raise _make_bad_answer(field, f"{field.most} at most")
    for at, each in enumerate(value):
        if not isinstance(each, dict):
            raise _make_bad_answer(field, "a list of deeds is wanted")
        if refusal := Form(tuple(field.list_next_fields(answer, value[:at]))).find_refusal(each):
            return refusal
    return None


def _check_some(field: SomeOf, value: object) -> Refusal | None:
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list | tuple) or not field.least <= len(value) <= field.most:
        raise _make_bad_answer(field, describe_count(field.least, field.most, len(field.choices)))
    for each in value:
        if isinstance(each, str) and find_listed(field.choices, each) is None and (refusal := field.unlisted(each)):
            return refusal
    chosen = [_find_choice(field.name, field.label, field.choices, each) for each in value]
    if not field.repeats and len(dict.fromkeys(value)) != len(value):
        raise _make_bad_answer(field, "the same was chosen twice")
    return next((choice.refusal for choice in chosen if choice.refusal), None)


def _check_place(field: Field, value: object) -> None:
    if not isinstance(value, list | tuple) or len(value) != 2 or not all(map(_is_coordinate, value)):
        raise _make_bad_answer(field, f"a place is two numbers, none beyond {FURTHEST // HUNDREDTHS}")


def _is_coordinate(value: object) -> bool:
    return isinstance(value, int) and abs(value) <= FURTHEST


def _check_changes(field: ChangesField, value: object) -> Refusal | None:
    if not isinstance(value, list | tuple) or len(value) > 100:
        raise _make_bad_answer(field, "a list of rulings is wanted")
    for change in value:
        keys = {"who", "what", "value", "until", "changes"}
        if not isinstance(change, dict) or not {"who", "what"} <= set(change) <= keys:
            raise _make_bad_answer(field, "who and what are wanted, perhaps a value and until when")
        _find_choice("who", "Of whom?", field.who, change["who"])
        if not field.knows(change):
            _find_choice("what", "What?", field.what, change["what"])
            if "changes" in change:
                raise _make_bad_answer(field, f"'{change['what']}' changes no numbers")
        try:
            field.check(change)
        except ValueError as error:
            raise BadAnswer(field.name, str(error)) from error
    return None


def _draw(field: Field, answer: dict[str, object], rng: Random) -> bool:
    match field:
        case OneOf():
            free = [choice for choice in field.choices if choice.refusal is None]
            if not free:
                return field.optional
            choice = rng.choice(free)
            answer[field.name] = choice.value
            return all(_draw(each, answer, rng) for each in choice.then())
        case SomeOf():
            free = [choice for choice in field.choices if choice.refusal is None]
            if len(free) < field.least:
                return False
            count = rng.randint(field.least, min(field.most, len(free)))
            if count:
                answer[field.name] = [choice.value for choice in rng.sample(free, count)]
        case Number():
            answer[field.name] = rng.randint(field.least, field.most)
        case PlaceField():
            if not field.optional or not rng.randrange(3):
                answer[field.name] = _draw_place(rng)
        case PathField():
            answer[field.name] = field.draw(rng) if field.draw is not None else [_draw_place(rng)]
        case Text():
            if not field.optional:
                answer[field.name] = "something"
        case ChangesField():
            return field.optional
        case Several():
            _draw_several(field, answer, rng)
    return True


def _draw_several(field: Several, answer: dict[str, object], rng: Random) -> None:
    """Add one further deed half of the time.

    Where each deed follows from those before it, more may be added in the same way.
    """
    taken: list[object] = []
    while len(taken) < field.most and not rng.randrange(2):
        further: dict[str, object] = {}
        if not all(_draw(each, further, rng) for each in field.list_next_fields(answer, taken)):
            break
        taken.append(further)
        if field.after is None:
            break
    answer.update({field.name: taken} if taken else {})


def _draw_place(rng: Random) -> list[int]:
    return [rng.randrange(-3000, 3000), rng.randrange(-3000, 3000)]


# Error messages for an answer that does not have its form's shape.


def describe_fault(label: str, words: str) -> str:
    """Return the message after the field's label: "Note: an answer is missing."."""
    return f"{label} {words[:1].upper()}{words[1:]}." if label.endswith(("?", ".")) else f"{label}: {words}."


def describe_bounds(least: int, most: int, parts: Fraction | int) -> str:
    """Return the range of a number in the unit in which it is typed.

    ``least`` and ``most`` are counted in parts; a unit has ``parts`` parts.
    """
    return f"from {float(Fraction(least) / parts):g} to {float(Fraction(most) / parts):g}"


def describe_count(least: int, most: int, of: int) -> str:
    """Return how many of the choices must be chosen."""
    if least == most:
        return f"choose {least}"
    return f"choose {least} or more" if most >= of else f"choose {least} to {most}"


__all__ = [
    "BadAnswer",
    "PathLimit",
    "ChangesField",
    "Usage",
    "FURTHEST",
    "Field",
    "Form",
    "LengthField",
    "MadeWhenRead",
    "Number",
    "OneOf",
    "Choice",
    "PathField",
    "PlaceField",
    "Refusal",
    "Several",
    "SomeOf",
    "Text",
    "refuse_all_but_default",
    "build_yes_or_no",
    "find_listed",
    "widen_field",
]
