"""The steps of a question's form as HTML fields, and the answer read from posted values.

A field is named by its path: ``answer.action``, ``answer.to.x``, ``answer.with.0.target``. ``read_answer`` returns the
answer, which the form itself then checks. ``find_next_step`` returns the fields to ask next. A choice that opens other
fields is a step of its own. A field with only one possible answer is filled in without asking. All other fields are
asked together, in the last step. A choice whose choices each open a list ("cast", "shoot") is asked as one list:
``how`` is then posted with the value ``spell>sleep``.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast
from urllib.parse import urlencode

from django.http import QueryDict

from encounters.screens.answering.shown_fields import (
    BOTH,
    ChangeRow,
    DeedRow,
    ShownField,
    Taken,
    are_all_forbidden,
    find_block,
    find_shape,
    has_any_fields,
    list_choices,
    merge_lists,
)
from encounters.screens.answering.typed import read_change, read_length, read_number, read_path, read_place
from rules.api import (
    HUNDREDTHS,
    Answer,
    BadAnswer,
    ChangesField,
    Choice,
    Field,
    Form,
    LengthField,
    Number,
    OneOf,
    PathField,
    PlaceField,
    Several,
    SomeOf,
    Usage,
    widen_field,
)

Data = Mapping[str, Sequence[str]]
"""The values of a post or of an address by name, as ``read_data(request.POST)`` returns them."""

PREFIX = "answer."
MORE = "more"
"""The posted name that asks for one more item of a ``Several`` field."""

REORDER = "reorder"
"""The posted name that puts a deed in another place: "with.2.1" puts the third before the second."""

ROWS = 3
"""The number of rows that a ``Changes`` field shows at least, filled in or empty."""


@dataclass(frozen=True)
class QuestionStep:
    """One step of a question: the fields to ask now, and the choices made before."""

    taken: tuple[Taken, ...]
    fields: tuple[ShownField, ...]
    goes_on: bool
    """Each choice is a button that leads to a further step."""
    shape: str = "rows"
    """The way the choices are drawn: letters, boxes, rows or acts."""
    counts: tuple[Usage, ...] = ()
    """The counted things that the answer so far would use."""
    ways: tuple[ShownField, ...] = ()
    """Optional choices that open other fields; each is a button beside the one that sends."""
    given: tuple[Taken, ...] = ()
    """The values filled in so far of fields that are asked in the last step."""
    problem: str = ""
    """The words on what could not be done of what was posted."""

    @property
    def kept(self) -> tuple[Taken, ...]:
        """Return the values that the next post repeats.

        In the last step these are only the choices: its fields show all other values.
        """
        return (*self.taken, *self.given) if self.goes_on else self.taken

    @property
    def last(self) -> bool:
        """Return whether this step completes the answer."""
        return not self.goes_on

    @property
    def possible(self) -> bool:
        """Return whether every required field has an allowed answer."""
        return all(_can_answer(each) for each in self.fields)

    @property
    def query(self) -> str:
        """Return the choices and values given so far, as the query string of an address."""
        return _write_query((*self.taken, *self.given))

    @property
    def back(self) -> str | None:
        """Return the query string without the last tap's choices; None where nothing was chosen yet."""
        made = max((each.choice for each in self.taken), default=0)
        return _write_query(each for each in (*self.taken, *self.given) if each.choice < made) if made else None


def read_data(posted: QueryDict) -> dict[str, list[str]]:
    """Return the values of a post or of an address, by name."""
    return {name: [str(each) for each in values] for name, values in posted.lists()}


def read_answer(form: Form, data: Data) -> dict[str, object]:
    """Return the posted answer, with its ids as they were posted.

    A value that the form does not ask for stays in the answer, so that the form's check refuses it.
    Raises BadAnswer with the name of the field for a value of the wrong shape.
    """
    reading = _Reading(data)
    answer = reading.read_fields(form.fields)
    answer.update({name: values[0] for name, values in reading.given.items() if any(values)})
    return answer


def encode_answer(answer: Answer, prefix: str = PREFIX) -> dict[str, list[str]]:
    """Return an answer as a form would post it: values by the names of its fields."""
    data: dict[str, list[str]] = {}
    for key, value in answer.items():
        name = prefix + key
        match value:
            case [int(across), int(down)]:
                data |= {f"{name}.x": [f"{across / HUNDREDTHS:g}"], f"{name}.y": [f"{down / HUNDREDTHS:g}"]}
            case [*several] if all(isinstance(each, Mapping) for each in several):
                for n, each in enumerate(several):
                    data |= encode_answer(cast("Answer", each), f"{name}.{n}.")
            case [*some]:
                data[name] = [str(each) for each in some]
            case None:
                continue
            case _:
                data[name] = [str(value)]
    return data


def find_next_step(form: Form, data: Data) -> QuestionStep:
    """Return the step that follows the values posted so far.

    A deed is put in another place if that was asked. Raises BadAnswer for a choice that is not offered.
    """
    if not data.get(REORDER):
        return _find_step(form, data)
    try:
        return _find_step(form, _move_deed(form, data, data[REORDER][0]))
    except BadAnswer:
        return replace(_find_step(form, data), problem="They cannot be done in that order.")


def find_step_without_fault(form: Form, data: Data) -> tuple[QuestionStep, Data, BadAnswer | None]:
    """Return the next step, the values that stand, and the fault in the others, if there is one.

    A choice that is not offered any more is left out. Where the others do not stand without it, all are.
    """
    try:
        return find_next_step(form, data), data, None
    except BadAnswer as fault:
        kept = {name: values for name, values in data.items() if name != PREFIX + fault.field}
        try:
            return find_next_step(form, kept), kept, fault
        except BadAnswer:
            return find_next_step(form, {}), {}, fault


def _find_step(form: Form, data: Data) -> QuestionStep:
    reading = _Reading(data, asking=True)
    reading.read_fields(form.fields)
    taken, counts = tuple(reading.taken), tuple(form.count_usage(reading.whole))
    if reading.branch is not None:
        shape = find_shape(reading.branch.choices)
        return QuestionStep(taken, (reading.branch,), True, shape, counts, given=tuple(reading.filled))
    ways = tuple(each for each in reading.leaves if _is_way(each))
    fields = _name_deeds(_begin_at_first([each for each in reading.leaves if each not in ways]), taken)
    return QuestionStep(
        taken, fields, False, "acts" if is_one_tap(form) else "rows", counts, ways, tuple(reading.filled)
    )


def _move_deed(form: Form, data: Data, asked: str) -> Data:
    """Return the values with one deed of several in another place.

    Place 0 is the deed that the order begins with. What belongs to the whole order stays with the deed that comes
    first. Raises BadAnswer for places that are none.
    """
    try:
        name, *places = asked.split(".")
        origin, place = map(int, places)
    except ValueError as error:
        raise BadAnswer(REORDER, "That is no place for a deed.") from error
    further = f"{PREFIX}{name}."
    deeds: dict[int, dict[str, Sequence[str]]] = {0: {}}
    for key, values in data.items():
        n, _, rest = key.removeprefix(further).partition(".")
        if key.startswith(further) and n.isdigit():
            deeds.setdefault(int(n) + 1, {})[rest] = values
        elif key.startswith(PREFIX):
            deeds[0][key.removeprefix(PREFIX)] = values
    ordered = [deeds[n] for n in sorted(deeds)]
    if not (0 <= origin < len(ordered) and 0 <= place < len(ordered)):
        raise BadAnswer(REORDER, "That is no place for a deed.")
    ordered.insert(place, ordered.pop(origin))
    moved = {f"{PREFIX}{key}": values for key, values in ordered[0].items()}
    for at, deed in enumerate(ordered[1:]):
        moved |= {f"{further}{at}.{key}": values for key, values in deed.items()}
    reading = _Reading(moved, asking=True)
    reading.read_fields(form.fields)
    for key in reading.given:  # asked of the first deed alone, for the whole order
        moved[PREFIX + key.rpartition(".")[2]] = moved.pop(PREFIX + key)
    return moved


def _is_way(shown: ShownField) -> bool:
    return isinstance(shown.of, OneOf) and shown.optional and not shown.values and has_any_fields(shown.choices)


def is_one_tap(form: Form) -> bool:
    """Return whether the form is one choice of at most three choices that open no fields.

    Its choices are shown as buttons.
    """
    match form.fields:
        case (OneOf(optional=False, choices=choices),):
            return len(choices) <= 3 and not has_any_fields(choices)
    return False


def is_complete(form: Form, data: Data) -> bool:
    """Return whether the tapped choice is a complete answer, so that nothing is left to confirm."""
    match form.fields:
        case (OneOf(name=name, choices=choices),):
            return any(each.at_once and [each.value] == list(data.get(PREFIX + name, ())) for each in choices)
    return False


@dataclass
class _Reading:
    """One walk through the fields of a form, along the posted values."""

    data: Data
    asking: bool = False
    """The walk is for showing the next step, so that a malformed typed value raises no error."""
    given: dict[str, list[str]] = field(default_factory=dict)
    """The posted values that no field has read yet, by path without the prefix."""
    taken: list[Taken] = field(default_factory=list)
    """The choices already made."""
    leaves: list[ShownField] = field(default_factory=list)
    """The fields of the last step."""
    filled: list[Taken] = field(default_factory=list)
    """The values given to the fields of the last step."""
    branch: ShownField | None = None
    """The first choice that leads on and is not made yet."""
    taps: int = 0
    """The number of taps that made the choices so far."""
    halves: set[str] = field(default_factory=set)
    """The paths of choices that were made in the same tap as the choice before them."""
    whole: dict[str, object] = field(default_factory=dict)
    """The answer so far, as the form's account and its ``Several`` fields read it."""

    def __post_init__(self) -> None:
        named = {name: list(values) for name, values in self.data.items() if name.startswith(PREFIX)}
        self.given = {name.removeprefix(PREFIX): [each.strip() for each in values] for name, values in named.items()}

    def read_fields(self, fields: Iterable[Field], prefix: str = "") -> dict[str, object]:
        """Return the answer to these fields, as far as it was given."""
        answer: dict[str, object] = {}
        for each in fields:
            self._read_field(each, prefix, answer)
        return answer

    def _read_field(self, asked: Field, prefix: str, answer: dict[str, object]) -> None:
        name, asked = prefix + asked.name, widen_field(asked)
        match asked:
            case OneOf():
                self._read_one_of(asked, name, prefix, answer)
            case Several():
                self._read_several(asked, name, answer)
            case SomeOf() if not (asked.choices or asked.least):
                return
            case _:
                values, found, rows = self._read_leaf(asked, name)
                if found is not None:
                    self._note(asked, prefix, answer, found)
                self._leave(ShownField(asked, name, list_choices(asked, values), values, rows=rows))

    def _note(self, asked: Field, prefix: str, answer: dict[str, object], value: object) -> None:
        answer[asked.name] = value
        if not prefix:
            self.whole[asked.name] = value

    # Fields with choices.

    def _read_one_of(self, asked: OneOf, name: str, prefix: str, answer: dict[str, object]) -> None:
        branch = has_any_fields(asked.choices)
        only = self._find_only(asked, at_root=not prefix and not self.taken)
        value = self._take_text(name) or only
        choice, rest = _find_chosen(asked, name, value)
        if choice is not None:
            self._note(asked, prefix, answer, choice.value)
        if branch and choice is not None:
            self._take_branch(asked, name, prefix, choice, rest, value == only)
            answer.update(self.read_fields(choice.then(), prefix))
        elif not asked.optional and (branch or (prefix and are_all_forbidden(asked.choices))):
            self.branch = self.branch or ShownField(asked, name, tuple(merge_lists(asked.choices)))
        elif choice is not None and value == only:
            self._take(name, value, choice.label)
        else:
            self._leave(ShownField(asked, name, list_choices(asked, (value,)), (value,) if value else ()))

    def _leave(self, shown: ShownField) -> None:
        """Add a field to the last step, and its values to those that later posts repeat."""
        self.leaves.append(shown)
        place = isinstance(shown.of, PlaceField)
        names = (f"{shown.name}.x", f"{shown.name}.y") if place else (shown.name,) * len(shown.values)
        pairs = zip(names, shown.values, strict=True)
        self.filled += [Taken(PREFIX + name, value, choice=self.taps) for name, value in pairs if value]

    def _find_only(self, asked: OneOf, at_root: bool) -> str:
        """Return the only allowed value of a required field, or "".

        ``at_root`` marks the first choice of the form, which is always shown.
        """
        free = [choice.value for choice in asked.choices if choice.refusal is None]
        return free[0] if len(free) == 1 and not asked.optional and not at_root else ""

    def _take_branch(self, asked: OneOf, name: str, prefix: str, choice: Choice, rest: str, untapped: bool) -> None:
        """Record a choice that opens fields.

        ``rest`` is the value chosen in the first of them by the same tap, or "".
        """
        second = name in self.halves
        self.taps += not (untapped or second)
        if not rest:
            if not second:
                self._take(name, choice.value, choice.label)
            return
        nested = next(iter(choice.then()), None)
        label = ""
        if isinstance(nested, OneOf):
            self.given[prefix + nested.name] = [rest]
            self.halves.add(prefix + nested.name)
            label = next((each.label for each in nested.choices if each.value == rest), "")
        self._take(name, f"{choice.value}{BOTH}{rest}", label)

    def _take(self, name: str, value: str, label: str) -> None:
        letter = value if len(value) == 1 else ""
        self.taken.append(Taken(PREFIX + name, value, label, letter, self.taps))

    def _read_several(self, asked: Several, name: str, answer: dict[str, object]) -> None:
        count = 0
        while count < asked.most and any(each.startswith(f"{name}.{count}.") for each in self.given):
            count += 1
        asks = self.data.get(MORE, ())
        more = self.asking and count < asked.most and (name in asks or f"{name}.{count}" in asks)
        items: list[dict[str, object]] = []
        first = ", ".join(each.label for each in self.taken if each.label)
        labels: list[str] = []
        for n in range(count + more):
            self.taps += 1
            self.taken.append(Taken(MORE, f"{name}.{n}", choice=self.taps))
            before = len(self.taken)
            items.append(self.read_fields(asked.list_next_fields(self.whole, items), f"{name}.{n}."))
            labels.append(", ".join(each.label for each in self.taken[before:]))
        if items:
            answer[asked.name] = self.whole[asked.name] = items
        if not more:
            full = find_block(asked.list_next_fields(self.whole, items)) if self.asking else None
            is_flat = "." not in name and asked.most > 1 and not any(asked.name in item for item in items)
            deeds = _list_deed_rows(name, [first, *labels]) if items and is_flat else ()
            self.leaves.append(ShownField(asked, name, done=tuple(labels), deeds=deeds, full=full))

    # Fields of other kinds: typed values, their meaning, and rows of changes.

    def _read_leaf(self, asked: Field, name: str) -> tuple[tuple[str, ...], object, tuple[ChangeRow, ...]]:
        match asked:
            case SomeOf():
                some = tuple(each for each in self.given.pop(name, []) if each and self._may_stand(asked, each))
                return some, list(some) or None, ()
            case PlaceField():
                pair = (self._take_text(f"{name}.x"), self._take_text(f"{name}.y"))
                return pair, self._read(lambda: read_place(name, *pair)) if any(pair) else None, ()
            case ChangesField():
                rows = self._read_rows(name)
                filled = [row for row in rows if row.who or row.what]
                return (), self._read(lambda: [read_change(name, row) for row in filled]) or None, rows
        text = self._take_text(name)
        return ((text,), self._read(lambda: _read_text(asked, name, text)), ()) if text else ((), None, ())

    def _may_stand(self, asked: SomeOf, value: str) -> bool:
        """Return whether a value stays in the answer: while that is being shown, one on offer does."""
        return not self.asking or any(choice.value == value for choice in asked.choices)

    def _read(self, meaning: Callable[[], object]) -> object:
        """Return the meaning of a typed value.

        A malformed value gives None while the next step is being shown. Raises BadAnswer for it while the answer is
        being read.
        """
        try:
            return meaning()
        except BadAnswer:
            if not self.asking:
                raise
            return None

    def _take_text(self, name: str) -> str:
        values = self.given.pop(name, [])
        if len(values) > 1:
            raise BadAnswer(name, "The same was given more than once.")
        return values[0] if values else ""

    def _read_rows(self, name: str) -> tuple[ChangeRow, ...]:
        numbers = {
            each.removeprefix(f"{name}.").partition(".")[0] for each in self.given if each.startswith(f"{name}.")
        }
        filled = sorted(int(each) for each in numbers if each.isascii() and each.isdigit() and len(each) < 4)
        keys = ("who", "what", "value", "until")
        rows = [ChangeRow(*(self._take_text(f"{name}.{n}.{key}") for key in keys)) for n in filled]
        kept = [row for row in rows if row != ChangeRow()]
        return (*kept, *(ChangeRow() for _ in range(max(1, ROWS - len(kept)))))


def _list_deed_rows(name: str, labels: Sequence[str]) -> tuple[DeedRow, ...]:
    last = len(labels) - 1
    return tuple(
        DeedRow(label, f"{name}.{n}.{n - 1}" if n else "", f"{name}.{n}.{n + 1}" if n < last else "")
        for n, label in enumerate(labels)
    )


def _read_text(asked: Field, name: str, text: str) -> object:
    """Return the value of a text typed into a field of one value. Raises BadAnswer."""
    match asked:
        case LengthField():
            return read_length(name, text, asked.parts)
        case Number():
            return read_number(name, text)
        case PathField():
            return read_path(name, text)
    return text


def _find_chosen(asked: OneOf, name: str, value: str) -> tuple[Choice | None, str]:
    """Return the choice that a value names, and the part of the value after ``>``, or "".

    The choice is None for an empty value. Raises BadAnswer for a value that is not offered.
    """
    if not value:
        return None, ""
    for given, rest in ((value, ""), (value.partition(BOTH)[0], value.partition(BOTH)[2])):
        for choice in asked.choices:
            if choice.value == given:
                return choice, rest
    raise BadAnswer(name, f"That cannot be chosen here any more: {asked.label}", value)


def _begin_at_first(leaves: Sequence[ShownField]) -> Iterable[ShownField]:
    """Yield the fields with the choice that each has chosen at first.

    Of several required choices the first has none, and each other its first allowed choice. An optional choice
    begins at the choice that leaving it out means.
    """
    asked = 0
    for each in leaves:
        if isinstance(each.of, OneOf) and each.of.unsaid and not each.values:
            yield replace(each, choices=list_choices(each.of, (each.of.unsaid,)), values=(each.of.unsaid,))
            continue
        if isinstance(each.of, OneOf) and not each.optional:
            asked += 1
            free = [choice.value for choice in each.choices if choice.refusal is None]
            if asked > 1 and not each.values and free:
                yield replace(each, choices=list_choices(each.of, free[:1]), values=(free[0],))
                continue
        yield each


def _name_deeds(leaves: Iterable[ShownField], taken: Sequence[Taken]) -> tuple[ShownField, ...]:
    """Return the fields, each with the words of its deed where the answer has several deeds."""
    fields = tuple(leaves)
    if not any(_find_deed(each.name) for each in fields):
        return fields
    words: dict[str, str] = {}
    for each in taken:
        if each.label:
            deed = _find_deed(each.name.removeprefix(PREFIX))
            words[deed] = f"{words[deed]}, {each.label}" if deed in words else each.label
    called = {deed: f"Deed {n}: {words[deed]}" for n, deed in enumerate(words, 1)}
    return tuple(
        each if isinstance(each.of, Several) else replace(each, deed=called.get(_find_deed(each.name), ""))
        for each in fields
    )


def _find_deed(name: str) -> str:
    """Return the path of the further deed that a field belongs to: "with.0"; "" for the first."""
    several, _, rest = name.partition(".")
    n, _, _ = rest.partition(".")
    return f"{several}.{n}" if n.isdigit() else ""


def _can_answer(shown: ShownField) -> bool:
    if not isinstance(shown.of, OneOf | SomeOf) or shown.optional:
        return True
    free = sum(choice.refusal is None for choice in shown.choices)
    return free >= (1 if isinstance(shown.of, OneOf) else shown.of.least)


def _write_query(taken: Iterable[Taken]) -> str:
    return urlencode([(each.name, each.value) for each in taken])
