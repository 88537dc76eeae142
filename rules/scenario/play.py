"""Playing a scenario: the file answers what is asked, round after round, until it has nothing more to say."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from rules import events as e
from rules.codec import VERSION
from rules.game import BadInput, Game
from rules.inputs import Arrive, BeginRound, Change, CloseQuestions, GiveAnswer, Rule, segments_of_delay
from rules.ruleset import Ruleset
from rules.scenario.declaring import answer_of
from rules.scenario.dice import ScriptedDice, first_left_over
from rules.scenario.lines import Spot
from rules.scenario.script import ALSO_CALLED, AnswerEntry, DeclareEntry, RulingEntry, Script
from rules.state import OpenQuestion, State


@dataclass(frozen=True)
class Run:
    """A scenario that was played: its events in order from the opening on, and the state at the end."""

    script: Script
    events: tuple[e.Event, ...]
    state: State
    ruleset: Ruleset


def play(script: Script, ruleset: Ruleset | None = None) -> Run:
    """Play a scenario to its end; with ``ruleset`` by another record than the registry's.

    Raises ScenarioError where an entry cannot be: an answer that the form does not take, a ruling that comes to
    nothing, a face that the dice do not have, dice left over.
    """
    player = _Player(script, ruleset)
    player.play()
    return Run(script, tuple(player.game.live_events()), player.game.state, player.game.ruleset)


def opening(script: Script) -> e.EncounterOpened:
    """The event that opens the scenario's encounter."""
    return e.EncounterOpened(
        ruleset=script.ruleset,
        version=VERSION,
        title=script.title,
        setting=script.setting,
        options=dict(script.options),
        notes=dict(script.notes),
        figures=script.figures,
    )


class _Player:
    def __init__(self, script: Script, ruleset: Ruleset | None) -> None:
        self.script = script
        self.dice: dict[int, ScriptedDice] = {}
        self.used: list[tuple[Spot, str]] = []
        self.refused: list[str] = []
        self.game = Game(opening(script), self.dice_for)
        if ruleset is not None:
            self.game.ruleset = ruleset

    def dice_for(self, round: int, attempt: int) -> ScriptedDice:
        self.dice[round] = ScriptedDice(self.script, round, attempt)
        return self.dice[round]

    @property
    def state(self) -> State:
        return self.game.state

    def play(self) -> None:
        if self.game.ruleset.begins_with_opening(self.state):
            self.opening_round()
        while not self.state.ended and self.speaks_of(number := max(self.state.round, 0) + 1):
            self.game.submit(BeginRound())
            self.rule([entry for entry in self.rulings(number) if entry.segment is None])
            self.finish_round()
        self.check_all_used()

    def opening_round(self) -> None:
        """Round 0. What is ruled at its beginning is ruled first: its dice may fall before anyone is asked."""
        self.rule([entry for entry in self.rulings(0) if entry.segment is None])
        self.game.submit(BeginRound())
        self.finish_round()

    def speaks_of(self, round: int) -> bool:
        entries: tuple[DeclareEntry | AnswerEntry, ...] = (*self.script.declarations, *self.script.answers)
        return any(entry.round == round for entry in entries)

    def rulings(self, round: int) -> list[RulingEntry]:
        return [entry for entry in self.script.rulings if entry.round == round]

    def finish_round(self) -> None:
        """Answer whatever is asked until the round is over."""
        while not self.state.between_rounds and not self.state.ended:
            if not self.answer_one():
                self.game.submit(CloseQuestions())

    # What the DM makes happen.

    def rule(self, entries: list[RulingEntry]) -> bool:
        """Make these rulings; whether there were any that had not been made."""
        due = [entry for entry in entries if (entry.spot, "") not in self.used]
        for entry in due:
            self.used.append((entry.spot, ""))
            for who in self.script.roster.members(entry.who) or (entry.who,):
                self.rule_one(entry, who)
        return bool(due)

    def rule_one(self, entry: RulingEntry, who: str) -> None:
        later = [figure for figure in self.script.later if figure.id == who and who not in self.state.combatants]
        if entry.what == "appears" and later:
            self.game.submit(Arrive(tuple(later), entry.note))
            return
        change = Change(who, entry.what, entry.value, entry.until)
        try:
            self.game.submit(Rule((change,), entry.note))
        except BadInput as error:
            raise entry.spot.about(error.field or "value", str(error)) from error

    def rule_column(self, question: OpenQuestion) -> bool:
        """Make the rulings of the column that is about to begin."""
        column = coming_column(self.state, question)
        due = [each for each in self.rulings(self.state.round) if each.segment is not None and each.segment <= column]
        return self.rule(due)

    # What is asked.

    def answer_one(self) -> bool:
        """Give the file's next word on what is open; False where it has none."""
        for question in self.state.open:
            if question.sealed:
                continue
            if question.question == "next":
                if self.rule_column(question):
                    return True
            elif self.answer_scripted(question):
                return True
        return False

    def answer_scripted(self, question: OpenQuestion) -> bool:
        for spot, subject, answer in self.scripted(question):
            self.used.append((spot, subject))
            try:
                record = self.game.submit(self.given(question, spot, answer))
            except BadInput as error:
                key = "choice" if spot.table == "answer" else error.field or "who"
                raise spot.about(key, str(error)) from error
            if record.refusal is not None:
                self.refused.append(question.token)
            return True
        return False

    def given(self, question: OpenQuestion, spot: Spot, answer: Mapping[str, object]) -> GiveAnswer:
        """The answer, with the segments that were lost while it was thought over."""
        entry = next((each for each in self.script.declarations if each.spot == spot), None)
        seconds = cast("int", entry.deed.get("delay_seconds", 0)) if entry is not None else 0
        paused = cast("int", entry.deed.get("paused_seconds", 0)) if entry is not None else 0
        delay = segments_of_delay(seconds, paused)
        return GiveAnswer(question.token, answer, question.who, delay, paused > 0)

    def scripted(self, question: OpenQuestion) -> Iterator[tuple[Spot, str, Mapping[str, object]]]:
        """The entries not used yet that answer this question, best first."""
        if question.question == "declare":
            yield from self.declarations(question)
        else:
            yield from self.answers(question)
        if question.question == "cancel":
            yield from self.changes(question)

    def changes(self, question: OpenQuestion) -> Iterator[tuple[Spot, str, Mapping[str, object]]]:
        """Later attempts to declare something else, while the round is being resolved."""
        me = self.state.combatants[question.who]
        for entry in self.script.declarations:
            mine = entry.change and entry.round == self.state.round and self.script.roster.means(entry.who, me.id)
            if mine and (entry.spot, question.who) not in self.used:
                yield entry.spot, question.who, {"choice": "change", **answer_of(entry.deed, me)}

    def declarations(self, question: OpenQuestion) -> Iterator[tuple[Spot, str, Mapping[str, object]]]:
        """His own entry before that of his count; refused or asked once more, only what is marked as a change."""
        me = self.state.combatants[question.who]
        fitting = [
            entry
            for entry in self.script.declarations
            if entry.round == self.state.round
            and self.script.roster.means(entry.who, question.who)
            and (self.state.round > 0 or (entry.segment or 1) == surprise_segment(self.state, question))
        ]
        left = [entry for entry in fitting if (entry.spot, question.who) not in self.used]
        again = question.token in self.refused or len(left) < len(fitting)
        for entry in sorted(left, key=lambda entry: entry.who != question.who):
            if entry.change == again:
                yield entry.spot, question.who, answer_of(entry.deed, me)

    def answers(self, question: OpenQuestion) -> Iterator[tuple[Spot, str, Mapping[str, object]]]:
        subjects = subjects_of(question)
        groups = [self.script.roster.mobs.get(who, "") for who in subjects]
        sides = [self.script.roster.side_of.get(who, "") for who in subjects]
        for names in (subjects, groups, sides):
            for entry in self.script.answers:
                named = (question.question, ALSO_CALLED.get(question.question))
                asked = entry.round == self.state.round and entry.question in named
                if asked and entry.who in names and (entry.spot, "") not in self.used:
                    yield entry.spot, "", whole_answer(entry)

    # What must not be left.

    def check_all_used(self) -> None:
        """Dice left over are an error, and so is a ruling whose time never came, unless the fight ended before it."""
        error = first_left_over(list(self.dice.values()))
        if error is not None:
            raise error
        for roll in self.script.rolls:
            if roll.round not in self.dice and not self.over_before(roll.round):
                raise roll.spot.about("round", f"faces are left over: round {roll.round} is not played")
        for ruling in self.script.rulings:
            if (ruling.spot, "") not in self.used and not self.over_before(ruling.round + 1):
                when = "" if ruling.segment is None else f", segment {ruling.segment}"
                key = "round" if ruling.segment is None else "segment"
                raise ruling.spot.about(key, f"round {ruling.round}{when} never comes")

    def over_before(self, round: int) -> bool:
        return bool(self.state.ended) and round > self.state.round


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


def whole_answer(entry: AnswerEntry) -> Mapping[str, object]:
    """The answer as forms take it: a word or number is the ``choice``."""
    return dict(entry.choice) if isinstance(entry.choice, Mapping) else {"choice": entry.choice}
