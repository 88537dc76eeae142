"""What is said at the table of a fight that is played again: by a file, or by the people of a round in play."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from rules import events as e
from rules.game import Record
from rules.inputs import Arrive, CallMorale, GiveAnswer, Rule
from rules.scenario.sayings import Sayings, called, coming_column, subjects_of
from rules.scenario.script import AnswerEntry, Script
from rules.state import OpenQuestion, OpenRoll, State
from rules.terms import CombatantId

Given = Rule | Arrive | CallMorale
"""What the DM makes happen at a stop."""

Ruling = Callable[[State], Given]
"""A ruling whose time has come, from the state of that moment."""


class Words(Protocol):
    """What is said, each word once. A new one is made for each time the fight is played."""

    def speaks_of(self, round: int) -> bool:
        """Whether anything is said of a round."""
        ...

    def at_the_beginning(self, round: int) -> Iterator[Ruling]:
        """The rulings that a round begins with."""
        ...

    def rank(self, question: OpenQuestion) -> int:
        """Which of the open questions is answered first: the lowest."""
        ...

    def before(self, state: State, question: OpenQuestion) -> Iterator[Ruling]:
        """The rulings that come before this question is answered."""
        ...

    def next(self, state: State, question: OpenQuestion) -> GiveAnswer | None:
        """The next word on this question; None where there is none."""
        ...

    def was_refused(self, question: OpenQuestion) -> None:
        """The last word on this question was refused."""
        ...


class FileWords:
    """The words of a scenario file."""

    def __init__(self, script: Script, calls: Sequence[AnswerEntry] = ()) -> None:
        self._sayings = Sayings(script, calls)

    def speaks_of(self, round: int) -> bool:
        return self._sayings.speaks_of(round)

    def at_the_beginning(self, round: int) -> Iterator[Ruling]:
        for due in self._sayings.at_the_beginning(round):
            yield lambda state, due=due: self._sayings.ruling(due, state)  # type: ignore[misc]

    def rank(self, question: OpenQuestion) -> int:
        return 0

    def before(self, state: State, question: OpenQuestion) -> Iterator[Ruling]:
        calls = self._sayings.calls_asked(state, question)
        if question.question == "next":
            for due in self._sayings.before_column(state, question):
                yield lambda state, due=due: self._sayings.ruling(due, state)  # type: ignore[misc]
            calls = self._sayings.calls_before_column(state, question)
        for entry in calls:
            yield lambda state, entry=entry: called(entry)  # type: ignore[misc]

    def next(self, state: State, question: OpenQuestion) -> GiveAnswer | None:
        saying = self._sayings.next(state, question)
        return saying.given if saying is not None else None

    def was_refused(self, question: OpenQuestion) -> None:
        self._sayings.was_refused(question)


@dataclass(frozen=True)
class Spoken:
    """An answer in a round: to which question, about whom, and after which inputs. None: it was left to its default."""

    position: int
    question: str
    about: tuple[CombatantId, ...]
    given: GiveAnswer | None

    def answers(self, question: OpenQuestion) -> bool:
        """Whether it was to this question, asked of and about the same."""
        return (self.question, self.about) == (question.question, _about(question))


@dataclass(frozen=True)
class RuledThen:
    """A ruling of a round: after which inputs, and in which column of the clock (None: before the first)."""

    position: int
    clock: int | None
    input: Given


@dataclass(frozen=True)
class Fell:
    """Real dice that lay open have fallen: of what roll. Their faces are among those that the round has shown."""

    roll: tuple[str, CombatantId, int, int]

    def answers(self, open_: OpenRoll) -> bool:
        """Whether it was this roll: for the same, by the same, of the same dice."""
        return self.roll == (open_.purpose, open_.by, open_.count, open_.sides)


Said = tuple[Spoken | RuledThen | Fell, ...]


def said_in(records: Sequence[Record]) -> Said:
    """What was said in a round, from its records, in order, and when open dice fell. What was refused is not said."""
    asked: dict[str, e.Asked] = {}
    clock: int | None = None
    said: list[Spoken | RuledThen | Fell] = []
    dice: dict[str, Fell] = {}
    for record in records:
        said += _heard(record, asked, clock)
        for event in record.events:
            if isinstance(event, e.DiceAsked):
                dice[event.id] = Fell((event.purpose, event.who, event.count, event.sides))
            elif isinstance(event, e.DiceGiven) and event.id in dice:
                said.append(dice[event.id])
            elif isinstance(event, e.Asked):
                asked[event.id] = event
            elif isinstance(event, e.SegmentBegan):
                clock = event.clock
    return tuple(said)


def _heard(record: Record, asked: Mapping[str, e.Asked], clock: int | None) -> Iterator[Spoken | RuledThen]:
    given = record.input
    if isinstance(given, Rule | Arrive | CallMorale):
        yield RuledThen(record.position, clock, given)
    answered = [event for event in record.events if isinstance(event, e.Answered) and event.id in asked]
    # Of several that are closed at once the DM's own step comes last: with it everything else is closed.
    for event in sorted(answered, key=lambda event: event.question == "next"):
        about = _about(_open(asked[event.id]))
        spoken = given if isinstance(given, GiveAnswer) and event.by != "default" else None
        yield Spoken(record.position, event.question, about, spoken)


def _about(question: OpenQuestion) -> tuple[CombatantId, ...]:
    """Whom a question concerns: its subjects, and against whom it is put, where it is put of several at once."""
    against = question.facts.get("against")
    return (*subjects_of(question), *((against,) if isinstance(against, str) else ()))


def _open(asked: e.Asked) -> OpenQuestion:
    return OpenQuestion(asked.id, asked.epoch, asked.question, asked.who, asked.facts, asked.clauses)


def _without_dice(ruled: RuledThen) -> RuledThen | None:
    """A ruling without who types his dice: in a round that never was nobody does. None where nothing else was ruled."""
    if not isinstance(ruled.input, Rule):
        return ruled
    changes = tuple(each for each in ruled.input.changes if each.what != "types_dice")
    return replace(ruled, input=replace(ruled.input, changes=changes)) if changes else None


class RoundWords:
    """The words of one round in play or played, each for the same question where another procedure asks it too.

    A ruling comes before the answer that followed it; at the latest before the column that followed it.
    """

    def __init__(self, number: int, said: Said) -> None:
        self.number = number
        spoken = [each for each in said if isinstance(each, Spoken)]
        self._spoken = [each for each in spoken if each.given is not None and each.question != "next"]
        self._ruled = [plain for each in said if isinstance(each, RuledThen) and (plain := _without_dice(each))]

    def speaks_of(self, round: int) -> bool:
        return round == self.number

    def at_the_beginning(self, round: int) -> Iterator[Ruling]:
        return iter(())

    def rank(self, question: OpenQuestion) -> int:
        spoken = self._meant(question)
        return spoken.position if spoken is not None else sys.maxsize

    def before(self, state: State, question: OpenQuestion) -> Iterator[Ruling]:
        if question.question == "next":
            column = coming_column(state, question)
            due = [each for each in self._ruled if each.clock is None or each.clock < column]
        else:
            spoken = self._meant(question)
            due = [each for each in self._ruled if spoken is not None and each.position < spoken.position]
            due = [each for each in due if each.clock is None or each.clock <= (state.clock or 0)]
        for each in due:
            self._ruled.remove(each)
            yield lambda state, each=each: each.input  # type: ignore[misc]

    def next(self, state: State, question: OpenQuestion) -> GiveAnswer | None:
        spoken = self._meant(question)
        if spoken is None or spoken.given is None:
            return None
        self._spoken.remove(spoken)
        return replace(spoken.given, token=question.token)

    def _meant(self, question: OpenQuestion) -> Spoken | None:
        about = tuple(subjects_of(question))
        of_this = [each for each in self._spoken if each.question == question.question]
        exactly = [each for each in of_this if each.about == about]
        return next(
            iter(exactly or [each for each in of_this if each.about[:1] == about[:1] and len(about) == 1]), None
        )

    def was_refused(self, question: OpenQuestion) -> None:
        """There is no other word on it."""
