"""Playing a fight by one procedure. Nothing that was said stops it: what cannot be said there is noted."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rules import events as e
from rules.compare.dice import CarriedDice
from rules.compare.fight import Fight
from rules.compare.fitting import fit
from rules.compare.words import Fell, RuledThen, Ruling, Spoken
from rules.dice import Dice, Key
from rules.forms import BadAnswer
from rules.game import BadInput, DiceFor, Game, Record
from rules.inputs import BeginRound, CloseQuestions, GiveAnswer, GiveFaces
from rules.referee import Referee
from rules.ruleset import Ruleset
from rules.shown import Face
from rules.state import OpenQuestion, State
from rules.terms import DM, CombatantId

MOST_ROUNDS = 30
MOST_INPUTS = 4_000
"""A fight is played no further than this."""


@dataclass(frozen=True)
class Note:
    """What of the words did not carry over: whose, on which question, and how.

    ``how`` is "not" (it cannot be said here: the default), "less" (without ``what``), "waits" (a prepared act becomes
    waiting), "ruling" (the DM's ruling ``what`` cannot be made here).
    """

    round: int
    who: CombatantId
    question: str
    how: str
    what: str = ""


@dataclass(frozen=True)
class Played:
    """A fight as one procedure played it. ``cut``: it was stopped because it went on too long."""

    ruleset: Ruleset
    start: State
    state: State
    events: tuple[e.Event, ...]
    notes: tuple[Note, ...]
    cut: bool = False


def shares_family(one: Ruleset, other: Ruleset) -> bool:
    """Whether two procedures have figures and declarations in common, so that one can play a fight of the other."""
    return one.id == other.id or any(family in other.procedures for family in one.procedures)


def play(fight: Fight, ruleset: Ruleset) -> Played:
    """Play the fight by this procedure to its end, or as far as anything is said of it."""
    return _Player(fight, ruleset).play()


class _Continued(Game):
    """A game that goes on from a state. Nothing is ever taken back in it."""

    def __init__(self, start: State, ruleset: Ruleset, dice_for: DiceFor, known: Mapping[Key, Face]) -> None:
        super().__init__(e.EncounterOpened(ruleset=ruleset.id, version="", setting=start.setting.value), dice_for)
        self._state, self._known = start, known

    def _limit(self, referee: Referee, number: int, position: int) -> None:
        """Positions are others here: a face is known that was known when it fell at the table."""
        referee.known = self._known.get

    def _restore(self, kept: object) -> None:
        """An input that is not taken changes nothing here: rules code raises before it tells of anything."""


class _Player:
    def __init__(self, fight: Fight, ruleset: Ruleset) -> None:
        self.fight, self.ruleset = fight, ruleset
        self.words = fight.words()
        self.notes: list[Note] = []
        self.start = fight.start_by(ruleset)
        self.game = _Continued(self.start, ruleset, self.dice_for, fight.known)

    def dice_for(self, round: int, attempt: int) -> Dice:
        return CarriedDice(self.fight.shown(round), self.fight.spare(round))

    @property
    def state(self) -> State:
        return self.game.state

    @property
    def too_long(self) -> bool:
        return self.game.position >= MOST_INPUTS or self.state.round - max(self.start.round, 0) > MOST_ROUNDS

    def play(self) -> Played:
        if self.fight.said and self.ruleset.id == self.fight.ruleset.id:
            self.repeat()
        else:
            self.play_rounds()
        events = tuple(event for record in self.game.records for event in record.events)
        return Played(self.ruleset, self.start, self.state, events, tuple(self.notes), self.too_long)

    def play_rounds(self) -> None:
        """Round after round, as long as anything is said."""
        if self.state.round < 0 and self.ruleset.begins_with_opening(self.state):
            self.rule(self.words.at_the_beginning(0))
            self.game.submit(BeginRound())
            self.finish_round()
        while not self.over and self.words.speaks_of(number := max(self.state.round, 0) + 1):
            self.game.submit(BeginRound())
            self.rule(self.words.at_the_beginning(number))
            self.finish_round()

    def repeat(self) -> None:
        """What was said at the table, in its order, and defaults for what has not been said yet."""
        self.game.submit(BeginRound())
        for each in self.fight.said:
            match each:
                case RuledThen():
                    self.rule(iter([lambda state, given=each.input: given]))  # type: ignore[misc]
                case Fell():
                    self.let_fall(each)
                case Spoken():
                    self.hear_again(each)
        while not self.state.between_rounds and not self.over:
            self.game.submit(CloseQuestions())

    def hear_again(self, spoken: Spoken) -> None:
        """The same answer to the same question; a default where there was none."""
        question = next((each for each in self.state.open if not each.sealed and spoken.answers(each)), None)
        if question is None:
            return
        given = spoken.given
        self.game.submit(CloseQuestions(question.who) if given is None else replace(given, token=question.token))

    def let_fall(self, fell: Fell) -> None:
        """The same dice fall that lay open then, where they lie open now."""
        roll = next((each for each in self.state.open_rolls if fell.answers(each)), None)
        if roll is not None:
            self.game.submit(GiveFaces(roll.token, None))

    @property
    def over(self) -> bool:
        return bool(self.state.ended) or self.too_long

    def finish_round(self) -> None:
        while not self.state.between_rounds and not self.over:
            if not self.answer_one():
                self.game.submit(CloseQuestions())

    def answer_one(self) -> bool:
        """Give the next word on what is open; False where there is none."""
        for question in sorted(self.state.open, key=self.words.rank):
            if question.sealed:
                continue
            if self.rule(self.words.before(self.state, question)):
                return True
            given = self.words.next(self.state, question) if question.question != "next" else None
            if given is not None:
                self.say(question, given)
                return True
        return False

    def say(self, question: OpenQuestion, given: GiveAnswer) -> None:
        """Say it as far as this procedure can hear it. What a clause forbids is refused, as it is at the table."""
        record = self._as_it_is(given) or self._fitted(question, given)
        if record is not None and record.refusal is not None:
            self.words.was_refused(question)

    def _as_it_is(self, given: GiveAnswer) -> Record | None:
        try:
            return self.game.submit(given)
        except BadInput:
            return None

    def _fitted(self, question: OpenQuestion, given: GiveAnswer) -> Record | None:
        form = self.ruleset.questions[question.question].form(self.state, question)
        try:
            if form is None:
                return None
            fitted = fit(form, given.answer)
            changed = GiveAnswer(given.token, fitted.answer, given.by, given.delay, given.paused)
            record = self.game.submit(changed)
        except (BadAnswer, BadInput) as error:
            self.note(question.who, question.question, "not", str(error))
            return None
        if fitted.waits:
            self.note(question.who, question.question, "waits")
        if fitted.left_out:
            self.note(question.who, question.question, "less", ", ".join(fitted.left_out))
        return record

    def rule(self, rulings: Iterator[Ruling]) -> bool:
        """Make these rulings; whether there were any."""
        made = False
        for ruling in rulings:
            made = True
            given = ruling(self.state)
            try:
                self.game.submit(given)
            except BadInput as error:
                self.note(DM, "", "ruling", str(error))
        return made

    def note(self, who: CombatantId, question: str, how: str, what: str = "") -> None:
        self.notes.append(Note(max(self.state.round, 0), who, question, how, what))
