"""The declare form, which offers a combatant's actions.

The letters keep their order and place, and a forbidden choice shows why.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from rules.kernel.forms import Choice, Form, MadeWhenRead, OneOf
from rules.kernel.state import Combatant, OpenQuestion, State
from rules.kernel.terms import ACTION_NAMES, Action
from rules.procedures.adnd.orders.base import AdndDeclaration
from rules.procedures.adnd.orders.form import Fields, OrderForm
from rules.procedures.adnd.orders.listed import BY_LETTER
from rules.procedures.adnd.procedure import AdndProcedure
from rules.procedures.adnd.psionics import forbid_out_of_reach
from rules.procedures.adnd.state import MoraleDuty

LETTERS = tuple(BY_LETTER)
"""The letters of the list, in its order."""
HELD = ("D", "E", "G")
"""The letters of what may be done after waiting."""


class Declaring(OrderForm):
    """The declare form of one procedure."""

    def __init__(self, procedure: AdndProcedure) -> None:
        super().__init__(procedure)
        self._procedure = procedure

    def build_form(self, state: State, question: OpenQuestion) -> Form | None:
        """Return the form; None when the combatant can no longer act, or has a morale duty."""
        me = state.combatants[question.who]
        if not me.able or me.own(MoraleDuty).avoid:
            return None
        cited = self._procedure.cites.psionic_target
        return Form(
            (OneOf("action", "What will you do?", self.list_letters(state, me)),),
            check=lambda answer: forbid_out_of_reach(state, me.id, answer, cited),
        )

    def list_letters(self, state: State, me: Combatant) -> Sequence[Choice]:
        """Return the choices for the eight letters, in the order of the list."""
        return MadeWhenRead(LETTERS, partial(self._build_letter, state, me))

    def _build_letter(self, state: State, me: Combatant, letter: str) -> Choice:
        own = self._procedure
        return Choice(
            letter,
            ACTION_NAMES[Action(letter)],
            self.get_price(state, me, letter, ""),
            refusal=own.forbid(state, me.id, letter, ""),
            then=lambda: [*self._list_fields(state, me, letter), *own.add_fields(state, me, letter)],
        )

    def _list_fields(self, state: State, me: Combatant, letter: str) -> Fields:
        """Return the fields of a letter, without a procedure's own."""
        first, *others = BY_LETTER[letter]
        if not others:
            return first.list_fields(self, state, me)
        return [OneOf("how", "How", [self._build_way_of(each, state, me) for each in (first, *others)])]

    def _build_way_of(self, kind: type[AdndDeclaration], state: State, me: Combatant) -> Choice:
        then = partial(kind.list_fields, self, state, me)
        return self.build_way(state, me, kind.action, kind.how, kind.label, then, kind.is_unfit(me))

    def list_letters_after(self, state: State, me: Combatant) -> list[Choice]:
        own = self._procedure
        return [
            replace(each, then=_leave_out(each.then, own.add_fields(state, me, each.value)))
            for each in self._list_held_letters(state, me)
        ]

    def _list_held_letters(self, state: State, me: Combatant) -> Sequence[Choice]:
        letters = self.list_letters(state, me)
        return tuple(each for each in letters if each.value in HELD)


def _leave_out(then: Callable[[], Fields], added: Fields) -> Callable[[], Fields]:
    """Return a function that returns the same fields without these."""
    names = [each.name for each in added]
    return lambda: [each for each in then() if each.name not in names]
