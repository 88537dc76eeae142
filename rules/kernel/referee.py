"""The referee of one round: runs the generator, supplies faces and answers, folds events.

It stops where a person must answer or roll.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.kernel import events as e
from rules.kernel.apply import apply
from rules.kernel.closing import are_orders_closed_by_dm, without_order
from rules.kernel.dice import Call, Dice, DiceError, FaceKey, OpenCall, build_typed_roll
from rules.kernel.effects import Answer, Ask, Roll, Rolled, join_sources
from rules.kernel.forms import BadAnswer, Refusal, refuse_all_but_default
from rules.kernel.hiding import build_arrival, is_revealing
from rules.kernel.inputs import CallMorale, GiveAnswer
from rules.kernel.procedure import Play, Procedure, Table
from rules.kernel.state import OpenQuestion, OpenRoll, State
from rules.kernel.terms import DECLARE, DM, NO_PLAYER

Known = Callable[[FaceKey], tuple[int, str] | None]
"""Return a face shown before and its source, or None; a face keeps both through every take-back."""

Bot = Callable[[State, OpenQuestion], Answer | None]
"""Return an answer at once, or None to leave the question to a person."""


def add_lost_time(given: GiveAnswer) -> Answer:
    """Return the answer, with ``delay`` and ``paused`` if giving it took segments."""
    if not (given.delay or given.paused):
        return given.answer
    return {**given.answer, "delay": given.delay, "paused": given.paused}


@dataclass
class AskSlot:
    """One question of the open batch, with its answer."""

    ask: Ask
    id: str = ""
    answer: Answer | None = None
    """The answer given."""
    by: str = ""
    """The person who gave it."""
    done: bool = False
    """The answer is in."""


@dataclass
class RollSlot:
    """One roll of the open batch, with its faces."""

    roll: Roll
    id: str = ""
    typed: Rolled | None = None
    """The faces that a person typed."""
    first: int = 0
    """The index of the roll's first face among those of its kind this round, from 0."""
    done: bool = False
    """The faces are in, or the server rolls them."""


Slot = AskSlot | RollSlot


def _make_called_slot(asked: OpenRoll) -> RollSlot:
    """Return the slot of open dice that the DM called for, which the state keeps."""
    return RollSlot(Roll(asked.purpose, asked.by, asked.count, asked.sides), asked.id, first=asked.first)


def _list_rolls_alone(batch: Sequence[Ask | Roll]) -> list[Roll]:
    """Return the rolls of a batch; none where it asks a question too."""
    rolls = [each for each in batch if isinstance(each, Roll)]
    return rolls if len(rolls) == len(batch) else []


class Referee:
    """The referee of one round, which plays from a stage's start.

    ``events`` gathers the events derived since the last ``take_events``.
    """

    def __init__(
        self,
        ruleset: Procedure,
        state: State,
        dice: Dice,
        *,
        known: Known = lambda key: None,
        quiet: bool = False,
        bot: Bot | None = None,
    ) -> None:
        self.table = Table(ruleset, state, quiet)
        self.dice = dice
        self.known = known
        self.bot = bot
        self.events: list[e.Event] = []
        self.over = False
        self._play: Play | None = None
        self._slots: list[Slot] = []
        self._several = False

    @property
    def state(self) -> State:
        """Return the current state."""
        return self.table.state

    def take_events(self) -> list[e.Event]:
        """Return the events derived since the last call, and clear them."""
        taken, self.events = self.events, []
        return taken

    # Driving.

    def begin_round(self, number: int, attempt: int) -> None:
        """Begin a round with its new arrivals; play until a person must act or the round is over."""
        open_promise, dm_promise = self.dice.get_commitments()
        self.note(e.RoundBegan(round=number, attempt=attempt, open_promise=open_promise, dm_promise=dm_promise))
        for stat_block in self.state.coming:
            if stat_block.start.wave <= number:
                self.note(build_arrival(replace(stat_block, start=replace(stat_block.start, wave=0))))
        self._begin_stage(self.table.ruleset.choose_first_stage(self.state))
        self._run(None)

    def resume_stage(self) -> None:
        """Play the state's stage from its start, for a caller that has the state but no generator."""
        self._play = self.table.ruleset.stages[self.state.stage](self.table)
        self._run(None)

    def note(self, event: e.Event) -> None:
        """Stamp an event with its round, clock and moment, fold it and keep it.

        A quiet table keeps none, and so derives no perceivers.
        """
        table = self.table
        state = table.state
        if not isinstance(event, e.RoundBegan):
            clock = table.ruleset.clock
            event.round = max(state.round, 0)
            if event.clock is None and not (clock.after and self._is_after_columns(event, state)):
                event.clock = state.clock
            if event.segment is None and clock.numbers:
                event.segment = event.clock
            if isinstance(event, e.MomentBegan):
                event.moment = state.moment + 1
                table.in_moment = True
            elif event.moment is None and table.in_moment:
                event.moment = state.moment
        if is_revealing(event, state):
            self.note(e.Revealed(who=event.who, moment=event.moment))
            state = table.state
        if table.quiet:
            table.state = apply(event, state, table.ruleset.changes)
            return
        event.fill_in_perceivers(state)
        table.state = apply(event, state, table.ruleset.changes)
        self.events.append(event)

    def _is_after_columns(self, event: e.Event, state: State) -> bool:
        """Return whether an event belongs to a stage after the last column."""
        stage = event.stage if isinstance(event, e.StageBegan) else state.stage
        return stage in self.table.ruleset.clock.after

    def _begin_stage(self, stage: str) -> None:
        self.note(e.StageBegan(stage=stage))
        self.table.in_moment = False
        self._play = self.table.ruleset.stages[stage](self.table)

    def _run(self, back: object) -> None:
        """Send ``back`` into the generator and go on until a person must act or the round ends."""
        assert self._play is not None
        while True:
            try:
                effect = self._play.send(back)
            except StopIteration as stop:
                if not self._begin_next_stage(stop.value):
                    return
                back = None
                continue
            if isinstance(effect, e.Event):
                self.note(effect)
                back = None
                continue
            self._several = not isinstance(effect, (Ask, Roll))
            batch = [effect] if isinstance(effect, (Ask, Roll)) else effect
            if self.table.quiet and self.bot is not None and (rolls := _list_rolls_alone(batch)):
                results = self._draw_at_once(rolls)
                back = results if self._several else results[0]
                continue
            self._slots = [RollSlot(each) if isinstance(each, Roll) else AskSlot(each) for each in batch]
            if not self._open():
                return
            back = self._take_results()

    def _draw_at_once(self, rolls: Sequence[Roll]) -> list[Rolled]:
        """Return the server's dice for rolls that nobody types and nobody has seen a face of."""
        fallen: dict[tuple[str, str, int], int] = {}
        results: list[Rolled] = []
        for roll in rolls:
            kind = (roll.purpose, roll.by, roll.sides)
            first = fallen.get(kind) or self.table.state.counts.get(kind, 0)
            fallen[kind] = first + roll.count
            results.append(self.dice.draw(roll, first))
        return results

    def _begin_next_stage(self, stage: str | None) -> bool:
        self._play = None
        if stage is None:
            self.note(e.RoundEnded(seed=self.dice.reveal_seed()))
            self.over = True
            return False
        self._begin_stage(stage)
        return True

    def _take_results(self) -> Any:
        """Return the results of the batch.

        Dice fall only now: a face may be ruled until somebody has seen it.
        """
        slots, self._slots = self._slots, []
        results = [self._roll_dice(slot) if isinstance(slot, RollSlot) else slot.answer for slot in slots]
        return results if self._several else results[0]

    def _roll_dice(self, slot: RollSlot) -> Rolled:
        if self.table.quiet:
            return self.dice.draw(slot.roll, slot.first)
        return self._find_shown(slot) or slot.typed or self.dice.draw(slot.roll, slot.first)

    # What is open.

    def _open(self) -> bool:
        """Roll the server's dice of the batch and ask its questions.

        Return True when all results are in.
        """
        drawn: dict[tuple[str, str, int], int] = {}
        for slot in self._slots:
            if isinstance(slot, RollSlot):
                self._open_roll(slot, drawn)
            elif not (self.table.quiet and self._ask_bot(slot)):
                self._open_ask(slot)
        for slot in self._slots:
            if isinstance(slot, AskSlot) and not slot.done:
                self._settle(slot)
        return self._finish_batch()

    def _finish_batch(self, *, closing: bool = False) -> bool:
        """Return True when all awaited results are in, after withdrawing the other questions.

        Each of those has its default for an answer. Players' orders may wait for the DM's ``closing``. A call of the DM
        holds up everything until all have rolled for it.
        """
        if self.state.calls:
            return False
        unawaited: list[AskSlot] = []
        for slot in self._slots:
            if slot.done:
                continue
            if isinstance(slot, RollSlot) or slot.ask.awaited:
                return False
            unawaited.append(slot)
        if not closing and self._has_players_orders() and are_orders_closed_by_dm(self.state):
            return False
        for slot in unawaited:
            self._withdraw(slot)
        return True

    def _has_players_orders(self) -> bool:
        """Return whether the batch has an order that a player has given."""
        return any(
            isinstance(slot, AskSlot) and slot.ask.question == DECLARE and slot.by not in NO_PLAYER
            for slot in self._slots
        )

    def _withdraw(self, slot: AskSlot, refusal: Refusal | None = None) -> None:
        ask = slot.ask
        reason, clauses = (refusal.reason, (refusal.clause, *refusal.also)) if refusal else ("", ())
        self.note(e.Withdrawn(who=ask.who, question=ask.question, id=slot.id, reason=reason, clauses=clauses))
        slot.answer, slot.done = ask.default, True

    def _open_roll(self, slot: RollSlot, drawn: dict[tuple[str, str, int], int], why: str = "", call: int = 0) -> None:
        """Open a roll, and ask it of a person who types their dice.

        ``drawn`` counts dice that have not fallen yet.
        """
        roll = slot.roll
        kind = (roll.purpose, roll.by, roll.sides)
        slot.first = self.state.counts.get(kind, 0) + drawn.get(kind, 0)
        drawn[kind] = drawn.get(kind, 0) + roll.count
        roller = self.state.combatants.get(roll.by)
        by_hand = roller is not None and roller.types_dice and not roll.hidden and self.bot is None
        slot.done = not by_hand or self._find_shown(slot) is not None
        if not slot.done:
            slot.id = str(self.state.asked + 1)
            self.note(
                e.DiceAsked(
                    who=roll.by,
                    id=slot.id,
                    epoch=self.state.epoch,
                    purpose=roll.purpose,
                    count=roll.count,
                    sides=roll.sides,
                    why=why,
                    call=call,
                    first=slot.first if call else 0,
                )
            )

    def _find_shown(self, slot: RollSlot) -> Rolled | None:
        """Return the roll if any of its faces was shown before; such faces keep value and source."""
        roll = slot.roll
        known = [self.known((roll.purpose, roll.by, roll.sides, slot.first + at)) for at in range(roll.count)]
        if not any(known):
            return None
        others = slot.typed or self.dice.draw(roll, slot.first)
        faces = tuple(each[0] if each else others.faces[at] for at, each in enumerate(known))
        source = join_sources([each[1] for each in known if each] + [others.source] * (None in known))
        return Rolled(roll.purpose, roll.by, roll.count, roll.sides, faces, source, roll.hidden, slot.first)

    def _open_ask(self, slot: AskSlot) -> None:
        ask = slot.ask
        slot.id = str(self.state.asked + 1)
        facts = dict(ask.facts)
        self.note(
            e.Asked(
                who=ask.who,
                question=ask.question,
                id=slot.id,
                epoch=self.state.epoch,
                facts=facts,
                clauses=ask.clauses,
                awaited=ask.awaited,
            )
        )

    def _ask_bot(self, slot: AskSlot) -> bool:
        """Ask the bot alone; of the answer only its events are noted. Return True if it answered."""
        ask, state = slot.ask, self.table.state
        question = OpenQuestion("", state.epoch, ask.question, ask.who, ask.facts, ask.clauses)
        answer = self.bot(state, question) if self.bot is not None else None
        if answer is None:
            return False
        accept = self.table.ruleset.questions[ask.question].accept
        for event in accept(state, question, answer) if accept is not None else ():
            self.note(event)
        slot.answer, slot.done = answer, True
        return True

    def _settle(self, slot: AskSlot) -> None:
        """Withdraw a question that leaves nothing to decide, or let the bot answer it."""
        question = self._find_question(slot.id)
        if refusal := self._find_deciding_refusal(question, slot.ask):
            self._withdraw(slot, refusal)
            return
        answer = self.bot(self.state, question) if self.bot is not None else None
        if answer is not None:
            self._accept(slot, question, answer, "bot")
        elif self._build_form(question) is None:
            self._withdraw(slot)

    def _find_deciding_refusal(self, question: OpenQuestion, ask: Ask) -> Refusal | None:
        """Return the refusal of all but the default, for a question that is skipped then."""
        if not self.table.ruleset.questions[question.question].skipped_if_decided:
            return None
        form = self._build_form(question)
        return refuse_all_but_default(form, ask.default) if form is not None else None

    def _find_question(self, id: str) -> OpenQuestion:
        return next(each for each in self.state.open if each.id == id)

    def _build_form(self, question: OpenQuestion) -> Any:
        return self.table.ruleset.questions[question.question].form(self.state, question)

    def _accept(
        self, slot: AskSlot, question: OpenQuestion, answer: Answer, by: str, given: GiveAnswer | None = None
    ) -> None:
        accept = self.table.ruleset.questions[question.question].accept
        timed = answer if given is None else add_lost_time(given)
        for event in accept(self.state, question, timed) if accept is not None else ():
            self.note(event)
        self.note(e.Answered(who=question.who, question=question.question, id=question.id, by=by))
        slot.answer, slot.by, slot.done = answer, by, True

    def _go_on(self, *, closing: bool = False) -> None:
        if self._slots and self._finish_batch(closing=closing):
            self._run(self._take_results())

    # Inputs of people.

    def answer(self, question: OpenQuestion, given: GiveAnswer) -> Refusal | None:
        """Take an answer to an open question and go on when everything is in.

        A sealed order may be given again, in place of the first. Raises BadAnswer where the answer does not have the
        form's shape. A refusal by a clause is noted as Refused and returned, and the question stays as it was.
        """
        refusal = self._find_refusal(question, given.answer)
        if refusal is not None:
            self.note(
                e.Refused(
                    who=question.who,
                    clause=refusal.clause,
                    reason=refusal.reason,
                    question=question.question,
                    clauses=(refusal.clause, *refusal.also),
                )
            )
            return refusal
        slot = next(slot for slot in self._slots if isinstance(slot, AskSlot) and slot.id == question.id)
        self._accept(slot, question, given.answer, given.by, given)
        self._go_on()
        return None

    def _find_refusal(self, question: OpenQuestion, answer: Answer) -> Refusal | None:
        state = self.state
        if question.sealed:
            final = self.table.ruleset.declaring_rules.forbid_new_order(state, question)
            if final is not None:
                return final
            state = without_order(state, question)
        form = self.table.ruleset.questions[question.question].form(state, question)
        return form.find_refusal(answer) if form is not None else None

    def give_faces(self, id: str, faces: tuple[int, ...] | None, by: str) -> None:
        """Take typed faces for an open roll, or roll it.

        Raises DiceError for faces the dice do not have.
        """
        asked = self._find_called_roll(id)
        slot = (
            _make_called_slot(asked)
            if asked is not None
            else next(slot for slot in self._slots if isinstance(slot, RollSlot) and slot.id == id)
        )
        roller = slot.roll.by
        if faces is not None:
            self._keep_typed_faces(slot, faces)
        self.note(e.DiceGiven(who=roller, id=id, by=by))
        slot.done = True
        if asked is not None:
            self._settle_call(asked.call, ((roller, slot),))
        self._go_on()

    def _keep_typed_faces(self, slot: RollSlot, faces: tuple[int, ...]) -> None:
        """Keep typed faces.

        Raises DiceError where they contradict a face that these dice have already shown.
        """
        roll = slot.roll
        given = build_typed_roll(roll, faces, slot.first)
        for at, face in enumerate(faces):
            before = self.known((roll.purpose, roll.by, roll.sides, slot.first + at))
            if before is not None and before[0] != face:
                raise DiceError(f"this d{roll.sides} has already shown {before[0]}")
        slot.typed = given

    def close(self, who: str = "") -> None:
        """Give every missing answer its default and roll every missing die, of one person or of all.

        Closing for all also closes the orders that are in.
        """
        for asked in [each for each in self.state.open_rolls if each.call and who in ("", each.by)]:
            self.note(e.DiceGiven(who=asked.by, id=asked.id, by="default"))
            self._settle_call(asked.call, ((asked.by, _make_called_slot(asked)),))
        for slot in self._slots:
            if slot.done or (who and self._get_person(slot) != who):
                continue
            if isinstance(slot, RollSlot):
                roller = slot.roll.by
                self.note(e.DiceGiven(who=roller, id=slot.id, by="default"))
                slot.done = True
            else:
                self._accept(slot, self._find_question(slot.id), slot.ask.default, "default")
        self._go_on(closing=not who)

    def _get_person(self, slot: Slot) -> str:
        return slot.roll.by if isinstance(slot, RollSlot) else slot.ask.who

    def check_morale(self, given: CallMorale) -> None:
        """Check morale at this stop, next to the open questions.

        Raises BadAnswer where that cannot be.
        """
        morale = self.table.ruleset.morale
        if morale is None:
            raise BadAnswer("who", f"{self.table.ruleset.title} has no morale")
        play = morale.check(self.table, given.who, given.occasion, given.modifier)
        effect = next(play, None)
        while effect is not None:
            back: object = None
            if isinstance(effect, e.Event):
                self.note(effect)
            else:
                assert isinstance(effect, Roll), "a morale check asks nobody"
                back = self._roll_now(effect)
            try:
                effect = play.send(back)
            except StopIteration:
                break
        self.ask_again()

    def make_call(self, call: Call) -> None:
        """Ask for the dice of a call; those that the server rolls fall at once."""
        number = 1 + max((each.number for each in self.state.calls), default=0)
        self.note(e.DiceCalled(call=call, number=number))
        drawn = self._count_dice_to_fall()
        slots = [(who, RollSlot(call.make_roll(who, self._is_called_roll_hidden(call, who)))) for who in call.who]
        why = self._describe_called_roll(call)
        for _, slot in slots:
            self._open_roll(slot, drawn, why, number)
        self._settle_call(number, [(who, slot) for who, slot in slots if slot.done])

    def _count_dice_to_fall(self) -> dict[tuple[str, str, int], int]:
        """Return how many dice of each kind were asked for and have not fallen."""
        rolls: list[Roll | OpenRoll] = [slot.roll for slot in self._slots if isinstance(slot, RollSlot)]
        drawn: dict[tuple[str, str, int], int] = {}
        for each in (*rolls, *(roll for roll in self.state.open_rolls if roll.call)):
            kind = (each.purpose, each.by, each.sides)
            drawn[kind] = drawn.get(kind, 0) + each.count
        return drawn

    def _is_called_roll_hidden(self, call: Call, who: str) -> bool:
        """Return whether a called roll is from the DM's seed.

        Between rounds the open seed has been shown, and new seeds for a hidden combatant would betray it.
        """
        each = self.state.combatants[who]
        return call.secret or (self.state.between_rounds and each.hidden and not each.types_dice)

    def _describe_called_roll(self, call: Call) -> str:
        against = f"against {self.table.ruleset.saves.words[call.save]}" if call.save else ""
        return ": ".join(each for each in (against, call.why) if each)

    def _find_called_roll(self, id: str) -> OpenRoll | None:
        return next((each for each in self.state.open_rolls if each.call and each.id == id), None)

    def _settle_call(self, number: int, fallen: Sequence[tuple[str, RollSlot]]) -> None:
        """Note the results of dice of a call, and its end where all have rolled."""
        open_call = next(each for each in self.state.calls if each.number == number)
        for who, slot in fallen:
            rolled = self._roll_dice(slot)
            for event in self._list_called_results(who, open_call, rolled):
                if open_call.call.secret:
                    event.perceived_by = (DM,)
                self.note(event)
        if not any(each.call == number for each in self.state.open_rolls):
            results = next(each.results for each in self.state.calls if each.number == number)
            self.note(e.CallAnswered(call=open_call.call, number=number, results=results))

    def _list_called_results(self, who: str, open_call: OpenCall, rolled: Rolled) -> Iterator[e.Event]:
        call = open_call.call
        if call.save:
            yield from self.table.ruleset.saves.tell_called(self.table, who, open_call, rolled)
            return
        total = rolled.total + call.total_dice.plus
        made = call.judge(total)
        yield e.DiceRolled(
            who=who,
            why=call.why,
            dice=str(call.total_dice),
            total=total,
            made=made,
            at_least=call.at_least,
            at_most=call.at_most,
            follows=call.follows if made is False else "",
            call=open_call.number,
            rolls=(rolled,),
        )

    def _roll_now(self, roll: Roll) -> Rolled:
        return self._roll_dice(RollSlot(roll, first=self.state.counts.get((roll.purpose, roll.by, roll.sides), 0)))

    def ask_again(self) -> None:
        """Ask the open questions again after a ruling.

        A question that leaves nothing to decide is withdrawn with its default.
        """
        for slot in self._slots:
            if isinstance(slot, AskSlot) and not slot.done:
                self._settle(slot)
        self._go_on()
