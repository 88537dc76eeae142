"""A likely answer to a form, for a person who does not want to choose.

It is for trying a fight out, and for offers to a DM with many foes to declare for; no player is answered for in this
way. The procedure lists what a combatant may intend; an intent is a few choices by the names of their fields. The form
of the question says whether they can be made. Each choice that an intent leaves open is made plainly: the nearest foe,
the first spell that harms, nothing that may be left out.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from rules.kernel.effects import Answer
from rules.kernel.forms import BadAnswer, Choice, Field, Form, Number, OneOf, PlaceField, Several, SomeOf, Text
from rules.kernel.procedure import GroupOrder, Intent
from rules.kernel.registry import get_ruleset
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import HUNDREDTHS, CombatantId

BESIDE = 10 * HUNDREDTHS
"""The distance up to which a foe is near by, in hundredths of a foot."""

OPPONENT_FIELDS = ("target", "other")
"""Fields that name another combatant."""

TRIES = 40
"""The number of answers of one intent that are tried before the next intent."""


def find_likely_answer(state: State, who: CombatantId, form: Form) -> dict[str, object] | None:
    """Return an answer that the rules accept, of a combatant who means to fight, or None."""
    return next(list_likely_answers(state, who, form), None)


def list_likely_answers(state: State, who: CombatantId, form: Form) -> Iterator[dict[str, object]]:
    """Yield an accepted answer for each intent that is open, the likeliest first."""
    intents = get_ruleset(state.ruleset).intents
    yield from _list_intended_answers(state, who, form, intents.near, intents.far)


def find_group_answer(state: State, who: CombatantId, form: Form, order: GroupOrder) -> dict[str, object] | None:
    """Return the answer by which a member carries out its group's order, or None.

    Its target is the nearest that the rules accept.
    """
    return next(_list_intended_answers(state, who, form, order.near, order.far), None)


def _list_intended_answers(
    state: State, who: CombatantId, form: Form, near: Sequence[Intent], far: Sequence[Intent]
) -> Iterator[dict[str, object]]:
    if who not in state.combatants:
        return
    chooser = _Chooser(state, who)
    is_near = chooser.nearest is not None and chooser.nearest <= BESIDE
    for intent in near if is_near else far:
        tried = islice(chooser.list_answers(form.fields, intent), TRIES)
        found = next((answer for answer in tried if is_accepted(form, answer)), None)
        if found is not None:
            yield found


def repeat_answer(state: State, question: OpenQuestion, form: Form) -> Answer | None:
    """Return the answer that repeats the combatant's last one to such a question, or None.

    None: there was none, it may not be given now, or all foes that it was aimed at are out of the fight.
    """
    repeat = get_ruleset(state.ruleset).questions[question.question].repeat
    answer = repeat(state, question) if repeat is not None else None
    if answer is None or not is_accepted(form, answer):
        return None
    return answer if question.facts.get("going_on") or not _is_spent(state, question.who, answer) else None


def _is_spent(state: State, who: CombatantId, answer: Answer) -> bool:
    """Return whether an answer is aimed at foes, and none of them can act any more."""
    aims = [answer[name] for name in OPPONENT_FIELDS if name in answer]
    named = [each for aim in aims for each in (aim if isinstance(aim, list | tuple) else (aim,))]
    foes = [each for each in state.list_foes(who) if each.id in named]
    return bool(foes) and not any(each.able for each in foes)


def is_accepted(form: Form, answer: Answer) -> bool:
    """Return whether the rules accept this answer to the form."""
    try:
        return form.find_refusal(answer) is None
    except BadAnswer:
        return False


class _Chooser:
    """One combatant, who chooses among the choices of a form."""

    def __init__(self, state: State, who: CombatantId) -> None:
        find_gap = get_ruleset(state.ruleset).plane.find_gap
        sees_all = not state.combatants[who].stat_block.played  # the DM's, who knows where the hidden are
        foes = [each for each in state.list_foes(who) if each.present and each.able and (sees_all or not each.hidden)]
        gaps = {each.id: find_gap(state, who, each.id) for each in foes}
        self.foes = sorted(gaps, key=lambda foe: gaps[foe])
        self.nearest = min(gaps.values(), default=None)
        self.places = {each.id: each.place for each in foes}
        self.harmful = {spell.id for spell in state.combatants[who].stat_block.powers.spells if spell.offensive}

    def list_answers(self, fields: Sequence[Field], intent: Intent) -> Iterator[dict[str, object]]:
        """Yield every answer of this intent, the plainest first.

        Yields nothing where a choice of the intent is forbidden or not offered.
        """
        if not any(name in intent for name in (each.name for each in fields)):
            return
        yield from self._combine(tuple(fields), intent, {})

    def _combine(
        self, fields: tuple[Field, ...], intent: Intent, made: dict[str, object]
    ) -> Iterator[dict[str, object]]:
        if not fields:
            yield made
            return
        first, rest = fields[0], fields[1:]
        if isinstance(first, OneOf) and (first.name in intent or not first.optional):
            for choice in self._choose_some(first, intent):
                yield from self._combine((*choice.then(), *rest), intent, {**made, first.name: choice.value})
            return
        for value in self._choose_values(first):
            yield from self._combine(rest, intent, {**made, first.name: value} if value is not None else made)

    def _choose_some(self, field: OneOf, intent: Intent) -> list[Choice]:
        free = [choice for choice in field.choices if choice.refusal is None]
        if field.name in intent:
            return [choice for choice in free if choice.value == intent[field.name]]
        if field.name in OPPONENT_FIELDS:
            return self._choose_foes(free)
        if field.name == "spell":
            return [choice for choice in free if choice.value in self.harmful]
        return free

    def _choose_foes(self, choices: Sequence[Choice]) -> list[Choice]:
        by_id = {choice.value: choice for choice in choices if choice.refusal is None}
        return [by_id[foe] for foe in self.foes if foe in by_id]

    def _choose_values(self, field: Field) -> Iterator[object]:
        """Yield the values for a field that opens no others.

        None leaves the field out; without any value the form has no answer.
        """
        match field:
            case SomeOf() if field.name in OPPONENT_FIELDS:
                chosen = [choice.value for choice in self._choose_foes(field.choices)][: max(field.least, 1)]
                if len(chosen) >= field.least:
                    yield chosen or None
            case SomeOf(least=0) | OneOf() | Several():
                yield None
            case Number():
                yield None if field.optional else field.least
            case PlaceField():
                if field.optional or not self.foes:
                    yield None
                else:
                    yield list(self.places[self.foes[0]])
            case Text(optional=True):
                yield None
