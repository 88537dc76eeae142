"""Playing of a scenario: the file answers each question until it has no more entries.

A run is shown to one viewer by the same secrecy as everywhere else.
"""

from collections.abc import Iterator, Sequence

from rules.kernel import events as e
from rules.kernel.codec import CODEC_VERSION
from rules.kernel.frozen import frozen
from rules.kernel.game import BadInput, Game
from rules.kernel.inputs import BeginRound, CloseQuestions, Input
from rules.kernel.map_plan import NO_PLAN
from rules.kernel.procedure import Procedure
from rules.kernel.reveal.knowledge import Viewpoint
from rules.kernel.reveal.viewer_log import ViewerLog
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import DM, PUBLIC
from rules.reference import find_similar, suggest_ids
from rules.scenarios.dice import ExactDice, ScriptedDice, find_left_over_error, index_faces, list_face_keys
from rules.scenarios.in_order import InputEntry
from rules.scenarios.lines import Spot
from rules.scenarios.script import STOP, AnswerEntry, DeclareEntry, RulingEntry, Script
from rules.scenarios.scripted_inputs import (
    DueRuling,
    ScriptedAnswer,
    ScriptedInputs,
    make_answer_in_order,
    make_call,
    make_declaration,
)


@frozen
class ScenarioRun:
    """A scenario that was played."""

    script: Script
    events: tuple[e.Event, ...]
    """All events in order, the opening first."""
    state: State
    """The state at the end."""
    ruleset: Procedure
    calls: tuple[AnswerEntry, ...] = ()
    """The morale checks that no question asked about."""
    used: tuple[tuple[Spot, str], ...] = ()
    """The entries that were given, each with its combatant if it serves several."""


def play_scenario(script: Script, ruleset: Procedure | None = None) -> ScenarioRun:
    """Play a scenario to its end, by ``ruleset`` if it is given.

    Raises ScenarioError for an answer that the form rejects, a ruling without effect, an impossible face, or dice
    left over.
    """
    if script.order is not None:
        return _play_in_order(script)
    player = ScenarioPlayer(script, ruleset)
    player.play()
    if calls := player.inputs.list_unused_calls():
        player = ScenarioPlayer(script, ruleset, calls)
        player.play()
    player.check_all_used()
    game = player.game
    used = tuple(player.inputs.used)
    return ScenarioRun(script, tuple(game.list_live_events()), game.state, game.ruleset, tuple(calls), used)


def _play_in_order(script: Script) -> ScenarioRun:
    player = OrderedPlayer(script)
    player.play()
    game = player.game
    events = tuple(game.list_live_events())
    return ScenarioRun(script, events, game.state, game.ruleset, used=tuple((spot, "") for spot in script.order or ()))


def make_opening(script: Script) -> e.EncounterOpened:
    """Return the event that opens the scenario's encounter."""
    return e.EncounterOpened(
        ruleset=script.ruleset,
        version=str(CODEC_VERSION),
        title=script.title,
        setting=script.setting,
        options=dict(script.options),
        notes=dict(script.notes),
        stat_blocks=script.stat_blocks,
        effects=script.effects,
        plan=script.plan if script.plan != NO_PLAN else None,
    )


class ScenarioPlayer:
    """A player of one script."""

    def __init__(self, script: Script, ruleset: Procedure | None, calls: Sequence[AnswerEntry] = ()) -> None:
        self.script = script
        self.dice: dict[int, ScriptedDice] = {}
        self.inputs = ScriptedInputs(script, calls)
        self.game = Game(make_opening(script), self.get_dice)
        if ruleset is not None:
            self.game.ruleset = ruleset

    def get_dice(self, round: int, attempt: int) -> ScriptedDice:
        known = self.dice.get(round)
        if known is None or known.attempt != attempt:
            self.dice[round] = ScriptedDice(self.script, round, attempt)
        return self.dice[round]

    @property
    def state(self) -> State:
        return self.game.state

    def play(self) -> None:
        if self.game.ruleset.has_opening(self.state):
            self.play_opening()
        while not self.state.ended and self.inputs.has_entries_for(number := max(self.state.round, 0) + 1):
            self.game.submit(BeginRound())
            self.rule(self.inputs.take_first_rulings(number))
            self.finish_round()

    def play_opening(self) -> None:
        """Play round 0. Its first rulings come before its first dice."""
        self.rule(self.inputs.take_first_rulings(0))
        self.game.submit(BeginRound())
        self.finish_round()

    def finish_round(self) -> None:
        """Answer every question until the round is over."""
        while not self.state.between_rounds and not self.state.ended:
            if not self.answer_one():
                self.game.submit(CloseQuestions())
        if not self.state.ended:
            self.call(self.inputs.take_remaining_calls(self.state.round))

    def call(self, calls: Iterator[AnswerEntry]) -> bool:
        """Call for these morale checks and dice. Return whether there were any."""
        made = False
        for entry in calls:
            made = True
            try:
                self.game.submit(make_call(entry, self.state))
            except BadInput as error:
                raise entry.spot.make_error_about(error.field or "who", str(error)) from error
        return made

    def rule(self, rulings: Iterator[DueRuling]) -> bool:
        """Make these rulings. Return whether there were any."""
        made = False
        for due in rulings:
            made = True
            try:
                self.game.submit(self.inputs.make_ruling(due, self.state))
            except BadInput as error:
                raise due.entry.spot.make_error_about(error.field or "value", str(error)) from error
        return made

    def answer_one(self) -> bool:
        """Give the file's next input for an open question. Return False without one."""
        if self.rule(self.inputs.take_rulings_in_column(self.state)):
            return True
        for question in self.state.open:
            if question.sealed:
                continue
            if self.call(self.inputs.take_dice_calls(self.state, question)):
                return True
            if question.question == "next":
                if self.rule(self.inputs.take_rulings_before_column(self.state, question)):
                    return True
                if self.call(self.inputs.take_calls_before_column(self.state, question)):
                    return True
            elif self.call(self.inputs.take_calls_about(self.state, question)) or self.answer_scripted(question):
                return True
        return False

    def answer_scripted(self, question: OpenQuestion) -> bool:
        scripted = self.inputs.take_answer(self.state, question)
        if scripted is None:
            return False
        try:
            record = self.game.submit(scripted.input)
        except BadInput as error:
            raise scripted.spot.make_error_about(_find_key(scripted, error.field), str(error)) from error
        if record.refusal is not None:
            self.inputs.note_refusal(question)
        return True

    # Checks at the end.

    def check_all_used(self) -> None:
        """Raise ScenarioError for what was left over: dice, a stop, a ruling whose time never came.

        All are allowed after the end of the fight.
        """
        error = find_left_over_error(list(self.dice.values()))
        if error is not None:
            raise error
        for roll in self.script.entries.rolls:
            if roll.round not in self.dice and not self.is_over_before(roll.round):
                raise roll.spot.make_error_about("round", f"faces are left over: round {roll.round} is not played")
        for answer in self.script.entries.answers if self.script.is_own else ():
            unused = (answer.spot, "") not in self.inputs.used and not self.is_over_before(answer.round + 1)
            if answer.is_about_something_due and unused:
                wrong = "nothing can be stopped" if answer.question == STOP else "no morale check is due"
                raise answer.spot.make_error_about("question", f"{wrong} in round {answer.round}")
        for ruling in self.script.entries.rulings:
            if (ruling.spot, "") not in self.inputs.used and not self.is_over_before(ruling.round + 1):
                when = "" if ruling.segment is None else f", segment {ruling.segment}"
                key = "round" if ruling.segment is None else "segment"
                raise ruling.spot.make_error_about(key, f"round {ruling.round}{when} never comes")

    def is_over_before(self, round: int) -> bool:
        return bool(self.state.ended) and round > self.state.round


Entry = DeclareEntry | AnswerEntry | RulingEntry | InputEntry


class OrderedPlayer:
    """A player of a script whose entries are played in the order in which they stand."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self._dice: dict[tuple[int, int], ExactDice] = {}
        self._rulings = ScriptedInputs(script)
        self.game = Game(make_opening(script), self.get_dice)
        for round in {entry.round for entry in script.entries.rolls if entry.shown}:
            known = index_faces(script, round, shown=True)
            self.game.know_faces(round, {key: face for key, (face, _) in known.items()})

    def get_dice(self, round: int, attempt: int) -> ExactDice:
        if (round, attempt) not in self._dice:
            self._dice[(round, attempt)] = ExactDice(self.script, round, attempt)
        return self._dice[(round, attempt)]

    def play(self) -> None:
        """Give every entry. Raises ScenarioError where one is not taken, or dice are left over."""
        entries = self.script.entries
        every: tuple[Entry, ...] = (*entries.declarations, *entries.answers, *entries.rulings, *entries.inputs)
        by_spot = {each.spot: each for each in every}
        for spot in self.script.order or ():
            entry = by_spot[spot]
            for _ in range(entry.times if isinstance(entry, InputEntry) else 1):
                self._give(entry)
        self._check_dice()

    def _give(self, entry: Entry) -> None:
        now = max(self.game.state.round, 0)
        if not isinstance(entry, InputEntry) and entry.round != now:
            raise entry.spot.make_error_about("round", f"round {now} is played here")
        try:
            for given in self._list_inputs(entry):
                self.game.submit(given)
        except BadInput as error:
            raise entry.spot.make_error_about(error.field or "who", str(error)) from error

    def _list_inputs(self, entry: Entry) -> Iterator[Input]:
        """Yield the inputs of an entry, each made from the state of its time."""
        if isinstance(entry, InputEntry):
            yield entry.make(self.game.state)
        elif isinstance(entry, DeclareEntry):
            yield make_declaration(self.game.state, entry)
        elif isinstance(entry, AnswerEntry):
            yield make_answer_in_order(self.game.state, entry)
        else:
            for who in self.script.roster.list_members(entry.who) or (entry.who,):
                yield self._rulings.make_ruling(DueRuling(entry, who), self.game.state)

    def _check_dice(self) -> None:
        """Raise ScenarioError for a face that no dice have shown, unless the fight was over before."""
        fallen = {key for event in self.game.list_live_events() for key in list_face_keys(event)}
        state = self.game.state
        for round in dict.fromkeys(roll.round for roll in self.script.entries.rolls):
            for key, (_, spot) in index_faces(self.script, round).items():
                if (round, key) not in fallen and not (state.ended and round > state.round):
                    raise spot.make_error_about("faces", f"faces are left over: nobody rolls die {key[3]} of that kind")


_WRITTEN = {"choice": "change", "watch": "prepared.who", "when": "prepared.when", "part": "prepared.part"}
"""Fields of the declare form that a file writes otherwise."""


def _find_key(scripted: ScriptedAnswer, field: str) -> str:
    """Return the key of the file at which an answer is wrong.

    For a whole answer it is the key within it, for a declaration the deed's key.
    """
    if scripted.spot.table != "answer":
        return _WRITTEN.get(field, field) or "who"
    return f"choice.{field}" if field and field != "choice" and field in scripted.input.answer else "choice"


# The events of a run that one viewer may see.


class UnknownViewer(ValueError):
    """A viewer that the scenario does not know."""


def reveal_run(run: ScenarioRun, viewer: str = DM) -> Iterator[e.Event]:
    """Yield the events as a viewer sees them. Raises UnknownViewer.

    A viewer is "dm", "public", a side, a mob or a combatant. A side sees everything that its members perceive.
    Viewers other than the DM see their own ids, and no events that only update a combatant.
    """
    if viewer == DM:
        yield from run.events
        return
    viewer_log = ViewerLog(Viewpoint(characters=_find_characters(run, viewer)))
    for event in run.events:
        yield from (seen for seen in viewer_log.see(event) if seen.perceived_by)


def _find_characters(run: ScenarioRun, viewer: str) -> tuple[str, ...]:
    roster = run.script.roster
    members = roster.list_members(viewer)
    if members or viewer == PUBLIC:
        return members
    known = [DM, PUBLIC, *roster.sides, *roster.mobs]
    raise UnknownViewer(f'{run.script.file}: no viewer "{viewer}"' + suggest_ids(find_similar(viewer, known)))
