"""What somebody would likely do: an answer to a form for whoever does not care to choose.

For trying a fight out, and to be offered to a DM with many foes to order: nobody at the table is answered for in this
way. A way is a few choices by name; the form of the question says whether they can be made, and each choice that a way
leaves open is made plainly: the nearest foe, the first spell that harms, nothing that need not be said.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from rules.effects import Answer
from rules.forms import BadAnswer, Field, Form, Number, OneOf, Option, Place, Several, SomeOf, Text
from rules.ruleset import get_ruleset
from rules.state import OpenQuestion, State
from rules.terms import HUNDREDTHS, CombatantId

Way = Mapping[str, str]

STRIKE: Way = {"action": "G", "mode": "strike"}
CAST: Way = {"action": "D", "how": "spell"}
SHOOT: Way = {"action": "D", "how": "shoot"}
CHARGE: Way = {"action": "E", "how": "charge"}
CLOSE: Way = {"action": "E", "how": "close"}
ATTACK: Way = {"command": "attack"}
APPROACH: Way = {"command": "maneuver", "kind": "close"}
ALERT: Way = {"command": "pass", "become_alert": "yes"}
PASS: Way = {"command": "pass"}

NEAR: tuple[Way, ...] = (STRIKE, CAST, SHOOT, CLOSE, ATTACK, APPROACH, ALERT, PASS)
FAR: tuple[Way, ...] = (CAST, SHOOT, CHARGE, CLOSE, STRIKE, ATTACK, APPROACH, ALERT, PASS)
"""What is tried first by one who has a foe beside him, and by one who has not."""

BESIDE = 10 * HUNDREDTHS
"""A foe no further than this is beside one."""

WHOM = ("target", "other")
"""Fields that name another figure."""

TRIES = 40
"""Answers of one way that are tried before the next."""


def likely(state: State, who: CombatantId, form: Form) -> dict[str, object] | None:
    """An answer to the form that its rules take, of one who means to fight; None where no way is open to him."""
    return next(likely_answers(state, who, form), None)


def likely_answers(state: State, who: CombatantId, form: Form) -> Iterator[dict[str, object]]:
    """For each way that is open to him an answer that the rules take, the likeliest first."""
    if who not in state.combatants:
        return
    chooser = _Chooser(state, who)
    for way in NEAR if chooser.nearest is not None and chooser.nearest <= BESIDE else FAR:
        tried = islice(chooser.answers(form.fields, way), TRIES)
        found = next((answer for answer in tried if is_taken(form, answer)), None)
        if found is not None:
            yield found


def same_again(state: State, question: OpenQuestion, form: Form) -> Answer | None:
    """The answer that repeats what the same figure last answered to such a question, where it may be given."""
    repeat = get_ruleset(state.ruleset).questions[question.question].again
    answer = repeat(state, question) if repeat is not None else None
    return answer if answer is not None and is_taken(form, answer) else None


def is_taken(form: Form, answer: Answer) -> bool:
    """Whether the rules take this answer to the form."""
    try:
        return form.refusal(answer) is None
    except BadAnswer:
        return False


class _Chooser:
    """One figure's choices among the options of a form."""

    def __init__(self, state: State, who: CombatantId) -> None:
        apart = get_ruleset(state.ruleset).apart
        foes = [each for each in state.foes_of(who) if each.present and each.able]
        gaps = {each.id: apart(state, who, each.id) for each in foes}
        self.foes = sorted(gaps, key=lambda foe: gaps[foe])
        self.nearest = min(gaps.values(), default=None)
        self.places = {each.id: each.place for each in foes}
        self.harmful = {spell.id for spell in state.combatants[who].figure.spells if spell.offensive}

    def answers(self, fields: Sequence[Field], way: Way) -> Iterator[dict[str, object]]:
        """Every answer of this way, the plainest first; none where a choice of it is barred or not offered."""
        if not any(name in way for name in (each.name for each in fields)):
            return
        yield from self._all(tuple(fields), way, {})

    def _all(self, fields: tuple[Field, ...], way: Way, made: dict[str, object]) -> Iterator[dict[str, object]]:
        if not fields:
            yield made
            return
        first, rest = fields[0], fields[1:]
        if isinstance(first, OneOf) and (first.name in way or not first.optional):
            for option in self._options(first, way):
                yield from self._all((*option.then(), *rest), way, {**made, first.name: option.value})
            return
        for value in self._values(first):
            yield from self._all(rest, way, {**made, first.name: value} if value is not None else made)

    def _options(self, field: OneOf, way: Way) -> list[Option]:
        free = [option for option in field.options if option.barred is None]
        if field.name in way:
            return [option for option in free if option.value == way[field.name]]
        if field.name in WHOM:
            return self._foes(free)
        if field.name == "spell":
            return [option for option in free if option.value in self.harmful]
        return free

    def _foes(self, options: Sequence[Option]) -> list[Option]:
        by_id = {option.value: option for option in options if option.barred is None}
        return [by_id[foe] for foe in self.foes if foe in by_id]

    def _values(self, field: Field) -> Iterator[object]:
        """What a field that opens no others is answered with; None leaves it out, nothing at all is no answer."""
        match field:
            case SomeOf() if field.name in WHOM:
                chosen = [option.value for option in self._foes(field.options)][: max(field.least, 1)]
                if len(chosen) >= field.least:
                    yield chosen or None
            case SomeOf(least=0) | OneOf() | Several():
                yield None
            case Number():
                yield None if field.optional else field.least
            case Place():
                if field.optional or not self.foes:
                    yield None
                else:
                    yield list(self.places[self.foes[0]])
            case Text(optional=True):
                yield None
