"""Fights played to the end, and their moments: who acts together, at which clock, with what."""

import json
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from rules.kernel import codec
from rules.kernel import events as e
from rules.kernel.deeds import Deed, become
from rules.kernel.effects import Answer, Ask
from rules.kernel.forms import Form
from rules.kernel.frozen import frozen
from rules.kernel.game import Game
from rules.kernel.inputs import BeginRound, Change, CloseQuestions, MakeRuling
from rules.kernel.procedure import Play, Table
from rules.kernel.state import Combatant, OpenQuestion, State
from rules.kernel.terms import HUNDREDTHS, Place
from rules.procedures.adnd.deed_types import Move
from tests.rules.relations.answering import choose_answer, is_allowed
from tests.rules.relations.fights import Fight, Key

Outcome = tuple[object, ...]

COMPARED_FIELDS: dict[str, tuple[str, ...]] = {
    "Attacked": ("who", "target", "weapon", "routine", "bonus", "mode", "hit", "opportunity"),
    "Damaged": ("who", "by", "amount"),
    "Healed": ("who", "by", "amount"),
    "Slain": ("who",),
    "SavedOrNot": ("who", "saved"),
    "SpellBegan": ("who", "spell"),
    "SpellCompleted": ("who", "spell", "targets"),
    "SpellSpoiled": ("who", "spell", "forgotten"),
    "SpellContinues": ("who", "spell", "done"),
    "DeviceUsed": ("who", "device", "targets"),
    "DeviceFailed": ("who", "device"),
    "UndeadTurned": ("who", "target", "result"),
    "Moved": ("who", "to", "closes"),
    "ChargeBegan": ("who", "target"),
    "ChargeMet": ("who", "target", "first"),
    "Fled": ("who", "manner", "to"),
    "Surrendered": ("who",),
    "Parleyed": ("who",),
    "WeaponSet": ("who",),
    "TaskDone": ("who", "task"),
    "TaskContinues": ("who", "task", "done"),
    "MindChanged": ("who", "clause"),
    "TurnBegan": ("who", "count"),
    "Warned": ("who", "target"),
    "Parried": ("who", "against", "bonus", "works"),
    "MoraleChecked": ("who", "result"),
    "PsionicExchanged": ("who", "target", "attack_left", "defense_left"),
    "EffectBegan": ("who", "effect"),
    "EffectEnded": ("who", "effect"),
    "SegmentsLost": ("who", "segments"),
    "Refused": ("who", "clause"),
    "DeedLost": ("who", "cause"),
    "Retaliated": ("who",),
    "Triggered": ("who",),
    "Noticed": ("who",),
    "ActionCounted": ("who",),
    "Bled": ("who", "left"),
    "OptionChosen": ("who", "option"),
    "BlowSpent": ("who", "blow", "en_cost", "borrowed", "use"),
    "EnChanged": ("who", "old", "new"),
    "Passed": ("who",),
    "WeaponDrawn": ("who", "weapon"),
    "Grabbed": ("who", "object", "ok"),
    "PreparationLost": ("who", "weapon", "count"),
    "AttackDeclared": ("who", "target", "weapon", "range"),
    "FellDown": ("who", "why"),
    "Rose": ("who",),
    "Broke": ("item", "owner"),
    "CriticalStruck": ("who", "target", "critical"),
    "Unconscious": ("who",),
    "Out": ("who",),
    "Rested": ("who", "amount"),
    "Cast": ("who", "spell", "targets"),
    "MovementEnded": ("who", "time", "position"),
    "Borrowed": ("who", "blow"),
    "AlertChanged": ("who", "alert"),
}  # fmt: skip
"""What is compared of an event, by its kind: the fiction, not how it is explained."""


Column = tuple[float, float]
"""A round and a column of its clock; what comes before the first column has one of its own."""

OPENING = -100
"""Lower than any column: where a round begins."""


@dataclass(frozen=True)
class Moment:
    """Deeds that resolve together, or none between moments, and their results in no order."""

    round: int
    clock: int | None
    deeds: tuple[Outcome, ...]
    outcomes: tuple[Outcome, ...]

    @property
    def place(self) -> tuple[object, ...]:
        """Return the place of the moment in the fight."""
        return self.round, self.clock


@dataclass
class Played:
    """A fight that was played: its moments in order, everybody's last state, and the answers.

    ``by_roster``: where first, of two deeds of one side, equal in everything the general order asks, the roster put
    one before the other.
    """

    fight: Fight
    moments: list[Moment] = field(default_factory=list)
    result: dict[str, Outcome] = field(default_factory=dict)
    answers: dict[Key, Answer | None] = field(default_factory=dict)
    events: list[e.Event] = field(default_factory=list)
    state: State | None = None
    by_roster: Column | None = None
    done: dict[tuple[int, str], tuple[Column, bool]] = field(default_factory=dict)
    """By round and deed, and by round and that it waits: the column, and whether that is another than its own.

    Its own is the one that it had at first, and has then: what its doer does in between may put it off.
    """
    lost: dict[tuple[int, str], Column] = field(default_factory=dict)
    """By round and deed: the column where it is lost."""

    @property
    def is_over(self) -> bool:
        """Return whether the fight has ended."""
        return any(isinstance(event, e.EncounterEnded) for event in self.events)


def column(thing: Moment | e.Event) -> Column:
    """Return the column in which a moment or an event is."""
    return thing.round, OPENING if thing.clock is None else thing.clock


Policy = Callable[[State, OpenQuestion, Form, Random], Answer | None]


class Watch:
    """Notes the deeds of moments, and default answers, as a procedure plays a fight."""

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self.played = Played(fight)
        self.defaults: dict[Key, Answer] = {}
        self._deeds: dict[str, Deed] = {}
        self._numbers: dict[tuple[int, str], int | None] = {}

    def over(self, ruleset: Any) -> Any:
        """Return the ruleset, whose stages note the deeds due and the default answers."""
        watched = copy(ruleset)
        watched.stages = {name: self._watch(stage) for name, stage in ruleset.stages.items()}
        return watched

    def finish(self, events: Sequence[e.Event], state: State) -> Played:
        """Return the fight as it was played, from its log and its last state."""
        self.played.events = list(events)
        for event in self.played.events:
            if isinstance(event, e.DeedWaits):
                self.played.done[(event.round, f"{event.deed} waits")] = (column(event), True)
            elif isinstance(event, e.DeedLost):
                self.played.lost.setdefault((event.round, event.deed), column(event))
        self.played.state = state
        self.played.moments = self._moments()
        back = self.fight.names.back
        for who, each in state.combatants.items():
            conditions = ("dead",) if each.has("dead") else tuple(sorted(one.name for one in each.conditions))
            self.played.result[back(who)] = (each.hp, each.place, conditions, tuple(each.spells), each.in_hand)
        return self.played

    def _watch(self, stage: Callable[[Table], Play]) -> Callable[[Table], Play]:
        def watched(table: Table) -> Play:
            play, back = stage(table), None
            while True:
                try:
                    effect = play.send(back)
                except StopIteration as stop:
                    return stop.value
                if isinstance(effect, e.MomentBegan):
                    due = [deed for deed in table.state.pending if deed.id in effect.deeds]
                    here = (table.state.round, table.state.clock or OPENING)
                    if self.played.by_roster is None and by_roster(table, effect.deeds):
                        self.played.by_roster = here
                    for each in due:
                        numbers = (each.number, self._numbers.get((table.state.round, each.id)))
                        out = any(number not in (None, table.state.clock) for number in numbers)
                        self.played.done.setdefault((table.state.round, each.id), (here, out))
                    clock = table.state.clock if effect.clock is None else effect.clock
                    done = {deed.id: as_done(table.state, deed) for deed in due}
                    self._deeds |= {f"{table.state.round}|{clock}|{id}": deed for id, deed in done.items()}
                if isinstance(effect, e.AgendaChanged):
                    for each in effect.deeds:
                        self._numbers.setdefault((table.state.round, each.id), each.number)
                for ask in effect if isinstance(effect, list | tuple) else [effect]:
                    if isinstance(ask, Ask):
                        self.defaults[(ask.question, ask.who, canonical(ask.facts))] = ask.default
                back = yield effect

        return watched

    def _moments(self) -> list[Moment]:
        found: list[tuple[tuple[int, int | None, int | None], list[Outcome], list[Outcome]]] = []
        for event in self.played.events:
            place = (event.round, event.clock, event.moment)
            if not found or found[-1][0] != place:
                found.append((place, [], []))
            if isinstance(event, e.MomentBegan):
                for id in event.deeds:
                    found[-1][1].append(self._named(self._deeds[f"{event.round}|{event.clock}|{id}"]))
            elif event.kind in COMPARED_FIELDS and not (isinstance(event, e.Moved) and not event.feet):
                values = self.fight.names.back(tuple(getattr(event, each) for each in COMPARED_FIELDS[event.kind]))
                found[-1][2].append((event.kind, *values))
        return [
            Moment(round, clock, tuple(sorted(deeds, key=repr)), tuple(sorted(outcomes, key=repr)))
            for (round, clock, _), deeds, outcomes in found
            if deeds or outcomes
        ]  # fmt: skip

    def _named(self, deed: Deed) -> Outcome:
        words = deed.words
        thing = words.weapon or words.spell or words.device or words.task
        names = (deed.who, words.kind, thing, words.part, deed.targets)
        return (*self.fight.names.back(names), words.routine, words.bonus, words.cantrip)


class Player:
    """Plays a fight: by the answers it holds or, with a ``policy``, by new ones, which are kept."""

    def __init__(self, fight: Fight, policy: Policy | None = None) -> None:
        self.fight = fight
        self.policy = policy
        self.watch = Watch(fight)
        self.game = Game(fight.opening(), fight.dice, bot=self._answer)
        self.game.ruleset = self.watch.over(self.game.ruleset)
        self._asked: dict[Key, int] = {}

    def play(self) -> Played:
        """Play its rounds."""
        game = self.game
        while not game.state.ended and not (game.state.between_rounds and game.state.round >= self.fight.rounds):
            if self.fight.ruled and game.state.between_rounds:
                game.submit(MakeRuling(tuple(in_place(each) for each in game.state.combatants.values())))
            game.submit(BeginRound() if game.state.between_rounds else CloseQuestions())
        return self.watch.finish(game.list_live_events(), game.state)

    def _key(self, state: State, question: OpenQuestion) -> Key:
        back = self.fight.names.back
        stem = (state.round, question.question, back(question.who), canonical(back(question.facts)))
        self._asked[stem] = self._asked.get(stem, 0) + 1
        return (*stem, self._asked[stem])

    def _answer(self, state: State, question: OpenQuestion) -> Answer | None:
        if question.question == "next":
            return {"choice": "go"}
        if self.fight.trusted and question.question == "declare":
            said = self.fight.answers.get(self._key(state, question))
            return self.fight.names.of(said) if said is not None else self._silence(state, question)
        form = self.game.ruleset.questions[question.question].form(state, question)
        if form is None:
            return None
        key = self._key(state, question)
        if self.policy is not None and key not in self.fight.answers:
            said = self.policy(state, question, form, Random(f"{self.fight.seed}|{key}"))
            said = said if said is not None and is_allowed(form, said) else None
        else:
            said = self.fight.answers.get(key)
            said = self.fight.names.of(said) if said is not None else None
        self.watch.played.answers[key] = said
        if said is None:
            return self._silence(state, question)
        if self.fight.stepping and question.question == "declare" and "by" not in question.facts:
            with_step = after_a_step(said, state.combatants[question.who].place)
            said = with_step if is_allowed(form, with_step) else said
        return said if is_allowed(form, said) else None

    def _silence(self, state: State, question: OpenQuestion) -> Answer | None:
        """Return what silence means, where that is spelled out; None where nobody may say it."""
        if not self.fight.outspoken:
            return None
        default = self.watch.defaults[(question.question, question.who, canonical(question.facts))]
        form = self.game.ruleset.questions[question.question].form(state, question)
        return default if form is not None and is_allowed(form, default) else None


def by_roster(table: Table, due: Sequence[str]) -> bool:
    """Return whether only the roster puts these deeds before another of their side.

    By some texts one who waits for somebody acts in that one's place, whichever side they are of.
    """
    state = table.state
    waiting = [deed for deed in state.pending if not deed.standing]
    first = [deed for deed in waiting if deed.id in due]
    if state.round == 0:
        return len(state.declared) > len(first)
    return any(
        one.who != other.who
        and (state.combatants[one.who].side == state.combatants[other.who].side or bool(one.place and other.place))
        and rank(table, one) == rank(table, other)
        for one in first
        for other in waiting
        if other.id not in due
    )


def rank(table: Table, deed: Deed) -> tuple[object, ...]:
    """Return what the general order compares of a deed before the roster.

    A layer puts one thing before that.
    """
    key = table.ruleset.order.key(table.state, deed)
    layered = len(key) > 1 and isinstance(key[1], tuple)
    return (key[0], *key[1][:3]) if layered else key[:3]


def as_done(state: State, deed: Deed) -> Deed:
    """Return the deed; a move to where its doer stands is called a stay."""
    stays = isinstance(deed, Move) and deed.to == state.combatants[deed.who].place
    return become(deed, MoveInPlace) if stays else deed


@frozen
class MoveInPlace(Move):
    """A move to where its doer stands; classes are looked up by name, so no other has this one."""

    kind = "stay"


def in_place(each: Combatant) -> Change:
    """Return a ruling that puts a combatant where it stands."""
    return Change(each.id, "moved", [coordinate / HUNDREDTHS for coordinate in each.place])


WHEN = ("clock", "segment", "starts", "about")
"""Facts of a question that tell when it is asked, or which of several things that were noticed at once it names."""


CONTESTED = "contested"
"""Why several are asked at once: each wants the same thing."""

FIRST_NAMED = ("by", "target")
"""Facts of a question that repeat the first of those who contest a thing; it lists them all."""


def canonical(facts: object) -> str:
    """Return the facts of a question as a text, without its time, with names sorted."""
    if isinstance(facts, Mapping) and facts.get("reason") == CONTESTED:
        facts = {key: value for key, value in facts.items() if key not in FIRST_NAMED}
    return json.dumps(_unordered(codec.normalise(facts)), sort_keys=True, default=str)


def _unordered(thing: Any) -> Any:
    if isinstance(thing, Mapping):
        return {key: _unordered(value) for key, value in thing.items() if key not in WHEN}
    if isinstance(thing, list):
        return sorted((_unordered(each) for each in thing), key=str)
    return thing


def after_a_step(said: Answer, place: Place) -> Answer:
    """Return an order to act, with a move to where its doer stands before it."""
    if said["action"] not in ("D", "G") or said.get("prepared") == "yes":
        return said
    return {"action": "E", "how": "move", "to": list(place), "with": [dict(said)]}


def played(fight: Fight) -> Played:
    """Return the fight as it goes with the answers it holds."""
    return Player(fight).play()


def settled(fight: Fight, policy: Policy = choose_answer) -> Played:
    """Return the fight with its answers, made up as it goes."""
    once = Player(fight, policy).play()
    once.fight = replace(fight, answers=once.answers)
    return once
