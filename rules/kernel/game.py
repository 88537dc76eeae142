"""A whole encounter: its log of inputs, the events derived, the state, and the referee.

The site, the scenario runner and the bots hold a ``Game``. Everything in it follows from the opening event,
the inputs in order, and the dice of each round.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from rules.kernel import events as e
from rules.kernel.apply import apply, drop_taken_back, fold
from rules.kernel.closing import is_answerable
from rules.kernel.dice import Dice, DiceError, FaceKey
from rules.kernel.forms import BadAnswer
from rules.kernel.hiding import build_arrival
from rules.kernel.inputs import (
    Arrive,
    BeginRound,
    CallMorale,
    Change,
    CloseQuestions,
    EndEncounter,
    GiveAnswer,
    GiveFaces,
    Input,
    MakeCall,
    MakeRuling,
    TakeBack,
    check_call,
)
from rules.kernel.map_plan import change_plan
from rules.kernel.options import TABLE_OPTIONS
from rules.kernel.procedure import Procedure, check_options, find_lacking
from rules.kernel.record import BadInput as BadInput
from rules.kernel.record import Face, ShownFaces, get_taken_back_to
from rules.kernel.record import Record as Record
from rules.kernel.record import RulesChanged as RulesChanged
from rules.kernel.record import StaleInput as StaleInput
from rules.kernel.referee import Bot, Referee
from rules.kernel.registry import get_ruleset
from rules.kernel.ruling_values import check_ruling, compute_changed_number, read_old_value
from rules.kernel.rulings import EFFECT_RULING, MAP_RULING, convert_measured, read_named_value
from rules.kernel.state import State
from rules.kernel.terms import DM

DiceFor = Callable[[int, int], Dice]
"""Return the dice of a round, from its number and attempt."""


class Game:
    """One encounter in play."""

    def __init__(self, opening: e.EncounterOpened, dice_for: DiceFor, *, quiet: bool = False, bot: Bot | None = None):
        self.opening = opening
        self.ruleset: Procedure = get_ruleset(opening.ruleset)
        self.records: list[Record] = []
        self._dice_for = dice_for
        self._quiet = quiet
        self._bot = bot
        self._state = fold([opening])
        self._referee: Referee | None = None
        self._attempts: dict[int, int] = {}
        self._shown = ShownFaces()

    @classmethod
    def load(cls, opening: e.EncounterOpened, records: Iterable[Record], dice_for: DiceFor) -> "Game":
        """Return the game as its stored log left it.

        Raises RulesChanged where the open stage no longer derives the same events.
        """
        game = cls(opening, dice_for)
        for record in records:
            game._remember(record)
        game._restore(game.list_live_records())
        return game

    @property
    def state(self) -> State:
        """Return the state after the last input."""
        return self._referee.state if self._referee is not None else self._state

    @property
    def position(self) -> int:
        """Return the number of inputs in the log."""
        return len(self.records)

    def know_faces(self, round: int, faces: Mapping[FaceKey, int]) -> None:
        """Let dice of a round show faces that were shown before, in what is not part of this log."""
        self._shown.know(round, faces)

    def list_live_records(self) -> list[Record]:
        """Return the records that no later take-back covers."""
        return drop_taken_back(self.records, get_taken_back_to)

    def list_live_events(self) -> list[e.Event]:
        """Return the events not taken back, from the opening on."""
        return [self.opening, *(event for record in self.list_live_records() for event in record.events)]

    def submit(self, given: Input) -> Record:
        """Take one input and return its record.

        Raises BadInput (Stale, or with BadAnswer's message and field) and then leaves no trace.
        """
        record = Record(self.position + 1, given)
        before = self.state
        try:
            self._take(record)
        except Exception as error:
            if self.state is not before:
                self._restore(self.list_live_records())
            if isinstance(error, BadAnswer | DiceError):
                raise BadInput(str(error), getattr(error, "field", "faces")) from error
            raise
        if self._quiet:
            self.records.append(record)
        else:
            self._remember(record)
        return record

    # One function for each kind of input.

    def _take(self, record: Record) -> None:
        match record.input:
            case BeginRound():
                self._begin_round(record)
            case GiveAnswer():
                self._answer(record, record.input)
            case GiveFaces():
                self._give_faces(record, record.input)
            case CloseQuestions():
                self._close(record, record.input)
            case MakeRuling():
                self._make_ruling(record, record.input)
            case CallMorale():
                self._call_morale(record, record.input)
            case MakeCall():
                self._make_call(record, record.input)
            case Arrive():
                self._arrive(record, record.input)
            case TakeBack():
                self._take_back(record, record.input)
            case EndEncounter():
                self._end(record, record.input)
        self._settle_round()

    def _require_referee(self) -> Referee:
        if self._referee is None:
            raise BadInput("no round is in play")
        return self._referee

    def _settle_round(self) -> None:
        if self._referee is not None and (self._referee.over or self._referee.state.ended):
            self._state = self._referee.state
            self._referee = None

    def _begin_round(self, record: Record) -> None:
        state = self.state
        if state.ended:
            raise BadInput("the encounter has ended")
        if not state.between_rounds:
            raise BadInput("a round is in play")
        number = state.round + 1
        if state.round < 0 and not self.ruleset.has_opening(state):
            number = 1
        if state.calls:
            self._close(record, CloseQuestions())
            state = self.state
        attempt = self._count_attempt(number)
        referee = self._build_referee(state, number, attempt, record.position)
        referee.begin_round(number, attempt)
        record.events += referee.take_events()
        self._referee = referee

    def _count_attempt(self, number: int) -> int:
        """Return the number of the next attempt at a round; every attempt has its own two seeds."""
        return 1 + self._attempts.get(number, 0)

    def _build_referee(self, state: State, number: int, attempt: int, position: int) -> Referee:
        referee = Referee(self.ruleset, state, self._dice_for(number, attempt), quiet=self._quiet, bot=self._bot)
        self._limit(referee, number, position)
        return referee

    def _limit(self, referee: Referee, number: int, position: int) -> None:
        """Let the referee know each face as it was first shown, or last ruled, before this position."""

        def find_known(key: FaceKey) -> Face | None:
            return self._shown.find_before(position, number, key)

        referee.known = find_known

    def _answer(self, record: Record, given: GiveAnswer) -> None:
        question = self.state.question(given.token)
        if question is None or not is_answerable(self.state, question):
            raise StaleInput("that question was already answered, or is no longer asked", "token")
        referee = self._require_referee()
        self._limit(referee, referee.state.round, record.position)
        record.refusal = referee.answer(question, given)
        record.events = referee.take_events()

    def _give_faces(self, record: Record, given: GiveFaces) -> None:
        roll = next((each for each in self.state.open_rolls if each.token == given.token), None)
        if roll is None:
            raise StaleInput("those dice were already given, or are no longer asked for", "token")
        referee = self._find_referee(record.position) if roll.call else self._require_referee()
        self._limit(referee, referee.state.round, record.position)
        referee.give_faces(roll.id, given.faces, given.by)
        self._state, record.events = referee.state, referee.take_events()

    def _close(self, record: Record, given: CloseQuestions) -> None:
        referee = self._find_referee(record.position) if self.state.calls else self._require_referee()
        self._limit(referee, referee.state.round, record.position)
        referee.close(given.who)
        self._state, record.events = referee.state, referee.take_events()

    def _make_ruling(self, record: Record, given: MakeRuling) -> None:
        for change in given.changes:
            self._check_change(self._settle_change(change))
        for change in given.changes:
            settled = self._settle_change(change)
            if change.by is not None:
                self._check_change(settled)
            if change.what == MAP_RULING:
                self._change_map(record, settled, given.note)
            elif (change.who, change.what) == (DM, EFFECT_RULING):
                self._change_effect(record, settled, given.note)
            else:
                self._change_value(record, settled, given)
        if self._referee is not None:
            self._limit(self._referee, self._referee.state.round, record.position)
            self._referee.ask_again()
            record.events = [*record.events, *self._referee.take_events()]

    def _change_value(self, record: Record, change: Change, given: MakeRuling) -> None:
        event = e.Ruled(
            who=change.who,
            what=change.what,
            old=read_old_value(self.state, change.who, change.what, change.value),
            new=convert_measured(change.what, change.value),
            until=change.until,
            note=given.note,
            seen_by=(DM,) if given.secret or self.ruleset.rulings.is_happening(change.what) else None,
        )
        self._note(record, event)
        follow = self.ruleset.rulings.list_following
        for following in follow(self.state, change.who, change.what) if change.who != DM else ():
            self._note(record, following)

    def _change_map(self, record: Record, change: Change, note: str) -> None:
        try:
            kind, feature, plan = change_plan(self.state.plan, change.value)
        except ValueError as error:
            raise BadInput(str(error), "value") from error
        if plan == self.state.plan:
            raise BadInput("the map is like that already", "value")
        self._note(record, e.MapChanged(change=kind, feature=feature, plan=plan, note=note))

    def _change_effect(self, record: Record, change: Change, note: str) -> None:
        if change.until is not None:
            raise BadInput("a change of what magic does has no end: restore it instead", "until")
        read = self.ruleset.rulings.read_effect
        assert read is not None, "the ruling is offered only where magic has effects of a table"
        magic, effect = read(self.state, change.value)
        self._note(record, e.EffectChanged(magic=magic, effect=effect, note=note))

    def _settle_change(self, change: Change) -> Change:
        """Return a change with its new value; a difference is added to the number as it is now."""
        if change.by is None:
            return change
        try:
            return replace(
                change, value=compute_changed_number(self.state, change.who, change.what, change.by), by=None
            )
        except ValueError as error:
            raise BadInput(str(error), "value") from error

    def _check_change(self, change: Change) -> None:
        who, what = change.who, change.what
        if who == DM:
            if what not in self.ruleset.rulings.of_encounter:
                raise BadInput(f"'{what}' cannot be ruled of the encounter", "what")
        elif who not in self.state.combatants:
            raise BadInput(f"nobody here is '{who}'", "who")
        elif what not in self.ruleset.rulings.of_combatants:
            raise BadInput(f"'{what}' cannot be ruled", "what")
        try:
            check_ruling(self.state, who, what, change.value, change.until)
            if what == "option":
                self._check_option(*read_named_value(change.value))
        except ValueError as error:
            raise BadInput(str(error), "value") from error

    def _check_option(self, key: str, value: object) -> None:
        table = TABLE_OPTIONS.get(key)
        if table is None:
            check_options(self.ruleset, {key: value})
        elif value not in table.choices:
            raise ValueError(f"'{key}' is one of {', '.join(table.choices)}; not {value!r}")

    def _require_fight(self) -> State:
        """Return the state of a fight that has begun and not ended. Raises BadInput."""
        state = self.state
        if state.ended or state.round < 0:
            raise BadInput("the encounter has ended" if state.ended else "the fight has not begun")
        return state

    def _find_referee(self, position: int) -> Referee:
        """Return the referee of the round in play; between rounds one for calls alone."""
        state = self.state
        return self._referee or self._build_referee(state, state.round, state.attempt, position)

    def _make_call(self, record: Record, given: MakeCall) -> None:
        state, call = self._require_fight(), given.call
        check_call(call, state.combatants, self.ruleset.saves.words)
        referee = self._find_referee(record.position)
        is_perceived = not call.secret and any(not state.combatants[who].hidden for who in call.who)
        if state.between_rounds and is_perceived and self._was_seed_shown(referee):
            self._renew_dice(referee)
        self._limit(referee, state.round, record.position)
        referee.make_call(call)
        self._state, record.events = referee.state, referee.take_events()

    def _call_morale(self, record: Record, given: CallMorale) -> None:
        state = self._require_fight()
        attempt = self._attempts.get(state.round, state.attempt)
        referee = self._referee or self._build_referee(state, state.round, attempt, record.position)
        self._limit(referee, state.round, record.position)
        referee.check_morale(given)
        self._state, record.events = referee.state, referee.take_events()

    def _arrive(self, record: Record, given: Arrive) -> None:
        for stat_block in given.stat_blocks:
            if stat_block.id in self.state.combatants:
                raise BadInput(f"'{stat_block.id}' is already here", "id")
            if lacking := find_lacking(self.ruleset, stat_block):
                raise BadInput(f"{stat_block.name} {lacking}", "stat_blocks")
        for stat_block in given.stat_blocks:
            self._note(record, build_arrival(stat_block))

    def _note(self, record: Record, event: e.Event) -> None:
        if self._referee is not None:
            self._referee.note(event)
            record.events = [*record.events, *self._referee.take_events()]
        else:
            event.round = max(self._state.round, 0)
            event.fill_in_perceivers(self._state)
            self._state = apply(event, self._state)
            record.events.append(event)

    def _end(self, record: Record, given: EndEncounter) -> None:
        if self.state.ended:
            raise BadInput("the encounter has ended")
        self._note(record, e.EncounterEnded(reason=given.note or "ended by the DM"))
        if self._referee is not None:
            self._note(record, e.RoundEnded(seed=self._referee.dice.reveal_seed()))

    # Taking back, and resuming.

    def _take_back(self, record: Record, given: TakeBack) -> None:
        if not 0 <= given.to < self.position + bool(given.faces):
            raise BadInput(f"there is no input {given.to} to go back to", "to")
        for *_, sides, _, face in given.faces:
            if not 1 <= face <= sides:
                raise BadInput(f"a d{sides} has no face {face}", "faces")
        marker = Record(record.position, given)
        self._restore(drop_taken_back([*self.records, marker], get_taken_back_to)[:-1])
        self._note(record, e.TakenBack(to=given.to, epoch=record.position, note=given.note))
        if self._referee is not None and self._was_seed_shown(self._referee):
            self._renew_dice(self._referee)
            record.events += self._referee.take_events()

    def _renew_dice(self, referee: Referee) -> None:
        """Give a referee two new seeds for its round, and note their promises."""
        number = referee.state.round
        attempt = self._count_attempt(number)
        referee.dice = self._dice_for(number, attempt)
        promises = referee.dice.get_commitments()
        referee.note(e.DiceRenewed(attempt=attempt, open_promise=promises[0], dm_promise=promises[1]))

    def _was_seed_shown(self, referee: Referee) -> bool:
        """Return whether the round in play had been closed.

        Everybody could then work out its dice.
        """
        seed, number = referee.dice.reveal_seed(), referee.state.round
        return bool(seed) and any(
            isinstance(event, e.RoundEnded) and (event.round, event.seed) == (number, seed)
            for record in self.records
            for event in record.events
        )

    def _restore(self, kept: Sequence[Record]) -> None:
        """Fold the records that stand, and let a fresh referee derive the open stage again."""
        events = [(record, at, event) for record in kept for at, event in enumerate(record.events)]
        start = max((at for at, (*_, event) in enumerate(events) if isinstance(event, e.StageBegan)), default=-1)
        state = fold([self.opening, *(event for *_, event in events[: start + 1])])
        self._referee = None
        self._state = fold((event for *_, event in events[start + 1 :]), state)
        if start < 0 or self._state.between_rounds or self._state.ended:
            return
        record, began_at, _ = events[start]
        referee = self._build_referee(state, state.round, state.attempt, record.position)
        referee.resume_stage()
        self._compare(record, referee.take_events(), began_at + 1)
        self._referee = referee
        for later in kept:
            if later.position > record.position:
                self._derive_again(later)

    def _derive_again(self, stored: Record) -> None:
        fresh = Record(stored.position, stored.input)
        if isinstance(stored.input, TakeBack):
            self._take_back_again(stored)
            return
        self._take(fresh)
        self._compare(stored, fresh.events)

    def _take_back_again(self, stored: Record) -> None:
        referee = self._require_referee()
        for event in stored.events:
            referee.note(event)
            if isinstance(event, e.DiceRenewed):
                referee.dice = self._dice_for(event.round, event.attempt)
        referee.take_events()

    def _compare(self, record: Record, derived: Sequence[e.Event], begin: int = 0) -> None:
        if not record.has_stored(derived, begin):
            raise RulesChanged(f"input {record.position} now gives other events than it gave when it was played")

    def _remember(self, record: Record) -> None:
        """Keep the record and the faces it showed.

        The first showing of a face stands, except for a ruling.
        """
        self.records.append(record)
        self._shown.remember(record.position, record.input, record.events)
        for event in record.events:
            if isinstance(event, e.RoundBegan | e.DiceRenewed):
                self._attempts[event.round] = event.attempt
