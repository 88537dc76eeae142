"""What is said at the table of a fight that is played again: by a file, or by the people of a round in play."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from rules import events as e
from rules.game import Record
from rules.inputs import Arrive, GiveAnswer, Rule
from rules.scenario.sayings import Sayings, coming_column, subjects_of
from rules.scenario.script import Script
from rules.state import OpenQuestion, State
from rules.terms import CombatantId

Ruling = Callable[[State], Rule | Arrive]
"""A ruling whose time has come, from the state of that moment."""


class Words(Protocol):
    """What is said, each word once. A new one is made for each time the fight is played."""

    def speaks_of(self, round: int) -> bool:
        """Whether anything is said of a round."""
        ...

    def at_the_beginning(self, round: int) -> Iterator[Ruling]:
        """The rulings that a round begins with."""
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

    def __init__(self, script: Script) -> None:
        self._sayings = Sayings(script)

    def speaks_of(self, round: int) -> bool:
        return self._sayings.speaks_of(round)

    def at_the_beginning(self, round: int) -> Iterator[Ruling]:
        for due in self._sayings.at_the_beginning(round):
            yield lambda state, due=due: self._sayings.ruling(due, state)  # type: ignore[misc]

    def before(self, state: State, question: OpenQuestion) -> Iterator[Ruling]:
        if question.question == "next":
            for due in self._sayings.before_column(state, question):
                yield lambda state, due=due: self._sayings.ruling(due, state)  # type: ignore[misc]

    def next(self, state: State, question: OpenQuestion) -> GiveAnswer | None:
        saying = self._sayings.next(state, question)
        return saying.given if saying is not None else None

    def was_refused(self, question: OpenQuestion) -> None:
        self._sayings.was_refused(question)


@dataclass(frozen=True)
class Spoken:
    """An answer that was taken in a round: to which question, about whom, and after which inputs."""

    position: int
    question: str
    about: tuple[CombatantId, ...]
    given: GiveAnswer


@dataclass(frozen=True)
class RuledThen:
    """A ruling of a round: after which inputs, and in which column of the clock (None: before the first)."""

    position: int
    clock: int | None
    input: Rule | Arrive


class RoundWords:
    """The words of one round in play or played, from its records: what was refused or left to its default is not said.

    A ruling comes before the answer that followed it; at the latest before the column that followed it.
    """

    def __init__(self, number: int, records: Sequence[Record]) -> None:
        self.number = number
        self._spoken: list[Spoken] = []
        self._ruled: list[RuledThen] = []
        asked: dict[str, e.Asked] = {}
        clock: int | None = None
        for record in records:
            self._hear(record, asked, clock)
            for event in record.events:
                if isinstance(event, e.Asked):
                    asked[event.id] = event
                elif isinstance(event, e.SegmentBegan):
                    clock = event.clock

    def _hear(self, record: Record, asked: dict[str, e.Asked], clock: int | None) -> None:
        given = record.input
        if isinstance(given, GiveAnswer):
            question = asked.get(given.token.partition("~")[0])
            refused = any(isinstance(event, e.Refused) for event in record.events)
            if question is not None and question.question != "next" and not refused:
                about = tuple(subjects_of(_open(question)))
                self._spoken.append(Spoken(record.position, question.question, about, given))
        elif isinstance(given, Rule | Arrive):
            self._ruled.append(RuledThen(record.position, clock, given))

    def speaks_of(self, round: int) -> bool:
        return round == self.number

    def at_the_beginning(self, round: int) -> Iterator[Ruling]:
        return iter(())

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
        if spoken is None:
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


def _open(asked: e.Asked) -> OpenQuestion:
    return OpenQuestion(asked.id, asked.epoch, asked.question, asked.who, asked.facts, asked.clauses)
