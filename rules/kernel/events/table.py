"""Events of the table: the encounter, its rounds, questions, rulings and take-backs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from rules.kernel.effect_entries import EffectEntry, replace_effect
from rules.kernel.effects import Facts
from rules.kernel.event import Event, Result, ShortWords, Verb
from rules.kernel.frozen import evolve
from rules.kernel.map_plan import NO_PLAN, MapFeature, MapPlan, PlanChange
from rules.kernel.opening import build_combatant, get_distance, open_encounter, place_on_line
from rules.kernel.options import CLOSE_ORDERS, lookup_table_option
from rules.kernel.own import Own
from rules.kernel.rulings import rule
from rules.kernel.stat_block import StatBlock
from rules.kernel.state import OpenQuestion, OpenRoll, State, set_hidden
from rules.kernel.terms import DECLARE, PUBLIC, ClauseId, Place
from rules.kernel.visibility import OUTSIDE_MOMENTS, PRIVATE, Audience, Doer, Mask, Open, Words, show_as, show_to_dm


@dataclass(slots=True, kw_only=True)
class EncounterOpened(Event):
    """The whole opening state, with everything that combatants have from the tables.

    It holds the options, the setting and the version of the rules too.
    """

    audience = Audience.ALL
    inherited = {**OUTSIDE_MOMENTS, "rolls": show_to_dm(())}
    is_retold = False

    ruleset: Open[str]
    version: Open[str]
    title: Open[str] = ""
    setting: Open[str] = "indoors"
    options: Open[Mapping[str, object]] = field(default_factory=dict)
    notes: Annotated[Mapping[str, object], show_as(Mask.NOTES)] = field(default_factory=dict)
    stat_blocks: Annotated[tuple[StatBlock, ...], show_as(Mask.SHOWN_STAT_BLOCKS)] = ()
    effects: Annotated[tuple[EffectEntry, ...], show_to_dm(())] = ()
    """The effects of magic that the DM has changed for this fight."""
    plan: Annotated[MapPlan | None, show_as(Mask.OPENING_PLAN)] = None
    """The battle map; None where nothing is drawn."""

    def open(self) -> State:
        """Return the state at the opening."""
        drawn = self.plan or NO_PLAN
        return open_encounter(
            self.ruleset, self.options, self.setting, self.notes, self.stat_blocks, self.effects, drawn
        )

    def apply(self, state: State) -> State:
        return self.open()


@dataclass(slots=True, kw_only=True)
class RoundBegan(Event):
    """A round (0 = the opening) began; the promises commit its two seeds."""

    audience = Audience.ALL
    inherited = OUTSIDE_MOMENTS
    is_retold = False

    attempt: Open[int] = 1
    open_promise: Open[str] = ""
    dm_promise: Open[str] = ""

    def apply(self, state: State) -> State:
        rested = {
            who: evolve(each, charging=False) if each.charging else each for who, each in state.combatants.items()
        }
        return evolve(
            state,
            round=self.round,
            attempt=self.attempt,
            clock=None,
            moment=0,
            between_rounds=False,
            declared={},
            initiative={},
            pending=(),
            acting=(),
            done=(),
            dropped=(),
            counts={},
            combatants=rested,
        )


@dataclass(slots=True, kw_only=True)
class StageBegan(Event):
    """The engine's next stage began; it starts from the state alone."""

    audience = Audience.ALL
    inherited = OUTSIDE_MOMENTS
    is_narrated = False  # internal to the engine

    stage: Open[str]

    def apply(self, state: State) -> State:
        return evolve(state, stage=self.stage)


@dataclass(slots=True, kw_only=True)
class RoundEnded(Event):
    """A round ended, and its open seed is shown; its commitment was given when the round began."""

    audience = Audience.ALL
    inherited = OUTSIDE_MOMENTS
    is_retold = False

    seed: Open[str] = ""

    def apply(self, state: State) -> State:
        combatants = {
            who: evolve(each, last=state.declared.get(who, each.last)) for who, each in state.combatants.items()
        }
        return evolve(
            state,
            between_rounds=True,
            stage="",
            pending=(),
            acting=(),
            done=(),
            open=(),
            open_rolls=(),
            combatants=combatants,
        )


@dataclass(slots=True, kw_only=True)
class EncounterEnded(Event):
    """The fight is over: why, and which side still stands (none when the DM ended it)."""

    audience = Audience.ALL
    inherited = OUTSIDE_MOMENTS

    reason: Words
    side: Annotated[str, show_as(Mask.WINNER)] = ""

    def apply(self, state: State) -> State:
        return evolve(state, ended=self.reason, open=(), open_rolls=(), calls=(), pending=(), acting=())


@dataclass(slots=True, kw_only=True)
class Asked(Event):
    """A person was asked a question."""

    audience = Audience.OWNER
    inherited = PRIVATE
    is_narrated = False  # shown by the banner and the question

    who: Doer
    question: Open[str]
    id: Annotated[str, show_as(Mask.NEW_QUESTION)]
    epoch: Annotated[int, show_as(Mask.EPOCH)] = 0
    facts: Annotated[Facts, show_as(Mask.PLAIN)] = field(default_factory=dict)
    """The subject of the form."""
    awaited: Open[bool] = True
    """False: nobody waits for the answer."""

    def apply(self, state: State) -> State:
        question = OpenQuestion(
            self.id, self.epoch, self.question, self.who, self.facts, self.clauses, awaited=self.awaited
        )
        # Orders that are closed by then are over: they were kept only until the DM closed them.
        still = state.open if any(not each.sealed for each in reversed(state.open)) else ()
        return evolve(state, open=(*still, question), asked=state.asked + 1)


@dataclass(slots=True, kw_only=True)
class Answered(Event):
    """An answer is in; its contents are never shown."""

    audience = Audience.OWNER
    inherited = PRIVATE

    who: Doer
    question: Open[str]
    id: Annotated[str, show_as(Mask.QUESTION)]
    by: Open[str] = ""
    """The person who gave it, as the input says, or "default" where the DM closed the question."""

    def apply(self, state: State) -> State:
        return _seal(state, self.id)


@dataclass(slots=True, kw_only=True)
class Withdrawn(Event):
    """A question was withdrawn, because nothing is left to decide."""

    audience = Audience.OWNER
    inherited = PRIVATE

    who: Doer
    question: Open[str]
    id: Annotated[str, show_as(Mask.QUESTION)]
    reason: Words = ""
    """The reason why everything but the default is forbidden."""

    def apply(self, state: State) -> State:
        return _seal(state, self.id)


@dataclass(slots=True, kw_only=True)
class DiceAsked(Event):
    """A person was asked to roll real dice and type the faces."""

    audience = Audience.OWNER
    inherited = PRIVATE
    is_narrated = False

    who: Doer
    id: Annotated[str, show_as(Mask.NEW_QUESTION)]
    epoch: Annotated[int, show_as(Mask.EPOCH)] = 0
    purpose: Open[str] = ""
    count: Open[int] = 1
    sides: Open[int] = 20
    why: Words = ""
    """The purpose in words, of dice that the DM called for."""
    call: Annotated[int, show_to_dm(0)] = 0
    """The number of the DM's call for it."""
    first: Annotated[int, show_to_dm(0)] = 0
    """The index of its first face among those of its kind this round, of dice that the DM called for."""

    def apply(self, state: State) -> State:
        asked = (self.id, self.epoch, self.purpose, self.who, self.count, self.sides)
        roll = OpenRoll(*asked, self.why, self.call, self.first)
        return evolve(state, open_rolls=(*state.open_rolls, roll), asked=state.asked + 1)


@dataclass(slots=True, kw_only=True)
class DiceGiven(Event):
    """The requested dice are in. The event that they decide shows the faces."""

    audience = Audience.OWNER
    inherited = PRIVATE
    is_narrated = False

    who: Doer
    id: Annotated[str, show_as(Mask.QUESTION)]
    by: Open[str] = ""

    def apply(self, state: State) -> State:
        return evolve(state, open_rolls=tuple(each for each in state.open_rolls if each.id != self.id))


@dataclass(slots=True, kw_only=True)
class Refused(Event):
    """A well-formed answer was refused by a clause. The question stays open."""

    audience = Audience.OWNER
    inherited = PRIVATE

    who: Doer
    clause: Open[ClauseId]
    reason: Words
    question: Open[str] = ""

    def get_result(self) -> Result:
        return Result("order", "refused", self.question, cause=self.reason)


@dataclass(slots=True, kw_only=True)
class Ruled(Event):
    """The DM changed something: of which combatant, what, the old and new value, and a note."""

    audience = Audience.PERCEIVERS
    inherited = OUTSIDE_MOMENTS
    verbs = (Verb("falls"), Verb("dies"))

    who: Doer
    what: Open[str]
    old: Annotated[object, show_as(Mask.PLAIN)] = None
    new: Annotated[object, show_as(Mask.PLAIN)] = None
    """The new value; places and lengths stand in whole hundredths, in ``old`` too."""
    until: Open[tuple[int, int] | None] = None
    note: Words = ""

    def list_perceivers(self, state: State) -> tuple[str, ...]:
        """Return all: what a ruling on a hidden combatant shows is decided for each viewer."""
        return (PUBLIC,)

    def apply(self, state: State) -> State:
        return rule(state, self.who, self.what, self.new, self.until)

    def list_short_forms(self) -> tuple[ShortWords, ...]:
        falls, dies = self.verbs
        verb = {"falls": falls, "dead": dies}.get(self.what)
        return (self.write_short_form(verb),) if verb and self.new not in (False, "no") else ()

    @property
    def put_at(self) -> Place | None:
        """Return the place where the ruling put a combatant; None for any other ruling.

        That is no path that the combatant walked.
        """
        if self.what != "moved" or not isinstance(self.new, list | tuple) or len(self.new) != 2:
            return None
        x, y = self.new
        return (x, y)


@dataclass(slots=True, kw_only=True)
class MapChanged(Event):
    """The DM opened, closed, revealed, hid, added or removed a part of the battle map."""

    audience = Audience.PERCEIVERS
    inherited = OUTSIDE_MOMENTS

    change: Open[PlanChange]
    feature: Annotated[MapFeature | None, show_as(Mask.MAP_FEATURE)]
    """The feature that was changed; None: the picture."""
    plan: Annotated[MapPlan, show_as(Mask.MAP_PLAN)]
    """The whole plan from now on."""
    note: Words = ""

    def apply(self, state: State) -> State:
        return evolve(state, plan=self.plan)


@dataclass(slots=True, kw_only=True)
class EffectChanged(Event):
    """The DM changed what magic does from now on, or had it do again what the tables say."""

    audience = Audience.DM
    inherited = OUTSIDE_MOMENTS
    is_retold = False

    magic: Open[tuple[str, ...]] = ()
    """The ids of the spells and devices."""
    effect: Open[EffectEntry | None] = None
    """What they do from now on; None: what the tables say."""
    note: Words = ""

    def apply(self, state: State) -> State:
        return evolve(state, effects=replace_effect(state.effects, self.magic, self.effect))


@dataclass(slots=True, kw_only=True)
class Appeared(Event):
    """A combatant came into play, with all its attributes."""

    audience = Audience.PERCEIVERS
    inherited = OUTSIDE_MOMENTS

    who: Annotated[str, show_as(Mask.NEWCOMER)]
    stat_block: Annotated[StatBlock, show_as(Mask.SHOWN_STAT_BLOCK)]
    own_state: Annotated[Own | None, show_to_dm()] = None
    """Own state of the combatant, where it is shown in the middle of a fight."""

    def list_perceivers(self, state: State) -> tuple[str, ...]:
        """Return the combatant alone if it is hidden or comes later, or all."""
        start = self.stat_block.start
        return (self.stat_block.id,) if start.hidden or start.wave else (PUBLIC,)

    def apply(self, state: State) -> State:
        """Bring the combatant into play, or keep it for its wave."""
        coming = tuple(each for each in state.coming if each.id != self.stat_block.id)
        if self.stat_block.start.wave:
            return evolve(state, coming=(*coming, self.stat_block))
        feet = get_distance(state.notes)
        sides = tuple(dict.fromkeys((*state.sides, self.stat_block.side)))
        combatants = dict(state.combatants)
        newcomer = build_combatant(self.stat_block, place_on_line(self.stat_block, sides, feet), state.round)
        if self.own_state is not None:
            newcomer = evolve(newcomer, owned={**newcomer.owned, type(self.own_state): self.own_state})
        combatants[self.stat_block.id] = newcomer
        return evolve(state, combatants=combatants, sides=sides, coming=coming)


@dataclass(slots=True, kw_only=True)
class Revealed(Event):
    """A hidden combatant is seen by all, because it acted against somebody."""

    audience = Audience.PERCEIVERS
    inherited = OUTSIDE_MOMENTS

    who: Doer

    def list_perceivers(self, state: State) -> tuple[str, ...]:
        """Return all, though the combatant is hidden until then."""
        return (PUBLIC,)

    def apply(self, state: State) -> State:
        return evolve(state, combatants={**state.combatants, self.who: set_hidden(state.combatants[self.who], False)})


@dataclass(slots=True, kw_only=True)
class Unmet(Event):
    """A combatant was hidden before anybody met it.

    Viewers who do not perceive it no longer know of it. No procedure yields this: it is made of the ruling for them.
    """

    audience = Audience.DM
    inherited = OUTSIDE_MOMENTS
    is_narrated = False  # there is nobody to tell of
    is_retold = False

    who: Doer

    def apply(self, state: State) -> State:
        left = {who: each for who, each in state.combatants.items() if who != self.who}
        sides = {each.side for each in left.values()}
        return evolve(state, combatants=left, sides=tuple(side for side in state.sides if side in sides))


@dataclass(slots=True, kw_only=True)
class TakenBack(Event):
    """Everything after a position was taken back."""

    audience = Audience.ALL
    inherited = OUTSIDE_MOMENTS
    is_retold = False

    to: Annotated[int, show_to_dm()]
    """The position of the last input that stands."""
    epoch: Annotated[int, show_to_dm()]
    """The new epoch; it renews the tokens of questions that are open again."""
    note: Words = ""

    def apply(self, state: State) -> State:
        again = tuple(evolve(each, epoch=self.epoch) for each in state.open)
        rolls = tuple(evolve(each, epoch=self.epoch) for each in state.open_rolls)
        return evolve(state, epoch=self.epoch, open=again, open_rolls=rolls)


@dataclass(slots=True, kw_only=True)
class DiceRenewed(Event):
    """A closed round continues with two new seeds, because its open seed was shown.

    The promises commit them. Faces that were shown keep their value; only faces never shown are drawn from the new
    seeds.
    """

    audience = Audience.ALL
    inherited = OUTSIDE_MOMENTS
    is_retold = False

    attempt: Open[int]
    open_promise: Open[str] = ""
    dm_promise: Open[str] = ""

    def apply(self, state: State) -> State:
        return evolve(state, attempt=self.attempt)


def _seal(state: State, id: str) -> State:
    """Mark a question as answered.

    It stays until the procedure goes on, but nobody waits for it. Orders that the DM closes stay until they are closed.
    """
    still = tuple([each if each.id != id else evolve(each, sealed=True) for each in state.open])
    kept = any(not each.sealed for each in reversed(still)) or _are_orders_kept(state)
    return evolve(state, open=still if kept else ())


def _are_orders_kept(state: State) -> bool:
    """Return whether orders stay open when all are in, because the DM closes them."""
    if lookup_table_option(state, CLOSE_ORDERS) != "dm":
        return False
    return any(each.question == DECLARE for each in state.open)
