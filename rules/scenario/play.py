"""Playing a scenario: the file answers what is asked, round after round, until it has nothing more to say."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules import events as e
from rules.codec import VERSION
from rules.game import BadInput, Game
from rules.inputs import BeginRound, CloseQuestions
from rules.ruleset import Ruleset
from rules.scenario.dice import ScriptedDice, first_left_over
from rules.scenario.sayings import Due, Saying, Sayings, called
from rules.scenario.script import AnswerEntry, Script
from rules.state import OpenQuestion, State


@dataclass(frozen=True)
class Run:
    """A scenario that was played: its events in order from the opening on, and the state at the end.

    ``calls`` are the morale checks that nothing asked about.
    """

    script: Script
    events: tuple[e.Event, ...]
    state: State
    ruleset: Ruleset
    calls: tuple[AnswerEntry, ...] = ()


def play(script: Script, ruleset: Ruleset | None = None) -> Run:
    """Play a scenario to its end; with ``ruleset`` by another record than the registry's.

    Raises ScenarioError where an entry cannot be: an answer that the form does not take, a ruling that comes to
    nothing, a face that the dice do not have, dice left over.
    """
    player = _Player(script, ruleset)
    player.play()
    if calls := player.sayings.calls_left():
        player = _Player(script, ruleset, calls)
        player.play()
    player.check_all_used()
    return Run(script, tuple(player.game.live_events()), player.game.state, player.game.ruleset, tuple(calls))


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
    """Plays a script. ``calls`` are the morale checks that nothing asks about: the DM calls for them early."""

    def __init__(self, script: Script, ruleset: Ruleset | None, calls: Sequence[AnswerEntry] = ()) -> None:
        self.script = script
        self.dice: dict[int, ScriptedDice] = {}
        self.sayings = Sayings(script, calls)
        self.game = Game(opening(script), self.dice_for)
        if ruleset is not None:
            self.game.ruleset = ruleset

    def dice_for(self, round: int, attempt: int) -> ScriptedDice:
        known = self.dice.get(round)
        if known is None or known.attempt != attempt:
            self.dice[round] = ScriptedDice(self.script, round, attempt)
        return self.dice[round]

    @property
    def state(self) -> State:
        return self.game.state

    def play(self) -> None:
        if self.game.ruleset.begins_with_opening(self.state):
            self.opening_round()
        while not self.state.ended and self.sayings.speaks_of(number := max(self.state.round, 0) + 1):
            self.game.submit(BeginRound())
            self.rule(self.sayings.at_the_beginning(number))
            self.finish_round()

    def opening_round(self) -> None:
        """Round 0. What is ruled at its beginning is ruled first: its dice may fall before anyone is asked."""
        self.rule(self.sayings.at_the_beginning(0))
        self.game.submit(BeginRound())
        self.finish_round()

    def finish_round(self) -> None:
        """Answer whatever is asked until the round is over."""
        while not self.state.between_rounds and not self.state.ended:
            if not self.answer_one():
                self.game.submit(CloseQuestions())
        if not self.state.ended:
            self.call(self.sayings.calls_of(self.state.round))

    def call(self, calls: Iterator[AnswerEntry]) -> bool:
        """Call for these morale checks; whether there were any."""
        made = False
        for entry in calls:
            made = True
            try:
                self.game.submit(called(entry))
            except BadInput as error:
                raise entry.spot.about(error.field or "who", str(error)) from error
        return made

    def rule(self, rulings: Iterator[Due]) -> bool:
        """Make these rulings; whether there were any."""
        made = False
        for due in rulings:
            made = True
            try:
                self.game.submit(self.sayings.ruling(due, self.state))
            except BadInput as error:
                raise due.entry.spot.about(error.field or "value", str(error)) from error
        return made

    def answer_one(self) -> bool:
        """Give the file's next word on what is open; False where it has none."""
        if self.rule(self.sayings.in_column(self.state)):
            return True
        for question in self.state.open:
            if question.sealed:
                continue
            if question.question == "next":
                if self.rule(self.sayings.before_column(self.state, question)):
                    return True
                if self.call(self.sayings.calls_before_column(self.state, question)):
                    return True
            elif self.call(self.sayings.calls_asked(self.state, question)) or self.answer_scripted(question):
                return True
        return False

    def answer_scripted(self, question: OpenQuestion) -> bool:
        saying = self.sayings.next(self.state, question)
        if saying is None:
            return False
        try:
            record = self.game.submit(saying.given)
        except BadInput as error:
            raise saying.spot.about(_key_of(saying, error.field), str(error)) from error
        if record.refusal is not None:
            self.sayings.was_refused(question)
        return True

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
            if (ruling.spot, "") not in self.sayings.used and not self.over_before(ruling.round + 1):
                when = "" if ruling.segment is None else f", segment {ruling.segment}"
                key = "round" if ruling.segment is None else "segment"
                raise ruling.spot.about(key, f"round {ruling.round}{when} never comes")

    def over_before(self, round: int) -> bool:
        return bool(self.state.ended) and round > self.state.round


_WRITTEN = {"choice": "change", "watch": "prepared.who", "when": "prepared.when", "part": "prepared.part"}
"""Fields of the form of a declaration that a file writes otherwise."""


def _key_of(saying: Saying, field: str) -> str:
    """The key at which an answer is wrong: of a whole answer the one within it, of a declaration the deed's."""
    if saying.spot.table != "answer":
        return _WRITTEN.get(field, field) or "who"
    return f"choice.{field}" if field and field != "choice" and field in saying.given.answer else "choice"
