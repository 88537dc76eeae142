"""The declare form in which one order may have several deeds."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from rules.kernel.effects import Answer
from rules.kernel.forms import Choice, Field, Form, OneOf, Refusal, Several
from rules.kernel.state import Combatant, OpenQuestion, State
from rules.kernel.terms import SEGMENTS
from rules.procedures.adnd.accepting import read_declaration, read_steps
from rules.procedures.adnd.declarations import HELD, Declaring
from rules.procedures.adnd.orders.base import AlsoMoves, Discharge
from rules.procedures.adnd.orders.listed import DECLARATION_CLASSES
from rules.procedures.adnd.orders.move import MoveTo
from rules.procedures.adnd.orders.spell import Cast
from rules.procedures.adnd.procedure import AdndProcedure
from rules.procedures.adnd.several import count_segments_before, join_steps

ONE, TASKS, MOVES = "one", "tasks", "tasks-and-moves"
"""What a table allows: one deed; tasks before an act; a move with an act under D, too."""

MOST = 4
"""The most further deeds of an order."""

Way = tuple[str, str]
"""The letter of an action, and the way of doing it."""
READYING: Sequence[Way] = tuple(way for way, kind in DECLARATION_CLASSES.items() if kind.is_readying)
DISCHARGING: Sequence[Way] = tuple(
    way for way, kind in DECLARATION_CLASSES.items() if issubclass(kind, Discharge) and not kind.is_readying
)
MOVING: Way = (MoveTo.action, MoveTo.how)
AFTER_TASKS: Sequence[Way] = tuple(way for way, kind in DECLARATION_CLASSES.items() if kind.may_follow_task)


# The form.


class Sequencing(Declaring):
    """A declare form in which tasks may come before an act, and a move with it."""

    def __init__(self, procedure: AdndProcedure, followers: Sequence[Way] | None = None) -> None:
        super().__init__(procedure)
        self._followers = followers
        """The ways that a further deed may have; None for the first deed."""

    @property
    def is_further(self) -> bool:
        """Return whether the form is for a further deed of an order."""
        return self._followers is not None

    def build_form(self, state: State, question: OpenQuestion) -> Form | None:
        form = super().build_form(state, question)
        if form is None or self._procedure.get_sequence_rule(state) == ONE:
            return form
        return replace(form, check=lambda answer: form.check(answer) or self._forbid_sequence(state, question, answer))

    def _forbid_sequence(self, state: State, question: OpenQuestion, answer: Answer) -> Refusal | None:
        """Return the refusal of tasks that leave no segment for the act, or no time for a move."""
        if not read_steps(answer):
            return None
        order = join_steps(read_declaration(state, question.who, answer))
        spell = state.combatants[order.who].spell(order.spell) if isinstance(order, Cast) else None
        whole = order.has(AlsoMoves) and spell is not None and spell.casting >= SEGMENTS
        if whole or count_segments_before(state, order) >= SEGMENTS:
            return Refusal(self._procedure.cites.several[0], "leaves no time of the round for the rest")
        return None

    def list_letters(self, state: State, me: Combatant) -> Sequence[Choice]:
        letters = super().list_letters(state, me)
        if self._followers is None:
            return letters
        named = [letter for letter, _ in self._followers]
        return tuple(replace(each, then=_keep_ways(each, self._followers)) for each in letters if each.value in named)

    def list_further_fields(self, state: State, me: Combatant, letter: str, how: str) -> Sequence[Field]:
        """Return the field for further deeds; none where nothing may follow."""
        rule = self._procedure.get_sequence_rule(state)
        if self._followers is not None or not list_followers(rule, [(letter, how)]):
            return ()

        def build_after(answer: Answer) -> Sequence[Field]:
            done = [(str(each.get("action", "")), str(each.get("how") or "")) for each in (answer, *read_steps(answer))]
            followers = list_followers(rule, done)
            letters = type(self)(self._procedure, followers or AFTER_TASKS).list_letters(state, me)
            if not followers:
                full = Refusal(self._procedure.cites.several[0], "nothing more goes with this")
                letters = tuple(replace(each, refusal=full) for each in letters)
            return [OneOf("action", "Add another action", letters)]

        most = MOST if (letter, how) in READYING else 1
        return [
            Several(
                "with", "Add another action", lambda: build_after({"action": letter, "how": how}), most, build_after
            )
        ]

    def list_next_letters(self, state: State, me: Combatant, letter: str, how: str) -> Sequence[Choice]:
        """Return the letters of what may follow a first deed."""
        followers = list_followers(self._procedure.get_sequence_rule(state), [(letter, how)])
        return type(self)(self._procedure, followers).list_letters(state, me)

    def _list_held_letters(self, state: State, me: Combatant) -> Sequence[Choice]:
        held = [way for way in DECLARATION_CLASSES if way[0] in HELD]
        return type(self)(self._procedure, held).list_letters(state, me)


def list_followers(rule: str, done: Sequence[Way]) -> Sequence[Way]:
    """Return the ways of acting that may follow others in one order."""
    acts = [way for way in done if way not in READYING]
    if rule == ONE:
        return ()
    if not acts:
        return AFTER_TASKS
    if rule != MOVES or len(acts) > 1:
        return ()
    return DISCHARGING if acts[0] == MOVING else (MOVING,) if acts[0] in DISCHARGING else ()


def _keep_ways(letter: Choice, ways: Sequence[Way]) -> Callable[[], Sequence[Field]]:
    """Return a function that gives a letter's fields with these ways of doing it alone."""

    def list_fields() -> Sequence[Field]:
        fields = list(letter.then())
        if fields and isinstance(fields[0], OneOf) and fields[0].name == "how":
            kept = [choice for choice in fields[0].choices if (letter.value, choice.value) in ways]
            fields[0] = replace(fields[0], choices=kept)
        return fields

    return list_fields
