"""Playing of a fight by one procedure. Inputs that do not fit are noted."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import reduce

from rules.compare.dice import CarriedDice
from rules.compare.fight import Fight
from rules.compare.fitting import fit
from rules.compare.inputs import RecordedAnswer, RecordedDice, RecordedRuling, RulingMaker, make_ruling_maker
from rules.kernel import events as e
from rules.kernel.apply import apply
from rules.kernel.dice import Dice, FaceKey
from rules.kernel.effects import NEXT
from rules.kernel.forms import BadAnswer
from rules.kernel.frozen import evolve, frozen
from rules.kernel.game import BadInput, DiceFor, Game, Record
from rules.kernel.inputs import BeginRound, CloseQuestions, GiveAnswer, GiveFaces
from rules.kernel.procedure import Procedure
from rules.kernel.record import Face
from rules.kernel.referee import Referee
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import DM, CombatantId

MOST_ROUNDS = 30
"""Limits of a comparison."""
MOST_INPUTS = 4_000
"""A fight is played no further than this."""


@frozen
class LostInput:
    """An input that did not carry over."""

    round: int
    who: CombatantId
    question: str
    how: str
    """One of not, less, waits, ruling and unused.

    "not": it has no place here, so the default counts. "less": without ``left_out``. "waits": a prepared deed became
    waiting. "ruling": the DM's ruling is impossible here. "unused": its question, or the ruling's time, never came.
    """
    what: str = ""
    left_out: tuple[str, ...] = ()
    """The fields of the answer that were left out."""


@frozen
class PlayedFight:
    """A fight as one procedure played it."""

    ruleset: Procedure
    start: State
    state: State
    events: tuple[e.Event, ...]
    notes: tuple[LostInput, ...]
    cut: bool = False
    """It was stopped because it went on too long."""
    so_far: bool = False
    """It is the log of a round in play, and nothing can be told of its end."""


def has_common_family(ruleset: Procedure, other: Procedure) -> bool:
    """Return whether two procedures have declarations in common.

    Then each can play a fight of the other.
    """
    return ruleset.id == other.id or (ruleset.family is not None and ruleset.family == other.family)


def play(fight: Fight, ruleset: Procedure) -> PlayedFight:
    """Play the fight by this procedure to its end, or to the end of its inputs."""
    return _Player(fight, ruleset).play()


def show_as_played(fight: Fight) -> PlayedFight:
    """Return a fight as its log tells it.

    A round in play goes on to its end with defaults, unless a replay of its inputs leads elsewhere than the log.
    """
    state = reduce(lambda state, event: apply(event, state), fight.log, fight.start)
    shown = PlayedFight(fight.ruleset, fight.start, state, fight.log, (), so_far=not fight.is_over)
    return shown if fight.is_over else _Player(fight, fight.ruleset).play_on(shown)


def is_at_same_stop(one: State, other: State) -> bool:
    """Return whether two states are at one stop, with the same combatants and deeds."""
    return _describe_stop(one) == _describe_stop(other)


def _describe_stop(state: State) -> tuple[object, ...]:
    """Return what must be the same at a stop; who types dice may differ."""
    combatants = [evolve(each, types_dice=False) for each in state.combatants.values()]
    asked = [(each.question, each.who, each.facts, each.sealed) for each in state.open]
    return state.round, state.clock, state.stage, combatants, [deed.id for deed in state.pending], asked


class _Continued(Game):
    """A game that goes on from a state, without take-backs."""

    def __init__(self, start: State, ruleset: Procedure, dice_for: DiceFor, known: Mapping[FaceKey, Face]) -> None:
        super().__init__(e.EncounterOpened(ruleset=ruleset.id, version="", setting=start.setting.value), dice_for)
        self._state, self._known = start, known

    def _limit(self, referee: Referee, number: int, position: int) -> None:
        """Let the referee know the faces that were known at the table.

        Positions of this game are not those of the table.
        """
        referee.known = self._known.get

    def _restore(self, kept: object) -> None:
        """Do nothing: a rejected input has changed nothing, as rules raise before they yield."""


class _Player:
    def __init__(self, fight: Fight, ruleset: Procedure) -> None:
        self.fight, self.ruleset = fight, ruleset
        self.inputs = fight.make_inputs()
        self.notes: list[LostInput] = []
        self.closed: set[tuple[int, CombatantId]] = set()
        """The closings of the table that were repeated: the position of each, and whose questions it closed."""
        self.start = fight.make_start(ruleset)
        self.game = _Continued(self.start, ruleset, self.get_dice, fight.known_faces)

    def get_dice(self, round: int, attempt: int) -> Dice:
        return CarriedDice(self.fight.find_repeated_faces(round), self.fight.make_spare_dice(round))

    @property
    def state(self) -> State:
        return self.game.state

    @property
    def too_long(self) -> bool:
        return self.game.position >= MOST_INPUTS or self.state.round - max(self.start.round, 0) > MOST_ROUNDS

    def play(self) -> PlayedFight:
        if self.fight.recorded and self.ruleset.id == self.fight.ruleset.id:
            self.repeat()
            self.answer_rest()
        else:
            self.play_rounds()
            for who, question in self.inputs.list_left_over():
                self.add_note(who, question, "unused")
        events, notes = tuple(self.list_events()), tuple(self.notes)
        return PlayedFight(self.ruleset, self.start, self.state, events, notes, self.too_long)

    def play_rounds(self) -> None:
        """Play round after round while there are inputs."""
        if self.state.round < 0 and self.ruleset.has_opening(self.state):
            self.rule(self.inputs.take_first_rulings(0))
            self.game.submit(BeginRound())
            self.finish_round()
        while not self.over and self.inputs.has_entries_for(number := max(self.state.round, 0) + 1):
            self.game.submit(BeginRound())
            self.rule(self.inputs.take_first_rulings(number))
            self.finish_round()

    def play_on(self, shown: PlayedFight) -> PlayedFight:
        """Return what is shown of a round in play, and after it what is left of the round."""
        self.repeat()
        if not is_at_same_stop(self.state, shown.state):
            return shown
        repeated = len(self.list_events())
        self.answer_rest()
        events = (*shown.events, *self.list_events()[repeated:])
        return PlayedFight(self.ruleset, self.start, self.state, events, (), self.too_long)

    def list_events(self) -> list[e.Event]:
        return [event for record in self.game.records for event in record.events]

    def repeat(self) -> None:
        """Repeat the inputs of the table in order."""
        self.game.submit(BeginRound())
        for each in self.fight.recorded:
            match each:
                case RecordedRuling():
                    self.rule(iter([make_ruling_maker(each.input)]))
                case RecordedDice():
                    self.repeat_dice(each)
                case RecordedAnswer():
                    self.repeat_answer(each)

    def answer_rest(self) -> None:
        """Answer the rest of the round with defaults."""
        while not self.state.between_rounds and not self.over:
            self.game.submit(CloseQuestions())

    def repeat_answer(self, recorded: RecordedAnswer) -> None:
        """Give the same answer to the same question, or the default where that was given.

        What was closed at once is closed once.
        """
        question = next((each for each in self.state.open if not each.sealed and recorded.is_for(each)), None)
        if question is None:
            return
        if recorded.input is not None:
            self.game.submit(replace(recorded.input, token=question.token))
        elif (close := (recorded.position, question.who)) not in self.closed:
            self.closed.add(close)
            self.game.submit(CloseQuestions(question.who))

    def repeat_dice(self, recorded: RecordedDice) -> None:
        """Roll the dice that were open at the table, if they are open here."""
        roll = next((each for each in self.state.open_rolls if recorded.is_for(each)), None)
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
        """Give the next input for an open question. Return False without one."""
        for question in sorted(self.state.open, key=self.inputs.rank):
            if question.sealed:
                continue
            if self.rule(self.inputs.take_rulings_before(self.state, question)):
                return True
            given = self.inputs.take_answer(self.state, question) if question.question != NEXT else None
            if given is not None:
                self.give_answer(question, given)
                return True
        return False

    def give_answer(self, question: OpenQuestion, given: GiveAnswer) -> None:
        """Give the answer, fitted to this procedure's form if need be.

        A forbidden answer is refused, as at the table.
        """
        record = self._give_unchanged(given) or self._give_fitted(question, given)
        if record is not None and record.refusal is not None:
            self.inputs.note_refusal(question)

    def _give_unchanged(self, given: GiveAnswer) -> Record | None:
        try:
            return self.game.submit(given)
        except BadInput:
            return None

    def _give_fitted(self, question: OpenQuestion, given: GiveAnswer) -> Record | None:
        form = self.ruleset.questions[question.question].form(self.state, question)
        try:
            if form is None:
                return None
            fitted = fit(form, given.answer)
            changed = GiveAnswer(given.token, fitted.answer, given.by, given.delay, given.paused)
            record = self.game.submit(changed)
        except (BadAnswer, BadInput) as error:
            self.add_note(question.who, question.question, "not", str(error))
            return None
        if fitted.waits:
            self.add_note(question.who, question.question, "waits")
        if fitted.left_out:
            self.add_note(question.who, question.question, "less", left_out=fitted.left_out)
        return record

    def rule(self, rulings: Iterator[RulingMaker]) -> bool:
        """Make these rulings. Return whether there were any."""
        made = False
        for ruling in rulings:
            made = True
            given = ruling(self.state)
            try:
                self.game.submit(given)
            except BadInput as error:
                self.add_note(DM, "", "ruling", str(error))
        return made

    def add_note(
        self, who: CombatantId, question: str, how: str, what: str = "", left_out: tuple[str, ...] = ()
    ) -> None:
        self.notes.append(LostInput(max(self.state.round, 0), who, question, how, what, left_out))
