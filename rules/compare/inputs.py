"""Inputs of a fight that is played again: from a file, or from a round in play."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from rules.kernel import events as e
from rules.kernel.effects import NEXT
from rules.kernel.frozen import frozen
from rules.kernel.game import Record
from rules.kernel.inputs import Arrive, CallMorale, GiveAnswer, MakeCall, MakeRuling
from rules.kernel.state import OpenQuestion, OpenRoll, State
from rules.kernel.terms import DM, CombatantId
from rules.scenarios.lines import Spot
from rules.scenarios.script import AnswerEntry, Script
from rules.scenarios.scripted_inputs import ScriptedInputs, find_coming_column, list_subjects, make_call

DmInput = MakeRuling | Arrive | CallMorale | MakeCall
"""An input of the DM at a stop."""

RulingMaker = Callable[[State], DmInput]
"""Makes the input of a ruling from the state of that moment."""


def make_ruling_maker(given: DmInput) -> RulingMaker:
    """Return a maker of this input, whatever the state."""
    return lambda _: given


class InputSource(Protocol):
    """The inputs of a fight, each given once. Every replay makes a new source."""

    def has_entries_for(self, round: int) -> bool:
        """Return whether there is any input for a round."""
        ...

    def take_first_rulings(self, round: int) -> Iterator[RulingMaker]:
        """Yield the rulings at the beginning of a round."""
        ...

    def rank(self, question: OpenQuestion) -> int:
        """Return the rank of an open question; the lowest is answered first."""
        ...

    def take_rulings_before(self, state: State, question: OpenQuestion) -> Iterator[RulingMaker]:
        """Yield the rulings that come before this question is answered."""
        ...

    def take_answer(self, state: State, question: OpenQuestion) -> GiveAnswer | None:
        """Return the next answer to this question; None without one."""
        ...

    def note_refusal(self, question: OpenQuestion) -> None:
        """Note that the last answer to this question was refused."""
        ...

    def list_left_over(self) -> list[tuple[CombatantId, str]]:
        """Return whose answers were not asked for, and the question.

        A ruling whose time did not come is the DM's, without a question.
        """
        ...


class FileInputs:
    """The inputs of a scenario file.

    ``given`` are the entries that the file's own procedure used.
    """

    def __init__(
        self, script: Script, calls: Sequence[AnswerEntry] = (), given: Sequence[tuple[Spot, str]] = ()
    ) -> None:
        self._inputs = ScriptedInputs(script, calls)
        self._given = given

    def has_entries_for(self, round: int) -> bool:
        return self._inputs.has_entries_for(round)

    def take_first_rulings(self, round: int) -> Iterator[RulingMaker]:
        for due in self._inputs.take_first_rulings(round):
            yield partial(self._inputs.make_ruling, due)

    def rank(self, question: OpenQuestion) -> int:
        return 0

    def take_rulings_before(self, state: State, question: OpenQuestion) -> Iterator[RulingMaker]:
        calls = self._inputs.take_calls_about(state, question)
        if question.question == "next":
            for due in self._inputs.take_rulings_before_column(state, question):
                yield partial(self._inputs.make_ruling, due)
            calls = self._inputs.take_calls_before_column(state, question)
        for entry in (*self._inputs.take_dice_calls(state, question), *calls):
            yield partial(make_call, entry)

    def take_answer(self, state: State, question: OpenQuestion) -> GiveAnswer | None:
        scripted = self._inputs.take_answer(state, question)
        return scripted.input if scripted is not None else None

    def note_refusal(self, question: OpenQuestion) -> None:
        self._inputs.note_refusal(question)

    def list_left_over(self) -> list[tuple[CombatantId, str]]:
        """Return those of entries that the file's own procedure used.

        Any other entry may be there for another procedure.
        """
        entries = self._inputs.script.entries
        declared = {each.spot: "declare" for each in entries.declarations}
        answers = {each.spot: each for each in entries.answers}
        left = [each for each in self._given if each not in self._inputs.used]
        named = [
            (who or answers[spot].who, answers[spot].question)
            if spot in answers
            else (who or DM, declared.get(spot, ""))
            for spot, who in left
        ]
        return list(dict.fromkeys(named))


@frozen
class RecordedAnswer:
    """An answer in a round."""

    position: int
    """The number of inputs before it."""
    question: str
    about: tuple[CombatantId, ...]
    """The combatants that the question was about."""
    input: GiveAnswer | None
    """None: the default was taken."""

    def is_for(self, question: OpenQuestion) -> bool:
        """Return whether it answered this question, asked of and about the same combatants."""
        return (self.question, self.about) == (question.question, _list_about(question))


@frozen
class RecordedRuling:
    """A ruling in a round."""

    position: int
    """The number of inputs before it."""
    clock: int | None
    """The column in which it came; None before the first."""
    input: DmInput


@frozen
class RecordedDice:
    """Real dice that were rolled. Their faces are among those that the round has shown."""

    roll: tuple[str, CombatantId, int, int]
    """Purpose, roller, count and sides."""

    def is_for(self, open_: OpenRoll) -> bool:
        """Return whether it was this roll."""
        return self.roll == (open_.purpose, open_.by, open_.count, open_.sides)


RecordedInputs = tuple[RecordedAnswer | RecordedRuling | RecordedDice, ...]


def list_recorded_inputs(records: Sequence[Record]) -> RecordedInputs:
    """Return the answers, rulings and open dice of a round in order, without refused answers."""
    asked: dict[str, e.Asked] = {}
    clock: int | None = None
    recorded: list[RecordedAnswer | RecordedRuling | RecordedDice] = []
    dice: dict[str, RecordedDice] = {}
    for record in records:
        recorded += _list_given(record, asked, clock)
        for event in record.events:
            if isinstance(event, e.DiceAsked):
                dice[event.id] = RecordedDice((event.purpose, event.who, event.count, event.sides))
            elif isinstance(event, e.DiceGiven) and event.id in dice:
                recorded.append(dice[event.id])
            elif isinstance(event, e.Asked):
                asked[event.id] = event
            elif isinstance(event, e.SegmentBegan):
                clock = event.clock
    return tuple(recorded)


def _list_given(
    record: Record, asked: Mapping[str, e.Asked], clock: int | None
) -> Iterator[RecordedAnswer | RecordedRuling]:
    given = record.input
    if isinstance(given, DmInput):
        yield RecordedRuling(record.position, clock, given)
    answered = [event for event in record.events if isinstance(event, e.Answered) and event.id in asked]
    # The DM's own step closes all other questions: of several closed at once it comes last.
    for event in sorted(answered, key=lambda event: event.question == NEXT):
        about = _list_about(_make_question(asked[event.id]))
        answer = given if isinstance(given, GiveAnswer) and event.by != "default" else None
        yield RecordedAnswer(record.position, event.question, about, answer)


def _list_about(question: OpenQuestion) -> tuple[CombatantId, ...]:
    """Return the combatants that a question is about.

    Where it is put against several opponents at once, the opponent is one of them.
    """
    against = question.facts.get("against")
    return (*list_subjects(question), *((against,) if isinstance(against, str) else ()))


def _make_question(asked: e.Asked) -> OpenQuestion:
    return OpenQuestion(asked.id, asked.epoch, asked.question, asked.who, asked.facts, asked.clauses)


def _drop_typed_dice(ruled: RecordedRuling) -> RecordedRuling | None:
    """Return a ruling without changes of dice to be typed; None if no other change is left.

    In a comparison nobody types dice.
    """
    if not isinstance(ruled.input, MakeRuling):
        return ruled
    changes = tuple(each for each in ruled.input.changes if each.what != "types_dice")
    return replace(ruled, input=replace(ruled.input, changes=changes)) if changes else None


class RoundInputs:
    """The inputs of one round, each for the same question of another procedure.

    A ruling comes before the answer that followed it, at the latest before the next column.
    """

    def __init__(self, number: int, recorded: RecordedInputs) -> None:
        self.number = number
        answers = [each for each in recorded if isinstance(each, RecordedAnswer)]
        self._answers = [each for each in answers if each.input is not None and each.question != NEXT]
        self._rulings = [
            plain for each in recorded if isinstance(each, RecordedRuling) and (plain := _drop_typed_dice(each))
        ]

    def has_entries_for(self, round: int) -> bool:
        return round == self.number

    def take_first_rulings(self, round: int) -> Iterator[RulingMaker]:
        return iter(())

    def rank(self, question: OpenQuestion) -> int:
        answer = self._find_answer(question)
        return answer.position if answer is not None else sys.maxsize

    def take_rulings_before(self, state: State, question: OpenQuestion) -> Iterator[RulingMaker]:
        if question.question == "next":
            column = find_coming_column(state, question)
            due = [each for each in self._rulings if each.clock is None or each.clock < column]
        else:
            answer = self._find_answer(question)
            due = [each for each in self._rulings if answer is not None and each.position < answer.position]
            due = [each for each in due if each.clock is None or each.clock <= (state.clock or 0)]
        for each in due:
            self._rulings.remove(each)
            yield make_ruling_maker(each.input)

    def take_answer(self, state: State, question: OpenQuestion) -> GiveAnswer | None:
        answer = self._find_answer(question)
        if answer is None or answer.input is None:
            return None
        self._answers.remove(answer)
        return replace(answer.input, token=question.token)

    def _find_answer(self, question: OpenQuestion) -> RecordedAnswer | None:
        about = tuple(list_subjects(question))
        of_this = [each for each in self._answers if each.question == question.question]
        exactly = [each for each in of_this if each.about == about]
        return next(
            iter(exactly or [each for each in of_this if each.about[:1] == about[:1] and len(about) == 1]), None
        )

    def note_refusal(self, question: OpenQuestion) -> None:
        """Do nothing: there is no other answer."""

    def list_left_over(self) -> list[tuple[CombatantId, str]]:
        answers = [(each.about[0] if each.about else DM, each.question) for each in self._answers]
        return list(dict.fromkeys([*answers, *((DM, "") for _ in self._rulings)]))
