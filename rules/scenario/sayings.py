"""What a scenario file says at the table: its next word on whatever is asked, each word once, and the DM's rulings."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from rules.figure import Figure
from rules.inputs import Arrive, CallMorale, Change, GiveAnswer, Rule, segments_of_delay
from rules.ruleset import get_ruleset
from rules.scenario.answering import ALERTNESS, ceases, first_choice, said
from rules.scenario.declaring import changed, ordered
from rules.scenario.lines import Spot
from rules.scenario.script import ALSO_CALLED, AnswerEntry, DeclareEntry, RulingEntry, Script
from rules.state import OpenQuestion, State, evolve
from rules.terms import HUNDREDTHS

MORALE = "morale_due"
ANY_PHASE, AFTER_COMBAT = ("option", "parry"), ("noncombat", "trace", "at_stop")
"""Questions of combat that come up again while figures move; questions of the phases after combat."""


@dataclass(frozen=True)
class Saying:
    """A word of the file and the entry it stands in."""

    given: GiveAnswer
    spot: Spot


@dataclass(frozen=True)
class Due:
    """A ruling whose time has come, of one figure."""

    entry: RulingEntry
    who: str


class Sayings:
    """The words of a file as it is played. ``used`` are those that have been said."""

    def __init__(self, script: Script, calls: Sequence[AnswerEntry] = ()) -> None:
        self.script = script
        self._early = [each.spot for each in calls]
        self.used: list[tuple[Spot, str]] = []
        self._refused: list[str] = []

    def speaks_of(self, round: int) -> bool:
        """Whether anything is declared or answered in a round."""
        entries: tuple[DeclareEntry | AnswerEntry, ...] = (*self.script.declarations, *self.script.answers)
        return any(entry.round == round for entry in entries)

    # What the DM makes happen.

    def at_the_beginning(self, round: int) -> Iterator[Due]:
        """The rulings that a round begins with."""
        return self._due([entry for entry in self._rulings(round) if entry.segment is None])

    def before_column(self, state: State, question: OpenQuestion) -> Iterator[Due]:
        """The rulings of the column that begins when the DM goes on."""
        column = coming_column(state, question)
        return self._due([each for each in self._rulings(state.round) if _is_due(each, column)])

    def in_column(self, state: State) -> Iterator[Due]:
        """The rulings of a column that has begun without the DM's going on: of a beat."""
        column = state.clock
        return self._due([each for each in self._rulings(state.round) if column is not None and _is_due(each, column)])

    def ruling(self, due: Due, state: State) -> Rule | Arrive:
        """The input that makes a ruling come true. ``state`` is that of the moment."""
        entry, who = due.entry, due.who
        later = [figure for figure in self.script.later if figure.id == who and who not in state.combatants]
        if entry.what != "appears" or not isinstance(entry.value, list):
            if entry.what == "appears" and later:
                return Arrive(tuple(later), entry.note)
            return Rule((Change(who, entry.what, entry.value, entry.until),), entry.note)
        if later:
            return Arrive(tuple(_standing_at(each, entry.value) for each in later), entry.note)
        return Rule((Change(who, "appears"), Change(who, "moved", entry.value)), entry.note)

    def _rulings(self, round: int) -> list[RulingEntry]:
        return [entry for entry in self.script.rulings if entry.round == round]

    def _due(self, entries: list[RulingEntry]) -> Iterator[Due]:
        for entry in [entry for entry in entries if (entry.spot, "") not in self.used]:
            self.used.append((entry.spot, ""))
            for who in self.script.roster.members(entry.who) or (entry.who,):
                yield Due(entry, who)

    # Morale checks that the DM calls for.

    def calls_left(self) -> list[AnswerEntry]:
        """The checks that nothing has asked about, in a round that was played or is to be."""
        return [each for each in self.script.answers if each.calls and (each.spot, "") not in self.used]

    def calls_before_column(self, state: State, question: OpenQuestion) -> Iterator[AnswerEntry]:
        """The checks of the column that begins when the DM goes on, and those without any: as early as can be."""
        column = coming_column(state, question)
        for entry in self._calls(state.round):
            if entry.spot in self._early if entry.segment is None else entry.segment <= column:
                yield self._called(entry)

    def calls_asked(self, state: State, question: OpenQuestion) -> Iterator[AnswerEntry]:
        """The checks on an occasion of their own that are called for when a procedure asks about the same group."""
        if question.question != MORALE:
            return
        subjects = subjects_of(question)
        for entry in self._calls(state.round):
            if entry.who in subjects and (entry.occasion or entry.modifier):
                yield self._called(entry)

    def calls_of(self, round: int) -> Iterator[AnswerEntry]:
        """The checks of a round that is over, as far as none was called for."""
        for entry in self._calls(round):
            if entry.spot in self._early or entry.segment is not None:
                yield self._called(entry)

    def _calls(self, round: int) -> list[AnswerEntry]:
        return [each for each in self.calls_left() if each.round == round]

    def _called(self, entry: AnswerEntry) -> AnswerEntry:
        self.used.append((entry.spot, ""))
        return entry

    # What is asked.

    def next(self, state: State, question: OpenQuestion) -> Saying | None:
        """The next word on a question, which is now used; None where the file has none."""
        for source in (self._scripted, self._stops):
            for spot, subject, answer in source(state, question):
                self.used.append((spot, subject))
                return Saying(self._given(question, spot, answer), spot)
        return None

    def _stops(self, state: State, question: OpenQuestion) -> Iterator[tuple[Spot, str, Mapping[str, object]]]:
        """The entries on breaking off what was begun: where that is one of several choices, they choose it."""
        first = first_choice(state, question) if question.question != "stop" else None
        if first is not None and any(option.value == "stop" for option in first.options):
            for entry in self.script.answers:
                mine = entry.round == state.round and self.script.roster.means(entry.who, question.who)
                if entry.question == "stop" and mine and (entry.spot, "") not in self.used:
                    yield entry.spot, "", {"choice": "stop" if entry.choice == "yes" else "keep"}

    def was_refused(self, question: OpenQuestion) -> None:
        """A declaration was refused: from now on only what is marked as a change is for this question."""
        self._refused.append(question.token)

    def _given(self, question: OpenQuestion, spot: Spot, answer: Mapping[str, object]) -> GiveAnswer:
        """The answer, with the segments that were lost while it was thought over."""
        entry = next((each for each in self.script.declarations if each.spot == spot), None)
        seconds = cast("int", entry.deed.get("delay_seconds", 0)) if entry is not None else 0
        paused = cast("int", entry.deed.get("paused_seconds", 0)) if entry is not None else 0
        delay = segments_of_delay(seconds, paused)
        return GiveAnswer(question.token, answer, question.who, delay, paused > 0)

    def _scripted(self, state: State, question: OpenQuestion) -> Iterator[tuple[Spot, str, Mapping[str, object]]]:
        """The entries not used yet that answer this question, best first."""
        if question.question == "declare":
            yield from self._declarations(state, question)
        else:
            yield from self._answers(state, question)
        if question.question == _where_changed(state) and (question.question == "cancel" or "starts" in question.facts):
            yield from self._changes(state, question)

    def _changes(self, state: State, question: OpenQuestion) -> Iterator[tuple[Spot, str, Mapping[str, object]]]:
        """Later attempts to declare something else, while the round is being resolved."""
        me = state.combatants[question.who]
        for entry in self.script.declarations:
            mine = entry.change and entry.round == state.round and self.script.roster.means(entry.who, me.id)
            if mine and (entry.spot, question.who) not in self.used:
                yield entry.spot, question.who, changed(entry.deed, me)

    def _declarations(self, state: State, question: OpenQuestion) -> Iterator[tuple[Spot, str, Mapping[str, object]]]:
        """His own entry before that of his count; refused or asked once more, only what is marked as a change."""
        me = state.combatants[question.who]
        fitting = [
            entry
            for entry in self.script.declarations
            if entry.round == state.round
            and self.script.roster.means(entry.who, question.who)
            and (state.round > 0 or (entry.segment or 1) == surprise_segment(state, question))
        ]
        left = [entry for entry in fitting if (entry.spot, question.who) not in self.used]
        again = question.token in self._refused or len(left) < len(fitting)
        for entry in sorted(left, key=lambda entry: entry.who != question.who):
            if entry.change == again:
                own = get_ruleset(state.ruleset).order_keys if state.round else ()
                yield entry.spot, question.who, ordered(entry.deed, me, own)

    def _answers(self, state: State, question: OpenQuestion) -> Iterator[tuple[Spot, str, Mapping[str, object]]]:
        known = [self.script.roster.names_for(who) for who in subjects_of(question)]
        for names in (
            [each for ids in rank for each in ids if each] for rank in itertools.zip_longest(*known, fillvalue=())
        ):
            for entry in self.script.answers:
                named = (question.question, ALSO_CALLED.get(question.question))
                asked = entry.round == state.round and entry.question in named
                if (
                    asked
                    and entry.who in names
                    and (entry.spot, "") not in self.used
                    and self._in_place(question, entry)
                ):
                    yield from self._word(state, question, entry)

    def _in_place(self, question: OpenQuestion, entry: AnswerEntry) -> bool:
        """Whether an entry stands where the question comes: before what its figure says after combat.

        Of the blows that are borrowed while figures move: after it.
        """
        if question.question not in ANY_PHASE:
            return True
        own = [each for each in self.script.answers if each.round == entry.round and each.who == entry.who]
        earlier = itertools.takewhile(lambda each: each.spot != entry.spot, own)
        before = any(each.question in AFTER_COMBAT for each in earlier)
        if not question.facts.get("borrowed"):
            return not before
        return before or not any(each.question in AFTER_COMBAT for each in own)

    def _word(
        self, state: State, question: OpenQuestion, entry: AnswerEntry
    ) -> Iterator[tuple[Spot, str, Mapping[str, object]]]:
        """What an entry says to this question, if it fits; a move may say beforehand who ceases to be alert."""
        answer = said(state, question, entry)
        if answer is not None:
            yield entry.spot, "", answer
        elif question.facts.get("step") == ALERTNESS and ceases(entry) and (entry.spot, ALERTNESS) not in self.used:
            yield entry.spot, ALERTNESS, {"command": "cease_alert"}


def called(entry: AnswerEntry) -> CallMorale:
    """Return the input by which the DM calls for the morale check of an entry."""
    return CallMorale(entry.who, entry.occasion, entry.modifier)


def _standing_at(figure: Figure, place: Sequence[float]) -> Figure:
    """The figure at this place, in the file's feet or inches."""
    x, y = (round(each * HUNDREDTHS) for each in place)
    return evolve(figure, position=(x, y))


def _where_changed(state: State) -> str:
    """The question to which a later attempt to declare something else is brought."""
    questions = get_ruleset(state.ruleset).questions
    return "change" if "change" in questions else "cancel"


def _is_due(entry: RulingEntry, column: int) -> bool:
    return entry.segment is not None and entry.segment <= column


def coming_column(state: State, question: OpenQuestion) -> int:
    """The column of the clock that begins when play goes on from here."""
    named = question.facts.get("clock", question.facts.get("segment"))
    return named if isinstance(named, int) else (state.clock or 0) + 1


def surprise_segment(state: State, question: OpenQuestion) -> int:
    """The segment of surprise that is declared for."""
    named = question.facts.get("segment")
    return named if isinstance(named, int) else state.clock or 1


def subjects_of(question: OpenQuestion) -> list[str]:
    """Whose question it is: of the one who is asked, and of whom the DM is asked about."""
    named = [question.who, *(question.facts.get(key) for key in ("who", "by", "side"))]
    return [each for each in named if isinstance(each, str) and each]
