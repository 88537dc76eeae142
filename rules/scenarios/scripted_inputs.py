"""Inputs of a scenario file in the order of play: answers, and the DM's rulings.

Each entry is used once.
"""

import itertools
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rules.kernel.effects import NEXT
from rules.kernel.frozen import frozen
from rules.kernel.game import BadInput
from rules.kernel.inputs import Arrive, CallMorale, Change, GiveAnswer, MakeCall, MakeRuling, compute_delay_segments
from rules.kernel.stat_block import StatBlock
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import HUNDREDTHS
from rules.procedures import get_ruleset
from rules.scenarios.answering import find_first_choice, fit_answer
from rules.scenarios.declaring import make_change, make_order
from rules.scenarios.in_order import find_question
from rules.scenarios.lines import Spot
from rules.scenarios.script import OTHER_NAMES, AnswerEntry, DeclareEntry, RulingEntry, Script

MORALE = "morale_due"
"""The question of a morale check."""
BEFOREHAND = "beforehand"
"""The mark of an entry that has answered an earlier step of its question, and is still to be used."""

Fitting = tuple[Spot, str, Mapping[str, object]]
"""An entry that fits a question: its spot, its combatant (or ""), the answer."""


@frozen
class ScriptedAnswer:
    """An answer of the file and the entry that gives it."""

    input: GiveAnswer
    spot: Spot


@frozen
class DueRuling:
    """A ruling whose time has come, for one combatant."""

    entry: RulingEntry
    who: str


class ScriptedInputs:
    """The entries of a file as it is played."""

    def __init__(self, script: Script, calls: Sequence[AnswerEntry] = ()) -> None:
        self.script = script
        self._early = [each.spot for each in calls]
        """Morale checks that no question asks about: the DM calls for them as early as possible."""
        self.used: list[tuple[Spot, str]] = []
        """Entries that were given, each with its combatant if it serves several."""
        self._refused: list[str] = []
        """Tokens of questions with a refused declaration."""

    def has_entries_for(self, round: int) -> bool:
        """Return whether anything is declared or answered in a round."""
        declared = any(entry.round == round for entry in self.script.entries.declarations)
        return declared or any(entry.round == round for entry in self.script.entries.answers)

    # Rulings.

    def take_first_rulings(self, round: int) -> Iterator[DueRuling]:
        """Return the rulings at the beginning of a round."""
        return self._take_due([entry for entry in self._list_rulings(round) if entry.segment is None])

    def take_rulings_before_column(self, state: State, question: OpenQuestion) -> Iterator[DueRuling]:
        """Return the rulings of the column that begins when the DM goes on."""
        column = find_coming_column(state, question)
        return self._take_due([each for each in self._list_rulings(state.round) if _is_due(each, column)])

    def take_rulings_in_column(self, state: State) -> Iterator[DueRuling]:
        """Return the rulings of a column that began by itself, such as a beat."""
        column = state.clock
        return self._take_due(
            [each for each in self._list_rulings(state.round) if column is not None and _is_due(each, column)]
        )

    def make_ruling(self, due: DueRuling, state: State) -> MakeRuling | Arrive:
        """Return the input for a ruling in this state."""
        entry, who = due.entry, due.who
        later = [stat_block for stat_block in self.script.later if stat_block.id == who and who not in state.combatants]
        if entry.what != "appears" or not isinstance(entry.value, list):
            if entry.what == "appears" and later:
                return Arrive(tuple(later), entry.note)
            return MakeRuling((Change(who, entry.what, entry.value, entry.until),), entry.note)
        if later:
            return Arrive(tuple(_move_stat_block(each, entry.value) for each in later), entry.note)
        return MakeRuling((Change(who, "appears"), Change(who, "moved", entry.value)), entry.note)

    def _list_rulings(self, round: int) -> list[RulingEntry]:
        return [entry for entry in self.script.entries.rulings if entry.round == round]

    def _take_due(self, entries: list[RulingEntry]) -> Iterator[DueRuling]:
        for entry in [entry for entry in entries if (entry.spot, "") not in self.used]:
            self.used.append((entry.spot, ""))
            for who in self.script.roster.list_members(entry.who) or (entry.who,):
                yield DueRuling(entry, who)

    # Morale checks that the DM calls for.

    def list_unused_calls(self) -> list[AnswerEntry]:
        """Return the morale checks that no question has asked about."""
        return [
            each for each in self.script.entries.answers if each.is_morale_call and (each.spot, "") not in self.used
        ]

    def take_calls_before_column(self, state: State, question: OpenQuestion) -> Iterator[AnswerEntry]:
        """Yield the morale checks of the column that begins when the DM goes on.

        Checks without a column come as early as possible.
        """
        column = find_coming_column(state, question)
        for entry in self._list_calls(state.round):
            if entry.spot in self._early if entry.segment is None else entry.segment <= column:
                yield self._take_call(entry)

    def take_calls_about(self, state: State, question: OpenQuestion) -> Iterator[AnswerEntry]:
        """Yield the checks on their own occasion for the group that a procedure asks about."""
        if question.question != MORALE:
            return
        subjects = list_subjects(question)
        for entry in self._list_calls(state.round):
            if entry.who in subjects and (entry.occasion or entry.modifier):
                yield self._take_call(entry)

    def take_remaining_calls(self, round: int) -> Iterator[AnswerEntry]:
        """Yield the checks and the calls for dice of a finished round that are still unused."""
        for entry in self._list_calls(round):
            if entry.spot in self._early or entry.segment is not None:
                yield self._take_call(entry)
        yield from self._take_dice_calls(round, sys.maxsize)

    def take_dice_calls(self, state: State, question: OpenQuestion) -> Iterator[AnswerEntry]:
        """Yield the calls for dice at this stop; those without a column come at the first."""
        column = find_coming_column(state, question) if question.question == NEXT else state.clock
        yield from self._take_dice_calls(state.round, -sys.maxsize if column is None else column)

    def _take_dice_calls(self, round: int, column: int) -> Iterator[AnswerEntry]:
        for entry in self.script.entries.answers:
            is_due = entry.round == round and (entry.segment is None or entry.segment <= column)
            if entry.call is not None and is_due and (entry.spot, "") not in self.used:
                yield self._take_call(entry)

    def _list_calls(self, round: int) -> list[AnswerEntry]:
        return [each for each in self.list_unused_calls() if each.round == round]

    def _take_call(self, entry: AnswerEntry) -> AnswerEntry:
        self.used.append((entry.spot, ""))
        return entry

    # Answers.

    def take_answer(self, state: State, question: OpenQuestion) -> ScriptedAnswer | None:
        """Return the next answer to a question and mark it as used; None without one."""
        for source in (self._list_entries, self._list_stops):
            for spot, subject, answer in source(state, question):
                self.used.append((spot, subject))
                return ScriptedAnswer(self._make_input(question, spot, answer), spot)
        return None

    def _list_stops(self, state: State, question: OpenQuestion) -> Iterator[Fitting]:
        """Yield the entries that stop an action, where stopping is one of several choices."""
        first = find_first_choice(state, question) if question.question != "stop" else None
        if first is not None and any(option.value == "stop" for option in first.choices):
            for entry in self.script.entries.answers:
                mine = entry.round == state.round and self.script.roster.is_named_by(entry.who, question.who)
                if entry.question == "stop" and mine and (entry.spot, "") not in self.used:
                    yield entry.spot, "", {"choice": "stop" if entry.choice == "yes" else "keep"}

    def note_refusal(self, question: OpenQuestion) -> None:
        """Note that a declaration was refused: from now on only changes answer this question."""
        self._refused.append(question.token)

    def _make_input(self, question: OpenQuestion, spot: Spot, answer: Mapping[str, object]) -> GiveAnswer:
        """Return the answer as an input, with the segments lost to delay."""
        entry = next((each for each in self.script.entries.declarations if each.spot == spot), None)
        seconds = _get_seconds(entry, "delay_seconds")
        paused = _get_seconds(entry, "paused_seconds")
        delay = compute_delay_segments(seconds, paused)
        return GiveAnswer(question.token, answer, question.who, delay, paused > 0)

    def _list_entries(self, state: State, question: OpenQuestion) -> Iterator[Fitting]:
        """Yield the unused entries that answer this question, best first."""
        if question.question == "declare":
            yield from self._list_declarations(state, question)
        else:
            yield from self._list_answers(state, question)
        if get_ruleset(state.ruleset).questions[question.question].changes_order:
            yield from self._list_changes(state, question)

    def _list_changes(self, state: State, question: OpenQuestion) -> Iterator[Fitting]:
        """Yield later attempts to declare something else, while the round is resolved."""
        me = state.combatants[question.who]
        for entry in self.script.entries.declarations:
            mine = entry.change and entry.round == state.round and self.script.roster.is_named_by(entry.who, me.id)
            if mine and (entry.spot, question.who) not in self.used:
                yield entry.spot, question.who, make_change(entry.deed, me, get_ruleset(state.ruleset).file_words)

    def _list_declarations(self, state: State, question: OpenQuestion) -> Iterator[Fitting]:
        """Yield a combatant's own declarations, then those of its mob.

        After a refusal or a repeated question, only changes count.
        """
        me = state.combatants[question.who]
        fitting = [
            entry
            for entry in self.script.entries.declarations
            if entry.round == state.round
            and self.script.roster.is_named_by(entry.who, question.who)
            and (state.round > 0 or (entry.segment or 1) == find_surprise_segment(state, question))
        ]
        left = [entry for entry in fitting if (entry.spot, question.who) not in self.used]
        only_changes = question.token in self._refused or len(left) < len(fitting)
        for entry in sorted(left, key=lambda entry: entry.who != question.who):
            if entry.change == only_changes:
                words = get_ruleset(state.ruleset).file_words
                own = words.order_keys if state.round else ()
                yield entry.spot, question.who, make_order(entry.deed, me, words, own)

    def _list_answers(self, state: State, question: OpenQuestion) -> Iterator[Fitting]:
        known = [self.script.roster.list_names(who) for who in list_subjects(question)]
        for names in (
            [each for ids in rank for each in ids if each] for rank in itertools.zip_longest(*known, fillvalue=())
        ):
            for entry in self.script.entries.answers:
                named = (question.question, OTHER_NAMES.get(question.question))
                asked = entry.round == state.round and entry.question in named
                if (
                    asked
                    and entry.who in names
                    and (entry.spot, "") not in self.used
                    and self._is_in_place(state, question, entry)
                ):
                    yield from self._fit_entry(state, question, entry)

    def _is_in_place(self, state: State, question: OpenQuestion, entry: AnswerEntry) -> bool:
        """Return whether an entry stands among its combatant's where its question comes."""
        own = [each for each in self.script.entries.answers if each.round == entry.round and each.who == entry.who]
        at = next(n for n, each in enumerate(own) if each.spot == entry.spot)
        asked = [each.question for each in own]
        return get_ruleset(state.ruleset).file_words.may_answer_now(question, asked[:at], asked[at + 1 :])

    def _fit_entry(self, state: State, question: OpenQuestion, entry: AnswerEntry) -> Iterator[Fitting]:
        """Yield the answer of an entry, if it fits this question or answers it beforehand."""
        answer = fit_answer(state, question, entry)
        if answer is not None:
            yield entry.spot, "", answer
        elif (entry.spot, BEFOREHAND) not in self.used:
            early = get_ruleset(state.ruleset).file_words.read_beforehand(question, entry.choice)
            if early is not None:
                yield entry.spot, BEFOREHAND, early


def make_call(entry: AnswerEntry, state: State) -> CallMorale | MakeCall:
    """Return the input by which the DM calls for the morale check or the dice of an entry."""
    if entry.call is None:
        return CallMorale(entry.who, entry.occasion, entry.modifier)
    return MakeCall(replace(entry.call, who=tuple(who for who in entry.call.who if who in state.combatants)))


# Entries of a file that is played in order.


def make_declaration(state: State, entry: DeclareEntry) -> GiveAnswer:
    """Return the input of a declaration: an order, or a later change of it. Raises BadInput."""
    change = entry.change and not any((each.question, each.who) == ("declare", entry.who) for each in state.open)
    question = find_question(state, _find_change_question(state, entry.who) if change else "declare", entry.who)
    me = state.combatants[entry.who]
    words = get_ruleset(state.ruleset).file_words
    own = words.order_keys if state.round else ()
    answer = make_change(entry.deed, me, words) if change else make_order(entry.deed, me, words, own)
    seconds, paused = _get_seconds(entry, "delay_seconds"), _get_seconds(entry, "paused_seconds")
    return GiveAnswer(question.token, answer, entry.by, compute_delay_segments(seconds, paused), paused > 0)


def make_answer_in_order(state: State, entry: AnswerEntry) -> GiveAnswer | CallMorale | MakeCall:
    """Return the input of an answer, or of what the DM calls for. Raises BadInput."""
    asked = any((each.question, each.who) == (entry.question, entry.who) for each in state.open)
    if entry.call is not None or (entry.is_morale_call and not asked):
        return make_call(entry, state)
    question = find_question(state, entry.question, entry.who)
    answer = fit_answer(state, question, entry)
    if answer is None:
        raise BadInput(f'"{entry.question}" takes no such answer here', "choice")
    return GiveAnswer(question.token, answer, entry.by)


def _get_seconds(entry: DeclareEntry | None, key: str) -> int:
    seconds = entry.deed.get(key) if entry is not None else None
    return seconds if isinstance(seconds, int) else 0


def _move_stat_block(stat_block: StatBlock, place: Sequence[float]) -> StatBlock:
    """Return the combatant at this place, written in feet or inches."""
    x, y = (round(each * HUNDREDTHS) for each in place)
    return replace(stat_block, start=replace(stat_block.start, position=(x, y)))


def _find_change_question(state: State, who: str) -> str:
    """Return the open question of a combatant that offers to declare something else."""
    for each in state.open:
        first = find_first_choice(state, each) if each.who == who else None
        if first is not None and any(option.value == "change" for option in first.choices):
            return each.question
    return "declare"


def _is_due(entry: RulingEntry, column: int) -> bool:
    return entry.segment is not None and entry.segment <= column


def find_coming_column(state: State, question: OpenQuestion) -> int:
    """Return the column of the clock that begins when play goes on."""
    named = question.facts.get("clock", question.facts.get("segment"))
    return named if isinstance(named, int) else (state.clock or 0) + 1


def find_surprise_segment(state: State, question: OpenQuestion) -> int:
    """Return the segment of surprise that the question is about."""
    named = question.facts.get("segment")
    return named if isinstance(named, int) else state.clock or 1


def list_subjects(question: OpenQuestion) -> list[str]:
    """Return the ids that a question is asked of or about."""
    named = [question.who, *(question.facts.get(key) for key in ("who", "by", "side"))]
    return [each for each in named if isinstance(each, str) and each]
